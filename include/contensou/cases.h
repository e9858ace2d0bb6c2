/* cases.h: cases for transitions.h, one or many: mass and drive as numbers, drawn at random, or those of a system's state;
 * the law of [3] or that of a contact; and what varies from case to case. They are made from a simulation, so that what is
 * chosen is set in one way.
 *
 * Threads: the cases belong to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CASES_H
#define CONTENSOU_CASES_H

#include <contensou/status.h>
#include <contensou/transitions.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_cases; /* made by contensou_simulation_cases of simulation.h */

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
