/* free_disk.h: a body that slides and spins freely on a plane, lengths in units of the contact's size:
 *
 *     v' = -mu_g T,  omega' = -(mu_g/k_sq) M.
 *
 * For a uniform disk (k_sq = 1/2) v/omega tends to 0.653 from every start (docs/maths.md 5).
 * SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_FREE_DISK_H
#define SYSTEMS_FREE_DISK_H

#include "core/fields.h"
#include "core/wrench.h"

// clang-format off
#define FREE_DISK_STATES(STATE)                                      \
    STATE(x,     0.0, "-", "place of the body's middle, along x")    \
    STATE(y,     0.0, "-", "place of the body's middle, along y")    \
    STATE(phi,   0.0, "rad", "angle of the body")                    \
    STATE(vx,    1.0, "-", "velocity of the body's middle, along x") \
    STATE(vy,    0.0, "-", "velocity of the body's middle, along y") \
    STATE(omega, 1.0, "-", "spin of the body")

#define FREE_DISK_FIELDS(FIELD)                                              \
    FIELD(mu_g, 1.0, "-", "friction times gravity, over the contact's size") \
    FIELD(k_sq, 0.5, "-", "radius of gyration over the contact's size, squared")
// clang-format on
define_states(free_disk, FREE_DISK_STATES);
define_fields(free_disk_params, FREE_DISK_FIELDS);

enum { free_disk_second = 1, free_disk_angles = 4, free_disk_timed = 0 };

static inline struct slip free_disk_slip(const real y[free_disk_dim])
{
    struct slip s;

    s.vx = y[3];
    s.vy = y[4];
    s.w = y[5];
    return s;
}

static inline void free_disk_rhs(const struct free_disk_params *p, const struct friction *law,
                                 real t, const real y[free_disk_dim], real dy[free_disk_dim])
{
    const struct wrench f = friction_wrench(law, free_disk_slip(y), 0);

    (void)t;
    dy[0] = y[3];
    dy[1] = y[4];
    dy[2] = y[5];
    dy[3] = -p->mu_g * f.Tx;
    dy[4] = -p->mu_g * f.Ty;
    dy[5] = -p->mu_g / p->k_sq * f.M;
}

static inline void free_disk_jacobian(const struct free_disk_params *p, const struct friction *law,
                                      real t, const real y[free_disk_dim],
                                      real J[free_disk_dim / 2][free_disk_dim])
{
    const struct wrench f = friction_wrench(law, free_disk_slip(y), 1);
    const real spin = p->mu_g / p->k_sq;

    (void)t;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            J[i][j] = 0.0;
    J[0][3] = -p->mu_g * f.xx;
    J[0][4] = -p->mu_g * (f.xy + f.kxy);
    J[0][5] = -p->mu_g * (f.xw + f.kxw);
    J[1][3] = -p->mu_g * (f.xy - f.kxy);
    J[1][4] = -p->mu_g * f.yy;
    J[1][5] = -p->mu_g * (f.yw + f.kyw);
    J[2][3] = -spin * (f.xw - f.kxw);
    J[2][4] = -spin * (f.yw - f.kyw);
    J[2][5] = -spin * f.ww;
}

static inline real free_disk_slide(const struct free_disk_params *p, const struct friction *law,
                                   real t, const real y[free_disk_dim])
{
    (void)p;
    (void)t;
    return friction_slide(law, free_disk_slip(y));
}

static inline real free_disk_counts(const struct free_disk_params *p, int i)
{
    (void)p;
    (void)i;
    return 1.0;
}

#endif
