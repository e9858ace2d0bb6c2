/* cases.h: cases for transitions.h, one or many: mass and drive as numbers, drawn at random, or those of a system's state;
 * the law of [3] or that of a contact; and what varies from case to case.
 *
 * Texts are those of 'contensou transitions', and messages name an option of it: --vary is `vary`.
 *
 * Threads: the cases belong to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CASES_H
#define CONTENSOU_CASES_H

#include <contensou/patch.h>
#include <contensou/progress.h>
#include <contensou/status.h>
#include <contensou/transitions.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NULL or 0: not given. Mass and drive are needed unless there is a system, or `random` without `vary`. */
struct contensou_cases_options {
    size_t size;         /* sizeof(struct contensou_cases_options) */
    const double *mass;  /* [6]: m11, m12, m13, m22, m23, m33 */
    const double *drive; /* [3] */
    /* Instead of them a system, such as "pendulum": its local motion s' = a0 + A f has the mass matrix -A^-1 and the drive
     * a0, in the units of its slip and per mu N. */
    const char *system;
    const char *init; /* its state: "phi=0.5" */
    /* The law of a contact, such as "I11", fitted to it; NULL: that of [3], and with a contact the exact one. */
    const char *law;
    const struct contensou_patch_spec *contact; /* NULL: a uniform disk where there is a law */
    const char *set;                            /* "mu_tau=0.5,omega_0=40,law.b=1" */
    const char *const
        *vary; /* [varies] "b1=-1:1:201" or a list: several make a grid, the first one slowest */
    size_t varies;
    /* "seed,n": n cases within the ends of each vary. Without vary, mass and drive are drawn where they are not given, as
     * 'contensou transitions --help' says. */
    const char *random;
    const char *device; /* as contensou_device_open takes it; used for a system and for fits */
    struct contensou_progress progress; /* of the fit */
};

struct contensou_cases;

/* *out is for contensou_cases_free, and NULL after a failure. Names that are not there, numbers that are not possible and
 * options that exclude each other are CONTENSOU_EARGUMENT or CONTENSOU_ENOTFOUND. */
enum contensou_status contensou_cases_create(struct contensou_cases **out,
                                             const struct contensou_cases_options *options,
                                             struct contensou_error *err);
void contensou_cases_free(struct contensou_cases *c);

uint64_t contensou_cases_count(const struct contensou_cases *c);

/* What differs from case to case, by name; NULL behind the last. As one text, "b1=-1:1:201", or "drawn". */
size_t contensou_cases_varied_count(const struct contensou_cases *c);
const char *contensou_cases_varied_name(const struct contensou_cases *c, size_t varied);
const char *contensou_cases_text(const struct contensou_cases *c);

/* The values of the axis `axis` of the grid; value may be NULL. 0 where there is no such axis, or no grid. */
size_t contensou_cases_axis(const struct contensou_cases *c, size_t axis, double *value);

/* Field `field` of contensou_transitions_field as it is set or by default. */
double contensou_cases_field(const struct contensou_cases *c, size_t field);

/* The cases first .. first + n - 1; unit[n]: the contact's unit of length (1 without a contact). May be NULL:
 * varied[varied * n], what differs, and slip[3 * n], that of the system's state (0 without a system; transitions are those
 * near rest all the same). */
enum contensou_status contensou_cases_read(struct contensou_cases *c, uint64_t first, size_t n,
                                           struct contensou_transitions_case *one, double *unit,
                                           double *varied, double *slip,
                                           struct contensou_error *err);

/* All transitions of one case under the law of these cases. */
enum contensou_status contensou_cases_solve(struct contensou_cases *c,
                                            const struct contensou_transitions_case *one,
                                            double unit,
                                            struct contensou_transitions_result *result,
                                            struct contensou_error *err);

/* The law of the contact, at the friction coefficient and unit of the case that was solved last; NULL where it is that of
 * [3]. Its name ("ellipsoid" for [3]'s) and its parameters, NULL behind the last. */
const struct contensou_transitions_law *contensou_cases_law(const struct contensou_cases *c);
const char *contensou_cases_law_name(const struct contensou_cases *c);
const char *contensou_cases_law_parameter(const struct contensou_cases *c, size_t parameter,
                                          double *value);

#ifdef __cplusplus
}
#endif
#endif
