/* van_der_pol.h: a system of your own, the shortest one: the forced oscillator of van der Pol,
 *
 *     x'' = mu (1 - x^2) x' - x + F cos(omega t).
 *
 *     contensou run --system-file van_der_pol.h --set mu=2 --time 0:100:2001 --plot p.png
 *     contensou sweep --system-file van_der_pol.h --vary omega=1:3:512 --time 600 --transient 400 \
 *         --observe section --section period -o bif.h5
 *
 * Such a file is a header in C. Its text becomes part of the device's program, once in double or single
 * precision, once for a single number or for a pack of 2 to 16 lanes side by side. So:
 *
 *   - numbers that differ from lane to lane are `real`; literals are written 0.5, not 0.5f;
 *   - there is no `if` on them: compare and choose with pick(x > 0.0, value_if_so, value_if_not);
 *   - sin, cos, exp, log, sqrt, fabs, fmin, fmax, tanh, .. take and give reals;
 *   - there is no need to include anything.
 *
 * A mistake is reported with the name of this file and its line.
 * SPDX-License-Identifier: MIT */

/* One row for each state: name, initial value, unit, meaning. They are set by --init x=1, varied by
 * --vary init.x=-2:2:64. At most 12. */
// clang-format off
#define SYSTEM_STATES(STATE)                \
    STATE(x, 2.0, "-", "deflection")        \
    STATE(v, 0.0, "-", "its velocity, x'")

/* One row for each parameter: name, default, unit, meaning. They are set by --set mu=2, varied by
 * --vary mu=0:5:64. A lower limit may stand behind the unit: "kg > 0", "- >= 0". At most 64. */
#define SYSTEM_FIELDS(FIELD)                            \
    FIELD(mu,    1.0, "-", "strength of the damping")   \
    FIELD(F,     1.2, "-", "amplitude of the force")    \
    FIELD(omega, 2.5, "-", "frequency of the force")
// clang-format on

/* These two lines make `system_dim`, the number of states, `struct system_states` with the states by name, and
 * `struct system_params`. */
define_states(system, SYSTEM_STATES);
define_fields(system_params, SYSTEM_FIELDS);

/* The period of what drives it, by which `contensou cycle` finds its periodic motions and --section period looks at it. A system that does not
 * use t says so instead: enum { system_traits = trait_autonomous }; */
static inline real system_period(const struct system_params *p)
{
    return 6.283185307179586 / p->omega;
}

/* The right-hand side: dy = y' at time t, states by their names. `law` belongs to friction, of which this system has none;
 * slider.h shows one that has. Without a system_jacobian of yours (the same arguments, but struct system_states J[system_dim]
 * instead of dy, row i the derivatives of dy's state i) the stiff steppers, such as --stepper rodas43, make theirs of
 * differences. */
static inline void system_rhs(const struct system_params *p, const struct friction *law, real t,
                              const struct system_states *y, struct system_states *dy)
{
    (void)law; /* not used */
    dy->x = y->v;
    dy->v = p->mu * (1.0 - y->x * y->x) * y->v - y->x + p->F * cos(p->omega * t);
}

/* The same for the Taylor series of the states in time, of which --stepper taylor takes twenty terms or so. It may be left out.
 * Every state and every term is an array of coefficients, here those of the rest of the damping, of the phase of the force, and
 * of its sine and cosine; coefficients up to k of the states are known, and those numbered k of dy are asked for, with those of
 * the terms before them. */
#define SYSTEM_TERMS(TERM) TERM(rest) TERM(phase) TERM(s) TERM(c)
define_jet(system, SYSTEM_STATES, SYSTEM_TERMS);

static inline void system_series(const struct system_params *p, real t, int k, struct system_jet *y,
                                 struct system_states *dy)
{
    y->rest[k] = (k == 0 ? 1.0 : 0.0) - jet_square(k, y->x);
    y->phase[k] = k == 0 ? p->omega * t : k == 1 ? p->omega : 0.0;
    y->s[k] = jet_sin(k, y->phase, y->c);
    y->c[k] = jet_cos(k, y->phase, y->s);
    dy->x = y->v[k];
    dy->v = p->mu * jet_product(k, y->rest, y->v) - y->x[k] + p->F * y->c[k];
}
