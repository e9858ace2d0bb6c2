/* test_cubature.c: wrenches and Jacobians against adaptive cubature over the area
 * (support/cubature_reference.h). 1e-12 is the library's promise; the reference asks for 5e-14 in
 * each part and its own estimate is checked. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "contact/patch.h"
#include "problems/patches.h"
#include "support/agreement.h"
#include "support/cubature_reference.h"

/* A few slips of each kind: a random half, and the hard places thinned out to `count`. */
static struct slips thinned(const struct contensou_patch *patch, size_t count, uint64_t seed)
{
    struct slips all = slips_for(patch, seed, 200), s = {0};
    const double step = (double)all.n / (double)count;

    for (size_t i = 0; i < count; ++i) {
        const size_t j = (size_t)((double)i * step);
        const double *v = all.value;

        if (fabs(v[j]) + fabs(v[all.n + j]) + fabs(v[2 * all.n + j]) < 1e100 &&
            fabs(v[j]) + fabs(v[all.n + j]) + fabs(v[2 * all.n + j]) > 1e-100)
            slips_add(&s, v[j], v[all.n + j], v[2 * all.n + j]);
    }
    slips_free(&all);
    slips_seal(&s);
    return s;
}

static void compare(struct agreement *a, const struct patches_one *one, size_t count)
{
    struct contensou_patch *patch = patches_make(&one->spec);
    const double radius = contensou_patch_radius(patch);
    struct slips s = thinned(patch, count, 7);
    struct agreement_result got = agreement_host(patch, &s, NULL, 0);

    for (size_t i = 0; i < s.n; ++i) {
        const double slip[3] = {s.value[i], s.value[s.n + i], s.value[2 * s.n + i]};
        double expected[3];
        const double error = cubature_wrench(&one->spec, slip, expected);

        if (!(error < 1e-12))
            fail_msg("%s, slip (%.17g, %.17g, %.17g): the cubature itself is only good to %g",
                     one->name, slip[0], slip[1], slip[2], error);
        agreement_wrench(a, one->name, radius, &s, i, &got, expected);
    }
    agreement_free(&got);
    slips_free(&s);
    contensou_patch_free(patch);
}

static void all_named(const char *start, const char *what, size_t count)
{
    struct agreement a = {.what = what, .bound = 1e-12};

    for (size_t i = 0; i < patches_count; ++i)
        if (strncmp(patches_all[i].name, start, strlen(start)) == 0)
            compare(&a, &patches_all[i], count);
    agreement_finish(&a);
}

static void disks_agree_with_cubature(void **state)
{
    (void)state;
    all_named("disk", "disks by cubature", 40);
}

static void annuli_agree_with_cubature(void **state)
{
    (void)state;
    all_named("annulus", "annuli by cubature", 40);
}

static void ellipses_agree_with_cubature(void **state)
{
    (void)state;
    all_named("ellipse", "ellipses by cubature", 40);
}

static void polygons_agree_with_cubature(void **state)
{
    (void)state;
    all_named("rectangle", "rectangles by cubature", 80);
    all_named("triangle", "triangle by cubature", 80);
    all_named("l_shape", "L-shaped polygon by cubature", 80);
    all_named("with_hole", "polygon with a hole by cubature", 80);
}

static void maps_agree_with_cubature(void **state)
{
    (void)state;
    all_named("map_3x3", "map of 3 x 3 by cubature", 40);
    all_named("map_20x30", "map of 20 x 30 by cubature", 12);
}

/* 1e-9 is the promise for the Jacobian away from the rim, relative to its largest number. */
static void jacobians_agree_with_cubature(void **state)
{
    struct agreement a = {.what = "Jacobians by cubature", .bound = 1e-9};

    (void)state;
    for (size_t p = 0; p < patches_count; ++p) {
        const struct patches_one *one = &patches_all[p];
        const size_t count = strncmp(one->name, "map_20", 6) == 0 ? 2 : 6;
        struct contensou_patch *patch = patches_make(&one->spec);
        const double radius = contensou_patch_radius(patch);
        struct slips s = slips_away(patch, 3 + p, count, 0.01);
        struct agreement_result got = agreement_host(patch, &s, NULL, 1);

        for (size_t i = 0; i < s.n; ++i) {
            const double slip[3] = {s.value[i], s.value[s.n + i], s.value[2 * s.n + i]};
            double j[6];

            cubature_jacobian(&one->spec, slip, j);
            agreement_jacobian(
                &a, one->name, radius, &s, i, &got,
                (const double[9]){j[0], j[1], j[3], j[1], j[2], j[4], j[3], j[4], j[5]});
        }
        agreement_free(&got);
        slips_free(&s);
        contensou_patch_free(patch);
    }
    agreement_finish(&a);
}

/* Friction that depends on the direction of sliding: the cubature integrates the gradient of |B V| over the contact as
 * it is, the library works in other coordinates.
 */
static void anisotropy_agrees_with_cubature(void **state)
{
    static const struct patches_one one[] = {
        {"disk", {.shape = "disk", .anisotropy = {2, 0.5}}},
        {"ellipse",
         {0, "ellipse:1,0.5", "hertz", 0.4, 1, .center = {0.3, -0.1}, .anisotropy = {0.4, 2.1}}},
        {"rectangle", {0, "rectangle:1,0.4", NULL, 0.3, 0.2, {0.2, 0.1}, .anisotropy = {3, -0.7}}},
        {"map",
         {0, "map:check-values/map_3x3.csv", NULL, 0.1, 0.4, {0.1, 0}, .anisotropy = {1.5, 1}}},
    };
    struct agreement a = {.what = "anisotropy by cubature", .bound = 1e-12};
    struct agreement j = {.what = "Jacobians with anisotropy by cubature", .bound = 1e-9};

    (void)state;
    for (size_t p = 0; p < sizeof one / sizeof *one; ++p) {
        struct contensou_patch *patch = patches_make(&one[p].spec);
        const double radius = contensou_patch_radius(patch);
        struct slips s = {0};
        struct agreement_result got;

        slips_add(&s, 1, 0, 0);
        slips_add(&s, 0.6, -0.8, 0);
        slips_add(&s, 0.3, 0.2, 1);
        slips_add(&s, -0.9, 0.7, 1);
        slips_add(&s, 0.2, 3, -1);
        slips_seal(&s);
        got = agreement_host(patch, &s, NULL, 1);
        for (size_t i = 0; i < s.n; ++i) {
            const double slip[3] = {s.value[i], s.value[s.n + i], s.value[2 * s.n + i]};
            double f[3], J[6];

            cubature_wrench(&one[p].spec, slip, f);
            agreement_wrench(&a, one[p].name, radius, &s, i, &got, f);
            cubature_jacobian(&one[p].spec, slip, J);
            agreement_jacobian(
                &j, one[p].name, radius, &s, i, &got,
                (const double[9]){J[0], J[1], J[3], J[1], J[2], J[4], J[3], J[4], J[5]});
        }
        agreement_free(&got);
        slips_free(&s);
        contensou_patch_free(patch);
    }
    agreement_finish(&a);
    agreement_finish(&j);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disks_agree_with_cubature),
        cmocka_unit_test(annuli_agree_with_cubature),
        cmocka_unit_test(ellipses_agree_with_cubature),
        cmocka_unit_test(polygons_agree_with_cubature),
        cmocka_unit_test(maps_agree_with_cubature),
        cmocka_unit_test(jacobians_agree_with_cubature),
        cmocka_unit_test(anisotropy_agrees_with_cubature),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
