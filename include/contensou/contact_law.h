/* contact_law.h: the friction law of one contact on the host, for programs that ask for a slip at a time: a robot's
 * controller, an integrator of their own. No device is needed, a call takes less than a microsecond for a formula.
 *
 * Slips, wrenches and signs are those of eval.h; the law is a fitted formula, a table of the exact wrench, or the exact
 * wrench itself. All arrays are field-major: value[field * n + member].
 *
 * Threads: a law does not change once it is made; any number of threads may use it at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_LAW_H
#define CONTENSOU_CONTACT_LAW_H

#include <contensou/device.h>
#include <contensou/fit.h>
#include <contensou/patch.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_contact_law;

/* All zero but the size is the default. */
struct contensou_contact_law_options {
    size_t size; /* of this struct: see status.h */
    /* Lengths of slips and torques per unit of the contact's length: 0 and 1 leave them in its own unit,
     * contensou_patch_unit makes them metres. */
    double length;
    /* Computes what a table is made of where that is much work, and keeps it in the cache; NULL: the host does. */
    struct contensou_device *device;
};

/* Makes the law of a fit, without mu and a; of a result whose model is "table", and nothing else, a table of the exact
 * wrench; for NULL, or the model "exact", the exact wrench. *out is for contensou_contact_law_free; it does not refer to
 * patch, result and device afterwards. options may be NULL. */
enum contensou_status contensou_contact_law_create(
    struct contensou_contact_law **out, const struct contensou_patch *patch,
    const struct contensou_fit_result *result, const struct contensou_contact_law_options *options,
    struct contensou_error *err);
void contensou_contact_law_free(struct contensou_contact_law *law);

/* 1 where the wrench is the gradient of the power that friction takes, so that a step has one solution. */
int contensou_contact_law_gradient(const struct contensou_contact_law *law);

/* Evaluates n slips: slip[3 * n] in, wrench[3 * n] out, and jacobian[9 * n] out unless it is NULL (row by row:
 * d(Tx,Ty,M)/d(vx,vy,omega)). No slip has no friction: zero, also its derivatives. A number that is not finite is
 * CONTENSOU_EINPUT with its place, and nothing is written behind it. */
enum contensou_status contensou_contact_law_wrench(const struct contensou_contact_law *law,
                                                   size_t n, const double *slip, double *wrench,
                                                   double *jacobian, struct contensou_error *err);

/* The power that friction takes at n slips, per unit of mu N: vx Tx + vy Ty + omega M, potential[n]. */
enum contensou_status contensou_contact_law_potential(const struct contensou_contact_law *law,
                                                      size_t n, const double *slip,
                                                      double *potential,
                                                      struct contensou_error *err);

/* What a contact does in a step. */
enum contensou_contact_law_state {
    CONTENSOU_CONTACT_LAW_STICKS = 0, /* after is zero, the impulse within the law's limits */
    CONTENSOU_CONTACT_LAW_SLIDES = 1, /* the impulse is the bound times the law at `after` */
    /* It slides, but no velocity was found that the law agrees with: the impulse is that of the law at `slip`, shortened
     * where it would turn the motion back. */
    CONTENSOU_CONTACT_LAW_OPEN = 2,
};

/* One implicit step of friction at each of n contacts, independent of each other. slip[3 * n]: the velocity at the
 * contact at the end of the step if there were no friction; inverse_mass[9 * n]: symmetric and positive definite, what an
 * impulse (Px, Py, L) changes it by; bound[n]: mu N times the step. Gives the impulses of friction, along the slip, the
 * velocities with them, after = slip - inverse_mass impulse, and the states. It is stable for steps of any length, and
 * friction never gives energy (docs/export.md). CONTENSOU_EINPUT names a contact whose inverse_mass is not positive
 * definite or whose numbers are not finite. */
enum contensou_status contensou_contact_law_step(const struct contensou_contact_law *law, size_t n,
                                                 const double *slip, const double *inverse_mass,
                                                 const double *bound, double *impulse,
                                                 double *after,
                                                 enum contensou_contact_law_state *state,
                                                 struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif
