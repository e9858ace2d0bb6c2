/* branch.h: a system with its law and numbers, and the parameter that equilibria (equilibrium.h) or periodic orbits
 * (cycle.h) of it are followed along. It is made from a simulation, so that what is chosen is set in one way:
 *
 *     if (contensou_simulation_create(&s, &err) ||
 *         contensou_simulation_set(s, "system", "pendulum", &err) ||
 *         contensou_simulation_set(s, "law", "I11", &err) ||
 *         contensou_simulation_set(s, "vary", "omega_0=30:65:71", &err) ||
 *         contensou_simulation_branch(s, &b, &err) || contensou_equilibrium_find(b, NULL, &list, &err))
 *         fprintf(stderr, "%s\n", err.message);
 *
 * Threads: a branch belongs to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BRANCH_H
#define CONTENSOU_BRANCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_branch; /* made by contensou_simulation_branch of simulation.h */

void contensou_branch_free(struct contensou_branch *b);

/* The names of system, law and states; how many of these are positions whose velocities follow (all where the system is
 * not of second order). */
const char *contensou_branch_system(const struct contensou_branch *b);
const char *contensou_branch_law(const struct contensou_branch *b);
size_t contensou_branch_state_count(const struct contensou_branch *b);
const char *contensou_branch_state(const struct contensou_branch *b, size_t state);
size_t contensou_branch_position_count(const struct contensou_branch *b);

/* The unit of a state, of the parameter, of "t" and of "rate", which is one over time; "-" where there is none. */
const char *contensou_branch_unit(const struct contensou_branch *b, const char *name);

/* The parameter, NULL where there is none, and its values. */
const char *contensou_branch_parameter(const struct contensou_branch *b);
size_t contensou_branch_value_count(const struct contensou_branch *b);

/* All numbers that can be set, "omega_0", "law.eps", "init.phi", with what they are here; NULL behind the last. The
 * parameter has its first value. */
const char *contensou_branch_number(const struct contensou_branch *b, size_t number, double *value);

#ifdef __cplusplus
}
#endif
#endif
