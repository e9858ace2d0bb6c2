/* ensemble_run.h: an ensemble from names to numbers in one call, on the default device. What goes wrong
 * fails the test. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_ENSEMBLE_RUN_H
#define CONTENSOU_TESTS_ENSEMBLE_RUN_H

#include "device/ensemble.h"
#include "support/reference_systems.h"

struct ensemble_run {
    const char *system, *law, *stepper; /* law may be NULL: the system's own */
    const char *file;                   /* of a system of one's own, then without law; or NULL */
    const char *shape, *pressure;       /* of the contact; NULL: disk, uniform */
    const char *set;         /* of all lanes, "omega_0=40,law.eps=1e-3,init.phi=0.5"; may be NULL */
    const char *const *each; /* the same of each lane; may be NULL */
    size_t lanes;            /* 0: one */
    struct contensou__ensemble_observers observe;
    struct contensou__ensemble_settings at; /* where 0: no limits, 100 points, return_tol 1e-4 */
    const char *section; /* a state, at at.section_value; NULL: the system's own */
    const double *times; /* of the series, at.samples of them */
    int single, pack;
    double slice; /* seconds of a launch; 0: all in one */
    int discrete; /* 1: the device poses as one with memory of its own */
    /* what comes out, for ensemble_run_free */
    size_t columns, *points; /* points[lane], at most at.keep */
    int dim;
    size_t slices;
    uint64_t moved; /* bytes between host and device in these, and to show the lanes behind them */
    double *row;    /* [lane][columns] */
    double *point;  /* [lane][keep][1 + dim], the time first */
    double *sample; /* [lane][samples][1 + dim] */
};

void ensemble_run(struct ensemble_run *r);
void ensemble_run_free(struct ensemble_run *r);

/* All observers and rodas54, so that a system needs one program only in all its tests; a narrow pack, which
 * is built soon (parity/test_packs.c compares the widths); one sample. */
struct ensemble_run ensemble_run_watch(const char *system, const char *law, double t_observe,
                                       double t_end, double rtol, double atol);

/* The same as ensemble_run, and every lane must finish. */
void ensemble_run_finish(struct ensemble_run *r);

/* A column of a lane's row by its name, such as "final.x" or "period.time". */
double ensemble_run_value(const struct ensemble_run *r, size_t lane, const char *name);

/* Fails the test unless that is the expected value, plus or minus `by`. */
void ensemble_run_close(const struct ensemble_run *r, size_t lane, const char *name,
                        double expected, double by);

/* The word of a lane's outcome. */
const char *ensemble_run_outcome(const struct ensemble_run *r, size_t lane);

/* Point k, or sample k: the time, then the state. */
const double *ensemble_run_point(const struct ensemble_run *r, size_t lane, size_t k);
const double *ensemble_run_sample(const struct ensemble_run *r, size_t lane, size_t k);

/* The fields, the law and the start of a reference problem as a text for `set` or `each`. */
enum { ensemble_run_text_size = 1200 };
void ensemble_run_text(const struct reference_problem *p, const double *start,
                       char text[ensemble_run_text_size]);

/* The names of a reference's system and law. */
const char *ensemble_run_system(const struct reference_problem *p);
const char *ensemble_run_law(const struct reference_problem *p);

#endif
