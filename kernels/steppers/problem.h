/* problem.h: what a stepper integrates: y' = f(t, y) with the numbers of its lane.
 *
 * Roles of a system: those of contact/form.h, system_rhs (system_rhs_short: it is short), system_jacobian; of a
 * law: friction. SPDX-License-Identifier: MIT */
#ifndef STEPPERS_PROBLEM_H
#define STEPPERS_PROBLEM_H

#include "contact/form.h"
#include "schedule/spill.h"

struct problem {
    struct system_params p;
    struct friction law;
    /* for steppers/event.h: 1 in stick; how it steps; static over dynamic friction; size of the contact; along a
     * line the sign of the slip, 0 where it is not known */
    real sticks, way, eta, size, side;
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
#endif

#ifdef system_rhs_short
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

    unrolled
    for (int i = 0; i < system_dim; ++i) {
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
        unrolled
        for (int i = 0; i < system_dim; ++i)
            weight[i] = shared ? pick(fits, weight[i], 1.0 / size[i]) : 1.0 / size[i];
    }
}

#endif
