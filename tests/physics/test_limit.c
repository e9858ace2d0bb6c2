/* test_limit.c: xi and the slip of loads against check values, closed forms and the rules of a
 * gauge. SPDX-License-Identifier: MIT */
#include "problems/patches.h"
#include "problems/slips.h"
#include "support/limit_solver.h"

#include <contensou/limit.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

static const double pi = 3.14159265358979323846;

static struct contensou_patch *make(const char *shape, const char *pressure)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = shape, .pressure = pressure};

    return patches_make(&spec);
}

/* Every row of limit.csv; an empty phi there must be NaN here. */
static void check_rows(enum contensou_precision precision, int pack, double bound)
{
    FILE *table = fopen(CONTENSOU_CHECK_VALUES "/limit.csv", "r");
    struct contensou_patch *patch = NULL;
    struct contensou_limit *limit = NULL;
    char line[512], contact[256] = "", next[256];
    size_t rows = 0;

    assert_non_null(table);
    assert_non_null(fgets(line, sizeof line, table));
    for (; fgets(line, sizeof line, table); ++rows) {
        const int quoted = line[0] == '"';
        char *shape = line + quoted, *end = strchr(shape, quoted ? '"' : ','), *pressure;
        double v[6], got[3];
        int fields;

        *end = '\0';
        pressure = end + 1 + quoted;
        end = strchr(pressure, ',');
        *end = '\0';
        fields = sscanf(end + 1, "%lf,%lf,%lf,%lf,%lf,%lf", v, v + 1, v + 2, v + 3, v + 4, v + 5);
        assert_true(fields >= 5);
        snprintf(next, sizeof next, "%.100s %.100s", shape, pressure);
        if (strcmp(next, contact)) {
            contensou_limit_free(limit);
            contensou_patch_free(patch);
            patch = make(shape, pressure);
            limit = limit_solver_open(patch, precision, pack);
            memcpy(contact, next, sizeof contact);
        }
        limit_solver_one(limit, v[0], v[1], v[2], got);
        /* Single precision does not see a force of 1e-6. */
        if (!(fabs(got[0] - v[3]) <= bound) || !(limit_solver_turn(got[1], v[4]) <= bound) ||
            (fields == 6 && v[0] > bound && !(limit_solver_turn(got[2], v[5]) <= bound)) ||
            (fields < 6 && !isnan(got[2])))
            fail_msg("row %zu: xi %.17g, theta %.17g, phi %.17g", rows + 2, got[0], got[1], got[2]);
    }
    contensou_limit_free(limit);
    contensou_patch_free(patch);
    fclose(table);
    assert_int_equal(rows, 18);
}

static void every_check_value_holds(void **state)
{
    (void)state;
    check_rows(CONTENSOU_PRECISION_DOUBLE, 0, 1e-10);
}

static void every_check_value_holds_in_every_pack(void **state)
{
    (void)state;
    for (int pack = 1; pack <= 8; pack *= 2)
        check_rows(CONTENSOU_PRECISION_DOUBLE, pack, 1e-10);
}

static void every_check_value_holds_in_single(void **state)
{
    (void)state;
    check_rows(CONTENSOU_PRECISION_SINGLE, 0, 1e-5);
}

/* A gauge: xi(s u) = s xi(u), xi(u + v) <= xi(u) + xi(v); also for loads of 1e-200 and 1e200. */
static void xi_is_homogeneous_and_convex(void **state)
{
    static const double scale[] = {1e-300, 1e-200, 1e-7, 3, 1e9, 1e200, 1e300};

    (void)state;
    for (size_t i = 1; i < patches_count; i += 4) {
        struct contensou_patch *patch = patches_make(&patches_all[i].spec);
        struct contensou_limit *limit = limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, 0);
        struct slips_random random = {i};
        double u[3], v[3], a[3], b[3], c[3];

        for (int n = 0; n < 30; ++n) {
            for (int k = 0; k < 3; ++k) {
                u[k] = slips_between(&random, -1, 1);
                v[k] = slips_between(&random, -1, 1);
            }
            limit_solver_one(limit, u[0], u[1], u[2], a);
            limit_solver_one(limit, v[0], v[1], v[2], b);
            limit_solver_one(limit, u[0] + v[0], u[1] + v[1], u[2] + v[2], c);
            assert_true(c[0] <= (a[0] + b[0]) * (1 + 1e-13));
            for (size_t j = 0; j < sizeof scale / sizeof *scale; ++j) {
                limit_solver_one(limit, scale[j] * u[0], scale[j] * u[1], scale[j] * u[2], b);
                assert_true(fabs(b[0] / scale[j] / a[0] - 1) < 1e-12);
                assert_true(limit_solver_turn(b[1], a[1]) < 1e-10 &&
                            limit_solver_turn(b[2], a[2]) < 1e-10);
            }
        }
        contensou_limit_free(limit);
        contensou_patch_free(patch);
    }
}

/* Circular patches: a pure force is |u| and slides against it, a pure moment |M|/<r>, docs/maths.md 1. */
static void pure_loads_of_disks_are_known(void **state)
{
    static const struct {
        const char *pressure;
        double r;
    } disk[] = {{"uniform", 2.0 / 3},
                {"hertz", 3 * 3.14159265358979323846 / 16},
                {"parabolic", 8.0 / 15},
                {"boussinesq", 3.14159265358979323846 / 4}};

    (void)state;
    for (size_t i = 0; i < sizeof disk / sizeof *disk; ++i) {
        struct contensou_patch *patch = make("disk", disk[i].pressure);
        struct contensou_limit *limit = limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, 0);
        double got[3];

        for (double phi = -3; phi <= 3; phi += 0.5) {
            limit_solver_one(limit, -2.5 * cos(phi), -2.5 * sin(phi), 0, got);
            assert_true(fabs(got[0] - 2.5) < 1e-13 && fabs(got[1]) < 1e-13);
            assert_true(limit_solver_turn(got[2], phi) < 1e-13);
        }
        for (int sign = -1; sign < 2; sign += 2) {
            limit_solver_one(limit, 0, 0, sign * 0.3, got);
            assert_true(fabs(got[0] - 0.3 / disk[i].r) < 1e-13);
            assert_true(fabs(got[1] + sign * pi / 2) < 1e-15 && isnan(got[2]));
        }
        contensou_limit_free(limit);
        contensou_patch_free(patch);
    }
}

/* Hertz, k = v/w <= 1: T = (3pi/32) k (4 - k^2), M = (3pi/16)(1 - k^2 + 3k^4/8). */
static void the_hertz_disk_has_its_closed_form(void **state)
{
    struct contensou_patch *patch = make("disk", "hertz");
    struct contensou_limit *limit = limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, 0);
    double got[3];

    (void)state;
    for (double k = 0.05; k < 1; k += 0.05) {
        const double T = 3 * pi / 32 * k * (4 - k * k);
        const double M = 3 * pi / 16 * (1 - k * k + 0.375 * k * k * k * k);

        limit_solver_one(limit, -1.7 * T * cos(0.3), -1.7 * T * sin(0.3), -1.7 * M, got);
        assert_true(fabs(got[0] - 1.7) < 1e-12 && limit_solver_turn(got[1], atan2(1, k)) < 1e-11);
        assert_true(limit_solver_turn(got[2], 0.3) < 1e-11);
    }
    contensou_limit_free(limit);
    contensou_patch_free(patch);
}

static void loads_without_an_answer_are_empty(void **state)
{
    struct contensou_patch *patch = make("disk", "uniform");
    /* field-major: zero, NaN, a force, infinity */
    const double load[12] = {0, NAN, 0.3, 0, -0.0, 0, 0.4, 0, 0, 0, 0, -INFINITY};
    double got[12];

    (void)state;
    for (int precision = 0; precision < 2; ++precision) {
        struct contensou_limit *limit =
            limit_solver_open(patch, (enum contensou_precision)precision, 0);

        limit_solver_run(limit, 4, load, got);
        for (size_t i = 0; i < 4; ++i) {
            assert_true(i == 0 ? got[i] == 0 : i == 2 ? fabs(got[i] - 0.5) < 1e-6 : isnan(got[i]));
            assert_true(i == 2 || (isnan(got[4 + i]) && isnan(got[8 + i])));
        }
        contensou_limit_free(limit);
    }
    contensou_patch_free(patch);
}

static void a_million_loads_take_seconds(void **state)
{
    enum { n = 1000000 };
    struct contensou_patch *patch = make("disk", "hertz");
    struct contensou_limit *limit = limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, 0);
    struct slips_random random = {3};
    double *load = malloc(6 * (size_t)n * sizeof *load), seconds;
    clock_t start;

    (void)state;
    assert_non_null(load);
    for (size_t i = 0; i < 3 * (size_t)n; ++i)
        load[i] = slips_between(&random, -1, 1);
    limit_solver_run(limit, 1000, load, load + 3 * (size_t)n);
    start = clock();
    limit_solver_run(limit, n, load, load + 3 * (size_t)n);
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC; /* of all processors */
    print_message("1e6 loads in %.2f s, at most %d wrenches each\n", seconds,
                  contensou_limit_most(limit));
    assert_int_equal(contensou_limit_unsolved_count(limit), 0);
    assert_true(seconds < 30); /* 2 s on free cores */
    free(load);
    contensou_limit_free(limit);
    contensou_patch_free(patch);
}

/* Loads are put in another order for their way (host/device/limit.c); each must come back to its place, to the bit. */
static void neighbours_change_no_bit(void **state)
{
    enum { n = 3000, looked_at = 100 };
    struct contensou_patch *patch = make("ellipse:1,0.5", "uniform");
    struct contensou_limit *limit = limit_solver_open(patch, CONTENSOU_PRECISION_DOUBLE, 0);
    struct slips_random random = {4};
    static double load[3 * n], all[3 * n];

    (void)state;
    for (size_t i = 0; i < 3 * n; ++i)
        load[i] = slips_between(&random, -1, 1);
    limit_solver_run(limit, n, load, all);
    for (size_t i = 0; i < n; i += n / looked_at) {
        double one[3];

        limit_solver_one(limit, load[i], load[n + i], load[2 * n + i], one);
        for (size_t k = 0; k < 3; ++k)
            assert_memory_equal(&one[k], &all[k * n + i], sizeof one[k]);
    }
    contensou_limit_free(limit);
    contensou_patch_free(patch);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_check_value_holds),
        cmocka_unit_test(every_check_value_holds_in_every_pack),
        cmocka_unit_test(every_check_value_holds_in_single),
        cmocka_unit_test(xi_is_homogeneous_and_convex),
        cmocka_unit_test(pure_loads_of_disks_are_known),
        cmocka_unit_test(the_hertz_disk_has_its_closed_form),
        cmocka_unit_test(loads_without_an_answer_are_empty),
        cmocka_unit_test(a_million_loads_take_seconds),
        cmocka_unit_test(neighbours_change_no_bit),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
