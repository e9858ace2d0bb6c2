/* test_ensemble_reference_slow.c: every system, with every law of the reference, with every stepper, agrees with
 * CVODE on short smooth spans. Sixty programs have to be built. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "parts/stepper.h"
#include "support/ensemble_spans.h"

/* Spans first to last - 1, at rtol = atol = 1e-9, to 50 times that. rkf45 has no dense output of its own:
 * Hermite's cubic between its steps is not under the control of the tolerance. */
static void all_agree(int first, int last)
{
    for (int i = first; i < last; ++i)
        for (size_t k = 0; k < contensou__stepper_name_count; ++k) {
            const char *name = contensou__stepper_names[k];
            struct ensemble_spans_error e;

            if (contensou__stepper_find(name)->switches) /* its laws have no smooth spans */
                continue;
            if (contensou__stepper_find(name)->series && i != 9) /* lorenz gives its series */
                continue;
            e = ensemble_spans_run(&ensemble_spans[i], name, 0, 1e-9);
            assert_true(e.end < 50);
            assert_true(e.inside < (strcmp(name, "rkf45") == 0 ? 150 : 50));
        }
}

static void disk_belt_agrees(void **state)
{
    (void)state;
    all_agree(0, 2);
}

static void block_belt_agrees(void **state)
{
    (void)state;
    all_agree(2, 4);
}

static void pendulum_agrees(void **state)
{
    (void)state;
    all_agree(4, 6);
}

static void free_disk_agrees(void **state)
{
    (void)state;
    all_agree(6, 8);
}

static void rolling_ball_and_lorenz_agree(void **state)
{
    (void)state;
    all_agree(8, 10);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disk_belt_agrees),
        cmocka_unit_test(block_belt_agrees),
        cmocka_unit_test(pendulum_agrees),
        cmocka_unit_test(free_disk_agrees),
        cmocka_unit_test(rolling_ball_and_lorenz_agree),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
