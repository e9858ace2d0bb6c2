/* test_lyapunov.c: exponents of systems where they are known. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "support/run_program.h"

/* A number of a file: by the name of its column, row from 0 on. */
static double number(const char *path, const char *column, int row)
{
    struct contensou__text text = {0};
    const char *at;
    double value;
    int place = 0;

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    at = text.data;
    while (strncmp(at, column, strlen(column)) != 0 || !strchr(",\n", at[strlen(column)])) {
        at += strcspn(at, ",\n");
        if (*at != ',')
            fail_msg("%s has no column %s", path, column);
        ++at;
        ++place;
    }
    for (at = text.data; row >= 0; --row) {
        at = strchr(at, '\n');
        assert_non_null(at);
        ++at;
    }
    for (; place > 0; --place)
        at = strchr(at, ',') + 1;
    value = *at == ',' || *at == '\n' ? (double)NAN : strtod(at, NULL);
    contensou__text_free(&text);
    return value;
}

static void sweep(const char *line)
{
    struct run_result r = run_program("sweep %s --quiet", line);

    if (r.code)
        fail_msg("%s: %s", line, r.err);
    run_free(&r);
}

static void near(double value, double expected, double by, const char *what)
{
    if (!(fabs(value - expected) <= by))
        fail_msg("%s is %.12g, not %.12g within %g", what, value, expected, by);
}

/* 0.9056, 0 and -14.5723 (J. C. Sprott, Chaos and Time-Series Analysis, 2003); their sum is the divergence -41/3 at
 * every point. Eight lanes of 250 have an error of about 0.004. */
static void lorenz_has_its_exponents(void **state)
{
    double mean[3] = {0};

    (void)state;
    sweep(
        "lorenz --vary init.x=1:8:8 --time 270 --transient 20 --observe lyapunov --stepper dop853 "
        "-o l.csv");
    for (int lane = 0; lane < 8; ++lane) {
        const double value[3] = {number("l.csv", "lyapunov.1", lane),
                                 number("l.csv", "lyapunov.2", lane),
                                 number("l.csv", "lyapunov.3", lane)};
        const double error = number("l.csv", "lyapunov.1.error", lane);

        near(value[0] + value[1] + value[2], -41.0 / 3, 1e-6, "the sum of the exponents");
        near(number("l.csv", "lyapunov.dimension", lane), 2.062, 0.01, "the dimension");
        assert_true(error > 1e-3 && error < 0.06);
        near(value[0], 0.9056, 4 * error, "an exponent by its own error bar");
        for (int k = 0; k < 3; ++k)
            mean[k] += value[k] / 8;
    }
    near(mean[0], 0.9056, 0.015, "the first exponent");
    near(mean[1], 0, 0.003, "the second exponent");
    near(mean[2], -14.5723, 0.015, "the third exponent");
    /* the running estimate ends with the result */
    near(number("l.lyapunov.csv", "lyapunov.1", 63), number("l.csv", "lyapunov.1", 0), 1e-14,
         "the last row of the running estimate");
    near(number("l.lyapunov.csv", "t", 63), 270, 1e-9, "its time");
}

static void linear_systems_have_their_eigenvalues(void **state)
{
    static const char *const stepper[] = {"dop853", "rodas43"};

    (void)state;
    for (int i = 0; i < 2; ++i) {
        struct run_result r =
            run_program("sweep --system-file %s/tests/problems/linear.h --vary F=0,1 --time 200 "
                        "--observe lyapunov --stepper %s --h-max 0.2 --pack 1 --quiet -o "
                        "%s.csv",
                        CONTENSOU_SOURCE_DIR, stepper[i], stepper[i]);
        char path[32];

        if (r.code)
            fail_msg("%s", r.err);
        run_free(&r);
        snprintf(path, sizeof path, "%s.csv", stepper[i]);
        for (int lane = 0; lane < 2; ++lane) {
            near(number(path, "lyapunov.1", lane), 0.5, 1e-6, "the first exponent");
            near(number(path, "lyapunov.2", lane), -1, 1e-6, "the second exponent");
            near(number(path, "lyapunov.3", lane), -3, 1e-6, "the third exponent");
            near(number(path, "lyapunov.1.error", lane), 0, 1e-6, "its error");
            assert_true(number(path, "lyapunov.4", lane) == 0); /* the phase, exactly */
        }
    }
}

/* -0.0847(8), and the zeros of Y, W, Z and phi. */
static void a_driven_block_has_exact_zeros(void **state)
{
    (void)state;
    sweep("block_belt --set Omega0_sq=0,F0=0.5,law.eps=1e-3 --vary V_dr=0.1 --time 1000 "
          "--transient 300 "
          "--observe lyapunov --stepper dopri54 -o b.csv");
    near(number("b.csv", "lyapunov.1", 0), -0.0847, 4 * number("b.csv", "lyapunov.1.error", 0),
         "the exponent");
    near(number("b.csv", "lyapunov.1", 0), -0.0847, 0.02, "the exponent");
    assert_true(number("b.csv", "lyapunov.3", 0) == 0);
    assert_true(number("b.csv", "lyapunov.4", 0) == 0);
    assert_true(number("b.csv", "lyapunov.5", 0) == 0);
    assert_true(number("b.csv", "lyapunov.6", 0) == 0);
}

static void a_map_over_two_parameters_is_drawn(void **state)
{
    struct contensou__text picture = {0};

    (void)state;
    sweep("lorenz --vary rho=10:28:4 --vary sigma=8:12:3 --time 5 --observe lyapunov --stepper "
          "dop853 "
          "--plot m.svg");
    assert_int_equal(contensou__text_read_file(&picture, "m.svg", NULL), CONTENSOU_OK);
    assert_non_null(strstr(picture.data, "Lyapunov exponents"));
    assert_non_null(strstr(picture.data, "Kaplan-Yorke dimension"));
    contensou__text_free(&picture);
}

static void bad_input_is_refused(void **state)
{
    struct run_result r;

    (void)state;
    r = run_program(
        "sweep lorenz --vary rho=1,2 --time 1 --observe lyapunov --exponents 4 -o o.csv");
    run_assert_refused(&r, 0, "--exponents 4", "lorenz", "3", NULL);
    r = run_program(
        "sweep lorenz --vary rho=1,2 --time 1 --observe lyapunov --exponents 0 -o o.csv");
    run_assert_refused(&r, 0, "--exponents", NULL);
    r = run_program("sweep block_belt --law switch --vary V_dr=0.1,0.2 --time 1 --observe lyapunov "
                    "-o o.csv");
    run_assert_refused(&r, 0, "switch", "jumps", "lyapunov", NULL);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lorenz_has_its_exponents, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(linear_systems_have_their_eigenvalues, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_driven_block_has_exact_zeros, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_map_over_two_parameters_is_drawn, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(bad_input_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
