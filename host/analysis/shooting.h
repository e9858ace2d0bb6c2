/* shooting.h: the equations of a periodic orbit: unknown are a point y of it and its period T,
 *
 *     y(T; y, p) - y = 0,   f(y0).(y - y0) = 0,
 *
 * y0 the last point found. Where something drives the system with the period P(p), the period is no unknown: the last equation is
 * T = k P(p), and y belongs to a fixed phase of the forcing, so that y -> y(T) is the stroboscopic map, k times.
 *
 * The variations give the Jacobian; all of them are members of one launch. With the stepper event y stays in the middle of the longest slip: in
 * stick its neighbours would not be free. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_SHOOTING_H
#define CONTENSOU_ANALYSIS_SHOOTING_H

#include "analysis/arclength.h"
#include "device/orbit.h"
#include "analysis/branch.h"

enum {
    contensou__shooting_most = 16, /* states */
    contensou__shooting_wide = contensou__arclength_wide,
    contensou__shooting_switches = 1024 /* of an orbit */
};

/* Switches of an orbit, one behind the other. */
struct contensou__shooting_sequence {
    double t[contensou__shooting_switches];
    int kind[contensou__shooting_switches];
    size_t count;
};

/* Unknowns are x = (y, T, p), each in its unit. */
struct contensou__shooting {
    const struct contensou_branch *branch;
    struct contensou__members *orbit;
    struct contensou__arclength curve;
    size_t dim, state_place, width; /* width: of what comes back of a member */
    int exact;                      /* the stepper event */
    unsigned unused; /* bit i: nothing depends on state i, which need not come back */
    double unit[contensou__shooting_wide]; /* of the states, the period and p */
    double anchor[contensou__shooting_most],
        normal[contensou__shooting_most]; /* the phase condition, in units */
    /* What drives the system: its period at `forced_at` and how that changes with p; 0: nothing. y is at `phase` (0 .. 1) of it. */
    double forced, forced_slope, forced_at, phase;
    int turns;   /* k: periods of the forcing in one of the orbit */
    double step; /* 0 with exact */
    double *all, *v, *out;
    double V[contensou__shooting_most *
             contensou__shooting_most];        /* the last monodromy matrix, in units */
    double slope[contensou__shooting_most];    /* f at the end of the last orbit */
    double tail[contensou__orbit_tail];        /* of it */
    const struct contensou_progress *progress; /* asked in every launch */
    struct contensou_error *err;
};

/* The calls of analysis/arclength.h, of = the shooting. */
int contensou__shooting_evaluate(void *of, const double *x, double *f,
                                 double J[][contensou__shooting_wide]);
int contensou__shooting_decide(void *of, struct contensou__arclength_spot *s,
                               double J[][contensou__shooting_wide]);
double contensou__shooting_margin(double re, double im, enum contensou__arclength_kind kind);

/* Derivatives of the period and the states of the orbit x by number `place` of the system or the law: by[0] and by[1 + dim]. NaN where
 * orbits next to it have other switches. 0 on failure, with the status of the curve. */
int contensou__shooting_by(struct contensou__shooting *w, const double *x, size_t place,
                           double *by);

/* The vector that the multiplier -1 belongs to, at the orbit evaluated last: of length 1, across the phase condition. */
void contensou__shooting_turned(const struct contensou__shooting *w, double *v);

/* The period of the forcing at the p of x, for what follows; 0 on failure, with the status of the curve. */
int contensou__shooting_drive(struct contensou__shooting *w, const double *x);

/* The trajectory from x over a time, with the variation v or, for NULL, none: w->out. 0 where it does not reach its end. */
int contensou__shooting_launch(struct contensou__shooting *w, const double *x, const double *v,
                               double span, struct contensou__orbit_call *rows);

/* Rows of that trajectory; rows->row is for free. */
enum contensou_status contensou__shooting_rows(struct contensou__shooting *w, const double *x,
                                               double span, size_t count, size_t switches,
                                               struct contensou__orbit_call *rows);

/* States whose small difference stays what it is over that time and changes no other state: they need not come back. */
enum contensou_status contensou__shooting_unused(struct contensou__shooting *w, const double *x,
                                                 double span);

/* The phase condition at x. Needs a described point. */
void contensou__shooting_anchor(struct contensou__shooting *w, const double *x);

/* x moves along its trajectory. */
enum contensou_status contensou__shooting_move(struct contensou__shooting *w, double *x, double t);

/* How far along the orbit the middle of its longest slip is, from x in a slip; a little longer is not worth the way. */
enum contensou_status contensou__shooting_middle(struct contensou__shooting *w, const double *x,
                                                 double *t);

/* The smallest and largest of each state over the orbit; its switches. */
enum contensou_status contensou__shooting_measure(struct contensou__shooting *w, const double *x,
                                                  double *low, double *high);
enum contensou_status contensou__shooting_sequence(struct contensou__shooting *w, const double *x,
                                                   struct contensou__shooting_sequence *to);

/* How far the orbit is from its beginning after a part of its period: the largest difference, in units; INFINITY where it does not
 * get there. */
double contensou__shooting_away(struct contensou__shooting *w, const double *x, double part);

#endif
