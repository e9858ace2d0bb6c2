/* stick_slip.c: see stick_slip.h. SPDX-License-Identifier: MIT */
#include "support/stick_slip.h"

#include <math.h>
#include <string.h>

typedef long double real;

enum { dim = stick_slip_states, wide = dim + 1, stages = 7 }; /* the states, then the time */

/* How small a slip is rest, and what ends a search. */
static const real least = 1e-13L, digit = 1e-19L, tolerance = 3e-16L;

static int half(const struct stick_slip *s)
{
    return s->pendulum ? 3 : 2;
}

/* vx, vy, w; linear in the state. */
static void slip_of(const struct stick_slip *s, const real *y, real v[3])
{
    const real *const p = s->field;

    if (s->pendulum) {
        v[0] = (y[3] + p[13] * (y[1] - p[9])) / p[10];
        v[1] = (y[4] - p[13] * (y[0] - p[8])) / p[10];
        v[2] = y[5] - p[13];
    } else {
        v[0] = y[2] - p[4];
        v[1] = 0;
        v[2] = y[3];
    }
}

/* y' under the friction f of degree 0. */
static void motion(const struct stick_slip *s, const real *y, const real f[3], real *dy)
{
    const real *const p = s->field;
    const int n = half(s);

    for (int i = 0; i < n; ++i)
        dy[i] = y[n + i];
    if (s->pendulum) {
        const real load = p[12] * p[11], sine = sinl(y[2]), cosine = cosl(y[2]);
        const real X = p[3] * y[0] + p[5] * y[3] + load * f[0];
        const real Y = p[4] * y[1] + p[6] * y[4] + load * f[1];

        dy[5] = (-p[2] * (p[0] * p[14] + X) * sine + p[2] * Y * cosine - p[7] * y[5] -
                 load * p[10] * f[2]) /
                p[1];
        dy[3] = p[2] * (dy[5] * sine + y[5] * y[5] * cosine) - X / p[0];
        dy[4] = p[2] * (y[5] * y[5] * sine - dy[5] * cosine) - Y / p[0];
    } else {
        dy[2] = -p[5] * f[0] - p[2] * y[2] - p[3] * y[3] - y[0] - p[1] * y[1];
        dy[3] = (-p[5] * f[2] - p[3] * y[2] - p[2] * y[3] - p[1] * y[0] - y[1]) / p[0];
    }
}

/* [4](2) and (3) of a uniform disk, whose moments are <r> = 2/3, <r^2> = 1/2, <1/r> = 2. */
static void law(const struct stick_slip *s, const real v[3], real f[3])
{
    const real a = v[0] * v[0] + v[1] * v[1], e = v[2] * v[2];
    const int n = s->pendulum ? 3 : 1;
    const real P = s->pendulum ? a + s->b * e : 1;
    const real Q = s->pendulum ? 2 * s->b / 3 * e + a / 4 : 2 * s->b / 3;
    const real over =
        powl(powl(a, s->m * n / 2) + powl(s->b, s->m) * powl(e, s->m * n / 2), -1 / s->m);

    f[0] = v[0] * P * over;
    f[1] = v[1] * P * over;
    f[2] = v[2] * Q * over;
}

static real length(const real v[3])
{
    return sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* s' under a friction. */
static void rate(const struct stick_slip *s, const real *y, const real f[3], real by[3])
{
    real dy[dim] = {0}, zero[dim] = {0}, less[3];

    motion(s, y, f, dy);
    slip_of(s, dy, by);
    slip_of(s, zero, less);
    for (int k = 0; k < 3; ++k)
        by[k] -= less[k];
}

/* s' = a + A f; returns |A|. */
static real local(const struct stick_slip *s, const real *y, real a[3], real A[3][3])
{
    real norm = 0;

    rate(s, y, (const real[3]){0, 0, 0}, a);
    for (int k = 0; k < 3; ++k) {
        real column[3];

        rate(s, y, (const real[3]){k == 0, k == 1, k == 2}, column);
        for (int i = 0; i < 3; ++i) {
            A[i][k] = column[i] - a[i];
            norm = fmaxl(norm, fabsl(A[i][k]));
        }
    }
    return norm;
}

/* f with A f = -c, by Cramer's rule; a component that the system does not have bears nothing. */
static void solve(real A[3][3], const real c[3], real f[3])
{
    real m[3][3], det;

    memcpy(m, A, sizeof m);
    if (m[1][0] == 0 && m[1][1] == 0 && m[1][2] == 0)
        m[1][1] = 1;
    for (int k = -1; k < 3; ++k) {
        real t[3][3], d;

        memcpy(t, m, sizeof t);
        for (int i = 0; i < 3 && k >= 0; ++i)
            t[i][k] = -c[i];
        d = t[0][0] * (t[1][1] * t[2][2] - t[1][2] * t[2][1]) -
            t[0][1] * (t[1][0] * t[2][2] - t[1][2] * t[2][0]) +
            t[0][2] * (t[1][0] * t[2][1] - t[1][1] * t[2][0]);
        if (k < 0)
            det = d;
        else
            f[k] = d / det;
    }
}

/* Takes a slip v away by an impulse of friction. */
static void rest(const struct stick_slip *s, real *y)
{
    real a[3], A[3][3], v[3], f[3], free[dim] = {0}, pushed[dim] = {0};

    local(s, y, a, A);
    slip_of(s, y, v);
    solve(A, v, f);
    motion(s, y, (const real[3]){0, 0, 0}, free);
    motion(s, y, f, pushed);
    for (int i = 0; i < dim; ++i)
        y[i] += pushed[i] - free[i];
}

/* xi of the load of stick, and the slip n whose friction points along it: bisection over the share of spin. */
static real gauge(const struct stick_slip *s, const real *y, real n[3])
{
    real a[3], A[3][3], load[3], f[3], low = 0, high = acosl(-1) / 2, slide;

    local(s, y, a, A);
    solve(A, a, load);
    slide = hypotl(load[0], load[1]);
    for (int i = 0; i < 70; ++i) {
        const real at = (low + high) / 2;

        law(s, (const real[3]){cosl(at), 0, sinl(at)}, f);
        if (f[2] * slide > fabsl(load[2]) * f[0])
            high = at;
        else
            low = at;
    }
    n[0] = slide > 0 ? cosl(low) * load[0] / slide : 0;
    n[1] = slide > 0 ? cosl(low) * load[1] / slide : 0;
    n[2] = copysignl(sinl(low), load[2]);
    law(s, n, f);
    return length(load) / length(f);
}

/* z' by the time that slows down with the slip; in stick by the time itself. */
static void slope(const struct stick_slip *s, int sticks, const real *z, real *dz)
{
    real a[3], A[3][3], f[3], v[3], norm = local(s, z, a, A), speed = 1;

    memset(dz, 0, wide * sizeof *dz);
    if (sticks) {
        solve(A, a, f);
    } else {
        slip_of(s, z, v);
        law(s, v, f);
        speed = length(v) / (length(v) + norm);
    }
    motion(s, z, f, dz);
    dz[dim] = 1;
    for (int i = 0; i < wide; ++i)
        dz[i] *= speed;
}

/* A step by extrapolation of the explicit midpoint rule; returns the error over the tolerance. */
static real step(const struct stick_slip *s, int sticks, real h, const real *z, real *to)
{
    real table[stages][wide], first[wide], worst = 0;

    slope(s, sticks, z, first);
    for (int j = 0; j < stages; ++j) {
        const int n = 2 * (j + 1);
        real before[wide], here[wide], by[wide];

        for (int i = 0; i < wide; ++i) {
            before[i] = z[i];
            here[i] = z[i] + h / n * first[i];
        }
        for (int k = 1; k < n; ++k) {
            slope(s, sticks, here, by);
            for (int i = 0; i < wide; ++i) {
                const real next = before[i] + 2 * h / n * by[i];

                before[i] = here[i];
                here[i] = next;
            }
        }
        memcpy(table[j], here, sizeof here);
        for (int k = j - 1; k >= 0; --k) {
            const real part = (real)(j + 1) * (j + 1) / ((real)(k + 1) * (k + 1)) - 1;

            for (int i = 0; i < wide; ++i) {
                const real more = (table[k + 1][i] - table[k][i]) / part;

                if (k == 0 && j == stages - 1)
                    worst = fmaxl(worst, fabsl(more) / (tolerance * (1 + fabsl(z[i]))));
                table[k][i] = table[k + 1][i] + more;
            }
        }
    }
    memcpy(to, table[0], wide * sizeof *to);
    return worst;
}

/* Follows the fast flow n' = (I - n n')(a + A law(n)) to its end, and the slip out of rest for a moment. */
static void leave(const struct stick_slip *s, real *z, real n[3])
{
    real a[3], A[3][3], f[3], dy[dim] = {0}, norm = local(s, z, a, A), along = 0, dt;

    for (int turn = 0; turn < 200000; ++turn) {
        real by[3], most = 0;

        law(s, n, f);
        along = 0;
        for (int i = 0; i < 3; ++i) {
            by[i] = a[i] + A[i][0] * f[0] + A[i][1] * f[1] + A[i][2] * f[2];
            along += by[i] * n[i];
        }
        for (int i = 0; i < 3; ++i) {
            by[i] -= along * n[i];
            most = fmaxl(most, fabsl(by[i]));
            n[i] += 0.2L / norm * by[i];
        }
        dt = length(n);
        for (int i = 0; i < 3; ++i)
            n[i] /= dt;
        if (most < 10 * digit * norm)
            break;
    }
    law(s, n, f);
    motion(s, z, f, dy);
    dt = least / along;
    for (int i = 0; i < dim; ++i)
        z[i] += dt * dy[i];
    z[dim] += dt;
}

/* The passage of xi through eta, or of the time through the end, within a step: false position that halves the side that stays. */
static void locate(const struct stick_slip *s, int sticks, int passes, real end, real h,
                   const real *z, real *to)
{
    real low = 0, high = h, n[3], at = h;
    real g_low = passes ? gauge(s, z, n) - s->eta : z[dim] - end;
    real g_high = passes ? gauge(s, to, n) - s->eta : to[dim] - end;

    for (int turn = 0; turn < 80 && fabsl(g_high - g_low) > 0; ++turn) {
        real g, next = high - g_high * (high - low) / (g_high - g_low);

        if (fabsl(next - at) <= digit * h)
            break;
        at = next;
        step(s, sticks, at, z, to);
        g = passes ? gauge(s, to, n) - s->eta : to[dim] - end;
        if (g * g_high > 0) {
            g_low /= 2;
        } else {
            low = high;
            g_low = g_high;
        }
        high = at;
        g_high = g;
        if (g == 0)
            break;
    }
}

static void note(struct stick_slip_run *run, const real *z)
{
    if (run->count < stick_slip_switches) {
        run->t[run->count] = z[dim];
        memcpy(run->y[run->count], z, sizeof run->y[0]);
    }
    ++run->count;
}

int stick_slip_go(const struct stick_slip *s, long double end, long double *y,
                  struct stick_slip_run *run)
{
    real z[wide] = {0}, to[wide], n[3], v[3], h = 1e-3L;
    int sticks = 0;

    memcpy(z, y, (size_t)(2 * half(s)) * sizeof *z);
    run->count = 0;
    for (int tries = 0; tries < 10000000 && z[dim] < end; ++tries) {
        const real error = step(s, sticks, h, z, to);
        const real next = h * fminl(2, 0.8L * powl(fmaxl(error, 1e-6L), -1 / (real)(2 * stages)));

        if (!(error <= 1)) {
            h = isnan(error) ? h / 4 : fmaxl(next, h / 4);
            continue;
        }
        if (to[dim] >= end) {
            locate(s, sticks, 0, end, h, z, to);
            memcpy(y, to, (size_t)(2 * half(s)) * sizeof *y);
            return 0;
        }
        if (sticks && gauge(s, to, n) >= s->eta) {
            locate(s, sticks, 1, end, h, z, to);
            memcpy(z, to, sizeof z);
            note(run, z);
            gauge(s, z, n);
            leave(s, z, n);
            sticks = 0;
            h = 1e-3L;
            continue;
        }
        memcpy(z, to, sizeof z);
        h = next;
        slip_of(s, z, v);
        if (!sticks && length(v) < least) {
            real f[3], by[3], dy[dim] = {0}, falls = 0;

            law(s, v, f);
            rate(s, z, f, by);
            for (int k = 0; k < 3; ++k)
                falls -= v[k] * by[k] / length(v);
            if (falls <= 0)
                continue;
            motion(s, z, f, dy);
            for (int i = 0; i < dim; ++i)
                z[i] += length(v) / falls * dy[i];
            z[dim] += length(v) / falls;
            rest(s, z);
            note(run, z);
            sticks = gauge(s, z, n) < s->eta;
            if (!sticks)
                leave(s, z, n);
            h = 1e-3L;
        }
    }
    return 1;
}
