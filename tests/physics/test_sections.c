/* test_sections.c: sections that a trajectory only grazes. x = cos t passes 1 - d upwards and downwards within
 * 2 sqrt(2 d) around each whole turn, which is less than a part of a step. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "support/ensemble_run.h"

enum { turns = 79, keep = 200 }; /* t = 500 is 79.6 turns */

static struct ensemble_run grazing(const char *stepper, double below, double way)
{
    return (struct ensemble_run){.system = "oscillator",
                                 .file = CONTENSOU_SOURCE_DIR "/tests/problems/oscillator.h",
                                 .stepper = stepper,
                                 .section = "x",
                                 .observe = {.section = 1},
                                 .pack = 1,
                                 .at = {.t_end = 500,
                                        .rtol = 1e-10,
                                        .atol = 1e-12,
                                        .section_value = 1 - below,
                                        .section_direction = way,
                                        .keep = keep}};
}

/* It starts above, so that there is one passage in the first turn and two in each that follows. */
static void check(const char *stepper, double below)
{
    const double pi = acos(-1), half = acos(1 - below);
    struct ensemble_run r = grazing(stepper, below, 0);
    double worst = 0;

    ensemble_run_finish(&r);
    print_message("%s, 1 - %g: %zu passages\n", stepper, below, r.points[0]);
    assert_int_equal(r.points[0], 2 * turns + 1);
    for (size_t k = 0; k < r.points[0]; ++k) {
        const double t = 2 * pi * (double)((k + 1) / 2) + (k % 2 == 0 ? half : -half);

        worst = fmax(worst, fabs(ensemble_run_point(&r, 0, k)[0] - t));
    }
    /* an error e of x moves a passage by e/sqrt(2 below) */
    print_message("times are off by %.2g of %.2g\n", worst, half);
    assert_true(worst < 0.2 * half);
    ensemble_run_free(&r);
}

static void every_passage_of_a_grazing_section_is_seen(void **state)
{
    static const double below[] = {1e-2, 1e-4, 1e-6};

    (void)state;
    for (size_t i = 0; i < sizeof below / sizeof *below; ++i) {
        check("dopri54", below[i]);
        check("dop853", below[i]);
    }
}

static void one_direction_has_half_of_them(void **state)
{
    struct ensemble_run r = grazing("dopri54", 1e-6, 1);

    (void)state;
    ensemble_run_finish(&r);
    assert_int_equal(r.points[0], turns);
    ensemble_run_free(&r);
}

static void a_value_that_is_not_reached_has_no_points(void **state)
{
    struct ensemble_run r = grazing("dopri54", -1e-6, 0);

    (void)state;
    ensemble_run_finish(&r);
    assert_int_equal(r.points[0], 0);
    ensemble_run_free(&r);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_passage_of_a_grazing_section_is_seen),
        cmocka_unit_test(one_direction_has_half_of_them),
        cmocka_unit_test(a_value_that_is_not_reached_has_no_points),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
