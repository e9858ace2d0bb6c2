/* test_user_system.c: the worked examples of users' own systems, in bench/examples, give what CVODE of
 * SUNDIALS gives for the equations in their heads, written down once more here.
 * SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "support/cvode_own.h"
#include "support/reference_laws.h"
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

#define EXAMPLES CONTENSOU_SOURCE_DIR "/bench/examples/"
static const char van_der_pol[] = EXAMPLES "van_der_pol.h", slider[] = EXAMPLES "slider.h";

/* field: mu, F, omega */
static void van_der_pol_rhs(double t, const double *y, double *dy, const double *field)
{
    dy[0] = y[1];
    dy[1] = field[0] * (1 - y[0] * y[0]) * y[1] - y[0] + field[1] * cos(field[2] * t);
}

/* field: m, J, k, k_phi, c, c_phi, r, R, N, mu, v_p; the law I11 as below */
static void slider_rhs(double t, const double *y, double *dy, const double *field)
{
    const struct reference_law law = {.kind = reference_I11,
                                      .eps = 1e-3,
                                      .b = 0.452,
                                      .m = 0.765,
                                      .r = 2.0 / 3,
                                      .r_sq = 0.5,
                                      .r_inverse = 2};
    const double slip[3] = {y[2] - field[10], 0, field[7] * y[3]}, tilt[2] = {0, 0};
    const double stretch = y[0] + field[6] * sin(y[1]), load = field[9] * field[8];
    double wrench[3];

    (void)t;
    reference_laws_wrench(&law, slip, tilt, wrench);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -(field[2] * stretch + field[4] * y[2] + load * wrench[0]) / field[0];
    dy[3] = -(field[2] * stretch * field[6] * cos(y[1]) + field[3] * y[1] + field[5] * y[3] +
              load * field[7] * wrench[2]) /
            field[1];
}

static const double van_der_pol_field[3] = {1, 1.2, 2.5};
static const double slider_field[11] = {1,    0.002, 100,  0.3, 0.5, 0.0005,
                                        0.02, 0.05,  9.81, 0.3, 0.1};
static const char slider_law[] = "law.b=0.452,law.m=0.765,law.eps=1e-3";

/* The number in a row (0: the first below the head) and the column of this name. */
static double number(const struct run_result *result, int row, const char *name)
{
    const char *line = result->out, *cell = line;
    int column = 0, at = 0;

    for (;; at++) {
        const size_t size = strcspn(cell, ",\n");

        if (size == strlen(name) && strncmp(cell, name, size) == 0)
            break;
        if (cell[size] != ',')
            fail_msg("no column '%s' in: %.200s", name, line);
        cell += size + 1;
    }
    for (int i = 0; i <= row; i++)
        line += strcspn(line, "\n") + 1;
    for (cell = line; column < at; column++)
        cell += strcspn(cell, ",\n") + 1;
    return strtod(cell, NULL);
}

static void close_to(double got, double wanted, double tolerance, const char *what)
{
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("%s: %.12g, CVODE has %.12g", what, got, wanted);
}

static void expect_cvode(const struct run_result *result, const struct cvode_own *problem,
                         const double *start, const double *times, int count,
                         const char *const *names, double tolerance)
{
    double out[64];

    assert_int_equal(cvode_own(problem, start, 1e-12, times, count, out), 0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < problem->dim; k++)
            close_to(number(result, i, names[k]), out[i * problem->dim + k], tolerance, names[k]);
}

/* The errors of both, at tolerances of 1e-9 to 1e-12, grow by less than 100 over these spans. */
static void van_der_pol_agrees_with_cvode(void **state)
{
    static const char *const steppers[] = {"auto", "dop853", "rodas43", "rodas54", "taylor"};
    static const char *const names[] = {"x", "v"};
    static const double times[] = {0, 5, 10, 15, 20}, start[2] = {2, 0};
    const struct cvode_own problem = {van_der_pol_rhs, van_der_pol_field, 2};

    (void)state;
    for (size_t i = 0; i < sizeof steppers / sizeof *steppers; i++) {
        char line[512];
        struct run_result result;

        snprintf(line, sizeof line,
                 "run --system-file %s --time 0:20:5 --rtol 1e-10 --atol 1e-10 --stepper %s",
                 van_der_pol, steppers[i]);
        result = run_well("%s", line);
        expect_cvode(&result, &problem, start, times, 5, names, 1e-7);
        run_free(&result);
    }
}

/* x' = k x^2 from x = 1 is 1/(1 - k t): no number behind t = 1/k. Where the slopes overflow on the way a stage of a
 * Rosenbrock method is 0, and the state seemed to rest until the end of the run. */
static void no_stepper_goes_through_a_pole(void **state)
{
    static const char *const steppers[] = {"dop853", "rodas43", "rodas54"};

    (void)state;
    run_write_file("pole.h", "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"-\", \"a quantity\")\n"
                             "#define SYSTEM_FIELDS(FIELD) FIELD(k, 1.0, \"-\", \"its rate\")\n"
                             "define_states(system, SYSTEM_STATES);\n"
                             "define_fields(system_params, SYSTEM_FIELDS);\n"
                             "static inline void system_rhs(const struct system_params *p,\n"
                             "    const struct friction *law, real t, const real y[system_dim],\n"
                             "    real dy[system_dim])\n"
                             "{\n    dy[0] = p->k * y[0] * y[0];\n}\n");
    for (size_t i = 0; i < sizeof steppers / sizeof *steppers; i++) {
        struct run_result result = run_program("sweep --system-file pole.h --stepper %s --step "
                                               "1e-2 --vary k=1e3,1e100,1e300 --time 1",
                                               steppers[i]);

        assert_int_equal(result.code, 3); /* lanes failed */
        assert_null(strstr(result.out, "finished"));
        for (int lane = 0; lane < 3; lane++)
            assert_true(number(&result, lane, "t") * number(&result, lane, "vary.k") < 1 + 1e-6);
        run_free(&result);
    }
}

static void the_slider_agrees_with_cvode(void **state)
{
    static const char *const names[] = {"x", "phi", "xdot", "phidot"};
    static const double times[] = {0, 0.5, 1, 1.5, 2}, start[4] = {0, 0, 0, 0.5};
    const struct cvode_own problem = {slider_rhs, slider_field, 4};
    char line[512];
    struct run_result result;

    (void)state;
    snprintf(line, sizeof line, "run --system-file %s --law I11 --set %s --time 0:2:5", slider,
             slider_law);
    result = run_well("%s", line);
    expect_cvode(&result, &problem, start, times, 5, names, 1e-7);
    run_free(&result);
}

/* Three lanes each, fields of the system and a start. */
/* With the units of the header; limits that stand behind them are none. */
static void its_states_and_fields_are_listed(void **state)
{
    struct run_result r =
        run_program("list systems --system-file " CONTENSOU_SOURCE_DIR "/bench/examples/slider.h");

    (void)state;
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\n  slider "));
    assert_non_null(strstr(r.out, "phidot       0.5       rad/s    its angular velocity\n"));
    assert_non_null(strstr(r.out, "J            0.002     kg m^2   moment of inertia\n"));
    assert_null(strstr(r.out, "pendulum"));
    run_free(&r);
    run_refuse("list laws --system-file own.h", "--system-file", "'laws'");
    run_refuse("list --system-file nothere.h", "'nothere.h'", "No such file");
}

static void a_sweep_varies_its_fields(void **state)
{
    static const double omegas[] = {1, 1.5, 2}, starts[] = {-1, 2}, end = 8;
    char line[512];
    struct run_result result;

    (void)state;
    snprintf(line, sizeof line,
             "sweep --system-file %s --vary omega=1:2:3 --vary init.x=-1,2 --time 8 --rtol 1e-10 "
             "--quiet",
             van_der_pol);
    result = run_well("%s", line);
    for (int i = 0; i < 6; i++) {
        const double field[3] = {1, 1.2, omegas[i / 2]}, start[2] = {starts[i % 2], 0};
        const struct cvode_own problem = {van_der_pol_rhs, field, 2};
        double out[2];

        assert_int_equal(cvode_own(&problem, start, 1e-12, &end, 1, out), 0);
        close_to(number(&result, i, "omega"), field[2], 0, "omega");
        close_to(number(&result, i, "final.x"), out[0], 1e-7, "final.x");
        close_to(number(&result, i, "final.v"), out[1], 1e-7, "final.v");
    }
    run_free(&result);
}

static void a_sweep_varies_its_law_and_counts_stick(void **state)
{
    char line[512];
    struct run_result result;

    (void)state;
    snprintf(line, sizeof line,
             "sweep --system-file %s --law I11 --set law.eps=1e-4,v_p=0.02,law.b=0.452,law.m=0.765 "
             "--vary law.eta=1,1.5 --time 10 --transient 5 --observe stick,extrema --quiet",
             slider);
    result = run_well("%s", line);
    /* without static friction above the dynamic one the body comes to rest in steady slip */
    close_to(number(&result, 0, "stick.fraction"), 0, 0, "stick.fraction");
    /* with it the spring is loaded in stick, at v_p, and released: never faster than the plate in stick */
    assert_true(number(&result, 1, "stick.fraction") > 0.3);
    assert_true(number(&result, 1, "stick.fraction") < 1);
    assert_true(number(&result, 1, "stick.phases") >= 2);
    run_free(&result);
}

/* The slider without its slopes: what is left out is made of differences. */
static void write_without_slopes(const char *path)
{
    static const char *const words[] = {"system_slip_slopes", "system_motion_slopes"};
    struct contensou__text text = {0};

    assert_int_equal(contensou__text_read_file(&text, slider, NULL), CONTENSOU_OK);
    for (size_t i = 0; i < 2; i++)
        for (char *at; (at = strstr(text.data, words[i])) != NULL;)
            memcpy(at, "without", 7);
    run_write_file(path, text.data);
    contensou__text_free(&text);
}

static void differences_and_slopes_give_the_same(void **state)
{
    static const char *const names[] = {"x", "phi", "xdot", "phidot"};
    char line[512];
    struct run_result analytic, differences;

    (void)state;
    write_without_slopes("own.h");
    snprintf(line, sizeof line,
             "run --system-file %s --law I11 --set %s --time 0:2:5 --stepper rodas43", slider,
             slider_law);
    analytic = run_well("%s", line);
    snprintf(line, sizeof line,
             "run --system-file own.h --law I11 --set %s --time 0:2:5 --stepper rodas43",
             slider_law);
    differences = run_well("%s", line);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++)
            close_to(number(&differences, i, names[k]), number(&analytic, i, names[k]), 1e-7,
                     names[k]);
    run_free(&analytic);
    run_free(&differences);
}

/* An own system takes any law of a patch: the exact one and its table agree. */
static void every_law_of_a_patch_serves_it(void **state)
{
    static const char *const laws[] = {"integral --shape ellipse:1,0.5 --pressure hertz",
                                       "table --shape ellipse:1,0.5 --pressure hertz"};
    double x[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        char line[512];
        struct run_result result;

        snprintf(line, sizeof line, "run --system-file %s --law %s --time 0,0.5", slider, laws[i]);
        result = run_well("%s", line);
        x[i] = number(&result, 1, "x");
        run_free(&result);
    }
    close_to(x[1], x[0], 1e-6, "x by the table");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(van_der_pol_agrees_with_cvode, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(no_stepper_goes_through_a_pole, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_slider_agrees_with_cvode, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(its_states_and_fields_are_listed, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_sweep_varies_its_fields, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_sweep_varies_its_law_and_counts_stick, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(differences_and_slopes_give_the_same, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(every_law_of_a_patch_serves_it, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
