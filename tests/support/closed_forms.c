/* closed_forms.c: the wrench of disks in closed form and by series. SPDX-License-Identifier: MIT */
#include "support/closed_forms.h"

#include <math.h>

static const long double pi = 3.14159265358979323846264338327950288L;
static const long double series_from = 5;

/* K and E of the modulus k, complement kc, by the arithmetic-geometric mean. */
static void elliptic(long double k, long double kc, long double *K, long double *E)
{
    long double a = 1, b = kc, c = k, sum = k * k / 2, power = 0.5L;

    if (kc == 0) { /* K only occurs times kc^2 */
        *K = 0;
        *E = 1;
        return;
    }
    for (int i = 0; i < 40 && fabsl(c) > 1e-21L * a; ++i) {
        const long double mean = (a + b) / 2;

        c = (a - b) / 2;
        b = sqrtl(a * b);
        a = mean;
        power *= 2;
        sum += power * c * c;
    }
    *K = pi / (2 * a);
    *E = *K * (1 - sum);
}

struct closed_forms closed_forms_series(long double k, long double q)
{
    long double T = 1, M = 0, c = 1, moment = 1, u = 1 / k, power = 1;

    for (int n = 0; n < 200; ++n) {
        const long double next = c * (2 * n + 1) / (2 * n + 2); /* c_{n+1} */
        const long double up = moment * (n + 1) / (q + 2 + n);  /* <r^(2n+2)> */

        M += (2 * n + 2.0L) / (4 * n + 3) * (c - next) * (c + next) * up * power * u;
        power *= u * u;
        T += (2 * n + 1.0L) / (4 * n + 3) * (next - c) * (next + c) * up * power;
        c = next;
        moment = up;
    }
    return (struct closed_forms){T, M};
}

struct closed_forms closed_forms_uniform(long double k)
{
    long double K, E;

    if (k > series_from)
        return closed_forms_series(k, 0);
    if (k < 1e-4L) /* the next terms are k^5/64 and 3 k^4/64 */
        return (struct closed_forms){k * (1 - k * k / 8), 2.0L / 3 - k * k / 2};
    if (k <= 1) {
        const long double rest = (1 - k) * (1 + k);

        elliptic(k, sqrtl(rest), &K, &E);
        return (struct closed_forms){4 / (3 * pi * k) * ((1 + k * k) * E - rest * K),
                                     4 / (9 * pi) * (2 * (2 - k * k) * E - rest * K)};
    }
    const long double rest = (k - 1) * (k + 1), k2 = k * k;

    elliptic(1 / k, sqrtl(rest) / k, &K, &E);
    return (struct closed_forms){4 / (3 * pi) * ((k2 + 1) * E - rest * K),
                                 4 / (9 * pi * k) *
                                     (-2 * k2 * (k2 - 2) * E + rest * (2 * k2 - 3) * K)};
}

struct closed_forms closed_forms_hertz(long double k)
{
    const long double k2 = k * k;

    if (k > series_from)
        return closed_forms_series(k, 0.5L);
    if (k <= 1)
        return (struct closed_forms){3 * pi / 32 * k * (4 - k2),
                                     3 * pi / 16 * (1 - k2 + 3 * k2 * k2 / 8)};
    const long double S = sqrtl((k - 1) * (k + 1)), t = atan2l(1, S);

    return (struct closed_forms){3 * k * (4 - k2) * t / 16 + 3 * (k2 + 2) * S / (16 * k),
                                 3 * (3 * k2 * k2 - 8 * k2 + 8) * t / 64 - 9 * (k2 - 2) * S / 64};
}

struct closed_forms closed_forms_boussinesq(long double k)
{
    if (k > series_from)
        return closed_forms_series(k, -0.5L);
    if (k <= 1)
        return (struct closed_forms){pi * k / 4, pi / 4 - pi * k * k / 8};
    const long double S = sqrtl((k - 1) * (k + 1)), t = atan2l(1, S);

    return (struct closed_forms){(k * t + S / k) / 2, ((2 - k * k) * t + S) / 4};
}

struct closed_forms closed_forms_annulus(long double k, long double hole)
{
    const struct closed_forms outer = closed_forms_uniform(k);
    const struct closed_forms inner = closed_forms_uniform(k / hole);
    const long double area = (1 - hole) * (1 + hole);

    return (struct closed_forms){(outer.T - hole * hole * inner.T) / area,
                                 (outer.M - hole * hole * hole * inner.M) / area};
}

struct closed_forms_tilt closed_forms_hertz_tilt(long double k)
{
    const long double k2 = k * k, k4 = k2 * k2;

    if (k <= 1)
        return (struct closed_forms_tilt){3 * pi / 32 * (1 - 3 * k2 / 2 + 5 * k4 / 8),
                                          3 * pi / 32 * (1 - k2 / 2 + k4 / 8),
                                          3 * pi / 32 * k2 * k * (1 - k2 / 2)};
    const long double S = sqrtl((k - 1) * (k + 1)), t = atan2l(1, S);

    return (struct closed_forms_tilt){
        3 * (5 * k4 - 12 * k2 + 8) * t / 128 - (3 * k2 - 4) * (5 * k2 - 2) * S / (128 * k2),
        3 * (k4 - 4 * k2 + 8) * t / 128 - (k2 - 4) * (3 * k2 + 2) * S / (128 * k2),
        -3 * k2 * k * (k2 - 2) * t / 32 + (3 * k4 - 4 * k2 + 4) * S / (32 * k)};
}
