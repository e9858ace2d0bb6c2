/* pendulum.h: a physical pendulum whose joint A is held by springs and whose disk, of radius R about A,
 * lies on a plate that rotates with omega_0 about S; [4](7)-(8), X points down:
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
#include "core/traits.h"
#include "core/sincos.h"
#include "core/wrench.h"

// clang-format off
#define pendulum_table(ABOUT, LAW, SECTION)                       \
    ABOUT("a pendulum on springs, driven by a rotating disk [4]") \
    LAW(contact, "I11", 1e-3)                                     \
    SECTION(phidot, 0, down)

#define pendulum_state_table(STATE)                           \
    STATE(X_A,    0.0, "m",     "joint position, vertical")   \
    STATE(Y_A,    0.0, "m",     "joint position, horizontal") \
    STATE(phi,    0.0, "rad",   "angle of the pendulum from the vertical") \
    STATE(Xdot,   0.0, "m/s",   "joint velocity, vertical")   \
    STATE(Ydot,   0.0, "m/s",   "joint velocity, horizontal") \
    STATE(phidot, 0.0, "rad/s", "angular velocity of the pendulum")

#define pendulum_field_table(FIELD)                                           \
    FIELD(M,       1.2,    "kg > 0",     "mass")                              \
    FIELD(B,       0.01,   "kg m^2 > 0", "moment of inertia about the centre of mass") \
    FIELD(e,       0.1,    "m",          "from the joint to the centre of mass") \
    FIELD(k_X,     1000.0, "N/m >= 0",   "stiffness that holds the joint, vertical") \
    FIELD(k_Y,     1000.0, "N/m >= 0",   "stiffness that holds the joint, horizontal") \
    FIELD(c_X,     0.1,    "N s/m",      "damping of the joint, vertical")    \
    FIELD(c_Y,     0.1,    "N s/m",      "damping of the joint, horizontal")  \
    FIELD(c_phi,   0.1,    "N m s",      "damping of the angle")              \
    FIELD(X_S,     0.0,    "m",          "axis of the rotating disk, vertical") \
    FIELD(Y_S,     0.0,    "m",          "axis of the rotating disk, horizontal") \
    FIELD(R,       0.02,   "m > 0",      "radius of the contact")             \
    FIELD(N,       25.0,   "N >= 0",     "normal force on the contact")       \
    FIELD(mu,      1.0,    "- >= 0",     "coefficient of friction in slip")   \
    FIELD(omega_0, 40.0,   "rad/s",      "angular velocity of the rotating disk") \
    FIELD(g,       9.81,   "m/s^2",      "gravity")
// clang-format on
#define pendulum_length R /* metres of the unit of length of slip and contact */
define_states(pendulum, pendulum_state_table);
define_fields(pendulum_params, pendulum_field_table);

enum { pendulum_traits = trait_second_order | trait_autonomous | trait_angle(2) };

merged static inline struct slip pendulum_slip(const struct pendulum_params *p, real t,
                                               const struct pendulum_states *y)
{
    const real iR = 1.0 / p->R;
    struct slip s;

    s.vx = iR * (y->Xdot + p->omega_0 * (y->Y_A - p->Y_S));
    s.vy = iR * (y->Ydot + p->omega_0 * (p->X_S - y->X_A));
    s.w = y->phidot - p->omega_0;
    return s;
}

merged static inline void pendulum_slip_slopes(const struct pendulum_params *p, real t,
                                               const struct pendulum_states *y,
                                               struct pendulum_states S[3])
{
    const real iR = 1.0 / p->R;

    S[0].Xdot = iR;
    S[0].Y_A = iR * p->omega_0;
    S[1].Ydot = iR;
    S[1].X_A = -iR * p->omega_0;
    S[2].phidot = 1.0;
}

/* mu N. */
merged static inline real pendulum_force(const struct pendulum_params *p, real t,
                                         const struct pendulum_states *y)
{
    return p->mu * p->N;
}

/* The contact is the disk of the pendulum, about A, and turns with it. At phi = 0 its axes are X and Y. */
merged static inline real pendulum_frame(const struct pendulum_params *p, real t,
                                         const struct pendulum_states *y)
{
    return y->phi;
}

merged static inline void pendulum_frame_slopes(const struct pendulum_params *p, real t,
                                                const struct pendulum_states *y,
                                                struct pendulum_states *by)
{
    by->phi = 1.0;
}

/* What pulls the joint back, K_X and K_Y, and the angular acceleration that follows; 1/M and 1/B by one division, which
 * takes as long as twenty products. */
struct pendulum_pull {
    real X, Y, turn, iM, iB;
};

merged static inline struct pendulum_pull pendulum_pulls(const struct pendulum_params *p,
                                                         struct wrench f, struct sincos phi,
                                                         const struct pendulum_states *y)
{
    const real load = p->mu * p->N, over = 1.0 / (p->M * p->B);
    struct pendulum_pull k;

    k.iM = over * p->B;
    k.iB = over * p->M;
    k.X = p->k_X * y->X_A + p->c_X * y->Xdot + load * f.Tx;
    k.Y = p->k_Y * y->Y_A + p->c_Y * y->Ydot + load * f.Ty;
    k.turn = -k.iB * (p->e * ((p->M * p->g + k.X) * phi.s - k.Y * phi.c) + p->c_phi * y->phidot +
                      load * p->R * f.M);
    return k;
}

merged static inline void pendulum_motion(const struct pendulum_params *p, real t,
                                          const struct pendulum_states *y, struct wrench f,
                                          struct pendulum_states *dy)
{
    const struct sincos phi = sincos_both(y->phi);
    const struct pendulum_pull k = pendulum_pulls(p, f, phi, y);
    const real square = y->phidot * y->phidot;

    dy->X_A = y->Xdot;
    dy->Y_A = y->Ydot;
    dy->phi = y->phidot;
    dy->Xdot = p->e * (k.turn * phi.s + square * phi.c) - k.iM * k.X;
    dy->Ydot = p->e * (square * phi.s - k.turn * phi.c) - k.iM * k.Y;
    dy->phidot = k.turn;
}

merged static inline void pendulum_motion_slopes(const struct pendulum_params *p, real t,
                                                 const struct pendulum_states *y, struct wrench f,
                                                 struct pendulum_states J[3])
{
    const struct sincos phi = sincos_both(y->phi);
    const struct pendulum_pull k = pendulum_pulls(p, f, phi, y);
    const real iM = k.iM, iB = -k.iB, es = p->e * phi.s, ec = -(p->e * phi.c);
    const real square = y->phidot * y->phidot, fade = iB * p->c_phi;
    const real bend = iB * (k.Y * es - (p->M * p->g + k.X) * ec);
    /* what K_X and K_Y do to the accelerations of X_A, Y_A and phi */
    const real turn_X = iB * es, turn_Y = iB * ec;
    const real X_X = turn_X * es - iM, X_Y = turn_Y * es;
    const real Y_X = turn_X * ec, Y_Y = turn_Y * ec - iM;

    J[2].X_A = turn_X * p->k_X;
    J[2].Xdot = turn_X * p->c_X;
    J[2].Y_A = turn_Y * p->k_Y;
    J[2].Ydot = turn_Y * p->c_Y;
    J[2].phi = bend;
    J[2].phidot = fade;
    J[0].X_A = X_X * p->k_X;
    J[0].Xdot = X_X * p->c_X;
    J[0].Y_A = X_Y * p->k_Y;
    J[0].Ydot = X_Y * p->c_Y;
    J[0].phi = (bend - square) * es - k.turn * ec;
    J[0].phidot = fade * es - 2.0 * y->phidot * ec;
    J[1].X_A = Y_X * p->k_X;
    J[1].Xdot = Y_X * p->c_X;
    J[1].Y_A = Y_Y * p->k_Y;
    J[1].Ydot = Y_Y * p->c_Y;
    J[1].phi = (bend - square) * ec + k.turn * es;
    J[1].phidot = fade * ec + 2.0 * y->phidot * es;
}

#endif
