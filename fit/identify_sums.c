/* identify_sums.c: sums over the points of a contact. Built with loops over points in vector registers, for the widest
 * ones that the processor has; the order of additions, so the last digits, depends on their width.
 * SPDX-License-Identifier: MIT */
#include "fit/identify_sums.h"

#include "fit/wide.h"

/* Keeps n above 0 where nothing moves. */
static const double tiny = 1e-300;

WIDE double contensou__identify_sums_wrench(const struct contensou__identify_sums_points *at,
                                            const double *load, const double s[3], double g[3],
                                            double H[6])
{
    const double *tx = at->tx, *ty = at->ty, vx = s[0], vy = s[1], w = s[2], e2 = at->e2;
    const double ew = e2 * w, eww = ew * w + tiny;
    const size_t n = at->n;
    double phi = 0, gx = 0, gy = 0, gw = 0, xx = 0, xy = 0, xw = 0, yy = 0, yw = 0, ww = 0;

#pragma omp simd reduction(+ : phi, gx, gy, gw, xx, xy, xw, yy, yw, ww)
    for (size_t j = 0; j < n; ++j) {
        const double x = tx[j], y = ty[j], p = load[j];
        const double a = vx + x * w, b = vy + y * w, n2 = a * a + b * b + eww;
        const double inverse = 1 / sqrt(n2), f = p * inverse;
        const double ua = a * inverse, ub = b * inverse;
        const double third = eww * inverse * inverse, d = x * ua + y * ub + ew * inverse;

        phi += f * n2;
        gx += p * ua;
        gy += p * ub;
        gw += p * d;
        xx += f * (ub * ub + third); /* 1 - ua^2 without its cancellation */
        xy -= f * ua * ub;
        yy += f * (ua * ua + third);
        xw += f * (x - ua * d);
        yw += f * (y - ub * d);
        ww += f * (x * x + y * y + e2 - d * d);
    }
    g[0] = gx;
    g[1] = gy;
    g[2] = gw;
    H[0] = xx;
    H[1] = xy;
    H[2] = xw;
    H[3] = yy;
    H[4] = yw;
    H[5] = ww;
    return phi;
}

WIDE void contensou__identify_sums_units(const struct contensou__identify_sums_points *at,
                                         size_t from, size_t to, const double s[3],
                                         double (*unit)[contensou__identify_sums_block])
{
    const double *tx = at->tx + from, *ty = at->ty + from, vx = s[0], vy = s[1], w = s[2];
    const double ew = at->e2 * w, eww = ew * w + tiny;
    const size_t n = to - from;

#pragma omp simd
    for (size_t j = 0; j < n; ++j) {
        const double a = vx + tx[j] * w, b = vy + ty[j] * w;
        const double inverse = 1 / sqrt(a * a + b * b + eww);
        const double ua = a * inverse, ub = b * inverse;

        unit[0][j] = ua;
        unit[1][j] = ub;
        unit[2][j] = tx[j] * ua + ty[j] * ub + ew * inverse;
    }
}

WIDE void contensou__identify_sums_moved(const struct contensou__identify_sums_points *at,
                                         const double *load, const double s[3],
                                         const struct contensou__identify_sums_motion *by,
                                         double dg[3])
{
    const double *tx = at->tx, *ty = at->ty, vx = s[0], vy = s[1], w = s[2];
    const double xx = by->K[0], xy = by->K[1], yx = by->K[2], yy = by->K[3], kx = by->k[0],
                 ky = by->k[1], dvx = by->dv[0], dvy = by->dv[1];
    const double ew = at->e2 * w, eww = ew * w + tiny;
    const size_t n = at->n;
    double gx = 0, gy = 0, gw = 0;

#pragma omp simd reduction(+ : gx, gy, gw)
    for (size_t j = 0; j < n; ++j) {
        const double x = tx[j], y = ty[j], dx = xx * x + xy * y + kx, dy = yx * x + yy * y + ky;
        const double a = vx + x * w, b = vy + y * w, da = dvx + dx * w, db = dvy + dy * w;
        const double inverse = 1 / sqrt(a * a + b * b + eww), ua = a * inverse, ub = b * inverse;
        const double dn = ua * da + ub * db; /* of n */
        const double dua = (da - ua * dn) * inverse, dub = (db - ub * dn) * inverse;

        gx += load[j] * dua;
        gy += load[j] * dub;
        gw += load[j] * (dx * ua + x * dua + dy * ub + y * dub - ew * inverse * inverse * dn);
    }
    dg[0] = gx;
    dg[1] = gy;
    dg[2] = gw;
}
