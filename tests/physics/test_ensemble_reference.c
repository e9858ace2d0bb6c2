/* test_ensemble_reference.c: ensembles agree with CVODE to the tolerance asked, on short smooth spans. Every
 * system with every law of the reference, and every stepper with some of them; all with all are in
 * test_ensemble_reference_slow.c. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/ensemble_spans.h"

/* rtol = atol = 1e-9. Errors add up over a span: 50 times the tolerance is what is allowed. */
static void agrees(int span, const char *stepper)
{
    const struct ensemble_spans_error e =
        ensemble_spans_run(&ensemble_spans[span], stepper, 0, 1e-9);

    assert_true(e.end < 50);
    assert_true(e.inside < 50);
}

static void disk_belt_agrees(void **state)
{
    (void)state;
    agrees(0, "rodas43");
    agrees(1, "dopri54");
}

static void block_belt_agrees(void **state)
{
    (void)state;
    agrees(2, "rk4");
    agrees(3, "rodas54");
}

static void pendulum_agrees(void **state)
{
    (void)state;
    agrees(4, "rkf45");
    agrees(5, "dop853");
}

static void free_disk_agrees(void **state)
{
    (void)state;
    agrees(6, "rodas54");
    agrees(7, "rodas43");
}

static void rolling_ball_and_lorenz_agree(void **state)
{
    (void)state;
    agrees(8, "dopri54");
    agrees(9, "rodas54");
    agrees(9, "taylor");
}

/* 1e-4 is required; rtol = atol = 1e-6. */
static void single_precision_agrees_to_four_digits(void **state)
{
    static const struct {
        int span;
        const char *stepper;
    } cases[] = {{0, "rodas43"}, {2, "dopri54"}, {5, "rodas43"}, {8, "dopri54"}, {9, "taylor"}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const struct ensemble_spans_error e =
            ensemble_spans_run(&ensemble_spans[cases[i].span], cases[i].stepper, 1, 1e-6);

        assert_true(e.end < 100);
        assert_true(e.inside < 100);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disk_belt_agrees),
        cmocka_unit_test(block_belt_agrees),
        cmocka_unit_test(pendulum_agrees),
        cmocka_unit_test(free_disk_agrees),
        cmocka_unit_test(rolling_ball_and_lorenz_agree),
        cmocka_unit_test(single_precision_agrees_to_four_digits),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
