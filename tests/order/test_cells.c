/* test_cells.c: the discretisation of a patch into cells, and how the sum over them converges.
 * SPDX-License-Identifier: MIT */
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
#include <cubature.h>

#include "problems/patches.h"
#include "support/agreement.h"

/* Fails the test unless low <= value <= high. */
static void within(const char *what, const char *name, double value, double low, double high)
{
    print_message("%s, %s: %g\n", what, name, value);
    if (!(value >= low && value <= high))
        fail_msg("%s, %s: %g is not in [%g, %g]", what, name, value, low, high);
}

enum { sizes = 5 };
static const int along[sizes] = {25, 42, 71, 119, 200};

/* The least-squares slope of log(error) over log(1/N). */
static double slope_of(const double error[sizes])
{
    double x[sizes], y[sizes], mx = 0, my = 0, top = 0, bottom = 0;

    for (int i = 0; i < sizes; ++i) {
        x[i] = -log(along[i]);
        y[i] = log(error[i]);
        mx += x[i] / sizes;
        my += y[i] / sizes;
    }
    for (int i = 0; i < sizes; ++i) {
        top += (x[i] - mx) * (y[i] - my);
        bottom += (x[i] - mx) * (x[i] - mx);
    }
    return top / bottom;
}

/* The error of the sum over cells against the exact method, root mean square over slips. */
static double order_of(const char *name)
{
    struct contensou_patch *patch = patches_make_named(name);
    struct slips s = slips_away(patch, 41, 40, 0.02);
    struct agreement_result exact = agreement_host(patch, &s, NULL, 0);
    const double radius = contensou_patch_radius(patch);
    double error[sizes];

    for (int i = 0; i < sizes; ++i) {
        const struct contensou_eval_options options = {
            .size = sizeof options, .method = CONTENSOU_METHOD_CELLS, .cells = along[i]};
        struct agreement_result got = agreement_host(patch, &s, &options, 0);
        double sum = 0;

        for (size_t j = 0; j < 3 * s.n; ++j) {
            const double off = (got.wrench[j] - exact.wrench[j]) / (j < 2 * s.n ? 1 : radius);

            sum += off * off;
        }
        error[i] = sqrt(sum / (double)(3 * s.n));
        agreement_free(&got);
    }
    print_message("%s: error %.2g at N = 25, %.2g at N = 200\n", name, error[0], error[sizes - 1]);
    agreement_free(&exact);
    slips_free(&s);
    contensou_patch_free(patch);
    return slope_of(error);
}

/* The midpoint of each cell's mass gives order 2; the cell with the centre of rotation and its
 * neighbours add h^2 too. Measured 1.85 to 2. */
static void sum_over_cells_converges_with_order_two(void **state)
{
    static const char *const name[] = {"disk_uniform",    "disk_hertz",       "disk_boussinesq",
                                       "ellipse_uniform", "rectangle",        "triangle",
                                       "l_shape",         "with_hole_tilted", "map_3x3"};

    (void)state;
    for (size_t i = 0; i < sizeof name / sizeof *name; ++i)
        within("order", name[i], order_of(name[i]), 1.7, 2.5);
}

struct cells {
    double *x, *y, *mass;
    size_t count;
};

static struct cells cells_of(const struct contensou_patch *patch, int n)
{
    struct contensou_error err = {0};
    struct cells c = {0};

    if (contensou_patch_cells(patch, n, &c.x, &c.count, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
    c.y = c.x + c.count;
    c.mass = c.y + c.count;
    return c;
}

static double mean(const struct cells *c, int i, int j)
{
    long double sum = 0;

    for (size_t k = 0; k < c->count; ++k)
        sum += c->mass[k] * powl(c->x[k], i) * powl(c->y[k], j);
    return (double)sum;
}

static double moment(const struct contensou_patch *patch, int i, int j)
{
    struct contensou_error err = {0};
    double value = NAN;

    assert_int_equal(contensou_patch_moment(patch, i, j, 0, &value, &err), CONTENSOU_OK);
    return value;
}

/* Masses are divided by their sum: 1e-15. Each cell has its own centre of mass, so the first moments
 * are those of the patch: to 1e-12 where the pressure is affine in each cell, to 1e-9 where it is a
 * power at the rim. Both are below 0.01 h^2, the error of the sums, at N = 1000 and beyond. */
static void mass_is_one_and_the_centroid_that_of_the_patch(void **state)
{
    static const int n[] = {7, 40};
    struct agreement mass = {.what = "mass of all cells", .bound = 1e-15};
    struct agreement affine = {.what = "centroid under affine pressure", .bound = 1e-12};
    struct agreement power = {.what = "centroid under other pressures", .bound = 1e-9};

    (void)state;
    for (size_t p = 0; p < patches_count; ++p) {
        struct contensou_patch *patch = patches_make(&patches_all[p].spec);
        struct agreement *first = patches_exponent(&patches_all[p].spec) == 0 ? &affine : &power;
        const double radius = contensou_patch_radius(patch);
        const double x = moment(patch, 1, 0), y = moment(patch, 0, 1);

        for (int i = 0; i < 2; ++i) {
            struct cells c = cells_of(patch, n[i]);
            const double slip[3] = {n[i], 0, 0}; /* printed with what is wrong */

            agreement_number(&mass, patches_all[p].name, "mass", slip, mean(&c, 0, 0), 1, 1);
            agreement_number(first, patches_all[p].name, "x", slip, mean(&c, 1, 0), x, radius);
            agreement_number(first, patches_all[p].name, "y", slip, mean(&c, 0, 1), y, radius);
            free(c.x);
        }
        contensou_patch_free(patch);
    }
    agreement_finish(&mass);
    agreement_finish(&affine);
    agreement_finish(&power);
}

/* int of the pressure (R^2 - y^2)^q over 0 < y < Y on the chord R of a unit disk; q = -0.5 or 0.5. */
static double along_chord(double q, double R, double Y)
{
    const double share = Y < R ? asin(Y / R) : acos(0);

    return q < 0 ? share : 0.5 * (R * R * share + (Y < R ? Y * sqrt((R - Y) * (R + Y)) : 0));
}

struct window {
    double q, x0, x1, y0, y1;
};

static int across_window(unsigned dim, const double *t, void *data, unsigned count, double *value)
{
    const struct window *w = data;
    const double s = t[0], x = w->x0 + (w->x1 - w->x0) * s * s * s * (10 - 15 * s + 6 * s * s);
    const double R = sqrt((1 - x) * (1 + x));

    (void)dim, (void)count;
    *value = (w->x1 - w->x0) * 30 * s * s * (1 - s) * (1 - s) *
             (along_chord(w->q, R, w->y1) - along_chord(w->q, R, w->y0));
    return 0;
}

/* The mass of a window in the first quadrant, by adaptive quadrature between the places where the
 * rim crosses its sides; 1e-13. */
static double mass_of(struct window w)
{
    double cut[4] = {w.x0, sqrt(fmax(0, 1 - w.y1 * w.y1)), sqrt(fmax(0, 1 - w.y0 * w.y0)), w.x1};
    double total = 0;

    for (int i = 1; i < 3; ++i)
        cut[i] = fmin(fmax(cut[i], w.x0), w.x1);
    for (int i = 0; i < 3; ++i) {
        struct window part = {w.q, cut[i], cut[i + 1], w.y0, w.y1};
        const double zero = 0, one = 1;
        double value = 0, error = 0;

        if (part.x1 > part.x0)
            hcubature(1, across_window, &part, 1, &zero, &one, 10000, 1e-15, 1e-12,
                      ERROR_INDIVIDUAL, &value, &error);
        total += value;
    }
    return total;
}

/* Of all cells of a disk under Hertz's and Boussinesq's pressure, relative to the total: 1e-9. */
static void masses_at_the_rim_are_those_of_the_pressure(void **state)
{
    static const char *const name[] = {"disk_hertz", "disk_boussinesq"};
    static const double q[] = {0.5, -0.5};
    const int n = 40;
    const double h = 2.0 / n, pi = 3.14159265358979323846;
    struct agreement a = {.what = "masses of clipped cells", .bound = 1e-9};

    (void)state;
    for (int p = 0; p < 2; ++p) {
        struct contensou_patch *patch = patches_make_named(name[p]);
        struct cells c = cells_of(patch, n);

        for (size_t k = 0; k < c.count; ++k)
            if (c.x[k] > 0 && c.y[k] > 0) {
                const double x0 = floor(c.x[k] / h) * h, y0 = floor(c.y[k] / h) * h;
                const struct window w = {q[p], x0, fmin(1, x0 + h), y0, fmin(1, y0 + h)};

                agreement_number(&a, name[p], "mass", (const double[3]){c.x[k], c.y[k], n},
                                 c.mass[k], mass_of(w) * (q[p] + 1) / pi, 1);
            }
        free(c.x);
        contensou_patch_free(patch);
    }
    agreement_finish(&a);
}

/* Second moments miss the cells' own inertia, h^2/12 each: order 2, and a known size for squares. */
static void second_moments_converge(void **state)
{
    static const char *const name[] = {"disk_uniform", "disk_hertz", "ellipse_uniform", "triangle",
                                       "annulus_0.5_tilted"};

    (void)state;
    for (size_t p = 0; p < sizeof name / sizeof *name; ++p) {
        struct contensou_patch *patch = patches_make_named(name[p]);
        const double exact = moment(patch, 2, 0) + moment(patch, 0, 2);
        double error[sizes];

        for (int i = 0; i < sizes; ++i) {
            struct cells c = cells_of(patch, along[i]);

            error[i] = exact - mean(&c, 2, 0) - mean(&c, 0, 2);
            free(c.x);
        }
        within("order of <r^2>", name[p], slope_of(error), 1.9, 2.1);
        contensou_patch_free(patch);
    }
}

/* int of sqrt(1 - x^2) from 0. */
static long double below_arc(long double x)
{
    return (x * sqrtl((1 - x) * (1 + x)) + asinl(x)) / 2;
}

/* The area of the unit disk in x0 < x < x1, 0 < y < Y, for 0 <= x0 < x1 <= 1. */
static long double below(long double x0, long double x1, long double Y)
{
    const long double corner = Y < 1 ? sqrtl((1 - Y) * (1 + Y)) : 0; /* the arc is above Y before */
    const long double left = x0 < corner ? fminl(x1, corner) : x0;

    return (left - x0) * Y + below_arc(x1) - below_arc(left);
}

/* Uniform disk, even N: by symmetry each window lies in one quadrant. 1e-14 of the disk's area. */
static void rim_cells_have_the_area_of_their_part_of_the_disk(void **state)
{
    const long double pi = 3.14159265358979323846264338327950288L;
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct agreement a = {.what = "areas of clipped cells", .bound = 1e-14};
    static const int n[] = {2, 10, 26, 100};

    (void)state;
    for (int i = 0; i < 4; ++i) {
        struct cells c = cells_of(patch, n[i]);
        const long double h = 2.0L / n[i];

        for (size_t k = 0; k < c.count; ++k) {
            const long double x0 = floorl(fabsl((long double)c.x[k]) / h) * h;
            const long double y0 = floorl(fabsl((long double)c.y[k]) / h) * h;
            const long double x1 = fminl(1, x0 + h), y1 = fminl(1, y0 + h);

            agreement_number(&a, "disk_uniform", "mass", (const double[3]){c.x[k], c.y[k], n[i]},
                             c.mass[k], (double)((below(x0, x1, y1) - below(x0, x1, y0)) / pi), 1);
        }
        free(c.x);
    }
    contensou_patch_free(patch);
    agreement_finish(&a);
}

/* The plain sum, written out; the device is allowed its own order of summing: 1e-15 per cell. */
static void cells_from_a_file_give_the_plain_sum(void **state)
{
    enum { count = 7 };
    static const double cell[count][4] = {
        {0.1, 0.2, 0.5, 1},  {-0.4, 0.3, 1, 2}, {0.7, -0.6, 2, 0.25}, {-0.2, -0.9, 1, 0},
        {0.5, 0.5, 0.1, 30}, {-1.1, 0, 1, 1},   {0.3, -0.1, 0.7, 0.9}};
    char name[] = CONTENSOU_SCRATCH_DIR "/cells_XXXXXX", shape[sizeof name + 8];
    const int handle = mkstemp(name);
    FILE *file = handle >= 0 ? fdopen(handle, "w") : NULL;
    struct contensou_patch_spec spec = {.size = sizeof spec, .shape = shape, .center = {0.1, -0.2}};
    struct agreement a = {.what = "plain sums", .bound = 1e-14};
    struct contensou_patch *patch;
    struct slips s;
    struct agreement_result host, device;
    double total = 0;

    (void)state;
    assert_non_null(file);
    fputs("x,y,area,pressure\n", file);
    for (int i = 0; i < count; ++i) {
        fprintf(file, "%.17g,%.17g,%.17g,%.17g\n", cell[i][0], cell[i][1], cell[i][2], cell[i][3]);
        total += cell[i][2] * cell[i][3];
    }
    fclose(file);
    snprintf(shape, sizeof shape, "cells:%s", name);
    patch = patches_make(&spec);
    unlink(name);
    assert_int_equal(contensou_patch_has_exact(patch), 0);
    s = slips_for(patch, 3, 200);
    host = agreement_host(patch, &s, NULL, 0);
    device = agreement_device(patch, &s, NULL);
    for (size_t i = 0; i < s.n; ++i) {
        double w[3] = {s.value[i], s.value[s.n + i], s.value[2 * s.n + i]}, sum[3] = {0, 0, 0};
        const double size = fmax(fmax(fabs(w[0]), fabs(w[1])), fabs(w[2]));

        for (int k = 0; k < count; ++k) {
            const double x = cell[k][0] - 0.1, y = cell[k][1] + 0.2;
            const double Vx = w[0] / size - w[2] / size * y, Vy = w[1] / size + w[2] / size * x;
            const double share = cell[k][2] * cell[k][3] / total / hypot(Vx, Vy);

            sum[0] += share * Vx;
            sum[1] += share * Vy;
            sum[2] += share * (x * Vy - y * Vx);
        }
        agreement_wrench(&a, "host", 1, &s, i, &host, sum);
        agreement_wrench(&a, "device", 1, &s, i, &device, sum);
    }
    agreement_free(&host);
    agreement_free(&device);
    slips_free(&s);
    contensou_patch_free(patch);
    agreement_finish(&a);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sum_over_cells_converges_with_order_two),
        cmocka_unit_test(mass_is_one_and_the_centroid_that_of_the_patch),
        cmocka_unit_test(masses_at_the_rim_are_those_of_the_pressure),
        cmocka_unit_test(second_moments_converge),
        cmocka_unit_test(rim_cells_have_the_area_of_their_part_of_the_disk),
        cmocka_unit_test(cells_from_a_file_give_the_plain_sum),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
