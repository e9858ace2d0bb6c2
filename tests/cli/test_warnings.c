/* test_warnings.c: what run and sweep say on standard error although nothing failed. SPDX-License-Identifier: MIT */
#include "support/hdf5_file.h"
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OSCILLATOR                                                                           \
    "--system-file " CONTENSOU_SOURCE_DIR "/tests/problems/oscillator.h --pack 1 --stepper " \
    "dopri54 "

/* The line succeeds, and says each of the pieces (up to a NULL), or no warning where there is none; gives what it
 * wrote, for run_free. */
static struct run_result says(const char *line, ...)
{
    struct run_result result = run_program("%s", line);
    va_list pieces;
    const char *piece;
    int count = 0;

    print_message("%s -> %s", line, result.err);
    assert_int_equal(result.code, 0);
    va_start(pieces, line);
    while ((piece = va_arg(pieces, const char *))) {
        if (!strstr(result.err, piece))
            fail_msg("'%s' is not in: %s", piece, result.err);
        ++count;
    }
    va_end(pieces);
    assert_int_equal(strstr(result.err, "warning") != NULL, count > 0);
    return result;
}

/* x of the last row of t,x,v. */
static double last_x(const struct run_result *result)
{
    const char *at = strrchr(result->out, ',') - 1; /* the last figure of x */

    while (at[-1] != ',')
        --at;
    return strtod(at, NULL);
}

/* x = 1e-12 cos t: with the default tolerance 1e-10 it ends 1000 times too large; with the one that the warning
 * names it is right. */
static void a_state_below_the_tolerance_is_named(void **state)
{
    struct run_result result =
        says("run " OSCILLATOR "--init x=1e-12 --time 0:100:2 --quiet",
             "the state x starts at 1e-12", "absolute tolerance 1e-10", "--atol 1e-21", NULL);

    (void)state;
    assert_true(fabs(last_x(&result)) > 1e-11);
    run_free(&result);
    result = says("run " OSCILLATOR "--init x=1e-12 --time 0:100:2 --atol 1e-21", NULL);
    assert_true(fabs(last_x(&result) - 1e-12 * cos(100)) < 1e-18);
    run_free(&result);
}

/* It starts at 0 and is moved by a small force: x = force (1 - cos t). */
static void a_state_that_stays_below_it_too(void **state)
{
    struct run_result result =
        says("run " OSCILLATOR "--init x=0 --set force=1e-12 --time 0:100:201 -o a.csv",
             "the state x reached no more than", "--atol", NULL);

    (void)state;
    run_free(&result);
    result = says("run " OSCILLATOR
                  "--init x=0 --set force=1e-12 --time 0:100:201 --atol 1e-21 -o b.csv",
                  NULL);
    run_free(&result);
    result = says("run " OSCILLATOR "--init x=0,v=0 --time 0:1:11 -o c.csv", NULL); /* it rests */
    run_free(&result);
}

/* A disk that is seen in stick only turns by rounding: no tolerance would make that better. */
static void exact_stick_is_no_small_state(void **state)
{
    struct run_result result = says("run disk_belt --law I00 --set law.m=2,law.b=1,law.eta=4.98 "
                                    "--stepper event --time 0,50,100 -o d.csv --quiet",
                                    NULL);

    (void)state;
    run_free(&result);
}

static void a_sweep_says_so_too(void **state)
{
    struct run_result result =
        says("sweep " OSCILLATOR "--vary init.x=1e-13:1e-12:4 --time 1 -o a.csv",
             "the state x starts at 1e-12", "--atol", NULL);

    (void)state;
    run_free(&result);
    /* one lane of many may be small */
    result = says("sweep " OSCILLATOR "--vary init.x=1e-12,1 --time 1 -o b.csv", NULL);
    run_free(&result);
}

/* x = 0 is passed at sqrt(k) t = pi/2 + n pi: up to t = 30 these are 10 times at k = 1, which is just what is kept,
 * and 14 times at k = 2 and 2.1. */
static void points_that_are_not_kept_are_counted(void **state)
{
    struct run_result result =
        says("sweep " OSCILLATOR "--vary k=1,2,2.1 --observe section --section x=0,both --keep 10 "
             "--time 30 -o a.h5 --quiet",
             "section: 2 lanes had more points than the 10 that are kept (--keep)",
             "the first of them lane 1", NULL);

    (void)state;
    run_free(&result);
    assert_true(hdf5_file_number("a.h5", "run", "section.truncated") == 2);
    assert_true(hdf5_file_number("a.h5", "run", "section.first_truncated") == 1);
    result =
        says("sweep " OSCILLATOR "--vary k=1,2,2.1 --observe section --section x=0,both --keep 14 "
             "--time 30 -o b.h5",
             NULL);
    run_free(&result);
    assert_true(hdf5_file_number("b.h5", "run", "section.truncated") == 0);
    assert_int_equal(hdf5_file_rows("b.h5", "section/t"), 10 + 14 + 14);
    result =
        says("sweep " OSCILLATOR "--vary k=1,2,2.1 --observe section --section x=0,both --keep 10 "
             "--time 30 --plot a.svg",
             "section: 2 lanes had more points", "the first of them lane 1", NULL);
    run_free(&result);
}

/* 60 steps are enough for lane 0, which rests, and not for lane 1. */
static void a_series_that_ends_early_is_counted(void **state)
{
    struct run_result result = says(
        "sweep " OSCILLATOR
        "--vary init.x=0,1 --observe series --max-steps 60 --allow-failed --time 0:100:5 -o a.h5",
        "series: 1 lane ended before the last time, the first of them lane 1", NULL);

    (void)state;
    run_free(&result);
    assert_true(hdf5_file_number("a.h5", "run", "series.ended_early") == 1);
    assert_true(hdf5_file_number("a.h5", "run", "series.first_ended_early") == 1);
}

/* A ball that comes to roll without spin ends by dimarzo54 with vx = 0.5884 at rtol 1e-7, by rodas54 with 0.59179. */
static void a_stepper_that_is_not_for_all_says_so(void **state)
{
    struct run_result one =
        says("run rolling_ball --init vx=1 --time 0:0.1:2 --stepper dimarzo54",
             "dimarzo54: its errors can exceed the tolerance", "compare with rodas54", NULL);
    struct run_result other =
        says("run rolling_ball --init vx=1 --time 0:0.1:2 --stepper rodas54", NULL);

    (void)state;
    run_free(&one);
    run_free(&other);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_state_below_the_tolerance_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_state_that_stays_below_it_too, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(exact_stick_is_no_small_state, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_sweep_says_so_too, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(points_that_are_not_kept_are_counted, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_series_that_ends_early_is_counted, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_stepper_that_is_not_for_all_says_so, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
