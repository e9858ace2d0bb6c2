/* test_cycle_branches.c: flips from both sides, the branches that are born there, and what a run says when it ends early, asked from the real program.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* kill */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char *row_of(const char *table, const char *head, int k)
{
    char mark[48];

    snprintf(mark, sizeof mark, "\n%s,", head);
    for (const char *at = strstr(table, mark); at; at = strstr(at + 1, mark))
        if (k-- == 0)
            return at + strlen(mark);
    return NULL;
}

static double field(const char *row, int k)
{
    while (k-- > 0)
        row = strchr(row, ',') + 1;
    return strtod(row, NULL);
}

static int count(const char *text, const char *word)
{
    int n = 0;

    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        ++n;
    return n;
}

static const char pendulum[] =
    "cycle pendulum --law I11 --set law.b=0.452,law.m=0.765,k_Y=700,Y_S=0.004,c_phi=0.06 --init "
    "phi=0.5 --transient 60 -o -";

/* A number of the first row by the name of its column. */
static double first_of(const char *table, const char *name)
{
    const char *row = strchr(table, '\n') + 1;
    char mark[64];
    const char *at;
    int k = 0;

    snprintf(mark, sizeof mark, ",%s", name);
    at = strstr(table, mark);
    assert_non_null(at);
    for (const char *c = table; c <= at; ++c)
        k += *c == ',';
    return field(row, k);
}

/* How the period changes with numbers of the system and the law. Reference: differences of order 4 of the periods themselves; a period of
 * three turns of the force, 6 pi/Omega1. Of an autonomous system the state moves across its flow. */
static void periods_change_with_parameters(void **state)
{
    struct run_result r = run_well("cycle pendulum --law I11 --set "
                                   "omega_0=40,law.b=0.452,law.m=0.765 --init phi=1 --transient "
                                   "60 --by mu,law.b -o -");

    (void)state;
    assert_true(fabs(first_of(r.out, "gradient.period.mu") / -0.0019733360839801 - 1) < 2e-9);
    assert_true(fabs(first_of(r.out, "gradient.period.law.b") / 0.00079667737572575 - 1) < 2e-9);
    assert_true(isfinite(first_of(r.out, "gradient.phidot.law.b")));
    run_free(&r);
    r = run_well("cycle block_belt --law signum --stepper event --set "
                 "Omega0_sq=0,F0=0.5,V_dr=0.1,Omega1=2 --transient 400 --by F0,Omega1 -o -");
    assert_true(first_of(r.out, "gradient.period.F0") == 0);
    assert_true(fabs(first_of(r.out, "gradient.period.Omega1") / -4.71238898038469 - 1) < 1e-9);
    run_free(&r);
    r = run_program("cycle pendulum --law I11 --by nu -o -");
    assert_int_equal(r.code, 2);
    assert_non_null(strstr(r.err, "no number for --by named 'nu'; available: M"));
    run_free(&r);
}

/* From 42 down the orbit is a doubled one; its branch ends at a flip, behind which the simple orbit goes on, T = 0.99727 with the multiplier -0.8388 at 41
 * (both by an independent program). The flip at 42.0118, where the doubled orbit doubles again, is outside of the range. */
static void a_doubled_branch_ends_at_its_flip(void **state)
{
    struct run_result r = run_well("%s --vary omega_0=42:41:2", pendulum);
    const char *flip = row_of(r.out, "1,flip", 0), *end = row_of(r.out, "2,regular", 0);

    (void)state;
    assert_non_null(flip);
    assert_non_null(end);
    assert_int_equal(count(r.out, "flip"), 1);
    assert_int_equal(count(r.out, "fold"), 0);
    assert_int_equal(count(r.out, "\n"), 4);
    assert_true(fabs(field(row_of(r.out, "1,regular", 0), 1) - 2 * 0.99727785) < 1e-6);
    assert_true(fabs(field(flip, 0) - 41.1386219) < 1e-6);
    assert_true(fabs(field(flip, 23) + 1) < 1e-9);
    assert_true(fabs(field(end, 0) - 41) < 1e-12 && fabs(field(end, 1) - 0.99727) < 5e-6);
    assert_true(fabs(field(end, 23) + 0.8388) < 5e-5);
    assert_non_null(strstr(r.err, "the branch of twice the period ends"));
    assert_null(strstr(r.err, "not covered"));
    run_free(&r);
}

/* The other way: the same flip from the side of the simple orbit, which loses its stability there, and with --branches the doubled one, which is the
 * orbit that the walk from above began with. */
static void a_flip_bears_a_branch(void **state)
{
    struct run_result r = run_well("%s --vary omega_0=41:41.4:2 --branches", pendulum);
    const char *flip = row_of(r.out, "1,flip", 0), *born = row_of(r.out, "2,regular", 0);

    (void)state;
    assert_non_null(flip);
    assert_non_null(born);
    assert_true(fabs(field(flip, 0) - 41.1386219) < 1e-6);
    assert_true(field(row_of(r.out, "1,regular", 1), 20) == 0); /* unstable behind it */
    assert_true(fabs(field(born, 0) - 41.4) < 1e-12 && field(born, 20) == 1);
    assert_true(fabs(field(born, 1) - 1.9944930955) < 1e-8);
    assert_non_null(strstr(r.err, "a branch of twice the period is born"));
    run_free(&r);
}

/* Multipliers come by falling modulus. */
static void multipliers_are_sorted(void **state)
{
    struct run_result r = run_well("%s --vary omega_0=41", pendulum);
    const char *row = row_of(r.out, "1,regular", 0);

    (void)state;
    for (int k = 23; k < 31; k += 2)
        assert_true(hypot(field(row, k), field(row, k + 1)) >=
                    hypot(field(row, k + 2), field(row, k + 3)));
    run_free(&r);
}

/* One trajectory of an hour is left within it; orbits that were found are written. How long it takes until there are some depends on
 * the machine, so it is given more and more time. */
static void a_stop_is_heard_and_what_was_found_is_written(void **state)
{
    struct run_result r;
    pid_t child = run_start("cycle lorenz --transient 1e7 -o long.csv");

    (void)state;
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    kill(child, SIGTERM);
    r = run_wait(child);
    assert_int_equal(r.code, 128 + SIGTERM);
    assert_int_not_equal(access("long.csv", R_OK), 0);
    run_free(&r);
    for (long seconds = 2; access("found.h5", R_OK) != 0 && seconds < 100; seconds *= 2) {
        child = run_start("cycle lorenz --vary rho=350:340:100000 --transient 20 -o found.h5");
        nanosleep(&(struct timespec){.tv_sec = seconds}, NULL);
        kill(child, SIGINT);
        r = run_wait(child);
        assert_int_equal(r.code, 128 + SIGINT);
        run_free(&r);
    }
    r = run_program("plot found.h5 --x rho --y period -o found.png");
    assert_int_equal(r.code, 0);
    run_free(&r);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(periods_change_with_parameters, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_doubled_branch_ends_at_its_flip, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_flip_bears_a_branch, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_stop_is_heard_and_what_was_found_is_written, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(multipliers_are_sorted, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
