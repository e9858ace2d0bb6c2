/* limit.h: the limit surface of a contact: what loads it holds in stick, and how it starts to slip.
 *
 * xi(u) of [1](2.5) is the gauge of the set of wrenches; u = (Tx, Ty, M) is the friction on the body
 * in stick, per unit of mu N, so that minus u is the load: what acts on the body beside friction. It
 * is held while xi(u) <= eta, and at xi = eta the contact starts to slip in the direction
 * (theta, phi), along the load: u = -xi (Tsx, Tsy, Ms)(theta, phi).
 *
 * Threads: one solver belongs to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LIMIT_H
#define CONTENSOU_LIMIT_H

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_limit;

/* Builds the solver for a patch. Of the options, precision and pack count; the method is exact, also
 * for cells:FILE, whose surface has a facet for every cell. *out is for contensou_limit_free; the
 * device must stay open. */
enum contensou_status contensou_limit_create(struct contensou_limit **out,
                                             const struct contensou_patch *patch,
                                             struct contensou_device *device,
                                             const struct contensou_eval_options *options,
                                             struct contensou_error *err);
void contensou_limit_free(struct contensou_limit *limit);

/* Solves for n loads: held[3 * n] in, the friction u that holds them (Tx, Ty, M, minus the load;
 * field-major); result[3 * n] out: xi, theta, phi. A zero load has xi = 0 and no direction (NaN); for a pure moment whose centre of rotation is the
 * reference point, to rounding, phi is NaN; loads that are not finite, and loads whose xi was not
 * found (see below), give NaN. */
enum contensou_status contensou_limit_run(struct contensou_limit *limit, size_t n,
                                          const double *held, double *result,
                                          struct contensou_error *err);

/* Over all runs so far: the most evaluations of the wrench that one load took, and how many loads
 * were given up. */
int contensou_limit_most(const struct contensou_limit *limit);
size_t contensou_limit_unsolved_count(const struct contensou_limit *limit);

/* For solvers of a law (contensou_fit_limit): how many loads had NaN because they belong to several
 * slips with different xi; and 1 where the law has such loads at all, as seen on a grid of slips about
 * a degree wide. An exact patch has none: 0 and 0. */
size_t contensou_limit_ambiguous_count(const struct contensou_limit *limit);
int contensou_limit_folds(const struct contensou_limit *limit);

/* The text of the device program, for reading; valid until contensou_limit_free. */
const char *contensou_limit_program(const struct contensou_limit *limit);

#ifdef __cplusplus
}
#endif
#endif
