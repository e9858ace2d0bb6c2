/* rolling.h: as patch.h, under a pressure whose tilt g(t, y) follows the motion: f = law(s, g), so that
 * df/dy = F S + dg/dy df/dg. The law is asked for friction_wrench_tilted(law, slip, gx, gy, jacobian, by), by[0], by[1]
 * its derivatives with respect to gx and gy in Tx, Ty, M. Roles: those of contact.h, system_tilt, system_tilt_slopes,
 * friction_wrench_tilted, friction_slide; its eps is law->eps.eps. SPDX-License-Identifier: MIT */
#ifndef CONTACT_ROLLING_H
#define CONTACT_ROLLING_H

#include "contact/contact.h"

merged static inline void rolling_rhs(const struct system_params *p, const struct friction *law,
                                      real t, const real y[system_dim], real dy[system_dim])
{
    const struct tilt g = system_tilt(p, t, (const void *)y);
    struct wrench by[2];
    const struct wrench f = friction_wrench_tilted(law, contact_slip(p, t, y), g.x, g.y, 0, by);

    framed_motion(p, t, (const void *)y, f, (void *)dy);
}

/* The contact at a state, with the slopes of its friction, from which all derivatives follow. */
struct rolling_base {
    struct slip slip;
    struct tilt tilt;
    struct wrench f, by[2];
};

merged static inline struct rolling_base rolling_at(const struct system_params *p,
                                                    const struct friction *law, real t,
                                                    const real y[system_dim])
{
    struct rolling_base c;

    c.slip = contact_slip(p, t, y);
    c.tilt = system_tilt(p, t, (const void *)y);
    c.f = friction_wrench_tilted(law, c.slip, c.tilt.x, c.tilt.y, 1, c.by);
    return c;
}

merged static inline void rolling_chain(const struct system_params *p, const struct friction *law,
                                        real t, const real y[system_dim],
                                        const struct rolling_base *c,
                                        real J[system_rows][system_dim])
{
    const struct wrench f = c->f, by[2] = {c->by[0], c->by[1]};
    const real F[3][5] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw, by[0].Tx, by[1].Tx},
                          {f.xy - f.kxy, f.yy, f.yw + f.kyw, by[0].Ty, by[1].Ty},
                          {f.xw - f.kxw, f.yw - f.kyw, f.ww, by[0].M, by[1].M}};
    real S[3][system_dim], G[2][system_dim], K[3][system_dim];

    contact_slip_slopes(p, t, y, S);
    form_clear(2, G);
    system_tilt_slopes(p, t, (const void *)y, (void *)G);
    unrolled_for (k, 3)
        unrolled_for (j, system_dim) {
            K[k][j] = 0.0;
            unrolled_for (l, 3)
                if (!known_zero(S[l][j]))
                    K[k][j] += F[k][l] * S[l][j];
            unrolled_for (l, 2)
                if (!known_zero(G[l][j]))
                    K[k][j] += F[k][3 + l] * G[l][j];
        }
    contact_chain(p, t, y, f, K, J);
}

merged static inline void rolling_jacobian(const struct system_params *p,
                                           const struct friction *law, real t,
                                           const real y[system_dim],
                                           real J[system_rows][system_dim])
{
    const struct rolling_base c = rolling_at(p, law, t, y);

    rolling_chain(p, law, t, y, &c, J);
}

/* dy'/dp of a field of the system, and of a number of the law: as in planar.h. */
merged static inline void rolling_by(const struct system_params *p, const struct friction *law,
                                     real t, const real y[system_dim], const struct rolling_base *c,
                                     int place, real g[system_rows])
{
    const real d = form_part(((const real *)p)[place]), over = 1.0 / d;
    real slip[3], by[3], gx = 0.0, gy = 0.0;

    contact_slip_by(p, place, t, y, slip);
    contact_follow(c->f, slip, by);
    unrolled_for (i, form_sides) {
        const struct system_params there = form_fields(p, place, form_side(i) * d);
        const struct tilt tilt = system_tilt(&there, t, (const void *)y);

        gx += form_share(i) * over * tilt.x;
        gy += form_share(i) * over * tilt.y;
    }
    by[0] += gx * c->by[0].Tx + gy * c->by[1].Tx;
    by[1] += gx * c->by[0].Ty + gy * c->by[1].Ty;
    by[2] += gx * c->by[0].M + gy * c->by[1].M;
    contact_motion_by(p, place, t, y, c->f, by, g);
}

merged static inline void rolling_by_law(const struct system_params *p,
                                         const struct friction moved[form_sides], real over, real t,
                                         const real y[system_dim], const struct rolling_base *c,
                                         real g[system_rows])
{
    struct wrench none[2];
    real by[3] = {0.0, 0.0, 0.0};

    for (int i = 0; i < form_sides; ++i)
        contact_add_side(
            i, friction_wrench_tilted(&moved[i], c->slip, c->tilt.x, c->tilt.y, 0, none), over, by);
    contact_push_by(p, t, y, by, g);
}

merged static inline struct contact_state rolling_contact(const struct system_params *p,
                                                          const struct friction *law, real t,
                                                          const real y[system_dim])
{
    const struct tilt g = system_tilt(p, t, (const void *)y);
    struct wrench by[2];
    struct contact_state c;

    c.slip = contact_slip(p, t, y);
    c.wrench = friction_wrench_tilted(law, c.slip, g.x, g.y, 0, by);
    return c;
}

merged static inline real rolling_slide(const struct system_params *p, const struct friction *law,
                                        real t, const real y[system_dim])
{
    return friction_slide(law, contact_slip(p, t, y));
}

/* Weights of an error (1 over what is allowed) that leave the slip right to a tenth of eps, or to rounding. A ball that rolls
 * has a slip that is the difference of two large velocities: a relative tolerance alone allows slips far beyond the layer of
 * width eps in which the law is stiff, and steps that end there jump from side to side of it, each as short as the layer. */
merged static inline void rolling_refine(const struct system_params *p, const struct friction *law,
                                         real t, const real y[system_dim], real weight[system_dim])
{
    const number rounding = sizeof(number) == 4 ? 4e-6 : 1e-14;
    const real least = 0.1 * law->eps.eps;
    real S[3][system_dim];

    contact_slip_slopes(p, t, y, S);
    unrolled_for (i, system_dim)
        unrolled_for (k, 3)
            if (!known_zero(S[k][i])) {
                const real slope = fabs(S[k][i]);

                weight[i] =
                    larger_of(weight[i], slope / (larger_of(least, rounding * slope * fabs(y[i])) +
                                                  (real)real_tiny));
            }
}

#endif
