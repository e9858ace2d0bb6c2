/* transitions.h: in which direction slip ends in stick, and starts from it, [3].
 *
 * Near rest the slip u = (vx, vy, omega) of a contact obeys u' = b + M^-1 f(u), with the local mass
 * matrix M, the acceleration b without friction (the drive) and friction f that depends on the
 * direction of u only. With w = (vx, vy, c_omega omega), r = |w| and n = w/r the direction n moves
 * fast, r n' = (I - n n') C u', and r slowly, r' = n.C u' = rdot. Slip ends along the stable fixed
 * points of n with rdot < 0 and starts along those with rdot > 0.
 *
 * Threads: functions of one case have no state; an ensemble belongs to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TRANSITIONS_H
#define CONTENSOU_TRANSITIONS_H

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CONTENSOU_TRANSITIONS_MOST = 32, CONTENSOU_TRANSITIONS_FIELDS = 13 };

/* The names of the fields of a case, m11 .. lambda_n, in their order. */
const char *contensou_transitions_field(size_t field);

/* The law (2)-(3) of [3]: force -mu_lambda lambda_n w_s/r, torque -mu_tau lambda_n w_3/r. */
struct contensou_transitions_case {
    double mass[6];  /* m11, m12, m13, m22, m23, m33: symmetric, positive definite */
    double drive[3]; /* b1, b2, b3 */
    double mu_lambda, mu_tau, c_omega, lambda_n; /* above 0 */
};

enum contensou_transitions_type {
    CONTENSOU_TRANSITIONS_STABLE_NODE,
    CONTENSOU_TRANSITIONS_STABLE_FOCUS,
    CONTENSOU_TRANSITIONS_SADDLE,
    CONTENSOU_TRANSITIONS_UNSTABLE_NODE,
    CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS,
    CONTENSOU_TRANSITIONS_CENTRE, /* eigenvalues without a real part, to rounding */
    CONTENSOU_TRANSITIONS_DEGENERATE /* an eigenvalue of zero, to rounding: a fold, or one of a circle of points */
};

/* "stable node", "saddle", .. */
const char *contensou_transitions_type_name(enum contensou_transitions_type type);

struct contensou_transitions_point {
    double n[3];             /* the direction (vx, vy, c_omega omega)/r */
    double slip[3];          /* the same as (vx, vy, omega), of length 1 */
    double rdot;             /* above 0: slip starts here, below: it ends here */
    double eigenvalue[2][2]; /* of the fast flow, real and imaginary part, the larger first */
    enum contensou_transitions_type type;
};

struct contensou_transitions_result {
    double stick_load;    /* the load over what the contact holds: stick is admissible up to 1 */
    int stick_admissible; /* 1 or 0 */
    int ambiguous;   /* 1: stick is admissible and yet a stable fixed point leads away from it */
    int limit_cycle; /* 1: an attracting one was found; 0: none; -1: not decided */
    int index;       /* sum of the indices of the fixed points: 2 where all were found and none is
                            degenerate */
    int count;
    struct contensou_transitions_point point[CONTENSOU_TRANSITIONS_MOST]; /* rdot falls */
};

/* All transitions of one case, on this processor. Mass matrices that are singular or not positive
 * definite and numbers that are not above 0 are CONTENSOU_EARGUMENT. */
enum contensou_status contensou_transitions(const struct contensou_transitions_case *one,
                                            struct contensou_transitions_result *result,
                                            struct contensou_error *err);

/* Any law: friction is -lambda_n times what `wrench` gives for a slip, which must not depend on the
 * length of the slip. */
struct contensou_transitions_law {
    void (*wrench)(const void *law, const double slip[3], double force[3]);
    const void *law;
    int gradient; /* 1: it is the gradient of a convex function of the slip, as the exact law is */
};

/* The same for a law; of the case, mu_lambda and mu_tau are not used, and c_omega is only the unit
 * of n. Fixed points are searched on a grid of the sphere (about 3 degrees) and refined; result->index
 * tells whether all were found. */
enum contensou_status contensou_transitions_of_law(const struct contensou_transitions_case *one,
                                                   const struct contensou_transitions_law *law,
                                                   struct contensou_transitions_result *result,
                                                   struct contensou_error *err);

/* The exact law of a contact: friction is -lambda_n mu (Tx, Ty, a M) of contensou_eval for the slip (vx, vy,
 * a omega), a the contact's unit of length. */
enum contensou_status contensou_transitions_contact(const struct contensou_transitions_case *one,
                                                    const struct contensou_patch *patch, double mu,
                                                    double a,
                                                    struct contensou_transitions_result *result,
                                                    struct contensou_error *err);

/* C u' at the direction n (of length 1); law NULL: that of [3]. The fast flow is what is across n, rdot
 * what is along it. */
enum contensou_status contensou_transitions_pull(const struct contensou_transitions_case *one,
                                                 const struct contensou_transitions_law *law,
                                                 const double n[3], double v[3],
                                                 struct contensou_error *err);

/* Many cases on a device. Of the options, precision and pack count. *out is for
 * contensou_transitions_free; the device must stay open. */
struct contensou_transitions_ensemble;

enum contensou_status contensou_transitions_create(struct contensou_transitions_ensemble **out,
                                                   struct contensou_device *device,
                                                   const struct contensou_eval_options *options,
                                                   struct contensou_error *err);
void contensou_transitions_free(struct contensou_transitions_ensemble *e);

/* What a case gives: outcome (0: solved; 1: no case, such as a mass matrix that is not positive
 * definite), fixed_points, stable, saddles, unstable, foci, unstable_foci, degenerate, escapes
 * (stable with rdot > 0), stick_load, stick_admissible, ambiguous, limit_cycle (1: there is an
 * attracting one, because no fixed point is stable, or found by following the flow away from the
 * unstable foci; NaN: not decided). NULL behind the last. */
size_t contensou_transitions_column_count(void);
const char *contensou_transitions_column(size_t column);

/* Solves n cases: in[CONTENSOU_TRANSITIONS_FIELDS * n] field-major, the fields of struct
 * contensou_transitions_case in their order; row[columns * n] out, field-major. */
enum contensou_status contensou_transitions_run(struct contensou_transitions_ensemble *e, size_t n,
                                                const double *in, double *row,
                                                struct contensou_error *err);

/* The text of the device program, for reading; valid until contensou_transitions_free. */
const char *contensou_transitions_program(const struct contensou_transitions_ensemble *e);

#ifdef __cplusplus
}
#endif
#endif
