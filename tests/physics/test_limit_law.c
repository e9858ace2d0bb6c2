/* test_limit_law.c: the limit surface of laws against the closed form of the ellipsoid, a search over all
 * slips, and the wrench it belongs to. SPDX-License-Identifier: MIT */
#include "laws/law.h"
#include "problems/patches.h"
#include "problems/slips.h"
#include "support/agreement.h"
#include "support/limit_solver.h"

#include <contensou/fit.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const double pi = 3.14159265358979323846;

/* A patch, a fitted law and its solver. */
struct subject {
    struct contensou_patch *patch;
    struct contensou_fit_result result;
    struct contensou__law law; /* the same, made once */
    struct contensou_limit *limit;
};

static struct subject *open_subject(const char *patch, const char *model,
                                    const struct contensou_fit_bound *set, size_t set_count,
                                    const struct contensou_eval_options *options)
{
    const struct contensou_fit_options fit = {.size = sizeof fit,
                                              .model = model,
                                              .theta_nodes = 31,
                                              .phi_nodes = 8,
                                              .starts = 1,
                                              .bounds = set,
                                              .bound_count = set_count};
    struct subject *s = calloc(1, sizeof *s);
    struct contensou_device *device = agreement_open(options->precision);
    struct contensou_error err = {0};

    assert_non_null(s);
    s->patch = patches_make_named(patch);
    if (contensou_fit(s->patch, device, &fit, &s->result, &err) ||
        contensou_fit_limit(&s->limit, s->patch, &s->result, device, options, &err) ||
        contensou__law_create(&s->law, model, s->patch, &err))
        fail_msg("%s on %s: %s", model, patch, err.message);
    for (int i = 0; i < s->law.params; ++i)
        contensou__law_set(&s->law, i, s->result.parameter[i].value);
    return s;
}

static void close_subject(struct subject *s)
{
    contensou__law_free(&s->law);
    contensou_limit_free(s->limit);
    contensou_patch_free(s->patch);
    free(s);
}

/* The wrench of the law in the direction of two angles, in units of the radius R. */
static void wrench_at(const struct subject *s, double R, double a, double p, double f[3])
{
    const double slip[3] = {cos(a) * cos(p), cos(a) * sin(p), sin(a) / R};

    double out[9];

    contensou__law_wrench(&s->law, slip, 0, out);
    memcpy(f, out, 3 * sizeof *f);
    f[2] /= R;
}

/* 1 - cos of the angle between the wrench and -u. */
static double miss(const struct subject *s, double R, const double u[3], double a, double p)
{
    double f[3], dot = 0, ff = 0, uu = 0;

    wrench_at(s, R, a, p, f);
    for (int k = 0; k < 3; ++k) {
        const double v = -u[k] / (k == 2 ? R : 1);

        dot += f[k] * v;
        ff += f[k] * f[k];
        uu += v * v;
    }
    return 1 - dot / sqrt(ff * uu);
}

/* The best slip of a grid all around, then of ever smaller grids about it. */
static void search(const struct subject *s, double R, const double u[3], double best[2])
{
    double width = pi / 2, least = HUGE_VAL;

    best[0] = best[1] = 0;
    for (int round = 0; round < 30; ++round, width *= round == 1 ? 0.05 : 0.4) {
        const int n = round ? 3 : 40;
        const double middle[2] = {best[0], best[1]};

        for (int i = -n; i <= n; ++i)
            for (int k = -n; k <= n; ++k) {
                const double a = middle[0] + width * i / n;
                const double p =
                    middle[1] + (round ? width : pi) * k / n / fmax(cos(middle[0]), 0.1);
                const double value = fabs(a) <= pi / 2 ? miss(s, R, u, a, p) : HUGE_VAL;

                if (value < least) {
                    least = value;
                    best[0] = a;
                    best[1] = p;
                }
            }
    }
}

/* theta of the slip with w = sin a/R; xi from the power, u'.u'/(u'.f). The search sees cosines, so that it
 * knows angles to 1e-7 and xi, which is not stationary there, too. */
static void a_search_over_all_slips_finds_the_same(void **state)
{
    static const struct {
        const char *patch, *model;
    } cases[] = {
        {"disk_uniform", "I11"},          {"disk_hertz", "I33"}, {"disk_hertz_tilted", "pade1"},
        {"disk_uniform_tilted", "pade2"}, {"triangle", "I11"},   {"rectangle", "I00"},
        {"ellipse_uniform", "potential4"}};

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        struct subject *s = open_subject(
            cases[c].patch, cases[c].model, NULL, 0,
            &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options)});
        const double R = contensou_patch_radius(s->patch);
        struct slips_random random = {c};

        for (int n = 0; n < 2; ++n) {
            double u[3], best[2], f[3], got[3], dot = 0, uu = 0;

            for (int k = 0; k < 3; ++k)
                u[k] = slips_between(&random, -1, 1) * (k == 2 ? R : 1);
            search(s, R, u, best);
            wrench_at(s, R, best[0], best[1], f);
            for (int k = 0; k < 3; ++k) {
                const double v = -u[k] / (k == 2 ? R : 1);

                dot += f[k] * v;
                uu += v * v;
            }
            limit_solver_one(s->limit, u[0], u[1], u[2], got);
            if (!(fabs(got[0] - uu / dot) < 1e-6) ||
                !(fabs(got[1] - atan2(sin(best[0]) / R, cos(best[0]))) < 1e-6) ||
                !(limit_solver_turn(got[2], best[1]) < 1e-5))
                fail_msg("%s on %s, load %g %g %g: xi %.12g, %.12g by search; theta %.9g, %.9g",
                         cases[c].model, cases[c].patch, u[0], u[1], u[2], got[0], uu / dot, got[1],
                         atan2(sin(best[0]) / R, cos(best[0])));
        }
        close_subject(s);
    }
}

/* [3](2)-(3): xi^2 = (Tx^2 + Ty^2)/mu_lambda^2 + M^2/mu_tau^2, and the slip is against
 * (Tx, Ty, M/(mu_tau c_omega) mu_lambda). */
static void the_ellipsoid_has_its_closed_form(void **state)
{
    static const struct contensou_fit_bound set[3] = {
        {"mu_lambda", 0.9, 0.9}, {"mu_tau", 0.4, 0.4}, {"c_omega", 1.3, 1.3}};
    struct subject *s = open_subject(
        "disk_uniform", "ellipsoid", set, 3,
        &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options)});
    struct slips_random random = {5};

    (void)state;
    for (int n = 0; n < 100; ++n) {
        const double scale = pow(10, slips_between(&random, -100, 100));
        double u[3], got[3];

        for (int k = 0; k < 3; ++k)
            u[k] = slips_between(&random, -1, 1);
        limit_solver_one(s->limit, scale * u[0], scale * u[1], scale * u[2], got);
        assert_true(fabs(got[0] / scale - hypot(hypot(u[0], u[1]) / 0.9, u[2] / 0.4)) < 1e-13);
        assert_true(fabs(got[1] - atan2(-u[2] / (0.4 * 1.3), hypot(u[0], u[1]) / 0.9)) < 1e-12);
        assert_true(limit_solver_turn(got[2], atan2(-u[1], -u[0])) < 1e-12);
    }
    assert_int_equal(contensou_limit_folds(s->limit), 0);
    close_subject(s);
}

/* Minus the wrench of a slip has xi = 1 and that slip; also near pure sliding and spinning. */
static void round_trip(const char *patch, const char *model,
                       const struct contensou_eval_options *options, double bound)
{
    enum { n = 500 };
    static double slip[3 * n], load[3 * n], got[3 * n];
    struct subject *s = open_subject(patch, model, NULL, 0, options);
    const double R = contensou_patch_radius(s->patch);
    struct slips_random random = {3};

    for (size_t i = 0; i < n; ++i) {
        const double near = i % 3 == 0 ? 1e-3 : 1, base = i % 2 ? 0 : pi / 2;
        const double a = base - near * slips_between(&random, 0, pi / 2);
        const double p = slips_between(&random, -pi, pi);

        slip[i] = cos(a) * cos(p);
        slip[n + i] = cos(a) * sin(p);
        slip[2 * n + i] = sin(a) / R;
    }
    assert_int_equal(contensou_fit_wrench(s->patch, &s->result, n, slip, load, NULL), 0);
    for (size_t i = 0; i < 3 * n; ++i)
        load[i] = -load[i];
    limit_solver_run(s->limit, n, load, got);
    for (size_t i = 0; i < n; ++i) {
        const double v = hypot(slip[i], slip[n + i]), theta = atan2(slip[2 * n + i] * R, v);
        const double found = atan2(sin(got[n + i]) * R, cos(got[n + i]));

        if (!(fabs(got[i] - 1) < bound) || !(fabs(found - theta) < 30 * bound))
            fail_msg("%s on %s: xi %.15g, theta %.15g for %.15g", model, patch, got[i], found,
                     theta);
    }
    assert_int_equal(contensou_limit_unsolved_count(s->limit), 0);
    assert_int_equal(contensou_limit_ambiguous_count(s->limit), 0);
    close_subject(s);
}

static void wrenches_lead_back_to_their_slips(void **state)
{
    static const char *const cases[][2] = {
        {"disk_uniform", "I00"},       {"disk_uniform", "I22"},  {"disk_hertz", "I44"},
        {"disk_hertz", "pade2"},       {"triangle", "I11"},      {"ellipse_uniform", "I11"},
        {"rectangle", "potential4"},   {"ellipse_small", "I11"}, {"map_3x3", "I00"},
        {"disk_hertz_tilted", "pade1"}};

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c)
        round_trip(cases[c][0], cases[c][1],
                   &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options)},
                   1e-12);
}

static void packs_and_single_precision_agree(void **state)
{
    (void)state;
    for (int pack = 1; pack <= 4; pack *= 4)
        round_trip("triangle", "I11",
                   &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options),
                                                    .pack = pack},
                   1e-12);
    round_trip("triangle", "I11",
               &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options),
                                                .precision = CONTENSOU_PRECISION_SINGLE},
               2e-4);
}

/* I02 on a disk: T = v (v^2 - w^2 <r^2>/4)/D3 vanishes at v = 0 and at v^2 = w^2/8, <r^2> = 1/2, so that a
 * pure moment belongs to both; a pure force belongs to sliding alone, with xi = |u|. I11 has no such
 * load. */
static void loads_of_several_slips_have_no_xi(void **state)
{
    struct subject *s = open_subject(
        "disk_uniform", "I02", NULL, 0,
        &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options)});
    struct subject *other = open_subject(
        "disk_uniform", "I11", NULL, 0,
        &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options)});
    const double slip[3] = {sqrt(0.125), 0, 1};
    double f[3], got[3];

    (void)state;
    assert_int_equal(contensou_fit_wrench(s->patch, &s->result, 1, slip, f, NULL), 0);
    assert_true(fabs(f[0]) < 1e-15 && f[2] > 0);
    assert_int_equal(contensou_limit_folds(s->limit), 1);
    assert_int_equal(contensou_limit_folds(other->limit), 0);
    limit_solver_one(s->limit, 0, 0, 0.3, got);
    assert_true(isnan(got[0]) && isnan(got[1]) && isnan(got[2]));
    assert_int_equal(contensou_limit_ambiguous_count(s->limit), 1);
    limit_solver_one(s->limit, 0.6, 0.8, 0, got);
    assert_true(fabs(got[0] - 1) < 1e-13 && fabs(got[1]) < 1e-13);
    limit_solver_one(other->limit, 0, 0, 0.3, got); /* exact at pure spin: M/<r>, <r> = 2/3 */
    assert_true(fabs(got[0] - 0.45) < 1e-13 && isnan(got[2]));
    limit_solver_one(other->limit, 0, 0, 0, got);
    assert_true(got[0] == 0 && isnan(got[1]));
    limit_solver_one(other->limit, NAN, 0, 0, got);
    assert_true(isnan(got[0]));
    close_subject(s);
    close_subject(other);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_over_all_slips_finds_the_same),
        cmocka_unit_test(the_ellipsoid_has_its_closed_form),
        cmocka_unit_test(wrenches_lead_back_to_their_slips),
        cmocka_unit_test(packs_and_single_precision_agree),
        cmocka_unit_test(loads_of_several_slips_have_no_xi),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
