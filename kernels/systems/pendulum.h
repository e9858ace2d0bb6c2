/* pendulum.h: a physical pendulum whose joint A is held by springs and whose disk, of radius R about A,
 * lies on a plate that turns with omega_0 about S; [4](7)-(8), X points down:
 *
 *     K_X = k_X X_A + c_X X_A' + mu N Tx,  K_Y = k_Y Y_A + c_Y Y_A' + mu N Ty
 *     B phi''   = -e (M g + K_X) sin phi + e K_Y cos phi - c_phi phi' - mu N R M_s
 *     M X_A'' = M e (phi'' sin phi + phi'^2 cos phi) - K_X
 *     M Y_A'' = M e (phi'^2 sin phi - phi'' cos phi) - K_Y
 *
 * with Tx, Ty, M_s of the slip ((X_A' + omega_0 (Y_A - Y_S))/R, (Y_A' - omega_0 (X_A - X_S))/R,
 * phi' - omega_0). SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_PENDULUM_H
#define SYSTEMS_PENDULUM_H

#include "core/fields.h"
#include "core/turn.h"
#include "core/wrench.h"

// clang-format off
#define PENDULUM_STATES(STATE)                                \
    STATE(X_A,    0.0, "m",     "place of the joint, down")   \
    STATE(Y_A,    0.0, "m",     "place of the joint, across") \
    STATE(phi,    0.0, "rad",   "angle of the pendulum from the vertical") \
    STATE(Xdot,   0.0, "m/s",   "velocity of the joint, down") \
    STATE(Ydot,   0.0, "m/s",   "velocity of the joint, across") \
    STATE(phidot, 0.0, "rad/s", "angular velocity of the pendulum")

#define PENDULUM_FIELDS(FIELD)                                           \
    FIELD(M,       1.2,    "kg",     "mass")                             \
    FIELD(B,       0.01,   "kg m^2", "moment of inertia about the centre of mass") \
    FIELD(e,       0.1,    "m",      "from the joint to the centre of mass") \
    FIELD(k_X,     1000.0, "N/m",    "stiffness that holds the joint, down") \
    FIELD(k_Y,     1000.0, "N/m",    "stiffness that holds the joint, across") \
    FIELD(c_X,     0.1,    "N s/m",  "damping of the joint, down")       \
    FIELD(c_Y,     0.1,    "N s/m",  "damping of the joint, across")     \
    FIELD(c_phi,   0.1,    "N m s",  "damping of the angle")             \
    FIELD(X_S,     0.0,    "m",      "axis of the plate, down")          \
    FIELD(Y_S,     0.0,    "m",      "axis of the plate, across")        \
    FIELD(R,       0.02,   "m",      "radius of the contact")            \
    FIELD(N,       25.0,   "N",      "normal force on the contact")      \
    FIELD(mu,      1.0,    "-",      "coefficient of friction in slip")  \
    FIELD(omega_0, 40.0,   "rad/s",  "angular velocity of the plate")    \
    FIELD(g,       9.81,   "m/s^2",  "gravity")
// clang-format on
define_states(pendulum, PENDULUM_STATES);
define_fields(pendulum_params, PENDULUM_FIELDS);

enum { pendulum_second = 1, pendulum_angles = 4, pendulum_timed = 0 };

static inline struct slip pendulum_slip(const struct pendulum_params *p, const real y[pendulum_dim])
{
    const real iR = 1.0 / p->R;
    struct slip s;

    s.vx = iR * (y[3] + p->omega_0 * (y[1] - p->Y_S));
    s.vy = iR * (y[4] - p->omega_0 * (y[0] - p->X_S));
    s.w = y[5] - p->omega_0;
    return s;
}

/* What pulls the joint back, K_X and K_Y, and the angular acceleration that follows. */
struct pendulum_pull {
    real X, Y, turn;
};

static inline struct pendulum_pull pendulum_pulls(const struct pendulum_params *p, struct wrench f,
                                                  struct turn phi, const real y[pendulum_dim])
{
    const real load = p->mu * p->N, iB = 1.0 / p->B;
    struct pendulum_pull k;

    k.X = p->k_X * y[0] + p->c_X * y[3] + load * f.Tx;
    k.Y = p->k_Y * y[1] + p->c_Y * y[4] + load * f.Ty;
    k.turn = -iB * (p->e * ((p->M * p->g + k.X) * phi.s - k.Y * phi.c) + p->c_phi * y[5] +
                    load * p->R * f.M);
    return k;
}

static inline void pendulum_rhs(const struct pendulum_params *p, const struct friction *law, real t,
                                const real y[pendulum_dim], real dy[pendulum_dim])
{
    const struct turn phi = turn_both(y[2]);
    const struct wrench f = friction_wrench(law, pendulum_slip(p, y), 0);
    const struct pendulum_pull k = pendulum_pulls(p, f, phi, y);
    const real iM = 1.0 / p->M, square = y[5] * y[5];

    (void)t;
    dy[0] = y[3];
    dy[1] = y[4];
    dy[2] = y[5];
    dy[3] = p->e * (k.turn * phi.s + square * phi.c) - iM * k.X;
    dy[4] = p->e * (square * phi.s - k.turn * phi.c) - iM * k.Y;
    dy[5] = k.turn;
}

/* The derivatives of mu N (Tx, Ty, R M_s) with respect to the states, through the slip. */
static inline void pendulum_friction_slopes(const struct pendulum_params *p, struct wrench f,
                                            real F[3][pendulum_dim])
{
    const real load = p->mu * p->N, iR = load / p->R, turn = iR * p->omega_0;
    const real vx[3] = {f.xx, f.xy - f.kxy, p->R * (f.xw - f.kxw)};
    const real vy[3] = {f.xy + f.kxy, f.yy, p->R * (f.yw - f.kyw)};
    const real w[3] = {f.xw + f.kxw, f.yw + f.kyw, p->R * f.ww};

    for (int i = 0; i < 3; ++i) {
        F[i][0] = -turn * vy[i];
        F[i][1] = turn * vx[i];
        F[i][2] = 0.0;
        F[i][3] = iR * vx[i];
        F[i][4] = iR * vy[i];
        F[i][5] = load * w[i];
    }
}

static inline void pendulum_jacobian(const struct pendulum_params *p, const struct friction *law,
                                     real t, const real y[pendulum_dim],
                                     real J[pendulum_dim / 2][pendulum_dim])
{
    const struct turn phi = turn_both(y[2]);
    const struct wrench f = friction_wrench(law, pendulum_slip(p, y), 1);
    const struct pendulum_pull k = pendulum_pulls(p, f, phi, y);
    const real iM = 1.0 / p->M, iB = 1.0 / p->B, square = y[5] * y[5];
    real F[3][pendulum_dim];

    (void)t;
    pendulum_friction_slopes(p, f, F);
    F[0][0] += p->k_X;
    F[0][3] += p->c_X;
    F[1][1] += p->k_Y;
    F[1][4] += p->c_Y;
    F[2][2] += p->e * ((p->M * p->g + k.X) * phi.c + k.Y * phi.s);
    F[2][5] += p->c_phi;
    for (int j = 0; j < pendulum_dim; ++j) {
        const real turn = -iB * (p->e * (F[0][j] * phi.s - F[1][j] * phi.c) + F[2][j]);

        J[0][j] = p->e * turn * phi.s - iM * F[0][j];
        J[1][j] = -p->e * turn * phi.c - iM * F[1][j];
        J[2][j] = turn;
    }
    J[0][2] += p->e * (k.turn * phi.c - square * phi.s);
    J[1][2] += p->e * (square * phi.c + k.turn * phi.s);
    J[0][5] += 2.0 * p->e * y[5] * phi.c;
    J[1][5] += 2.0 * p->e * y[5] * phi.s;
}

static inline real pendulum_slide(const struct pendulum_params *p, const struct friction *law,
                                  real t, const real y[pendulum_dim])
{
    (void)t;
    return friction_slide(law, pendulum_slip(p, y));
}

static inline real pendulum_counts(const struct pendulum_params *p, int i)
{
    (void)p;
    (void)i;
    return 1.0;
}

#endif
