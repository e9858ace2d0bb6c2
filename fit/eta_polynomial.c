/* eta_polynomial.c: the polynomial p that gives eta' with the least largest error |E(p(eta)) -
 * eta|, E being the inverse of eta'(eta), as [1] measures it.
 *
 * Remez' exchange. On degree + 2 points x_i the levelled error h makes E(p(x_i)) - x_i = (-1)^i h,
 * that is p(x_i) = eta'(x_i + (-1)^i h). A polynomial of that degree passes through them where the
 * divided difference over all points vanishes: one equation for h, monotone because the weights
 * alternate and eta' rises. Then the points move to the extrema of the error. E is monotone, so
 * that alternation proves the least error as it does in the linear case.
 * SPDX-License-Identifier: MIT */
#include <contensou/eta.h>

#include "laws/law.h"

#include "base/try.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { most_degree = 8, most_points = most_degree + 2 };
static const double most_eta = 1e6;

/* Newton's form a_0 + (t - t_0)(a_1 + (t - t_1)(a_2 + ..)), t = (x - mid)/half. All t_i = 0, mid =
 * 0 and half = 1 are Horner's form. */
struct form {
    int degree;
    long double mid, half, least;
    long double t[most_points], a[most_points];
};

static long double value(const struct form *p, long double x)
{
    const long double t = (x - p->mid) / p->half;
    long double sum = p->a[p->degree];

    for (int i = p->degree - 1; i >= 0; i--)
        sum = sum * (t - p->t[i]) + p->a[i];
    return sum;
}

/* The error in eta, for a maximum of at least p->least: 1 in truth, less while searching. */
static long double error_at(const struct form *p, long double x)
{
    return fmaxl(p->least, contensou__law_eta_prime_back(value(p, x))) - x;
}

/* Where sign times the error is largest in [low, high], if it has one maximum there: by golden
 * sections, then compared with the ends. */
static long double peak(const struct form *p, long double low, long double high, long double sign)
{
    const long double part = (sqrtl(5) - 1) / 2;
    long double a = low, b = high, x = b - part * (b - a), y = a + part * (b - a);
    long double fx = sign * error_at(p, x), fy = sign * error_at(p, y);

    for (int i = 0; i < 60; i++)
        if (fx > fy) {
            b = y;
            y = x;
            fy = fx;
            x = b - part * (b - a);
            fx = sign * error_at(p, x);
        } else {
            a = x;
            x = y;
            fx = fy;
            y = a + part * (b - a);
            fy = sign * error_at(p, y);
        }
    x = fx > fy ? x : y;
    if (sign * error_at(p, low) >= sign * error_at(p, x))
        x = low;
    if (sign * error_at(p, high) >= sign * error_at(p, x))
        x = high;
    return x;
}

static long double point(const struct form *p, int i)
{
    return p->mid + p->half * p->t[i];
}

/* Finds the levelled error on the points and the polynomial that has it. */
static long double level(struct form *p)
{
    const int points = p->degree + 2;
    long double weight[most_points], h = 0, slope;

    for (int i = 0; i < points; i++) {
        weight[i] = 1;
        for (int j = 0; j < points; j++)
            if (j != i)
                weight[i] /= p->t[i] - p->t[j];
    }
    for (int step = 0; step < 40; step++) {
        long double sum = 0, rise = 0, change;

        for (int i = 0; i < points; i++) {
            const long double sign = i % 2 ? -1 : 1;

            sum += weight[i] * contensou__law_eta_prime_forward(point(p, i) + sign * h, &slope);
            rise += weight[i] * sign * slope;
        }
        change = sum / rise;
        h -= change;
        if (!(fabsl(change) > 4 * LDBL_EPSILON * fabsl(h)))
            break;
    }
    for (int i = 0; i <= p->degree; i++)
        p->a[i] = contensou__law_eta_prime_forward(point(p, i) + (i % 2 ? -h : h), &slope);
    for (int order = 1; order <= p->degree; order++)
        for (int i = p->degree; i >= order; i--)
            p->a[i] = (p->a[i] - p->a[i - 1]) / (p->t[i] - p->t[i - order]);
    return h;
}

/* The zero of the error between points i and i + 1, where it is sign and -sign times positive. */
static long double zero_after(const struct form *p, int i, long double sign)
{
    long double low = point(p, i), high = point(p, i + 1);

    for (int step = 0; step < 40; step++) {
        const long double middle = (low + high) / 2;

        if (sign * error_at(p, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Moves the points to the extrema of the error; returns the largest. */
static long double exchange(struct form *p, long double low, long double high, long double h)
{
    const int points = p->degree + 2;
    long double next[most_points], largest = 0, from = low;

    for (int i = 0; i < points; i++) {
        const long double sign = (i % 2 ? -1.0L : 1.0L) * (h < 0 ? -1 : 1);
        const long double to = i < points - 1 ? zero_after(p, i, sign) : high;

        next[i] = peak(p, from, to, sign);
        largest = fmaxl(largest, fabsl(error_at(p, next[i])));
        from = to;
    }
    for (int i = 0; i < points; i++)
        p->t[i] = (next[i] - p->mid) / p->half;
    return largest;
}

/* The best polynomial in long double; returns its levelled error. */
static long double remez(struct form *p, long double low, long double high, int degree)
{
    const long double pi = acosl(-1), noise = 64 * LDBL_EPSILON * high;
    long double h = 0;

    *p = (struct form){degree, (low + high) / 2, (high - low) / 2, -INFINITY, {0}, {0}};
    for (int i = 0; i < degree + 2; i++)
        p->t[i] = -cosl(pi * i / (degree + 1));
    for (int round = 0; round < 60; round++) {
        struct form moved;

        h = level(p);
        if (!(fabsl(h) > noise))
            break;
        moved = *p;
        if (exchange(&moved, low, high, h) <= fabsl(h) * (1 + 1e-10L))
            break;
        *p = moved;
    }
    return fabsl(h);
}

/* The coefficients of the powers of x. */
static void expand(const struct form *p, double *coefficient)
{
    long double c[most_degree + 1] = {0};

    for (int i = p->degree; i >= 0; i--) {
        const long double shift = p->mid / p->half + p->t[i];

        for (int k = p->degree; k >= 0; k--)
            c[k] = (k ? c[k - 1] / p->half : 0) - c[k] * shift;
        c[0] += p->a[i];
    }
    for (int k = 0; k <= p->degree; k++)
        coefficient[k] = (double)c[k];
}

/* The largest error; a grid even in log x finds every hill, golden sections its top. */
static long double largest_error(const struct form *p, long double low, long double high)
{
    enum { steps = 2048 };
    const long double ratio = powl(high / low, 1.0L / steps);
    long double x[3] = {low, low, low}, f[3], largest = 0;

    f[1] = f[2] = fabsl(error_at(p, low));
    for (int i = 1; i <= steps + 1; i++) {
        memmove(x, x + 1, 2 * sizeof *x);
        memmove(f, f + 1, 2 * sizeof *f);
        x[2] = i < steps ? x[1] * ratio : high;
        f[2] = fabsl(error_at(p, x[2]));
        if (f[1] >= f[0] && f[1] >= f[2]) {
            const long double sign = error_at(p, x[1]) < 0 ? -1 : 1;

            largest = fmaxl(largest, fabsl(error_at(p, peak(p, x[0], x[2], sign))));
        }
    }
    return largest;
}

static enum contensou_status check(double low, double high, int degree, struct contensou_error *err)
{
    if (degree < 1 || degree > most_degree)
        return WRONG(err, "a polynomial of degree %d is not possible; it is from 1 to %d", degree,
                     most_degree);
    if (!(low >= 1) || !(low < high) || !(high <= most_eta))
        return WRONG(err,
                     "no polynomial for eta from %.17g to %.17g; a range ascends and lies "
                     "between 1 and %g",
                     low, high, most_eta);
    return CONTENSOU_OK;
}

const double *contensou_eta_polynomial_paper(double low, double high)
{
    static const double early[4] = {-13.607, 30.893, -22.01, 5.878},
                        late[4] = {-2.41, 3.985, -0.3581, 0.0493};

    return low == 1 && high == 1.3 ? early : low == 1.3 && high == 2.7 ? late : NULL;
}

enum contensou_status contensou_eta_polynomial_error(double low, double high, int degree,
                                                     const double *coefficient, double *error,
                                                     struct contensou_error *err)
{
    struct form p = {.degree = degree, .half = 1, .least = 1};

    TRY(check(low, high, degree, err));
    for (int i = 0; i <= degree; i++) {
        if (!isfinite(coefficient[i]))
            return WRONG(err, "coefficient %d of the polynomial is not finite", i);
        p.a[i] = coefficient[i];
    }
    *error = (double)largest_error(&p, low, high);
    return CONTENSOU_OK;
}

enum contensou_status contensou_eta_polynomial(double low, double high, int degree,
                                               double *coefficient, double *error,
                                               struct contensou_error *err)
{
    double best = INFINITY;

    TRY(check(low, high, degree, err));
    /* Where the rounding of the coefficients outweighs the error, fewer of them may be better. */
    for (int n = degree; n >= 1; n--) {
        double c[most_degree + 1] = {0}, found = INFINITY;
        struct form p;
        const long double h = remez(&p, low, high, n);

        expand(&p, c);
        if (!contensou_eta_polynomial_error(low, high, degree, c, &found, NULL) && found < best) {
            best = found;
            memcpy(coefficient, c, ((size_t)degree + 1) * sizeof *c);
        }
        if (found <= 1.001L * h)
            break;
    }
    if (!isfinite(best))
        return WRONG(err, "eta from %.17g to %.17g is too narrow for a polynomial", low, high);
    *error = best;
    return CONTENSOU_OK;
}
