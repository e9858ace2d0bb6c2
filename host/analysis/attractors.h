/* attractors.h: the attractors of a sweep, from what each lane tells of its own (kernels/observers/basin.h): lanes that do
 * the same have the same label, and an attractor that moves with a parameter keeps its label (docs/basins.md). The result
 * depends on the lanes alone, read in their order, not on who computed them when. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_ATTRACTORS_H
#define CONTENSOU_ANALYSIS_ATTRACTORS_H

#include "base/pool.h"

#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

enum contensou__attractors_kind {
    contensou__attractors_unresolved, /* not settled within the time, or failed */
    contensou__attractors_rest,
    contensou__attractors_stick, /* rest in stick: one of a continuum of states, which count as one */
    contensou__attractors_periodic,
    contensou__attractors_irregular /* neither, but the same over both quarters: chaotic or quasi-periodic */
};
enum {
    contensou__attractors_kinds = 5,
    contensou__attractors_wide = 4,   /* numbers of a state */
    contensou__attractors_points = 32 /* of a lane on a periodic orbit, at most */
};
extern const char *const contensou__attractors_words[contensou__attractors_kinds];

/* What a lane tells; the arrays are the reader's, good until its next call. */
struct contensou__attractors_lane {
    int failed;
    double kind, time, period, end; /* end: how long it was observed */
    const double *parameter;        /* [parameters]: lanes that agree in these form a group */
    const double *state;            /* [states][wide]: mean, spread, drift, spread before */
    const double *point;            /* [points][1 + states]: points of its orbit, the time first */
    size_t points;
};

struct contensou__attractors_source {
    uint64_t lanes;
    size_t states, parameters;
    unsigned angles; /* bit i: state i is an angle, from -pi to pi */
    enum contensou_status (*read)(void *owner, uint64_t lane,
                                  struct contensou__attractors_lane *out,
                                  struct contensou_error *err);
    void *owner;
};

/* An attractor in one group of lanes; the unresolved lanes of a group are one of label 0. */
struct contensou__attractors_row {
    size_t group, label;
    enum contensou__attractors_kind kind;
    uint64_t lanes, first;     /* the first of its lanes */
    double share, share_error; /* of the lanes of the group; the standard error of a binomial */
    double period;       /* the smallest that is one of all its lanes, NaN where there is none */
    const double *state; /* [states][2]: mean and spread of the first lane */
};

/* How many lanes are not on an attractor yet, at a time: Kaplan and Meier's estimate and Greenwood's error. */
struct contensou__attractors_step {
    size_t group;
    double time, alive, error;
};

/* Of a group: the rate of an exponential law behind the earliest arrival, lanes that never arrive being censored. */
struct contensou__attractors_life {
    uint64_t arrived, lanes;
    double from, rate, error; /* NaN where fewer than two arrived */
};

struct contensou__attractors {
    uint32_t *label;   /* [lanes] */
    size_t labels;     /* the largest */
    double *parameter; /* [groups][parameters] */
    size_t groups, parameters;
    struct contensou__attractors_row *row; /* by group, then label */
    size_t rows;
    struct contensou__attractors_step *step;
    size_t steps;
    struct contensou__attractors_life *life; /* [groups] */
    struct contensou__pool pool;             /* of all these */
};

/* Free it also after a failure. */
enum contensou_status contensou__attractors_find(struct contensou__attractors *a,
                                                 const struct contensou__attractors_source *source,
                                                 struct contensou_error *err);
void contensou__attractors_free(struct contensou__attractors *a);

#endif
