/* test_export_text.c: the names, comments and engine parameters that are exported.
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* popen */
#include <contensou/eval.h>
#include <contensou/export.h>
#include <contensou/version.h>

#include "fit/export/export_engine.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fit/export/export_language.h"
#include "problems/patches.h"

static const double pi = 3.14159265358979323846;

static struct contensou_error err;
static struct contensou_device *device;
static struct contensou_patch *disk, *disk_in_metres; /* some engines take no other */

static int open_all(void **state)
{
    (void)state;
    disk = patches_make_named("disk_uniform");
    disk_in_metres = patches_make(&(struct contensou_patch_spec){
        .size = sizeof(struct contensou_patch_spec), .shape = "disk", .unit = "m"});
    return (int)contensou_device_open(&device, NULL, &err);
}

static int close_all(void **state)
{
    (void)state;
    contensou_patch_free(disk);
    contensou_patch_free(disk_in_metres);
    contensou_device_close(device);
    return 0;
}

/* The ellipsoid needs no table, so that texts come quickly. */
static struct contensou_fit_result ellipsoid(void)
{
    struct contensou_fit_result r = {.model = "ellipsoid", .count = 3, .passive = 1};

    r.parameter[0] = (struct contensou_fit_parameter){"mu_lambda", 1, 1, 1, 1};
    r.parameter[1] = (struct contensou_fit_parameter){"mu_tau", 0.66, 1, 0.66, 0.66};
    r.parameter[2] = (struct contensou_fit_parameter){"c_omega", 0.6, 1, 0.6, 0.6};
    return r;
}

static enum contensou_status try_name(const char *language, const char *name)
{
    const struct contensou_fit_result r = ellipsoid();
    const struct contensou_export_options options = {sizeof options, language, name, NULL};
    char *text = NULL;
    const enum contensou_status status =
        contensou_export_code(disk_in_metres, &r, &options, &text, &err);

    assert_true(status ? text == NULL : text != NULL);
    free(text);
    return status;
}

static void refuse(const char *language, const char *name)
{
    assert_int_equal(try_name(language, name), CONTENSOU_EARGUMENT);
    if (*name && !strstr(err.message, name))
        fail_msg("does not name '%s': %s", name, err.message);
}

static void a_name_that_is_no_identifier_is_refused(void **state)
{
    const char *const *languages = contensou__export_language_names;
    static const char *const bad[] = {
        "", "2fast", "my law", "a-b", "f(x)", "f;", "gr\xc3\xb6\xc3\x9f"};
    char longest[65];

    (void)state;
    memset(longest, 'a', 64);
    longest[64] = '\0';
    for (size_t l = 0; l < contensou__export_language_count; ++l) {
        for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
            refuse(languages[l], bad[i]);
        refuse(languages[l], longest); /* 64 letters */
        assert_int_equal(try_name(languages[l], longest + 1), CONTENSOU_OK);
        assert_int_equal(try_name(languages[l], "Law_2"), CONTENSOU_OK);
    }
    refuse("matlab", "_law");
    assert_int_equal(try_name("c", "_law"), CONTENSOU_OK);
}

static void a_keyword_of_the_language_is_refused(void **state)
{
    (void)state;
    refuse("c", "double");
    refuse("c", "while");
    refuse("c", "sqrt"); /* declared by <math.h> */
    refuse("python", "lambda");
    refuse("python", "numpy");
    refuse("matlab", "elseif");
    refuse("matlab", "end");
    refuse("modelica", "algorithm");
    refuse("modelica", "der");
    refuse("python", "vx");      /* an argument */
    refuse("modelica", "scale"); /* a variable of the function */
    assert_int_equal(try_name("c", "lambda"), CONTENSOU_OK);
    assert_int_equal(try_name("python", "double"), CONTENSOU_OK);
    assert_int_equal(try_name("c", "whil"), CONTENSOU_OK);
}

/* Refuses every word that the command prints, but for those that the text, where there is one, does not call. */
static void refuse_all(const char *language, const char *command, const char *text)
{
    FILE *words = popen(command, "r");
    char word[64];
    int count = 0;

    assert_non_null(words);
    while (fscanf(words, "%63s", word) == 1) {
        char call[66];
        const char *at = text;

        snprintf(call, sizeof call, "%s(", word);
        while (at && (at = strstr(at, call)) &&
               (isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.'))
            ++at;
        if (text && !at)
            continue;
        if (contensou_export_check_name(language, word, &err) == CONTENSOU_OK)
            fail_msg("%s: a function may be called '%s'", language, word);
        ++count;
    }
    assert_int_equal(pclose(words), 0);
    assert_in_range(count, 5, 1000);
}

/* The header is read by C and C++ compilers: the keywords of both, and what <math.h> declares or defines in them. */
static void every_word_that_the_texts_need_is_refused(void **state)
{
    static const char *const scripts[] = {"python", "mujoco"};

    (void)state;
    refuse_all("c",
               "echo 'class namespace template typename public private protected virtual friend "
               "operator new delete this throw try catch using explicit export mutable nullptr "
               "constexpr consteval constinit concept requires noexcept decltype static_assert "
               "static_cast const_cast dynamic_cast reinterpret_cast typeid thread_local alignas "
               "alignof asm bool wchar_t char8_t char16_t char32_t co_await co_return co_yield "
               "true false and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq'",
               NULL);
    refuse_all("c",
               "echo '#include <math.h>' | cc -E -dM -x c - | awk '$2 !~ /^_/ {sub(/[(].*/, \"\", "
               "$2); print $2}'",
               NULL);
    refuse_all(
        "c",
        "echo '#include <math.h>' | cc -E -x c - | sed -n 's/^extern .*[ *]\\([a-z][a-z0-9_]*"
        "\\) (.*/\\1/p' | sort -u",
        NULL);
    refuse_all("fmu", "echo fmi2Real fmi2DoStep fmi2OK unit_mu unit class malloc", NULL);
    refuse_all("python", "python3 -c 'import keyword; print(*keyword.kwlist)'", NULL);
    for (size_t i = 0; i < 2; ++i) {
        const struct contensou_fit_result r = ellipsoid();
        const struct contensou_export_options options = {sizeof options, scripts[i], "law", NULL};
        char *text = NULL;

        assert_int_equal(contensou_export_code(disk, &r, &options, &text, &err), CONTENSOU_OK);
        refuse_all(scripts[i], "python3 -c 'import builtins; print(*dir(builtins))'", text);
        free(text);
    }
}

static void an_unknown_language_gives_the_nearest(void **state)
{
    (void)state;
    assert_int_not_equal(try_name("pyhton", "f"), CONTENSOU_OK);
    assert_non_null(strstr(err.message, "no language named 'pyhton'; did you mean 'python'?"));
    assert_int_not_equal(try_name(NULL, "f"), CONTENSOU_OK);
}

static void a_parameter_that_is_not_finite_is_refused(void **state)
{
    const struct contensou_export_options options = {sizeof options, "c", NULL, NULL};
    struct contensou_fit_result r = ellipsoid();
    char *text = NULL;

    (void)state;
    r.parameter[1].value = NAN;
    assert_int_equal(contensou_export_code(disk, &r, &options, &text, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "mu_tau"));
}

/* The numbers of the uniform disk are those that issue 4 requires. */
static void the_comment_says_what_the_fit_was(void **state)
{
    static const char *const parts[] = {"contensou_I11",
                                        "contact: disk, pressure uniform",
                                        "b = 0.45196",
                                        ", m = 0.76481",
                                        "rms 0.01485",
                                        "max_T 0.02886",
                                        "max_M 0.03334",
                                        "passive: yes",
                                        "made by: contensou fit disk",
                                        "version: contensou " CONTENSOU_VERSION,
                                        "minus mu N times the result"};
    const struct contensou_fit_options options = {
        .size = sizeof options, .model = "I11", .starts = 2};
    const struct contensou_export_options export = {sizeof export, "c", NULL,
                                                    "contensou fit disk */ int x; /* \n y"};
    struct contensou_fit_result r;
    char *text = NULL, *ends;

    (void)state;
    if (contensou_fit(disk, device, &options, &r, &err) ||
        contensou_export_code(disk, &r, &export, &text, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (!strstr(text, parts[i]))
            fail_msg("'%s' is not in\n%s", parts[i], text);
    ends = strstr(text, "*/"); /* the comment ends once, before the code, and holds no other */
    assert_non_null(ends);
    assert_memory_equal(ends, "*/\n#ifndef", 10);
    *ends = '\0';
    assert_null(strstr(text + 1, "/*"));
    free(text);
}

static char *engine(const struct contensou_patch *patch, const char *name, double mu)
{
    static char *text;

    if (contensou_export_engine(
            patch, device,
            &(struct contensou_engine_options){
                .size = sizeof(struct contensou_engine_options), .engine = name, .mu = mu},
            &text, &err))
        fail_msg("%s", err.message);
    return text;
}

/* The number behind a word of the text. */
static double number_after(const char *text, const char *word)
{
    const char *at = strstr(text, word);

    if (!at)
        fail_msg("'%s' is not in\n%s", word, text);
    return strtod(at + strlen(word), NULL);
}

/* The root of the mean square of force and torque errors over 181 directions of the disk, of an
 * ellipsoid with the length c, or of force and torque apart. */
static double error_of(double c, int coupled)
{
    enum { n = 181 };
    static double slip[3 * n], wrench[3 * n];
    double sum = 0;

    for (size_t i = 0; i < n; ++i) {
        slip[i] = i + 1 < n ? cos(pi / 2 * (double)i / (n - 1)) : 0;
        slip[2 * n + i] = sin(pi / 2 * (double)i / (n - 1));
    }
    if (contensou_eval_reference(disk, NULL, n, slip, wrench, NULL, &err))
        fail_msg("%s", err.message);
    for (size_t i = 0; i < n; ++i) {
        const double v = slip[i], w = slip[2 * n + i], r = hypot(v, c * w);
        const double T = coupled ? v / r : v > 0, M = coupled ? c * c * w / r : c * (w > 0);

        sum +=
            (T - wrench[i]) * (T - wrench[i]) + (M - wrench[2 * n + i]) * (M - wrench[2 * n + i]);
    }
    return sqrt(sum / (2 * n));
}

static void mujoco_gets_the_best_ellipsoid(void **state)
{
    char *text = engine(disk, "mujoco", 0.5);
    const double mu = number_after(text, "friction=\""),
                 c = number_after(text, "friction=\"0.5 ") / mu;

    (void)state;
    assert_float_equal(mu, 0.5, 0);
    assert_float_equal(number_after(text, "rms "), error_of(c, 1), 1e-5);
    assert_true(error_of(c, 1) < error_of(0.999 * c, 1));
    assert_true(error_of(c, 1) < error_of(1.001 * c, 1));
    assert_non_null(strstr(text, "cone=\"elliptic\""));
    free(text);
}

/* <r> = 2/3 on the uniform disk. */
static void engines_that_separate_get_the_torque_of_pure_spin(void **state)
{
    char *bullet = engine(disk_in_metres, "bullet", 0.3),
         *chrono = engine(disk_in_metres, "chrono", 0.3);

    (void)state;
    assert_float_equal(number_after(bullet, "setSpinningFriction("), 0.2, 1e-6);
    assert_float_equal(number_after(bullet, "setFriction("), 0.3, 0);
    assert_float_equal(number_after(chrono, "SetSpinningFriction("), 0.2, 1e-6);
    assert_float_equal(number_after(bullet, "rms "), error_of(2.0 / 3, 0), 1e-4);
    free(bullet);
    free(chrono);
}

/* Gazebo's formula is Hertz': its radius is then that of the patch. */
static void gazebo_gets_the_radius_of_a_hertz_contact(void **state)
{
    struct contensou_patch *hertz =
        patches_make(&(struct contensou_patch_spec){.size = sizeof(struct contensou_patch_spec),
                                                    .shape = "disk",
                                                    .pressure = "hertz",
                                                    .unit = "m"});
    char *text = engine(hertz, "gazebo", 0.7);

    (void)state;
    assert_float_equal(number_after(text, "<patch_radius>"), 1, 1e-6);
    assert_float_equal(number_after(text, "<coefficient>"), 0.7, 0);
    contensou_patch_free(hertz);
    free(text);
}

static void drake_is_told_that_it_has_no_torque(void **state)
{
    char *text = engine(disk_in_metres, "drake", 0.4);

    (void)state;
    assert_float_equal(number_after(text, "<drake:mu_dynamic>"), 0.4, 0);
    assert_float_equal(number_after(text, "max_M "), 2.0 / 3, 1e-4); /* all of it, in pure spin */
    assert_non_null(strstr(text, "Hydroelastic"));
    free(text);
}

static void the_length_scales_with_the_patch(void **state)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "ellipse:0.01,0.01", .pressure = "uniform", .unit = "m"};
    struct contensou_patch *patch = patches_make(&spec);
    char *text = engine(patch, "bullet", 1);

    (void)state;
    assert_float_equal(number_after(text, "setSpinningFriction("), 0.02 / 3, 1e-8);
    contensou_patch_free(patch);
    free(text);
}

/* Errors of rings of feet at 2R/3 are 0.053 and 0.037; fitted places do better. Every engine writes as many as it carries,
 * and says what more of them did. */
static void feet_come_near_the_exact_wrench(void **state)
{
    static const double most[2] = {0.053, 0.028};

    (void)state;
    for (size_t i = 0; i < contensou__export_engine_count; ++i)
        for (int n = 4; n <= 8; n += 4) {
            const char *name = contensou__export_engine_names[i];
            const struct contensou_engine_options options = {sizeof options, name, 0.3, n};
            char *text = NULL;
            double rms;

            if (contensou_export_engine(disk_in_metres, device, &options, &text, &err)) {
                const char *why = strcmp(name, "brax") == 0 ? "use the engine mjx" : "measured";

                assert_null(text);
                assert_true(n == 8 || strcmp(name, "brax") == 0);
                if (!strstr(err.message, why))
                    fail_msg("%s, %d feet: %s", name, n, err.message);
                continue;
            }
            rms = number_after(text, "rms ");
            if (!(rms > 0.02 && rms < most[n == 8]))
                fail_msg("%s, %d feet: rms %g", name, n, rms);
            free(text);
        }
    for (int n = 1; n <= 17; n += 16) {
        const struct contensou_engine_options options = {sizeof options, "mujoco", 0.3, n};
        char *text = NULL;

        assert_int_equal(contensou_export_engine(disk_in_metres, device, &options, &text, &err),
                         CONTENSOU_EARGUMENT);
        assert_non_null(strstr(err.message, "2 to 16"));
    }
}

/* The feet of a triangle stand about its centre of pressure, and carry mu N together. */
static void feet_carry_the_weight_level(void **state)
{
    struct contensou_patch *patch = patches_make_named("triangle");
    const struct contensou_engine_options options = {sizeof options, "mujoco", 0.3, 4};
    double sum[3] = {0, 0, 0}, center[2] = {0, 0};
    char *text = NULL;
    int count = 0;

    (void)state;
    assert_int_equal(contensou_export_engine(patch, device, &options, &text, &err), CONTENSOU_OK);
    for (const char *at = text; (at = strstr(at, "pos=\"")); ++at, ++count) {
        double x = 0, y = 0, mu = 0;

        assert_int_equal(sscanf(at, "pos=\"%lf %lf", &x, &y), 2);
        assert_int_equal(sscanf(strstr(at, "friction"), "friction=\"%lf", &mu), 1);
        sum[0] += x / 4;
        sum[1] += y / 4;
        sum[2] += mu / 4;
    }
    assert_int_equal(count, 4);
    for (int k = 0; k < 2; ++k)
        assert_int_equal(contensou_patch_moment(patch, k == 0, k == 1, 0, &center[k], &err), 0);
    assert_true(hypot(sum[0] - center[0], sum[1] - center[1]) < 1e-5);
    assert_true(fabs(sum[2] - 0.3) < 1e-5);
    free(text);
    contensou_patch_free(patch);
}

/* Of every foot of a rectangle the three images are feet, too, as often as it is; least squares alone twist them. */
static void feet_have_the_mirrors_of_the_contact(void **state)
{
    static const char *const shapes[] = {"rectangle:1,0.5", "disk", "annulus:0.5", "ellipse:2,1"};

    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; ++k)
        for (int n = 4; n <= 8; n += 2) {
            const struct contensou_patch_spec spec = {
                .size = sizeof spec, .shape = shapes[k], .unit = "m"};
            const struct contensou_engine_options options = {sizeof options, "drake", 0.3, n};
            struct contensou_patch *patch = patches_make(&spec);
            double x[8], y[8];
            char *text = NULL;
            int count = 0;

            assert_int_equal(contensou_export_engine(patch, device, &options, &text, &err), 0);
            for (const char *at = text; (at = strstr(at, "<pose>")); ++at, ++count)
                assert_int_equal(sscanf(at, "<pose>%lf %lf", &x[count], &y[count]), 2);
            assert_int_equal(count, n);
            for (int image = 0; image < 3; ++image)
                for (int i = 0; i < n; ++i) {
                    const double sx = image == 1 ? 1 : -1, sy = image == 0 ? 1 : -1;
                    int found = 0;

                    for (int j = 0; j < n; ++j)
                        found += hypot(x[j] - sx * x[i], y[j] - sy * y[i]) < 1e-5;
                    if (found != 1)
                        fail_msg("%s, %d feet: no image of %g, %g", shapes[k], n, x[i], y[i]);
                }
            free(text);
            contensou_patch_free(patch);
        }
}

static void wrong_engines_and_coefficients_are_refused(void **state)
{
    char *text = NULL;

    (void)state;
    assert_int_not_equal(
        contensou_export_engine(
            disk_in_metres, device,
            &(struct contensou_engine_options){
                .size = sizeof(struct contensou_engine_options), .engine = "mujocco", .mu = 1},
            &text, &err),
        CONTENSOU_OK);
    assert_non_null(strstr(err.message, "no engine named 'mujocco'; did you mean 'mujoco'?"));
    assert_int_equal(
        contensou_export_engine(
            disk_in_metres, device,
            &(struct contensou_engine_options){
                .size = sizeof(struct contensou_engine_options), .engine = "drake", .mu = -1},
            &text, &err),
        CONTENSOU_EARGUMENT);
    assert_int_equal(
        contensou_export_engine(
            disk_in_metres, device,
            &(struct contensou_engine_options){
                .size = sizeof(struct contensou_engine_options), .engine = "drake", .mu = NAN},
            &text, &err),
        CONTENSOU_EARGUMENT);
    assert_int_equal(
        contensou_export_engine(
            disk, device,
            &(struct contensou_engine_options){
                .size = sizeof(struct contensou_engine_options), .engine = "sapien", .mu = 1},
            &text, &err),
        CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "no unit of length, and sapien computes in metres"));
    assert_null(text);
}

/* The comment of a law, up to its code. */
static char *comment(struct contensou_patch *patch, const char *model, const char *language)
{
    const struct contensou_fit_options fit = {
        .size = sizeof fit, .model = model, .theta_nodes = 31, .starts = 1};
    const struct contensou_export_options options = {sizeof options, language, NULL, NULL};
    struct contensou_fit_result r;
    char *text = NULL;

    if (contensou_fit(patch, device, &fit, &r, &err) ||
        contensou_export_code(patch, &r, &options, &text, &err))
        fail_msg("%s", err.message);
    return text;
}

/* A map has the pressures of its file; potential4 has one coefficient on a disk, and none named c1 off it. */
static void comments_say_what_is_there(void **state)
{
    struct contensou_patch *map = patches_make_named("map_3x3");
    char *text = comment(disk, "potential4", "c");

    (void)state;
    assert_non_null(strstr(text, "pressure uniform"));
    assert_non_null(strstr(text, "parameters: c1 = 0.4"));
    assert_null(strstr(text, "c2"));
    free(text);
    text = comment(map, "potential4", "c");
    assert_non_null(strstr(text, "pressure of the file"));
    assert_null(strstr(text, "uniform"));
    assert_null(strstr(text, " c1 = "));
    free(text);
    contensou_patch_free(map);
}

/* README: a potential needs square (or cube) roots only. */
static void potentials_need_roots_only(void **state)
{
    static const char *const models[] = {"potential4", "potential6", "potential8"};

    (void)state;
    for (int i = 0; i < 3; ++i) {
        char *text = comment(disk, models[i], "c");

        assert_null(strstr(text, "pow("));
        assert_non_null(strstr(text, "sqrt("));
        free(text);
        text = comment(disk, models[i], "matlab");
        assert_null(strchr(text, '^'));
        free(text);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_that_is_no_identifier_is_refused),
        cmocka_unit_test(a_keyword_of_the_language_is_refused),
        cmocka_unit_test(every_word_that_the_texts_need_is_refused),
        cmocka_unit_test(an_unknown_language_gives_the_nearest),
        cmocka_unit_test(a_parameter_that_is_not_finite_is_refused),
        cmocka_unit_test(the_comment_says_what_the_fit_was),
        cmocka_unit_test(comments_say_what_is_there),
        cmocka_unit_test(potentials_need_roots_only),
        cmocka_unit_test(mujoco_gets_the_best_ellipsoid),
        cmocka_unit_test(engines_that_separate_get_the_torque_of_pure_spin),
        cmocka_unit_test(gazebo_gets_the_radius_of_a_hertz_contact),
        cmocka_unit_test(drake_is_told_that_it_has_no_torque),
        cmocka_unit_test(the_length_scales_with_the_patch),
        cmocka_unit_test(feet_come_near_the_exact_wrench),
        cmocka_unit_test(feet_carry_the_weight_level),
        cmocka_unit_test(feet_have_the_mirrors_of_the_contact),
        cmocka_unit_test(wrong_engines_and_coefficients_are_refused),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, open_all, close_all);
}
