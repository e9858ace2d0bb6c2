/* test_check_jacobian.c: a Jacobian that is wrong is named, one that is right is not; the same of a Taylor series. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* x'' = -k x - c x^2 v; the derivative by x is -k - 2 c x v. */
static const char header[] =
    "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"-\", \"x\") STATE(v, 0.5, \"-\", \"v\")\n"
    "#define SYSTEM_FIELDS(FIELD) FIELD(k, 2.0, \"-\", \"k\") FIELD(c, 0.3, \"-\", \"c\")\n"
    "define_states(system, SYSTEM_STATES);\n"
    "define_fields(system_params, SYSTEM_FIELDS);\n"
    "static inline void system_rhs(const struct system_params *p, const struct friction *law,\n"
    "    real t, const real y[system_dim], real dy[system_dim])\n"
    "{\n"
    "    (void)law; (void)t;\n"
    "    dy[0] = y[1];\n"
    "    dy[1] = -p->k * y[0] - p->c * y[0] * y[0] * y[1];\n"
    "}\n"
    "static inline void system_jacobian(const struct system_params *p, const struct friction "
    "*law,\n"
    "    real t, const real y[system_dim], real J[system_dim][system_dim])\n"
    "{\n"
    "    (void)law; (void)t;\n"
    "    J[0][0] = 0.0; J[0][1] = 1.0;\n"
    "    J[1][0] = -p->k - %s * p->c * y[0] * y[1];\n"
    "    J[1][1] = -p->c * y[0] * y[0];\n"
    "}\n";

/* The same system with its series. */
static const char with_series[] =
    "#define SYSTEM_TERMS(TERM) TERM(square)\n"
    "define_jet(system, SYSTEM_STATES, SYSTEM_TERMS);\n"
    "static inline void system_series(const struct system_params *p, real t, int k,\n"
    "    struct system_jet *y, struct system_states *dy)\n"
    "{\n"
    "    (void)t;\n"
    "    y->square[k] = jet_square(k, y->x);\n"
    "    dy->x = y->v[k];\n"
    "    dy->v = -p->k * y->x[k] - p->c * jet_product(k, y->square, y->%s);\n"
    "}\n";

static void write_series(const char *name, const char *factor)
{
    char text[8192];
    int used = snprintf(text, sizeof text, header, "2.0");

    snprintf(text + used, sizeof text - (size_t)used, with_series, factor);
    run_write_file(name, text);
}

static int enter(void **state)
{
    char text[4096];

    if (run_enter_folder(state))
        return 1;
    snprintf(text, sizeof text, header, "2.0");
    run_write_file("right.h", text);
    snprintf(text, sizeof text, header, "1.0");
    run_write_file("wrong.h", text);
    return 0;
}

static void a_wrong_entry_is_named(void **state)
{
    struct run_result r = run_program("run --system-file wrong.h --stepper rodas43 --time 0:1:3");

    (void)state;
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.err, "warning"));
    assert_non_null(strstr(r.err, "the derivative of v' by x"));
    run_free(&r);
    r = run_program("run --system-file wrong.h --stepper rodas43 --time 0:1:3 --check-jacobian");
    run_assert_refused(&r, 2, "the derivative of v' by x", "differences", NULL);
    r = run_program(
        "sweep --system-file wrong.h --vary k=1,2 --time 1 --check-jacobian -o out.csv");
    run_assert_refused(&r, 2, "the derivative of v' by x", NULL);
}

static void a_right_one_is_not(void **state)
{
    struct run_result r =
        run_program("run --system-file right.h --stepper rodas43 --time 0:1:3 --check-jacobian");

    (void)state;
    assert_int_equal(r.code, 0);
    assert_null(strstr(r.err, "warning"));
    run_free(&r);
}

static void a_wrong_series_is_refused(void **state)
{
    struct run_result r;

    (void)state;
    write_series("series.h", "v");
    r = run_program("run --system-file series.h --stepper taylor --rtol 1e-12 --time 0:1:3");
    if (r.code)
        fail_msg("%s", r.err);
    run_free(&r);
    write_series("mistaken.h", "x");
    r = run_program("run --system-file mistaken.h --stepper taylor --rtol 1e-12 --time 0:1:3");
    run_assert_refused(&r, 4, "system_series of mistaken", "dop853", NULL);
}

static void a_series_is_needed_by_its_stepper(void **state)
{
    struct run_result r = run_program("run pendulum --stepper taylor --time 0:1:3");

    (void)state;
    run_assert_refused(&r, 2, "pendulum", "lorenz", "system_series", "dop853", NULL);
    r = run_program("sweep lorenz --stepper taylor --time 1 --observe lyapunov -o out.csv");
    run_assert_refused(&r, 2, "lyapunov", "taylor", "dop853", NULL);
    r = run_program("sweep lorenz --time 1 --rtol 1e-12 -o out.csv"); /* auto */
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.err, "lorenz, taylor,"));
    run_free(&r);
}

/* Those of this program pass with their own laws, near rest and away from it. */
static void built_in_systems_are_right(void **state)
{
    static const char *const names[] = {"disk_belt", "pendulum"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct run_result r = run_program("run %s --time 0:1e-3:2 --check-jacobian", names[i]);

        if (r.code)
            fail_msg("%s: %s", names[i], r.err);
        run_free(&r);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_wrong_entry_is_named, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_right_one_is_not, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_series_is_refused, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_series_is_needed_by_its_stepper, enter, run_leave_folder),
        cmocka_unit_test_setup_teardown(built_in_systems_are_right, enter, run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
