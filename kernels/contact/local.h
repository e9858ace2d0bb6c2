/* local.h: the motion of the slip itself. With S = ds/dy and the columns B = dm/df of contact.h
 *
 *     s' = a0 + A f,   A = S B (the local mass matrix of [3](4), inverted, with friction's sign),
 *     a0 = S m(t, y, 0) + ds/dt,
 *
 * so that stick, s' = 0, needs the wrench of A f = -a0, all in the axes of the contact. A component of slip that friction
 * cannot move, because the system constrains it (its row of A is zero), takes no part. It is a component along an axis of the
 * system: a contact whose axes have turned away from these has no zero row, and its equations are turned back before they are
 * solved.
 * Roles: those of contact.h. SPDX-License-Identifier: MIT */
#ifndef CONTACT_LOCAL_H
#define CONTACT_LOCAL_H

#include "contact/contact.h"

struct local_motion {
    real A[contact_size][contact_size], a0[contact_size];
    struct sincos turn; /* of the contact's axes from those of the system */
};

/* A vector of the contact in the axes of the system, and back. */
merged static inline void local_out(struct sincos turn, real v[contact_size])
{
    if (framed_turns) {
        const real x = v[0], y = v[contact_size / 2];

        v[0] = turn.c * x - turn.s * y;
        v[contact_size / 2] = turn.s * x + turn.c * y;
    }
}

/* Out of the axes of the system into those of the contact. */
merged static inline void local_in(struct sincos turn, real v[contact_size])
{
    turn.s = -turn.s;
    local_out(turn, v);
}

/* The components that the contact has. */
merged static inline void local_parts(struct slip s, real v[contact_size])
{
    const real all[3] = {s.vx, s.vy, s.w};

    unrolled_for (k, contact_size)
        v[k] = all[k];
}

/* ds/dt at a state that stays, by a central difference. */
merged static inline void local_timed(const struct system_params *p, real t,
                                      const real y[system_dim], real by_t[contact_size])
{
    const real d = (number)(sizeof(number) == 4 ? 1e-3 : 1e-5) * fmax(fabs(t), (real)1.0);
    const real before = t - d, after = t + d;
    real a[contact_size], b[contact_size];

    local_parts(contact_slip(p, before, y), a);
    local_parts(contact_slip(p, after, y), b);
    unrolled_for (k, contact_size)
        by_t[k] = (b[k] - a[k]) / (after - before);
}

/* a0 and A at a state. */
merged static inline struct local_motion local_at(const struct system_params *p, real t,
                                                  const real y[system_dim])
{
    real S[3][system_dim], B[contact_size][system_dim], free[system_dim];
    struct local_motion c;

    c.turn = framed_turn(p, t, y);
    contact_slip_slopes(p, t, y, S);
    contact_columns(p, t, y, B);
    contact_motion(p, t, y, 0.0, 0.0, 0.0, free);
    unrolled_for (k, contact_size) {
        c.a0[k] = 0.0;
        unrolled_for (i, system_dim)
            if (!known_zero(S[k][i]))
                c.a0[k] += S[k][i] * free[i];
        unrolled_for (l, contact_size) {
            c.A[k][l] = 0.0;
            unrolled_for (i, system_dim)
                if (!known_zero(S[k][i]))
                    c.A[k][l] += S[k][i] * B[l][i];
        }
    }
    if (system_timed) {
        real by_t[contact_size];

        local_timed(p, t, y, by_t);
        unrolled_for (k, contact_size)
            c.a0[k] += by_t[k];
    }
    return c;
}

/* s' under the friction f. */
merged static inline void local_rate(const struct local_motion *c, const real f[contact_size],
                                     real rate[contact_size])
{
    unrolled_for (k, contact_size) {
        rate[k] = c->a0[k];
        unrolled_for (l, contact_size)
            rate[k] += c->A[k][l] * f[l];
    }
}

/* A in the axes of the system. Of a turned one, what is left of a row of zeros is rounding: of the four numbers between
 * sliding and sliding, and of the two between sliding and spinning. */
merged static inline void local_own(const struct local_motion *c,
                                    real A[contact_size][contact_size])
{
    const number digit = sizeof(number) == 4 ? 1e-5 : 1e-13;
    real slides = 0.0;

    unrolled_for (k, contact_size) {
        unrolled_for (l, contact_size)
            A[k][l] = c->A[k][l];
        local_out(c->turn, A[k]);
    }
    unrolled_for (l, (framed_turns ? contact_size : 0)) {
        real column[contact_size];

        unrolled_for (k, contact_size)
            column[k] = A[k][l];
        local_out(c->turn, column);
        unrolled_for (k, contact_size - 1) {
            A[k][l] = column[k];
            slides = l < 2 ? fmax(slides, fabs(column[k])) : slides;
        }
    }
    unrolled_for (l, (framed_turns ? contact_size : 0)) {
        const real most =
            digit * (l < 2 ? slides : fmax(fabs(A[0][l]), fabs(A[contact_size / 2][l])));

        unrolled_for (k, contact_size - 1)
            A[k][l] = pick(fabs(A[k][l]) > most, A[k][l], (real)0.0);
    }
}

/* 1 for components of the slip, in the axes of the system, that the system constrains: friction cannot move them, and the load
 * along them is borne by the constraint. */
merged static inline void local_constrained(const struct local_motion *c, real constrained[contact_size])
{
    real A[contact_size][contact_size];

    local_own(c, A);
    unrolled_for (k, contact_size) {
        real most = 0.0;

        unrolled_for (l, contact_size)
            most = fmax(most, fabs(A[k][l]));
        constrained[k] = pick(most > 0.0, (real)0.0, (real)1.0);
    }
}

/* f with A f = -a: elimination with row exchanges. */
merged static inline void local_solve(const struct local_motion *c, const real a[contact_size],
                                      real f[contact_size])
{
    real m[contact_size][contact_size], constrained[contact_size], inverse[contact_size];

    local_constrained(c, constrained);
    local_own(c, m);
    unrolled_for (k, contact_size)
        f[k] = -a[k];
    local_out(c->turn, f);
    unrolled_for (k, contact_size) {
        f[k] = pick(constrained[k] > 0.5, (real)0.0, f[k]);
        unrolled_for (l, contact_size)
            m[k][l] = pick(constrained[k] > 0.5, (real)(k == l ? 1.0 : 0.0), m[k][l]);
    }
    unrolled_for (k, contact_size) {
        unrolled_from (i, k + 1, contact_size) {
            const mask larger = fabs(m[i][k]) > fabs(m[k][k]);
            const real fu = f[k], fl = f[i];

            unrolled_for (j, contact_size) {
                const real upper = m[k][j], lower = m[i][j];

                m[k][j] = pick(larger, lower, upper);
                m[i][j] = pick(larger, upper, lower);
            }
            f[k] = pick(larger, fl, fu);
            f[i] = pick(larger, fu, fl);
        }
        inverse[k] = 1.0 / m[k][k];
        unrolled_from (i, k + 1, contact_size) {
            const real by = m[i][k] * inverse[k];

            f[i] -= by * f[k];
            unrolled_from (j, k, contact_size)
                m[i][j] -= by * m[k][j];
        }
    }
    unrolled
    for (int k = contact_size - 1; k >= 0; --k) {
        unrolled_from (j, k + 1, contact_size)
            f[k] -= m[k][j] * f[j];
        f[k] *= inverse[k];
    }
    local_in(c->turn, f);
}

#endif
