/* export_bodies.c: a program around an exported header law.h (function `law`): implicit steps of random bodies whose
 * mass centre lies up to ten radii away from the contact, by mu N dt of 1e-6 to 1, every third at the border of
 * stick. A step satisfies its equation, sticks within the law's limits, and takes energy.
 *     bodies COUNT
 * Built by test_export_bodies.c; by hand with a million. SPDX-License-Identifier: MIT */
#include "law.h"

#include <stdio.h>
#include <stdlib.h>

enum { rows = 90, columns = 180 }; /* directions of slip, whose wrenches tell the law's limits */

static const double pi = 3.14159265358979323846;
static double limit[rows * columns][3];
static unsigned long long seed = 7;

static double between(double low, double high)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return low + (high - low) * ((double)(seed >> 11) / 9007199254740992.0);
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void check(int good, const char *what, long k, double got)
{
    if (!good) {
        printf("%s: body %ld, %g\n", what, k, got);
        exit(1);
    }
}

struct body {
    double W[9], slip[3], bound;
};

static void times(const double W[9], const double x[3], double y[3])
{
    for (int i = 0; i < 3; ++i)
        y[i] = dot(W + 3 * i, x);
}

static void make(struct body *b, long k)
{
    const double away = between(0, 10), angle = between(0, 2 * pi), size = pow(10, between(-3, 1));
    const double x = away * cos(angle), y = away * sin(angle), J = pow(10, between(-1, 1));
    const double W[9] = {1 + y * y / J, -x * y / J, -y / J, -x * y / J, 1 + x * x / J,
                         x / J,         -y / J,     x / J,  1 / J};

    for (int i = 0; i < 9; ++i)
        b->W[i] = W[i];
    b->bound = pow(10, between(-6, 0));
    for (int i = 0; i < 3; ++i)
        b->slip[i] = size * between(-1, 1);
    if (k % 2) { /* of the mass centre */
        b->slip[0] -= b->slip[2] * y;
        b->slip[1] += b->slip[2] * x;
    }
    if (k % 3 == 0) { /* an impulse near the limit stops it */
        const double more = pow(10, between(-4, 0)) * (k % 2 ? 1 : -1);
        double f[3];

        law(between(-1, 1), between(-1, 1), between(-1, 1), f);
        for (int i = 0; i < 3; ++i)
            f[i] *= b->bound * (1 + more);
        times(b->W, f, b->slip);
    }
}

/* The largest force of the law along p. */
static double reach(const double p[3])
{
    double best = 0;

    for (int i = 0; i < rows * columns; ++i)
        best = fmax(best, dot(limit[i], p));
    return best / sqrt(dot(p, p));
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? atol(argv[1]) : 3000;
    long seen[3] = {0, 0, 0};
    double worst = 0;

    for (int i = 0; i < rows * columns; ++i) {
        const double theta = pi * ((i / columns + 0.5) / rows - 0.5);
        const double phi = 2 * pi * (i % columns) / columns;

        law(cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta), limit[i]);
    }
    for (long k = 0; k < count; ++k) {
        struct body b;
        double p[3], after[3], Wp[3], f[3], size = 0, work = 0;
        int state;

        make(&b, k);
        state = law_step(b.slip, b.W, b.bound, p, after);
        check(state >= 0 && state <= 2, "state", k, state);
        ++seen[state];
        times(b.W, p, Wp);
        for (int i = 0; i < 3; ++i) {
            size = fmax(size, fabs(b.slip[i]));
            work += 0.5 * p[i] * (b.slip[i] + after[i]);
        }
        for (int i = 0; i < 3; ++i) {
            const double off = fabs(after[i] + Wp[i] - b.slip[i]) / size;

            check(off < 1e-9, "velocity and impulse do not belong together", k, off);
        }
        check(work >= -1e-12 * b.bound * size, "friction gave energy", k, work);
        if (state == 1) {
            law(after[0], after[1], after[2], f);
            for (int i = 0; i < 3; ++i) {
                const double off = fabs(p[i] / b.bound - f[i]);

                check(off < 1e-9, "the impulse is not that of the law", k, off);
                worst = fmax(worst, off);
            }
        }
        if (state == 0) {
            const double far = sqrt(dot(p, p)) / (b.bound * reach(p));

            check(dot(after, after) == 0, "velocity in stick", k, after[0]);
            check(far < 1.02, "stick beyond the law's limits", k, far);
        }
    }
    printf("%ld bodies: %ld slide (worst %.1e), %ld stick, %ld without an answer\n", count, seen[1],
           worst, seen[0], seen[2]);
    check(seen[2] == 0, "steps without an answer", seen[2], 0);
    check(seen[0] > count / 10 && seen[1] > count / 10, "too few of one kind", seen[0],
          (double)seen[1]);
    return 0;
}
