/* table.h: the exact wrench of any patch, interpolated. A direction of slip d = (vx/R, vy/R, w) meets a face of
 * the cube |d_k| <= 1 at (s, t), the two other components over the largest one, d_m; Phi = |d_m| F(s, t), and the same
 * for -d, so that three faces are enough. A face is divided into squares, and in each of them F is a plane and a bicubic
 * spline with as many intervals as it takes there; the wrench is the gradient. It and its Jacobian are continuous
 * where neighbours have the same intervals, elsewhere up to the error of the table.
 *
 * Shared: R, the squares along an edge of the faces vx and vy and of the face w; then six numbers for each square of
 * the faces vx, vy, w, those of one s together: its intervals N along s and M along t, where its coefficients begin, and
 * the plane: value at its corner, rise along s and along t; then (N + 3)(M + 3) coefficients each, those of one s
 * together. On the face vx (s, t) are vy/R and w; on vy, vx/R and w; on w, vx/R and vy/R.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_TABLE_H
#define LAWS_TABLE_H

#include "core/gather.h"
#include "core/wrench.h"

// clang-format off
#define table_table                                                                  \
    NAME("table", "the same, tabulated before the run: errors below 1e-6, and fast") \
    FORM(circular, bare, round_table)                                                \
    IS(gradient)                                                                     \
    IS(tabulated)
// clang-format on

enum { table_params_count = 0, table_head = 3, table_square = 6 };

struct table_params {
    number ir, squares[2], first[3]; /* ir = 1/R; squares of the sides and of the face w */
    number_table table;
};

static inline struct table_params table_make(const real *field, number_table shared)
{
    struct table_params law;

    law.ir = 1.0 / shared[0];
    law.squares[0] = shared[1];
    law.squares[1] = shared[2];
    for (int k = 0; k < 3; ++k)
        law.first[k] = (number)table_head + (number)(k * table_square) * (shared[1] * shared[1]);
    law.table = shared;
    return law;
}

/* The four cubic B-splines at the place x of an interval, with derivatives. */
struct table_splines {
    real b[4], d[4], e[4];
};

static inline struct table_splines table_spline(real x)
{
    const real y = 1.0 - x;
    struct table_splines r;

    r.b[0] = y * y * y * (1.0 / 6.0);
    r.b[1] = 2.0 / 3.0 - x * x * (1.0 - 0.5 * x);
    r.b[2] = 2.0 / 3.0 - y * y * (1.0 - 0.5 * y);
    r.b[3] = x * x * x * (1.0 / 6.0);
    r.d[0] = -0.5 * y * y;
    r.d[1] = x * (1.5 * x - 2.0);
    r.d[2] = y * (2.0 - 1.5 * y);
    r.d[3] = 0.5 * x * x;
    r.e[0] = y;
    r.e[1] = 3.0 * x - 2.0;
    r.e[2] = 3.0 * y - 2.0;
    r.e[3] = x;
    return r;
}

/* F and its derivatives by s and t. */
struct table_value {
    real F, s, t, ss, st, tt;
};

static inline struct table_value table_at(const struct table_params *law, real squares, real first,
                                          real s, real t, int second)
{
    const real per_side = 0.5 * squares, last = squares - 1.0;
    const real sx = (s + 1.0) * per_side, sy = (t + 1.0) * per_side;
    const real si = gather_within(floor(sx), last), sj = gather_within(floor(sy), last);
    real h[gather_most];
    struct table_value r;

    gather(law->table, whole_of(first + (si * squares + sj) * (number)table_square), table_square,
           h);
    {
        const real lx = sx - si, ly = sy - sj, x = lx * h[0], y = ly * h[1];
        const real i = gather_within(floor(x), h[0] - 1.0), j = gather_within(floor(y), h[1] - 1.0);
        const real row = h[1] + 3.0, by_s = h[0] * per_side, by_t = h[1] * per_side;
        const struct table_splines p = table_spline(x - i), q = table_spline(y - j);

        r.F = r.s = r.t = r.ss = r.st = r.tt = 0.0;
        unrolled_for (k, 4) {
            real c[gather_most], b, d;

            gather(law->table, whole_of(h[2] + (i + (number)k) * row + j), 4, c);
            b = (c[0] * q.b[0] + c[1] * q.b[1]) + (c[2] * q.b[2] + c[3] * q.b[3]);
            d = (c[0] * q.d[0] + c[1] * q.d[1]) + (c[2] * q.d[2] + c[3] * q.d[3]);
            r.F += p.b[k] * b;
            r.s += p.d[k] * b;
            r.t += p.b[k] * d;
            if (second) {
                r.ss += p.e[k] * b;
                r.st += p.d[k] * d;
                r.tt +=
                    p.b[k] * ((c[0] * q.e[0] + c[1] * q.e[1]) + (c[2] * q.e[2] + c[3] * q.e[3]));
            }
        }
        r.F += h[3] + lx * h[4] + ly * h[5];
        r.s = r.s * by_s + h[4] * per_side;
        r.t = r.t * by_t + h[5] * per_side;
        r.ss *= by_s * by_s;
        r.st *= by_s * by_t;
        r.tt *= by_t * by_t;
    }
    return r;
}

static inline struct wrench table_wrench(const struct table_params *law, number_table shared,
                                         struct slip s, int jacobian)
{
    const real x = law->ir * s.vx, y = law->ir * s.vy, ax = fabs(x), ay = fabs(y), aw = fabs(s.w);
    const mask spins = (aw >= ax) & (aw >= ay), along = ax >= ay;
    const real top = pick(spins, s.w, pick(along, x, y)), it = 1.0 / top;
    const real S = pick(spins, x, pick(along, y, x)) * it, T = pick(spins, y, s.w) * it;
    const real sign = copysign((real)1.0, top);
    const real squares = pick(spins, (real)law->squares[1], (real)law->squares[0]);
    const real first =
        pick(spins, (real)law->first[2], pick(along, (real)law->first[0], (real)law->first[1]));
    const struct table_value r = table_at(law, squares, first, S, T, jacobian);
    const real fs = sign * r.s, ft = sign * r.t, fm = sign * (r.F - S * r.s - T * r.t);
    struct wrench f = wrench_zero();

    f.Tx = law->ir * pick(spins, fs, pick(along, fm, fs));
    f.Ty = law->ir * pick(spins, ft, pick(along, fs, fm));
    f.M = pick(spins, fm, ft);
    if (jacobian) {
        const real h = fabs(it), ss = h * r.ss, st = h * r.st, tt = h * r.tt;
        const real sm = -(S * ss + T * st), tm = -(S * st + T * tt), mm = -(S * sm + T * tm);

        f.xx = law->ir * law->ir * pick(spins, ss, pick(along, mm, ss));
        f.xy = law->ir * law->ir * pick(spins, st, sm);
        f.yy = law->ir * law->ir * pick(spins, tt, pick(along, ss, mm));
        f.xw = law->ir * pick(spins, sm, pick(along, tm, st));
        f.yw = law->ir * pick(spins, tm, pick(along, st, tm));
        f.ww = pick(spins, mm, tt);
    }
    return f;
}

#endif
