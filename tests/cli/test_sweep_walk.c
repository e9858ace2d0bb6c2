/* test_sweep_walk.c: sweeps that follow an attractor, and sweeps from many starts.
 *
 * x' = p + x - x^3 has two stable equilibria for |p| < 2/(3 sqrt 3) = 0.3849 and one beyond.
 * SPDX-License-Identifier: MIT */
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

static const char fold[] = "#define SYSTEM_STATES(STATE) STATE(x, -1.0, \"-\", \"x\")\n"
                           "#define SYSTEM_FIELDS(FIELD) FIELD(p, 0.0, \"-\", \"p\")\n"
                           "define_states(system, SYSTEM_STATES);\n"
                           "define_fields(system_params, SYSTEM_FIELDS);\n"
                           "static inline void system_rhs(const struct system_params *p, const "
                           "struct friction *law,\n"
                           "    real t, const real y[system_dim], real dy[system_dim])\n"
                           "{\n"
                           "    (void)law; (void)t;\n"
                           "    dy[0] = p->p + y[0] - y[0] * y[0] * y[0];\n"
                           "}\n";

static int enter(void **state)
{
    if (run_enter_folder(state))
        return 1;
    run_write_file("fold.h", fold);
    return 0;
}

/* Rows of way,p,x from lines "lane,continue,p,outcome,steps,rejections,t,final.x"; returns how many. */
static size_t read_rows(const char *path, double row[][3], size_t most)
{
    FILE *file = fopen(path, "r");
    char line[512];
    size_t n = 0;

    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_non_null(strstr(line, "lane,continue,p,outcome"));
    while (n < most && fgets(line, sizeof line, file)) {
        assert_int_equal(sscanf(line, "%*[^,],%lf,%lf,finished,%*[^,],%*[^,],%*[^,],%lf",
                                &row[n][0], &row[n][1], &row[n][2]),
                         3);
        n++;
    }
    fclose(file);
    return n;
}

static void a_walk_jumps_at_the_fold_and_shows_hysteresis(void **state)
{
    struct run_result r = run_program("sweep --system-file fold.h --vary p=-1:1:41 --continue both "
                                      "--time 60 -o walk.csv --plot walk.png");
    double row[82][3];

    (void)state;
    if (r.code)
        fail_msg("%s", r.err);
    assert_int_equal(read_rows("walk.csv", row, 82), 82);
    for (size_t i = 0; i < 82; i++) {
        const double p = row[i][1], x = row[i][2];

        assert_true(fabs(p + x - x * x * x) < 1e-6); /* an equilibrium */
        if (row[i][0] > 0)
            assert_true((x > 0) == (p > 0.3849));
        else
            assert_true((x > 0) == (p > -0.3849));
    }
    run_free(&r);
}

/* From x = -1 .. 1 at p = 0 about half of the starts end at 1. */
static void starts_are_spread_over_their_range(void **state)
{
    struct run_result r = run_program("sweep --system-file fold.h --vary p=-1,0 --vary init.x=-1:1 "
                                      "--starts 64 --time 60 -o starts.csv");
    struct run_result again = run_program("sweep --system-file fold.h --vary p=-1,0 --vary "
                                          "init.x=-1:1 --starts 64 --time 60 -o again.csv");
    FILE *file = fopen("starts.csv", "r"), *second = fopen("again.csv", "r");
    char line[512], other[512];
    int high = 0, rows = 0;

    (void)state;
    if (r.code)
        fail_msg("%s", r.err);
    assert_true(file && second);
    while (fgets(line, sizeof line, file)) {
        double p, start, k, x;

        assert_non_null(fgets(other, sizeof other, second));
        assert_string_equal(line, other); /* the same starts in every run */
        if (!rows++)
            continue;
        assert_int_equal(sscanf(line, "%*[^,],%lf,%lf,%lf,finished,%*[^,],%*[^,],%*[^,],%lf", &p,
                                &start, &k, &x),
                         4);
        assert_true(start >= -1 && start <= 1);
        assert_true(k == (rows - 2) % 64 + 1);
        assert_true((x > 0) == (p == 0 && start > 0));
        high += x > 0;
    }
    assert_int_equal(rows, 129);
    assert_in_range(high, 16, 48); /* 64 throws with p = 1/2: 32 +- 4 */
    fclose(file);
    fclose(second);
    run_free(&r);
    run_free(&again);
}

/* What the walk up meets is blue, what the one down meets orange, points of a section too. */
static void both_ways_have_their_colours(void **state)
{
    struct run_result r = run_program("sweep lorenz --vary rho=24:28:3 --continue both --time 5 "
                                      "--observe section -o ways.h5 --plot ways.svg --quiet");
    FILE *file = fopen("ways.svg", "r");
    char *text = calloc(1, 1 << 20);

    (void)state;
    if (r.code)
        fail_msg("%s", r.err);
    assert_true(file && text && fread(text, 1, (1 << 20) - 1, file) > 0);
    assert_non_null(strstr(text, "rgb(  0, 114, 178)"));
    assert_non_null(strstr(text, "rgb(213,  94,   0)"));
    fclose(file);
    free(text);
    run_free(&r);
}

static void what_cannot_be_walked_is_refused(void **state)
{
    struct run_result r = run_program("sweep lorenz --vary init.x=0:1:3 --continue up --time 1");

    (void)state;
    run_assert_refused(&r, 1, "--continue", "--vary", NULL);
    r = run_program("sweep lorenz --vary rho=0:1 --random 1,5 --continue up --time 1");
    run_assert_refused(&r, 1, "--continue", "--random", NULL);
    r = run_program("sweep lorenz --vary rho=1,2 --continue sideways --time 1");
    run_assert_refused(&r, 1, "sideways", "both", NULL);
    r = run_program("sweep lorenz --vary rho=1,2 --starts 5 --time 1");
    run_assert_refused(&r, 1, "--starts", "init.STATE=lo:hi", NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_walk_jumps_at_the_fold_and_shows_hysteresis, enter,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(starts_are_spread_over_their_range, enter,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(both_ways_have_their_colours, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_cannot_be_walked_is_refused, enter, run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
