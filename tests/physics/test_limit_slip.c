/* test_limit_slip.c: the slip behind a load: back from its own load, a true maximum, and the same by
 * the solver's text compiled as C. SPDX-License-Identifier: MIT */
#include "contact/patch.h"
#include "core/wrench.h"
#include "problems/patches.h"
#include "problems/slips.h"
#include "support/agreement.h"
#include "support/limit_solver.h"

#include <contensou/limit.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Each patch has a program of its own, which takes seconds to build: every fourth stands for its kind. */
enum { stride = 4 };

/* The solver's roles on the host: the patch's tables, in its own unit about its middle. */
struct host_params {
    double dx, dy, size;
    const struct contensou__patch_data *tables;
};

static struct wrench host_wrench(const struct host_params *p, const double *none, struct slip s,
                                 int twice, int tilted, int jacobian)
{
    struct contensou__patch_data t = *p->tables;
    double f[9];

    (void)none;
    (void)twice;
    (void)tilted;
    t.params[0] = p->dx;
    t.params[1] = p->dy;
    t.params[2] = p->size;
    contensou__patch_data_wrench(&t, (const double[]){s.vx, s.vy, s.w}, jacobian, f);
    return (struct wrench){f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], 0, 0, 0};
}

#define patch_params host_params
#define patch_wrench host_wrench
#define patch_twice  0
#define patch_tilted 0
#define patch_corner limit_smooth_corner
#include "laws/limit_smooth.h"
#include "laws/limit_load.h"

static const double pi = 3.14159265358979323846;

/* The unit vector of a slip, w in units of 1/size, about the middle (dx, dy). */
static void direction(const double slip[3], const double place[3], double e[3])
{
    const double scale = fmax(fmax(fabs(slip[0]), fabs(slip[1])), fabs(slip[2]));
    const double vx = slip[0] / scale, vy = slip[1] / scale, w = slip[2] / scale;
    double length;

    e[0] = vx - w * place[1];
    e[1] = vy + w * place[0];
    e[2] = w * place[2];
    length = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    for (int k = 0; k < 3; ++k)
        e[k] /= length;
}

/* u = -xi T(slip) gives back xi and the slip, also where the centre of rotation is on the rim, on a
 * vertex, far away. */
static void round_trip(const struct patches_one *one, int *most)
{
    struct contensou_patch *patch = patches_make(&one->spec);
    struct contensou_limit *limit = limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, 0);
    struct slips s = slips_for(patch, 11, 400);
    struct agreement_result f = agreement_host(patch, &s, NULL, 0);
    struct agreement xi = {.what = "xi", .bound = 1e-11}, way = {.what = "slip", .bound = 1e-9};
    double *load = malloc(3 * s.n * sizeof *load), *got = malloc(3 * s.n * sizeof *got);
    struct contensou__patch_data t = {0};

    assert_true(load && got && !contensou__patch_make_data(patch, 0, &t, NULL));
    for (size_t i = 0; i < 3 * s.n; ++i)
        load[i] = -(0.5 + (double)(i % s.n % 7)) * f.wrench[i];
    limit_solver_run(limit, s.n, load, got);
    for (size_t i = 0; i < s.n; ++i) {
        const double slip[3] = {s.value[i], s.value[s.n + i], s.value[2 * s.n + i]};
        const double expected = 0.5 + (double)(i % 7), theta = got[s.n + i], phi = got[2 * s.n + i];
        const double v = isnan(phi) ? 0 : cos(theta), at = isnan(phi) ? 0 : phi;
        const double found[3] = {v * cos(at), v * sin(at), sin(theta)};
        double a[3], b[3], gap = 0;

        direction(slip, t.params, a);
        direction(found, t.params, b);
        for (int k = 0; k < 3; ++k)
            gap = fmax(gap, fabs(a[k] - b[k]));
        agreement_number(&xi, one->name, "xi", slip, got[i], expected, expected);
        agreement_number(&way, one->name, "slip", slip, gap, 0, 1);
    }
    print_message("%-24s %5zu loads, at most %d wrenches: ", one->name, s.n,
                  contensou_limit_most(limit));
    agreement_finish(&xi);
    agreement_finish(&way);
    assert_int_equal(contensou_limit_unsolved_count(limit), 0);
    *most = contensou_limit_most(limit) > *most ? contensou_limit_most(limit) : *most;
    contensou__patch_data_free(&t);
    free(load);
    free(got);
    agreement_free(&f);
    slips_free(&s);
    contensou_limit_free(limit);
    contensou_patch_free(patch);
}

static void a_slip_comes_back_from_its_load(void **state)
{
    int most = 0;

    (void)state;
    for (size_t i = 0; i < patches_count; i += stride)
        round_trip(&patches_all[i], &most);
    print_message("at most %d wrenches for any load\n", most);
    assert_true(most <= 60);
}

/* xi is a maximum over slips: no other slip gives more, and the one that comes back gives it. */
static void check_maximum(const struct contensou_patch *patch, uint64_t seed, double bound)
{
    enum { loads = 40, tries = 4000 };
    const double radius = contensou_patch_radius(patch);
    struct slips_random random = {seed};
    struct slips s = {0};
    struct contensou_limit *limit = limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, 0);
    double load[3 * loads], got[3 * loads];
    struct agreement_result f;

    for (size_t i = 0; i < loads; ++i)
        for (size_t k = 0; k < 3; ++k)
            load[k * loads + i] = slips_between(&random, -1, 1) * (k == 2 ? radius : 1);
    limit_solver_run(limit, loads, load, got);
    for (size_t i = 0; i < loads + tries; ++i) {
        const double theta = slips_between(&random, -pi / 2, pi / 2);
        const double phi = slips_between(&random, -pi, pi);

        if (i < loads)
            slips_add(&s, cos(got[loads + i]) * cos(got[2 * loads + i]),
                      cos(got[loads + i]) * sin(got[2 * loads + i]), sin(got[loads + i]));
        else
            slips_add(&s, cos(theta) * cos(phi), cos(theta) * sin(phi), sin(theta) / radius);
    }
    slips_seal(&s);
    f = agreement_host(patch, &s, NULL, 0);
    for (size_t i = 0; i < loads; ++i)
        for (size_t j = 0; j < s.n; ++j) {
            double power = 0, Phi = 0;

            for (size_t k = 0; k < 3; ++k) {
                power -= load[k * loads + i] * s.value[k * s.n + j];
                Phi += f.wrench[k * s.n + j] * s.value[k * s.n + j];
            }
            assert_true(power / Phi <= got[i] * (1 + bound));
            assert_true(j != i || power / Phi >= got[i] * (1 - bound));
        }
    assert_int_equal(contensou_limit_unsolved_count(limit), 0);
    agreement_free(&f);
    slips_free(&s);
    contensou_limit_free(limit);
}

static void no_slip_gives_more_than_xi(void **state)
{
    (void)state;
    for (size_t i = 0; i < patches_count; i += 2 * stride) {
        struct contensou_patch *patch = patches_make(&patches_all[i].spec);

        check_maximum(patch, i, 1e-12);
        contensou_patch_free(patch);
    }
}

static void write_points(const char *path, int count, int kind)
{
    struct slips_random random = {(uint64_t)count};
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs("x,y,area,pressure\n", file);
    for (int i = 0; i < count; ++i) {
        const double x = slips_between(&random, -1, 1), y = slips_between(&random, -1, 1);

        if (kind == 0)
            fprintf(file, "%.17g,%.17g,%.17g,1\n", x, y, slips_between(&random, 0.1, 1));
        else /* a grid of five columns, or five places in a line, some of them taken twice */
            fprintf(file, "%d,%d,1,1\n", i % 5, kind == 1 ? i / 5 : 0);
    }
    fclose(file);
}

/* A patch of points has a facet for every point; few points make large ones. Points in a line hold
 * no moment of one kind, so that the surface has edges too. */
static void points_have_facets(void **state)
{
    static const char path[] = CONTENSOU_SCRATCH_DIR "/limit_cells.csv";

    (void)state;
    for (int count = 2; count <= 40; count += count < 9 ? 1 : 13)
        for (int kind = 0; kind < 3; ++kind) {
            const struct contensou_patch_spec spec = {.size = sizeof spec,
                                                      .shape = "cells:" CONTENSOU_SCRATCH_DIR
                                                               "/limit_cells.csv",
                                                      .center = {0.1, -0.2}};
            struct contensou_patch *patch;

            write_points(path, count, kind);
            patch = patches_make(&spec);
            check_maximum(patch, (uint64_t)count, 1e-12);
            contensou_patch_free(patch);
        }
    remove(path);
}

/* The device against the same text as C: both converge to rounding, not to the same bits. */
static void the_device_agrees_with_the_host_text(void **state)
{
    enum { n = 203 };

    (void)state;
    for (size_t i = 0; i < patches_count; i += 2 * stride) {
        struct contensou_patch *patch = patches_make(&patches_all[i].spec);
        const double radius = contensou_patch_radius(patch);
        struct contensou__patch_data t = {0};
        struct slips_random random = {i + 5};
        double load[3 * n], got[3 * n];

        assert_int_equal(contensou__patch_make_data(patch, 0, &t, NULL), CONTENSOU_OK);
        for (size_t k = 0; k < 3 * n; ++k)
            load[k] = slips_between(&random, -1, 1) * (k < 2 * n ? 1 : radius);
        for (int pack = 1; pack <= 8; pack *= 8) {
            const struct host_params p = {t.params[0], t.params[1], t.params[2], &t};
            struct contensou_limit *limit =
                limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, pack);

            limit_solver_run(limit, n, load, got);
            for (size_t k = 0; k < n; ++k) {
                const struct limit_result r =
                    limit_of_load(&p, NULL, load[k], load[n + k], load[2 * n + k]);

                assert_true(fabs(got[k] / r.xi - 1) < 1e-12);
                assert_true(limit_solver_turn(got[n + k], r.theta) < 1e-10 &&
                            limit_solver_turn(got[2 * n + k], r.phi) < 1e-9);
            }
            contensou_limit_free(limit);
        }
        contensou__patch_data_free(&t);
        contensou_patch_free(patch);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_comes_back_from_its_load),
        cmocka_unit_test(no_slip_gives_more_than_xi),
        cmocka_unit_test(points_have_facets),
        cmocka_unit_test(the_device_agrees_with_the_host_text),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
