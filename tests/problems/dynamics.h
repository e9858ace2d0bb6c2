/* dynamics.h: the rows of check-values/dynamics/{disk_belt,block_belt,pendulum}.csv: a system with its
 * law, a start, a time, and the state then. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_DYNAMICS_H
#define CONTENSOU_TESTS_DYNAMICS_H

#include "support/reference_systems.h"

#include <stddef.h>

enum { dynamics_most = 40 };

struct dynamics_row {
    struct reference_problem problem;
    double start[reference_most_states], t, y[reference_most_states];
    int known; /* how many of the states the row has; the rest is 0 at the start */
};

/* The rows of a system's file, in its order: those of one problem and start follow each other with
 * rising times. Returns how many, 0 where the file cannot be read. */
size_t dynamics_rows(enum reference_system system, struct dynamics_row rows[dynamics_most]);

/* 1 where both rows lie on one trajectory. */
int dynamics_same(const struct dynamics_row *a, const struct dynamics_row *b);

#endif
