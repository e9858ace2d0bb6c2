/* ensemble_blocks.h: ensembles as one would write them by hand for a CPU: blocks of lanes in structures of arrays, loops
 * over the lanes of a block that OpenMP turns into vectors, right-hand sides spelled out, time in place of phases. Lanes
 * of a block have steps of their own and wait, masked, until the last one is at its end. One text for the rival of
 * the table (double, wide blocks, every flag that helps) and for the truth that errors are measured against (long double).
 * Roles: blocks_real, blocks_lanes, blocks_wide (lanes of a block with steps of one size).
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BENCH_ENSEMBLE_BLOCKS_H
#define CONTENSOU_BENCH_ENSEMBLE_BLOCKS_H

#include "ensemble.h"

#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#include "steppers/dop853.h"

enum { blocks_states = 4, blocks_fields = 8 };

#define blocks_inside  static inline __attribute__((always_inline))
#define blocks_each(n) _Pragma("omp simd") for (int l = 0; l < (n); ++l)
#define blocks_unroll  _Pragma("GCC unroll 16")

/* The state of a lane, or its slope: members, because arrays inside of a loop keep it from becoming vectors. */
struct blocks_point {
    blocks_real a, b, c, d;
};

/* The slope of one lane among n: p[field * n]. */
typedef struct blocks_point blocks_rhs(int n, const blocks_real *p, blocks_real t,
                                       struct blocks_point y);

blocks_inside struct blocks_point blocks_lorenz(int n, const blocks_real *p, blocks_real t,
                                                struct blocks_point y)
{
    (void)t;
    return (struct blocks_point){p[0] * (y.b - y.a), y.a * (p[n] - y.c) - y.b,
                                 y.a * y.b - p[2 * n] * y.c, 0};
}

/* [2](1) and (5) with a belt of constant velocity. */
enum { belt_mass, belt_speed, belt_push, belt_pace, belt_most, belt_fall, belt_eps, belt_over };

blocks_inside struct blocks_point blocks_belt(int n, const blocks_real *p, blocks_real t,
                                              struct blocks_point y)
{
    const blocks_real push = p[belt_push * n] * cos(p[belt_pace * n] * t);
    const blocks_real spring = y.a - y.c, load = spring - push;
    const blocks_real v = p[belt_speed * n] - y.b, speed = fabs(v);
    const blocks_real eps = p[belt_eps * n], most = p[belt_most * n];
    const blocks_real ratio = speed * p[belt_over * n], x = ratio < 1 ? ratio : 1;
    const blocks_real A = x * x * (3 - 2 * x), s = v < 0 ? -most : most;
    const blocks_real low = load > -most ? load : -most, held = low < most ? low : most;
    const blocks_real beyond = speed > eps ? speed - eps : 0;

    return (struct blocks_point){y.b,
                                 (held + A * (s - held)) / (1 + p[belt_fall * n] * beyond) - load,
                                 y.d, p[belt_mass * n] * spring};
}

blocks_inside struct blocks_point blocks_get(int n, int dim, const blocks_real *from)
{
    return (struct blocks_point){from[0], from[n], from[2 * n], dim > 3 ? from[3 * n] : 0};
}

blocks_inside void blocks_put(int n, int dim, struct blocks_point y, blocks_real *to)
{
    to[0] = y.a;
    to[n] = y.b;
    to[2 * n] = y.c;
    if (dim > 3)
        to[3 * n] = y.d;
}

/* y + h x */
blocks_inside struct blocks_point blocks_add(struct blocks_point y, blocks_real h,
                                             struct blocks_point x)
{
    return (struct blocks_point){y.a + h * x.a, y.b + h * x.b, y.c + h * x.c, y.d + h * x.d};
}

/* One stage of all lanes: its slope into f from y1 = y + h times the sum of the first `count` slopes by row `count`. */
blocks_inside void blocks_stage(int n, int dim, blocks_rhs *rhs, const blocks_real *p, int count,
                                const blocks_real *t, const blocks_real *h, const blocks_real *y,
                                const blocks_real *k, blocks_real *y1, blocks_real *f)
{
    const double *const a = dop853_a + count * dop853_all;

    blocks_each(n)
    {
        struct blocks_point sum = {0, 0, 0, 0}, at;

#define BLOCKS_SLOPE(r)         \
    if (r < count && a[r] != 0) \
        sum = blocks_add(sum, (blocks_real)a[r], blocks_get(n, dim, k + (r)*dim * n + l));
        BLOCKS_SLOPE(0)
        BLOCKS_SLOPE(1)
        BLOCKS_SLOPE(2)
        BLOCKS_SLOPE(3)
        BLOCKS_SLOPE(4)
        BLOCKS_SLOPE(5)
        BLOCKS_SLOPE(6)
        BLOCKS_SLOPE(7)
        BLOCKS_SLOPE(8)
        BLOCKS_SLOPE(9)
        BLOCKS_SLOPE(10)
        BLOCKS_SLOPE(11)
#undef BLOCKS_SLOPE
        at = blocks_add(blocks_get(n, dim, y + l), h[l], sum);
        blocks_put(n, dim, rhs(n, p + l, t[l] + (blocks_real)dop853_c[count] * h[l], at), f + l);
        if (count == dop853_stages)
            blocks_put(n, dim, at, y1 + l);
    }
}

/* The stages behind the first, the result y1 and its slope f1. */
blocks_inside void blocks_stages(int n, int dim, blocks_rhs *rhs, const blocks_real *p,
                                 const blocks_real *t, const blocks_real *h, const blocks_real *y,
                                 blocks_real *k, blocks_real *y1, blocks_real *f1)
{
#define BLOCKS_STAGE(s) blocks_stage(n, dim, rhs, p, s, t, h, y, k, y1, k + (s)*dim * n);
    BLOCKS_STAGE(1)
    BLOCKS_STAGE(2)
    BLOCKS_STAGE(3)
    BLOCKS_STAGE(4)
    BLOCKS_STAGE(5)
    BLOCKS_STAGE(6)
    BLOCKS_STAGE(7)
    BLOCKS_STAGE(8)
    BLOCKS_STAGE(9)
    BLOCKS_STAGE(10)
    BLOCKS_STAGE(11)
#undef BLOCKS_STAGE
    blocks_stage(n, dim, rhs, p, dop853_stages, t, h, y, k, y1, f1);
}

/* The error over the tolerance, as the authors of the method mix it. */
blocks_inside void blocks_error(int n, int dim, const blocks_real *h, const blocks_real *y,
                                const blocks_real *y1, const blocks_real *k, blocks_real rtol,
                                blocks_real atol, blocks_real *error)
{
    blocks_each(n)
    {
        blocks_real five = 0, three = 0;

        for (int i = 0; i < dim; ++i) {
            const blocks_real a = fabs(y[i * n + l]), b = fabs(y1[i * n + l]);
            const blocks_real weight = 1 / (atol + rtol * (a > b ? a : b));
            blocks_real e5 = 0, e3 = 0;

            blocks_unroll for (int s = 0; s < dop853_stages; ++s)
            {
                if (dop853_e5[s] != 0)
                    e5 += (blocks_real)dop853_e5[s] * k[(s * dim + i) * n + l];
                if (dop853_e3[s] != 0)
                    e3 += (blocks_real)dop853_e3[s] * k[(s * dim + i) * n + l];
            }
            e5 = fabs(e5) * weight;
            e3 = fabs(e3) * weight;
            five = five > e5 ? five : e5;
            three = three > e3 ? three : e3;
        }
        five = five > (blocks_real)1e-30 ? five : (blocks_real)1e-30;
        error[l] = h[l] * five * five / sqrt(five * five + (blocks_real)0.01 * three * three);
    }
}

/* A block from 0 to t_end by dop853 with PI control, as the device does it. */
blocks_inside void blocks_adapt(int dim, blocks_rhs *rhs, const blocks_real *p, double t_end,
                                blocks_real rtol, blocks_real atol, blocks_real *y)
{
    enum { n = blocks_lanes };
    blocks_real k[dop853_stages * blocks_states * n], y1[blocks_states * n], f1[blocks_states * n];
    blocks_real t[n], h[n], next[n], before[n], error[n];
    int live = 1;

    for (int l = 0; l < n; ++l) {
        t[l] = 0;
        next[l] = (blocks_real)1e-4;
        before[l] = 0;
    }
    for (int l = 0; l < n; ++l)
        blocks_put(n, dim, rhs(n, p + l, 0, blocks_get(n, dim, y + l)), k + l);
    while (live) {
        blocks_each(n)
        {
            const blocks_real left = (blocks_real)t_end - t[l];

            h[l] = next[l] < left ? next[l] : left;
        }
        blocks_stages(n, dim, rhs, p, t, h, y, k, y1, f1);
        blocks_error(n, dim, h, y, y1, k, rtol, atol, error);
        live = 0;
        _Pragma("omp simd reduction(| : live)") for (int l = 0; l < n; ++l)
        {
            const blocks_real e = log(error[l] > (blocks_real)1e-8 ? error[l] : (blocks_real)1e-8);
            const int taken = error[l] <= 1;
            const blocks_real grow =
                exp((taken ? (blocks_real)0.4 * before[l] - (blocks_real)0.7 * e : -e) / 8) *
                (blocks_real)0.9;
            const blocks_real low = taken ? (blocks_real)0.2 : (blocks_real)0.1;
            const blocks_real top = taken ? (blocks_real)8 : (blocks_real)0.9;
            const blocks_real f = grow < low ? low : grow > top ? top : grow;

            next[l] = h[l] > 0 ? f * h[l] : next[l];
            before[l] = taken ? e : before[l];
            /* the last step ends there whatever is rounded */
            t[l] = taken ? (h[l] < (blocks_real)t_end - t[l] ? t[l] + h[l] : (blocks_real)t_end)
                         : t[l];
            live |= t[l] < (blocks_real)t_end;
            error[l] = taken;
        }
        for (int i = 0; i < dim * n; i += n)
            blocks_each(n)
            {
                y[i + l] = error[l] > 0 ? y1[i + l] : y[i + l];
                k[i + l] = error[l] > 0 ? f1[i + l] : k[i + l];
            }
    }
}

/* A block by the classical method with steps of one size; a step of a lane stays in registers. */
blocks_inside void blocks_march(int dim, blocks_rhs *rhs, const blocks_real *p, double t_end,
                                double step, blocks_real *y)
{
    enum { n = blocks_wide };
    const long steps = (long)(t_end / step + 0.5);
    const blocks_real h = (blocks_real)(t_end / (double)steps), half = h / 2, third = h / 3,
                      sixth = h / 6;

    for (long s = 0; s < steps; ++s) {
        const blocks_real t = h * (blocks_real)s;

        blocks_each(n)
        {
            const struct blocks_point at = blocks_get(n, dim, y + l);
            const struct blocks_point f = rhs(n, p + l, t, at);
            const struct blocks_point g = rhs(n, p + l, t + half, blocks_add(at, half, f));
            const struct blocks_point u = rhs(n, p + l, t + half, blocks_add(at, half, g));
            const struct blocks_point v = rhs(n, p + l, t + h, blocks_add(at, h, u));

            blocks_put(
                n, dim,
                blocks_add(blocks_add(blocks_add(blocks_add(at, sixth, f), third, g), third, u),
                           sixth, v),
                y + l);
        }
    }
}

/* The rows of a block: fields, then states; value: the plan's numbers of a lane, the states being the last. */
struct blocks_system {
    const struct bench_ode *ode;
    int dim, fields, field[blocks_fields]; /* places in value; -1: the inverse of the one before */
};

static const struct blocks_system blocks_systems[] = {
    {&bench_lorenz, 3, 3, {0, 1, 2}},
    {&bench_block_belt, 4, 8, {0, 1, 4, 5, 8, 9, 7, -1}},
};

static const struct blocks_system *blocks_find(const struct bench_work *work)
{
    for (size_t i = 0; i < sizeof blocks_systems / sizeof *blocks_systems; ++i)
        if (blocks_systems[i].ode == work->ode)
            return &blocks_systems[i];
    return NULL;
}

/* Lanes first to first + n - 1, the last one again where there are no more. */
static void blocks_load(const struct blocks_system *s, const struct bench_ours *o, size_t first,
                        int n, blocks_real *p, blocks_real *y)
{
    double value[64];

    for (int l = 0; l < n; ++l) {
        const size_t lane = first + (size_t)l, last = (size_t)o->plan.count - 1;

        contensou__lanes_values(&o->plan, lane < last ? lane : last, value);
        for (int k = 0; k < s->fields; ++k)
            p[k * n + l] =
                s->field[k] < 0 ? 1 / p[(k - 1) * n + l] : (blocks_real)value[s->field[k]];
        for (int i = 0; i < s->dim; ++i)
            y[i * n + l] = (blocks_real)value[o->plan.names - (size_t)s->ode->dim + (size_t)i];
    }
}

/* What the states behind those of the block are at the end: the phases of block_belt, Omega t and Omega1 t. */
static void blocks_store(const struct blocks_system *s, const struct bench_ours *o, size_t first,
                         int n, double t_end, const blocks_real *y, double *final)
{
    const size_t dim = (size_t)s->ode->dim, count = (size_t)o->plan.count;
    double value[64];

    for (size_t l = 0; l < (size_t)n && first + l < count; ++l) {
        double *to = final + (first + l) * dim;

        for (int i = 0; i < s->dim; ++i)
            to[i] = (double)y[(size_t)(i * n) + l];
        contensou__lanes_values(&o->plan, first + l, value);
        if (s->ode == &bench_block_belt) {
            to[4] = value[3] * t_end;
            to[5] = value[5] * t_end;
        }
    }
}

/* All lanes on all cores; step > 0: the classical method with steps of that size. final may be NULL. */
static struct bench_time blocks_run(const struct bench_ours *o, const struct bench_work *work,
                                    double step, double rtol, double atol, double *final)
{
    const struct blocks_system *const s = blocks_find(work);
    const int n = step > 0 ? blocks_wide : blocks_lanes;
    const size_t count = (size_t)o->plan.count, blocks = (count + (size_t)n - 1) / (size_t)n;
    const size_t numbers = (size_t)n * (blocks_fields + blocks_states);
    blocks_real *all = aligned_alloc(64, (blocks * numbers * sizeof *all + 63) / 64 * 64);
    struct bench_time begin;

    if (!all)
        bench_die(work->name, &(struct contensou_error){.message = "no memory"});
    for (size_t b = 0; b < blocks; ++b)
        blocks_load(s, o, b * (size_t)n, n, all + b * numbers,
                    all + b * numbers + (size_t)(n * blocks_fields));
    begin = bench_time_now();
    _Pragma("omp parallel for schedule(dynamic)") for (size_t b = 0; b < blocks; ++b)
    {
        blocks_real *p = all + b * numbers, *y = p + (size_t)(n * blocks_fields);

        if (step > 0 && s->ode == &bench_lorenz)
            blocks_march(3, blocks_lorenz, p, work->t_end, step, y);
        else if (step > 0)
            blocks_march(4, blocks_belt, p, work->t_end, step, y);
        else if (s->ode == &bench_lorenz)
            blocks_adapt(3, blocks_lorenz, p, work->t_end, (blocks_real)rtol, (blocks_real)atol, y);
        else
            blocks_adapt(4, blocks_belt, p, work->t_end, (blocks_real)rtol, (blocks_real)atol, y);
    }
    begin = bench_time_since(begin);
    for (size_t b = 0; b < blocks && final; ++b)
        blocks_store(s, o, b * (size_t)n, n, work->t_end,
                     all + b * numbers + (size_t)(n * blocks_fields), final);
    free(all);
    return begin;
}

#endif
