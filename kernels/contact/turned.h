/* turned.h: a contact whose axes turn with a body. alpha(t, y) is the angle of these axes (system_frame), R = R(alpha) the turn by
 * it. The law knows its shape, pressure and tilt in the contact's axes only; slip and friction there are
 *
 *     v' = R^T v,  w' = w,      T = R T',  M = M'.
 *
 * With these the system is one like any other: its slip is s'(t, y), its motion m'(t, y, f') = m(t, y, R f') is affine in f', and
 * right-hand side, Jacobian, local mass matrix, load in stick, switching and variations follow from both as they do without
 * a turn. Their slopes have a term of the turn each,
 *
 *     ds'/dy = R^T ds/dy + (v'_y, -v'_x, 0)^T dalpha/dy,
 *     dm'/dy = dm/dy + dm/df (-T_y, T_x, 0)^T dalpha/dy   under T = R T'.
 *
 * Roles: those of contact.h, system_frame, system_frame_slopes (one row that was set to zero). SPDX-License-Identifier: MIT */
#ifndef CONTACT_TURNED_H
#define CONTACT_TURNED_H

#include "contact/form.h"
#include "core/sincos.h"

merged static inline struct sincos turned_turn(const struct system_params *p, real t,
                                               const real y[system_dim])
{
    return sincos_both(system_frame(p, t, (const void *)y));
}

/* From the system's axes into those of the contact: R^T. */
merged static inline struct slip turned_into(struct sincos turn, struct slip s)
{
    const real vx = turn.c * s.vx + turn.s * s.vy, vy = turn.c * s.vy - turn.s * s.vx;

    s.vx = vx;
    s.vy = vy;
    return s;
}

/* The friction back: R. */
merged static inline struct wrench turned_back(struct sincos turn, struct wrench f)
{
    const real Tx = turn.c * f.Tx - turn.s * f.Ty, Ty = turn.s * f.Tx + turn.c * f.Ty;

    f.Tx = Tx;
    f.Ty = Ty;
    return f;
}

merged static inline struct slip turned_slip(const struct system_params *p, real t,
                                             const struct system_states *y)
{
    return turned_into(turned_turn(p, t, (const void *)y), system_slip(p, t, y));
}

merged static inline void turned_motion(const struct system_params *p, real t,
                                        const struct system_states *y, struct wrench f,
                                        struct system_states *dy)
{
    system_motion(p, t, y, turned_back(turned_turn(p, t, (const void *)y), f), dy);
}

/* dalpha/dy. */
merged static inline void turned_slopes(const struct system_params *p, real t,
                                        const struct system_states *y, real by[1][system_dim])
{
    form_clear(1, by);
    system_frame_slopes(p, t, (const void *)y, (void *)by);
}

merged static inline void turned_slip_slopes(const struct system_params *p, real t,
                                             const struct system_states *y, real (*S)[system_dim])
{
    const struct sincos turn = turned_turn(p, t, (const void *)y);
    const struct slip here = turned_into(turn, system_slip(p, t, y));
    real by[1][system_dim];

    system_slip_slopes(p, t, (const void *)y, (void *)S);
    turned_slopes(p, t, y, by);
    unrolled_for (j, system_dim) {
        const real x = S[0][j], across = S[1][j];

        if (!known_zero(x) || !known_zero(across)) {
            S[0][j] = turn.c * x + turn.s * across;
            S[1][j] = turn.c * across - turn.s * x;
        }
        if (!known_zero(by[0][j])) {
            S[0][j] += here.vy * by[0][j];
            S[1][j] -= here.vx * by[0][j];
        }
    }
}

merged static inline void turned_motion_slopes(const struct system_params *p, real t,
                                               const struct system_states *y, struct wrench f,
                                               real (*J)[system_dim])
{
    const struct wrench own = turned_back(turned_turn(p, t, (const void *)y), f);
    struct wrench more = wrench_zero();
    real by[1][system_dim], free[system_dim], moved[system_dim];

    system_motion_slopes(p, t, (const void *)y, own, (void *)J);
    turned_slopes(p, t, y, by);
    more.Tx = -own.Ty;
    more.Ty = own.Tx;
    system_motion(p, t, y, wrench_zero(), (void *)free);
    system_motion(p, t, y, more, (void *)moved);
    unrolled_for (i, system_rows)
        unrolled_for (j, system_dim)
            if (!known_zero(by[0][j]))
                J[i][j] += (moved[system_above + i] - free[system_above + i]) * by[0][j];
}

#endif
