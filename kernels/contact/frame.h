/* frame.h: slip and motion in the axes of the contact. Those of a centred circle, and of a contact that keeps its
 * direction, are the system's own; others turn with a body by the angle alpha(t, y) (system_frame), R = R(alpha) the
 * turn by it. The law knows its shape, pressure and tilt in the contact's axes only; slip and friction there are
 *
 *     v' = R^T v,  w' = w,      T = R T',  M = M'.
 *
 * With these the system is one like any other: its slip is s'(t, y), its motion m'(t, y, f') = m(t, y, R f') is affine
 * in f', and right-hand side, Jacobian, local mass matrix, load in stick, switching and variations follow from both as
 * they do without a turn. Their slopes have a term of the turn each,
 *
 *     ds'/dy = R^T ds/dy + (v'_y, -v'_x, 0)^T dalpha/dy,
 *     dm'/dy = dm/dy + dm/df (-T_y, T_x, 0)^T dalpha/dy   under T = R T'.
 *
 * Roles: system_slip, system_motion, and the constant framed_turns. Slopes are rows that were set to zero; of systems of second
 * order the rows of accelerations only. SPDX-License-Identifier: MIT */
#ifndef CONTACT_FRAME_H
#define CONTACT_FRAME_H

#include "contact/defaults.h"
#include "core/sincos.h"

/* Cosine and sine of the angle of the axes. */
merged static inline struct sincos framed_turn(const struct system_params *p, real t,
                                               const real y[system_dim])
{
    struct sincos none;

    if (framed_turns)
        return sincos_both(system_frame(p, t, (const void *)y));
    none.s = 0.0;
    none.c = 1.0;
    return none;
}

/* dalpha/dy. */
merged static inline void framed_turn_slopes(const struct system_params *p, real t,
                                             const real y[system_dim], real by[1][system_dim])
{
    form_clear(1, by);
    if (framed_turns)
        system_frame_slopes(p, t, (const void *)y, (void *)by);
}

/* From the system's axes into those of the contact: R^T. */
merged static inline struct slip framed_into(struct sincos turn, struct slip s)
{
    const real vx = turn.c * s.vx + turn.s * s.vy, vy = turn.c * s.vy - turn.s * s.vx;

    s.vx = vx;
    s.vy = vy;
    return s;
}

/* The friction back: R. */
merged static inline struct wrench framed_back(struct sincos turn, struct wrench f)
{
    const real Tx = turn.c * f.Tx - turn.s * f.Ty, Ty = turn.s * f.Tx + turn.c * f.Ty;

    f.Tx = Tx;
    f.Ty = Ty;
    return f;
}

/* The slip in the axes of the contact. */
merged static inline struct slip contact_slip(const struct system_params *p, real t,
                                              const real y[system_dim])
{
    const struct slip s = system_slip(p, t, (const void *)y);

    return framed_turns ? framed_into(framed_turn(p, t, y), s) : s;
}

/* The motion under a friction in the axes of the contact. */
merged static inline void framed_motion(const struct system_params *p, real t,
                                        const real y[system_dim], struct wrench f,
                                        real dy[system_dim])
{
    if (framed_turns)
        f = framed_back(framed_turn(p, t, y), f);
    system_motion(p, t, (const void *)y, f, (void *)dy);
}

/* ds/dy in these axes: the turn of the axes has its part. */
merged static inline void contact_slip_slopes(const struct system_params *p, real t,
                                              const real y[system_dim], real S[3][system_dim])
{
    form_clear(3, S);
    system_slip_slopes(p, t, (const void *)y, (void *)S);
    if (framed_turns) {
        const struct sincos turn = framed_turn(p, t, y);
        const struct slip here = framed_into(turn, system_slip(p, t, (const void *)y));
        real by[1][system_dim];

        framed_turn_slopes(p, t, y, by);
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
}

merged static inline void framed_motion_slopes(const struct system_params *p, real t,
                                               const real y[system_dim], struct wrench f,
                                               real J[system_rows][system_dim])
{
    if (framed_turns)
        f = framed_back(framed_turn(p, t, y), f);
    system_motion_slopes(p, t, (const void *)y, f, (void *)J);
    if (framed_turns) {
        struct wrench more = wrench_zero();
        real by[1][system_dim], free[system_dim], moved[system_dim];

        framed_turn_slopes(p, t, y, by);
        more.Tx = -f.Ty;
        more.Ty = f.Tx;
        system_motion(p, t, (const void *)y, wrench_zero(), (void *)free);
        system_motion(p, t, (const void *)y, more, (void *)moved);
        unrolled_for (i, system_rows)
            unrolled_for (j, system_dim)
                if (!known_zero(by[0][j]))
                    J[i][j] += (moved[system_above + i] - free[system_above + i]) * by[0][j];
    }
}

#endif
