/* identification.h: what the parts of an identification from trajectories share: the rows, the numbers to be found, and the
 * motions that are compared with the rows. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_IDENTIFICATION_H
#define CONTENSOU_ANALYSIS_IDENTIFICATION_H

#include "analysis/identification_data.h"
#include "device/ensemble.h"
#include "model/contact_lane.h"
#include "model/plan.h"

#include <contensou/identification.h>

enum {
    contensou__identification_name = 40,
    contensou__identification_shared = 32, /* numbers to be found, at most */
    contensou__identification_names = 64   /* words of the setting "free" */
};

/* What is asked for beside the model, from texts (identification_settings.c); all zero is nothing. */
struct contensou__identification_bound {
    char name[contensou__identification_name];
    double low, high;
};
struct contensou__identification_choice {
    char **file;
    size_t files;
    char free[contensou__identification_names][contensou__identification_name];
    size_t frees;
    struct contensou__lanes_choice_numbers noise;
    struct contensou__identification_bound bound[contensou__identification_shared];
    size_t bounds;
    double starts, seed, segments;
};
/* Its row by name, or NULL; all defaults; one value, NULL: the default. Files add up until they are freed. */
const struct contensou__settings_row *contensou__identification_settings_find(const char *name);
enum contensou_status
contensou__identification_settings_init(struct contensou__identification_choice *c,
                                        struct contensou_error *err);
enum contensou_status
contensou__identification_settings_set(struct contensou__identification_choice *c,
                                       const struct contensou__settings_row *row, const char *text,
                                       struct contensou_error *err);
void contensou__identification_settings_free_files(struct contensou__identification_choice *c);
void contensou__identification_settings_free(struct contensou__identification_choice *c);

/* A number that all runs share and that is to be found. */
struct contensou__identification_unknown {
    char name[contensou__identification_name];
    int place;    /* among the numbers of a lane, those of the contact behind the initial values */
    double first; /* the value given, or the default */
    double low, high; /* where it may lie */
    double unit;      /* its size, for steps */
};

/* A piece of a run that begins in a state of its own; most runs have one. */
struct contensou__identification_piece {
    size_t run, first, count; /* rows of the data */
    double begin;             /* time of its first row */
    int joins;                /* 1: another piece of the run follows */
};

/* Values of all unknowns: the shared ones, and the state in which each piece begins. */
struct contensou__identification_point {
    double *shared, *state; /* [shared], [pieces * dim] */
};

/* The motions of a point: the columns of the data at all rows, found[row * columns + c], and the state of each piece where
 * the next one begins, end[piece * dim]; their derivatives by shared number j, then by state i in which the piece begins,
 * are d_found[(j * rows + row) * columns + c] and d_end[(j * pieces + piece) * dim + i]. */
struct contensou__identification_motion {
    int failed; /* 1: a trajectory did not reach its end */
    double *found, *end, *d_found, *d_end;
};

/* Lanes of one program; without an ensemble: not needed. */
struct contensou__identification_lanes {
    struct contensou__ensemble_setup setup;
    struct contensou__contact_lane
        *contact; /* whose law it is, where numbers of the contact are to be found */
    struct contensou__ensemble *ensemble;
    struct contensou__text program;
    size_t capacity;
};

/* Where motions come from. */
struct contensou__identification_model {
    const struct contensou__identification_data *data;
    struct contensou__settings *asked;
    struct contensou__plan *plan;
    struct contensou__identification_unknown unknown[contensou__identification_shared];
    size_t shared, dim;
    struct contensou__identification_piece *piece;
    size_t pieces;
    double *unit; /* [dim]: sizes of the states, for steps */
    char *free;   /* [dim]: 1 where the initial state of a run is to be found */
    const struct contensou_progress *progress;
    size_t counted[CONTENSOU_OUTCOME_COUNT]; /* of all trajectories that were computed */
    double iterations;
    /* for identification_motions.c */
    double *time; /* [times], from the beginning of a piece */
    size_t times;
    size_t *at, *end_at; /* which of them a row has, and the end of a piece */
    struct contensou__identification_lanes plain, slopes; /* without and with the gradient */
    int by[contensou__identification_shared +
           contensou__identification_states]; /* number of the gradient; -1: by differences */
};

/* Fills the shared numbers, and which initial states are free, of a model whose plan is made, by their names. */
enum contensou_status
contensou__identification_unknowns(struct contensou__identification_model *m,
                                   const struct contensou__identification_choice *choice,
                                   struct contensou_error *err);

/* Cuts the runs, or the share of each of them from its beginning on, into so many pieces, or fewer where they are short, and makes
 * room for their motions. Rows that are in no piece are left out. */
enum contensou_status
contensou__identification_motions_open(struct contensou__identification_model *m, size_t segments,
                                       double share, struct contensou_error *err);
void contensou__identification_motions_close(struct contensou__identification_model *m);
/* Behind a copy of a model: leaves what is open to the other one. */
void contensou__identification_motions_part(struct contensou__identification_model *m);

/* Room for a point and its motion. */
enum contensou_status contensou__identification_motions_make(
    const struct contensou__identification_model *m, struct contensou__identification_point *p,
    struct contensou__identification_motion *y, struct contensou_error *err);
void contensou__identification_motions_free(struct contensou__identification_point *p,
                                            struct contensou__identification_motion *y);

/* The motions of some points, and their derivatives with `slopes`: the one place that knows where these come from. */
enum contensou_status
contensou__identification_motions_run(struct contensou__identification_model *m,
                                      const struct contensou__identification_point *const *point,
                                      struct contensou__identification_motion *const *motion,
                                      size_t count, int slopes, struct contensou_error *err);

/* The sum of squares in units of the noise, and what its minimum says. */
struct contensou__identification_fit {
    struct contensou__identification_point point;
    struct contensou__identification_motion motion;
    double cost,
        gap; /* gap: of pieces that do not join, the sum of squares in units of the states */
    double
        joint; /* what a gap of one unit weighs, in units of the noise; it rises until pieces join */
    int slow;  /* steps in a row that hardly changed anything */
    int ended; /* 1: at a minimum */
    double first[contensou__identification_shared];
};

/* From the starts in fit[count] to minima, `rough` ones where the noise is not known yet; noise[columns]. The best is then fit[*best]. */
enum contensou_status contensou__identification_search(struct contensou__identification_model *m,
                                                       const double *noise,
                                                       struct contensou__identification_fit *fit,
                                                       size_t count, int rough, size_t *best,
                                                       struct contensou_error *err);

/* Sum of squares in units of the noise; infinite where a trajectory failed. */
double contensou__identification_search_cost(const struct contensou__identification_model *m,
                                             const double *noise,
                                             const struct contensou__identification_fit *f);

/* Where guesses of a number are taken from: its limits, where it has both, otherwise a factor of 3. */
void contensou__identification_global_box(const struct contensou__identification_unknown *u,
                                          double *low, double *high);

/* The best of so many places in the box of all shared numbers, into a fit whose pieces begin where they do. */
enum contensou_status contensou__identification_global(struct contensou__identification_model *m,
                                                       const double *noise, int evaluations,
                                                       struct contensou__identification_fit *fit,
                                                       struct contensou_error *err);

/* A search for the best fit, and what it leaves: it owns the motions of its model and the fit. */
struct contensou__identification_attempt {
    struct contensou__identification_model model; /* its own cut into pieces, the caller's rest */
    struct contensou__identification_fit fit;
    struct contensou_identification_column column[contensou__identification_states];
    double noise[contensou__identification_states];
    size_t segments, starts;
};

/* From the columns and their given noise to the best fit: whole runs from the guesses that are asked for, and where that leaves more
 * than noise, from more guesses, from short beginnings on, and in pieces. Free it also after a failure. */
enum contensou_status
contensou__identification_attempt_make(struct contensou__identification_attempt *a,
                                       const struct contensou__identification_choice *choice,
                                       struct contensou_error *err);
void contensou__identification_attempt_free(struct contensou__identification_attempt *a);

/* 1 where a number was driven to one of two limits. */
int contensou__identification_attempt_held(const struct contensou__identification_unknown *u,
                                           double value);

/* 1 where a column leaves more than noise: its residuals follow each other. */
int contensou__identification_attempt_coloured(const struct contensou_identification_column *c);

/* The linear least squares of a run: of each of its pieces the triangle T[n * n] of (state in which it begins, shared numbers, residual);
 * by reduce also D[(k * dim + i) * (shared + 1)]: state i of piece k moves by D.(shared numbers, 1) (identification_normal.c). */
struct contensou__identification_normal {
    size_t n, piece, pieces; /* the first of its pieces, and how many */
    double *T, *top, *D;
};
enum contensou_status contensou__identification_normal_make(
    const struct contensou__identification_model *m, const double *noise,
    const struct contensou__identification_fit *fit, size_t run,
    struct contensou__identification_normal *to, struct contensou_error *err);
void contensou__identification_normal_free(struct contensou__identification_normal *to);

/* The slopes of value row * columns + c by the states of its piece and the shared numbers, and its residual, all over the noise, into
 * row[n]; 0 where it is a gap. */
int contensou__identification_normal_row(const struct contensou__identification_model *m,
                                         const double *noise,
                                         const struct contensou__identification_fit *f,
                                         size_t piece, size_t value, double *row);

/* Eliminates the states, with the damping lambda of all unknowns: adds to S[shared * shared] and h[shared] of S x = h, and fills D. */
void contensou__identification_normal_reduce(const struct contensou__identification_model *m,
                                             const struct contensou__identification_fit *f,
                                             struct contensou__identification_normal *to,
                                             double lambda, double *S, double *h);

/* What the minimum tells of the shared numbers: covariance[shared * shared], told[shared] (0: not at all, or not apart from
 * others), degrees of freedom of Student's t, and sentences. */
struct contensou__identification_verdict {
    double covariance[contensou__identification_shared * contensou__identification_shared];
    int told[contensou__identification_shared];
    /* group[j] above 0: those with the same number cannot be told apart; -1: without influence; 0: neither */
    int group[contensou__identification_shared];
    int groups;
    double freedom;
    size_t clusters;
    const char *clustered; /* "runs" or "pieces of runs" */
};
enum contensou_status contensou__identification_judge(
    const struct contensou__identification_model *m, const double *noise,
    const struct contensou__identification_fit *fit, struct contensou__identification_verdict *to,
    struct contensou_error *err);

/* Solves A x = b, A[n * n] symmetric and positive; A is used up. 0 where it is not. */
int contensou__identification_normal_solve(size_t n, double *A, double *b);

#endif
