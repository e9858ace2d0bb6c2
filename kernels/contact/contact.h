/* contact.h: what follows from a system's slip s(t, y), its motion m(t, y, f) under a friction wrench f (affine in f)
 * and a law: f = law(s),
 *
 *     y' = m(t, y, f),   dy'/dy = dm/dy + B F S,   S = ds/dy,  F = df/ds,  B = dm/df.
 *
 * Slip and friction are in the axes of the contact (frame.h). Roles: those of frame.h, framed_round (1: a centred circle, which
 * has no axes). SPDX-License-Identifier: MIT */
#ifndef CONTACT_CONTACT_H
#define CONTACT_CONTACT_H

#include "contact/changes.h"
#include "contact/frame.h"

/* Components of slip and friction: vx, vy, w and Tx, Ty, M; along a line vx and Tx alone. */
enum { contact_size = system_line ? 1 : 3 };

merged static inline void contact_motion(const struct system_params *p, real t,
                                         const real y[system_dim], real Tx, real Ty, real M,
                                         real dy[system_dim])
{
    struct wrench f = wrench_zero();

    f.Tx = Tx;
    f.Ty = Ty;
    f.M = M;
    framed_motion(p, t, (const void *)y, f, (void *)dy);
}

/* The columns of B, by probing: m(e_k) - m(0). */
merged static inline void contact_columns(const struct system_params *p, real t,
                                          const real y[system_dim],
                                          real B[contact_size][system_dim])
{
    real free[system_dim];

    contact_motion(p, t, y, 0.0, 0.0, 0.0, free);
    unrolled_for (k, contact_size) {
        contact_motion(p, t, y, k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0, B[k]);
        unrolled_for (i, system_dim)
            B[k][i] -= free[i];
    }
}

/* ds/dp of a field of the system. */
merged static inline void contact_slip_by(const struct system_params *p, int place, real t,
                                          const real y[system_dim], real by[3])
{
    const real d = form_part(((const real *)p)[place]), over = 1.0 / d;

    by[0] = by[1] = by[2] = 0.0;
    unrolled_for (i, form_sides) {
        const struct system_params there = form_fields(p, place, form_side(i) * d);
        const struct slip s = contact_slip(&there, t, y);

        by[0] += form_share(i) * s.vx;
        by[1] += form_share(i) * s.vy;
        by[2] += form_share(i) * s.w;
    }
    unrolled_for (k, 3)
        by[k] *= over;
}

/* g = dm/dp + B df/dp of a field of the system, under the friction f that changes by `by` = df/dp; the rows of a Jacobian. */
merged static inline void contact_motion_by(const struct system_params *p, int place, real t,
                                            const real y[system_dim], struct wrench f,
                                            const real by[3], real g[system_rows])
{
    const real d = form_part(((const real *)p)[place]), over = 1.0 / d;

    unrolled_for (i, system_rows)
        g[i] = 0.0;
    unrolled_for (i, form_sides) {
        const real x = form_side(i) * d;
        const struct system_params there = form_fields(p, place, x);
        real dy[system_dim];

        contact_motion(&there, t, y, f.Tx + x * by[0], f.Ty + x * by[1], f.M + x * by[2], dy);
        unrolled_for (k, system_rows)
            g[k] += form_share(i) * over * dy[system_above + k];
    }
}

/* g = B df/dp of a number of the law. */
merged static inline void contact_push_by(const struct system_params *p, real t,
                                          const real y[system_dim], const real by[3],
                                          real g[system_rows])
{
    real free[system_dim], pushed[system_dim];

    contact_motion(p, t, y, 0.0, 0.0, 0.0, free);
    contact_motion(p, t, y, by[0], by[1], by[2], pushed);
    unrolled_for (i, system_rows)
        g[i] = pushed[system_above + i] - free[system_above + i];
}

/* F v, the slopes of a friction times a difference in slip. */
merged static inline void contact_follow(struct wrench f, const real v[3], real by[3])
{
    by[0] = f.xx * v[0] + (f.xy + f.kxy) * v[1] + (f.xw + f.kxw) * v[2];
    by[1] = (f.xy - f.kxy) * v[0] + f.yy * v[1] + (f.yw + f.kyw) * v[2];
    by[2] = (f.xw - f.kxw) * v[0] + (f.yw - f.kyw) * v[1] + f.ww * v[2];
}

/* Q s of a change of the contact (changes.h). */
merged static inline void contact_changed(int change, struct slip s, real v[3])
{
    v[0] = change == contact_across ? -s.w : (real)0.0;
    v[1] = change == contact_along ? s.w : (real)0.0;
    v[2] = change == contact_larger ? s.w : (real)0.0;
}

/* Q' f + F Q s, by which the friction changes with x. */
merged static inline void contact_change_by(int change, struct slip s, struct wrench f, real by[3])
{
    real v[3];

    contact_changed(change, s, v);
    contact_follow(f, v, by);
    by[2] += change == contact_larger ? f.M : change == contact_along ? f.Ty : -f.Tx;
}

/* by += the part that a friction with a number of the law moved has in df/dp. */
merged static inline void contact_add_side(int side, struct wrench f, real over, real by[3])
{
    by[0] += form_share(side) * over * f.Tx;
    by[1] += form_share(side) * over * f.Ty;
    by[2] += form_share(side) * over * f.M;
}

/* J = dm/dy + B K, K = df/dy. */
merged static inline void contact_chain(const struct system_params *p, real t,
                                        const real y[system_dim], struct wrench f,
                                        real K[contact_size][system_dim],
                                        real J[system_rows][system_dim])
{
    real B[contact_size][system_dim];

    form_clear(system_rows, J);
    framed_motion_slopes(p, t, (const void *)y, f, (void *)J);
    contact_columns(p, t, y, B);
    unrolled_for (k, contact_size)
        unrolled_for (i, system_rows)
            unrolled_for (j, system_dim)
                if (!known_zero(K[k][j]) && !known_zero(B[k][system_above + i]))
                    J[i][j] += B[k][system_above + i] * K[k][j];
}

#endif
