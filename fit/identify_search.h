/* identify_search.h: rows of measured directions, and the search for the contact that makes them. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_IDENTIFY_SEARCH_H
#define CONTENSOU_FIT_IDENTIFY_SEARCH_H

#include "fit/identify_law.h"

/* One measured row, as unit vectors. */
struct contensou__identify_row {
    double slip[3], load[3], weight, size; /* size: of the load as measured */
};

struct contensou__identify_search {
    struct contensou__identify_law *m;
    struct contensou__identify_row *row;
    char *used; /* [rows]: 1 where the row counts, 0 where it is held out */
    size_t rows;
    int some, begun; /* 1: many rows are set aside for now; begin is where searches start */
    double begin[contensou__identify_law_most];
    enum contensou_target target;
    double smoothing;
    int unknowns;                                    /* the cells and the extras */
    int fixed;                                       /* 1: the loads are those given */
    int searched;                                    /* 1: there is something to find */
    int free[contensou__identify_law_extras];        /* 1: found too */
    double bound[2][contensou__identify_law_extras]; /* of the extras */
    double (*last)[3];                               /* [rows]: where Newton ended last */
    int *fold;                                       /* [rows]: in which fold a row is held out */
    size_t *group, groups; /* [rows]: rows of one group are held out together */
    int folds;
    double *
        held; /* [2 * rows]: angles of slip and wrench of each row where it was held out last, or NaN */
    double *corrected; /* [rows] or NULL: those of the slip with the residual of the other rows */
    size_t part;       /* rows that a thread is worth */
    struct contensou_progress progress;
    int stopped;
    struct contensou_error *err;
    enum contensou_status status;
    void *opt; /* the search that runs */
};

/* Rows, folds and unknowns. Free it also after a failure; m must outlive it. */
enum contensou_status contensou__identify_search_create(struct contensou__identify_search *w,
                                                        struct contensou__identify_law *m,
                                                        const struct contensou_identify_options *o,
                                                        struct contensou_error *err);
void contensou__identify_search_free(struct contensou__identify_search *w);

/* The unknowns as the contact is given, or as some of many rows say. */
void contensou__identify_search_start(const struct contensou__identify_search *w, double *p);

/* p[unknowns] from there on, in at most this many evaluations; loads add up to 1. The law is set to what is found, and to p where
 * there is nothing to find. */
enum contensou_status contensou__identify_search_run(struct contensou__identify_search *w,
                                                     double *p, int most,
                                                     struct contensou_error *err);

/* Of many rows: finds what some of them say, from where searches over all begin. smoothed: the smoothing was chosen over
 * them too, and what is best falls as one over the number of rows. */
enum contensou_status contensou__identify_search_begin(struct contensou__identify_search *w,
                                                       int smoothed, struct contensou_error *err);

/* Mean angles of rows that were held out, slip and wrench; those of the rows are in held. */
enum contensou_status contensou__identify_search_validate(struct contensou__identify_search *w,
                                                          double out[2],
                                                          struct contensou_error *err);

/* What the law that was found leaves of the slips of the rows that count, as a residual. */
enum contensou_status contensou__identify_search_residual(struct contensou__identify_search *w,
                                                          struct contensou_residual_gp **out,
                                                          struct contensou_error *err);

/* The strengths of the regularisation that are tried; and what the present one, chosen over some of many rows, is for all. */
enum { contensou__identify_search_smoothing_count = 4 };
extern const double
    contensou__identify_search_smoothings[contensou__identify_search_smoothing_count];
double contensou__identify_search_smoothing_of_all(const struct contensou__identify_search *w);

/* Sets the smoothing that predicts best what it has not seen. */
enum contensou_status contensou__identify_search_smooth(struct contensou__identify_search *w,
                                                        struct contensou_error *err);

/* Of the unknowns that the law was set to last, which the search leaves at what it found: errors of a row, r[6] (wrench, slip) and, unless it is NULL, J[6][unknowns]; what the target leaves out is 0. */
void contensou__identify_search_errors(const struct contensou__identify_search *w, size_t i,
                                       double r[6], double (*J)[contensou__identify_law_most]);

/* The angles of the rows that count into angle[2 * rows]: slip, wrench. */
void contensou__identify_search_angles(const struct contensou__identify_search *w, double *angle);

/* Rows that a thread is worth. */
enum { contensou__identify_search_part = 64 };

#endif
