/* test_maps.c: the tree of large pressure maps against the sum over all their edges in long double, and against quadrature
 * cell by cell. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "contact/gauss.h"
#include "contact/map_tree.h"
#include "contact/patch.h"
#include "patches/map.h"
#include "support/agreement.h"
#include "support/oracle.h"

static struct slips_random dice;

enum fill { noisy, holes, one_corner, island, ridge };

struct problem {
    const char *name;
    int columns, rows;
    double wide, high, tilt;
    enum fill fill;
};

static const struct problem problems[] = {
    {"noisy 40 x 40", 40, 40, 2, 2, 0, noisy},
    {"tilted 36 x 24, oblong cells", 36, 24, 1, 2, 0.3, noisy},
    {"one row of 400", 400, 1, 2, 0.3, 0, noisy},
    {"one slender column of 400", 1, 400, 0.05, 4, 0, noisy},
    {"nine of ten cells empty, 60 x 60", 60, 60, 1, 1, 0, holes},
    {"nearly all in one cell, 50 x 50", 50, 50, 2, 2, 0, one_corner},
    {"an island of 30 x 30 in 300 x 200", 300, 200, 3, 2, 0.1, island},
    {"a ridge, 70 x 50", 70, 50, 1.4, 1, 0, ridge},
};
enum { problem_count = sizeof problems / sizeof *problems };

static double pressure_of(enum fill fill, int i, int j, int columns, int rows)
{
    const double noise = 0.2 + slips_uniform(&dice);

    switch (fill) {
    case holes:
        return slips_uniform(&dice) < 0.1 ? noise : 0;
    case one_corner:
        return i == columns - 1 && j == 0 ? 1e9 : noise;
    case island:
        return abs(i - columns / 3) < 15 && abs(j - rows / 2) < 15 ? noise : 0;
    case ridge:
        return exp(-0.5 * pow(j - 0.4 * rows, 2)) + 1e-6 * noise;
    case noisy:
        break;
    }
    return noise;
}

static struct contensou_patch *make(const struct problem *p)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = p->name,
                                              .tilt_k = p->tilt,
                                              .tilt_beta = 0.7,
                                              .center = {0.3, -0.2}};
    const double origin[2] = {-0.4 * p->wide, -0.5 * p->high};
    const double spacing[2] = {p->wide / p->columns, p->high / p->rows};
    double *pressure = malloc((size_t)(p->columns * p->rows) * sizeof *pressure);
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    dice.state = 12;
    for (int i = 0; i < p->columns * p->rows; ++i)
        pressure[i] = pressure_of(p->fill, i % p->columns, i / p->columns, p->columns, p->rows);
    if (contensou_patch_create_map(&patch, &spec, origin, spacing, (size_t)p->columns,
                                   (size_t)p->rows, pressure, &err))
        fail_msg("%s: %s", p->name, err.message);
    free(pressure);
    return patch;
}

/* Centres of rotation, in the map's unit about its middle: inside, on lines and corners of cells, on the borders of boxes,
 * outside near the border, in the distance and where the series takes over. */
static void centre(const struct map_params *m, int kind, double c[2])
{
    const double box = 2 * m->far / pow(2, m->levels);
    const double far = m->far * (slips_uniform(&dice) < 0.5 ? 0.999999 : 1.000001);
    const double angle = 6.283185307179586 * slips_uniform(&dice);

    for (int axis = 0; axis < 2; ++axis) {
        const double at = 2 * slips_uniform(&dice) - 1, cell = axis ? m->high : m->wide;
        const double line = axis ? m->y : m->x, round = axis ? sin(angle) : cos(angle);
        const double on_line = line + cell * rint((at - line) / cell);

        c[axis] = kind == 0   ? at
                  : kind == 1 ? (axis ? on_line : at)
                  : kind == 2 ? on_line
                  : kind == 3 ? box * rint(at / box)
                  : kind == 4 ? round * (1 + 0.02 * slips_uniform(&dice))
                  : kind == 5 ? round * (1 + 2 * slips_uniform(&dice))
                  : kind == 6 ? round * far
                              : round * exp(8 * slips_uniform(&dice));
    }
}
enum { kinds = 8, of_each = 12 };

static double worst(const double *got, const long double *expected, int count, const double *unit)
{
    double most = 0;

    for (int k = 0; k < count; ++k)
        most = fmax(most, (double)fabsl(got[k] - expected[k]) / unit[k]);
    return most;
}

/* The largest torque is that about the far end of the patch or in pure spin; the radius is no less. */
static void tree_is_the_sum_over_the_edges(void **state)
{
    (void)state;
    for (int i = 0; i < problem_count; ++i) {
        struct contensou_patch *p = make(&problems[i]);
        struct contensou__patch_data tree = {0}, edges = {0};
        struct contensou_error err = {0};
        const double radius = contensou_patch_radius(p);
        double error = 0, slopes = 0;
        struct map_params m;

        assert_true(contensou__map_tree_pays(&p->outline));
        if (contensou__map_tree_data(&p->outline, p->density, p->g, p->center, 0, &tree, &err) ||
            contensou__outline_data(&p->outline, p->density, p->g, p->center, 0, &edges, &err))
            fail_msg("%s: %s", problems[i].name, err.message);
        memcpy(&m, tree.params, sizeof m);
        for (int k = 0; k < kinds * of_each; ++k) {
            double c[2], got[9], unit[9] = {1, 1, radius};
            long double expected[9];

            centre(&m, k % kinds, c);
            const double w = k & 8 ? 1 : -0.4;
            const double x = m.dx + m.size * c[0], y = m.dy + m.size * c[1];
            const double slip[3] = {w * y, -w * x, w};

            contensou__patch_data_wrench(&tree, slip, 1, got);
            oracle_wrench(&edges, slip, expected);
            for (int n = 3; n < 9; ++n)
                unit[n] = (double)(fabsl(expected[3]) + fabsl(expected[5])) *
                          (n < 6   ? 1
                           : n < 8 ? radius + hypot(x, y)
                                   : pow(radius + hypot(x, y), 2));
            error = fmax(error, worst(got, expected, 3, unit));
            slopes = fmax(slopes, worst(got + 3, expected + 3, 6, unit + 3));
        }
        print_message("%s: %d levels, wrench %.1e, Jacobian %.1e\n", problems[i].name,
                      (int)m.levels, error, slopes);
        assert_true(error < 1e-12);
        assert_true(slopes < 1e-9);
        contensou__patch_data_free(&tree);
        contensou__patch_data_free(&edges);
        contensou_patch_free(p);
    }
}

/* A Gauss rule in each cell knows nothing of the formulas; the centre of rotation is outside, so that it converges. */
static void quadrature_of_the_cells_agrees(void **state)
{
    enum { nodes = 10 };
    struct contensou_patch *p = make(&problems[1]);
    const struct contensou__outline *o = &p->outline;
    const double dx = (o->box[1] - o->box[0]) / o->nx, dy = (o->box[3] - o->box[2]) / o->ny;
    struct contensou__patch_data t = {0};
    struct contensou_error err = {0};
    long double x[nodes], w[nodes];

    (void)state;
    assert_int_equal(contensou__gauss_rule(nodes, 0, x, w, &err), 0);
    assert_int_equal(contensou__patch_make_data(p, 0, &t, &err), 0);
    assert_int_equal(t.kind, contensou__patch_data_map);
    for (int k = 0; k < 6; ++k) {
        const double c[2] = {o->box[k % 2] + (k % 2 ? 0.1 : -0.1), o->box[2] + 0.3 * k};
        const double slip[3] = {c[1] - p->center[1], -(c[0] - p->center[0]), 1};
        long double sum[3] = {0, 0, 0};
        double got[9];

        for (int i = 0; i < o->nx * o->ny * nodes * nodes; ++i) {
            const int a = i % nodes, b = i / nodes % nodes, cell = i / (nodes * nodes);
            const long double X = o->box[0] + dx * (cell % o->nx + 0.5L + 0.5L * x[a]);
            const long double Y = o->box[2] + dy * (cell / o->nx + 0.5L + 0.5L * x[b]);
            const long double mass = 0.25L * w[a] * w[b] * dx * dy * o->pressure[cell] *
                                     p->density * (1 + p->g[0] * X + p->g[1] * Y);
            const long double r = hypotl(X - c[0], Y - c[1]);
            const long double tx = -(Y - c[1]) / r * mass, ty = (X - c[0]) / r * mass;

            sum[0] += tx;
            sum[1] += ty;
            sum[2] += (X - p->center[0]) * ty - (Y - p->center[1]) * tx;
        }
        contensou__patch_data_wrench(&t, slip, 0, got);
        assert_true(worst(got, sum, 3, (const double[3]){1, 1, 1}) < 1e-13);
    }
    contensou__patch_data_free(&t);
    contensou_patch_free(p);
}

/* The device in both precisions against the host. */
static void device_agrees_in_both_precisions(void **state)
{
    static const struct {
        enum contensou_precision precision;
        double bound;
    } as[2] = {{CONTENSOU_PRECISION_DOUBLE, 1e-13}, {CONTENSOU_PRECISION_SINGLE, 1e-6}};

    (void)state;
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 2; ++i) {
            const struct contensou_eval_options o = {
                .size = sizeof o, .precision = as[k].precision, .method = CONTENSOU_METHOD_EXACT};
            struct agreement a = {.what = problems[i].name, .bound = as[k].bound};
            struct contensou_patch *p = make(&problems[i]);
            struct slips s = slips_away(p, 3, 200, 0);
            struct agreement_result expected = agreement_host(p, &s, NULL, 0),
                                    got = agreement_device(p, &s, &o);

            agreement_results(&a, problems[i].name, contensou_patch_radius(p), &s, &got, &expected);
            agreement_finish(&a);
            agreement_free(&got);
            agreement_free(&expected);
            slips_free(&s);
            contensou_patch_free(p);
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tree_is_the_sum_over_the_edges),
                                       cmocka_unit_test(quadrature_of_the_cells_agrees),
                                       cmocka_unit_test(device_agrees_in_both_precisions)};

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
