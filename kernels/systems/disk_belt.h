/* disk_belt.h: a disk on a moving belt, held by four cords wound around it, so that sliding and
 * spinning are coupled by stiffness and by friction; [1](5.1), without units:
 *
 *     x'' + c x' + c12 phi' + x + k12 phi = -mu_bar T,  m phi'' + c12 x' + c phi' + k12 x + phi = -mu_bar M
 *
 * with T = Tx and M of the slip v = x' - v_b, omega = phi'. SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_DISK_BELT_H
#define SYSTEMS_DISK_BELT_H

#include "core/fields.h"
#include "core/wrench.h"

// clang-format off
#define DISK_BELT_STATES(STATE)                              \
    STATE(x,      0.0, "-", "place of the disk, over its radius") \
    STATE(phi,    0.0, "-", "angle of the disk")             \
    STATE(xdot,   0.0, "-", "speed of the disk")             \
    STATE(phidot, 0.0, "-", "spin of the disk")

#define DISK_BELT_FIELDS(FIELD)                                                        \
    FIELD(m,      90.0, "-", "moment of inertia, over mass and radius squared")        \
    FIELD(k12,    0.85, "-", "coupling by stiffness, (k2 - k1)/(k1 + k2) of the cords") \
    FIELD(c,      1e-4, "-", "damping of the cords")                                   \
    FIELD(c12,    0.0,  "-", "coupling by damping")                                    \
    FIELD(v_b,    0.15, "-", "speed of the belt")                                      \
    FIELD(mu_bar, 5.0,  "-", "friction in slip, over stiffness and radius")
// clang-format on
define_states(disk_belt, DISK_BELT_STATES);
define_fields(disk_belt_params, DISK_BELT_FIELDS);

/* The cords know how often phi has turned: it is no angle. */
enum { disk_belt_second = 1, disk_belt_angles = 0, disk_belt_timed = 0 };

static inline struct slip disk_belt_slip(const struct disk_belt_params *p,
                                         const real y[disk_belt_dim])
{
    struct slip s;

    s.vx = y[2] - p->v_b;
    s.vy = 0.0;
    s.w = y[3];
    return s;
}

static inline void disk_belt_rhs(const struct disk_belt_params *p, const struct friction *law,
                                 real t, const real y[disk_belt_dim], real dy[disk_belt_dim])
{
    const struct wrench f = friction_wrench(law, disk_belt_slip(p, y), 0);
    const real im = 1.0 / p->m;

    (void)t;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -(p->mu_bar * f.Tx + p->c * y[2] + p->c12 * y[3] + y[0] + p->k12 * y[1]);
    dy[3] = -im * (p->mu_bar * f.M + p->c12 * y[2] + p->c * y[3] + p->k12 * y[0] + y[1]);
}

static inline void disk_belt_jacobian(const struct disk_belt_params *p, const struct friction *law,
                                      real t, const real y[disk_belt_dim],
                                      real J[disk_belt_dim / 2][disk_belt_dim])
{
    const struct wrench f = friction_wrench(law, disk_belt_slip(p, y), 1);
    const real im = 1.0 / p->m;

    (void)t;
    J[0][0] = -1.0;
    J[0][1] = -p->k12;
    J[0][2] = -(p->mu_bar * f.xx + p->c);
    J[0][3] = -(p->mu_bar * (f.xw + f.kxw) + p->c12);
    J[1][0] = -im * p->k12;
    J[1][1] = -im;
    J[1][2] = -im * (p->mu_bar * (f.xw - f.kxw) + p->c12);
    J[1][3] = -im * (p->mu_bar * f.ww + p->c);
}

static inline real disk_belt_slide(const struct disk_belt_params *p, const struct friction *law,
                                   real t, const real y[disk_belt_dim])
{
    (void)t;
    return friction_slide(law, disk_belt_slip(p, y));
}

static inline real disk_belt_counts(const struct disk_belt_params *p, int i)
{
    (void)p;
    (void)i;
    return 1.0;
}

#endif
