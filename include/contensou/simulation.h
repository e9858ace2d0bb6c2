/* simulation.h: trajectories of a system with friction, one or millions at once: what 'contensou run' and
 * 'contensou sweep' do.
 *
 *     struct contensou_simulation *s = NULL;
 *     struct contensou_trajectories *r = NULL;
 *
 *     if (contensou_simulation_create(&s, &err) ||
 *         contensou_simulation_set(s, "system", "pendulum", &err) ||
 *         contensou_simulation_set(s, "law", "I11", &err) ||
 *         contensou_simulation_set(s, "vary", "omega_0=30:65:512", &err) ||
 *         contensou_simulation_set(s, "time", "60", &err) ||
 *         contensou_simulation_set(s, "transient", "40", &err) ||
 *         contensou_simulation_set(s, "observe", "section,extrema", &err) ||
 *         contensou_simulation_run(s, &r, &err) || contensou_trajectories_write(r, "bif.h5", NULL, &err))
 *         fprintf(stderr, "%s\n", err.message);
 *     contensou_trajectories_free(r);
 *     contensou_simulation_free(s);
 *
 * A lane is one trajectory. A simulation is a set of named settings: every option of 'contensou sweep' that is about the work is a
 * setting of the same name (settings.h enumerates them with their types, defaults and limits). A setting is given as text, as the
 * command line takes it, or by the calls for what a program has in memory: numbers, a contact, times, the numbers of the lanes, the
 * text of a system.
 *
 * Arrays of the library hold one number after the other of one name: value[k * n + i] is number k of member i of n,
 * where members are lanes or rows. Where the names are given, k is the place of the name in that list.
 *
 * Threads: one simulation, and one result, belong to one thread at a time; different ones may be used at the same time,
 * also on one device. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SIMULATION_H
#define CONTENSOU_SIMULATION_H

#include <contensou/branch.h>
#include <contensou/cases.h>
#include <contensou/device.h>
#include <contensou/patch.h>
#include <contensou/progress.h>
#include <contensou/trajectories.h>
#include <contensou/settings.h>
#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_simulation;

/* Makes a simulation without settings. *out is for contensou_simulation_free; on failure it is NULL. */
enum contensou_status contensou_simulation_create(struct contensou_simulation **out,
                                                  struct contensou_error *err);

/* Frees it; NULL is fine. Results that it made stay good. */
void contensou_simulation_free(struct contensou_simulation *s);

/* Sets a setting from its text. "vary" may be set up to eight times, each is one more number that varies; of all others the last
 * value counts. NULL takes it back ("vary": all of them). An unknown name is CONTENSOU_ENOTFOUND and names the nearest one; a text
 * that is no value of the setting is CONTENSOU_EARGUMENT or CONTENSOU_ENOTFOUND, and the setting is then not set. What depends on
 * other settings, such as names of a system's fields, is looked at by contensou_simulation_prepare. */
enum contensou_status contensou_simulation_set(struct contensou_simulation *s, const char *name,
                                               const char *value, struct contensou_error *err);

/* The same from a number, or from several: "tilt", "center", "cell" and "anisotropy" have two, "time" any. */
enum contensou_status contensou_simulation_set_number(struct contensou_simulation *s,
                                                      const char *name, double value,
                                                      struct contensou_error *err);
enum contensou_status contensou_simulation_set_numbers(struct contensou_simulation *s,
                                                       const char *name, const double *value,
                                                       size_t count, struct contensou_error *err);

/* One number of the system, of the law ("law.eps") or of the initial state ("init.phi"), beside those of "set" and "init" and those
 * set by this call before. */
enum contensou_status contensou_simulation_set_parameter(struct contensou_simulation *s,
                                                         const char *name, double value,
                                                         struct contensou_error *err);

/* One more number that varies, as "vary" adds one: its values, copied. */
enum contensou_status contensou_simulation_set_vary(struct contensou_simulation *s,
                                                    const char *name, const double *value,
                                                    size_t count, struct contensou_error *err);

/* The settings of a contact all at once; its texts are copied. What is 0 or NULL has its default. */
enum contensou_status contensou_simulation_set_contact(struct contensou_simulation *s,
                                                       const struct contensou_patch_spec *spec,
                                                       struct contensou_error *err);

/* The text of a setting as it was given or as its numbers are written, its fallback, or NULL; good until it is set again. */
const char *contensou_simulation_value(const struct contensou_simulation *s, const char *name);

/* Computes on this device instead of that of the setting "device"; called again, on several, each lane on one of them.
 * They must stay open as long as the simulation. */
enum contensou_status contensou_simulation_add_device(struct contensou_simulation *s,
                                                      struct contensou_device *device,
                                                      struct contensou_error *err);

/* A contact of the program's instead of "shape", "pressure", "tilt" and "center"; NULL: those again. It must outlive
 * the next contensou_simulation_prepare. */
void contensou_simulation_set_patch(struct contensou_simulation *s,
                                    const struct contensou_patch *patch);

/* The times of the observer series, rising; the last is the end. Instead of "time"; copied; count 0: "time" again. */
enum contensou_status contensou_simulation_set_times(struct contensou_simulation *s,
                                                     const double *time, size_t count,
                                                     struct contensou_error *err);

/* Lanes whose numbers the program has: value[k * lanes + lane] of name[k], names as for "vary". Instead of "vary",
 * "random", "starts" and "lanes-from"; all is copied; names 0: those again. */
enum contensou_status contensou_simulation_set_lanes(struct contensou_simulation *s,
                                                     const char *const *name, size_t names,
                                                     size_t lanes, const double *value,
                                                     struct contensou_error *err);

/* A system of the user's from its text, which has the form of a file of "system-file"; the name is for messages and
 * results. It includes files of kernels/ only. Copied; a text of NULL: "system" again. */
enum contensou_status contensou_simulation_set_system(struct contensou_simulation *s,
                                                      const char *name, const char *text,
                                                      struct contensou_error *err);

/* Who is told how far the work is ("lanes", or "units of time" where there is one lane; "slips of the table" while a
 * law is made) and can end it: contensou_simulation_run then returns CONTENSOU_ESTOPPED, and what is finished is in the
 * journal. Called by the thread that called, or, with several devices, by one of those that compute, never by two at
 * once. NULL: nobody. */
void contensou_simulation_set_progress(struct contensou_simulation *s,
                                       const struct contensou_progress *progress);

/* Who is told sentences that are no errors, such as a warning of a tolerance that is too large for a state; "warning: "
 * stands before those. By default nobody is. */
void contensou_simulation_set_notes(struct contensou_simulation *s,
                                    void (*note)(void *context, const char *sentence),
                                    void *context);

/* Who is told every step that was taken, where there is one lane: the time and state[states] behind it. It is called by
 * the thread that computes; a status other than 0 ends the run with it. This is slow. NULL: nobody. */
void contensou_simulation_set_steps(struct contensou_simulation *s,
                                    enum contensou_status (*step)(void *context, double t,
                                                                  const double *state,
                                                                  struct contensou_error *err),
                                    void *context);

/* Reads all settings, opens the device, makes the law (where its numbers depend on the contact, fits them as
 * contensou_fit does) and chooses tolerances and stepper where none are set. A wrong value is CONTENSOU_EARGUMENT with a
 * sentence that names it and the valid ones. contensou_simulation_run does this itself; it is for what is to be known
 * before: the functions below. Nothing happens where all is prepared and no setting changed since. */
enum contensou_status contensou_simulation_prepare(struct contensou_simulation *s,
                                                   struct contensou_error *err);

/* Of a prepared simulation: how many lanes there are; how many states the system has, and their names and units (NULL
 * behind the last). */
uint64_t contensou_simulation_lane_count(const struct contensou_simulation *s);
size_t contensou_simulation_state_count(const struct contensou_simulation *s);
const char *contensou_simulation_state(const struct contensou_simulation *s, size_t i);
const char *contensou_simulation_state_unit(const struct contensou_simulation *s, size_t i);

/* Its unit of time: "s" where the states have such units, otherwise "-". */
const char *contensou_simulation_time_unit(const struct contensou_simulation *s);

/* Whether contensou_trajectories_write could write the results there: its place, its names. Leaves nothing. Prepares the
 * simulation; what is wrong here is also what contensou_simulation_run fails with, until something is set. */
enum contensou_status contensou_simulation_check_file(struct contensou_simulation *s,
                                                      const char *path,
                                                      struct contensou_error *err);

/* How much the results will have. Prepares the simulation. */
struct contensou_simulation_extent {
    size_t varied; /* numbers that differ from lane to lane, but for initial values at random */
    size_t lanes;
    size_t columns; /* of each lane, that observers make */
    int points;     /* 1: and a list of points with the states */
};
enum contensou_status contensou_simulation_extent(struct contensou_simulation *s,
                                                  struct contensou_simulation_extent *out,
                                                  struct contensou_error *err);

/* The next run fails with this error, in all its processes: for what a caller finds wrong in only one of them. */
void contensou_simulation_refuse(struct contensou_simulation *s, const struct contensou_error *err);

/* A branch (branch.h) of its system, law, contact, numbers and initial state along the parameter of "vary": one field of the
 * system or the law with values that rise or fall; without "vary" there is no parameter. Of "stepper" only "event" has a meaning
 * (exact stick-slip, law.eps = 0), and "pack" is how many orbits a work-item computes; times and observers have none. The
 * device must compute in double precision. *out is for contensou_branch_free; the simulation must stay until then, unchanged. */
enum contensou_status contensou_simulation_branch(struct contensou_simulation *s,
                                                  struct contensou_branch **out,
                                                  struct contensou_error *err);

/* Cases of slip-stick transitions (cases.h) with this mass matrix m11, m12, m13, m22, m23, m33 and drive; NULL where "system"
 * is set, whose state gives them (its local motion s' = a0 + A f has the mass matrix -A^-1 and the drive a0, in the units of its
 * slip and per mu N), or where "random" is set without "vary": then what is not given is drawn, as 'contensou transitions --help' says.
 * "law" or "shape" choose the law of a contact; without them it is that of [3]. "set" has the numbers mu_lambda, mu_tau,
 * c_omega, lambda_n and a beside those of the system and the law, and each "vary" one that differs: several make a grid, the
 * first one slowest. *out is for contensou_cases_free; devices and a contact of the program's must outlive it. */
enum contensou_status contensou_simulation_cases(struct contensou_simulation *s, const double *mass,
                                                 const double *drive, struct contensou_cases **out,
                                                 struct contensou_error *err);

/* Computes all lanes, or with "shard" every N-th. Lanes that do not reach their end are results, not errors: see
 * contensou_trajectories_outcome. *out is for contensou_trajectories_free.
 *
 * With "journal" each finished lane is in that file within a second; without, in a file that nobody sees. A journal that
 * is there already is an error, unless "resume" is set: then its lanes are not computed again, and it must be of the same
 * run, which is compared setting by setting. When the call fails (CONTENSOU_ESTOPPED: somebody ended it), *out is NULL and the
 * journal stays, if it has a lane. When a device does not answer within "slice-limit", the call gives CONTENSOU_ETIMEOUT
 * and *out all the same: what was not finished has the outcome CONTENSOU_OUTCOME_STOPPED, and the journal forgets it.
 *
 * Of processes that mpirun started (the library built with MPI) each calls this with the same settings; the first gets
 * the results, the others CONTENSOU_OK and *out = NULL. */
enum contensou_status contensou_simulation_run(struct contensou_simulation *s,
                                               struct contensou_trajectories **out,
                                               struct contensou_error *err);

/* Of the last run, also after it was stopped: how many lanes are finished, and of how many (of this shard). */
uint64_t contensou_simulation_finished_count(const struct contensou_simulation *s, uint64_t *of);

#ifdef __cplusplus
}
#endif
#endif
