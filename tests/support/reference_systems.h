/* reference_systems.h: the systems as the papers print them (with docs/errata.md), in double, for reference
 * integrators. They share nothing with kernels/. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_REFERENCE_SYSTEMS_H
#define CONTENSOU_TESTS_REFERENCE_SYSTEMS_H

#include "support/reference_laws.h"

enum reference_system {
    reference_disk_belt,
    reference_block_belt,
    reference_pendulum,
    reference_free_disk,
    reference_rolling_ball,
    reference_lorenz
};

enum { reference_most_states = 7, reference_most_fields = 15 };

/* A system with its fields, in the order in which `contensou list systems` shows them. */
struct reference_problem {
    enum reference_system system;
    double field[reference_most_fields];
    struct reference_law law;
};

/* The values of the papers; the law I00 (m = 2, b = 1, eps 1e-5) for disk_belt, I11 (b = 0.452,
 * m = 0.765, eps 1e-3) for pendulum and free_disk, continuous (F_s = 1, delta = 3, eps 1e-3) for
 * block_belt, pade2 (Hertz, eps 1e-3) for rolling_ball. eta' = 0. */
struct reference_problem reference_systems_problem(enum reference_system system);

int reference_systems_dim(enum reference_system system);

void reference_systems_rhs(const struct reference_problem *problem, const double *y, double *dy);

/* J[i * dim + j] = d dy_i/d y_j. Returns 0 and sets nothing where there is none (rolling_ball). */
int reference_systems_jacobian(const struct reference_problem *problem, const double *y, double *J);

#endif
