/* regularised.h: a friction law as simulations have it, for many slips: regularised, with numbers such as eps and eta, so
 * that the size of a slip counts and not only its direction.
 *
 * Slips and wrenches are those of eval.h. Threads: one law belongs to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_REGULARISED_H
#define CONTENSOU_REGULARISED_H

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/status.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_regularised;

/* Builds the program of the law of this name for the contact, such as "I11" or "table" (catalogue.h has them all; laws
 * along a line have no contact). set: numbers of the law as "law.eps=1e-3,law.eta=2", or NULL; eps is 0 unless it is
 * given, and what depends on the contact is fitted to it. Of the options, precision, pack and jacobian count. *out is for
 * contensou_regularised_free; the device must stay open, the patch need not. */
enum contensou_status contensou_regularised_create(struct contensou_regularised **out,
                                                   const struct contensou_patch *patch,
                                                   struct contensou_device *device, const char *law,
                                                   const char *set,
                                                   const struct contensou_eval_options *options,
                                                   struct contensou_error *err);
void contensou_regularised_free(struct contensou_regularised *r);

/* As contensou_eval_run: slip[3 * n] in, wrench[3 * n] out, jacobian[9 * n] out unless it is NULL. */
enum contensou_status contensou_regularised_run(struct contensou_regularised *r, size_t n,
                                                const double *slip, double *wrench,
                                                double *jacobian, struct contensou_error *err);

/* The text of the device program, for reading; valid until contensou_regularised_free. */
const char *contensou_regularised_program(const struct contensou_regularised *r);

#ifdef __cplusplus
}
#endif
#endif
