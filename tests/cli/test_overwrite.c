/* test_overwrite.c: -o replaces results of the same command only, and a sweep with lanes that failed is no
 * success. SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char sweep[] = "sweep lorenz --vary rho=1:20:8 --time 1 --stepper dop853";
static const char eval[] = "eval --shape disk --theta 0:1:3";

static void refuses(const char *line, const char *more, const char *what)
{
    struct run_result result = run_program("%s %s", line, more);

    run_assert_refused(&result, run_count_files(), "is there already", what, "--force", NULL);
}

static void results_of_another_command_stay(void **state)
{
    (void)state;
    run_finish("%s -o out.h5", sweep);
    run_finish("%s -o out.h5", sweep); /* its own result */
    refuses(eval, "-o out.h5", "a result of 'contensou sweep'");
    run_finish("%s -o out.h5 --force", eval);
    refuses(sweep, "-o out.h5", "a result of 'contensou eval'");
    run_finish("%s -o out.csv", eval);
    run_finish("eval --shape disk --theta 0 --jacobian -o out.csv");
    refuses(sweep, "-o out.csv", "its first line is 'theta,phi,Tx,Ty,M");
    run_finish("%s -o out.csv --force", sweep);
    refuses(eval, "-o out.csv", "its first line is 'lane,rho,outcome");
    assert_int_equal(access("out.csv.part", F_OK), -1);
}

static void what_is_not_ours_stays(void **state)
{
    struct contensou__text text = {0};

    (void)state;
    run_write_file("notes.csv", "day,what\n1,swim\n");
    refuses(sweep, "-o notes.csv", "no result of 'contensou sweep': its first line is 'day,what'");
    run_write_file("notes.h5", "a letter");
    refuses(sweep, "-o notes.h5", "no file of this program");
    run_write_file("law.c", "int mine;\n");
    refuses("fit --shape disk --model potential4 --quiet --export c", "-o law.c",
            "no file of this program");
    assert_int_equal(contensou__text_read_file(&text, "law.c", NULL), CONTENSOU_OK);
    assert_string_equal(text.data, "int mine;\n");
    contensou__text_free(&text);
    run_finish("fit --shape disk --model potential4 --quiet --export c -o law.c --force");
    run_finish("fit --shape disk --model potential4 --quiet --export c -o law.c");
    run_write_file("empty.csv", "");
    run_finish("%s -o empty.csv", eval);
}

/* Ten steps are not enough for any lane; lane 0 is the first. */
static void lanes_that_failed_are_no_success(void **state)
{
    struct run_result result = run_program("%s --max-steps 10 -o out.csv", sweep);

    (void)state;
    assert_int_equal(result.code, 3);
    assert_non_null(strstr(result.err,
                           "8 of 8 lanes failed, the first is lane 0 (step limit); all is "
                           "written, and --allow-failed makes this a success\n"));
    assert_int_equal(run_count_files(), 1); /* the table, and no journal */
    run_free(&result);
    result = run_program("%s --max-steps 10 --allow-failed --quiet -o out.csv", sweep);
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "8 step limit"));
    run_free(&result);
    result = run_program("%s --max-steps 10 --shard 2/2 -o a.part", sweep);
    assert_int_equal(result.code, 3);
    assert_non_null(strstr(result.err, "4 of 4 lanes failed, the first is lane 1"));
    run_free(&result);
    result = run_program("run lorenz --time 0,1 --stepper dop853 --max-steps 10 -o run.csv");
    assert_int_equal(result.code, 3);
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(results_of_another_command_stay, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_is_not_ours_stays, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(lanes_that_failed_are_no_success, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
