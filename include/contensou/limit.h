/* limit.h: the limit surface of a contact: what loads it holds in stick, and how it starts to slip.
 *
 * xi(u) of [1](2.5) is the gauge of the set of wrenches: the load u = (Tx, Ty, M) is held while
 * xi(u) <= eta, and at xi = eta the contact starts to slip in the direction (theta, phi) with
 * u = -xi (Tsx, Tsy, Ms)(theta, phi). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LIMIT_H
#define CONTENSOU_LIMIT_H

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_limit;

/* Builds the solver for a patch. Of the options, precision and pack count; the method is exact.
 * *out is for contensou_limit_free; the device must stay open. */
enum contensou_status contensou_limit_create(struct contensou_limit **out,
                                             const struct contensou_patch *patch,
                                             struct contensou_device *device,
                                             const struct contensou_eval_options *options,
                                             struct contensou_error *err);
void contensou_limit_free(struct contensou_limit *limit);

/* Solves for n loads: load[3 * n] (Tx, Ty, M; field-major) in; result[3 * n] out: xi, theta, phi. A
 * zero load has xi = 0 and no direction (NaN); for a pure moment whose centre of rotation is the
 * reference point phi is NaN; loads that are not finite give NaN. */
enum contensou_status contensou_limit_run(struct contensou_limit *limit, size_t n,
                                          const double *load, double *result,
                                          struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif
