/* rolling_ball.h: a ball that rolls, slides and spins on a plane under the combined law of [5]: rolling shifts
 * the pressure in the contact forward, which bends the friction force aside and resists the rolling. With
 * o = (wx, wy)/sqrt(wx^2 + wy^2 + w_eps^2), contact radius a and unit mass, I = k_sq r^2:
 *
 *     slip ((vx - r wy)/a, (vy + r wx)/a, wz),  pressure 1 + k_r (x o_y - y o_x)/a            [5](4)
 *     v' = -mu g (Tx, Ty),  I wx' = -r mu g Ty - s k_r g a o_x,  I wy' = r mu g Tx - s k_r g a o_y,
 *     I wz' = -mu g a M
 *
 * s = <r^2>/2 of the pressure without rolling, in units of a (docs/errata.md [5].3), which the law has as M_ur.
 * SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_ROLLING_BALL_H
#define SYSTEMS_ROLLING_BALL_H

#include "core/fields.h"
#include "core/traits.h"
#include "core/wrench.h"

// clang-format off
#define rolling_ball_table(ABOUT, LAW, SECTION)                 \
    ABOUT("a ball that rolls, slides and spins on a plane [5]") \
    LAW(rolling, "pade2", 1e-6)

#define rolling_ball_state_table(STATE)                                    \
    STATE(x,  0.0,  "m",     "position of the ball, along x")              \
    STATE(y,  0.0,  "m",     "position of the ball, along y")              \
    STATE(vx, 1.0,  "m/s",   "velocity of the ball's centre, along x")     \
    STATE(vy, 0.0,  "m/s",   "velocity of the ball's centre, along y")     \
    STATE(wx, 0.0,  "rad/s", "angular velocity about x; rolls towards -y") \
    STATE(wy, 0.0,  "rad/s", "angular velocity about y; rolls towards x")  \
    STATE(wz, 20.0, "rad/s", "spin")

#define rolling_ball_field_table(FIELD)                                                     \
    FIELD(r,     0.0286, "m > 0",     "radius of the ball")                                 \
    FIELD(k_sq,  0.4,    "- > 0",     "moment of inertia over mass and radius squared")     \
    FIELD(mu,    0.2,    "- >= 0",    "coefficient of friction in slip")                    \
    FIELD(g,     9.81,   "m/s^2",     "gravity")                                            \
    FIELD(a,     0.002,  "m > 0",     "radius of the contact")                              \
    FIELD(k_r,   0.5,    "- >= 0",    "tilt of the pressure when the ball rolls, at most 1") \
    FIELD(s,     NAN,    "- >= 0",    "half of <r^2> of the pressure; nan: law.M_ur")       \
    FIELD(w_eps, 0.01,   "rad/s > 0", "rolling below which the tilt fades")
// clang-format on
#define rolling_ball_length a /* metres of the unit of length of slip and contact */
define_states(rolling_ball, rolling_ball_state_table);
define_fields(rolling_ball_params, rolling_ball_field_table);

enum { rolling_ball_traits = trait_autonomous };

merged static inline struct slip rolling_ball_slip(const struct rolling_ball_params *p, real t,
                                                   const struct rolling_ball_states *y)
{
    const real ia = 1.0 / p->a;
    struct slip s;

    s.vx = ia * (y->vx - p->r * y->wy);
    s.vy = ia * (y->vy + p->r * y->wx);
    s.w = y->wz;
    return s;
}

merged static inline void rolling_ball_slip_slopes(const struct rolling_ball_params *p, real t,
                                                   const struct rolling_ball_states *y,
                                                   struct rolling_ball_states S[3])
{
    const real ia = 1.0 / p->a;

    S[0].vx = ia;
    S[0].wy = -ia * p->r;
    S[1].vy = ia;
    S[1].wx = ia * p->r;
    S[2].wz = 1.0;
}

/* mu N of a unit of mass. */
merged static inline real rolling_ball_force(const struct rolling_ball_params *p, real t,
                                             const struct rolling_ball_states *y)
{
    return p->mu * p->g;
}

/* 1/sqrt(wx^2 + wy^2 + w_eps^2), and o. */
struct rolling_ball_roll {
    real inverse, x, y;
};

merged static inline struct rolling_ball_roll
rolling_ball_rolls(const struct rolling_ball_params *p, const struct rolling_ball_states *y)
{
    struct rolling_ball_roll o;

    o.inverse = 1.0 / sqrt(y->wx * y->wx + y->wy * y->wy + p->w_eps * p->w_eps);
    o.x = y->wx * o.inverse;
    o.y = y->wy * o.inverse;
    return o;
}

/* The gradient of the pressure over its mean, in units of the contact. */
merged static inline struct tilt rolling_ball_tilt(const struct rolling_ball_params *p, real t,
                                                   const struct rolling_ball_states *y)
{
    const struct rolling_ball_roll o = rolling_ball_rolls(p, y);
    struct tilt g;

    g.x = p->k_r * o.y;
    g.y = -p->k_r * o.x;
    return g;
}

merged static inline void rolling_ball_tilt_slopes(const struct rolling_ball_params *p, real t,
                                                   const struct rolling_ball_states *y,
                                                   struct rolling_ball_states G[2])
{
    const struct rolling_ball_roll o = rolling_ball_rolls(p, y);
    const real turn = p->k_r * o.inverse;

    G[0].wx = -turn * o.x * o.y;
    G[0].wy = turn * (1.0 - o.y * o.y);
    G[1].wx = -turn * (1.0 - o.x * o.x);
    G[1].wy = turn * o.x * o.y;
}

merged static inline void rolling_ball_motion(const struct rolling_ball_params *p, real t,
                                              const struct rolling_ball_states *y, struct wrench f,
                                              struct rolling_ball_states *dy)
{
    const struct rolling_ball_roll o = rolling_ball_rolls(p, y);
    const real load = p->mu * p->g, roll = p->s * p->k_r * p->g * p->a;
    const real iI = 1.0 / (p->k_sq * p->r * p->r);

    dy->x = y->vx;
    dy->y = y->vy;
    dy->vx = -load * f.Tx;
    dy->vy = -load * f.Ty;
    dy->wx = -iI * (p->r * load * f.Ty + roll * o.x);
    dy->wy = iI * (p->r * load * f.Tx - roll * o.y);
    dy->wz = -iI * p->a * load * f.M;
}

merged static inline void rolling_ball_motion_slopes(const struct rolling_ball_params *p, real t,
                                                     const struct rolling_ball_states *y,
                                                     struct wrench f,
                                                     struct rolling_ball_states J[rolling_ball_dim])
{
    const struct rolling_ball_roll o = rolling_ball_rolls(p, y);
    const real roll = o.inverse * p->s * p->k_r * p->g * p->a / (p->k_sq * p->r * p->r);

    J[0].vx = 1.0;
    J[1].vy = 1.0;
    J[4].wx = -roll * (1.0 - o.x * o.x);
    J[4].wy = roll * o.x * o.y;
    J[5].wx = roll * o.x * o.y;
    J[5].wy = -roll * (1.0 - o.y * o.y);
}

#endif
