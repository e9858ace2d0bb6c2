/* test_tangent_slow.c: vectors are carried over a step with the order of the stepper, or with order 4 by the Rosenbrock
 * methods (docs/lyapunov.md). The exponents of a short stretch of the Lorenz system with steps of one size are compared
 * with those of steps that are much smaller. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "support/ensemble_run.h"

/* The sums of the first k exponents, k = 1, 2, 3, with steps of size h. */
static void exponents(const char *stepper, double h, double sum[3])
{
    struct ensemble_run r = {.system = "lorenz",
                             .stepper = stepper,
                             .pack = 1,
                             .observe = {.lyapunov = 1},
                             .at = {.t_end = 1.28,
                                    .rtol = 1e9,
                                    .atol = 1e9,
                                    .h_first = h,
                                    .h_max = h,
                                    .lyapunov_count = 3}};

    ensemble_run_finish(&r);
    for (int k = 0; k < 3; ++k)
        sum[k] = r.row[contensou__ensemble_head + 2 * k] + (k ? sum[k - 1] : 0);
    ensemble_run_free(&r);
}

static void order_is(const char *stepper, double h, double least)
{
    double fine[3], one[3], two[3], away[2] = {0};

    exponents(stepper, h / 16, fine);
    exponents(stepper, h, one);
    exponents(stepper, h / 2, two);
    for (int k = 0; k < 3; ++k) {
        away[0] = fmax(away[0], fabs(one[k] - fine[k]));
        away[1] = fmax(away[1], fabs(two[k] - fine[k]));
    }
    print_message("%s: %.3g, %.3g: order %.2f\n", stepper, away[0], away[1],
                  log2(away[0] / away[1]));
    assert_true(log2(away[0] / away[1]) >= least);
}

static void explicit_methods_keep_their_order(void **state)
{
    (void)state;
    order_is("rk4", 0.01, 3.7);
    order_is("dopri54", 0.01, 4.6);
}

static void rosenbrock_methods_have_order_four(void **state)
{
    (void)state;
    order_is("rodas43", 0.01, 3.6);
    order_is("rodas54", 0.01, 3.6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explicit_methods_keep_their_order),
        cmocka_unit_test(rosenbrock_methods_have_order_four),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
