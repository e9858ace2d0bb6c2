/* disk_belt.h: a disk on a moving belt, held by four cords wound around it, so that sliding and
 * spinning are coupled by stiffness and by friction; [1](5.1), without units:
 *
 *     x'' + c x' + c12 phi' + x + k12 phi = -mu_bar T,  m phi'' + c12 x' + c phi' + k12 x + phi = -mu_bar M
 *
 * with T = Tx and M of the slip v = x' - v_b, omega = phi'. SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_DISK_BELT_H
#define SYSTEMS_DISK_BELT_H

#include "core/fields.h"
#include "core/traits.h"
#include "core/wrench.h"

// clang-format off
#define disk_belt_table(ABOUT, LAW, SECTION)                                 \
    ABOUT("a disk that slides and spins on a belt, held by wound cords [1]") \
    LAW(contact, "I00", 1e-5)                                                \
    SECTION(xdot, 0, down)

#define disk_belt_state_table(STATE)                         \
    STATE(x,      0.0, "-", "position of the disk, over its radius") \
    STATE(phi,    0.0, "-", "angle of the disk")             \
    STATE(xdot,   0.0, "-", "velocity of the disk")          \
    STATE(phidot, 0.0, "-", "spin of the disk")

#define disk_belt_field_table(FIELD)                                                       \
    FIELD(m,      90.0, "- > 0",  "moment of inertia, over mass and radius squared")       \
    FIELD(k12,    0.85, "-",      "coupling by stiffness, (k2 - k1)/(k1 + k2) of the cords") \
    FIELD(c,      1e-4, "-",      "damping of the cords")                                  \
    FIELD(c12,    0.0,  "-",      "coupling by damping")                                   \
    FIELD(v_b,    0.15, "-",      "velocity of the belt")                                  \
    FIELD(mu_bar, 5.0,  "- >= 0", "friction in slip, over stiffness and radius")
// clang-format on
define_states(disk_belt, disk_belt_state_table);
define_fields(disk_belt_params, disk_belt_field_table);

/* The cords know how often phi has turned: it is no angle. */
enum { disk_belt_traits = trait_second_order | trait_autonomous };

merged static inline struct slip disk_belt_slip(const struct disk_belt_params *p, real t,
                                                const struct disk_belt_states *y)
{
    struct slip s;

    s.vx = y->xdot - p->v_b;
    s.vy = 0.0;
    s.w = y->phidot;
    return s;
}

merged static inline void disk_belt_slip_slopes(const struct disk_belt_params *p, real t,
                                                const struct disk_belt_states *y,
                                                struct disk_belt_states S[3])
{
    S[0].xdot = 1.0;
    S[2].phidot = 1.0;
}

/* mu N, over stiffness and radius. */
merged static inline real disk_belt_force(const struct disk_belt_params *p, real t,
                                          const struct disk_belt_states *y)
{
    return p->mu_bar;
}

/* The contact is the underside of the disk and turns with it; the belt only moves along. */
merged static inline real disk_belt_frame(const struct disk_belt_params *p, real t,
                                          const struct disk_belt_states *y)
{
    return y->phi;
}

merged static inline void disk_belt_frame_slopes(const struct disk_belt_params *p, real t,
                                                 const struct disk_belt_states *y,
                                                 struct disk_belt_states *by)
{
    by->phi = 1.0;
}

merged static inline void disk_belt_motion(const struct disk_belt_params *p, real t,
                                           const struct disk_belt_states *y, struct wrench f,
                                           struct disk_belt_states *dy)
{
    const real im = 1.0 / p->m;

    dy->x = y->xdot;
    dy->phi = y->phidot;
    dy->xdot = -y->x - p->k12 * y->phi - p->c * y->xdot - p->c12 * y->phidot - p->mu_bar * f.Tx;
    dy->phidot =
        -im * (y->phi + p->k12 * y->x + p->c * y->phidot + p->c12 * y->xdot + p->mu_bar * f.M);
}

merged static inline void disk_belt_motion_slopes(const struct disk_belt_params *p, real t,
                                                  const struct disk_belt_states *y, struct wrench f,
                                                  struct disk_belt_states J[2])
{
    const real im = 1.0 / p->m;

    J[0].x = -1.0;
    J[0].phi = -p->k12;
    J[0].xdot = -p->c;
    J[0].phidot = -p->c12;
    J[1].x = -im * p->k12;
    J[1].phi = -im;
    J[1].xdot = -im * p->c12;
    J[1].phidot = -im * p->c;
}

#endif
