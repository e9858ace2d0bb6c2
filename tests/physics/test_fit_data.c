/* test_fit_data.c: identification from measurements: made ones, whose parameters are known.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <contensou/fit.h>

#include "problems/patches.h"
#include "support/agreement.h"

enum { most_rows = 120 };
static const double true_mu = 0.35, true_a = 1.7;

/* Rows in all directions with the wrench of a known law, T = mu T_law(v, a w), M = mu a M_law. */
struct rows {
    size_t n;
    double slip[3 * most_rows], wrench[3 * most_rows], weight[3 * most_rows];
};

static double normal(struct slips_random *random)
{
    const double r = sqrt(-2 * log(1 - slips_uniform(random)));

    return r * cos(6.283185307179586 * slips_uniform(random));
}

static void known_law(struct contensou_fit_result *law, const char *model, const char *name,
                      double value, const char *other, double second)
{
    *law = (struct contensou_fit_result){.count = other ? 2 : 1};
    law->model = model;
    law->parameter[0].name = name;
    law->parameter[0].value = value;
    if (other)
        law->parameter[1].name = other;
    law->parameter[1].value = second;
}

static void make_rows(struct rows *r, size_t n, const struct contensou_patch *patch,
                      const struct contensou_fit_result *law, double mu, double a, double noise,
                      struct slips_random *random)
{
    r->n = n;
    for (size_t i = 0; i < n; ++i) {
        const double theta = slips_between(random, -1.5, 1.5),
                     phi = slips_between(random, 0, 6.283185307179586);

        r->slip[i] = cos(theta) * cos(phi);
        r->slip[n + i] = cos(theta) * sin(phi);
        r->slip[2 * n + i] = a * sin(theta);
    }
    assert_int_equal(contensou_fit_wrench(patch, law, n, r->slip, r->wrench, NULL), CONTENSOU_OK);
    for (size_t i = 0; i < 3 * n; ++i) {
        r->wrench[i] = r->wrench[i] * mu * (i >= 2 * n ? a : 1) + noise * normal(random);
        r->slip[i] /= i >= 2 * n ? a : 1;
        r->weight[i] = 1;
    }
}

static const struct contensou_fit_parameter *find(const struct contensou_fit_result *r,
                                                  const char *name)
{
    for (int i = 0; i < r->count; ++i)
        if (strcmp(r->parameter[i].name, name) == 0)
            return &r->parameter[i];
    fail_msg("%s has no parameter %s", r->model, name);
    return NULL;
}

static enum contensou_status identify(const struct contensou_patch *patch, const char *model,
                                      const struct rows *rows, int free_mu, int free_a,
                                      enum contensou_loss loss, struct contensou_fit_result *result,
                                      struct contensou_error *err)
{
    const struct contensou_fit_data data = {rows->n, rows->slip, rows->wrench, rows->weight};
    const struct contensou_fit_options options = {.size = sizeof options,
                                                  .model = model,
                                                  .data = &data,
                                                  .free_mu = free_mu,
                                                  .free_a = free_a,
                                                  .loss = loss,
                                                  .starts = 1};

    return contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &options, result, err);
}

static void exact_rows_give_the_parameters_back(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_hertz");
    struct slips_random random = {1};
    struct contensou_fit_result law, r;
    struct rows rows;

    (void)state;
    known_law(&law, "I11", "b", 0.5, "m", 0.9);
    make_rows(&rows, 40, patch, &law, true_mu, true_a, 0, &random);
    assert_int_equal(identify(patch, "I11", &rows, 1, 1, CONTENSOU_LOSS_SQUARE, &r, NULL),
                     CONTENSOU_OK);
    assert_true(fabs(find(&r, "b")->value - 0.5) < 1e-6);
    assert_true(fabs(find(&r, "m")->value - 0.9) < 1e-6);
    assert_true(fabs(find(&r, "mu")->value - true_mu) < 1e-7);
    assert_true(fabs(find(&r, "a")->value - true_a) < 1e-6);
    assert_true(r.rms < 1e-8);
    contensou_patch_free(patch);
}

/* Each 95 % interval holds the true value in about 95 of 100 cases; 88 to 100 is 3 standard
 * deviations of that count. */
static void intervals_hold_the_truth_as_often_as_they_say(void **state)
{
    static const char *const names[3] = {"c1", "mu", "a"};
    const double truth[3] = {0.5, true_mu, true_a};
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct contensou_fit_result law, r;
    double mean[3] = {0, 0, 0};
    int inside[3] = {0, 0, 0};

    (void)state;
    known_law(&law, "potential4", "c1", truth[0], NULL, 0);
    for (uint64_t seed = 1; seed <= 100; ++seed) {
        struct slips_random random = {seed * 977};
        struct rows rows;

        make_rows(&rows, 30, patch, &law, true_mu, true_a, 0.01, &random);
        assert_int_equal(
            identify(patch, "potential4", &rows, 1, 1, CONTENSOU_LOSS_SQUARE, &r, NULL),
            CONTENSOU_OK);
        for (int k = 0; k < 3; ++k) {
            const struct contensou_fit_parameter *p = find(&r, names[k]);

            assert_true(p->low < p->value && p->value < p->high);
            inside[k] += p->low <= truth[k] && truth[k] <= p->high;
            mean[k] += p->value / 100;
        }
    }
    for (int k = 0; k < 3; ++k) {
        print_message("%s: %d of 100 inside, mean %.5f, true %.5f\n", names[k], inside[k], mean[k],
                      truth[k]);
        assert_in_range(inside[k], 88, 100);
        assert_true(fabs(mean[k] - truth[k]) < 0.01 * truth[k]);
    }
    contensou_patch_free(patch);
}

double contensou__statistics_student(double freedom); /* of fit/statistics.h */

/* Any table of Student's t. */
static void quantiles_of_student_are_known(void **state)
{
    static const double known[][2] = {{1, 12.706204736},  {2, 4.302652730},    {3, 3.182446305},
                                      {4, 2.776445105},   {10, 2.228138852},   {30, 2.042272456},
                                      {120, 1.979930405}, {1000, 1.962339081}, {1e9, 1.959963987}};

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        assert_true(fabs(contensou__statistics_student(known[i][0]) - known[i][1]) < 2e-9);
    assert_true(isinf(contensou__statistics_student(0)));
}

/* One row of three values: with c1 and mu unknown one degree of freedom is left, and the interval of mu
 * holds the truth in about 190 of 200 cases (179 to 199 is 3.5 standard deviations, and c1 may end at a
 * bound); with a too the force along the slip and the torque are two numbers for three unknowns, and c1 is left out. */
static void few_rows_give_wide_intervals(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct contensou_fit_result law, r;
    int inside = 0;

    (void)state;
    known_law(&law, "potential4", "c1", 0.5, NULL, 0);
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        struct slips_random random = {seed * 1013};
        struct rows rows;

        make_rows(&rows, 1, patch, &law, true_mu, 1, 1e-4, &random);
        assert_int_equal(
            identify(patch, "potential4", &rows, 1, 0, CONTENSOU_LOSS_SQUARE, &r, NULL),
            CONTENSOU_OK);
        inside += find(&r, "mu")->low <= true_mu && true_mu <= find(&r, "mu")->high;
    }
    print_message("mu: %d of 200 inside\n", inside);
    assert_in_range(inside, 179, 200);
    {
        struct slips_random random = {7};
        struct rows rows;

        make_rows(&rows, 1, patch, &law, true_mu, true_a, 1e-4, &random);
        assert_int_equal(
            identify(patch, "potential4", &rows, 1, 1, CONTENSOU_LOSS_SQUARE, &r, NULL),
            CONTENSOU_OK);
        assert_true(!find(&r, "c1")->free && find(&r, "mu")->free && find(&r, "a")->free);
        assert_non_null(strstr(r.warning, "is kept: beside mu, a these rows do not tell it"));
    }
    contensou_patch_free(patch);
}

/* One row in ten is wrong by 0.5, more than the friction itself. */
static void outliers_do_not_move_a_robust_fit(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct slips_random random = {5};
    struct contensou_fit_result law, squares, robust;
    struct rows rows;

    (void)state;
    known_law(&law, "potential4", "c1", 0.5, NULL, 0);
    make_rows(&rows, 100, patch, &law, true_mu, true_a, 0.003, &random);
    for (size_t i = 0; i < 300; i += 10)
        rows.wrench[i] += 0.5;
    identify(patch, "potential4", &rows, 1, 1, CONTENSOU_LOSS_SQUARE, &squares, NULL);
    identify(patch, "potential4", &rows, 1, 1, CONTENSOU_LOSS_HUBER, &robust, NULL);
    print_message("mu: squares %.4f, robust %.4f; a: %.4f, %.4f\n", find(&squares, "mu")->value,
                  find(&robust, "mu")->value, find(&squares, "a")->value,
                  find(&robust, "a")->value);
    assert_true(fabs(find(&robust, "mu")->value - true_mu) < 0.003);
    assert_true(fabs(find(&robust, "a")->value - true_a) < 0.03);
    assert_true(fabs(find(&squares, "mu")->value - true_mu) >
                3 * fabs(find(&robust, "mu")->value - true_mu));
    contensou_patch_free(patch);
}

/* In pure sliding every law of a circular patch gives T = 1, M = 0. */
static void what_no_row_shows_is_named(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct slips_random random = {6};
    struct contensou_fit_result law, r;
    struct rows rows;

    (void)state;
    known_law(&law, "I11", "b", 0.5, "m", 0.9);
    make_rows(&rows, 20, patch, &law, true_mu, 1, 0, &random);
    for (size_t i = 0; i < 20; ++i) {
        const double v = hypot(rows.slip[i], rows.slip[20 + i]);

        rows.wrench[i] = true_mu * rows.slip[i] / v + 1e-3 * normal(&random);
        rows.wrench[20 + i] = true_mu * rows.slip[20 + i] / v + 1e-3 * normal(&random);
        rows.slip[40 + i] = rows.wrench[40 + i] = 0;
    }
    assert_int_equal(identify(patch, "I11", &rows, 1, 0, CONTENSOU_LOSS_SQUARE, &r, NULL),
                     CONTENSOU_OK);
    assert_non_null(strstr(r.warning, "do not determine b, m"));
    assert_true(isinf(find(&r, "b")->high) && isinf(find(&r, "m")->high));
    assert_true(isfinite(find(&r, "mu")->high));
    assert_true(fabs(find(&r, "mu")->value - true_mu) < 2e-3);
    contensou_patch_free(patch);
}

static void fewer_values_than_unknowns_are_refused(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct slips_random random = {8};
    struct contensou_fit_result law, r;
    struct contensou_error err = {0};
    struct rows rows;

    (void)state;
    known_law(&law, "I11", "b", 0.5, "m", 0.9);
    make_rows(&rows, 1, patch, &law, true_mu, 1, 0, &random);
    assert_int_equal(identify(patch, "I11", &rows, 1, 1, CONTENSOU_LOSS_SQUARE, &r, &err),
                     CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "3 measured values for 4 unknowns"));
    make_rows(&rows, 40, patch, &law, true_mu, 1, 0, &random);
    memset(rows.weight, 0, sizeof rows.weight); /* nothing counts */
    assert_int_equal(identify(patch, "I11", &rows, 1, 1, CONTENSOU_LOSS_SQUARE, &r, &err),
                     CONTENSOU_EINPUT);
    contensou_patch_free(patch);
}

/* Without M, and with weights: rows of weight 0 may say anything. */
static void what_has_no_weight_has_no_say(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_hertz");
    struct slips_random random = {9};
    struct contensou_fit_result law, r;
    struct rows rows;

    (void)state;
    known_law(&law, "potential4", "c1", 0.4, NULL, 0);
    make_rows(&rows, 60, patch, &law, true_mu, true_a, 0, &random);
    for (size_t i = 0; i < 60; ++i) {
        rows.weight[120 + i] = 0;
        rows.wrench[120 + i] = 99;
        if (i % 3 == 0)
            rows.weight[i] = rows.weight[60 + i] = 0, rows.wrench[i] = -5;
    }
    assert_int_equal(identify(patch, "potential4", &rows, 1, 1, CONTENSOU_LOSS_SQUARE, &r, NULL),
                     CONTENSOU_OK);
    assert_true(fabs(find(&r, "c1")->value - 0.4) < 1e-5);
    assert_true(fabs(find(&r, "mu")->value - true_mu) < 1e-6);
    assert_true(fabs(find(&r, "a")->value - true_a) < 1e-5);
    contensou_patch_free(patch);
}

/* Rows of an ellipsoid with mu = 0.2: bounds that go beyond those of the search are honoured, and without any the
 * default does not bind; 0.2 lies below 0.3, where the search for a law of mu N ended. */
static void bounds_are_honoured_and_defaults_do_not_bind(void **state)
{
    const struct contensou_fit_bound wide = {"mu_lambda", 0.05, 1}, tight = {"mu_lambda", 0.21, 1};
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct slips_random random = {5};
    struct contensou_fit_result law, r;
    struct rows rows;
    const struct contensou_fit_data data = {30, rows.slip, rows.wrench, rows.weight};
    struct contensou_fit_options o = {
        .size = sizeof o, .model = "ellipsoid", .data = &data, .starts = 1};

    (void)state;
    known_law(&law, "ellipsoid", "mu_lambda", 1, "mu_tau", 0.6);
    law.count = 3;
    law.parameter[2].name = "c_omega";
    law.parameter[2].value = 0.7;
    make_rows(&rows, 30, patch, &law, 0.2, 1, 1e-4, &random);
    for (int k = 0; k < 2; ++k) {
        o.bounds = k ? &wide : NULL;
        o.bound_count = (size_t)k;
        assert_int_equal(
            contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &o, &r, NULL),
            CONTENSOU_OK);
        assert_true(fabs(find(&r, "mu_lambda")->value - 0.2) < 1e-3);
        assert_null(strstr(r.warning, "bound"));
    }
    o.bounds = &tight;
    assert_int_equal(contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &o, &r, NULL),
                     CONTENSOU_OK);
    assert_true(fabs(find(&r, "mu_lambda")->value - 0.21) < 1e-9);
    assert_non_null(strstr(r.warning, "mu_lambda ended at its lower bound 0.21"));
    /* beside mu and a, only products are determined */
    o = (struct contensou_fit_options){.size = sizeof(struct contensou_fit_options),
                                       .model = "ellipsoid",
                                       .data = &data,
                                       .starts = 1,
                                       .free_mu = 1,
                                       .free_a = 1};
    assert_int_equal(contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &o, &r, NULL),
                     CONTENSOU_OK);
    assert_true(find(&r, "mu_lambda")->value == 1 && !find(&r, "mu_lambda")->free);
    assert_true(!find(&r, "mu_tau")->free);
    assert_true(fabs(find(&r, "mu")->value - 0.2) < 1e-3);
    assert_true(isfinite(find(&r, "mu")->high) && isfinite(find(&r, "a")->high));
    assert_true(fabs(find(&r, "a")->value * find(&r, "mu_tau")->value - 0.6) < 3e-3);
    assert_non_null(strstr(r.warning, "mu_lambda = 1, mu_tau = 0.666667 are kept: beside c_omega"));
    /* also where they have bounds */
    o.bounds = &wide;
    o.bound_count = 1;
    assert_int_equal(contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &o, &r, NULL),
                     CONTENSOU_OK);
    assert_true(!find(&r, "mu_lambda")->free && !find(&r, "mu_tau")->free);
    assert_true(fabs(find(&r, "mu")->value - 0.2) < 1e-3);
    contensou_patch_free(patch);
}

/* Rows of one ratio of spinning and sliding, forces alone: c1 and a change one number together. Rows that only spin:
 * mu and a do. In each case the first is taken out by name, and the interval of the other is finite. */
static void pairs_that_rows_cannot_tell_apart_are_parted(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct slips_random random = {12};
    struct contensou_fit_result law, r;
    struct rows rows;

    (void)state;
    known_law(&law, "potential4", "c1", 0.5, NULL, 0);
    for (int only_spin = 0; only_spin < 2; ++only_spin) {
        make_rows(&rows, 20, patch, &law, only_spin ? true_mu : 1, 1.2, 0, &random);
        for (size_t i = 0; i < 20; ++i) {
            const double v = hypot(rows.slip[i], rows.slip[20 + i]), w = i % 2 ? 0.8 : -0.8;

            for (size_t k = 0; k < 2; ++k) {
                const double unit = only_spin ? 0 : rows.slip[20 * k + i] / v;

                rows.slip[20 * k + i] = unit;
                rows.wrench[20 * k + i] = 0.7 * unit;
            }
            rows.slip[40 + i] = w;
            rows.weight[40 + i] = only_spin;
            rows.wrench[40 + i] = w * (0.2 + 1e-3 * normal(&random));
        }
        assert_int_equal(identify(patch, only_spin ? "I00" : "potential4", &rows, only_spin, 1,
                                  CONTENSOU_LOSS_SQUARE, &r, NULL),
                         CONTENSOU_OK);
        if (only_spin) {
            assert_true(!find(&r, "a")->free && find(&r, "mu")->free);
            assert_true(isfinite(find(&r, "mu")->high));
            assert_non_null(strstr(r.warning, "a = 1 is kept: beside mu"));
            assert_true(fabs(find(&r, "mu")->value * 2 / 3 - 0.16) < 1e-3);
        } else {
            assert_true(!find(&r, "c1")->free && find(&r, "a")->free);
            assert_true(isfinite(find(&r, "a")->high) && r.rms < 1e-6);
            assert_non_null(strstr(r.warning, "c1 = 0.888889 is kept: beside a"));
        }
        assert_null(strstr(r.warning, "do not determine a"));
    }
    contensou_patch_free(patch);
}

/* Bounds of what a law does not have on this contact are refused by the names of what it has. */
static void bounds_of_nothing_are_refused(void **state)
{
    static const struct {
        const char *shape, *model, *name, *offered;
    } wrong[] = {{"rectangle:1,0.6", "potential4", "spin", "k10"},
                 {"rectangle:1,0.6", "potential6", "c1", "k10"},
                 {"disk", "potential4", "c2", "c1"},
                 {"disk", "potential6", "c3", "c2"}};

    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = wrong[k].shape};
        const struct contensou_fit_bound bound = {wrong[k].name, 0.1, 0.2};
        const struct contensou_fit_options o = {
            .size = sizeof o, .model = wrong[k].model, .bounds = &bound, .bound_count = 1};
        struct contensou_patch *patch = NULL;
        struct contensou_fit_result r;
        struct contensou_error err = {0};

        assert_int_equal(contensou_patch_create(&patch, &spec, &err), CONTENSOU_OK);
        assert_int_equal(
            contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &o, &r, &err),
            CONTENSOU_ENOTFOUND);
        assert_non_null(strstr(err.message, wrong[k].name));
        assert_non_null(strstr(err.message, wrong[k].offered));
        contensou_patch_free(patch);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_honoured_and_defaults_do_not_bind),
        cmocka_unit_test(pairs_that_rows_cannot_tell_apart_are_parted),
        cmocka_unit_test(bounds_of_nothing_are_refused),
        cmocka_unit_test(exact_rows_give_the_parameters_back),
        cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_say),
        cmocka_unit_test(quantiles_of_student_are_known),
        cmocka_unit_test(few_rows_give_wide_intervals),
        cmocka_unit_test(outliers_do_not_move_a_robust_fit),
        cmocka_unit_test(what_no_row_shows_is_named),
        cmocka_unit_test(fewer_values_than_unknowns_are_refused),
        cmocka_unit_test(what_has_no_weight_has_no_say),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
