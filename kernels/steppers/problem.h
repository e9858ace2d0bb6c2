/* problem.h: what a stepper integrates: y' = f(t, y) with the numbers of its lane.
 *
 * Roles of a system: those of contact/form.h, system_rhs (system_rhs_short: it is short), system_refines, and what
 * contact/derived.h or contact/plain.h makes of it; of a
 * law: friction. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_PROBLEM_H
#define STEPPERS_PROBLEM_H

#include "contact/changes.h"
#include "contact/form.h"
#include "core/lanes.h"
#include "schedule/spill.h"

/* Parameters of a gradient, parameters_count of them: parameter k is number parameters_places[k] of a lane, its fields of the
 * system, of the law, its states and what may change in its contact (contact/changes.h) being counted on, and behind these the numbers
 * of the contact that have laws of their own on both sides. parameters_laws is how many are numbers of the law or such, parameters_contacts
 * how many are changes of the contact. */
#ifndef parameters_count
#    define parameters_count    0
#    define parameters_laws     0
#    define parameters_contacts 0
#endif

/* What each parameter adds to the slopes of a variation, v' = J v + g; programs without a gradient use none of it. */
enum { tangent_columns = parameters_count > 0 ? parameters_count : 1, tangent_none = -1 };

struct tangent_forces {
    real g[tangent_columns][system_rows];
};

struct problem {
    struct system_params p;
    struct friction law;
#if parameters_count
    /* d(number)/d(parameter), not 1 where the law has another number than people set: eta' of law.eta, a part of a radius.
     * Of laws on both sides, until parameters_ready: where they stand among what lanes share. */
    real scale[parameters_count];
#endif
#if parameters_laws
    struct friction moved[parameters_laws][form_sides]; /* with one number moved by form_side() d */
    real over[parameters_laws];                         /* 1/d */
#endif
    /* for steppers/event.h */
    real sticks; /* 1 in stick, 0 in slip */
    real way;    /* how this step is taken: explicit, stiff, straight, or explicit out of rest */
    real eta;    /* static over dynamic friction */
    real size;   /* torque in pure spin over mu N: a length by which spin is compared with sliding */
    real side;   /* along a line the sign of the slip, 0 where it is not known */
    struct spill spill; /* the memory of this lane */
};

struct tolerance {
    number relative, absolute;
};

/* A stepper that switches (event.h) has a right-hand side of its own, which is that of the system in one of its
 * modes. */
#ifndef problem_rhs
#    define problem_rhs      problem_slope
#    define problem_jacobian problem_slopes
#    define problem_forces   problem_slopes_by
#endif

#if system_rhs_short
#    define problem_joined merged
#else /* the compiler decides */
#    define problem_joined
#endif
problem_joined static inline void problem_slope(const struct problem *q, real t,
                                                const real y[system_dim], real dy[system_dim])
{
    system_rhs(&q->p, &q->law, t, (const void *)y, (void *)dy);
}

/* The slopes, the first one without its rate (trait_rate), and that rate. */
merged static inline void problem_bare(const struct problem *q, real t, const real y[system_dim],
                                       real dy[system_dim])
{
    struct problem bare = *q;

    *(real *)&bare.p = 1.0;
    problem_slope(system_rated ? &bare : q, t, y, dy);
}

merged static inline real problem_rate(const struct problem *q)
{
    return system_rated ? *(const real *)&q->p : (real)1.0;
}

static inline void problem_slopes(const struct problem *q, real t, const real y[system_dim],
                                  real J[system_rows][system_dim])
{
    system_jacobian(&q->p, &q->law, t, (const void *)y, (void *)J);
}

#if parameters_count
program_constant int parameters_table[parameters_count] = {parameters_places};

enum parameters_kind { parameters_field, parameters_law, parameters_start, parameters_contact };
enum {
    parameters_behind = system_params_count + friction_fields + system_dim,
    parameters_beside = parameters_behind + contact_changes
};

static inline enum parameters_kind parameters_kind(int k)
{
    return parameters_table[k] < system_params_count                     ? parameters_field
           : parameters_table[k] < system_params_count + friction_fields ? parameters_law
           : parameters_table[k] < parameters_behind                     ? parameters_start
           : parameters_table[k] < parameters_beside                     ? parameters_contact
                                                                         : parameters_law;
}

/* Which of the numbers of the law it is that move. */
static inline int parameters_of_law(int k)
{
    int before = 0;

    for (int i = 0; i < k; ++i)
        before += parameters_kind(i) == parameters_law;
    return before;
}

#    if parameters_laws
/* The laws of contacts on both sides: their row among what lanes share has 1/d, then where the numbers of each begin. */
static inline void parameters_beside_ready(struct problem *q, int k, const real *field,
                                           number_table shared)
{
    const int at = parameters_of_law(k);
    union lanes place;
    number_table row;

    place.pack = q->scale[k];
    row = shared + (int)place.one[0];
    for (int i = 0; i < form_sides; ++i)
        q->moved[at][i] = friction_make(field, shared + (int)row[1 + i]);
    q->over[at] = row[0];
    q->scale[k] = 1.0;
}

/* The laws with a number moved; field: those of the law, as friction_make takes them. A number that is zero moves the law in
 * proportion, as eta' does. */
static inline void parameters_ready(struct problem *q, const real *field, number_table shared)
{
    for (int k = 0; k < parameters_count; ++k) {
        const int place = parameters_table[k] - system_params_count, at = parameters_of_law(k);
        real moved[friction_fields + 1], d;

        if (parameters_kind(k) != parameters_law)
            continue;
        if (parameters_table[k] >= parameters_beside) {
            parameters_beside_ready(q, k, field, shared);
            continue;
        }
        for (int i = 0; i < friction_fields; ++i)
            moved[i] = field[i];
        d = form_part(fabs(field[place]));
        for (int i = 0; i < form_sides; ++i) {
            moved[place] = field[place] + form_side(i) * d;
            q->moved[at][i] = friction_make(moved, shared);
        }
        q->over[at] = 1.0 / d;
    }
}
#    else
#        define parameters_ready(q, field, shared) ((void)0)
#    endif

/* g[k] *= what the number changes with its parameter. */
static inline void parameters_scale(const struct problem *q, int k, real g[system_rows])
{
    unrolled_for (i, system_rows)
        g[i] *= q->scale[k];
}

/* The Jacobian, and what each parameter adds to the slopes: g[k] = dy'/dp_k, of systems of second order the accelerations. */
static inline void problem_slopes_by(const struct problem *q, real t, const real y[system_dim],
                                     real J[system_rows][system_dim],
                                     real g[parameters_count][system_rows])
{
    const struct system_base c = system_at(&q->p, &q->law, t, y, 1);

    system_chain(&q->p, &q->law, t, y, &c, J);
    /* so that a field is known by its place, and what it does not change is computed once */
    unrolled_for (k, parameters_count) {
        if (parameters_kind(k) == parameters_field)
            system_by(&q->p, &q->law, t, y, &c, parameters_table[k], g[k]);
#    if parameters_laws
        else if (parameters_kind(k) == parameters_law) {
            const int at = parameters_of_law(k);

            system_by_law(&q->p, q->moved[at], q->over[at], t, y, &c, g[k]);
        }
#    endif
#    if parameters_contacts
        else if (parameters_kind(k) == parameters_contact) {
            real by[3];

            contact_change_by(parameters_table[k] - parameters_behind, c.slip, c.f, by);
            contact_push_by(&q->p, t, y, by, g[k]);
        }
#    endif
        else
            unrolled_for (i, system_rows)
                g[k][i] = 0.0;
        parameters_scale(q, k, g[k]);
    }
}
#endif

/* 1 for a state whose slope does not change: y + c h f is what a stage would sum up, without an error. */
#define problem_phase(i) (((system_phases) >> (i)) & 1)

/* How many of all stages a sum over the first s goes over, the others having coefficients of zero. A constant keeps
 * the stages in registers, if it stands in the loop itself; packs have no room for them there and are faster with
 * what stays in memory. */
#define problem_stages(s, all) (PACK == 1 ? (int)(all) : (s))

/* What an error is measured against: 1/(atol + rtol max(|y|, |y1|)). */
static inline real tolerance_weight(struct tolerance tol, real y, real y1)
{
    return 1.0 / (tol.absolute + tol.relative * larger_of(fabs(y), fabs(y1)));
}

/* The same of all states. In packs of double three of them share a division, which takes as long as twenty
 * products, unless one is so small or so large that their product may be none; on GPUs the registers count. */
static inline void tolerance_weights(struct tolerance tol, const real y[system_dim],
                                     const real y1[system_dim], real weight[system_dim])
{
    const int shared = (PACK > 1) & (sizeof(number) == 8);
    real size[system_dim], least = 1.0, most = 1.0;
    mask fits;

    unrolled_for (i, system_dim) {
        size[i] = tol.absolute + tol.relative * larger_of(fabs(y[i]), fabs(y1[i]));
        least = smaller_of(size[i], least);
        most = larger_of(size[i], most);
    }
    unrolled
    for (int i = 0; i < (shared ? system_dim : 0); i += 3) {
        const real a = size[i], b = i + 1 < system_dim ? size[i + 1] : (real)1.0;
        const real c = i + 2 < system_dim ? size[i + 2] : (real)1.0;
        const real bc = b * c, over = 1.0 / (a * bc);

        weight[i] = over * bc;
        if (i + 1 < system_dim)
            weight[i + 1] = over * (a * c);
        if (i + 2 < system_dim)
            weight[i + 2] = over * (a * b);
    }
    fits = (least > 1e-100) & (most < 1e100);
    if (!shared || any_lane(!fits)) {
        unrolled_for (i, system_dim)
            weight[i] = shared ? pick(fits, weight[i], 1.0 / size[i]) : 1.0 / size[i];
    }
}

/* What the error of a step is measured against; a system may ask for more than the tolerance. */
static inline void problem_weights(const struct problem *q, struct tolerance tol, real t,
                                   const real y[system_dim], const real y1[system_dim],
                                   real weight[system_dim])
{
    tolerance_weights(tol, y, y1, weight);
    system_refine(&q->p, &q->law, t, y, weight);
}

#endif
