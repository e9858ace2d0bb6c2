/* ensemble.h: what the parts of `contensou-bench ensemble` share. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BENCH_ENSEMBLE_H
#define CONTENSOU_BENCH_ENSEMBLE_H

#include "bench.h"

#include "device/ensemble.h"
#include "model/lanes.h"

/* Seconds of the clock, and seconds of processors over how many there are: what the clock would show on a
 * machine that does nothing else. */
struct bench_time {
    double wall, cpu;
};
struct bench_time bench_time_now(void);
struct bench_time bench_time_since(struct bench_time begin);
void bench_time_keep_best(struct bench_time *best, struct bench_time t);

/* A system in plain C for CVODE. The numbers of a lane, worked out once. */
enum { bench_most_states = 6 };
struct bench_circle {
    int n;
    double half_mn, two_over_m, c, E2, E3, P[2], Q[2];
};
struct bench_line {
    double eps, F_s, delta;
};
struct bench_lane {
    double field[16];
    struct bench_circle circle;
    struct bench_line line;
};
struct bench_ode {
    /* value: the system's fields, then the law's, as contensou__lanes_values gives them */
    void (*prepare)(const double *value, struct bench_lane *lane);
    void (*rhs)(const struct bench_lane *lane, const double *y, double *dy);
    void (*jacobian)(const struct bench_lane *lane, const double *y, double *J); /* by rows */
    int dim, fields;
};
extern const struct bench_ode bench_lorenz, bench_pendulum, bench_disk_belt, bench_block_belt;

/* One row of the table. */
struct bench_work {
    const char *name, *system, *law;
    const char *set, *vary; /* "a=1,law.b=2"; "p=lo:hi" */
    double t_end, error;    /* error: the median that all sides must reach */
    double atol;            /* over rtol */
    double required, aim;   /* lanes/s over those of CVODE; 0: nothing is asked */
    int stiff;              /* 1: CVODE tries its BDF only */
    int without_cvode;      /* 1: a row of another error has it */
    const char *others;     /* what others reach on two cores */
    const char *tight, *steppers[4];
    size_t lanes, few; /* for our speed; for errors and for CVODE */
    const struct bench_ode *ode;
};
extern const struct bench_work bench_works[];
extern const size_t bench_work_count;

/* An ensemble of a work on the device. */
struct bench_ours {
    struct contensou_device *device;
    struct contensou_patch *patch;
    struct contensou__friction friction;
    struct contensou__ensemble_setup setup;
    struct contensou__lanes plan;
    double *value; /* as contensou__ensemble_load takes it */
};
void bench_ours_open(struct bench_ours *o, struct contensou_device *device,
                     const struct bench_work *work, const char *law, int single, size_t lanes);
void bench_ours_close(struct bench_ours *o);

/* Runs all lanes to the end in slices (0: one launch); final, unless NULL, gets the states lane by lane,
 * steps the mean number of steps, taken and rejected. */
struct bench_time bench_ours_run(struct bench_ours *o, const char *stepper, int pack, double rtol,
                                 double atol, double slice, double *final, double *steps);

/* The same lanes by the process of `contensou sweep`, the better of two runs; 0 where it is not there or fails. */
int bench_command_run(const struct bench_work *work, const char *stepper, double rtol, size_t lanes,
                      struct bench_time *best);

/* The same by CVODE on all cores: method 0 to bench_cvode_methods - 1. A lane that fails is NaN. */
enum { bench_cvode_methods = 3 };
extern const char *const bench_cvode_names[bench_cvode_methods];
int bench_cvode_here(void);
struct bench_time bench_cvode_run(const struct bench_ours *o, const struct bench_work *work,
                                  int method, double rtol, double atol, double *final);

/* The same by blocks of so many lanes written by hand, where there is such a system; step > 0: the classical method. */
int bench_simd_here(const struct bench_work *work, int lanes);
const char *bench_simd_name(const struct bench_work *work, int lanes);
struct bench_time bench_simd_run(const struct bench_ours *o, const struct bench_work *work,
                                 int lanes, double step, double rtol, double atol, double *final);

/* What errors are measured against: good for rows of any error, for one row, or not there, and ours at a tight tolerance
 * has to do. */
enum bench_truth { bench_truth_any, bench_truth_row, bench_truth_ours };
enum bench_truth bench_truth_kind(const struct bench_work *work);
void bench_truth_run(const struct bench_ours *o, const struct bench_work *work, double *final);

/* The first exponent of each lane from two variations beside the state, which are made orthonormal every unit of time;
 * the first sixteenth of the time does not count. BDF with the Jacobian of each block. */
struct bench_time bench_cvode_exponent(const struct bench_ours *o, const struct bench_work *work,
                                       double rtol, double *lambda);

/* The median over lanes of the largest |y - at|/(1 + |at|) of a lane. */
double bench_median_error(const double *y, const double *at, size_t lanes, size_t dim);

/* Whether one of the texts between commas is in the name; NULL: all are wanted. */
int bench_wanted(const char *only, const char *name);

/* Operations of an attempt of the work's lanes, a multiply-add counting two; 0 where they were not counted. */
double bench_operations(const struct bench_work *work, const char *stepper);

/* Operations of multiply-adds that the device makes in a second of processor time, all cores together; measured once. */
double bench_multiply_adds(struct contensou_device *device);

/* The tables behind that of the works. */
void bench_ensemble_device(struct contensou_device *device, int quick);

#endif
