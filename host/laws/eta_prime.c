/* eta_prime.c: eta' of eta and back, in closed form. With d = 3 S - 1 the formulas of docs/maths.md 4 read
 * eta d = h(d), h = (1 + d) sqrt((1 + d)/(4 + d)), and eta' d = k(d), k = ((4 + d)/3)^(3/2); d
 * falls from (3 + sqrt 13)/2 at eta = 1 to 0. SPDX-License-Identifier: MIT */
#include "laws/eta_prime.h"

#include <float.h>
#include <math.h>

static long double h_of(long double d, long double *slope)
{
    const long double h = (1 + d) * sqrtl((1 + d) / (4 + d));

    *slope = h * (1.5L / (1 + d) - 0.5L / (4 + d));
    return h;
}

static long double k_of(long double d, long double *slope)
{
    const long double root = sqrtl((4 + d) / 3);

    *slope = root / 2;
    return (4 + d) / 3 * root;
}

/* The root d of f(d) = factor d, for f = h or k. Both are convex and less steep than the factor as
 * far as the root, so that Newton's method climbs to it from f(0)/factor without ever passing it.
 */
static long double root(long double (*f)(long double, long double *), long double factor)
{
    long double slope, d = f(0, &slope) / factor;

    for (int i = 0; i < 60; i++) {
        const long double value = f(d, &slope);
        const long double step = (value - factor * d) / (factor - slope);

        d += step;
        if (!(step > d * LDBL_EPSILON))
            break;
    }
    return d;
}

/* eta' at d, and its derivative by eta = h/d. */
static long double prime_at(long double d, long double *slope)
{
    long double h_slope, k_slope;
    const long double h = h_of(d, &h_slope), k = k_of(d, &k_slope);

    *slope = (k_slope * d - k) / (h_slope * d - h);
    return k / d;
}

static long double d_at_one(void)
{
    return (3 + sqrtl(13)) / 2;
}

long double contensou__eta_prime_forward(long double eta, long double *slope)
{
    const long double limit = prime_at(d_at_one(), slope);

    return eta > 1 ? prime_at(root(h_of, eta), slope) : limit + *slope * (eta - 1);
}

long double contensou__eta_prime_back(long double eta_prime)
{
    long double slope;
    const long double limit = prime_at(d_at_one(), &slope);

    if (eta_prime > limit) {
        const long double d = root(k_of, eta_prime);

        return h_of(d, &slope) / d;
    }
    return 1 + (eta_prime - limit) / slope;
}

double contensou__eta_prime_peak(double eta_prime)
{
    if (!(eta_prime > 1) || !isfinite(eta_prime))
        return 1;
    return (double)sqrtl((1 + root(k_of, eta_prime)) / 3);
}
