/* test_fit_command.c: contensou fit, asked from the real program. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include "fit/export/export_engine.h"
#include "fit/export/export_language.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The text behind the first "key": in JSON. */
static const char *behind(const char *json, const char *key)
{
    char quoted[64];
    const char *at;

    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    at = strstr(json, quoted);
    if (!at)
        fail_msg("no %s in: %s", key, json);
    return at + strlen(quoted);
}

static double number(const char *json, const char *key)
{
    char *end;
    const char *at = behind(json, key);
    const double value = strtod(at, &end);

    if (end == at)
        fail_msg("%s is no number: %.40s", key, at);
    return value;
}

static void starts_with(const char *json, const char *key, const char *text)
{
    const char *at = behind(json, key);

    if (strncmp(at, text, strlen(text)) != 0)
        fail_msg("%s is %.60s, expected %s", key, at, text);
}

static char *file_text(const char *name)
{
    FILE *file = fopen(name, "r");
    char *text = calloc(1, 1 << 20);

    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

/* Numbers of check-values/fits.json. */
static void json_holds_the_contract(void **state)
{
    struct run_result r = run_well("fit --shape disk --model I11");

    (void)state;
    starts_with(r.out, "model", "\"I11\"");
    assert_true(fabs(number(r.out, "b") - 0.45196011269) < 2e-10);
    assert_true(fabs(number(r.out, "m") - 0.76481793251) < 5e-10);
    assert_true(fabs(number(r.out, "rms") - 0.014846056907881558) < 1e-12);
    assert_true(fabs(number(r.out, "max_T") - 0.028857453) < 1e-6);
    assert_true(fabs(number(r.out, "max_M") - 0.033341719) < 1e-6);
    assert_true(fabs(number(r.out, "theta_M") - 0.729) < 1e-3);
    assert_true(number(r.out, "rms_T") > 0 && number(r.out, "rms_M") > 0);
    assert_true(number(r.out, "phi_T") == 0 && number(r.out, "phi_M") == 0);
    starts_with(r.out, "passive", "true");
    starts_with(r.out, "monotone", "false");
    assert_true(number(r.out, "least_power") > 0.6 && number(r.out, "least_slope") < 0);
    behind(r.out, "gap");
    starts_with(r.out, "norm", "\"l2\"");
    starts_with(r.out, "weight", "\"theta\"");
    starts_with(r.out, "shape", "\"disk\"");
    starts_with(r.out, "pressure", "\"uniform\"");
    starts_with(r.out, "tilt", "[0, 0]");
    starts_with(r.out, "center", "[0, 0]");
    assert_true(number(r.out, "starts") == 9 && number(r.out, "agreed") == 9);
    assert_true(number(r.out, "evaluations") > 100 && number(r.out, "spread") < 1e-6);
    starts_with(r.out, "warnings", "[]");
    behind(r.out, "version");
    behind(r.out, "device");
    assert_non_null(strstr(behind(r.out, "command"), "fit --shape disk --model I11\""));
    /* the report for a reader: ten digits, of which the search leaves eight or nine (5e-10 above) */
    assert_non_null(strstr(r.err, "0.45196011"));
    assert_non_null(strstr(r.err, "0.76481793"));
    assert_non_null(strstr(r.err, "9 of 9 starts agree"));
    assert_non_null(strstr(r.err, "passive"));
    run_free(&r);
}

static void quiet_hides_the_bar_and_no_report(void **state)
{
    struct run_result r = run_well("fit --shape disk --model potential4 --quiet");

    (void)state;
    assert_non_null(strstr(r.err, "potential4 for disk, uniform"));
    assert_non_null(strstr(r.err, "starts agree"));
    assert_int_equal(strncmp(r.out, "{\n", 2), 0);
    assert_string_equal(r.out + strlen(r.out) - 3, "\n}\n");
    run_free(&r);
}

/* A potential of an ellipse has a parameter `size`, the unit of its numbers, which is not the length that errors are
 * measured with: sqrt((a^2 + b^2)/2) of the semi-axes. */
static void no_two_rows_of_a_report_have_one_name(void **state)
{
    struct run_result r =
        run_well("fit --shape ellipse:2,1 --model potential4 --nodes 31 --starts 1 -o e.json");
    const char *size = strstr(r.err, "\n  size "), *length = strstr(r.err, "\n  length ");

    (void)state;
    assert_non_null(size);
    assert_null(strstr(size + 1, "\n  size "));
    assert_true(strtod(size + 8, NULL) == 2);
    assert_non_null(length);
    assert_float_equal(strtod(length + 10, NULL), 1.58113883, 1e-8);
    run_free(&r);
}

/* Names inside "parameters", and nothing else there. */
static void parameters_are_those_of_the_law(void **state)
{
    static const struct {
        const char *line, *names;
    } cases[] = {
        {"--shape disk --model I00", "b m"},
        {"--shape disk --model ellipsoid", "mu_lambda mu_tau c_omega"},
        {"--shape disk --model pade1", "m a b M0 F_r M_ur"},
        {"--shape disk --pressure hertz --tilt 0.5,30deg --model pade2", "m a b M0 F_r M_ur gx gy"},
        {"--shape disk --model potential4", "c1 spin"},
        {"--shape disk --model potential8", "c1 c2 c3 spin"},
        {"--shape ellipse:2,2 --model potential4", "c1 spin size"},
        {"--shape ellipse:2,2 --model pade1", "m a b M0 F_r M_ur R"},
        {"--shape rectangle:1,0.5 --nodes 31,8 --starts 1 --model potential4",
         "spin size k10 k11 k12 k13 k20 k21 k22 k30 k31"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        struct run_result r = run_well("fit %s", cases[i].line);
        const char *at = behind(r.out, "parameters");
        char names[256] = "";

        for (at = strchr(at, '\n') + 1; !strchr("}", at[strspn(at, " ")]);
             at = strchr(at, '\n') + 1) {
            const char *name = strchr(at, '"') + 1;

            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.*s",
                     *names ? " " : "", (int)strcspn(name, "\""), name);
        }
        assert_string_equal(names, cases[i].names);
        run_free(&r);
    }
}

/* Half sides 20 and 10: size = sqrt(2 <r^2>) = sqrt(2 (400 + 100)/3); mu_tau over 20 as of half sides 1 and 0.5,
 * but not in the unit of [1]. */
static void the_size_is_printed_and_can_be_chosen(void **state)
{
    struct run_result r = run_well("fit --shape rectangle:20,10 --model ellipsoid --nodes 61"), s;

    (void)state;
    assert_true(fabs(number(r.out, "size") - 18.257418583505537) < 1e-9);
    assert_non_null(strstr(r.err, "length     18.25741858"));
    s = run_well("fit --shape rectangle:1,0.5 --model ellipsoid --nodes 61 --quiet");
    assert_true(fabs(number(r.out, "mu_tau") / 20 - number(s.out, "mu_tau")) < 1e-6);
    run_free(&r);
    r = run_well(
        "fit --shape rectangle:20,10 --model ellipsoid --nodes 61 --length-unit 1 --quiet");
    assert_true(number(r.out, "size") == 1);
    assert_true(fabs(number(r.out, "mu_tau") / 20 - number(s.out, "mu_tau")) > 0.01);
    run_free(&r);
    run_free(&s);
}

/* docs/maths.md 2: 2.9 %, and force and torque alike. */
static void options_reach_the_fit(void **state)
{
    struct run_result r = run_well("fit --shape disk --model I11 --norm max --quiet"), s;

    (void)state;
    assert_true(fabs(number(r.out, "max_T") - 0.0293) < 1e-4);
    assert_true(fabs(number(r.out, "max_T") - number(r.out, "max_M")) < 1e-9);
    starts_with(r.out, "norm", "\"max\"");
    starts_with(r.out, "weight", "null");
    run_free(&r);
    r = run_well("fit --shape disk --model I11 --quiet --weight sphere --nodes 91");
    starts_with(r.out, "weight", "\"sphere\"");
    assert_true(fabs(number(r.out, "b") - 0.45196) > 1e-3);
    run_free(&r);
    r = run_well("fit --shape disk --model I11 --quiet --weights 100,1");
    s = run_well("fit --shape disk --model I11 --quiet --weights 1,100");
    assert_true(number(r.out, "rms_T") < number(s.out, "rms_T"));
    assert_true(number(r.out, "rms_M") > number(s.out, "rms_M"));
    run_free(&r);
    run_free(&s);
    r = run_well("fit --shape disk --model I11 --quiet --fix m=2 --starts 3 --seed 7");
    assert_true(number(r.out, "m") == 2 && number(r.out, "starts") == 4);
    run_free(&r);
    r = run_well("fit --shape disk --model I11 --quiet --bounds b=0.1:0.4,m=0.5:3");
    assert_true(fabs(number(r.out, "b") - 0.4) < 1e-9);
    assert_non_null(strstr(behind(r.out, "warnings"), "upper bound 0.4"));
    assert_non_null(strstr(r.err, "contensou fit: warning: b ended at its upper bound 0.4"));
    run_free(&r);
    r = run_well("fit --shape disk --model pade1 --quiet --bounds a=0.5:2");
    assert_true(fabs(number(r.out, "a") - 1) > 1e-3); /* 1 is the integrals' */
    run_free(&r);
}

static void output_goes_where_it_is_sent(void **state)
{
    struct run_result r = run_well("fit --shape disk --model potential4 -o fit.json --quiet");
    char *text = file_text("fit.json");

    (void)state;
    assert_string_equal(r.out, "");
    assert_true(number(text, "c1") > 0.4);
    run_free(&r);
    r = run_well("fit --shape disk --model potential4 -o - --export json --quiet");
    assert_true(number(r.out, "c1") == number(text, "c1"));
    free(text);
    run_free(&r);
    assert_int_equal(run_count_files(), 1);
}

static void code_is_exported(void **state)
{
    (void)state;
    for (size_t i = 0; i < contensou__export_language_count; ++i) {
        const char *name = contensou__export_language_names[i];
        const struct contensou__language *language = NULL;
        struct run_result r;
        char file[24], *text;

        assert_int_equal(contensou__export_language_find(name, &language, NULL), CONTENSOU_OK);
        snprintf(file, sizeof file, "law%zu%s", i, language->ending[0]);
        r = run_program("fit --shape disk --unit m --model potential4 --export %s --name my_law "
                        "-o %s --quiet",
                        name, file);

        assert_int_equal(r.code, 0);
        assert_string_equal(r.out, "");
        text = file_text(file);
        if (language->packed) /* an archive */
            assert_memory_equal(text, "PK\003\004", 4);
        else {
            assert_non_null(strstr(text, "my_law"));
            assert_non_null(strstr(text, "--export")); /* the command, in its comment */
        }
        free(text);
        run_free(&r);
    }
    assert_int_equal(run_count_files(), contensou__export_language_count);
}

static void engines_get_their_parameters(void **state)
{
    (void)state;
    for (size_t i = 0; i < contensou__export_engine_count; ++i) {
        struct run_result r =
            run_program("fit --shape disk --unit m --pressure hertz --engine %s --mu 0.45",
                        contensou__export_engine_names[i]);

        if (strcmp(contensou__export_engine_names[i], "brax") == 0) { /* says what to use instead */
            assert_int_equal(r.code, 2);
            assert_non_null(strstr(r.err, "mjx"));
        } else {
            assert_int_equal(r.code, 0);
            assert_non_null(strstr(r.out, "0.45"));
        }
        run_free(&r);
    }
}

static void pictures_are_drawn(void **state)
{
    struct run_result r =
        run_well("fit --shape ellipse:1,0.5 --model ellipsoid --plot fit.png -o f.json");
    char *png;

    (void)state;
    png = file_text("fit.png");
    assert_memory_equal(png, "\x89PNG", 4);
    free(png);
    run_free(&r);
    run_write_file("rows.csv", "vx,vy,omega,Tx\n1,0,0.5,0.4\n1,0,2,0.1\n0.5,0.5,0.1,0.3\n");
    r = run_well("fit --shape disk --model potential4 --data rows.csv --plot data.svg -o d.json");
    run_free(&r);
    assert_int_equal(run_count_files(), 5);
}

/* Rows of the ellipsoid law with mu = 0.3, mu_lambda = 1, mu_tau = 0.4, c_omega = 0.5: T = 0.3 v/s,
 * M = 0.12 * 0.5 w/s, s^2 = v^2 + (0.5 w)^2; columns in any order, slips of any size. */
static void write_rows(const char *name, int count, double outlier)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    fprintf(file, "M,weight,vx,vy,omega,Tx,Ty\n");
    for (int i = 0; i < count; ++i) {
        const double theta = 0.1 + 1.4 * i / count, phi = 0.7 * i, size = 0.1 * (i + 1);
        const double vx = cos(theta) * cos(phi), vy = cos(theta) * sin(phi), w = sin(theta);
        const double s = sqrt(vx * vx + vy * vy + 0.25 * w * w), sign = i % 2 ? -1 : 1;

        fprintf(file, "%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g\n", sign * 0.06 * w / s, 1 + i % 3,
                size * sign * vx, size * sign * vy, size * sign * w,
                sign * 0.3 * vx / s + (i == 3 ? outlier : 0), sign * 0.3 * vy / s);
    }
    fclose(file);
}

static void data_give_parameters_and_intervals(void **state)
{
    struct run_result r;
    const char *intervals;

    (void)state;
    write_rows("rows.csv", 24, 0);
    r = run_well("fit --shape disk --model ellipsoid --data rows.csv --fix mu_lambda=1 --free mu");
    starts_with(r.out, "file", "\"rows.csv\"");
    starts_with(r.out, "loss", "\"square\"");
    assert_true(number(r.out, "rows") == 24);
    assert_true(fabs(number(r.out, "mu") - 0.3) < 1e-7);
    assert_true(fabs(number(r.out, "mu_tau") - 0.4) < 1e-6);
    assert_true(fabs(number(r.out, "c_omega") - 0.5) < 1e-6);
    intervals = behind(r.out, "intervals");
    starts_with(intervals, "mu", "[0.29999");
    assert_null(strstr(intervals, "\"mu_lambda\": [")); /* it was fixed */
    assert_non_null(strstr(r.err, "95 % in"));
    run_free(&r);
}

/* mu and mu_lambda only appear as a product. */
static void what_data_do_not_determine_is_said(void **state)
{
    struct run_result r;

    (void)state;
    write_rows("rows.csv", 24, 0);
    for (int bounded = 0; bounded < 2; ++bounded) {
        r = run_well("fit %s",
                     bounded ? "--shape disk --model ellipsoid --data rows.csv --free mu --quiet "
                               "--bounds mu_lambda=0.3:2"
                             : "--shape disk --model ellipsoid --data rows.csv --free mu --quiet");
        assert_true(number(r.out, "mu_lambda") == 1);
        assert_non_null(strstr(r.err, "contensou fit: warning: mu_lambda = 1 is kept: beside "));
        assert_non_null(strstr(behind(r.out, "warnings"), "mu_lambda = 1 is kept"));
        assert_null(strstr(r.out, "do not determine"));
        run_free(&r);
    }
    run_write_file("rows.csv", "vx,vy,omega,Tx,Ty,M\n1,0,0,0.3,0,0\n0,1,0,0,0.31,0\n1,1,0,0.2,0.2,"
                               "0\n-1,2,0,-0.1,0.3,0\n"); /* sliding alone shows neither b nor m */
    r = run_well("fit --shape disk --model I11 --data rows.csv --free mu --quiet");
    starts_with(behind(r.out, "intervals"), "b", "[0, null]");
    assert_non_null(strstr(behind(r.out, "warnings"), "do not determine b, m"));
    assert_non_null(strstr(r.err, "contensou fit: warning: these data do not determine"));
    run_free(&r);
}

static void a_robust_loss_passes_over_an_outlier(void **state)
{
    struct run_result square, huber;

    (void)state;
    write_rows("rows.csv", 24, 1);
    square =
        run_well("fit --shape disk --model ellipsoid --data rows.csv --fix mu_lambda=1 --free mu");
    huber =
        run_well("fit --shape disk --model ellipsoid --data rows.csv --fix mu_lambda=1 --free mu "
                 "--loss huber");
    assert_true(fabs(number(square.out, "mu") - 0.3) > 1e-3);
    assert_true(fabs(number(huber.out, "mu") - 0.3) < 1e-5);
    starts_with(huber.out, "loss", "\"huber\"");
    run_free(&square);
    run_free(&huber);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(json_holds_the_contract, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(quiet_hides_the_bar_and_no_report, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(no_two_rows_of_a_report_have_one_name, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parameters_are_those_of_the_law, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_size_is_printed_and_can_be_chosen, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(options_reach_the_fit, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(output_goes_where_it_is_sent, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(code_is_exported, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(engines_get_their_parameters, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(pictures_are_drawn, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(data_give_parameters_and_intervals, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_data_do_not_determine_is_said, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_robust_loss_passes_over_an_outlier, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
