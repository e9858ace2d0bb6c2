/* test_figures_slow.c: the whole page of figures: every caption is true of the numbers of the run.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void no_caption_is_untrue(void **state)
{
    struct run_result r = run_program("figures --folder out");

    (void)state;
    if (r.code) /* the message names the captions */
        fail_msg("%s", r.err);
    run_free(&r);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_caption_is_untrue, run_enter_folder, run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
