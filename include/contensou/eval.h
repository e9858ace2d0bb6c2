/* eval.h: the friction wrench of a patch for many slips.
 *
 * A slip is (vx, vy, omega) at the reference point of the patch; only its direction matters. The
 * wrench (Tx, Ty, M) is [1]'s (Tsx, Tsy, Ms): along the slip, per unit of mu N; the friction on the
 * body is minus mu N times it. All arrays are field-major: value[field * n + member].
 *
 * Threads: one evaluation belongs to one thread at a time; contensou_eval_reference has no state.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_EVAL_H
#define CONTENSOU_EVAL_H

#include <contensou/device.h>
#include <contensou/patch.h>
#include <contensou/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum contensou_method { CONTENSOU_METHOD_AUTO, CONTENSOU_METHOD_CELLS, CONTENSOU_METHOD_EXACT };
enum contensou_precision { CONTENSOU_PRECISION_DOUBLE, CONTENSOU_PRECISION_SINGLE };

/* All zero is the default: exact where it exists, double, 101 cells, no Jacobian. */
struct contensou_eval_options {
    size_t size; /* of this struct: see status.h */
    enum contensou_method method;
    enum contensou_precision precision;
    int cells;    /* along the larger side, for CONTENSOU_METHOD_CELLS; 0 means 101 */
    int jacobian; /* 1: the derivative of the wrench too */
    int pack;     /* slips per work-item: 1, 2, 4, 8, 16; 0 means what suits the device */
};

struct contensou_eval;

/* Builds the device program for this patch and keeps its tables on the device. *out is for
 * contensou_eval_free; it does not refer to the patch afterwards, but the device must stay open. */
enum contensou_status contensou_eval_create(struct contensou_eval **out,
                                            const struct contensou_patch *patch,
                                            struct contensou_device *device,
                                            const struct contensou_eval_options *options,
                                            struct contensou_error *err);
void contensou_eval_free(struct contensou_eval *eval);

/* Evaluates n slips: slip[3 * n] in, wrench[3 * n] out, and jacobian[9 * n] out unless it is NULL
 * (row by row: d(Tx,Ty,M)/d(vx,vy,omega); needs options.jacobian). A slip that is zero or not
 * finite gives NaN. Work is split into launches that fit the device; up to four slips of the exact method in double precision
 * are computed by the same formulas compiled as C, which takes microseconds, and may differ from a launch in the last digit. */
enum contensou_status contensou_eval_run(struct contensou_eval *eval, size_t n, const double *slip,
                                         double *wrench, double *jacobian,
                                         struct contensou_error *err);

/* The same formulas, compiled as C for this processor, one slip after the other: the reference that
 * the device is measured against. Always double. */
enum contensou_status contensou_eval_reference(const struct contensou_patch *patch,
                                               const struct contensou_eval_options *options,
                                               size_t n, const double *slip, double *wrench,
                                               double *jacobian, struct contensou_error *err);

/* The text of the device program, for reading; valid until contensou_eval_free. */
const char *contensou_eval_program(const struct contensou_eval *eval);

#ifdef __cplusplus
}
#endif
#endif
