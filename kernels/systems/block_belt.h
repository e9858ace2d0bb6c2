/* block_belt.h: a block on a belt, held by a spring to a large mass and pushed by a harmonic force;
 * [2](5), without units:
 *
 *     X' = V,  V' = -(X - Y) + F(V_r, F_ex) + F0 cos phi,  Y' = W,  W' = Omega0_sq (X - Y),
 *     Z' = Omega,  phi' = Omega1,  V_r = V_dr + V0 cos Z - V,  F_ex = (X - Y) - F0 cos phi.
 *
 * A block that sticks moves with the belt, V' = V_dr', so that F_ex needs the acceleration of an oscillating
 * belt as well; [2] leaves it out (docs/errata.md [2].4). belt_in_fex = 1 puts it in.
 * SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_BLOCK_BELT_H
#define SYSTEMS_BLOCK_BELT_H

#include "core/fields.h"
#include "core/force.h"
#include "core/turn.h"

// clang-format off
#define BLOCK_BELT_STATES(STATE)                      \
    STATE(X,   0.0, "-", "place of the block")        \
    STATE(V,   0.0, "-", "velocity of the block")     \
    STATE(Y,   0.0, "-", "place of the large mass")   \
    STATE(W,   0.0, "-", "velocity of the large mass") \
    STATE(Z,   0.0, "rad", "phase of the belt")       \
    STATE(phi, 0.0, "rad", "phase of the force")

#define BLOCK_BELT_FIELDS(FIELD)                                              \
    FIELD(Omega0_sq,   2e-5, "-", "mass of the block over the large mass")    \
    FIELD(V_dr,        0.2,  "-", "velocity of the belt, its constant part")  \
    FIELD(V0,          0.0,  "-", "amplitude of the belt's velocity")         \
    FIELD(Omega,       0.0,  "-", "frequency of the belt's velocity")         \
    FIELD(F0,          0.0,  "-", "amplitude of the harmonic force")          \
    FIELD(Omega1,      2.0,  "-", "frequency of the harmonic force")          \
    FIELD(belt_in_fex, 0.0,  "-", "1: F_ex has the belt's acceleration; 0: as in [2]")
// clang-format on
define_states(block_belt, BLOCK_BELT_STATES);
define_fields(block_belt_params, BLOCK_BELT_FIELDS);

enum { block_belt_second = 0, block_belt_angles = 48, block_belt_timed = 0 };

/* Of the belt's phase, where some lane has a belt that oscillates. */
static inline struct turn block_belt_phase(const struct block_belt_params *p, real Z)
{
    struct turn z;

    z.s = 0.0;
    z.c = 1.0;
    if (any_lane(p->V0 != 0.0))
        z = turn_both(Z);
    return z;
}

static inline void block_belt_rhs(const struct block_belt_params *p, const struct friction *law,
                                  real t, const real y[block_belt_dim], real dy[block_belt_dim])
{
    const struct turn z = block_belt_phase(p, y[4]);
    const real push = p->F0 * turn_cos(y[5]), spring = y[0] - y[2];
    const real load = spring - push - p->belt_in_fex * p->V0 * p->Omega * z.s;
    const real v = p->V_dr + p->V0 * z.c - y[1];

    (void)t;
    dy[0] = y[1];
    dy[1] = friction_force(law, v, load, 0).F - spring + push;
    dy[2] = y[3];
    dy[3] = p->Omega0_sq * spring;
    dy[4] = p->Omega;
    dy[5] = p->Omega1;
}

static inline void block_belt_jacobian(const struct block_belt_params *p,
                                       const struct friction *law, real t,
                                       const real y[block_belt_dim],
                                       real J[block_belt_dim][block_belt_dim])
{
    const struct turn z = block_belt_phase(p, y[4]), phi = turn_both(y[5]);
    const real belt = p->belt_in_fex * p->V0 * p->Omega;
    const real load = y[0] - y[2] - p->F0 * phi.c - belt * z.s;
    const struct force f = friction_force(law, p->V_dr + p->V0 * z.c - y[1], load, 1);

    (void)t;
    for (int i = 0; i < block_belt_dim; ++i)
        for (int j = 0; j < block_belt_dim; ++j)
            J[i][j] = 0.0;
    J[0][1] = 1.0;
    J[1][0] = f.by_load - 1.0;
    J[1][1] = -f.by_v;
    J[1][2] = 1.0 - f.by_load;
    J[1][4] = -(f.by_v * p->V0 * z.s + f.by_load * belt * z.c);
    J[1][5] = (f.by_load - 1.0) * p->F0 * phi.s;
    J[2][3] = 1.0;
    J[3][0] = p->Omega0_sq;
    J[3][2] = -p->Omega0_sq;
}

static inline real block_belt_slide(const struct block_belt_params *p, const struct friction *law,
                                    real t, const real y[block_belt_dim])
{
    (void)t;
    return friction_slide_line(law, p->V_dr + p->V0 * turn_cos(y[4]) - y[1]);
}

/* Whether a state counts when the motion returns: the two phases only where they drive something. */
static inline real block_belt_counts(const struct block_belt_params *p, int i)
{
    if (i == 4)
        return fmin(fabs(p->V0) * real_large, (real)1.0);
    if (i == 5)
        return fmin(fabs(p->F0) * real_large, (real)1.0);
    return 1.0;
}

#endif
