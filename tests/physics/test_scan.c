/* test_scan.c: a scan of many contacts finds what the fits one by one find.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <contensou/fit.h>

#include "problems/patches.h"
#include "support/agreement.h"

enum { most = 200 };

struct contacts {
    struct contensou_patch *patch[most];
    struct contensou_fit_result result[most];
    size_t count;
};

static void add(struct contacts *c, const char *shape, const char *pressure)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = shape, .pressure = pressure};

    c->patch[c->count++] = patches_make(&spec);
}

static void release(struct contacts *c)
{
    for (size_t i = 0; i < c->count; ++i)
        contensou_patch_free(c->patch[i]);
    free(c);
}

static struct contacts *empty(void)
{
    struct contacts *c = calloc(1, sizeof *c);

    assert_non_null(c);
    return c;
}

static enum contensou_status scan(struct contacts *c, const struct contensou_fit_options *options,
                                  struct contensou_error *err)
{
    return contensou_fit_scan((const struct contensou_patch *const *)c->patch, c->count,
                              agreement_open(CONTENSOU_PRECISION_DOUBLE), options, c->result, err);
}

static void succeed(struct contacts *c, const struct contensou_fit_options *options)
{
    struct contensou_error err = {0};

    if (scan(c, options, &err))
        fail_msg("scan of %s: %s", options->model, err.message);
}

static void near(const char *what, size_t contact, double got, double expected, double bound)
{
    if (!(fabs(got - expected) <= bound))
        fail_msg("%s of contact %zu: %.15g, expected %.15g to %g", what, contact, got, expected,
                 bound);
}

/* Parameters to 1e-6, rms to 1e-9: the two searches share no code but the law's. */
static void compare(struct contacts *c, const struct contensou_fit_options *options)
{
    succeed(c, options);
    for (size_t i = 0; i < c->count; ++i) {
        const struct contensou_fit_result *got = &c->result[i];
        struct contensou_fit_result one;
        struct contensou_error err = {0};

        if (contensou_fit(c->patch[i], agreement_open(CONTENSOU_PRECISION_DOUBLE), options, &one,
                          &err))
            fail_msg("%s on contact %zu: %s", options->model, i, err.message);
        assert_string_equal(got->model, one.model);
        assert_int_equal(got->count, one.count);
        for (int k = 0; k < one.count; ++k) {
            assert_string_equal(got->parameter[k].name, one.parameter[k].name);
            assert_int_equal(got->parameter[k].free, one.parameter[k].free);
            near(one.parameter[k].name, i, got->parameter[k].value, one.parameter[k].value, 1e-6);
        }
        near("rms", i, got->rms, one.rms, 1e-9);
        near("rms_T", i, got->rms_T, one.rms_T, 1e-6);
        near("rms_M", i, got->rms_M, one.rms_M, 1e-6);
        assert_int_equal(got->passive, one.passive);
    }
}

static void annuli_agree_with_single_fits(void **state)
{
    const struct contensou_fit_options options[] = {{.size = sizeof *options, .model = "I00"},
                                                    {.size = sizeof *options, .model = "I11"}};

    (void)state;
    for (size_t k = 0; k < 2; ++k) {
        struct contacts *c = empty();

        add(c, "annulus:0.1", NULL);
        add(c, "annulus:0.35", NULL);
        add(c, "annulus:0.6", NULL);
        add(c, "annulus:0.9", NULL);
        compare(c, &options[k]);
        release(c);
    }
}

static void disks_of_many_pressures_agree_with_single_fits(void **state)
{
    const struct contensou_fit_options options[] = {
        {.size = sizeof *options, .model = "I11"},
        {.size = sizeof *options, .model = "I20"},
        {.size = sizeof *options, .model = "I11", .weight_force = 2, .weight_torque = 1}};

    (void)state;
    for (size_t k = 0; k < sizeof options / sizeof *options; ++k) {
        struct contacts *c = empty();

        add(c, "disk", "power:-0.5");
        add(c, "disk", "power:0");
        add(c, "disk", "power:0.5");
        add(c, "disk", "power:3");
        compare(c, &options[k]);
        release(c);
    }
}

static void ellipses_agree_with_single_fits(void **state)
{
    const struct contensou_fit_options options = {
        .size = sizeof options, .model = "I11", .theta_nodes = 61, .phi_nodes = 12};
    struct contacts *c = empty();

    (void)state;
    add(c, "ellipse:1,0.8", NULL);
    add(c, "ellipse:1,0.5", "hertz");
    add(c, "ellipse:3,1", NULL);
    compare(c, &options);
    release(c);
}

static void rectangles_agree_with_single_fits(void **state)
{
    const struct contensou_fit_options options = {
        .size = sizeof options, .model = "I11", .theta_nodes = 61, .phi_nodes = 12};
    struct contacts *c = empty();

    (void)state;
    add(c, "rectangle:1,1", NULL);
    add(c, "rectangle:1,0.5", NULL);
    add(c, "rectangle:0.2,1", NULL);
    compare(c, &options);
    release(c);
}

/* With one parameter fixed the other is searched alone; with both, nothing is. */
static void fixed_parameters_stay_and_the_rest_agrees(void **state)
{
    const struct contensou_fit_bound m[] = {{"m", 0.9, 0.9}}, b[] = {{"b", 0.4, 0.4}},
                                     all[] = {{"b", 0.4, 0.4}, {"m", 0.9, 0.9}};
    const struct contensou_fit_options options[] = {
        {.size = sizeof *options, .model = "I11", .bounds = m, .bound_count = 1},
        {.size = sizeof *options, .model = "I11", .bounds = b, .bound_count = 1},
        {.size = sizeof *options, .model = "I11", .bounds = all, .bound_count = 2}};

    (void)state;
    for (size_t k = 0; k < 3; ++k) {
        struct contacts *c = empty();

        add(c, "annulus:0.2", NULL);
        add(c, "disk", "hertz");
        compare(c, &options[k]);
        for (size_t i = 0; i < c->count; ++i) {
            if (k != 1)
                near("m", i, c->result[i].parameter[1].value, 0.9, 1e-15);
            if (k != 0)
                near("b", i, c->result[i].parameter[0].value, 0.4, 1e-15);
        }
        release(c);
    }
}

static void bounds_beyond_the_law_are_refused(void **state)
{
    const struct contensou_fit_bound high[] = {{"m", 0.2, 0.9}}, unknown[] = {{"c1", 0, 1}};
    const struct contensou_fit_options out = {
        .size = sizeof out, .model = "I11", .bounds = high, .bound_count = 1};
    const struct contensou_fit_options other = {
        .size = sizeof other, .model = "I11", .bounds = unknown, .bound_count = 1};
    struct contacts *c = empty();
    struct contensou_error err = {0};

    (void)state;
    add(c, "annulus:0.2", NULL);
    add(c, "annulus:0.4", NULL);
    assert_int_equal(scan(c, &out, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "0.2 to 0.9 of m"));
    assert_int_not_equal(scan(c, &other, &err), CONTENSOU_OK);
    assert_non_null(strstr(err.message, "'c1'"));
    release(c);
}

/* A model that cannot be fitted on the device all at once has its whole report. */
static void other_models_are_fitted_one_by_one(void **state)
{
    const struct contensou_fit_options options = {
        .size = sizeof options, .model = "potential4", .starts = 2};
    struct contacts *c = empty();

    (void)state;
    add(c, "annulus:0.3", NULL);
    add(c, "disk", "parabolic");
    compare(c, &options);
    for (size_t i = 0; i < c->count; ++i) /* a scan on the device leaves this open, as 0 */
        assert_true(c->result[i].monotone == 1);
    release(c);
}

/* Neighbours differ by 1/250 in q: parameters move smoothly, so no search ended elsewhere. The
 * uniform disk is the limit q -> 0 with b = 0.4519601, m = 0.7648179, and the rms grows with q
 * beyond q = 0.2, where the hole begins to count. */
static void two_hundred_annuli_are_fitted_in_one_scan(void **state)
{
    const struct contensou_fit_options options = {.size = sizeof options, .model = "I11"};
    struct contacts *c = empty();

    (void)state;
    for (size_t i = 0; i < most; ++i) {
        char shape[32];

        snprintf(shape, sizeof shape, "annulus:%.17g", 0.1 + 0.8 * (double)i / (most - 1));
        add(c, shape, NULL);
    }
    succeed(c, &options);
    for (size_t i = 1; i < most; ++i) {
        const struct contensou_fit_result *r = &c->result[i], *before = &c->result[i - 1];

        near("b against its neighbour", i, r->parameter[0].value, before->parameter[0].value, 0.02);
        near("m against its neighbour", i, r->parameter[1].value, before->parameter[1].value, 0.01);
        assert_true(r->passive);
        if (i > most / 8)
            assert_true(r->rms > before->rms);
        assert_string_equal(r->warning, "");
    }
    for (size_t i = 0; i < most; i += 66) {
        struct contensou_fit_result one;
        struct contensou_error err = {0};

        assert_int_equal(contensou_fit(c->patch[i], agreement_open(CONTENSOU_PRECISION_DOUBLE),
                                       &options, &one, &err),
                         CONTENSOU_OK);
        near("b", i, c->result[i].parameter[0].value, one.parameter[0].value, 1e-6);
        near("m", i, c->result[i].parameter[1].value, one.parameter[1].value, 1e-6);
        near("rms", i, c->result[i].rms, one.rms, 1e-9);
    }
    release(c);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(annuli_agree_with_single_fits),
        cmocka_unit_test(disks_of_many_pressures_agree_with_single_fits),
        cmocka_unit_test(ellipses_agree_with_single_fits),
        cmocka_unit_test(rectangles_agree_with_single_fits),
        cmocka_unit_test(fixed_parameters_stay_and_the_rest_agrees),
        cmocka_unit_test(bounds_beyond_the_law_are_refused),
        cmocka_unit_test(other_models_are_fitted_one_by_one),
        cmocka_unit_test(two_hundred_annuli_are_fitted_in_one_scan),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
