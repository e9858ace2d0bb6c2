/* scan.h: the residuals of many contacts under approximants, in one launch. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_SCAN_H
#define CONTENSOU_DEVICE_SCAN_H

#include <contensou/device.h>

#include <stddef.h>

struct contensou__scan;

/* node[5 * rows] and data[9 * rows * contacts] as kernels/drivers/scan.cl describes them, with
 * `contacts` in the place of n; order is n1 + n2 + 1. */
enum contensou_status contensou__scan_create(struct contensou__scan **out,
                                             struct contensou_device *device, int order,
                                             size_t contacts, size_t rows, const double *node,
                                             const double *data, struct contensou_error *err);
void contensou__scan_free(struct contensou__scan *scan);

/* sum[(3 c + k) * contacts + contact], the sum of squares and its derivatives with respect to log b and m,
 * for candidate[(2 c + k) * contacts + contact], c < candidates, over every each-th row. asks, unless NULL,
 * has 0 for contacts whose sums are not needed: they may be left as they are. */
enum contensou_status contensou__scan_run(struct contensou__scan *scan, size_t candidates,
                                          size_t each, const double *candidate, const int *asks,
                                          double *sum, struct contensou_error *err);

#endif
