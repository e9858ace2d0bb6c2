/* branch.h: a system with its law and numbers, and the parameter that equilibria (equilibrium.h) or periodic orbits
 * (cycle.h) of it are followed along.
 *
 * Threads: a branch belongs to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BRANCH_H
#define CONTENSOU_BRANCH_H

#include <contensou/device.h>
#include <contensou/patch.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is the default, except system or system_file. */
struct contensou_branch_options {
    size_t size;             /* of this struct: see status.h */
    const char *system;      /* such as "pendulum" */
    const char *system_file; /* or a header of your own, docs/own-systems.md */
    const char *
        law; /* such as "I11", or the path of a file of 'contensou fit' (.json), which has the contact too;
                        NULL: the system's own */
    const struct contensou_patch_spec *contact; /* of the law; NULL: a uniform disk */
    const char
        *set; /* numbers of the system and, with law., of the law: "omega_0=40,law.eps=1e-3" */
    const char *init; /* of the state: "phi=0.5" */
    const char
        *vary; /* the parameter and its values, rising or falling: "omega_0=30:65:71"; NULL: none */
    const char *
        stepper; /* of periodic orbits: "event" for exact stick-slip, law.eps = 0; NULL: equal steps */
    const char *
        pack; /* orbits that one work-item computes: "1", "2", "4", "8", "16"; NULL: 4 on CPUs, 1 on GPUs */
};

struct contensou_branch;

/* *out is for contensou_branch_free; the device must compute in double precision and stay open. Names that are not
 * there, values that are not possible and a law that the system cannot take are CONTENSOU_EARGUMENT or
 * CONTENSOU_ENOTFOUND with what is there. */
enum contensou_status contensou_branch_create(struct contensou_branch **out,
                                              struct contensou_device *device,
                                              const struct contensou_branch_options *options,
                                              struct contensou_error *err);
void contensou_branch_free(struct contensou_branch *b);

/* A sentence that is no error but should be told, such as that a contact does not turn with its body; NULL: there is none. */
const char *contensou_branch_note(const struct contensou_branch *b);

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
