/* test_events_slow.c: regularised laws come close to exact stick-slip (--stepper event) as their eps falls; slip begins in
 * as many directions as 'contensou transitions' counts; every slip ends. SPDX-License-Identifier: MIT */
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

/* The states behind `final.` of two lanes that a sweep with these words ends in, of each the one in the column `at`. */
static void end_of(const char *words, const char *stepper, const char *eps, int at, double end[2])
{
    struct run_result result =
        run_program("sweep %s,law.eps=%s --stepper %s --rtol 1e-10 --atol 1e-12 --observe final "
                    "--quiet",
                    words, eps, stepper);
    const char *line = result.out;

    if (result.code != 0)
        fail_msg("%s: %s", words, result.err);
    for (int i = 0; i < 2; ++i) {
        const char *cell;

        cell = line += strcspn(line, "\n") + 1;
        for (int k = 0; k < 6 + at; ++k)
            cell += strcspn(cell, ",\n") + 1;
        end[i] = strtod(cell, NULL);
    }
    run_free(&result);
}

/* The power of eps with which the difference to the exact law falls over a decade. */
static void expect_power(const char *words, int at, const char *large, const char *small,
                         double power, double room)
{
    double exact[2], far[2], near[2];

    end_of(words, "event", "0", at, exact);
    end_of(words, "rodas54", large, at, far);
    end_of(words, "rodas54", small, at, near);
    for (int i = 0; i < 2; ++i) {
        const double got = log10((far[i] - exact[i]) / (near[i] - exact[i]));

        if (!(fabs(got - power) <= room))
            fail_msg("%s, lane %d: %.17g, %.17g, exact %.17g: power %g, not %g", words, i, far[i],
                     near[i], exact[i], got, power);
    }
}

static void a_disk_is_reached_like_eps_to_two_thirds(void **state)
{
    (void)state;
    expect_power("disk_belt --law I00 --vary v_b=0.15,0.18 --time 120 "
                 "--set law.m=2,law.b=1,law.eta=4.98",
                 0, "1e-5", "1e-6", 2.0 / 3, 0.05);
}

static void so_are_an_ellipse_and_a_polygon(void **state)
{
    (void)state;
    expect_power("disk_belt --shape ellipse:1,0.6 --law integral --vary v_b=0.12,0.18 --time 120 "
                 "--set law.eta=4.98",
                 0, "1e-4", "1e-5", 2.0 / 3, 0.05);
    expect_power("disk_belt --shape rectangle:1,0.5 --law integral --vary v_b=0.18,0.18 --time 120 "
                 "--set law.eta=4.98",
                 0, "1e-4", "1e-5", 2.0 / 3, 0.05);
}

/* On a surface at rest the pendulum stops where its weight is held, and stays there; the regularised law creeps on, at a
 * rate of eps. */
static void a_pendulum_rests_in_stick(void **state)
{
    (void)state;
    expect_power("pendulum --vary init.phidot=1,2 --time 4 --set omega_0=0", 2, "1e-5", "1e-6", 1,
                 0.02);
}

/* A body with two components of slip and the masses 1, 1 and 0.95 between them; the drive grows from zero to b at t = 1,
 * where law.eta lets it go. The law is that of [3] with mu_lambda = 1, mu_tau = 0.25, c_omega = 4. */
static const char body[] =
    "#define SYSTEM_STATES(STATE)                                                             \\\n"
    "    STATE(vy, 0.0, \"m/s\", \"velocity\") STATE(w, 0.0, \"rad/s\", \"spin\")                  "
    "\\\n"
    "    STATE(z, 0.0, \"-\", \"share of the drive\")\n"
    "#define SYSTEM_FIELDS(FIELD)                                                             \\\n"
    "    FIELD(b2, 0.0, \"m/s^2\", \"drive\") FIELD(b3, 0.0, \"rad/s^2\", \"drive\")\n"
    "define_states(system, SYSTEM_STATES);\n"
    "define_fields(system_params, SYSTEM_FIELDS);\n"
    "enum { system_traits = trait_autonomous };\n"
    "static inline struct slip system_slip(const struct system_params *p, real t,\n"
    "                                      const struct system_states *y)\n"
    "{\n"
    "    struct slip s;\n"
    "    s.vx = 0.0;\n"
    "    s.vy = y->vy;\n"
    "    s.w = y->w;\n"
    "    return s;\n"
    "}\n"
    "static inline void system_motion(const struct system_params *p, real t,\n"
    "                                 const struct system_states *y, struct wrench f,\n"
    "                                 struct system_states *dy)\n"
    "{\n"
    "    const real torque = 0.375 * f.M;\n"
    "    dy->vy = y->z * p->b2 - (f.Ty - 0.95 * torque) / 0.0975;\n"
    "    dy->w = y->z * p->b3 - (torque - 0.95 * f.Ty) / 0.0975;\n"
    "    dy->z = 1.0;\n"
    "}\n";

static double cell_of(const char *line, int at)
{
    for (int k = 0; k < at; ++k)
        line += strcspn(line, ",\n") + 1;
    return strtod(line, NULL);
}

static void directions_are_those_of_transitions(void **state)
{
    enum { b2 = 1, b3 = 2, escapes = 11, stick_load = 12, admissible = 13, most = 1000 };
    struct run_result found = run_program(
        "transitions --mass 2,0,0,1,0.95,1 --drive 0,0,0 --set mu_lambda=1,mu_tau=0.25,c_omega=4 "
        "--vary b2=-12:-4:33 --vary b3=4:11:29 -o - --quiet");
    struct run_result told;
    char *lanes = malloc(most * 80);
    int expected[most], count = 0, several = 0, seen = 0;
    size_t end;
    const char *line;

    (void)state;
    assert_int_equal(found.code, 0);
    assert_non_null(lanes);
    assert_non_null(strstr(found.out,
                           "case,b2,b3,outcome,fixed_points,stable,saddles,unstable,foci,"
                           "unstable_foci,degenerate,escapes,stick_load,"
                           "stick_admissible"));
    end = (size_t)sprintf(lanes, "b2,b3,law.eta\n");
    for (line = strstr(found.out, "case,"); *(line += strcspn(line, "\n") + 1) && count < most;) {
        if (cell_of(line, admissible) != 0)
            continue;
        end += (size_t)sprintf(lanes + end, "%.17g,%.17g,%.17g\n", cell_of(line, b2),
                               cell_of(line, b3), cell_of(line, stick_load));
        expected[count++] = (int)cell_of(line, escapes);
    }
    run_write_file("body.h", body);
    run_write_file("lanes.csv", lanes);
    told = run_program("sweep --system-file body.h --stepper event --law I00 --set law.m=2,law.b=4 "
                       "--lanes-from lanes.csv --time 1.001 --observe events --max-steps 300 "
                       "--quiet");
    assert_int_equal(told.code, 0);
    for (line = told.out; *(line += strcspn(line, "\n") + 1);) {
        const int lane = (int)strtod(line, NULL);
        const size_t length = strcspn(line, "\n");
        const char *const word = strstr(line, ",ambiguous,");

        if (cell_of(line, 4) != 0) /* k: the first switch */
            continue;
        if (fabs(cell_of(line, 5) - 1) > 1e-12)
            fail_msg("lane %d leaves stick at %.17g", lane, cell_of(line, 5));
        if (word && word < line + length && expected[lane] < 2)
            fail_msg("lane %d has one direction, but is told as ambiguous", lane);
        seen += word && word < line + length;
    }
    for (int i = 0; i < count; ++i)
        several += expected[i] > 1;
    if (several < 60 || seen < several)
        fail_msg("%d of %d drives with several directions are told", seen, several);
    free(lanes);
    run_free(&found);
    run_free(&told);
}

/* The whole scan: masses, shapes, laws, starts, precisions. A lane that fails is an error of the program. */
static void slips_of_any_body_end(void **state)
{
    enum { lanes = 1000, vx = 12 };
    static const char *const shapes[] = {"disk", "annulus:0.5", "ellipse:1,0.5", "rectangle:1,1",
                                         "rectangle:1,0.2"};
    static const char *const laws[] = {"integral", "I11", "table"};
    static const char *const more[] = {"", "--precision single", "--rtol 1e-5 --atol 1e-7",
                                       "--rtol 1e-13 --atol 1e-15"};

    (void)state;
    for (int i = 0; i < 5 * 3 * 4; ++i) {
        const char *const shape = shapes[i / 12], *const law = laws[i / 4 % 3];
        struct run_result result =
            run_program("sweep free_disk --stepper event --law %s --shape %s %s --random %d,%d "
                        "--vary k_sq=0.02:1.2 --vary init.vx=-1:1 --vary init.vy=-1:1 --vary "
                        "init.omega=-3:3 --time 200 --quiet",
                        law, shape, more[i % 4], i, lanes);
        const char *line = result.out;

        if (result.code != 0)
            fail_msg("%s of %s %s: %s", law, shape, more[i % 4], result.err);
        for (int lane = 0; lane < lanes; ++lane) {
            line += strcspn(line, "\n") + 1;
            for (int k = vx; k < vx + 3; ++k)
                if (!(fabs(cell_of(line, k)) < 1e-30))
                    fail_msg("%s of %s %s: %.200s", law, shape, more[i % 4], line);
        }
        run_free(&result);
    }
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_disk_is_reached_like_eps_to_two_thirds, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(so_are_an_ellipse_and_a_polygon, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_pendulum_rests_in_stick, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(directions_are_those_of_transitions, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(slips_of_any_body_end, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
