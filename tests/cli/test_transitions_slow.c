/* test_transitions_slow.c: a million cases of contensou transitions. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Required: ten seconds on a quiet machine with two cores. */
static void a_million_cases_take_seconds(void **state)
{
    struct run_result result;

    (void)state;
    result = run_program("transitions --random 1,8 -o warm.h5"); /* builds the program */
    assert_int_equal(result.code, 0);
    run_free(&result);
    result = run_program("transitions --random 1,1e6 --set mu_tau=0.25,c_omega=2 -o million.h5");
    print_message("%.1f s of the processors: %s", result.processor, result.err);
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "1000000 cases: "));
    assert_true(result.processor < 60);
    run_free(&result);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_million_cases_take_seconds, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
