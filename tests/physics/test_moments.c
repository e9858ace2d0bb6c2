/* test_moments.c: the moments c_ijk = <x^i y^j r^-k> against closed forms and cubature.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "problems/patches.h"
#include "support/agreement.h"
#include "support/cubature_reference.h"

static const double pi = 3.14159265358979323846;

static double moment(const struct contensou_patch *patch, int i, int j, int k)
{
    struct contensou_error err = {0};
    double value = NAN;

    if (contensou_patch_moment(patch, i, j, k, &value, &err) != CONTENSOU_OK)
        fail_msg("c_%d,%d,%d: %s", i, j, k, err.message);
    return value;
}

/* c_ijk must be the given value; the order is printed in the place of the slip. */
static void expect(struct agreement *a, const char *name, const struct contensou_patch *patch,
                   int i, int j, int k, double value)
{
    agreement_number(a, name, "c_ijk", (const double[3]){i, j, k}, moment(patch, i, j, k), value,
                     1);
}

/* <r>, <r^2>, <1/r> of the pressures, from their integrals in closed form. */
static void disks_have_the_known_moments(void **state)
{
    const struct {
        const char *pressure;
        double r, r2, inverse;
    } known[] = {{"uniform", 2.0 / 3, 1.0 / 2, 2},
                 {"hertz", 3 * pi / 16, 2.0 / 5, 3 * pi / 4},
                 {"parabolic", 8.0 / 15, 1.0 / 3, 8.0 / 3},
                 {"boussinesq", pi / 4, 2.0 / 3, pi / 2}};
    struct agreement a = {.what = "moments of disks", .bound = 1e-13};

    (void)state;
    for (int i = 0; i < 4; ++i) {
        const struct contensou_patch_spec spec = {
            .size = sizeof spec, .shape = "disk", .pressure = known[i].pressure};
        struct contensou_patch *patch = patches_make(&spec);

        expect(&a, known[i].pressure, patch, 0, 0, 0, 1);
        expect(&a, known[i].pressure, patch, 0, 0, -1, known[i].r);
        expect(&a, known[i].pressure, patch, 0, 0, -2, known[i].r2);
        expect(&a, known[i].pressure, patch, 0, 0, 1, known[i].inverse);
        expect(&a, known[i].pressure, patch, 2, 0, 0, known[i].r2 / 2);
        expect(&a, known[i].pressure, patch, 0, 2, 1, known[i].r / 2);
        expect(&a, known[i].pressure, patch, 2, 0, 3, known[i].inverse / 2);
        expect(&a, known[i].pressure, patch, 1, 1, 3, 0);
        expect(&a, known[i].pressure, patch, 1, 0, 0, 0);
        contensou_patch_free(patch);
    }
    agreement_finish(&a);
}

/* A thin ring: all of <r>, <r^2>, <1/r> tend to 1, each with (1-q) times its slope. */
static void thin_rings_have_moments_of_one(void **state)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = "annulus:0.99"};
    struct contensou_patch *patch = patches_make(&spec);
    const double q = 0.99, area = 1 - q * q;
    struct agreement a = {.what = "moments of a thin ring", .bound = 1e-12};

    (void)state;
    expect(&a, "annulus:0.99", patch, 0, 0, -1, 2 * (1 - q * q * q) / (3 * area));
    expect(&a, "annulus:0.99", patch, 0, 0, -2, (1 + q * q) / 2);
    expect(&a, "annulus:0.99", patch, 0, 0, 1, 2 / (1 + q));
    contensou_patch_free(patch);
    agreement_finish(&a);
}

/* Rectangle: int x^i dx. Triangle: means of polynomials over its corners. */
static void polygons_have_polynomial_moments(void **state)
{
    static const double x[3] = {-0.6, 0.8, 0.1}, y[3] = {-0.4, -0.3, 0.9};
    const struct contensou_patch_spec box = {
        .size = sizeof box, .shape = "rectangle:1,0.5", .center = {0.2, -0.1}};
    struct contensou_patch *patch = patches_make(&box);
    struct agreement a = {.what = "moments of polygons", .bound = 1e-14};
    double sx = 0, sy = 0, xx = 0, xy = 0, yy = 0;

    (void)state;
    expect(&a, "rectangle", patch, 0, 0, 0, 1);
    expect(&a, "rectangle", patch, 1, 0, 0, -0.2);
    expect(&a, "rectangle", patch, 0, 1, 0, 0.1);
    expect(&a, "rectangle", patch, 2, 0, 0, 1.0 / 3 + 0.04);
    expect(&a, "rectangle", patch, 0, 2, 0, 0.25 / 3 + 0.01);
    expect(&a, "rectangle", patch, 2, 2, 0, (1.0 / 3 + 0.04) * (0.25 / 3 + 0.01));
    expect(&a, "rectangle", patch, 0, 0, -2, 1.25 / 3 + 0.05);
    contensou_patch_free(patch);
    patch = patches_make_named("triangle");
    for (int i = 0; i < 3; ++i)
        sx += x[i], sy += y[i], xx += x[i] * x[i], xy += x[i] * y[i], yy += y[i] * y[i];
    expect(&a, "triangle", patch, 1, 0, 0, sx / 3);
    expect(&a, "triangle", patch, 0, 1, 0, sy / 3);
    expect(&a, "triangle", patch, 2, 0, 0, (xx + sx * sx) / 12);
    expect(&a, "triangle", patch, 1, 1, 0, (xy + sx * sy) / 12);
    expect(&a, "triangle", patch, 0, 2, 0, (yy + sy * sy) / 12);
    contensou_patch_free(patch);
    agreement_finish(&a);
}

enum { orders = 9 };
static const int order[orders][3] = {{0, 0, 1}, {2, 0, 3},  {1, 1, 3}, {0, 2, 3}, {1, 0, 1},
                                     {0, 1, 1}, {0, 0, -1}, {2, 2, 3}, {3, 0, 2}};

static void all_at(double x, double y, const void *data, double *value)
{
    const double r = hypot(x, y), e1 = r > 0 ? x / r : 0, e2 = r > 0 ? y / r : 0;

    (void)data;
    for (int m = 0; m < orders; ++m) {
        const int n = order[m][0] + order[m][1] - order[m][2];

        value[m] = pow(e1, order[m][0]) * pow(e2, order[m][1]) * (r > 0 ? pow(r, n) : 0);
    }
}

/* All patches of a space-separated list, or all there are, about one reference point. 2e-12 relative
 * to <r^n>: what the cubature of 1/r reaches. */
static void compare(struct agreement *a, const char *list, double x, double y)
{
    const struct cubature_function f = {.at = all_at, .count = orders, .loose = 20};

    for (size_t p = 0; p < patches_count; ++p) {
        struct contensou_patch_spec spec = patches_all[p].spec;
        struct contensou_patch *patch;
        double mean[orders], size[orders], of_power[4];

        if (!patches_listed(list, patches_all[p].name))
            continue;
        spec.center[0] = x;
        spec.center[1] = y;
        patch = patches_make(&spec);
        cubature_reference(&spec, &f, mean);
        for (int n = -1; n < 3; ++n)
            of_power[n + 1] = moment(patch, 0, 0, -n);
        for (int m = 0; m < orders; ++m) {
            const int *o = order[m];

            size[m] = of_power[o[0] + o[1] - o[2] + 1];
            agreement_number(a, patches_all[p].name, "c_ijk over <r^n>",
                             (const double[3]){o[0], o[1], o[2]}, moment(patch, o[0], o[1], o[2]),
                             mean[m], size[m]);
        }
        contensou_patch_free(patch);
    }
}

static void moments_about_inner_points_agree_with_cubature(void **state)
{
    struct agreement a = {.what = "moments about inner points", .bound = 2e-12};

    (void)state;
    compare(&a,
            "disk_uniform_tilted disk_hertz disk_boussinesq disk_power_-0.6 annulus_0.5_tilted "
            "ellipse_uniform ellipse_hertz_tilted ellipse_power_0.3 rectangle_tilted l_shape "
            "with_hole_tilted map_3x3 map_20x30_tilted",
            0.13, 0.07);
    compare(&a, "disk_uniform disk_boussinesq annulus_0.5_tilted rectangle with_hole_tilted", 0.35,
            -0.48);
    agreement_finish(&a);
}

static void moments_about_outer_points_agree_with_cubature(void **state)
{
    struct agreement a = {.what = "moments about outer points", .bound = 2e-12};

    (void)state;
    compare(&a,
            "disk_uniform disk_hertz disk_parabolic disk_boussinesq_tilted disk_power_-0.6 "
            "annulus_0.5_tilted ellipse_power_0.3 rectangle_tilted l_shape with_hole_tilted",
            1.3, 0.9);
    agreement_finish(&a);
}

static void orders_without_an_integral_are_refused(void **state)
{
    static const int bad[][3] = {{0, 0, 2},  {1, 0, 3},   {2, 1, 5},
                                 {-1, 0, 0}, {0, -2, -5}, {0, 0, 8}};

    (void)state;
    for (size_t p = 0; p < patches_count; p += 5) {
        struct contensou_patch *patch = patches_make(&patches_all[p].spec);

        for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
            struct contensou_error err = {0};
            double value = 7;

            assert_int_equal(
                contensou_patch_moment(patch, bad[b][0], bad[b][1], bad[b][2], &value, &err),
                CONTENSOU_EARGUMENT);
            assert_non_null(strstr(err.message, "moment"));
            assert_true(value == 7); /* nothing was written */
        }
        contensou_patch_free(patch);
    }
}

/* Finite parts of disks, Gamma(p/2 + 1) Gamma(q + 2)/Gamma(p/2 + q + 2) at p = -3 and -5; of a square
 * with the half side a about its middle, -int R^-1 d psi/(4 a^2) with R = a/cos psi on |psi| < pi/4:
 * -8 sin(pi/4)/(4 a^3); of an annulus, an ordinary integral: 2 int_q^1 r^-2 dr/(1 - q^2). */
static void finite_parts_are_known(void **state)
{
    static const struct {
        const char *shape, *pressure;
        int k;
        double value;
    } known[] = {{"disk", "uniform", 3, -2},
                 {"disk", "uniform", 5, -2.0 / 3},
                 {"disk", "hertz", 3, -1.5 * 3.14159265358979323846},
                 {"disk", "hertz", 5, 0},
                 {"disk", "boussinesq", 3, 0},
                 {"disk", "parabolic", 3, -8},
                 {"ellipse:2,2", "uniform", 3, -0.25},
                 {"rectangle:2,2", NULL, 3, -0.17677669529663687},
                 {"annulus:0.5", NULL, 3, 8.0 / 3}};

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        const struct contensou_patch_spec spec = {
            .size = sizeof spec, .shape = known[i].shape, .pressure = known[i].pressure};
        struct contensou_patch *patch = patches_make(&spec);
        double value = 7;

        assert_int_equal(contensou_patch_moment(patch, 0, 0, known[i].k, &value, NULL), 0);
        if (!(fabs(value - known[i].value) < 1e-13 * (1 + fabs(known[i].value))))
            fail_msg("<r^-%d> of %s: %.17g, not %.17g", known[i].k, known[i].shape, value,
                     known[i].value);
        contensou_patch_free(patch);
    }
}

/* A border or a step of pressure at the reference point, a tilt, another point than the middle. */
static void finite_parts_need_a_smooth_pressure(void **state)
{
    static const struct contensou_patch_spec bad[] = {
        {"rectangle:1,0.5", NULL, 0, 0, .center = {1, 0}},
        {"rectangle:1,0.5", NULL, 0.1, 0, .center = {0, 0}},
        {"disk", "hertz", 0, 0, .center = {0.2, 0}},
        {"disk", "hertz", 0.3, 0, .center = {0, 0}}};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        struct contensou_patch *patch = patches_make(&bad[i]);
        struct contensou_error err = {0};
        double value = 7;

        assert_int_equal(contensou_patch_moment(patch, 0, 0, 3, &value, &err), CONTENSOU_EARGUMENT);
        assert_non_null(strstr(err.message, i == 0 ? "border or a step" : "untilted"));
        assert_true(value == 7);
        contensou_patch_free(patch);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disks_have_the_known_moments),
        cmocka_unit_test(thin_rings_have_moments_of_one),
        cmocka_unit_test(polygons_have_polynomial_moments),
        cmocka_unit_test(moments_about_inner_points_agree_with_cubature),
        cmocka_unit_test(moments_about_outer_points_agree_with_cubature),
        cmocka_unit_test(orders_without_an_integral_are_refused),
        cmocka_unit_test(finite_parts_are_known),
        cmocka_unit_test(finite_parts_need_a_smooth_pressure),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
