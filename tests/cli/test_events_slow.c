/* test_events_slow.c: regularised laws come close to exact stick-slip (--stepper event) as their eps falls.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The states behind `final.` of two lanes that a sweep with these words ends in, of each the one in the column `at`. */
static void end_of(const char *words, const char *stepper, const char *eps, int at, double end[2])
{
    struct run_result result =
        run_program("sweep %s,law.eps=%s --stepper %s --rtol 1e-10 --atol 1e-12 --observe final "
                    "--quiet",
                    words, eps, stepper);
    const char *line = result.out;

    if (result.code != 0)
        fail_msg("%s: %s", words, result.err);
    for (int i = 0; i < 2; ++i) {
        const char *cell;

        cell = line += strcspn(line, "\n") + 1;
        for (int k = 0; k < 6 + at; ++k)
            cell += strcspn(cell, ",\n") + 1;
        end[i] = strtod(cell, NULL);
    }
    run_free(&result);
}

/* The power of eps with which the difference to the exact law falls over a decade. */
static void expect_power(const char *words, int at, const char *large, const char *small,
                         double power, double room)
{
    double exact[2], far[2], near[2];

    end_of(words, "event", "0", at, exact);
    end_of(words, "rodas54", large, at, far);
    end_of(words, "rodas54", small, at, near);
    for (int i = 0; i < 2; ++i) {
        const double got = log10((far[i] - exact[i]) / (near[i] - exact[i]));

        if (!(fabs(got - power) <= room))
            fail_msg("%s, lane %d: %.17g, %.17g, exact %.17g: power %g, not %g", words, i, far[i],
                     near[i], exact[i], got, power);
    }
}

static void a_disk_is_reached_like_eps_to_two_thirds(void **state)
{
    (void)state;
    expect_power("disk_belt --law I00 --vary v_b=0.15,0.18 --time 120 "
                 "--set law.m=2,law.b=1,law.eta=4.98",
                 0, "1e-5", "1e-6", 2.0 / 3, 0.05);
}

static void so_are_an_ellipse_and_a_polygon(void **state)
{
    (void)state;
    expect_power("disk_belt --shape ellipse:1,0.6 --law integral --vary v_b=0.12,0.18 --time 120 "
                 "--set law.eta=4.98",
                 0, "1e-4", "1e-5", 2.0 / 3, 0.05);
    expect_power("disk_belt --shape rectangle:1,0.5 --law integral --vary v_b=0.18,0.18 --time 120 "
                 "--set law.eta=4.98",
                 0, "1e-4", "1e-5", 2.0 / 3, 0.05);
}

/* On a surface at rest the pendulum stops where its weight is held, and stays there; the regularised law creeps on, at a
 * rate of eps. */
static void a_pendulum_rests_in_stick(void **state)
{
    (void)state;
    expect_power("pendulum --vary init.phidot=1,2 --time 4 --set omega_0=0", 2, "1e-5", "1e-6", 1,
                 0.02);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_disk_is_reached_like_eps_to_two_thirds, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(so_are_an_ellipse_and_a_polygon, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_pendulum_rests_in_stick, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
