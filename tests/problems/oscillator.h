/* oscillator.h: a user's system whose motion is known: x'' = -k x + force. With the default start x = cos t, v = -sin t.
 * SPDX-License-Identifier: MIT */
// clang-format off
#define SYSTEM_STATES(STATE)                \
    STATE(x, 1.0, "m",   "deflection")      \
    STATE(v, 0.0, "m/s", "its velocity")

#define SYSTEM_FIELDS(FIELD)                           \
    FIELD(k,     1.0, "1/s^2", "stiffness over mass") \
    FIELD(force, 0.0, "m/s^2", "force over mass")
// clang-format on
define_states(system, SYSTEM_STATES);
define_fields(system_params, SYSTEM_FIELDS);

static inline void system_rhs(const struct system_params *p, const struct friction *law, real t,
                              const real y[system_dim], real dy[system_dim])
{
    (void)law;
    (void)t;
    dy[0] = y[1];
    dy[1] = p->force - p->k * y[0];
}
