/* gauss.c: quadrature rules, in long double. SPDX-License-Identifier: MIT */
#include "contact/gauss.h"

#include "base/pi.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>

/* One eigenvalue of the symmetric tridiagonal matrix (diagonal d, off-diagonal e) is driven to
 * convergence at index l by QL steps with implicit shifts; v is the first row of the eigenvectors.
 * Returns 0 when it took too many steps. */
static int ql_converge(int n, int l, long double *d, long double *e, long double *v)
{
    for (int turn = 0; turn < 60; ++turn) {
        long double g, r, s = 1, c = 1, p = 0;
        int m = l;

        while (m < n - 1 && fabsl(e[m]) > 1e-20L * (fabsl(d[m]) + fabsl(d[m + 1])))
            ++m;
        if (m == l)
            return 1;
        g = (d[l + 1] - d[l]) / (2 * e[l]);
        r = hypotl(g, 1);
        g = d[m] - d[l] + e[l] / (g + copysignl(r, g));
        for (int i = m - 1; i >= l; --i) {
            const long double f = s * e[i], b = c * e[i], old = v[i + 1];

            r = hypotl(f, g);
            e[i + 1] = r;
            if (r == 0)
                break;
            s = f / r;
            c = g / r;
            g = d[i + 1] - p;
            r = (d[i] - g) * s + 2 * c * b;
            p = s * r;
            d[i + 1] = g + p;
            g = c * r - b;
            v[i + 1] = s * v[i] + c * old;
            v[i] = c * v[i] - s * old;
        }
        d[l] -= p;
        e[l] = g;
        e[m] = 0;
    }
    return 0;
}

static void sort_by_node(int n, long double *x, long double *w)
{
    for (int i = 1; i < n; ++i)
        for (int j = i; j > 0 && x[j] < x[j - 1]; --j) {
            const long double tx = x[j], tw = w[j];

            x[j] = x[j - 1], w[j] = w[j - 1];
            x[j - 1] = tx, w[j - 1] = tw;
        }
}

enum contensou_status contensou__gauss_rule(int n, long double p, long double *x, long double *w,
                                            struct contensou_error *err)
{
    const long double mass = sqrtl(pi_long) * expl(lgammal(p + 1) - lgammal(p + 1.5L));
    OWNED(contensou__try_free) long double *e = calloc((size_t)n + 1, sizeof *e);

    TRY(contensou__try_memory(e, err, "a rule of %d nodes", n));
    for (int i = 0; i < n; ++i) {
        const long double k = i + 1;

        x[i] = 0;
        w[i] = i == 0;
        e[i] = i == 0 ? sqrtl(1 / (2 * p + 3))
                      : sqrtl(k * (k + 2 * p) / ((2 * k + 2 * p + 1) * (2 * k + 2 * p - 1)));
    }
    e[n - 1] = 0;
    for (int l = 0; l < n; ++l)
        if (!ql_converge(n, l, x, e, w))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the Gauss rule with %d nodes for the power %Lg did not converge",
                                  n, p);
    sort_by_node(n, x, w);
    for (int i = 0; i < n; ++i)
        w[i] *= mass * w[i];
    for (int i = 0; i < n / 2; ++i) { /* symmetric to the last digit */
        x[n - 1 - i] = (x[n - 1 - i] - x[i]) / 2;
        x[i] = -x[n - 1 - i];
        w[i] = w[n - 1 - i] = (w[i] + w[n - 1 - i]) / 2;
    }
    if (n & 1)
        x[n / 2] = 0;
    return CONTENSOU_OK;
}

int contensou__gauss_folded_tanh_sinh(double h, double smallest, int n, long double *z,
                                      long double *w)
{
    int count = 0;

    for (; count < n; ++count) {
        const long double t = count * (long double)h, u = pi_long * sinhl(t);
        const long double near = 2 / (1 + expl(u)), c = coshl(u / 2);

        if (near < (long double)smallest)
            break;
        z[count] = near;
        w[count] = (long double)h * (pi_long / 2) * coshl(t) / (c * c) * (count ? 1.0L : 0.5L);
    }
    return count;
}
