/* test_jet.c: the recurrences of Taylor series against the functions themselves, and the series of lorenz against its
 * differential equation. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define jet_order 14
#include "core/jet.h"
struct friction;
#include "systems/lorenz.h"

#include "support/reference_systems.h"

/* Two functions by their coefficients, and what is made of them. */
struct jets {
    double a[jet_size], b[jet_size], to[jet_size], other[jet_size];
};

static const double at = 0.05; /* where what follows the last term is below rounding */

static struct jets given(void)
{
    struct jets j = {.a = {0}};

    for (int k = 0; k < jet_size; ++k) {
        j.a[k] = (k == 0 ? 1.3 : sin(3 * k + 1.0)) / (1 + 0.3 * k);
        j.b[k] = (k == 0 ? 0.7 : cos(2 * k + 1.0)) / (1 + 0.2 * k);
    }
    return j;
}

static double value(const double *c, double t)
{
    double sum = 0;

    for (int k = jet_size - 1; k >= 0; --k)
        sum = sum * t + c[k];
    return sum;
}

static void is(const double *c, double expected)
{
    assert_true(fabs(value(c, at) - expected) < 4e-15 * fmax(1, fabs(expected)));
}

/* Fills j.to by an expression of k. */
#define made_by(expression)            \
    for (int k = 0; k < jet_size; ++k) \
    j.to[k] = expression

static void products_quotients_and_powers_are_those_of_the_functions(void **state)
{
    struct jets j = given();
    const double a = value(j.a, at), b = value(j.b, at);

    (void)state;
    made_by(jet_product(k, j.a, j.b));
    is(j.to, a * b);
    made_by(jet_square(k, j.a));
    is(j.to, a * a);
    made_by(jet_quotient(k, j.a, j.b, j.to));
    is(j.to, a / b);
    made_by(jet_sqrt(k, j.a, j.to));
    is(j.to, sqrt(a));
    made_by(jet_power(k, j.a, -1.7, j.to));
    is(j.to, pow(a, -1.7));
}

static void elementary_functions_are_those_of_the_functions(void **state)
{
    struct jets j = given();
    const double a = value(j.a, at);

    (void)state;
    made_by(jet_exp(k, j.a, j.to));
    is(j.to, exp(a));
    made_by(jet_log(k, j.a, j.to));
    is(j.to, log(a));
    for (int k = 0; k < jet_size; ++k) {
        j.to[k] = jet_sin(k, j.a, j.other);
        j.other[k] = jet_cos(k, j.a, j.to);
    }
    is(j.to, sin(a));
    is(j.other, cos(a));
    for (int k = 0; k < jet_size; ++k) {
        j.to[k] = jet_tanh(k, j.a, j.other);
        j.other[k] = jet_tanh_slope(k, j.to);
    }
    is(j.to, tanh(a));
}

/* The polynomial at random states has the slope of the right-hand side, at its beginning and away from it. */
static void the_series_of_lorenz_solves_it(void **state)
{
    const struct lorenz_params p = {10, 28, 8.0 / 3};
    struct reference_problem lorenz = reference_systems_problem(reference_lorenz);

    (void)state;
    lorenz.field[1] = p.rho;
    for (int i = 0; i < 100; ++i) {
        struct lorenz_jet y = {
            .x = {20 * sin(7.0 * i)}, .y = {25 * cos(5.0 * i)}, .z = {25 + 20 * sin(3.0 * i)}};
        const double *const c[3] = {y.x, y.y, y.z};

        for (int k = 0; k < jet_order; ++k) {
            struct lorenz_states dy;

            lorenz_series(&p, 0, k, &y, &dy);
            y.x[k + 1] = dy.x / (k + 1);
            y.y[k + 1] = dy.y / (k + 1);
            y.z[k + 1] = dy.z / (k + 1);
        }
        for (int away = 0; away < 2; ++away) {
            const double t = away ? 1e-3 : 0;
            const double here[3] = {value(c[0], t), value(c[1], t), value(c[2], t)};
            double slope[3], size;

            reference_systems_rhs(&lorenz, here, slope);
            size = fabs(slope[0]) + fabs(slope[1]) + fabs(slope[2]);
            for (int n = 0; n < 3; ++n) {
                double sum = 0;

                for (int k = jet_order; k > 0; --k)
                    sum = sum * t + k * c[n][k];
                assert_true(fabs(sum - slope[n]) < 1e-14 * size);
            }
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_quotients_and_powers_are_those_of_the_functions),
        cmocka_unit_test(elementary_functions_are_those_of_the_functions),
        cmocka_unit_test(the_series_of_lorenz_solves_it),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
