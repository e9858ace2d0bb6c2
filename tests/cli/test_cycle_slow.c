/* test_cycle_slow.c: contensou cycle on the disk that sticks and slips, against the event-driven check values.
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

/* Of the one row: point, period, 4 states, 8 extremes, stable, unstable, sticks, three multipliers. */
static void find(const char *eta, const char *transient, double *number)
{
    struct run_result r = run_program("cycle disk_belt --law I00 --stepper event --set "
                                      "law.m=2,law.b=1,law.eta=%s --transient %s -o -",
                                      eta, transient);
    const char *at = strstr(r.out, "\nregular");

    if (r.code || !at)
        fail_msg("eta = %s: %s", eta, r.err);
    for (int i = 0; i < 22 && (at = strchr(at + 1, ',')); ++i)
        number[i] = strtod(at + 1, NULL);
    run_free(&r);
}

static void the_disk_has_its_cycles(void **state)
{
    double number[22] = {0};

    (void)state;
    find("4.98", "500", number);
    assert_true(fabs(number[0] - 131.1307113037929) < 1e-8);
    assert_true(number[13] == 1 && number[15] == 1);
    assert_true(fabs(number[16] - 0.8053576) < 2e-7); /* two neighbours, docs/lyapunov.md */
    assert_true(number[18] == 0 && number[19] == 0 && number[20] == 0 && number[21] == 0);
    find("2.7", "20000", number);
    assert_true(fabs(number[0] - 901.2012876) < 6e-8);
    assert_true(number[15] == 11);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_disk_has_its_cycles, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
