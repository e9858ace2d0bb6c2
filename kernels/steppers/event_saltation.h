/* event_saltation.h: how a small difference between two trajectories jumps where both change between stick and slip:
 * the saltation matrix, R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems (2004).
 * Roles: those of event_edge.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_SALTATION_H
#define STEPPERS_EVENT_SALTATION_H

#include "steppers/event_edge.h"
#include "steppers/event_jacobian.h"

/* xi at a state and a time, from the direction n. */
static inline real event_xi_at(const struct problem *q, real t, const real y[system_dim],
                               const real n[3], mask which)
{
    real load[contact_size], from[3];
    struct limit_law_params edge;

    unrolled_for (i, 3)
        from[i] = n[i];
    edge = event_edge_at(q, t, y, load);
    return event_xi(q, &edge, load, which, from);
}

#if parameters_count
/* The same by a change of the contact. As xi is the largest of f.n/Phi(n) over the slips n, Phi(n) = n.law(n), the
 * largest one being that of the load, it changes as Phi alone: by -xi law(n).Q n/Phi. */
static inline real event_gap_by_contact(const struct problem *q, int change, real t,
                                        const real y[system_dim], const real n[3], mask which)
{
    real load[contact_size], at[3], v[3], xi;
    struct limit_law_params edge;
    struct wrench f;

    unrolled_for (i, 3)
        at[i] = n[i];
    edge = event_edge_at(q, t, y, load);
    xi = event_xi(q, &edge, load, which, at);
    f = system_law(&q->law, event_slip(at), 0);
    contact_changed(change, event_slip(at), v);
    return -xi * (f.Tx * v[0] + f.Ty * v[1] + f.M * v[2]) /
           (f.Tx * at[0] + f.Ty * at[1] + f.M * at[2]);
}

/* How xi - eta changes with parameter k at a state that stays. */
static inline real event_gap_by(const struct problem *q, int k, real t, const real y[system_dim],
                                const real n[3], mask which)
{
    struct problem moved = *q;
    real by = 0.0;

    if (parameters_kind(k) == parameters_field) {
        const real d = form_part(((const real *)&q->p)[parameters_table[k]]);

        for (int i = 0; i < form_sides; ++i) {
            moved.p = form_fields(&q->p, parameters_table[k], form_side(i) * d);
            by += form_share(i) / d * event_xi_at(&moved, t, y, n, which);
        }
    }
#    if parameters_laws
    if (parameters_kind(k) == parameters_law) {
        const int at = parameters_of_law(k);

        for (int i = 0; i < form_sides; ++i) {
            moved.law = q->moved[at][i];
            by += form_share(i) * q->over[at] * event_xi_at(&moved, t, y, n, which);
        }
        if (contact_size > 1 && parameters_table[k] == system_params_count + 2) /* eta itself */
            by = -1.0;
    }
#    endif
    if (parameters_kind(k) == parameters_contact)
        by = event_gap_by_contact(q, parameters_table[k] - parameters_behind, t, y, n, which);
    return by * q->scale[k];
}
#endif

/* How fast xi changes along (by_t, v), by a central difference. */
static inline real event_xi_slope(const struct problem *q, real t, const real y[system_dim],
                                  const real n[3], number by_t, const real v[system_dim])
{
    const number small = sizeof(number) == 4 ? 3e-3 : 2e-6;
    real size = 1e-3, length = real_tiny, d, apart = 0.0;

    unrolled_for (i, system_dim) {
        size = fmax(size, fabs(y[i]));
        length = fmax(length, fabs(v[i]));
    }
    d = small * size / length;
    for (int side = 0; side < 2; ++side) {
        const number sign = side == 0 ? -1.0 : 1.0;
        real there[system_dim];

        unrolled_for (i, system_dim)
            there[i] = y[i] + sign * d * v[i];
        apart += sign * event_xi_at(q, t + sign * by_t * d, there, n, d > 0.0);
    }
    return apart / (2.0 * d);
}

/* A small difference v behind the switch to the state y with the slope f that the lane tells of, from v before it. A
 * slip that ends takes every difference in slip with it: P v, P = I - B A^-1 S, is what is left. A neighbour that
 * begins to slip later by dt has moved so much longer in stick: v + (f_stick - f_slip) dt, with dt = -(dxi/dy
 * v)/(dxi/dt) at the end of a stick, and that of the straight line where a slip goes on through rest. A difference that
 * moves with a parameter (column) has the slip S v + ds/dp, and its stick ends by xi - eta as a function of the
 * parameter too. Lanes that begin in stick (`first`) have neighbours that come to rest at once. */
static inline void event_saltation(const struct problem *q, real t, const real y[system_dim],
                              const real f[system_dim], const real keeps[event_at_end], mask first,
                              int column, real v[system_dim])
{
    const real last = keeps[event_at_switch];
    const mask sticks = q->sticks > 0.5, begins = (last > 0.5) & !sticks;
    const mask through = last == (real)event_through;
    const mask ends = ((last > 0.5) & (sticks | through)) | (first & sticks);
    const struct local_motion c = local_at(&q->p, t, y);
    real S[3][system_dim], B[contact_size][system_dim], s[contact_size], g[contact_size];
    real later = 0.0, stick[system_dim];
    struct problem stuck = *q;

    contact_slip_slopes(&q->p, t, y, S);
    contact_columns(&q->p, t, y, B);
    unrolled_for (k, contact_size)
        s[k] = 0.0;
#if parameters_count
    if (column != tangent_none && parameters_kind(column) == parameters_field) {
        real slip[3];

        contact_slip_by(&q->p, parameters_table[column], t, y, slip);
        unrolled_for (k, contact_size)
            s[k] = slip[k] * q->scale[column];
    }
#endif
    unrolled_for (k, contact_size) {
        unrolled_for (i, system_dim)
            s[k] += S[k][i] * v[i];
        later += keeps[event_at_later + k] * s[k];
    }
    local_solve(&c, s, g);
    if (any_lane(begins)) {
        real at, slope;

        stuck.sticks = 1.0;
        event_rhs(&stuck, t, y, stick);
        at = event_xi_slope(q, t, y, keeps + event_at_n, 0.0, v);
#if parameters_count
        if (column != tangent_none)
            at += event_gap_by(q, column, t, y, keeps + event_at_n, begins);
#endif
        slope = event_xi_slope(q, t, y, keeps + event_at_n, 1.0, stick);
        later = pick(through, later, -at / slope);
    }
    unrolled_for (i, system_dim) {
        real less = 0.0;

        unrolled_for (k, contact_size)
            less += B[k][i] * g[k];
        v[i] += pick(ends | begins, less, (real)0.0); /* in stick P v = v, but for rounding */
        if (any_lane(begins))
            v[i] += pick(begins, (stick[i] - f[i]) * later, (real)0.0);
    }
}

#endif
