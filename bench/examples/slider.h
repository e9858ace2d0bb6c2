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
    STATE(x,      0.0, "m",     "position of the body")       \
    STATE(phi,    0.0, "rad",   "angle of the body")       \
    STATE(xdot,   0.0, "m/s",   "its velocity")            \
    STATE(phidot, 0.5, "rad/s", "its angular velocity")

#define SYSTEM_FIELDS(FIELD)                                      \
    FIELD(m,     1.0,    "kg",     "mass")                        \
    FIELD(J,     0.002,  "kg m^2", "moment of inertia")           \
    FIELD(k,     100.0,  "N/m",    "stiffness of the spring")     \
    FIELD(k_phi, 0.3,    "N m/rad", "stiffness of the second one") \
    FIELD(c,     0.5,    "N s/m",  "damping of the position")        \
    FIELD(c_phi, 0.0005, "N m s",  "damping of the angle")        \
    FIELD(r,     0.02,   "m",      "from the centre to the spring") \
    FIELD(R,     0.05,   "m",      "radius of the contact")       \
    FIELD(N,     9.81,   "N",      "normal force on the contact") \
    FIELD(mu,    0.3,    "-",      "coefficient of friction in slip") \
    FIELD(v_p,   0.1,    "m/s",    "velocity of the plate")
// clang-format on
define_states(system, SYSTEM_STATES);
define_fields(system_params, SYSTEM_FIELDS);

/* What else the program may know; this line may be missing, and so may each of its words.
 * trait_second_order: the second half of the states are the velocities of the first half, in the same order. The stiff
 *     steppers then solve for half as many unknowns.
 * trait_autonomous: slip and motion do not use t, which saves the stiff steppers some work.
 * trait_angle(i): state i, counted from 0, is an angle, which counts modulo 2 pi. */
enum { system_traits = trait_second_order | trait_autonomous | trait_angle(1) };

/* A system with a contact is its slip and its motion; the program asks the law of --law for the friction of the slip
 * and does the rest: the right-hand side, its Jacobian for the stiff steppers, when the contact sticks.
 *
 * The slip of the body over the plate: vx, vy and the spin w. The law knows lengths in units of the contact's radius, so
 * w is R phi'; law.eps is a velocity then, in m/s. The contact may be any of `contensou list contacts`. */
static inline struct slip system_slip(const struct system_params *p, real t,
                                      const struct system_states *y)
{
    struct slip s;

    (void)t;
    s.vx = y->xdot - p->v_p;
    s.vy = 0.0;
    s.w = p->R * y->phidot;
    return s;
}

/* The angle of the contact's axes: its shape, pressure and tilt turn with the body. Of a centred circle, which has none, it is
 * not asked. */
static inline real system_frame(const struct system_params *p, real t,
                                const struct system_states *y)
{
    (void)p;
    (void)t;
    return y->phi;
}

/* The motion under the friction f.Tx, f.Ty, f.M, which points along the slip: the body feels minus this. dy gets the time
 * derivatives of the states, linear in f. */
static inline void system_motion(const struct system_params *p, real t,
                                 const struct system_states *y, struct wrench f,
                                 struct system_states *dy)
{
    const real load = p->mu * p->N, pull = p->k * (y->x + p->r * sin(y->phi));
    const real torque = pull * p->r * cos(y->phi) + p->k_phi * y->phi + p->c_phi * y->phidot;

    (void)t;
    dy->x = y->xdot;
    dy->phi = y->phidot;
    dy->xdot = -(pull + p->c * y->xdot + load * f.Tx) / p->m;
    dy->phidot = -(torque + load * p->R * f.M) / p->J;
}

/* The last three functions may be missing: the program then takes differences. S[0], S[1], S[2] are the derivatives of vx,
 * vy and w with respect to each state. They are zero before; set the others. */
static inline void system_slip_slopes(const struct system_params *p, real t,
                                      const struct system_states *y, struct system_states S[3])
{
    (void)t;
    (void)y;
    S[0].xdot = 1.0;
    S[2].phidot = p->R;
}

/* Of the frame. */
static inline void system_frame_slopes(const struct system_params *p, real t,
                                       const struct system_states *y, struct system_states *by)
{
    (void)p;
    (void)t;
    (void)y;
    by->phi = 1.0;
}

/* The derivatives of the motion under a friction that stays: a row for each state or, with trait_second_order, for each
 * acceleration, so that J[0] belongs to xdot. */
static inline void system_motion_slopes(const struct system_params *p, real t,
                                        const struct system_states *y, struct wrench f,
                                        struct system_states J[2])
{
    const real lever = p->r * cos(y->phi), side = p->r * sin(y->phi);

    (void)t;
    (void)f;
    J[0].x = -p->k / p->m;
    J[0].phi = -p->k * lever / p->m;
    J[0].xdot = -p->c / p->m;
    J[1].x = -p->k * lever / p->J;
    J[1].phi = -(p->k * (lever * lever - (y->x + side) * side) + p->k_phi) / p->J;
    J[1].phidot = -p->c_phi / p->J;
}
