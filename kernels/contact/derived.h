/* derived.h: what steppers and observers ask of a system with a contact, from its slip, its motion and its law.
 * Friction depends on the slip and on arguments z(t, y) that the kind of contact has beside it: f = law(s, z),
 *
 *     y' = m(t, y, f),   df/dy = F S + sum_k df/dz_k dz_k/dy,   df/dp likewise for a parameter p.
 *
 * Roles, of planar.h, rolling.h or line.h: contact_arguments, their number; contact_argument(p, t, y, z);
 * contact_argument_slopes(p, t, y, Z), rows that were set to zero; contact_law(law, s, z, jacobian, by), with the
 * Jacobian also by[k] = df/dz_k in Tx, Ty, M; system_slide. SPDX-License-Identifier: MIT */
#ifndef CONTACT_DERIVED_H
#define CONTACT_DERIVED_H

#include "contact/contact.h"

/* The contact at a state; with the slopes of its friction all derivatives follow. */
struct system_base {
    struct slip slip;
    real z[contact_room];
    struct wrench f, by[contact_room];
};

merged static inline struct system_base system_at(const struct system_params *p,
                                                  const struct friction *law, real t,
                                                  const real y[system_dim], int jacobian)
{
    struct system_base c;

    c.slip = contact_slip(p, t, y);
    contact_argument(p, t, y, c.z);
    c.f = contact_law(law, c.slip, c.z, jacobian, c.by);
    return c;
}

merged static inline void system_rhs(const struct system_params *p, const struct friction *law,
                                     real t, const real y[system_dim], real dy[system_dim])
{
    framed_motion(p, t, y, system_at(p, law, t, y, 0).f, dy);
}

/* The Jacobian. */
merged static inline void system_chain(const struct system_params *p, const struct friction *law,
                                       real t, const real y[system_dim],
                                       const struct system_base *c, real J[system_rows][system_dim])
{
    const struct wrench f = c->f;
    const real F[3][3] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw},
                          {f.xy - f.kxy, f.yy, f.yw + f.kyw},
                          {f.xw - f.kxw, f.yw - f.kyw, f.ww}};
    real S[3][system_dim], Z[contact_room][system_dim], K[contact_size][system_dim];

    contact_slip_slopes(p, t, y, S);
    form_clear(contact_arguments, Z);
    contact_argument_slopes(p, t, y, Z);
    unrolled_for (k, contact_size)
        unrolled_for (j, system_dim) {
            K[k][j] = 0.0;
            unrolled_for (l, contact_size)
                if (!known_zero(S[l][j]))
                    K[k][j] += F[k][l] * S[l][j];
            unrolled_for (l, contact_arguments)
                if (!known_zero(Z[l][j]))
                    K[k][j] += (k == 0 ? c->by[l].Tx : k == 1 ? c->by[l].Ty : c->by[l].M) * Z[l][j];
        }
    contact_chain(p, t, y, f, K, J);
}

merged static inline void system_jacobian(const struct system_params *p, const struct friction *law,
                                          real t, const real y[system_dim],
                                          real J[system_rows][system_dim])
{
    const struct system_base c = system_at(p, law, t, y, 1);

    system_chain(p, law, t, y, &c, J);
}

/* dy'/dp of a field of the system. Friction follows the slip by its slopes: a difference in slip may be larger than the
 * slip. */
merged static inline void system_by(const struct system_params *p, const struct friction *law,
                                    real t, const real y[system_dim], const struct system_base *c,
                                    int place, real g[system_rows])
{
    const real d = form_part(((const real *)p)[place]), over = 1.0 / d;
    real slip[3], by[3], z[contact_room];

    contact_slip_by(p, place, t, y, slip);
    contact_follow(c->f, slip, by);
    unrolled_for (k, contact_arguments)
        z[k] = 0.0;
    unrolled_for (i, form_sides) {
        const struct system_params there = form_fields(p, place, form_side(i) * d);
        real moved[contact_room];

        contact_argument(&there, t, y, moved);
        unrolled_for (k, contact_arguments)
            z[k] += form_share(i) * over * moved[k];
    }
    unrolled_for (k, contact_arguments) {
        by[0] += z[k] * c->by[k].Tx;
        by[1] += z[k] * c->by[k].Ty;
        by[2] += z[k] * c->by[k].M;
    }
    contact_motion_by(p, place, t, y, c->f, by, g);
}

/* The same of a number of the law: moved[i] has it larger by form_side(i)/over. */
merged static inline void system_by_law(const struct system_params *p,
                                        const struct friction moved[form_sides], real over, real t,
                                        const real y[system_dim], const struct system_base *c,
                                        real g[system_rows])
{
    struct wrench none[contact_room];
    real by[3] = {0.0, 0.0, 0.0};

    for (int i = 0; i < form_sides; ++i)
        contact_add_side(i, contact_law(&moved[i], c->slip, c->z, 0, none), over, by);
    contact_push_by(p, t, y, by, g);
}

merged static inline struct contact_state system_contact(const struct system_params *p,
                                                         const struct friction *law, real t,
                                                         const real y[system_dim])
{
    const struct system_base c = system_at(p, law, t, y, 0);
    struct contact_state s;

    s.slip = c.slip;
    s.wrench = c.f;
    if (contact_size == 1)
        s.slip.vy = s.slip.w = 0.0;
    return s;
}

/* In how many times h the slip would be zero along the slope f; large where it grows, and where it is so small that it counts as
 * stick, in which it passes through zero as the load does. */
merged static inline real system_slip_left(const struct system_params *p, real t,
                                           const real y[system_dim], const real f[system_dim],
                                           real h)
{
    const number stick = 1e-6;
    real ahead[system_dim], size, loss;
    struct slip s, later;

    unrolled_for (i, system_dim)
        ahead[i] = y[i] + h * f[i];
    s = system_slip(p, t, (const void *)y);
    later = system_slip(p, t, (const void *)ahead);
    size = s.vx * s.vx;
    loss = s.vx * (s.vx - later.vx);
    if (contact_size > 1) {
        size += s.vy * s.vy + s.w * s.w;
        loss += s.vy * (s.vy - later.vy) + s.w * (s.w - later.w);
    }
    return pick((loss > 0.0) & (size > stick * stick), size / loss, (real)real_large);
}

/* The friction of a slip, for steppers/event.h; along a line that is not zero, so that no load counts. */
merged static inline struct wrench system_law(const struct friction *law, struct slip s,
                                              int jacobian)
{
    struct wrench none[contact_room];
    real z[contact_room];

    unrolled_for (k, contact_room)
        z[k] = 0.0;
    return contact_law(law, s, z, jacobian, none);
}

#endif
