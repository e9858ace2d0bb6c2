/* bench.h: what the parts of contensou-bench share. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BENCH_H
#define CONTENSOU_BENCH_H

#include <contensou/contensou.h>

#include <stddef.h>

/* Ends the program with the sentence of the error. */
void bench_die(const char *what, const struct contensou_error *err);

/* Slips on a grid of directions, theta in [-pi/2, pi/2], phi in [0, 2 pi), field-major; for free().
 */
double *bench_slips(size_t n);

/* The commands. */
int bench_eval(struct contensou_device *device, int argc, char **argv);
int bench_idle(struct contensou_device *device, int argc, char **argv);
int bench_patches(struct contensou_device *device, int argc, char **argv);
int bench_ensemble(struct contensou_device *device, int argc, char **argv);
int bench_analysis(struct contensou_device *device, int argc, char **argv);
int bench_identify(struct contensou_device *device, int argc, char **argv);

#endif
