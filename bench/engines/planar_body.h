/* planar_body.h: a flat body on a table that may turn, under a load that is constant or follows a line; the system of the
 * cases of bench/engines, all per unit of mass. SPDX-License-Identifier: MIT */
#define SYSTEM_STATES(STATE)                          \
    STATE(x, 0.0, "m", "position of the mass centre") \
    STATE(y, 0.0, "m", "position of the mass centre") \
    STATE(phi, 0.0, "rad", "angle of the body")       \
    STATE(vx, 0.0, "m/s", "velocity")                 \
    STATE(vy, 0.0, "m/s", "velocity")                 \
    STATE(w, 0.0, "rad/s", "angular velocity")

#define SYSTEM_FIELDS(FIELD)                                                       \
    FIELD(mu_g, 1.0, "m/s^2 > 0", "friction coefficient times normal force")       \
    FIELD(k_sq, 0.5, "m^2 > 0", "radius of gyration, squared")                     \
    FIELD(ax, 0.0, "m/s^2", "load along x")                                        \
    FIELD(ay, 0.0, "m/s^2", "load along y")                                        \
    FIELD(torque, 0.0, "m^2/s^2", "load about the mass centre")                    \
    FIELD(push, 0.0, "m/s^2", "load along x whose line of action stays at line_y") \
    FIELD(line_y, 0.0, "m", "that line")                                           \
    FIELD(Omega, 0.0, "rad/s", "angular velocity of the table about 0, 0")

define_states(system, SYSTEM_STATES);
define_fields(system_params, SYSTEM_FIELDS);

enum { system_traits = trait_second_order | trait_autonomous | trait_angle(2) };

static inline struct slip system_slip(const struct system_params *p, real t,
                                      const struct system_states *y)
{
    struct slip s;

    (void)t;
    s.vx = y->vx + p->Omega * y->y;
    s.vy = y->vy - p->Omega * y->x;
    s.w = y->w - p->Omega;
    return s;
}

static inline real system_frame(const struct system_params *p, real t,
                                const struct system_states *y)
{
    (void)p;
    (void)t;
    return y->phi;
}

static inline void system_motion(const struct system_params *p, real t,
                                 const struct system_states *y, struct wrench f,
                                 struct system_states *dy)
{
    (void)t;
    dy->x = y->vx;
    dy->y = y->vy;
    dy->phi = y->w;
    dy->vx = p->ax + p->push - p->mu_g * f.Tx;
    dy->vy = p->ay - p->mu_g * f.Ty;
    dy->w = (p->torque - p->push * (p->line_y - y->y) - p->mu_g * f.M) / p->k_sq;
}
