/* event_saltation.h: how a small difference between two trajectories jumps where both change between stick and slip:
 * the saltation matrix, R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems (2004).
 * Roles: those of event_edge.h. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_SALTATION_H
#define STEPPERS_EVENT_SALTATION_H

#include "steppers/event_edge.h"
#include "steppers/event_jacobian.h"

/* z with z F = 0, F the slopes of a friction that is that of the direction w, F w = 0: from the cofactors of F,
 * which are those of w z. In a law that is a gradient z is w. */
static inline void event_across(real F[3][3], const real w[contact_size], real z[3])
{
    for (int k = 0; k < 3; ++k) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;

        z[k] = 0.0;
        unrolled_for (i, contact_size)
            z[k] += w[i] * (F[a][(i + 1) % 3] * F[b][(i + 2) % 3] -
                            F[a][(i + 2) % 3] * F[b][(i + 1) % 3]);
    }
}

/* The friction of the slip w at the edge of stick, with its slopes as a matrix. */
static inline struct wrench event_edge_slopes(const struct limit_law_params *edge,
                                              const real w[contact_size], real F[3][3])
{
    const struct wrench f = limit_law_wrench(edge, 0, event_slip(w), 1);

    for (int l = 0; l < 3; ++l) {
        real column[3] = {0.0, 0.0, 0.0}, of_column[3];

        column[l] = 1.0;
        contact_follow(f, column, of_column);
        for (int k = 0; k < 3; ++k)
            F[k][l] = of_column[k];
    }
    return f;
}

/* dxi/df at the load of a state at the end of a stick, from the direction n: as xi(f) has one value on the surface
 * law(s), along which f moves by F ds, and grows with f, it is xi z/(z.f), z F = 0. */
static inline void event_xi_slopes(const struct problem *q, real t, const real y[system_dim],
                                   const real n[3], mask which, real by[contact_size])
{
    real load[contact_size], w[3], z[3] = {1.0, 0.0, 0.0}, xi, along = 0.0;
    const struct limit_law_params edge = event_edge_at(q, t, y, load);

    unrolled_for (k, 3)
        w[k] = n[k];
    xi = event_xi(q, &edge, load, which, w);
    if (contact_size > 1) {
        real F[3][3];

        event_edge_slopes(&edge, w, F);
        event_across(F, w, z);
    }
    unrolled_for (k, contact_size)
        along += z[k] * load[k];
    unrolled_for (k, contact_size)
        by[k] = xi * z[k] / along;
}

#if parameters_count
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

/* How xi - eta changes with parameter k at a state that stays, by: dxi/df. */
static inline real event_gap_by(const struct problem *q, int k, real t, const real y[system_dim],
                                const real n[3], const real of_load[contact_size], mask which)
{
    real by = 0.0;

    if (parameters_kind(k) == parameters_field) {
        const real d = form_part(((const real *)&q->p)[parameters_table[k]]);

        for (int i = 0; i < form_sides; ++i) {
            const struct system_params moved =
                form_fields(&q->p, parameters_table[k], form_side(i) * d);
            real load[contact_size];

            event_load(&moved, t, y, load);
            unrolled_for (l, contact_size)
                by += form_share(i) / d * of_load[l] * load[l];
        }
    }
#    if parameters_laws
    if (parameters_kind(k) == parameters_law) {
        const int at = parameters_of_law(k);
        struct problem moved = *q;

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

/* How fast xi changes along (by_t, v), by: dxi/df. In a contact whose axes turn against those of a slip that is held
 * the edge of stick depends on the state too; this part is a central difference. */
static inline real event_xi_slope(const struct problem *q, real t, const real y[system_dim],
                                  const real n[3], const real by[contact_size], mask which,
                                  number by_t, const real v[system_dim])
{
    const int turns = framed_turns && !framed_round;
    const number small = sizeof(number) == 4 ? 3e-3 : 1e-5;
    real K[contact_size][system_dim], length = real_tiny, sum = 0.0, d;

    event_load_slopes(q, t, y, K);
    unrolled_for (i, system_dim) {
        unrolled_for (k, contact_size)
            sum += by[k] * K[k][i] * v[i];
        length = fmax(length, fabs(v[i]));
    }
    d = small / fmax(length, (real)by_t);
    for (int side = 0; (turns || (system_timed && by_t != 0.0)) && side < 2; ++side) {
        const real part = side == 0 ? -d : d, over = 0.5 / part;
        real there[system_dim], load[contact_size], from[3];
        struct limit_law_params edge;

        unrolled_for (i, system_dim)
            there[i] = turns ? y[i] + part * v[i] : y[i];
        if (system_timed && by_t != 0.0) { /* of a state that stays */
            event_load(&q->p, t + part, y, load);
            unrolled_for (k, contact_size)
                sum += over * by[k] * load[k];
        }
        unrolled_for (i, 3)
            from[i] = n[i];
        if (turns) {
            edge = event_edge_at(q, t + by_t * part, there, load);
            event_load(&q->p, t, y, load);
            sum += over * event_xi(q, &edge, load, which, from);
        }
    }
    return sum;
}

#if parameters_count
/* The slip w n next to its end, -s' = w n, from a direction n that is nearly its own. As the friction of a patch is
 * that of the direction, w n + a0 + A law(n) = 0, which Newton's method solves; F receives the slopes of law there,
 * in w n. Directions that neither attract nor repel, as those of a sliding disk in its plane, have no slope in this
 * equation and stay (event_last_neutral). */
#define event_last_neutral 1e-12
static inline void event_last_slip(const struct problem *q, const struct local_motion *c,
                                   real w[contact_size], real F[3][3])
{
    const struct limit_law_params edge = event_edge(q, c);
    real speed = 0.0;

    for (int turn = 0; turn < 5; ++turn) {
        const struct wrench f = event_edge_slopes(&edge, w, F);
        struct local_motion both = *c;
        real M[contact_size][contact_size], friction[contact_size], rate[contact_size];
        real of_rate[contact_size], move[contact_size];

        event_parts(f, friction);
        local_rate(c, friction, rate);
        if (turn == 0) { /* as fast as the direction says */
            unrolled_for (k, contact_size)
                speed -= rate[k] * w[k] * event_weight(q, k) * event_weight(q, k);
            unrolled_for (k, contact_size)
                w[k] *= speed;
            continue;
        }
        unrolled_for (k, contact_size) {
            rate[k] += w[k];
            unrolled_for (l, contact_size) {
                M[k][l] = k == l ? 1.0 : 0.0;
                unrolled_for (i, contact_size)
                    M[k][l] += c->A[k][i] * F[i][l];
            }
        }
        unrolled_for (k, contact_size) {
            of_rate[k] = 0.0;
            unrolled_for (l, contact_size)
                both.A[k][l] = k == l ? (number)event_last_neutral : (number)0.0;
            unrolled_for (i, contact_size) {
                of_rate[k] += M[i][k] * rate[i];
                unrolled_for (l, contact_size)
                    both.A[k][l] += M[i][k] * M[i][l];
            }
        }
        local_solve(&both, of_rate, move);
        unrolled_for (k, contact_size)
            w[k] += turn < 4 ? move[k] : (real)0.0;
    }
}

/* By how much later a slip ends that is larger by s, g = -A^-1 s; n: its direction, by event_weight squared.
 * Friction changes by F times the change of direction, which follows the state: what counts is the part of g along
 * z, z F = 0, z = n in laws that are gradients. With that of s' = A (law(n) - load) the slip ends later by
 * z.g/(z.(law(n) - load)). `settled`: the slip has the direction that its fast flow settles in; while it is off by
 * an angle, this is off by the square of it. */
static inline real event_ends_later(const struct problem *q, const struct local_motion *c,
                                    const real n[contact_size], const real g[contact_size],
                                    mask *settled)
{
    real w[contact_size], z[3] = {1.0, 0.0, 0.0}, f[contact_size], load[contact_size];
    real more = 0.0, rate = 0.0, length;

    unrolled_for (k, contact_size)
        w[k] = n[k] / (event_weight(q, k) * event_weight(q, k));
    length = event_length(q, w);
    unrolled_for (k, contact_size)
        w[k] /= contact_size > 1 ? length : length * (real)real_large;
    if (contact_size > 1) {
        real last[contact_size], F[3][3], apart = 0.0;
        mask follows;

        unrolled_for (k, contact_size)
            last[k] = w[k];
        event_last_slip(q, c, last, F);
        length = event_length(q, last);
        unrolled_for (k, contact_size) {
            const real d = (last[k] / length - w[k]) * event_weight(q, k);

            apart += d * d;
        }
        *settled = apart < 1e-6;
        follows = apart < 0.2;
        unrolled_for (k, contact_size)
            w[k] = pick(follows, last[k], w[k]);
        event_across(F, w, z);
        unrolled_for (k, 3)
            z[k] = pick(follows, z[k], w[k % contact_size]);
    }
    event_friction(q, w, f);
    local_solve(c, c->a0, load);
    unrolled_for (k, contact_size) {
        more += z[k] * g[k];
        rate += z[k] * (f[k] - load[k]);
    }
    return more / rate;
}
#endif

/* A small difference v behind the switch to the state y with the slope f that the lane tells of, from v before it. A
 * slip that ends takes every difference in slip with it: P v, P = I - B A^-1 S, is what is left. A neighbour that
 * begins to slip later by dt has moved so much longer in stick: v + (f_stick - f_slip) dt, with dt = -(dxi/dy
 * v)/(dxi/dt) at the end of a stick, and that of the straight line where a slip goes on through rest. A difference
 * that moves with a parameter (column) has the slip S v + ds/dp, and its stick ends by xi - eta as a function of the
 * parameter too. Lanes that begin in stick (`first`) have neighbours that come to rest at once. Returned is by how
 * much later the switch is; NaN where nobody knows. */
static inline real event_saltation(const struct problem *q, real t, const real y[system_dim],
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
    mask known = last != (real)event_ambiguous;
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
    }
    local_solve(&c, s, g);
#if parameters_count
    if (any_lane(ends & (last > 0.5))) {
        mask settled = known;

        later = event_ends_later(q, &c, keeps + event_at_later, g, &settled);
        known &= settled | !ends;
    }
#else /* as the straight line into rest has it: enough for slips that go on through rest */
    unrolled_for (k, contact_size)
        later += keeps[event_at_later + k] * s[k];
#endif
    if (any_lane(begins)) {
        real at, slope, by[contact_size];

        stuck.sticks = 1.0;
        event_rhs(&stuck, t, y, stick);
        event_xi_slopes(q, t, y, keeps + event_at_n, begins, by);
        at = event_xi_slope(q, t, y, keeps + event_at_n, by, begins, 0.0, v);
#if parameters_count
        if (column != tangent_none)
            at += event_gap_by(q, column, t, y, keeps + event_at_n, by, begins);
#endif
        slope = event_xi_slope(q, t, y, keeps + event_at_n, by, begins, 1.0, stick);
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
    return pick(known, later, (real)(number)NAN);
}

#endif
