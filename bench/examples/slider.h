/* slider.h: a system of your own with friction: a body on a plate that is pulled away under it.
 *
 * The body has the mass m and the moment of inertia J; it touches the plate with a disk of radius R, which
 * slides and spins. A long spring along x holds it at a point that lies r beside its centre, so that sliding
 * makes it turn against a second one: the stretch of the first is s = x + r sin phi, and
 *
 *     m x''   = -k s - c x' - mu N T
 *     J phi'' = -k s r cos phi - k_phi phi - c_phi phi' - mu N R M
 *
 * with friction T, M per unit of mu N and mu N R, by the law of --law, at the slip (x' - v_p, R phi').
 *
 *     contensou run --system-file slider.h --law I11 --set v_p=0.05,law.eta=1.4 --time 0:20:4001 \
 *         --plot stick_slip.png
 *     contensou sweep --system-file slider.h --law table --vary v_p=0.01:0.2:512 --time 200 \
 *         --transient 100 --observe extrema,stick -o pulled.h5 --plot pulled.png
 *
 * van_der_pol.h explains what such a file consists of; here is the rest. SPDX-License-Identifier: MIT */

// clang-format off
#define SYSTEM_STATES(STATE)                               \
    STATE(x,      0.0, "m",     "place of the body")       \
    STATE(phi,    0.0, "rad",   "angle of the body")       \
    STATE(xdot,   0.0, "m/s",   "its velocity")            \
    STATE(phidot, 0.5, "rad/s", "its angular velocity")

#define SYSTEM_FIELDS(FIELD)                                      \
    FIELD(m,     1.0,    "kg",     "mass")                        \
    FIELD(J,     0.002,  "kg m^2", "moment of inertia")           \
    FIELD(k,     100.0,  "N/m",    "stiffness of the spring")     \
    FIELD(k_phi, 0.3,    "N m/rad", "stiffness of the second one") \
    FIELD(c,     0.5,    "N s/m",  "damping of the place")        \
    FIELD(c_phi, 0.0005, "N m s",  "damping of the angle")        \
    FIELD(r,     0.02,   "m",      "from the centre to the spring") \
    FIELD(R,     0.05,   "m",      "radius of the contact")       \
    FIELD(N,     9.81,   "N",      "normal force on the contact") \
    FIELD(mu,    0.3,    "-",      "coefficient of friction in slip") \
    FIELD(v_p,   0.1,    "m/s",    "velocity of the plate")
// clang-format on
define_states(system, SYSTEM_STATES);
define_fields(system_params, SYSTEM_FIELDS);

/* What else the program may know. Each of these lines may be missing:
 * system_second 1: the second half of the states are the velocities of the first half, in the same order.
 *     The stiff steppers then solve for half as many unknowns.
 * system_angles: bit i is set where state i is an angle, which counts modulo 2 pi (here state 1, 2^1).
 * system_timed 0: the right-hand side does not use t, which saves the stiff steppers some work.
 * system_has_jacobian, system_has_slide: this file has the functions system_jacobian, system_slide. */
#define system_second 1
#define system_angles 2
#define system_timed  0
#define system_has_jacobian
#define system_has_slide

/* What the law is asked for. Lengths of the contact are in units of its radius, so the law gets R phi' and
 * gives T and M/R; law.eps is a velocity then, in m/s. The contact may be any of `contensou list contacts`. */
static inline struct slip slider_slip(const struct system_params *p, const real y[system_dim])
{
    struct slip s;

    s.vx = y[2] - p->v_p;
    s.vy = 0.0;
    s.w = p->R * y[3];
    return s;
}

/* friction_wrench(law, slip, 0) gives Tx, Ty and M along the slip: the body feels minus this. */
static inline void system_rhs(const struct system_params *p, const struct friction *law, real t,
                              const real y[system_dim], real dy[system_dim])
{
    const struct wrench f = friction_wrench(law, slider_slip(p, y), 0);
    const real load = p->mu * p->N, pull = p->k * (y[0] + p->r * sin(y[1]));

    (void)t;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -(pull + p->c * y[2] + load * f.Tx) / p->m;
    dy[3] =
        -(pull * p->r * cos(y[1]) + p->k_phi * y[1] + p->c_phi * y[3] + load * p->R * f.M) / p->J;
}

/* J[i][j] is the derivative of dy[i] with respect to y[j]; of systems of second order only the rows of the
 * accelerations are asked for, so J[0] belongs to dy[2]. Set every element.
 *
 * friction_wrench(law, slip, 1) gives the derivatives of the wrench as well: f.xx = dTx/dvx, f.ww = dM/dw;
 * the mixed ones have a part that changes sign, dTx/dw = f.xw + f.kxw and dM/dvx = f.xw - f.kxw. */
static inline void system_jacobian(const struct system_params *p, const struct friction *law,
                                   real t, const real y[system_dim],
                                   real J[system_dim / 2][system_dim])
{
    const struct wrench f = friction_wrench(law, slider_slip(p, y), 1);
    const real load = p->mu * p->N, lever = p->r * cos(y[1]), side = p->r * sin(y[1]);

    (void)t;
    J[0][0] = -p->k / p->m;
    J[0][1] = -p->k * lever / p->m;
    J[0][2] = -(p->c + load * f.xx) / p->m;
    J[0][3] = -load * p->R * (f.xw + f.kxw) / p->m;
    J[1][0] = -p->k * lever / p->J;
    J[1][1] = -(p->k * (lever * lever - (y[0] + side) * side) + p->k_phi) / p->J;
    J[1][2] = -load * p->R * (f.xw - f.kxw) / p->J;
    J[1][3] = -(p->c_phi + load * p->R * p->R * f.ww) / p->J;
}

/* How fast the contact slips, below 1 means stick: for the observer `stick`. */
static inline real system_slide(const struct system_params *p, const struct friction *law, real t,
                                const real y[system_dim])
{
    (void)t;
    return friction_slide(law, slider_slip(p, y));
}
