/* export_step.c: a program around an exported header law.h (function `law`): the implicit step, the regularised law and
 * the stop of a free disk. Ends with 1 and a sentence where something is wrong. Built by test_export.c with the
 * header's folder, LAW_STOP and LAW_STOP_WITHIN defined; as C++ too.
 * SPDX-License-Identifier: MIT */
#include "law.h"

#include <nlopt.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long long seed = 1;

static double shake(void) /* between -1 and 1 */
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) / 4503599627370496.0 - 1.0;
}

static void check(int good, const char *what, int k, double got)
{
    if (!good) {
        printf("%s: case %d, %g\n", what, k, got);
        exit(1);
    }
}

struct problem {
    double slip[3], W[9], A[9], bound;
};

static void times(const double M[9], const double x[3], double y[3])
{
    for (int i = 0; i < 3; ++i)
        y[i] = M[3 * i] * x[0] + M[3 * i + 1] * x[1] + M[3 * i + 2] * x[2];
}

static void invert(const double W[9], double A[9])
{
    double det = 0;

    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;

            A[3 * j + i] = W[3 * a + c] * W[3 * b + d] - W[3 * a + d] * W[3 * b + c];
        }
    for (int j = 0; j < 3; ++j)
        det += W[j] * A[3 * j];
    for (int i = 0; i < 9; ++i)
        A[i] /= det;
}

static double power(const double u[3])
{
    double f[3];

    law(u[0], u[1], u[2], f);
    return u[0] * f[0] + u[1] * f[1] + u[2] * f[2];
}

/* What a step makes small. */
static double cost(unsigned n, const double *u, double *gradient, void *data)
{
    const struct problem *p = (const struct problem *)data;
    double d[3], Ad[3];

    (void)n;
    (void)gradient;
    for (int i = 0; i < 3; ++i)
        d[i] = u[i] - p->slip[i];
    times(p->A, d, Ad);
    return 0.5 * (d[0] * Ad[0] + d[1] * Ad[1] + d[2] * Ad[2]) + p->bound * power(u);
}

/* A contact of any mass; every third is near the border of stick. */
static void make(struct problem *p, int k)
{
    double B[9], f[3];

    for (int i = 0; i < 9; ++i)
        B[i] = shake() * pow(10, k % 5 ? 0.0 : 1.5 * shake());
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            p->W[3 * i + j] = i == j ? 0.05 : 0;
            for (int l = 0; l < 3; ++l)
                p->W[3 * i + j] += B[3 * i + l] * B[3 * j + l];
        }
    invert(p->W, p->A);
    for (int i = 0; i < 3; ++i)
        p->slip[i] = shake();
    p->bound = pow(10, 4 * shake());
    if (k % 3 == 0) {
        law(shake(), shake(), shake(), f);
        for (int i = 0; i < 3; ++i)
            f[i] *= p->bound * (1 + pow(10, -4 + 3 * shake()) * (shake() > 0 ? 1 : -1));
        times(p->W, f, p->slip);
    }
}

static void the_step_solves_its_equations(void)
{
    int sticks = 0, slides = 0;

    for (int k = 0; k < 3000; ++k) {
        struct problem p;
        double impulse[3], after[3], Wp[3], f[3], Au[3], Aa[3], size = 0, off = 0, before = 0,
                                                                then = 0;
        int state;

        make(&p, k);
        state = law_step(p.slip, p.W, p.bound, impulse, after);
        times(p.W, impulse, Wp);
        times(p.A, p.slip, Au);
        times(p.A, after, Aa);
        for (int i = 0; i < 3; ++i) {
            size = fmax(size, fabs(p.slip[i]));
            off = fmax(off, fabs(after[i] + Wp[i] - p.slip[i]));
            before += p.slip[i] * Au[i];
            then += after[i] * Aa[i];
        }
        check(state == 0 || state == 1, "state", k, state);
        check(off <= 1e-9 * size, "velocity and impulse do not belong together", k, off / size);
        check(then <= before * (1 + 1e-9), "friction gave energy", k, then / before);
        if (state) {
            ++slides;
            law(after[0], after[1], after[2], f);
            for (int i = 0; i < 3; ++i)
                check(fabs(impulse[i] - p.bound * f[i]) <= 1e-9 * p.bound, "impulse while sliding",
                      k, impulse[i] / p.bound - f[i]);
        } else {
            ++sticks;
            check(then == 0, "velocity in stick", k, then);
            for (int i = 0; i < 200 && law_gradient; ++i) {
                const double u[3] = {shake(), shake(), shake()};
                const double work = u[0] * impulse[0] + u[1] * impulse[1] + u[2] * impulse[2];

                check(work <= p.bound * power(u) * (1 + 1e-7), "impulse in stick beyond the limit",
                      k, work / (p.bound * power(u)));
            }
        }
    }
    check(sticks > 300 && slides > 300, "too few of one kind", sticks, slides);
}

/* Nothing that NLopt finds is better. */
static void nlopt_finds_nothing_better(void)
{
    for (int k = 0; k < 40; ++k) {
        struct problem p;
        double impulse[3], after[3], best, other = 0, u[3];
        nlopt_opt opt = nlopt_create(NLOPT_LN_SBPLX, 3);

        make(&p, 3 * k + 1);
        p.bound = pow(10, shake());
        law_step(p.slip, p.W, p.bound, impulse, after);
        best = cost(3, after, NULL, &p);
        for (int i = 0; i < 3; ++i)
            u[i] = p.slip[i];
        nlopt_set_min_objective(opt, cost, &p);
        nlopt_set_xtol_rel(opt, 1e-10);
        nlopt_set_maxeval(opt, 20000);
        nlopt_optimize(opt, u, &other);
        nlopt_destroy(opt);
        check(best <= other * (1 + 1e-12), "NLopt found a better velocity", k, best / other - 1);
        check(other <= best * (1 + 1e-4), "NLopt did not come near", k, other / best - 1);
    }
}

/* Friction that vanishes takes the first order; friction without end stops. */
static void both_ends(void)
{
    const double W[9] = {1, 0.1, 0, 0.1, 1, 0.2, 0, 0.2, 2}, slip[3] = {0.3, -0.4, 0.7};
    double impulse[3], after[3], f[3];

    law(slip[0], slip[1], slip[2], f);
    check(law_step(slip, W, 1e-8, impulse, after) == 1, "tiny friction", 0, 0);
    for (int i = 0; i < 3; ++i)
        check(fabs(impulse[i] / 1e-8 - f[i]) < 1e-6, "tiny friction", i, impulse[i] / 1e-8 - f[i]);
    check(law_step(slip, W, 0, impulse, after) == 1 && after[0] == slip[0], "no friction", 0, 0);
    check(law_step(slip, W, 1e300, impulse, after) == 0 && after[0] == 0, "huge step", 0, after[0]);
    for (int i = 0; i < 3; ++i)
        after[i] = 0;
    check(law_step(after, W, 1, impulse, after) == 0 && impulse[2] == 0, "rest", 0, impulse[2]);
}

/* The free uniform disk from v = omega = 1, k^2 = 1/2, until it sticks */
static double stop(double dt)
{
    const double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 2};
    double u[3] = {1, 0, 1}, impulse[3], after[3], t = 0;

    while (law_step(u, W, dt, impulse, after)) {
        for (int i = 0; i < 3; ++i)
            u[i] = after[i];
        t += dt;
    }
    return t;
}

static void the_disk_stops_in_time(void)
{
    const double coarse = stop(2e-3), fine = stop(1e-3), finer = stop(5e-4);

    check(fabs(finer - LAW_STOP) <= LAW_STOP_WITHIN, "stop of the free disk", 0, finer);
    check(fabs(coarse - fine) < 4e-3 && fabs(fine - finer) < 2e-3, "steps and stop", 0,
          fine - finer);
    check(stop(100) <= 100, "one step longer than the motion", 0, stop(100));
}

/* Against differences, through the fold and at rest. */
static void the_regularised_law_has_its_slopes(void)
{
    for (int k = 0; k < 300; ++k) {
        const double size = pow(10, 2 * shake()), eps = 0.1, eta = k % 2 ? 0 : 4.5215542,
                     h = 1e-6 * size;
        double u[3], f[3], J[9], plus[3], minus[3];

        for (int i = 0; i < 3; ++i)
            u[i] = size * shake();
        law_regularised(u[0], u[1], u[2], eps, eta, f, J);
        for (int i = 0; i < 3; ++i) {
            double v[3] = {u[0], u[1], u[2]};

            v[i] = u[i] + h;
            law_regularised(v[0], v[1], v[2], eps, eta, plus, NULL);
            v[i] = u[i] - h;
            law_regularised(v[0], v[1], v[2], eps, eta, minus, NULL);
            for (int j = 0; j < 3; ++j)
                check(fabs((plus[j] - minus[j]) / (2 * h) - J[3 * j + i]) <=
                          1e-5 / size + 1e-5 * fabs(J[3 * j + i]),
                      "regularised slope", 9 * k + 3 * j + i, J[3 * j + i]);
        }
        law_regularised(u[0], u[1], u[2], 0, 0, f, J);
        law(u[0], u[1], u[2], plus);
        check(f[0] == plus[0] && f[2] == plus[2], "no regularisation", k, f[0]);
    }
    {
        double f[3], J[9];

        law_regularised(0, 0, 0, 0.1, 0, f, J);
        check(fabs(f[0]) + fabs(f[2]) < 1e-100 && J[0] < 1e3 && J[0] >= 0, "rest", 0, J[0]);
    }
}

int main(void)
{
    the_step_solves_its_equations();
    if (law_gradient)
        nlopt_finds_nothing_better();
    both_ends();
    the_disk_stops_in_time();
    the_regularised_law_has_its_slopes();
    return 0;
}
