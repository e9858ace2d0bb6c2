/* linear.h: a linear system with the eigenvalues 1/2, -1 and -3, and a phase: its Lyapunov exponents are these, and zero.
 * SPDX-License-Identifier: MIT */

// clang-format off
#define SYSTEM_STATES(STATE)        \
    STATE(x,   1.0, "-", "")        \
    STATE(y,   1.0, "-", "")        \
    STATE(z,   1.0, "-", "")        \
    STATE(phi, 0.0, "rad", "phase")

#define SYSTEM_FIELDS(FIELD)                      \
    FIELD(a, 0.5, "1/s", "the first eigenvalue")  \
    FIELD(F, 0.0, "-", "strength of the force")
// clang-format on

define_states(system, SYSTEM_STATES);
define_fields(system_params, SYSTEM_FIELDS);

static inline void system_rhs(const struct system_params *p, const struct friction *law, real t,
                              const struct system_states *y, struct system_states *dy)
{
    (void)law;
    (void)t;
    dy->x = p->a * y->x + y->y + p->F * cos(y->phi);
    dy->y = 2.0 * y->z - y->y;
    dy->z = -3.0 * y->z;
    dy->phi = 2.0;
}
