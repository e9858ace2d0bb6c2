/* test_cycle_driven.c: systems that depend on time, asked from the real program: the period is that of the forcing, what a system says about
 * time is checked, and a system that says nothing is told what to write. SPDX-License-Identifier: MIT */
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

/* Number k of the row that begins at `row`, its words included. */
static double field(const char *row, int k)
{
    while (k-- > 0)
        row = strchr(row, ',') + 1;
    return strtod(row, NULL);
}

/* The rows behind the header. */
static const char *row_at(const char *table, int k)
{
    const char *at = strchr(table, '\n') + 1;

    while (k-- > 0)
        at = strchr(at, '\n') + 1;
    return at;
}

/* A system without friction, of two states x and v; about: what it says about time. */
static void write_system(const char *name, const char *fields, const char *about,
                         const char *acceleration)
{
    char text[2048];

    snprintf(
        text, sizeof text,
        "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"-\", \"x\") STATE(v, 0.0, \"-\", \"v\")\n"
        "#define SYSTEM_FIELDS(FIELD) %s\n"
        "define_states(system, SYSTEM_STATES);\n"
        "define_fields(system_params, SYSTEM_FIELDS);\n"
        "%s\n"
        "static inline void system_rhs(const struct system_params *p, const struct friction "
        "*law, real t, const struct system_states *y, struct system_states *dy)\n"
        "{\n    (void)law;\n    dy->x = y->v;\n    dy->v = %s;\n}\n",
        fields, about, acceleration);
    run_write_file(name, text);
}

#define PERIOD                                                        \
    "static inline real system_period(const struct system_params *p)" \
    "{ return 6.283185307179586 / p->nu; }"

/* x'' = -x - c x' + F cos nu t, which has a closed form: x at t = 0 is the real part of F/(1 - nu^2 + i c nu), v that of i nu times it. The
 * multipliers are exp((-c/2 +- i sqrt(1 - c^2/4)) P): both of them count, as no state is a clock. */
static void an_oscillator_has_the_period_of_its_force(void **state)
{
    const double c = 0.3, pi2 = 6.283185307179586;
    struct run_result r;

    (void)state;
    write_system("driven.h", "FIELD(c, 0.3, \"-\", \"c\") FIELD(nu, 1.7, \"-\", \"nu\")", PERIOD,
                 "cos(p->nu * t) - y->x - p->c * y->v");
    r = run_well("cycle --system-file driven.h --vary nu=1.7,1.2,0.9 -o -");
    for (int k = 0; k < 3; ++k) {
        static const double values[] = {1.7, 1.2, 0.9};
        const char *const row = row_at(r.out, k);
        const double nu = values[k], P = pi2 / nu, a = 1 - nu * nu, b = c * nu;
        const double x = a / (a * a + b * b), v = nu * b / (a * a + b * b);

        /* branch, point, nu, period, x, v, extremes, stable, unstable, sticks, multipliers */
        assert_true(fabs(field(row, 2) - nu) < 1e-14);
        assert_true(fabs(field(row, 3) - P) < 1e-12);
        assert_true(fabs(field(row, 4) - x) < 1e-9 && fabs(field(row, 5) - v) < 1e-9);
        assert_true(fabs(field(row, 13) - exp(-c / 2 * P) * cos(sqrt(1 - c * c / 4) * P)) < 1e-6);
        assert_true(fabs(hypot(field(row, 15), field(row, 16)) - exp(-c / 2 * P)) < 1e-6);
    }
    run_free(&r);
}

/* Duffing's oscillator with two wells: at F = 0.28 the motion in a well takes two periods of the force, which are found; with at most one of them
 * there is none. */
static void whole_numbers_of_periods_are_found(void **state)
{
    struct run_result r;

    (void)state;
    write_system("duffing.h", "FIELD(F, 0.27, \"-\", \"F\") FIELD(nu, 1.2, \"-\", \"nu\")", PERIOD,
                 "p->F * cos(p->nu * t) + y->x - y->x * y->x * y->x - 0.3 * y->v");
    r = run_well("cycle --system-file duffing.h --set F=0.28 --transient 600 -o -");
    assert_true(fabs(field(row_at(r.out, 0), 2) - 2 * 6.283185307179586 / 1.2) < 1e-10);
    run_free(&r);
    r = run_program(
        "cycle --system-file duffing.h --set F=0.28 --transient 600 --periods 1 -o d.csv");
    assert_int_equal(r.code, 3);
    assert_non_null(strstr(r.err, "no cycle was found"));
    run_free(&r);
    r = run_program("cycle --system-file duffing.h --vary F=0.5,0.6 --transient 600 -o d.csv");
    assert_int_equal(r.code, 3); /* chaotic */
    assert_non_null(strstr(r.err, "no cycle was found: the motion at F = 0.5 looks irregular"));
    run_free(&r);
    /* the flip at which that period is born is found from the doubled side, and the simple orbit goes on behind it */
    r = run_well("cycle --system-file duffing.h --vary F=0.28:0.2:3 --transient 600 -o -");
    assert_non_null(strstr(r.out, "\n1,flip,"));
    assert_true(fabs(field(strstr(r.out, "\n1,flip,") + 1, 3) - 6.283185307179586 / 1.2) < 1e-10);
    assert_true(fabs(field(strstr(r.out, "\n1,flip,") + 1, 13) + 1) < 1e-6);
    assert_non_null(strstr(r.out, "\n2,regular,0.2"));
    assert_null(strstr(r.out, "fold"));
    run_free(&r);
}

static void what_a_system_says_about_time_is_checked(void **state)
{
    static const char fields[] = "FIELD(F, 1.0, \"-\", \"F\") FIELD(nu, 1.0, \"-\", \"nu\")",
                      slope[] = "p->F * cos(p->nu * t) - y->x - 0.3 * y->v";
    static const char *const commands[] = {"cycle", "equilibrium"};

    (void)state;
    write_system("silent.h", fields, "", slope);
    write_system("liar.h", fields, "enum { system_traits = trait_autonomous };", slope);
    write_system("wrong.h", fields,
                 "static inline real system_period(const struct system_params *p)"
                 "{ return 6.283 / p->nu; }",
                 slope);
    for (int k = 0; k < 2; ++k) {
        char text[128];

        snprintf(text, sizeof text, "%s --system-file silent.h -o o.csv", commands[k]);
        run_refuse(text, "does not say whether it depends on time", "system_period");
        snprintf(text, sizeof text, "%s --system-file liar.h -o o.csv", commands[k]);
        run_refuse(text, "is said to be autonomous, but depends on time", "system_period");
        snprintf(text, sizeof text, "%s --system-file wrong.h -o o.csv", commands[k]);
        run_refuse(text, "does not repeat after its period", "correct its system_period");
    }
    run_refuse("equilibrium block_belt --law tanh --set F0=0.5 -o o.csv",
               "driven with the period 3.14159265", "contensou cycle");
}

/* The force turns twice while the belt's velocity turns three times: their common period is that of two turns of the force. Without a ratio of small whole
 * numbers there is none. */
static void two_phases_have_a_common_period(void **state)
{
    struct run_result r =
        run_well("cycle block_belt --law tanh --set law.eps=0.1,F0=0.5,Omega1=2,V0=0.1,Omega=3,"
                 "Omega0_sq=0,V_dr=1 --transient 200 -o -");

    (void)state;
    assert_true(fabs(fmod(field(row_at(r.out, 0), 2) + 1e-9, 6.283185307179586)) < 1e-8);
    run_free(&r);
    run_refuse("cycle block_belt --law tanh --set "
               "law.eps=0.1,F0=0.5,Omega1=2,V0=0.1,Omega=2.8284271247,V_dr=1 -o o.csv",
               "has no period", "whole numbers");
}

/* Once a period of its own, a driven system is always at the same place. */
static void a_section_takes_the_systems_own_period(void **state)
{
    struct run_result r;
    const char *line;
    int rows = 0;

    (void)state;
    write_system("driven.h", "FIELD(c, 0.3, \"-\", \"c\") FIELD(nu, 1.7, \"-\", \"nu\")", PERIOD,
                 "cos(p->nu * t) - y->x - p->c * y->v");
    r = run_well("sweep --system-file driven.h --vary nu=1.7,0.9 --time 260 --transient 200 "
                 "--observe section --section period");
    for (line = row_at(r.out, 0); line && *line; ++rows) { /* lane, nu, k, t, x, v */
        const double nu = field(line, 1), each = 6.283185307179586 / nu;

        assert_true(fabs(field(line, 3) - 200 - each * field(line, 2)) < 1e-9);
        assert_true(rows == 0 || field(line, 2) == 0 ||
                    fabs(field(line, 4) - field(row_at(r.out, rows - 1), 4)) < 1e-5);
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    assert_int_equal(rows, 17 + 9);
    run_free(&r);
    run_refuse("sweep lorenz --vary rho=20,21 --time 1 --observe section --section period",
               "lorenz gives no period of its own", "period=T");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_oscillator_has_the_period_of_its_force, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(whole_numbers_of_periods_are_found, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_a_system_says_about_time_is_checked, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(two_phases_have_a_common_period, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_section_takes_the_systems_own_period, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
