/* free_disk.h: a body that slides and spins freely on a plane, lengths in units of the contact's size:
 *
 *     v' = -mu_g T,  omega' = -(mu_g/k_sq) M.
 *
 * For a uniform disk (k_sq = 1/2) v/omega tends to 0.653 from every start (docs/maths.md 5).
 * SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_FREE_DISK_H
#define SYSTEMS_FREE_DISK_H

#include "core/fields.h"
#include "core/traits.h"
#include "core/wrench.h"

// clang-format off
#define free_disk_table(ABOUT, LAW, SECTION)      \
    ABOUT("a body that slides and spins to rest") \
    LAW(contact, "integral", 1e-9)

#define free_disk_state_table(STATE)                                  \
    STATE(x,     0.0, "-", "position of the body's centre, along x")  \
    STATE(y,     0.0, "-", "position of the body's centre, along y")  \
    STATE(phi,   0.0, "rad", "angle of the body")                     \
    STATE(vx,    1.0, "-", "velocity of the body's centre, along x")  \
    STATE(vy,    0.0, "-", "velocity of the body's centre, along y")  \
    STATE(omega, 1.0, "-", "spin of the body")

#define free_disk_field_table(FIELD)                                              \
    FIELD(mu_g, 1.0, "- >= 0", "friction times gravity, over the contact's size") \
    FIELD(k_sq, 0.5, "- > 0",  "radius of gyration over the contact's size, squared")
// clang-format on
define_states(free_disk, free_disk_state_table);
define_fields(free_disk_params, free_disk_field_table);

enum { free_disk_traits = trait_second_order | trait_autonomous | trait_angle(2) };

merged static inline struct slip free_disk_slip(const struct free_disk_params *p, real t,
                                                const struct free_disk_states *y)
{
    struct slip s;

    s.vx = y->vx;
    s.vy = y->vy;
    s.w = y->omega;
    return s;
}

merged static inline void free_disk_slip_slopes(const struct free_disk_params *p, real t,
                                                const struct free_disk_states *y,
                                                struct free_disk_states S[3])
{
    S[0].vx = 1.0;
    S[1].vy = 1.0;
    S[2].omega = 1.0;
}

/* mu N of a unit of mass. */
merged static inline real free_disk_force(const struct free_disk_params *p, real t,
                                          const struct free_disk_states *y)
{
    return p->mu_g;
}

/* The contact is the body's underside and turns with it. */
merged static inline real free_disk_frame(const struct free_disk_params *p, real t,
                                          const struct free_disk_states *y)
{
    return y->phi;
}

merged static inline void free_disk_frame_slopes(const struct free_disk_params *p, real t,
                                                 const struct free_disk_states *y,
                                                 struct free_disk_states *by)
{
    by->phi = 1.0;
}

merged static inline void free_disk_motion(const struct free_disk_params *p, real t,
                                           const struct free_disk_states *y, struct wrench f,
                                           struct free_disk_states *dy)
{
    dy->x = y->vx;
    dy->y = y->vy;
    dy->phi = y->omega;
    dy->vx = -p->mu_g * f.Tx;
    dy->vy = -p->mu_g * f.Ty;
    dy->omega = -p->mu_g / p->k_sq * f.M;
}

merged static inline void free_disk_motion_slopes(const struct free_disk_params *p, real t,
                                                  const struct free_disk_states *y, struct wrench f,
                                                  struct free_disk_states J[3])
{
    (void)J; /* nothing but friction acts */
}

#endif
