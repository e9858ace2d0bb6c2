/* event_jacobian.h: the Jacobian of what the stepper event integrates, in stick, in slip and where a slip begins, and
 * what parameters of a gradient add to it. In stick the slip of a neighbour stays zero too: with R = d(S m + ds/dt)/dy
 * under a friction that stays, R + A K = 0 gives the slopes K = df/dy of the load. Roles: those of event_motion.h.
 * SPDX-License-Identifier: MIT */
#ifndef STEPPERS_EVENT_JACOBIAN_H
#define STEPPERS_EVENT_JACOBIAN_H

#include "schedule/scratch.h"
#include "steppers/event_motion.h"

/* Element (i, j) of the matrix in the spare place of the scratch memory, or of J where there is none. */
static inline real event_row_get(const struct problem *q, real J[system_rows][system_dim], int i,
                                 int j)
{
    return scratch_get(q, scratch_place(scratch_spare, i, j), scratch_on ? (real)0.0 : J[i][j]);
}

/* How the rate of the slip, S m + ds/dt, changes with y under a friction that stays: R = S dm/dy + dS/dy m + d^2s/dt
 * dy, from the rows J of dm/dy. What is differentiated numerically is zero, without rounding, where S is constant:
 * rounding would add up over a stick. */
static inline void event_rate_slopes(const struct problem *q, real t, const real y[system_dim],
                                     const real m[system_dim], real J[system_rows][system_dim],
                                     real R[contact_size][system_dim])
{
    real S[3][system_dim];

    scratch_put_matrix(q, scratch_spare, J);
    contact_slip_slopes(&q->p, t, y, S);
    for (int j = 0; j < system_dim; ++j) {
        const real size =
            (system_angles >> j) & 1 ? (real)1.0 : fmax(fabs(form_get(y, j)), (real)1e-1);
        const real d = (number)(sizeof(number) == 4 ? 5e-3 : 1e-5) * size;
        real less[3][system_dim], more[3][system_dim], before[contact_size], after[contact_size];
        real there[system_dim];

        unrolled_for (k, contact_size)
            before[k] = after[k] = 0.0;
        form_moved(y, j, -d, there);
        contact_slip_slopes(&q->p, t, there, less);
        if (system_timed)
            local_timed(&q->p, t, there, before);
        form_moved(y, j, d, there);
        contact_slip_slopes(&q->p, t, there, more);
        if (system_timed)
            local_timed(&q->p, t, there, after);
        unrolled_for (k, contact_size) {
            real sum = (after[k] - before[k]) / (2.0 * d);

            unrolled_for (i, system_dim) {
                const real one = j == i + system_rows ? 1.0 : 0.0;
                const real slope =
                    i < system_above
                        ? one
                        : event_row_get(q, J, (i - system_above + system_dim) % system_rows, j);

                sum += S[k][i] * slope + (more[k][i] - less[k][i]) / (2.0 * d) * m[i];
            }
            form_set(R[k], j, sum);
        }
    }
}

/* In stick the slip of the neighbours stays zero too: R + A K = 0 gives the slopes K of the load, which is returned. */
static inline struct wrench event_load_slopes(const struct problem *q, real t,
                                              const real y[system_dim],
                                              real K[contact_size][system_dim])
{
    real load[contact_size], m[system_dim], J[system_rows][system_dim];
    const struct local_motion c = event_load(&q->p, t, y, load);
    const struct wrench f = event_wrench(load);

    framed_motion(&q->p, t, (const void *)y, f, (void *)m);
    form_clear(contact_size, K);
    contact_chain(&q->p, t, y, f, K, J);
    event_rate_slopes(q, t, y, m, J, K);
    for (int j = 0; j < system_dim; ++j) {
        real a[contact_size], by[contact_size];

        unrolled_for (k, contact_size)
            a[k] = form_get(K[k], j);
        local_solve(&c, a, by);
        unrolled_for (k, contact_size)
            form_set(K[k], j, by[k]);
    }
    return f;
}

static inline void event_stick_jacobian(const struct problem *q, real t, const real y[system_dim],
                                        real J[system_rows][system_dim])
{
    real K[contact_size][system_dim];
    const struct wrench f = event_load_slopes(q, t, y, K);

    contact_chain(&q->p, t, y, f, K, J);
}

#if parameters_count
/* y' in stick under other fields. */
static inline void event_stick_motion(const struct system_params *p, real t,
                                      const real y[system_dim], real dy[system_dim])
{
    real load[contact_size];

    event_load(p, t, y, load);
    framed_motion(p, t, (const void *)y, event_wrench(load), (void *)dy);
}

/* The same by a field: the slip of a neighbour stays what it is too. The law has no part in it. */
static inline void event_stick_by(const struct problem *q, int place, real t,
                                  const real y[system_dim], real g[system_rows])
{
    const real d = form_part(((const real *)&q->p)[place]), over = 1.0 / d;

    unrolled_for (k, system_rows)
        g[k] = 0.0;
    for (int i = 0; i < form_sides; ++i) {
        const struct system_params there = form_fields(&q->p, place, form_side(i) * d);
        real dy[system_dim];

        event_stick_motion(&there, t, y, dy);
        unrolled_for (k, system_rows)
            g[k] += form_share(i) * over * dy[system_above + k];
    }
}

/* How the rate of the slip, S m + ds/dt, changes with a field under a friction that stays. */
static inline void event_rate_by(const struct problem *q, int place, real t,
                                 const real y[system_dim], struct wrench f, real by[contact_size])
{
    const real d = form_part(((const real *)&q->p)[place]), over = 1.0 / d;
    real load[contact_size];

    event_parts(f, load);
    unrolled_for (k, contact_size)
        by[k] = 0.0;
    for (int i = 0; i < form_sides; ++i) {
        const struct system_params there = form_fields(&q->p, place, form_side(i) * d);
        const struct local_motion c = local_at(&there, t, y);
        real rate[contact_size];

        local_rate(&c, load, rate);
        unrolled_for (k, contact_size)
            by[k] += form_share(i) * over * rate[k];
    }
}

/* By how much the friction of the slip s changes with a number of the law, per unit of the number. */
static inline void event_law_by(const struct problem *q, int k, struct slip s, real by[3])
{
#    if parameters_laws
    const int at = parameters_of_law(k);

    for (int i = 0; i < form_sides; ++i)
        contact_add_side(i, system_law(&q->moved[at][i], s, 0), q->over[at], by);
#    endif
}

/* By how much slip and friction change with parameter k at a state that stays; f: friction with its slopes, of the slip
 * s. `moves` 0: the friction does not follow the slip, as next to rest. */
static inline void event_contact_by(const struct problem *q, int k, real t,
                                    const real y[system_dim], struct slip s, struct wrench f,
                                    int moves, real slip[3], real by[3])
{
    unrolled_for (i, 3)
        slip[i] = by[i] = 0.0;
    if (parameters_kind(k) == parameters_field) {
        contact_slip_by(&q->p, parameters_table[k], t, y, slip);
        if (moves)
            contact_follow(f, slip, by);
    } else if (parameters_kind(k) == parameters_law)
        event_law_by(q, k, s, by);
    else if (parameters_kind(k) == parameters_contact)
        contact_change_by(parameters_table[k] - parameters_behind, s, system_law(&q->law, s, 1),
                          by);
}

/* dy'/dp_k with the friction f that changes by `by`. */
static inline void event_motion_by(const struct problem *q, int k, real t, const real y[system_dim],
                                   struct wrench f, const real by[3], real g[system_rows])
{
    if (parameters_kind(k) == parameters_field)
        contact_motion_by(&q->p, parameters_table[k], t, y, f, by, g);
    else
        contact_push_by(&q->p, t, y, by, g);
    parameters_scale(q, k, g);
}
#endif

/* Where a slip begins, s = u t with u = S m + ds/dt, the law has the slope F(u)/t, which has no limit; but it acts on
 * differences in slip that begin with zero, c t: c = R v + A F c. A difference along u, alpha u, is one in time, for
 * which s'' = R m + A F s''/2. So K v = F (I - A F)^-1 R (v - alpha m) + alpha F (2 I - A F)^-1 R m. A parameter p adds
 * to c what it does to s', R_p, and what it does to the friction, F_p: K_p = F_p + F (I - A F)^-1 (R_p + A F_p - alpha
 * R m) + .., alpha that of ds/dp. */
static inline void event_leaving_jacobian(const struct problem *q, real t, const real y[system_dim],
                                          const real m[system_dim], real J[system_rows][system_dim],
                                          struct tangent_forces *force)
{
    const struct local_motion c = local_at(&q->p, t, y);
    real S[3][system_dim], K[contact_size][system_dim], u[contact_size], square = real_tiny;
    real more[contact_size], R[contact_size][system_dim];
    struct wrench f;

    contact_slip_slopes(&q->p, t, y, S);
    unrolled_for (k, contact_size)
        u[k] = 0.0;
    if (system_timed)
        local_timed(&q->p, t, y, u);
    unrolled_for (k, contact_size) {
        unrolled_for (i, system_dim)
            u[k] += S[k][i] * m[i];
        square += u[k] * u[k] * event_weight(q, k) * event_weight(q, k);
        more[k] = 0.0;
    }
    f = system_law(&q->law, event_slip(u), 1);
    form_clear(contact_size, K);
    contact_chain(&q->p, t, y, f, K, J);
    event_rate_slopes(q, t, y, m, J, R);
    for (int j = -2; j < system_dim; ++j) { /* R m first, for both matrices */
        const real F[3][3] = {{f.xx, f.xy + f.kxy, f.xw + f.kxw},
                              {f.xy - f.kxy, f.yy, f.yw + f.kyw},
                              {f.xw - f.kxw, f.yw - f.kyw, f.ww}};
        struct local_motion less = c;
        real a[contact_size], by[contact_size], along = 0.0;

        unrolled_for (k, contact_size) {
            a[k] = 0.0;
            unrolled_for (i, system_dim)
                a[k] += R[k][i] * (j < 0 ? m[i] : i == j ? (real)1.0 : (real)0.0);
            along += j < 0 ? (real)0.0
                           : u[k] * event_weight(q, k) * event_weight(q, k) / square *
                                 form_get(S[k], j < 0 ? 0 : j);
            unrolled_for (l, contact_size) {
                less.A[k][l] = k == l ? (j == -2 ? -2.0 : -1.0) : 0.0;
                unrolled_for (i, contact_size)
                    less.A[k][l] += c.A[k][i] * F[i][l];
            }
        }
        local_solve(&less, a, by);
        unrolled_for (k, contact_size) {
            real sum = 0.0;

            unrolled_for (l, contact_size)
                sum += F[k][l] * by[l];
            if (j < 0)
                more[k] += j == -2 ? sum : -sum;
            else
                form_set(K[k], j < 0 ? 0 : j, sum + along * more[k]);
        }
    }
    contact_chain(&q->p, t, y, f, K, J);
#if parameters_count
    for (int j = 0; j < parameters_count; ++j) {
        struct local_motion less = c;
        real slip[3], by[3], a[contact_size], turned[contact_size], follows[3], along = 0.0;
        real add[3] = {0.0, 0.0, 0.0};

        event_contact_by(q, j, t, y, event_slip(u), f, 0, slip, by);
        unrolled_for (k, contact_size)
            a[k] = 0.0;
        if (parameters_kind(j) == parameters_field)
            event_rate_by(q, parameters_table[j], t, y, f, a);
        unrolled_for (k, contact_size) {
            unrolled_for (l, contact_size)
                a[k] += c.A[k][l] * by[l];
            along += u[k] * event_weight(q, k) * event_weight(q, k) / square * slip[k];
        }
        unrolled_for (l, contact_size) {
            real column[3] = {0.0, 0.0, 0.0}, of_column[3];

            column[l] = 1.0;
            contact_follow(f, column, of_column);
            unrolled_for (k, contact_size) {
                less.A[k][l] = k == l ? -1.0 : 0.0;
                unrolled_for (i, contact_size)
                    less.A[k][l] += c.A[k][i] * of_column[i];
            }
        }
        local_solve(&less, a, turned);
        unrolled_for (k, contact_size)
            add[k] = turned[k];
        contact_follow(f, add, follows);
        unrolled_for (k, contact_size)
            by[k] += follows[k] + along * more[k];
        event_motion_by(q, j, t, y, f, by, force->g[j]);
    }
#endif
}

/* In slip along a line, whose sign is kept. */
static inline void event_line_jacobian(const struct problem *q, real t, const real y[system_dim],
                                       struct wrench f, real J[system_rows][system_dim])
{
    real S[3][system_dim], K[contact_size][system_dim];

    contact_slip_slopes(&q->p, t, y, S);
    unrolled_for (k, contact_size)
        unrolled_for (j, system_dim)
            K[k][j] = f.xx * S[k][j];
    contact_chain(&q->p, t, y, f, K, J);
}

/* The Jacobian of the mode of each lane, for stiff steps. */
static inline void event_jacobian(const struct problem *q, real t, const real y[system_dim],
                                  real J[system_rows][system_dim])
{
    const mask sticks = q->sticks > 0.5;
    real stuck[system_rows][system_dim];

    if (contact_size == 1 && any_lane(!sticks))
        event_line_jacobian(q, t, y, system_law(&q->law, event_signed_slip(q, t, y), 1), J);
    else if (any_lane(!sticks))
        system_jacobian(&q->p, &q->law, t, (const void *)y, (void *)J);
    else
        form_clear(system_rows, J);
    if (!any_lane(sticks))
        return;
    event_stick_jacobian(q, t, y, stuck);
    unrolled_for (i, system_rows)
        unrolled_for (j, system_dim)
            J[i][j] = pick(sticks, stuck[i][j], J[i][j]);
}

#if parameters_count
/* The Jacobian and what parameters add to the slopes; all lanes of a pack stick or slip (switches_mode). */
static inline void event_forces(const struct problem *q, real t, const real y[system_dim],
                                real J[system_rows][system_dim],
                                real g[parameters_count][system_rows])
{
    if (any_lane(q->sticks > 0.5)) {
        event_stick_jacobian(q, t, y, J);
        for (int k = 0; k < parameters_count; ++k) {
            unrolled_for (i, system_rows)
                g[k][i] = 0.0;
            if (parameters_kind(k) == parameters_field)
                event_stick_by(q, parameters_table[k], t, y, g[k]);
            parameters_scale(q, k, g[k]);
        }
    } else if (contact_size == 1) {
        const struct slip s = event_signed_slip(q, t, y);
        const struct wrench f = system_law(&q->law, s, 1);

        event_line_jacobian(q, t, y, f, J);
        for (int k = 0; k < parameters_count; ++k) {
            real slip[3], by[3];

            event_contact_by(q, k, t, y, s, f, 1, slip, by);
            event_motion_by(q, k, t, y, f, by, g[k]);
        }
    } else
        problem_slopes_by(q, t, y, J, g);
}
#endif

#endif
