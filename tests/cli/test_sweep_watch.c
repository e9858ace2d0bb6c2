/* test_sweep_watch.c: a system of a user's that never returns ends the run with outcomes, not a hang.
 *
 * Its solution is x = exp(-k t), and it loops for ever where k is negative and x has grown to 2.
 * SPDX-License-Identifier: MIT */
#include "base/clock.h"
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

static const char loop[] =
    "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"-\", \"what grows\")\n"
    "#define SYSTEM_FIELDS(FIELD) FIELD(k, 1.0, \"-\", \"rate\")\n"
    "define_states(system, SYSTEM_STATES);\n"
    "define_fields(system_params, SYSTEM_FIELDS);\n"
    "static inline void system_rhs(const struct system_params *p, const struct friction *law,\n"
    "                              real t, const real y[system_dim], real dy[system_dim])\n"
    "{\n"
    "    real x = y[0];\n"
    "    (void)law;\n"
    "    (void)t;\n"
    "    while (any_lane((p->k < 0.0) & (y[0] >= 2.0)) && any_lane(x < x + 1.0))\n"
    "        x = x * 0.5;\n"
    "    dy[0] = -p->k * x;\n"
    "}\n";

static int enter(void **state)
{
    const int result = run_enter_folder(state);

    run_write_file("loop.h", loop);
    return result;
}

/* Compiles the program for the device, so that the time of the next run is its own. */
static void warm(const char *line)
{
    struct run_result result = run_program("%s --set k=1 --time 1 -o warm.csv", line);

    if (result.code)
        fail_msg("it said: %s", result.err);
    run_free(&result);
}

static void assert_lost(struct run_result *result, double began)
{
    const double took = contensou__clock_seconds() - began;

    if (result->code != 1)
        print_error("it said: %s%s\n", result->out, result->err);
    assert_int_equal(result->code, 1);
    assert_non_null(strstr(result->err, "within 1.5 s"));
    assert_non_null(strstr(result->err, "an endless loop in loop.h"));
    assert_non_null(strstr(result->err, "--slice-limit"));
    assert_true(took > 1.5);
    run_free(result);
}

/* Rows "lane,k,outcome,steps,rejections,t,x": counts those with the outcome, which lie on the solution. */
static size_t count_rows(const char *path, const char *outcome, double tolerance, double *latest)
{
    char line[512], word[64];
    FILE *file = fopen(path, "r");
    size_t count = 0;

    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    *latest = 0;
    while (fgets(line, sizeof line, file)) {
        double k, t, x = 1; /* a lane that nobody began has no x */

        if (sscanf(line, "%*d,%lf,%63[^,],%*d,%*d,%lf,%lf", &k, word, &t, &x) < 3)
            fail_msg("no such row: %s", line);
        assert_true(fabs(x - exp(-k * t)) <= tolerance * exp(-k * t));
        *latest = t > *latest ? t : *latest;
        count += strcmp(word, outcome) == 0;
    }
    fclose(file);
    return count;
}

static void a_sweep_ends_with_stopped_lanes(void **state)
{
    double began, latest;
    struct run_result result;

    (void)state;
    warm("sweep --system-file loop.h");
    began = contensou__clock_seconds();
    result = run_program("sweep --system-file loop.h --vary k=-1:1:40 --time 5 --slice-limit 1.5 "
                         "-o out.csv");
    assert_non_null(strstr(result.err, "40 stopped"));
    assert_lost(&result, began);
    assert_int_equal(count_rows("out.csv", "stopped", 0, &latest), 40);
    assert_true(latest == 0); /* the first slice did not come back */
}

static void the_time_is_that_of_the_last_slice(void **state)
{
    const char *fine = "--stepper rk4 --step 1e-7 --max-steps 1e9";
    double began, latest;
    struct run_result result;

    (void)state;
    warm("sweep --system-file loop.h --stepper rk4 --step 0.1");
    began = contensou__clock_seconds();
    result = run_program("sweep --system-file loop.h %s --vary k=-1,-0.5,0,1 --time 1 "
                         "--slice-limit 1.5 -o out.csv",
                         fine);
    assert_lost(&result, began);
    assert_int_equal(count_rows("out.csv", "stopped", 1e-9, &latest), 4);
    assert_true(latest > 0.01 && latest < log(2)); /* where exp(t) = 2 */
}

/* Where k is negative, this one is not endless but takes its time. With two devices lanes go out in chunks,
 * of which only the last has such a lane. */
static void finished_lanes_are_kept_and_the_others_computed_again(void **state)
{
    const char *plan = "--vary k=1:-0.001:640 --stepper rk4 --step 0.5 --time 0.5 --device all";
    const char *cut = strstr(loop, "    while");
    char slow[2048], told[64];
    double latest;
    size_t finished;
    struct run_result result;

    (void)state;
    snprintf(slow, sizeof slow,
             "%.*s    for (int i = 0; i < (any_lane(p->k < 0.0) ? 600000000 : 0); ++i)\n"
             "        x = x * 0.5 + y[0] * 0.5;\n    dy[0] = -p->k * x;\n}\n",
             (int)(cut - loop), loop);
    run_write_file("slow.h", slow);
    setenv("POCL_DEVICES", "pthread pthread", 1);
    result = run_program("sweep --system-file slow.h %s --slice-limit 1 -o out.csv", plan);
    assert_int_equal(result.code, 1);
    run_free(&result);
    finished = count_rows("out.csv", "finished", 1e-3, &latest);
    assert_in_range(finished, 64, 639);
    assert_int_equal(count_rows("out.csv", "stopped", 1e-3, &latest), 640 - finished);
    result =
        run_program("sweep --system-file slow.h %s --slice-limit 60 -o out.csv --resume", plan);
    snprintf(told, sizeof told, "has %zu of 640 lanes", finished);
    assert_non_null(strstr(result.err, told));
    assert_int_equal(result.code, 0);
    run_free(&result);
    assert_int_equal(count_rows("out.csv", "finished", 1e-3, &latest), 640);
    assert_true(latest == 0.5);
    assert_int_equal(run_count_files(), 3); /* two systems and the output */
}

static void a_trajectory_is_written_as_far_as_it_came(void **state)
{
    double began;
    struct run_result result;

    (void)state;
    began = contensou__clock_seconds();
    result = run_program("run --system-file loop.h --set k=-1 --stepper rk4 --step 1e-7 "
                         "--max-steps 1e9 --time 0,0.125,2 --slice-limit 1.5 -o out.csv");
    assert_non_null(strstr(result.err, "stopped at t = 0."));
    assert_lost(&result, began);
    result = run_program("run --system-file loop.h --set k=0.5 --time 0:1:3 --slice-limit 1.5");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "\n0,1\n"));
    run_free(&result);
}

static void a_limit_must_be_positive(void **state)
{
    struct run_result result = run_program("sweep lorenz --time 1 --slice-limit -1");

    (void)state;
    run_assert_refused(&result, 1, "slice-limit", "-1", NULL);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_sweep_ends_with_stopped_lanes, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_time_is_that_of_the_last_slice, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(finished_lanes_are_kept_and_the_others_computed_again, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_trajectory_is_written_as_far_as_it_came, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_limit_must_be_positive, enter, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
