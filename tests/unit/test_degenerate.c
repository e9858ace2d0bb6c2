/* test_degenerate.c: results with nothing to scale an axis by are drawn all the same; every observer by itself is in
 * test_degenerate_slow.c. SPDX-License-Identifier: MIT */
#include "parts/observer.h"
#include "support/degenerate_results.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void results_of_all_observers_are_drawn(void **state)
{
    (void)state;
    for (int kind = 0; kind < degenerate_cases; ++kind)
        for (int axes = 1; axes <= 2; ++axes) {
            degenerate_write("a.h5", (enum degenerate_case)kind, axes, 0,
                             contensou__observer_count);
            degenerate_draw("a.h5", (enum degenerate_case)kind, axes, "all", axes == 2);
        }
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(results_of_all_observers_are_drawn, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
