/* test_slope_error.c: the error bar of a slope, of records that are made up: one standard deviation covers the true slope in 68 of
 * 100. SPDX-License-Identifier: MIT */
#include "base/slope_error.h"

#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { parts = 64, fine = 8, records = 1000 };

static const double slope = 0.4, length = 400;

static double normal(uint64_t seed, uint64_t k)
{
    const double u = 1 - contensou__random_unit(seed, k, "u"),
                 v = contensou__random_unit(seed, k, "v");

    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* Record number `seed`: a walk of the variance `walk` at its end, and a stationary motion of the variance `bounded` that keeps the
 * share `memory` of itself over an eighth of a part. */
static void make(uint64_t seed, double walk, double bounded, double memory,
                 struct contensou__slope_error_part part[parts])
{
    const double step = length / (parts * fine);
    double w = 0, b = normal(seed, 0), before = 0, first;

    first = sqrt(bounded) * b;
    for (int i = 0; i < parts; ++i) {
        part[i] = (struct contensou__slope_error_part){0};
        for (int k = 0; k < fine; ++k) {
            const uint64_t n = 1 + (uint64_t)(i * fine + k);
            double now;

            w += sqrt(walk / (parts * fine)) * normal(seed, 2 * n);
            b = memory * b + sqrt(1 - memory * memory) * normal(seed, 2 * n + 1);
            now = slope * (double)n * step + w + sqrt(bounded) * b - first;
            part[i].mean += 0.5 * (before + now) / fine;
            part[i].end = before = now;
            part[i].t = (double)n * step;
        }
    }
}

/* The share of records whose slope is within its error bar, and the mean square of the bar over the variance. */
static double covered(double walk, double bounded, double memory, double *ratio)
{
    struct contensou__slope_error_part part[parts];
    double within = 0;

    *ratio = 0;
    for (uint64_t seed = 1; seed <= records; ++seed) {
        double error;

        make(seed, walk, bounded, memory, part);
        error = contensou__slope_error(part, parts);
        within += fabs(part[parts - 1].end / length - slope) <= error;
        *ratio += pow(error * length, 2) / (walk + 2 * bounded);
    }
    *ratio /= records;
    return within / records;
}

/* A standard deviation of 1000 records is 1.5 %. */
static void one_standard_deviation_covers_two_thirds(void **state)
{
    static const double about[][3] = {{1, 0, 0},   {9, 0.5, 0},  {0, 1, 0},
                                      {0, 1, 0.8}, {20, 1, 0.9}, {2, 1, 0.5}};

    (void)state;
    for (size_t i = 0; i < sizeof about / sizeof *about; ++i) {
        double ratio;
        const double share = covered(about[i][0], about[i][1], about[i][2], &ratio);

        if (!(share > 0.61 && share < 0.75 && ratio > 0.8 && ratio < 1.25))
            fail_msg("walk %g, bounded %g, memory %g: %.3f within the bar, bar^2/variance %.3f",
                     about[i][0], about[i][1], about[i][2], share, ratio);
    }
}

/* Blocks that are taken as independent give the error sqrt(blocks) times too large. */
static void a_bounded_motion_has_an_error_that_falls_with_time(void **state)
{
    struct contensou__slope_error_part part[parts];

    (void)state;
    for (int i = 0; i < parts; ++i) /* of a period: (1 - cos)/2 at random phases */
        part[i] = (struct contensou__slope_error_part){i + 1, 0.5 - 0.5 * cos(2.0 * (i + 1)), 0.5};
    assert_true(contensou__slope_error(part, parts) < 1.0 / parts);
    assert_true(contensou__slope_error(part, parts) > 0.2 / parts);
}

static void short_and_endless_records_have_none(void **state)
{
    struct contensou__slope_error_part part[parts] = {{0}};

    (void)state;
    for (int i = 0; i < parts; ++i)
        part[i] = (struct contensou__slope_error_part){i + 1, 0.5 * (i + 1), 0.5 * (i + 0.5)};
    assert_true(contensou__slope_error(part, parts) == 0);
    assert_true(isnan(contensou__slope_error(part, 15)));
    part[parts - 1].end = -INFINITY;
    assert_true(isnan(contensou__slope_error(part, parts)));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_standard_deviation_covers_two_thirds),
        cmocka_unit_test(a_bounded_motion_has_an_error_that_falls_with_time),
        cmocka_unit_test(short_and_endless_records_have_none),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
