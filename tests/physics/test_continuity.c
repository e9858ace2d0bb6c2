/* test_continuity.c: no jump where one rule takes over from another. At each border two slips that
 * differ by an ulp or so are evaluated, one by each rule; across it a scan in steps of 1e-9 stays
 * straight. 1e-12 in double and 3e-6 in single are the promises. SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "contact/patch.h"
#include "patches/disk.h"
#include "patches/edges.h"
#include "patches/ellipse_wrench.h"
#include "patches/map.h"
#include "problems/patches.h"
#include "support/agreement.h"
#include "support/oracle.h"

/* The distances at which the tables of a patch change their rule, in units of a, b from middle. */
struct borders {
    double k[6], a, b, middle[2];
    int count;
};

static struct borders borders_of(const struct contensou_patch *patch, int single)
{
    struct contensou__patch_data t = {0};
    struct contensou_error err = {0};
    struct borders at = {.count = 2};

    if (contensou__patch_make_data(patch, single, &t, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
    if (t.kind == contensou__patch_data_map) {
        struct map_params p;

        memcpy(&p, t.params, sizeof p);
        at = (struct borders){{p.far}, p.size, p.size, {p.dx, p.dy}, 1};
    } else if (t.kind == contensou__patch_data_edges) {
        struct edges_params p;

        memcpy(&p, t.params, sizeof p);
        at = (struct borders){{p.far}, p.size, p.size, {p.dx, p.dy}, 1};
    } else if (t.kind == contensou__patch_data_disk) {
        struct disk_params p;

        memcpy(&p, t.params,
               sizeof p); /* parts of the table: at the rim, and between octaves on both sides */
        at = (struct borders){{1 - p.end, 1 / (1 - p.end), 0.5, 2, p.hole, 2 * p.hole},
                              p.size,
                              p.size,
                              {p.dx, p.dy},
                              p.hole > 0 ? 6 : 4};
    } else {
        struct ellipse_params p;

        memcpy(&p, t.params, sizeof p);
        at = (struct borders){{p.k_in, p.k_out}, p.a * p.size, p.b * p.size, {p.dx, p.dy}, 2};
    }
    contensou__patch_data_free(&t);
    return at;
}

enum { directions = 24, points = 9 };

/* For each border and direction 9 points, `step` apart, the middle one on the border. */
static struct slips across(const struct borders *at, double step)
{
    struct slips s = {0};

    for (int b = 0; b < at->count; ++b)
        for (int d = 0; d < directions; ++d)
            for (int i = 0; i < points; ++i) {
                const double k = at->k[b] * (1 + (i - points / 2) * step), angle = 0.26 * d;
                const double w = d & 1 ? -1 : 1;

                slips_add_centre(&s, at->middle[0] + at->a * k * cos(angle),
                                 at->middle[1] + at->b * k * sin(angle), w);
            }
    slips_seal(&s);
    return s;
}

/* The jump between neighbours, freed from the slope that the far neighbours show. */
static void no_jump(struct agreement *a, const char *name, double radius, const struct slips *s,
                    const struct agreement_result *got)
{
    for (size_t g = 0; g < s->n; g += points)
        for (size_t k = 0; k < 3; ++k) {
            const double *f = got->wrench + k * s->n + g;
            const double slip[3] = {s->value[g + 4], s->value[s->n + g + 4],
                                    s->value[2 * s->n + g + 4]};
            const double slope = ((f[2] - f[0]) + (f[8] - f[6])) / 4;

            for (int i = 2; i < 6; ++i)
                agreement_number(a, name, k == 2 ? "jump of M" : "jump of T", slip, f[i + 1] - f[i],
                                 slope, k == 2 ? fmin(1, radius) : 1);
        }
}

static void scan_all(struct agreement *a, double step, enum contensou_precision precision,
                     const char *only)
{
    for (size_t p = 0; p < patches_count; ++p) {
        struct contensou_patch *patch;
        const struct contensou_eval_options options = {.size = sizeof options,
                                                       .precision = precision};
        struct borders at;
        struct slips s;
        struct agreement_result got;

        if (only && !patches_listed(only, patches_all[p].name))
            continue;
        patch = patches_make(&patches_all[p].spec);
        at = borders_of(patch, precision == CONTENSOU_PRECISION_SINGLE);
        s = across(&at, step);
        got = precision == CONTENSOU_PRECISION_SINGLE ? agreement_device(patch, &s, &options)
                                                      : agreement_host(patch, &s, NULL, 0);
        no_jump(a, patches_all[p].name, contensou_patch_radius(patch), &s, &got);
        agreement_free(&got);
        slips_free(&s);
        contensou_patch_free(patch);
    }
    agreement_finish(a);
}

static void scans_in_steps_of_1e_9_show_no_jump(void **state)
{
    struct agreement a = {.what = "scans in steps of 1e-9", .bound = 1e-12};

    (void)state;
    scan_all(&a, 1e-9, CONTENSOU_PRECISION_DOUBLE, NULL);
}

static void neighbours_on_both_sides_of_a_border_agree(void **state)
{
    struct agreement a = {.what = "neighbours at the borders", .bound = 1e-12};

    (void)state;
    scan_all(&a, 2 * DBL_EPSILON, CONTENSOU_PRECISION_DOUBLE, NULL);
}

static void single_precision_shows_no_jump(void **state)
{
    struct agreement a = {.what = "scans in single precision", .bound = 3e-6};

    (void)state;
    scan_all(&a, 2 * FLT_EPSILON, CONTENSOU_PRECISION_SINGLE,
             "disk_uniform disk_hertz annulus_0.9 ellipse_uniform rectangle l_shape map_3x3 "
             "with_hole_tilted");
}

/* Densely from inside over the rim to outside, second differences: a jump of e anywhere shows as e.
 * The wrench itself bends by f'' d^2, largest at the rim like d log d. */
static void rim_is_crossed_smoothly(void **state)
{
    struct agreement a = {.what = "second differences across the rim", .bound = 1e-12};
    enum { steps = 401 };

    (void)state;
    for (size_t p = 0; p < patches_count; ++p) {
        struct contensou_patch *patch = patches_make(&patches_all[p].spec);
        const double radius = contensou_patch_radius(patch);
        const struct borders at = borders_of(patch, 0);
        struct slips s = {0};
        struct agreement_result got;

        for (int i = 0; i < steps; ++i) {
            const double k = 1 + (i - steps / 2) * 1e-14 * 1e3;

            slips_add_centre(&s, at.middle[0] + at.a * k * cos(0.8),
                             at.middle[1] + at.b * k * sin(0.8), 1);
        }
        slips_seal(&s);
        got = agreement_host(patch, &s, NULL, 0);
        for (size_t i = 1; i + 1 < s.n; ++i)
            for (size_t k = 0; k < 3; ++k) {
                const double *f = got.wrench + k * s.n + i;

                agreement_number(&a, patches_all[p].name, "second difference",
                                 (const double[]){s.value[i], s.value[s.n + i], 1},
                                 f[1] - 2 * f[0] + f[-1], 0, k == 2 ? fmin(1, radius) : 1);
            }
        agreement_free(&got);
        slips_free(&s);
        contensou_patch_free(patch);
    }
    agreement_finish(&a);
}

/* Up to the border of the edges at three radii, where they cancel most, and through all other rules:
 * the formulas in double against the same in long double, with the same tables. */
static void rounding_of_the_formulas_stays_small(void **state)
{
    struct agreement a = {.what = "rounding against long double", .bound = 1e-13};

    (void)state;
    for (size_t p = 0; p < patches_count; ++p) {
        struct contensou_patch *patch = patches_make(&patches_all[p].spec);
        const int slim = strcmp(patches_all[p].name, "annulus_0.99") == 0; /* 1/(1-q^2) = 50 */
        const double radius = contensou_patch_radius(patch);
        struct contensou__patch_data t = {0};
        struct contensou_error err = {0};
        struct slips s = slips_for(patch, 77, 300);

        assert_int_equal(contensou__patch_make_data(patch, 0, &t, &err), CONTENSOU_OK);
        for (size_t i = 0; i < s.n; ++i) {
            const double raw[3] = {s.value[i], s.value[s.n + i], s.value[2 * s.n + i]};
            const double size = fmax(fmax(fabs(raw[0]), fabs(raw[1])), fabs(raw[2]) * radius);
            const double slip[3] = {raw[0] / size, raw[1] / size, raw[2] / size};
            double got[9];
            long double exact[9];

            contensou__patch_data_wrench(&t, slip, 0, got);
            oracle_wrench(&t, slip, exact);
            for (int k = 0; k < 3; ++k)
                agreement_number(&a, patches_all[p].name, k == 2 ? "M" : "T", slip, got[k],
                                 (double)exact[k],
                                 (k == 2 ? fmin(1, radius) : 1) * (slim ? 10 : 1));
        }
        slips_free(&s);
        contensou__patch_data_free(&t);
        contensou_patch_free(patch);
    }
    agreement_finish(&a);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scans_in_steps_of_1e_9_show_no_jump),
        cmocka_unit_test(neighbours_on_both_sides_of_a_border_agree),
        cmocka_unit_test(single_precision_shows_no_jump),
        cmocka_unit_test(rim_is_crossed_smoothly),
        cmocka_unit_test(rounding_of_the_formulas_stays_small),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
