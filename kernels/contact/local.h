/* local.h: the motion of the slip itself. With S = ds/dy and the columns B = dm/df of contact.h
 *
 *     s' = a0 + A f,   A = S B (the local mass matrix of [3](4), inverted, with friction's sign),
 *     a0 = S m(t, y, 0) + ds/dt,
 *
 * so that stick, s' = 0, needs the wrench of A f = -a0. A component of slip that the system does not have (its row of A is
 * zero) is held by something else and takes no part. Roles: those of contact.h. SPDX-License-Identifier: MIT */
#ifndef CONTACT_LOCAL_H
#define CONTACT_LOCAL_H

#include "contact/contact.h"

struct local_motion {
    real A[contact_size][contact_size], a0[contact_size];
};

merged static inline void local_parts(struct slip s, real v[contact_size])
{
    const real all[3] = {s.vx, s.vy, s.w};

    unrolled
    for (int k = 0; k < contact_size; ++k)
        v[k] = all[k];
}

/* ds/dt at a state that stays, by a central difference. */
merged static inline void local_timed(const struct system_params *p, real t, const real y[system_dim],
                               real by_t[contact_size])
{
    const real d = (number)(sizeof(number) == 4 ? 1e-3 : 1e-5) * fmax(fabs(t), (real)1.0);
    const real before = t - d, after = t + d;
    real a[contact_size], b[contact_size];

    local_parts(contact_slip(p, before, y), a);
    local_parts(contact_slip(p, after, y), b);
    unrolled
    for (int k = 0; k < contact_size; ++k)
        by_t[k] = (b[k] - a[k]) / (after - before);
}

merged static inline struct local_motion local_at(const struct system_params *p, real t, const real y[system_dim])
{
    real S[3][system_dim], B[contact_size][system_dim], free[system_dim];
    struct local_motion c;

    contact_slip_slopes(p, t, y, S);
    contact_columns(p, t, y, B);
    contact_motion(p, t, y, 0.0, 0.0, 0.0, free);
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        c.a0[k] = 0.0;
        unrolled
        for (int i = 0; i < system_dim; ++i)
            if (!known_zero(S[k][i]))
                c.a0[k] += S[k][i] * free[i];
        unrolled
        for (int l = 0; l < contact_size; ++l) {
            c.A[k][l] = 0.0;
            unrolled
            for (int i = 0; i < system_dim; ++i)
                if (!known_zero(S[k][i]))
                    c.A[k][l] += S[k][i] * B[l][i];
        }
    }
    if (system_timed) {
        real by_t[contact_size];

        local_timed(p, t, y, by_t);
        unrolled
        for (int k = 0; k < contact_size; ++k)
            c.a0[k] += by_t[k];
    }
    return c;
}

/* s' under the friction f. */
merged static inline void local_rate(const struct local_motion *c, const real f[contact_size],
                              real rate[contact_size])
{
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        rate[k] = c->a0[k];
        unrolled
        for (int l = 0; l < contact_size; ++l)
            rate[k] += c->A[k][l] * f[l];
    }
}

/* 1 for components of the slip that the system holds, which friction cannot move: what holds a component holds its
 * direction too. */
merged static inline void local_held(const struct local_motion *c, real held[contact_size])
{
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        real most = 0.0;

        unrolled
        for (int l = 0; l < contact_size; ++l)
            most = fmax(most, fabs(c->A[k][l]));
        held[k] = pick(most > 0.0, (real)0.0, (real)1.0);
    }
}

/* f with A f = -a: elimination with row exchanges. */
merged static inline void local_solve(const struct local_motion *c, const real a[contact_size],
                               real f[contact_size])
{
    real m[contact_size][contact_size], held[contact_size], inverse[contact_size];

    local_held(c, held);
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        f[k] = pick(held[k] > 0.5, (real)0.0, -a[k]);
        unrolled
        for (int l = 0; l < contact_size; ++l)
            m[k][l] = pick(held[k] > 0.5, (real)(k == l ? 1.0 : 0.0), c->A[k][l]);
    }
    unrolled
    for (int k = 0; k < contact_size; ++k) {
        unrolled
        for (int i = k + 1; i < contact_size; ++i) {
            const mask larger = fabs(m[i][k]) > fabs(m[k][k]);
            const real fu = f[k], fl = f[i];

            unrolled
            for (int j = 0; j < contact_size; ++j) {
                const real upper = m[k][j], lower = m[i][j];

                m[k][j] = pick(larger, lower, upper);
                m[i][j] = pick(larger, upper, lower);
            }
            f[k] = pick(larger, fl, fu);
            f[i] = pick(larger, fu, fl);
        }
        inverse[k] = 1.0 / m[k][k];
        unrolled
        for (int i = k + 1; i < contact_size; ++i) {
            const real by = m[i][k] * inverse[k];

            f[i] -= by * f[k];
            unrolled
            for (int j = k; j < contact_size; ++j)
                m[i][j] -= by * m[k][j];
        }
    }
    unrolled
    for (int k = contact_size - 1; k >= 0; --k) {
        unrolled
        for (int j = k + 1; j < contact_size; ++j)
            f[k] -= m[k][j] * f[j];
        f[k] *= inverse[k];
    }
}

#endif
