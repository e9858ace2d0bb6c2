/* test_equilibrium_command.c: contensou equilibrium, asked from the real program: known Hopf points, folds and branch
 * points, and what it refuses. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The k-th row whose point is of this kind, from the parameter on; NULL: none. */
static const char *row_of(const char *table, const char *kind, int k)
{
    char mark[32];

    snprintf(mark, sizeof mark, ",%s,", kind);
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

/* [4]: the equilibrium loses its stability at omega_0 = 37.1706863983. */
static void the_pendulum_loses_its_stability(void **state)
{
    struct run_result r =
        run_well("equilibrium pendulum --law I11 --set law.b=0.452,law.m=0.765 --vary "
                 "omega_0=36:40:5 --starts 2 -o - --plot eq.png");
    const char *hopf = row_of(r.out, "hopf", 0);

    (void)state;
    assert_int_equal(strncmp(r.out,
                             "branch,point,omega_0,X_A,Y_A,phi,Xdot,Ydot,phidot,stable,"
                             "unstable,re.1,im.1,",
                             76),
                     0);
    assert_non_null(hopf);
    assert_true(fabs(field(hopf, 0) - 37.1706863983) < 1e-8);
    assert_true(fabs(field(hopf, 9)) < 1e-9 && fabs(field(hopf, 10) - 33.7258283) < 1e-6);
    assert_non_null(strstr(r.err, "hopf at omega_0 = 37.1706863983"));
    assert_true(field(row_of(r.out, "regular", 0), 7) == 1);
    assert_int_equal(access("eq.png", R_OK), 0);
    run_free(&r);
}

/* rho = 1, and sigma (sigma + beta + 3)/(sigma - beta - 1) = 470/19. */
static void lorenz_has_its_branch_and_hopf_points(void **state)
{
    struct run_result r =
        run_well("equilibrium lorenz --vary rho=0.5:30:4 --init x=9,y=9,z=29 -o -");

    (void)state;
    assert_non_null(row_of(r.out, "branch", 0));
    assert_true(fabs(field(row_of(r.out, "branch", 0), 0) - 1) < 1e-8);
    assert_non_null(row_of(r.out, "hopf", 1));
    for (int k = 0; k < 2; ++k)
        assert_true(fabs(field(row_of(r.out, "hopf", k), 0) - 470.0 / 19) < 1e-8);
    run_free(&r);
}

/* x' = p + x - x^3 turns back at p = +-2/sqrt(27). One line leads through both folds. */
static void folds_are_passed(void **state)
{
    struct run_result r;
    const double fold = 2 / sqrt(27);

    (void)state;
    run_write_file("fold.h",
                   "#define SYSTEM_STATES(STATE) STATE(x, 0.0, \"m\", \"place\")\n"
                   "#define SYSTEM_FIELDS(FIELD) FIELD(p, 0.0, \"m/s\", \"drive\")\n"
                   "define_states(system, SYSTEM_STATES);\n"
                   "define_fields(system_params, SYSTEM_FIELDS);\n"
                   "enum { system_traits = trait_autonomous };\n"
                   "static inline void system_rhs(const struct system_params *p, const struct "
                   "friction *law, real t, const struct system_states *y, struct system_states "
                   "*dy)\n"
                   "{\n"
                   "    (void)law;\n"
                   "    (void)t;\n"
                   "    dy->x = p->p + y->x - y->x * y->x * y->x;\n"
                   "}\n");
    r = run_well("equilibrium --system-file fold.h --vary p=-1:1:5 -o -");
    assert_true(fabs(field(row_of(r.out, "fold", 0), 0) - fold) < 1e-8);
    assert_true(fabs(field(row_of(r.out, "fold", 1), 0) + fold) < 1e-8);
    assert_null(row_of(r.out, "fold", 2));
    assert_null(strstr(r.out, "\n2,")); /* one branch */
    assert_non_null(row_of(r.out, "regular", 6));
    assert_null(row_of(r.out, "regular", 7)); /* -1, -0.5, 0 three times, 0.5, 1 */
    run_free(&r);
}

/* docs/errata.md [1].10: steady sliding at x = 18.018, phi = -15.315; without --vary it is one row. */
static void one_set_of_numbers_has_one_row(void **state)
{
    struct run_result r = run_well("equilibrium disk_belt --set law.b=1,law.m=2,law.eps=1e-5 -o -");

    (void)state;
    assert_non_null(row_of(r.out, "regular", 0));
    assert_true(fabs(field(row_of(r.out, "regular", 0), 0) - 18.018) < 1e-3);
    assert_true(fabs(field(row_of(r.out, "regular", 0), 1) + 15.315) < 1e-3);
    assert_true(field(row_of(r.out, "regular", 0), 4) == 1);
    run_free(&r);
}

static void wrong_input_is_refused(void **state)
{
    (void)state;
    run_refuse("equilibrium ", "missing SYSTEM", "pendulum");
    run_refuse("equilibrium pendulm", "'pendulm'", "did you mean 'pendulum'?");
    run_refuse("equilibrium lorenz --vary rh=1:2:3 -o o.csv", "'rh'", "did you mean 'rho'?");
    run_refuse("equilibrium lorenz --vary init.x=1:2:3 -o o.csv", "init.x", "field of the system");
    run_refuse("equilibrium lorenz --vary rho=1:2:3 --vary sigma=1:2:3 -o o.csv", "2 times",
               "once");
    run_refuse("equilibrium lorenz --vary rho=1,3,2 -o o.csv", "rho", "rise or fall");
    run_refuse("equilibrium lorenz --plot o.png", "--plot", "--vary");
    run_refuse("equilibrium lorenz --vary rho=1:2:3 -o o.txt", "o.txt", ".csv");
    run_refuse("equilibrium lorenz --starts -1", "--starts", "0");
    run_refuse("equilibrium pendulum --law I1", "'I1'", "did you mean 'I11'?");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_pendulum_loses_its_stability, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(lorenz_has_its_branch_and_hopf_points, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(folds_are_passed, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(one_set_of_numbers_has_one_row, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_input_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
