/* test_combinations.c: patches that are sums and limits of others. Pressures add up, so do wrenches,
 * each weighted with its share of the load. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "problems/patches.h"
#include "support/agreement.h"

static const double pi = 3.14159265358979323846;
static char folder[] = CONTENSOU_SCRATCH_DIR "/combinations_XXXXXX";
static char path[sizeof folder + 16], shape[sizeof path + 16];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/shape.csv", folder);
    snprintf(shape, sizeof shape, "polygon:%s", path);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static struct contensou_patch *of(const char *name, const char *pressure, double k, double beta)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = name, .pressure = pressure, .tilt_k = k, .tilt_beta = beta};

    return patches_make(&spec);
}

/* whole = sum of share[j] part[j], lengths of the parts scaled by size[j] (spins by the inverse).
 * Frees all patches. */
struct part {
    struct contensou_patch *patch;
    double share, size;
};

static void is_sum(struct agreement *a, struct contensou_patch *whole, const struct part *part,
                   int parts)
{
    struct slips s = slips_for(whole, 31, 300);
    struct agreement_result got = agreement_host(whole, &s, NULL, 0);
    double *sum = calloc(3 * s.n, sizeof *sum);

    assert_non_null(sum);
    for (int j = 0; j < parts; ++j) {
        struct slips t = {.n = s.n, .value = malloc(3 * s.n * sizeof(double))};
        struct agreement_result one;

        for (size_t i = 0; i < 3 * s.n; ++i)
            t.value[i] = s.value[i] * (i < 2 * s.n ? 1 : part[j].size);
        one = agreement_host(part[j].patch, &t, NULL, 0);
        for (size_t i = 0; i < 3 * s.n; ++i)
            sum[i] += part[j].share * one.wrench[i] * (i < 2 * s.n ? 1 : part[j].size);
        agreement_free(&one);
        slips_free(&t);
        contensou_patch_free(part[j].patch);
    }
    for (size_t i = 0; i < s.n; ++i)
        agreement_wrench(a, a->what, 1, &s, i, &got,
                         (const double[3]){sum[i], sum[s.n + i], sum[2 * s.n + i]});
    free(sum);
    agreement_free(&got);
    slips_free(&s);
    contensou_patch_free(whole);
}

/* 1e-14/(1 - q^2): the difference amplifies the rounding of both. */
static void annulus_is_the_difference_of_two_disks(void **state)
{
    static const char *const name[] = {"annulus:0.1", "annulus:0.5", "annulus:0.9"};
    static const double hole[] = {0.1, 0.5, 0.9};
    struct agreement a = {.what = "annuli as differences", .bound = 1e-13};

    (void)state;
    for (int i = 0; i < 3; ++i) {
        const double q = hole[i], area = (1 - q) * (1 + q);
        const struct part part[2] = {{of("disk", NULL, 0.6, 0.4), 1 / area, 1},
                                     {of("disk", NULL, 0.6 * q, 0.4), -q * q / area, q}};

        is_sum(&a, of(name[i], NULL, 0.6, 0.4), part, 2);
    }
    agreement_finish(&a);
}

/* The hole takes the share q^2 of the load away: 2 q^2 bounds the change of the wrench. */
static void annulus_with_a_tiny_hole_is_a_disk(void **state)
{
    struct agreement a = {.what = "tiny holes", .bound = 2e-12},
                     b = {.what = "no hole", .bound = 1e-14};
    const struct part one = {of("disk", NULL, 0, 0), 1, 1}, two = {of("disk", NULL, 0, 0), 1, 1};

    (void)state;
    is_sum(&a, of("annulus:1e-6", NULL, 0, 0), &one, 1);
    is_sum(&b, of("annulus:1e-100", NULL, 0, 0), &two, 1);
    agreement_finish(&a);
    agreement_finish(&b);
}

/* A tilt about the middle of a patch with two axes of symmetry leaves its load: f(k) is affine. */
static void wrench_is_affine_in_the_tilt(void **state)
{
    static const char *const name[][2] = {{"disk", "hertz"},          {"disk", "power:0.3"},
                                          {"annulus:0.5", NULL},      {"ellipse:1,0.5", "uniform"},
                                          {"ellipse:0.3,1", "hertz"}, {"rectangle:0.8,0.5", NULL}};
    struct agreement a = {.what = "tilts", .bound = 1e-13};

    (void)state;
    for (int i = 0; i < 6; ++i) {
        const struct part part[2] = {{of(name[i][0], name[i][1], 0, 0), 0.25, 1},
                                     {of(name[i][0], name[i][1], 0.8, 1.2), 0.75, 1}};
        const struct part both[2] = {{of(name[i][0], name[i][1], 0.4, 1.2), 0.5, 1},
                                     {of(name[i][0], name[i][1], -0.4, 1.2), 0.5, 1}};

        is_sum(&a, of(name[i][0], name[i][1], 0.6, 1.2), part, 2);
        is_sum(&a, of(name[i][0], name[i][1], 0, 0), both, 2);
    }
    agreement_finish(&a);
}

static void write_polygon(const double (*corner)[2], int count, const char *mode)
{
    FILE *file = fopen(path, mode);

    assert_non_null(file);
    fputs(mode[0] == 'w' ? "x,y\n" : "\n", file);
    for (int i = 0; i < count; ++i)
        fprintf(file, "%.17g,%.17g\n", corner[i][0], corner[i][1]);
    assert_int_equal(fclose(file), 0);
}

static double area_of(const double (*c)[2], int n)
{
    double area = 0;

    for (int i = 0; i < n; ++i)
        area += 0.5 * (c[i][0] * c[(i + 1) % n][1] - c[i][1] * c[(i + 1) % n][0]);
    return area;
}

/* holes are clockwise in the file and counter-clockwise as patches of their own. */
static void polygon_with_a_hole_is_outer_minus_hole(void **state)
{
    static const double outer[5][2] = {
        {-0.9, -0.6}, {0.8, -0.7}, {1, 0.5}, {-0.2, 0.9}, {-0.8, 0.4}};
    static const double hole[3][2] = {{-0.3, -0.3}, {0.4, -0.2}, {0.1, 0.3}};
    static const double clockwise[3][2] = {{0.1, 0.3}, {0.4, -0.2}, {-0.3, -0.3}};
    const double A = area_of(outer, 5), H = area_of(hole, 3);
    struct agreement a = {.what = "polygon with a hole", .bound = 1e-13};
    struct part part[2] = {{NULL, A / (A - H), 1}, {NULL, -H / (A - H), 1}};
    struct contensou_patch *whole;

    (void)state;
    write_polygon(hole, 3, "w");
    part[1].patch = of(shape, NULL, 0, 0);
    write_polygon(outer, 5, "w");
    part[0].patch = of(shape, NULL, 0, 0);
    write_polygon(clockwise, 3, "a");
    whole = of(shape, NULL, 0, 0);
    is_sum(&a, whole, part, 2);
    agreement_finish(&a);
}

static struct contensou_patch *regular(int n)
{
    double(*corner)[2] = malloc((size_t)n * sizeof *corner);
    struct contensou_patch *patch;

    assert_non_null(corner);
    for (int i = 0; i < n; ++i) {
        corner[i][0] = cos(2 * pi * i / n);
        corner[i][1] = sin(2 * pi * i / n);
    }
    write_polygon((const double(*)[2])corner, n, "w");
    patch = of(shape, NULL, 0, 0);
    free(corner);
    return patch;
}

/* The regular n-gon lacks the share 2 pi^2/(3 n^2) of the disk's area, 1.6e-6 for n = 2000; each
 * number of the wrench changes by at most twice that. A 500-gon in the same way, 16 times larger. */
static void regular_polygons_tend_to_the_disk(void **state)
{
    static const int n[] = {500, 2000};

    (void)state;
    for (int i = 0; i < 2; ++i) {
        struct agreement a = {.what = "regular polygons", .bound = 4 * pi * pi / 3 / n[i] / n[i]};
        const struct part part = {of("disk", NULL, 0, 0), 1, 1};

        is_sum(&a, regular(n[i]), &part, 1);
        agreement_finish(&a);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(annulus_is_the_difference_of_two_disks),
        cmocka_unit_test(annulus_with_a_tiny_hole_is_a_disk),
        cmocka_unit_test(wrench_is_affine_in_the_tilt),
        cmocka_unit_test(polygon_with_a_hole_is_outer_minus_hole),
        cmocka_unit_test(regular_polygons_tend_to_the_disk),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
