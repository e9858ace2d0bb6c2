/* identification.h: the numbers of a system, its law and its contact from measured trajectories: what 'contensou identify' does.
 *
 *     struct contensou_identification *id = NULL;
 *
 *     if (contensou_identification_create(&id, &err) ||
 *         contensou_identification_set(id, "system", "free_disk", &err) ||
 *         contensou_identification_set(id, "data", "pucks.csv", &err) ||
 *         contensou_identification_set(id, "free", "mu_g,shape.R", &err) ||
 *         contensou_identification_run(id, &err))
 *         fprintf(stderr, "%s\n", err.message);
 *     for (size_t k = 0; !err.status && k < contensou_identification_count(id); ++k)
 *         printf("%s\n", contensou_identification_parameter(id, k)->name);
 *     contensou_identification_free(id);
 *
 * Rows are t, states by their names and, where there are several, the number of the run. Whole trajectories are compared with
 * them: with y(t; p, s) the motion that begins in s,
 *
 *     sum over runs, frames k and columns c of ((y_c(t_k; p, s_run) - data)/sigma_c)^2
 *
 * is made small over the numbers p, which all runs share, and the initial states s of each run (Levenberg-Marquardt; all runs,
 * starts and derivatives are lanes of one launch). Nothing is differentiated twice, so that noise of positions is no bias.
 *
 * Threads: an identification belongs to one thread at a time. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IDENTIFICATION_H
#define CONTENSOU_IDENTIFICATION_H

#include <contensou/device.h>
#include <contensou/progress.h>
#include <contensou/settings.h>
#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_identification;

/* *out is for contensou_identification_free; on failure it is NULL. */
enum contensou_status contensou_identification_create(struct contensou_identification **out,
                                                      struct contensou_error *err);
void contensou_identification_free(struct contensou_identification *id);

/* Row i of the settings that identifications alone have, NULL behind the last: what they are, with their defaults, and what they mean. */
const struct contensou_setting *contensou_identification_settings_row(size_t i);

/* Sets a setting from its text: those of simulations that are about the model and the device (settings.h: system, law, shape,
 * set, init, stepper, rtol, ..), and
 * those of its own table: data (one more file), free, noise, bounds, starts, seed, segments. NULL takes it back. */
enum contensou_status contensou_identification_set(struct contensou_identification *id,
                                                   const char *name, const char *value,
                                                   struct contensou_error *err);

/* One number of the system, the law ("law.eps") or the initial state ("init.phi"), beside those of "set" and "init". */
enum contensou_status contensou_identification_set_parameter(struct contensou_identification *id,
                                                             const char *name, double value,
                                                             struct contensou_error *err);

/* Rows that a program has: value[k * rows + row] of name[k]: "run", "t" or a state; NaN is a gap. Copied. */
enum contensou_status contensou_identification_add_rows(struct contensou_identification *id,
                                                        const char *const *name, size_t names,
                                                        size_t rows, const double *value,
                                                        struct contensou_error *err);

void contensou_identification_set_progress(struct contensou_identification *id,
                                           const struct contensou_progress *progress);

/* Who is told sentences that are no errors; "warning: " stands before warnings. */
void contensou_identification_set_notes(struct contensou_identification *id,
                                        void (*note)(void *context, const char *sentence),
                                        void *context);

/* Finds the numbers. A row that is not possible is CONTENSOU_EINPUT with its file, line and column; a name that is not there
 * is CONTENSOU_ENOTFOUND with those that are. What follows is good behind a success, until something is set. */
enum contensou_status contensou_identification_run(struct contensou_identification *id,
                                                   struct contensou_error *err);

/* A number that was found. Its interval holds the truth with 95 %: from the sandwich of clusters, which are the runs (or,
 * where there are fewer than four, pieces of them), corrected for the influence of each (CR3), with Student's t. */
struct contensou_identification_parameter {
    const char *name, *unit;
    double value, start; /* start: the first guess that led there */
    double sigma;        /* standard error; infinite where the data do not tell it */
    double low, high;    /* the interval */
    int told;            /* 0: the data do not tell it, alone or from others: see the warning */
};
size_t contensou_identification_count(const struct contensou_identification *id);
const struct contensou_identification_parameter *
contensou_identification_parameter(const struct contensou_identification *id, size_t k);

/* The correlation of two of them, between -1 and 1. */
double contensou_identification_correlation(const struct contensou_identification *id, size_t k,
                                            size_t l);

/* A measured column and what the fit leaves of it. */
struct contensou_identification_column {
    const char *name, *unit;
    size_t count;         /* values */
    double noise;         /* the standard deviation that weighs it */
    int given;            /* 1: it was given, 0: estimated */
    double rms;           /* of the residuals */
    double durbin_watson; /* about 2 for noise that is white; towards 0 where the model is wrong */
    double
        whiteness; /* the probability of such autocorrelations (lags 1 to 10, Ljung-Box) in white noise */
};
size_t contensou_identification_column_count(const struct contensou_identification *id);
const struct contensou_identification_column *
contensou_identification_column(const struct contensou_identification *id, size_t k);

/* A run: its number in the data, its frames, and the initial state that was found, state[states]. The frames of one column:
 * times, what was measured (NaN: a gap) and the motion found, all of them [frames]. */
struct contensou_identification_run_info {
    double label;
    size_t frames, states;
    const double *state;
    const char *const *name; /* of the states */
    double begin;            /* time of the first frame */
};
size_t contensou_identification_run_count(const struct contensou_identification *id);
const struct contensou_identification_run_info *
contensou_identification_run_at(const struct contensou_identification *id, size_t run);
enum contensou_status contensou_identification_frames(const struct contensou_identification *id,
                                                      size_t run, size_t column, double *t,
                                                      double *measured, double *found,
                                                      struct contensou_error *err);

/* The unit of time; what is not as it should be, in sentences ("" where all is): numbers that the data do not tell apart, by
 * name, residuals that are not noise. */
const char *contensou_identification_time_unit(const struct contensou_identification *id);
const char *contensou_identification_warning(const struct contensou_identification *id);

/* All of it as JSON, *text for free(); command: the line that goes into it, or NULL. A command that reads a law takes it
 * as --law FILE.json: the contact and the numbers of the law in it are those found. */
enum contensou_status contensou_identification_text(const struct contensou_identification *id,
                                                    const char *command, char **text,
                                                    struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif
