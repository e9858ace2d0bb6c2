/* rolling_ball.h: a ball that rolls, slides and spins on a plane under the combined law of [5]: rolling shifts
 * the pressure in the contact forward, which bends the friction force aside and resists the rolling. With
 * o = (wx, wy)/sqrt(wx^2 + wy^2 + w_eps^2), contact radius a and unit mass, I = k_sq r^2:
 *
 *     slip ((vx - r wy)/a, (vy + r wx)/a, wz),  pressure 1 + k_r (x o_y - y o_x)/a            [5](4)
 *     v' = -mu g (Tx, Ty),  I wx' = -r mu g Ty - s k_r g a o_x,  I wy' = r mu g Tx - s k_r g a o_y,
 *     I wz' = -mu g a M
 *
 * s = <r^2>/2 of the pressure without rolling, in units of a (docs/errata.md [5].3), which the law has as M_ur; it is
 * asked for friction_wrench_tilted(law, slip, gx, gy, jacobian, by), by[0], by[1] its derivatives with respect
 * to gx and gy in Tx, Ty, M. SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_ROLLING_BALL_H
#define SYSTEMS_ROLLING_BALL_H

#include "core/fields.h"
#include "core/wrench.h"

// clang-format off
#define ROLLING_BALL_STATES(STATE)                                         \
    STATE(x,  0.0,  "m",     "place of the ball, along x")                 \
    STATE(y,  0.0,  "m",     "place of the ball, along y")                 \
    STATE(vx, 1.0,  "m/s",   "velocity of the ball's middle, along x")     \
    STATE(vy, 0.0,  "m/s",   "velocity of the ball's middle, along y")     \
    STATE(wx, 0.0,  "rad/s", "angular velocity about x; rolls towards -y") \
    STATE(wy, 0.0,  "rad/s", "angular velocity about y; rolls towards x")  \
    STATE(wz, 20.0, "rad/s", "spin")

#define ROLLING_BALL_FIELDS(FIELD)                                                      \
    FIELD(r,     0.0286, "m",     "radius of the ball")                                 \
    FIELD(k_sq,  0.4,    "-",     "moment of inertia over mass and radius squared")     \
    FIELD(mu,    0.2,    "-",     "coefficient of friction in slip")                    \
    FIELD(g,     9.81,   "m/s^2", "gravity")                                            \
    FIELD(a,     0.002,  "m",     "radius of the contact")                              \
    FIELD(k_r,   0.5,    "-",     "tilt of the pressure when the ball rolls, at most 1") \
    FIELD(s,     NAN,    "-",     "half of <r^2> of the pressure; nan: law.M_ur")       \
    FIELD(w_eps, 0.01,   "rad/s", "rolling below which the tilt fades")
// clang-format on
define_states(rolling_ball, ROLLING_BALL_STATES);
define_fields(rolling_ball_params, ROLLING_BALL_FIELDS);

enum { rolling_ball_second = 0, rolling_ball_angles = 0, rolling_ball_timed = 0 };

static inline struct slip rolling_ball_slip(const struct rolling_ball_params *p,
                                            const real y[rolling_ball_dim])
{
    const real ia = 1.0 / p->a;
    struct slip s;

    s.vx = ia * (y[2] - p->r * y[5]);
    s.vy = ia * (y[3] + p->r * y[4]);
    s.w = y[6];
    return s;
}

/* 1/sqrt(wx^2 + wy^2 + w_eps^2), and o. */
struct rolling_ball_roll {
    real inverse, x, y;
};

static inline struct rolling_ball_roll rolling_ball_rolls(const struct rolling_ball_params *p,
                                                          const real y[rolling_ball_dim])
{
    struct rolling_ball_roll o;

    o.inverse = 1.0 / sqrt(y[4] * y[4] + y[5] * y[5] + p->w_eps * p->w_eps);
    o.x = y[4] * o.inverse;
    o.y = y[5] * o.inverse;
    return o;
}

static inline void rolling_ball_rhs(const struct rolling_ball_params *p, const struct friction *law,
                                    real t, const real y[rolling_ball_dim],
                                    real dy[rolling_ball_dim])
{
    const struct rolling_ball_roll o = rolling_ball_rolls(p, y);
    const real load = p->mu * p->g, roll = p->s * p->k_r * p->g * p->a;
    const real iI = 1.0 / (p->k_sq * p->r * p->r);
    struct wrench f, by[2];

    (void)t;
    f = friction_wrench_tilted(law, rolling_ball_slip(p, y), p->k_r * o.y, -p->k_r * o.x, 0, by);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -load * f.Tx;
    dy[3] = -load * f.Ty;
    dy[4] = -iI * (p->r * load * f.Ty + roll * o.x);
    dy[5] = iI * (p->r * load * f.Tx - roll * o.y);
    dy[6] = -iI * p->a * load * f.M;
}

/* Columns vx, vy, wx, wy, wz of the derivatives of one component: by[] those of the law with respect to
 * the slip, gx and gy; turn[][] those of o with respect to wx, wy. */
static inline void rolling_ball_chain(const struct rolling_ball_params *p, const real by[5],
                                      const real turn[2][2], real out[5])
{
    const real ia = 1.0 / p->a;

    out[0] = ia * by[0];
    out[1] = ia * by[1];
    out[2] = ia * p->r * by[1] + p->k_r * (by[3] * turn[1][0] - by[4] * turn[0][0]);
    out[3] = -ia * p->r * by[0] + p->k_r * (by[3] * turn[1][1] - by[4] * turn[0][1]);
    out[4] = by[2];
}

static inline void rolling_ball_jacobian(const struct rolling_ball_params *p,
                                         const struct friction *law, real t,
                                         const real y[rolling_ball_dim],
                                         real J[rolling_ball_dim][rolling_ball_dim])
{
    const struct rolling_ball_roll o = rolling_ball_rolls(p, y);
    const real load = p->mu * p->g, roll = p->s * p->k_r * p->g * p->a;
    const real iI = 1.0 / (p->k_sq * p->r * p->r);
    const real turn[2][2] = {{o.inverse * (1.0 - o.x * o.x), -o.inverse * o.x * o.y},
                             {-o.inverse * o.x * o.y, o.inverse * (1.0 - o.y * o.y)}};
    struct wrench f, by[2];
    real F[3][5];

    (void)t;
    f = friction_wrench_tilted(law, rolling_ball_slip(p, y), p->k_r * o.y, -p->k_r * o.x, 1, by);
    const real x[5] = {f.xx, f.xy + f.kxy, f.xw + f.kxw, by[0].Tx, by[1].Tx};
    const real z[5] = {f.xw - f.kxw, f.yw - f.kyw, f.ww, by[0].M, by[1].M};
    const real q[5] = {f.xy - f.kxy, f.yy, f.yw + f.kyw, by[0].Ty, by[1].Ty};

    rolling_ball_chain(p, x, turn, F[0]);
    rolling_ball_chain(p, q, turn, F[1]);
    rolling_ball_chain(p, z, turn, F[2]);
    for (int i = 0; i < rolling_ball_dim; ++i)
        J[i][0] = J[i][1] = 0.0;
    for (int j = 0; j < 5; ++j) {
        J[0][2 + j] = j == 0 ? 1.0 : 0.0;
        J[1][2 + j] = j == 1 ? 1.0 : 0.0;
        J[2][2 + j] = -load * F[0][j];
        J[3][2 + j] = -load * F[1][j];
        J[4][2 + j] = -iI * p->r * load * F[1][j];
        J[5][2 + j] = iI * p->r * load * F[0][j];
        J[6][2 + j] = -iI * p->a * load * F[2][j];
    }
    for (int j = 0; j < 2; ++j) {
        J[4][4 + j] -= iI * roll * turn[0][j];
        J[5][4 + j] -= iI * roll * turn[1][j];
    }
}

static inline real rolling_ball_slide(const struct rolling_ball_params *p,
                                      const struct friction *law, real t,
                                      const real y[rolling_ball_dim])
{
    (void)t;
    return friction_slide(law, rolling_ball_slip(p, y));
}

static inline real rolling_ball_counts(const struct rolling_ball_params *p, int i)
{
    (void)p;
    (void)i;
    return 1.0;
}

#endif
