/* test_help.c: the program explains itself. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include "laws/friction.h"
#include "laws/law.h"
#include "parts/stepper.h"

#include <contensou/version.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void expect(const struct run_result *result, const char *piece)
{
    if (!strstr(result->out, piece))
        fail_msg("'%s' is not in: %s", piece, result->out);
}

static void expect_narrow(const struct run_result *result)
{
    for (const char *line = result->out; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, 88);
}

static void the_version_is_one_line(void **state)
{
    struct run_result result = run_program("--version");

    (void)state;
    assert_int_equal(result.code, 0);
    assert_string_equal(result.out, "contensou " CONTENSOU_VERSION "\n");
    assert_string_equal(result.err, "");
    run_free(&result);
}

static void the_help_lists_the_commands(void **state)
{
    struct run_result result = run_program("--help");

    (void)state;
    assert_int_equal(result.code, 0);
    expect(&result, "\n  devices ");
    expect(&result, "\n  list ");
    expect(&result, "\n  eval ");
    expect(&result, "\n  run ");
    expect(&result, "\n  sweep ");
    expect(&result, "\n  merge ");
    expect_narrow(&result);
    run_free(&result);
}

static void help_and_version_are_commands_too(void **state)
{
    static const char *const same[][2] = {
        {"help", "--help"}, {"help sweep", "sweep --help"}, {"version", "--version"}};
    struct run_result result;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct run_result one = run_program("%s", same[i][0]), two = run_program("%s", same[i][1]);

        assert_int_equal(one.code, 0);
        assert_string_equal(one.out, two.out);
        run_free(&one);
        run_free(&two);
    }
    result = run_program("help sweeep");
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "did you mean 'sweep'?"));
    run_free(&result);
    result = run_program("help sweep run");
    assert_int_equal(result.code, 2);
    run_free(&result);
}

static void each_command_explains_its_options(void **state)
{
    static const char *const own[] = {"--shape SHAPE",
                                      "--pressure PRESSURE",
                                      "--tilt K,BETA",
                                      "--center X,Y",
                                      "--theta R",
                                      "--phi R",
                                      "--points FILE",
                                      "--method NAME",
                                      "--cells N",
                                      "--jacobian",
                                      "-o, --output",
                                      "--plot FILE",
                                      "--plot-kind",
                                      "--dump-program FILE",
                                      "(default: 101)",
                                      "(default: auto)",
                                      "rad"};
    static const char *const common[] = {"--device",         "--precision",       "--pack",
                                         "--quiet",          "(default: double)", "examples:\n",
                                         "usage: contensou "};
    static const char *const commands[] = {"eval", "list", "devices", "merge", "run", "sweep"};

    (void)state;
    for (size_t c = 0; c < sizeof commands / sizeof commands[0]; c++) {
        struct run_result result = run_program("%s --help", commands[c]);

        assert_int_equal(result.code, 0);
        for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
            expect(&result, common[i]);
        assert_null(strstr(result.out, "--lanes N")); /* the old name of --pack */
        for (size_t i = 0; c == 0 && i < sizeof own / sizeof own[0]; i++)
            expect(&result, own[i]);
        expect_narrow(&result);
        run_free(&result);
    }
}

static void help_wins_over_wrong_options(void **state)
{
    struct run_result right = run_program("eval --help");
    struct run_result wrong = run_program("eval --shap disk --help");

    (void)state;
    assert_int_equal(wrong.code, 0);
    assert_string_equal(wrong.out, right.out);
    run_free(&right);
    run_free(&wrong);
}

static void the_contacts_are_listed(void **state)
{
    static const char *const pieces[] = {
        "disk",     "annulus:q",  "ellipse:a,b", "rectangle:a,b", "polygon:FILE",
        "map:FILE", "cells:FILE", "uniform",     "hertz",         "parabolic",
        "power:q",  "boussinesq", "exact",       "--tilt",        "--center"};
    struct run_result contacts = run_program("list contacts"), all = run_program("list");

    (void)state;
    assert_int_equal(contacts.code, 0);
    assert_int_equal(all.code, 0);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        expect(&contacts, pieces[i]);
    assert_int_equal(strncmp(all.out, contacts.out, contacts.out_size), 0);
    expect(&all, "systems (SYSTEM)");
    expect(&all, "\n\nobservers (--observe");
    run_free(&contacts);
    run_free(&all);
}

/* Defaults are the values printed in [1] section 5, [2] section 5 and [4] section 4. */
static void systems_are_listed_with_names_defaults_and_units(void **state)
{
    static const char *const pieces[] = {"disk_belt",
                                         "xdot ",
                                         "k12          0.85",
                                         "mu_bar       5 ",
                                         "block_belt",
                                         "belt_in_fex  0",
                                         "Omega0_sq    2e-05",
                                         "V_dr         0.2",
                                         "pendulum",
                                         "X_A ",
                                         "B            0.01      kg m^2",
                                         "omega_0      40        rad/s",
                                         "free_disk",
                                         "k_sq         0.5",
                                         "rolling_ball",
                                         "k_r          0.5",
                                         "lorenz",
                                         "beta         2.66667"};
    struct run_result systems = run_program("list systems");

    (void)state;
    assert_int_equal(systems.code, 0);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        expect(&systems, pieces[i]);
    run_free(&systems);
}

/* The systems are those of the issue: laws of a patch, along a line, rolling. Defaults: the fits of a uniform
 * disk (docs/maths.md 2), F_s = 1 and delta = 3 of [2], M0 = <r> = 2/3 of the disk. */
static void laws_are_listed_with_numbers_and_systems(void **state)
{
    static const char *const pieces[] = {"disk_belt, pendulum, free_disk\n",
                                         "\n  rolling_ball\n",
                                         "\n  block_belt\n",
                                         "\n  lorenz\n",
                                         "b         0.45196   -",
                                         "m         0.764818  -",
                                         "M0        0.666667  -",
                                         "eps       system's  velocity",
                                         "F_s       1         force",
                                         "delta     3         1/velocity how fast",
                                         "eta_prime ",
                                         "it creeps: below eps friction falls as slip^3",
                                         "FILE.json "};
    struct run_result laws = run_program("list laws");

    (void)state;
    assert_int_equal(laws.code, 0);
    expect_narrow(&laws);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        expect(&laws, pieces[i]);
    for (size_t i = 0; i < contensou__registry_name_count; i++) {
        char start[40];

        snprintf(start, sizeof start, "  %s", contensou__registry_names[i]);
        expect(&laws, start);
    }
    run_free(&laws);
}

static void steppers_and_observers_are_listed(void **state)
{
    static const char *const words[] = {"final", "extrema", "section", "period", "stick", "series"};
    struct run_result steppers = run_program("list steppers");
    struct run_result observers = run_program("list observers");

    (void)state;
    assert_int_equal(steppers.code, 0);
    assert_int_equal(observers.code, 0);
    expect_narrow(&steppers);
    expect_narrow(&observers);
    expect(&steppers, "\n  auto ");
    for (size_t i = 0; i < contensou__stepper_name_count; i++) {
        char start[40];

        snprintf(start, sizeof start, "\n  %-10s", contensou__stepper_names[i]);
        expect(&steppers, start);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char start[40];

        snprintf(start, sizeof start, "\n  %-10s", words[i]);
        expect(&observers, start);
    }
    run_free(&steppers);
    run_free(&observers);
}

/* The range of power:q is said by the list and by the message from one place. */
static void a_range_is_the_same_in_the_list_and_in_the_message(void **state)
{
    struct run_result list = run_program("list contacts");
    struct run_result low = run_program("eval --shape disk --pressure power:-0.95 --theta 0");
    struct run_result high = run_program("eval --shape disk --pressure power:21 --theta 0");

    (void)state;
    expect(&list, "(1 - s)^q, -0.9 <= q <= 20\n");
    run_assert_refused(&low, run_count_files(), "power:-0.95", "outside -0.9 to 20", NULL);
    run_assert_refused(&high, run_count_files(), "power:21", "outside -0.9 to 20", NULL);
    run_free(&list);
}

/* Every model has its line, with parameters, contacts and meaning. */
static void the_models_are_listed(void **state)
{
    struct run_result models = run_program("list models");

    (void)state;
    assert_int_equal(models.code, 0);
    expect_narrow(&models);
    for (size_t i = 0; i < contensou__registry_model_count; i++) {
        char start[32];

        snprintf(start, sizeof start, "\n  %-12s", contensou__registry_models[i]);
        expect(&models, start);
        expect(&models, contensou__registry_text(contensou__registry_models[i]));
    }
    expect(&models, " b, m                        half-turn  second order at pure spin\n");
    expect(&models, " m, a, b, M0, F_r, M_ur      circular ");
    expect(&models, " c1, c2, or k10 .. k51       all ");
    run_free(&models);
}

static void a_list_that_is_none_gets_the_nearest_name(void **state)
{
    struct run_result result = run_program("list modles");

    (void)state;
    run_assert_refused(&result, run_count_files(), "'modles'", "did you mean 'models'?", NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_one_line),
        cmocka_unit_test(the_help_lists_the_commands),
        cmocka_unit_test(help_and_version_are_commands_too),
        cmocka_unit_test(each_command_explains_its_options),
        cmocka_unit_test(help_wins_over_wrong_options),
        cmocka_unit_test(the_contacts_are_listed),
        cmocka_unit_test(a_range_is_the_same_in_the_list_and_in_the_message),
        cmocka_unit_test(the_models_are_listed),
        cmocka_unit_test(a_list_that_is_none_gets_the_nearest_name),
        cmocka_unit_test(systems_are_listed_with_names_defaults_and_units),
        cmocka_unit_test(laws_are_listed_with_numbers_and_systems),
        cmocka_unit_test(steppers_and_observers_are_listed),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
