/* test_fit_laws.c: the laws that are fitted: the conditions that tie them to the exact wrench at pure
 * sliding and pure spinning, and their Jacobians. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "laws/law.h"
#include "problems/patches.h"
#include "support/agreement.h"

static void make(struct contensou__law *law, const char *model, const struct contensou_patch *patch)
{
    struct contensou_error err = {0};

    if (contensou__law_create(law, model, patch, &err))
        fail_msg("%s: %s", model, err.message);
}

/* The largest difference of law and exact wrench at a distance h from one end, over phi. */
static double gap_at(const struct contensou__law *law, const struct contensou_patch *patch,
                     int at_spin, double h)
{
    enum { n = 24 };
    double slip[3 * n], wrench[3 * n], worst = 0;

    for (int k = 0; k < n; ++k) {
        const double phi = 0.1 + 6.283185307179586 * (k / 2) / (n / 2), sign = k % 2 ? -1 : 1;
        const double v = at_spin ? h : 1;

        slip[k] = v * cos(phi);
        slip[n + k] = v * sin(phi);
        slip[2 * n + k] = sign * (at_spin ? 1 : h);
    }
    assert_int_equal(contensou_eval_reference(patch, NULL, n, slip, wrench, NULL, NULL), 0);
    for (int k = 0; k < n; ++k) {
        double f[9];

        contensou__law_wrench(law, (const double[3]){slip[k], slip[n + k], slip[2 * n + k]}, 0, f);
        for (int i = 0; i < 3; ++i) {
            assert_true(isfinite(f[i]));
            worst = fmax(worst, fabs(f[i] - wrench[i * n + k]));
        }
    }
    return worst;
}

/* I<n1><n2> agrees with the exact wrench to order n1 at pure spinning and n2 at pure sliding: what
 * is left falls like h^(order + 1), so values agree, and from order 1 on first derivatives too.
 * m = 2 keeps the denominator's own terms, of order m n, out of sight. Fields: the patch, the
 * models that it has. */
static void approximants_agree_at_both_ends(void **state)
{
    static const struct {
        const char *patch, *models;
    } cases[] = {{"disk_uniform", "I00 I11 I20 I02 I22"},
                 {"disk_hertz", "I00 I11 I20 I02 I22"},
                 {"ellipse_uniform", "I00 I11 I20 I02 I22"},
                 {"ellipse_hertz_tilted", "I00 I11"},
                 {"triangle", "I00 I11"},
                 {"map_3x3", "I00 I11"},
                 {"rectangle", "I00 I11 I20 I02 I22"}};
    static const char *const models[] = {"I00", "I11", "I20", "I02", "I22"};
    const double h = 1e-4;

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        struct contensou_patch *patch = patches_make_named(cases[c].patch);
        const double R = contensou_patch_radius(patch);

        for (size_t m = 0; m < sizeof models / sizeof *models; ++m)
            for (int at_spin = 0; at_spin < 2 && patches_listed(cases[c].models, models[m]);
                 ++at_spin) {
                const int order = models[m][at_spin ? 1 : 2] - '0';
                const double bound = 40 * pow(h, order + 1) + 1e-13;
                struct contensou__law law;
                double gap;

                make(&law, models[m], patch);
                contensou__law_set(&law, contensou__law_find(&law, "b"),
                                   0.6 * pow(R, models[m][1] + models[m][2] - 2 * '0' + 1));
                contensou__law_set(&law, contensou__law_find(&law, "m"), 2);
                gap = gap_at(&law, patch, at_spin, h);
                if (!(gap <= bound))
                    fail_msg("%s on %s at %s: %g is left, %g allowed", models[m], cases[c].patch,
                             at_spin ? "spin" : "slide", gap, bound);
                contensou__law_free(&law);
            }
        contensou_patch_free(patch);
    }
}

/* Orders up to 4 at both ends: half the distance leaves 2^-(order + 1) of the gap, or less. */
static void high_orders_agree_at_both_ends(void **state)
{
    static const char *const patches[] = {"disk_uniform",    "disk_hertz",  "disk_boussinesq",
                                          "disk_power_-0.6", "annulus_0.9", "ellipse_uniform",
                                          "ellipse_slender", "rectangle"};
    static const char *const models[] = {"I13", "I31", "I33", "I04", "I40", "I24", "I42", "I44"};

    (void)state;
    for (size_t c = 0; c < sizeof patches / sizeof *patches; ++c) {
        struct contensou_patch *patch = patches_make_named(patches[c]);
        const double h = strcmp(patches[c], "ellipse_slender") ? 0.1 : 0.02;

        for (size_t m = 0; m < sizeof models / sizeof *models;
             m += c ? 3 : 1) /* the disk has all */
            for (int at_spin = 0; at_spin < 2; ++at_spin) {
                const int order = models[m][at_spin ? 1 : 2] - '0';
                struct contensou__law law;
                double first, second;

                make(&law, models[m], patch);
                contensou__law_set(&law, contensou__law_find(&law, "m"), 2);
                first = gap_at(&law, patch, at_spin, at_spin ? h : 0.1);
                second = gap_at(&law, patch, at_spin, at_spin ? h / 2 : 0.05);
                if (!(second <= first * pow(2, -order - 0.7) + 1e-13))
                    fail_msg("%s on %s at %s: %g is left, and %g at half the distance", models[m],
                             patches[c], at_spin ? "spin" : "slide", first, second);
                contensou__law_free(&law);
            }
        contensou_patch_free(patch);
    }
}

/* At pure spin the closed forms of docs/maths.md 1 expand to, uniform: T = k - k^3/8 - k^5/64 ..,
 * M = 2/3 - k^2/2 + 3 k^4/32 + 5 k^6/384 ..; Hertz: T = (3 pi/32)(4 k - k^3),
 * M = (3 pi/16)(1 - k^2 + 3 k^4/8); Boussinesq: T = pi k/4, M = pi/4 - pi k^2/8. */
static void coefficients_at_pure_spin_are_known(void **state)
{
    static const double pi = 3.14159265358979323846;
    const struct {
        const char *patch;
        double at[7]; /* M, T, M, T, .. of k^0, k^1, .. */
    } known[] = {
        {"disk_uniform", {2.0 / 3, 1, -0.5, -0.125, 3.0 / 32, -1.0 / 64, 5.0 / 384}},
        {"disk_hertz", {3 * pi / 16, 3 * pi / 8, -3 * pi / 16, -3 * pi / 32, 9 * pi / 128, 0, 0}},
        {"disk_boussinesq", {pi / 4, pi / 4, -pi / 8, 0, 0, 0, 0}}};

    (void)state;
    for (size_t c = 0; c < sizeof known / sizeof *known; ++c) {
        struct contensou_patch *patch = patches_make_named(known[c].patch);
        struct contensou__law law;

        make(&law, "I66", patch);
        for (int j = 0; j < 7; ++j) { /* rows of 6 numbers for each of degree + 1 harmonics */
            const double *row = law.table + 3 + (13 - j) * 6 * ((int)law.table[2] + 1);
            const double got = row[j % 2 ? 0 : 4];

            if (!(fabs(got - known[c].at[j]) < 1e-13))
                fail_msg("%s: coefficient of k^%d is %.17g, not %.17g", known[c].patch, j, got,
                         known[c].at[j]);
        }
        contensou__law_free(&law);
        contensou_patch_free(patch);
    }
}

/* d(Tx, Ty, M)/d(slip[k]) by differences of fourth order. */
static void slope(const struct contensou__law *law, const double slip[3], int k, double column[3])
{
    static const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    static const double place[4] = {-2, -1, 1, 2};
    const double step = 1e-4;

    memset(column, 0, 3 * sizeof *column);
    for (int i = 0; i < 4; ++i) {
        double at[3] = {slip[0], slip[1], slip[2]}, f[9];

        at[k] += place[i] * step;
        contensou__law_wrench(law, at, 0, f);
        for (int r = 0; r < 3; ++r)
            column[r] += weight[i] * f[r] / step;
    }
}

/* The laws give the symmetric part, xx xy yy xw yw ww. Differences of step 1e-4 leave about
 * 1e-4^4 times the fifth derivative, 1e-11 here, and rounding of 1e-12. */
static void jacobians_agree_with_differences(void **state)
{
    static const struct {
        const char *patch, *models;
    } cases[] = {
        {"disk_hertz",
         "I00 I11 I20 I02 I22 pade1 pade2 ellipsoid potential4 potential6 potential8"},
        {"disk_hertz_tilted", "I00 I11 pade1 pade2 ellipsoid potential4 potential6"},
        {"ellipse_uniform", "I00 I11 I22 ellipsoid potential4 potential8"},
        {"triangle", "I00 I11 ellipsoid potential6"},
    };
    static const int row[6] = {0, 0, 1, 0, 1, 2}, column[6] = {0, 1, 1, 2, 2, 2};
    struct slips_random random = {7};

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        struct contensou_patch *patch = patches_make_named(cases[c].patch);

        for (size_t m = 0; m < contensou__registry_model_count; ++m) {
            struct contensou__law law;

            if (!patches_listed(cases[c].models, contensou__registry_models[m]))
                continue;
            make(&law, contensou__registry_models[m], patch);
            for (int i = 0; i < 200; ++i) {
                const double theta = slips_between(&random, 0.1, 1.4) * (i % 2 ? 1 : -1),
                             phi = slips_between(&random, 0, 6.283);
                const double slip[3] = {cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta)};
                double f[9], d[3][3];

                contensou__law_wrench(&law, slip, 1, f);
                for (int k = 0; k < 3; ++k)
                    slope(&law, slip, k, d[k]);
                for (int k = 0; k < 6; ++k) {
                    const double mean = 0.5 * (d[column[k]][row[k]] + d[row[k]][column[k]]);

                    if (!(fabs(f[3 + k] - mean) <= 1e-8))
                        fail_msg("%s on %s: entry %d is %.12g, by differences %.12g", law.name,
                                 cases[c].patch, k, f[3 + k], mean);
                }
            }
            contensou__law_free(&law);
        }
        contensou_patch_free(patch);
    }
}

/* Coulomb friction knows no speed, and turns its sign with the slip where nothing is tilted. */
static void laws_depend_on_the_direction_alone(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform");

    (void)state;
    for (size_t m = 0; m < contensou__registry_model_count; ++m) {
        const double slip[3] = {0.3, -0.7, 0.5}, fast[3] = {0.3e6, -0.7e6, 0.5e6},
                     back[3] = {-0.3, 0.7, -0.5};
        struct contensou__law law;
        double f[9], g[9], b[9];

        make(&law, contensou__registry_models[m], patch);
        contensou__law_wrench(&law, slip, 0, f);
        contensou__law_wrench(&law, fast, 0, g);
        contensou__law_wrench(&law, back, 0, b);
        for (int k = 0; k < 3; ++k)
            if (!(fabs(f[k] - g[k]) < 1e-14 && fabs(f[k] + b[k]) < 1e-14))
                fail_msg("%s: %.17g, %.17g, %.17g", law.name, f[k], g[k], b[k]);
        contensou__law_free(&law);
    }
    contensou_patch_free(patch);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(approximants_agree_at_both_ends),
        cmocka_unit_test(high_orders_agree_at_both_ends),
        cmocka_unit_test(coefficients_at_pure_spin_are_known),
        cmocka_unit_test(jacobians_agree_with_differences),
        cmocka_unit_test(laws_depend_on_the_direction_alone),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
