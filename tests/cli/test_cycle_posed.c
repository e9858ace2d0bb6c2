/* test_cycle_posed.c: periodic orbits on a device that poses as a GPU (CONTENSOU_POSE): stages, variations and lanes that wait in its local
 * memory, and Jacobians in its global memory, come back as they were. Both poses, which have other places for them, write the same
 * bytes; a processor's, which computes them in packs, are those but for rounding. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setenv */
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

static int leave(void **state)
{
    unsetenv("CONTENSOU_POSE");
    return run_leave_folder(state);
}

/* A cell of a table: up to the next comma or end of a line. */
static int next_cell(FILE *from, char cell[64])
{
    int end;

    return fscanf(from, "%63[^,\n]", cell) == 1 && ((end = fgetc(from)) == ',' || end == '\n');
}

static void assert_close(const char *one, const char *other, double tolerance)
{
    FILE *a = fopen(one, "r"), *b = fopen(other, "r");
    char x[64], y[64];
    int cells = 0;

    assert_non_null(a);
    assert_non_null(b);
    while (next_cell(a, x)) {
        char *end;
        const double number = strtod(x, &end);

        assert_true(next_cell(b, y));
        if (*end)
            assert_string_equal(x, y);
        else if (!(fabs(strtod(y, NULL) - number) <= tolerance * fmax(fabs(number), 1)))
            fail_msg("%s and %s", x, y);
        ++cells;
    }
    assert_false(next_cell(b, y));
    assert_true(cells > 30); /* a line of names, one of numbers */
    fclose(a);
    fclose(b);
}

static void assert_posed(const char *plan)
{
    run_finish("cycle %s -o plain.csv", plan);
    setenv("CONTENSOU_POSE", "discrete-gpu", 1);
    run_finish("cycle %s -o posed.csv", plan);
    setenv("CONTENSOU_POSE", "nvidia-gpu", 1);
    run_finish("cycle %s -o nvidia.csv", plan);
    run_same_files("posed.csv", "nvidia.csv");
    assert_close("plain.csv", "posed.csv",
                 1e-9); /* the periods agree to 2e-16, multipliers to 1e-11 */
}

static void stages_of_an_orbit_wait(void **state)
{
    (void)state;
    assert_posed("pendulum --law I11 --set law.b=0.452,law.m=0.765,omega_0=38 --period 0.18664 "
                 "--init X_A=0.026394,Y_A=-0.022944,phi=0.6299,Xdot=0.7296,Ydot=1.3261,phidot="
                 "-5.5003");
}

static void jacobians_over_sticks_are_apart(void **state)
{
    (void)state;
    assert_posed("block_belt --law signum --stepper event --set Omega0_sq=0,F0=0.5 --period 9.4248 "
                 "--init X=0.5294,V=-0.8192,phi=-1.5599");
}

/* The search for an orbit keeps 200,000 states of a transient, 4.8 MB of these three, where a buffer of the posing device has room for
 * 4 MB; with event 220,000 rows of up to 14 MB. */
static void a_transient_is_larger_than_a_buffer(void **state)
{
    (void)state;
    assert_posed("lorenz --set rho=350 --transient 200");
    assert_posed(
        "block_belt --law signum --stepper event --set Omega0_sq=0,V_dr=0.2 --transient 60");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stages_of_an_orbit_wait, run_enter_folder, leave),
        cmocka_unit_test_setup_teardown(jacobians_over_sticks_are_apart, run_enter_folder, leave),
        cmocka_unit_test_setup_teardown(a_transient_is_larger_than_a_buffer, run_enter_folder,
                                        leave),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
