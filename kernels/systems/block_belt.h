/* block_belt.h: a block on a belt, held by a spring to a large mass and pushed by a harmonic force;
 * [2](5), without units:
 *
 *     X' = V,  V' = -(X - Y) + F(V_r, F_ex) + F0 cos phi,  Y' = W,  W' = Omega0_sq (X - Y),
 *     Z' = Omega,  phi' = Omega1,  V_r = V_dr + V0 cos Z - V,  F_ex = (X - Y) - F0 cos phi.
 *
 * The slip is that of the block over the belt, -V_r, and F = -Tx. A block that sticks moves with the belt,
 * V' = V_dr', so that F_ex needs the acceleration of an oscillating belt as well; [2] leaves it out (docs/errata.md
 * [2].4). belt_in_fex = 1 puts it in. SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_BLOCK_BELT_H
#define SYSTEMS_BLOCK_BELT_H

#include "core/fields.h"
#include "core/traits.h"
#include "core/sincos.h"
#include "core/wrench.h"

// clang-format off
#define block_belt_table(ABOUT, LAW, SECTION)                        \
    ABOUT("a block on a belt, tied by a spring to a large mass [2]") \
    LAW(line, "continuous", 1e-3)                                    \
    SECTION(V, 0, down)

#define block_belt_state_table(STATE)                    \
    STATE(X,   0.0, "-", "position of the block")        \
    STATE(V,   0.0, "-", "velocity of the block")        \
    STATE(Y,   0.0, "-", "position of the large mass")   \
    STATE(W,   0.0, "-", "velocity of the large mass")   \
    STATE(Z,   0.0, "rad", "phase of the belt")          \
    STATE(phi, 0.0, "rad", "phase of the force")

#define block_belt_field_table(FIELD)                                             \
    FIELD(Omega0_sq,   2e-5, "- >= 0", "mass of the block over the large mass")   \
    FIELD(V_dr,        0.2,  "-",      "velocity of the belt, its constant part") \
    FIELD(V0,          0.0,  "-",      "amplitude of the belt's velocity")        \
    FIELD(Omega,       0.0,  "-",      "frequency of the belt's velocity")        \
    FIELD(F0,          0.0,  "-",      "amplitude of the harmonic force")         \
    FIELD(Omega1,      2.0,  "-",      "frequency of the harmonic force")         \
    FIELD(belt_in_fex, 0.0,  "- >= 0", "1: F_ex has the belt's acceleration; 0: as in [2]")
// clang-format on
define_states(block_belt, block_belt_state_table);
define_fields(block_belt_params, block_belt_field_table);

enum {
    block_belt_traits =
        trait_line | trait_autonomous | trait_phases | trait_angle(4) | trait_angle(5)
};

/* Of the belt's phase, where some lane has a belt that oscillates. */
merged static inline struct sincos block_belt_phase(const struct block_belt_params *p, real Z)
{
    struct sincos z;

    z.s = 0.0;
    z.c = 1.0;
    if (any_lane(p->V0 != 0.0))
        z = sincos_both(Z);
    return z;
}

merged static inline struct slip block_belt_slip(const struct block_belt_params *p, real t,
                                                 const struct block_belt_states *y)
{
    struct slip s;

    s.vx = y->V - (p->V_dr + p->V0 * block_belt_phase(p, y->Z).c);
    s.vy = s.w = 0.0;
    return s;
}

merged static inline void block_belt_slip_slopes(const struct block_belt_params *p, real t,
                                                 const struct block_belt_states *y,
                                                 struct block_belt_states S[3])
{
    S[0].V = 1.0;
    S[0].Z = p->V0 * block_belt_phase(p, y->Z).s;
}

merged static inline void block_belt_motion(const struct block_belt_params *p, real t,
                                            const struct block_belt_states *y, struct wrench f,
                                            struct block_belt_states *dy)
{
    const real spring = y->X - y->Y, push = p->F0 * sincos_cos(y->phi);

    dy->X = y->V;
    dy->V = push - spring - f.Tx;
    dy->Y = y->W;
    dy->W = p->Omega0_sq * spring;
    dy->Z = p->Omega;
    dy->phi = p->Omega1;
}

merged static inline void block_belt_motion_slopes(const struct block_belt_params *p, real t,
                                                   const struct block_belt_states *y,
                                                   struct wrench f,
                                                   struct block_belt_states J[block_belt_dim])
{
    J[0].V = 1.0;
    J[1].X = -1.0;
    J[1].Y = 1.0;
    J[1].phi = -p->F0 * sincos_sin(y->phi);
    J[2].W = 1.0;
    J[3].X = p->Omega0_sq;
    J[3].Y = -p->Omega0_sq;
}

/* Tx that the law takes for the load of stick, -F_ex. */
merged static inline real block_belt_stick_load(const struct block_belt_params *p, real t,
                                                const struct block_belt_states *y)
{
    const real belt = p->belt_in_fex * p->V0 * p->Omega;

    return belt * block_belt_phase(p, y->Z).s - (y->X - y->Y - p->F0 * sincos_cos(y->phi));
}

merged static inline void block_belt_stick_load_slopes(const struct block_belt_params *p, real t,
                                                       const struct block_belt_states *y,
                                                       struct block_belt_states *L)
{
    L->X = -1.0;
    L->Y = 1.0;
    L->Z = p->belt_in_fex * p->V0 * p->Omega * block_belt_phase(p, y->Z).c;
    L->phi = -p->F0 * sincos_sin(y->phi);
}

/* What drives the block is periodic in the time after which both phases are back, those that drive nothing aside. Where
 * both do, that is the smallest number of turns of Z that makes whole turns of phi; NaN where there is none below
 * block_belt_turns: frequencies without a ratio of small whole numbers drive a motion that never repeats. 0: nothing
 * drives it. */
enum { block_belt_turns = 64 };

merged static inline real block_belt_period(const struct block_belt_params *p)
{
    const number turn = 6.283185307179586;
    const real Omega = fabs(p->Omega), Omega1 = fabs(p->Omega1);
    const mask belt = (p->V0 != 0.0) & (Omega > 0.0), force = (p->F0 != 0.0) & (Omega1 > 0.0);
    const real one = turn / pick(belt, Omega, Omega1),
               ratio = Omega1 / pick(Omega > 0.0, Omega, (real)1.0);
    real both = NAN;

    for (int n = block_belt_turns; n > 0; --n) {
        const real turns = ratio * (number)n, whole = rint(turns);

        both = pick((whole > 0.0) & (fabs(turns - whole) < 1e-9 * whole), (number)n * one, both);
    }
    return pick(belt & force, both, pick(belt | force, one, (real)0.0));
}

/* Whether state i counts when the motion returns: the two phases only where they drive something. */
merged static inline real block_belt_state_counts(const struct block_belt_params *p, int i)
{
    if (i == 4)
        return fmin(fabs(p->V0) * real_large, (real)1.0);
    if (i == 5)
        return fmin(fabs(p->F0) * real_large, (real)1.0);
    return 1.0;
}

#endif
