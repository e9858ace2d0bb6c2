/* problem.h: a fit as numbers: rows of slips with the wrench that is wanted there, a law, and which of
 * its parameters are unknown. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_PROBLEM_H
#define CONTENSOU_FIT_PROBLEM_H

#include "laws/law.h"

#include <contensou/fit.h>

struct contensou__fast;

enum { contensou__problem_mu = -1, contensou__problem_a = -2 };

struct contensou__problem {
    struct contensou__law law;
    struct contensou__patch_data exact; /* the exact wrench anywhere; none with data */
    int has_exact, circular;
    struct contensou__fast *fast; /* tables for the rows, or NULL */
    double *fine; /* the exact wrench on the fine grid of minimax.c, made when first needed */
    size_t rows;
    size_t
        part; /* rows that a thread is worth: those of measurements, which may be many, go to all cores */
    double *slip, *target, *weight; /* field-major, 3 * rows */
    double mu, a;                   /* T = mu T_law(v, a w), M = mu a M_law */
    double
        stretch; /* the a by which rows of data are weighted: their unit of length is size stretch */
    double size; /* the unit of length of theta and torque: tan theta = w size/v */
    double scale_force, scale_torque; /* of the errors: square roots of the weights, over size */
    enum contensou_loss loss;
    double huber;
    /* unknown u is the law's parameter which[u], or mu or a; the search sees it as it is, or its
     * logarithm where the bounds span orders of magnitude */
    int unknowns, which[CONTENSOU_FIT_PARAMETERS], by_log[CONTENSOU_FIT_PARAMETERS];
    double low[CONTENSOU_FIT_PARAMETERS], high[CONTENSOU_FIT_PARAMETERS];
    double own
        [CONTENSOU_FIT_PARAMETERS]; /* the unknowns of the contact's own law, as the search sees them */
    long evaluations;
    struct contensou_progress progress; /* as in the options */
};

/* Sets up rows (from the patch or from the data), law, unknowns and bounds. */
enum contensou_status contensou__problem_create(struct contensou__problem *p,
                                                const struct contensou_patch *patch,
                                                struct contensou_device *device,
                                                const struct contensou_fit_options *options,
                                                struct contensou_error *err);
void contensou__problem_free(struct contensou__problem *p);

/* Makes the tables for the rows again, after a change of which parameters are unknown. */
enum contensou_status contensou__problem_prepare(struct contensou__problem *p,
                                                 struct contensou_error *err);

/* 1 where the caller asks to stop. */
int contensou__problem_stopped(const struct contensou__problem *p);

/* Puts the unknowns x (as the search sees them) into the law, mu and a; and reads them back. */
void contensou__problem_put(struct contensou__problem *p, const double *x);
void contensou__problem_start(const struct contensou__problem *p, double *x);
double contensou__problem_value(const struct contensou__problem *p, int unknown, double x);
const char *contensou__problem_name(const struct contensou__problem *p, int unknown);

/* Weights the torques of data, and names their directions, by the size that the contact has with this a. */
void contensou__problem_stretch(struct contensou__problem *p, double a);

/* The slip of a direction: (cos theta cos phi, cos theta sin phi, sin theta/size). */
void contensou__problem_slip(const struct contensou__problem *p, double theta, double phi,
                             double slip[3]);

/* The law's wrench with mu and a. */
void contensou__problem_wrench(const struct contensou__problem *p, const double slip[3],
                               double wrench[3]);

/* The same in the rows from..to, into f[3 * rows]. */
void contensou__problem_wrenches(const struct contensou__problem *p, size_t from, size_t to,
                                 double *f);

/* Where the loss of an error turns from its square to a line: infinite without Huber's loss. And the sum of the losses. */
double contensou__problem_threshold(const struct contensou__problem *p);
double contensou__problem_losses(const struct contensou__problem *p, const double *r);

/* The weighted errors r[3 * rows] at x, member by member; the objective is the sum of their losses. */
void contensou__problem_residuals(struct contensou__problem *p, const double *x, double *r);
double contensou__problem_objective(struct contensou__problem *p, const double *x, double *r);

/* The objective and, unless it is NULL, its gradient[unknowns]; r[3 * rows] and jacobian[3 * rows * unknowns] are scratch. */
enum contensou_status contensou__problem_slope(struct contensou__problem *p, const double *x,
                                               double *r, double *jacobian, double *value,
                                               double *gradient, struct contensou_error *err);

/* d r/d x, in closed form or by differences of fourth order: jacobian[3 * rows * unknowns], unknown by unknown. */
enum contensou_status contensou__problem_jacobian(struct contensou__problem *p, const double *x,
                                                  double *jacobian, struct contensou_error *err);

/* The errors of force and torque in one direction against the exact wrench: |dT| and |dM|, weighted
 * as in the fit. */
void contensou__problem_errors(struct contensou__problem *p, double theta, double phi,
                               double error[2]);

#endif
