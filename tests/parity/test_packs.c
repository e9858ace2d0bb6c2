/* test_packs.c: what a lane gives depends neither on its neighbours, nor on its place, nor on how the work is cut
 * into launches: bit by bit, which resuming a sweep needs; and between widths of packs to rounding.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "cl/device_choice.h"
#include "support/ensemble_run.h"

enum { lanes = 37, samples = 5, text_size = 128 };

/* Pendulums from rest that slip, stick-slip and turn over, at omega_0 from 0.6 to 60. */
struct lanes_of {
    char text[lanes][text_size];
    const char *each[lanes];
};

static void fill(struct lanes_of *l)
{
    for (int i = 0; i < lanes; ++i) {
        snprintf(l->text[i], text_size, "omega_0=%.17g,init.phi=%.17g,law.eta=%d",
                 0.6 * pow(100, (i * 7 % lanes) / (lanes - 1.0)), 0.1 * (i % 5), 1 + i % 3);
        l->each[i] = l->text[i];
    }
}

static struct ensemble_run setup(const char *stepper, const char *const *each, size_t count,
                                 int single, int pack, double end)
{
    static double times[samples];
    struct ensemble_run r = {.system = "pendulum",
                             .law = "I11",
                             .stepper = stepper,
                             .each = each,
                             .lanes = count,
                             /* in packs of 16 all observers together take a minute to build */
                             .observe = {.final = 1,
                                         .extrema = !single,
                                         .section = 1,
                                         .period = !single,
                                         .stick = !single,
                                         .series = !single},
                             .times = times,
                             .pack = pack,
                             .single = single,
                             .at = {.t_observe = 0.3 * end,
                                    .t_end = end,
                                    .rtol = single ? 1e-5 : 1e-9,
                                    .atol = single ? 1e-7 : 1e-12,
                                    .keep = 20,
                                    .samples = samples}};

    for (int k = 0; k < samples; ++k)
        times[k] = end * (k + 1) / samples;
    return r;
}

/* Lane a of one run and lane b of another: row, points and samples, bit by bit. */
static void assert_same(const struct ensemble_run *one, size_t a, const struct ensemble_run *two,
                        size_t b)
{
    const size_t width = 1 + (size_t)one->dim, keep = (size_t)one->at.keep;

    assert_int_equal(one->points[a], two->points[b]);
    if (memcmp(one->row + a * one->columns, two->row + b * two->columns,
               one->columns * sizeof(double)) != 0)
        fail_msg("the rows of lane %zu and %zu differ", a, b);
    assert_memory_equal(one->point + a * keep * width, two->point + b * keep * width,
                        one->points[a] * width * sizeof(double));
    if (one->observe.series)
        assert_memory_equal(one->sample + a * samples * width, two->sample + b * samples * width,
                            samples * width * sizeof(double));
}

/* The lanes as they are, backwards, and every fifth of them among others; one launch, and slices. */
static void no_lane_feels_its_neighbours(const char *stepper, int single, int pack)
{
    struct lanes_of l;
    const char *backwards[lanes], *few[3];
    struct ensemble_run all, turned, sliced, some;

    fill(&l);
    for (int i = 0; i < lanes; ++i)
        backwards[i] = l.each[lanes - 1 - i];
    for (int i = 0; i < 3; ++i)
        few[i] = l.each[5 + 11 * i];
    all = setup(stepper, l.each, lanes, single, pack, 2);
    turned = setup(stepper, backwards, lanes, single, pack, 2);
    sliced = setup(stepper, l.each, lanes, single, pack, 2);
    sliced.slice = 1e-4; /* the shortest: 16 attempts a launch */
    some = setup(stepper, few, 3, single, pack, 2);
    ensemble_run(&all);
    ensemble_run(&turned);
    ensemble_run(&sliced);
    ensemble_run(&some);
    for (size_t i = 0; i < lanes; ++i) {
        assert_string_equal(ensemble_run_outcome(&all, i), "finished");
        assert_same(&all, i, &turned, lanes - 1 - i);
        assert_same(&all, i, &sliced, i);
    }
    for (size_t i = 0; i < 3; ++i)
        assert_same(&all, 5 + 11 * i, &some, i);
    ensemble_run_free(&all);
    ensemble_run_free(&turned);
    ensemble_run_free(&sliced);
    ensemble_run_free(&some);
}

static void lanes_of_packs_of_8_are_alone(void **state)
{
    (void)state;
    no_lane_feels_its_neighbours("rodas43", 0, 8);
}

static void lanes_in_single_precision_are_alone(void **state)
{
    (void)state;
    no_lane_feels_its_neighbours("dopri54", 1, 16);
}

static void lanes_without_packs_are_alone(void **state)
{
    (void)state;
    no_lane_feels_its_neighbours("rodas43", 0, 1);
}

/* Short spans, so that nothing has grown yet: 1e-9 is required, and the tolerance itself is 1e-9. */
static void widths_agree(void **state)
{
    static const int packs[] = {4, 8};
    struct lanes_of l;
    struct ensemble_run one;

    (void)state;
    fill(&l);
    one = setup("rodas43", l.each, lanes, 0, 1, 0.1);
    ensemble_run(&one);
    for (size_t p = 0; p < sizeof packs / sizeof *packs; ++p) {
        struct ensemble_run other = setup("rodas43", l.each, lanes, 0, packs[p], 0.1);

        ensemble_run(&other);
        for (size_t i = 0; i < lanes; ++i)
            for (size_t k = 0; k < samples; ++k)
                for (int j = 1; j <= one.dim; ++j) {
                    const double a = ensemble_run_sample(&one, i, k)[j];
                    const double b = ensemble_run_sample(&other, i, k)[j];

                    if (!(fabs(a - b) <= 1e-9 * fmax(1, fabs(a))))
                        fail_msg("width %d, lane %zu: %.17g, not %.17g", packs[p], i, b, a);
                }
        ensemble_run_free(&other);
    }
    ensemble_run_free(&one);
}

/* Four registers of AVX-512: vectors of the compiler, whose halves the driver's functions take (core/real.h). */
static void packs_of_32_agree_with_those_of_16(void **state)
{
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};
    struct lanes_of l;
    struct ensemble_run two, four;
    int here;

    (void)state;
    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    here = contensou__device_choice_four(contensou_device_about(device));
    contensou_device_close(device);
    if (!here)
        skip();
    fill(&l);
    two = setup("dop853", l.each, lanes, 0, 16, 0.1);
    four = setup("dop853", l.each, lanes, 0, 32, 0.1);
    two.observe = four.observe = (struct contensou__ensemble_observers){.final = 1};
    ensemble_run(&two);
    ensemble_run(&four);
    for (size_t i = 0; i < lanes * two.columns; ++i)
        assert_true(fabs(two.row[i] - four.row[i]) <= 1e-9 * fmax(1, fabs(two.row[i])));
    ensemble_run_free(&two);
    ensemble_run_free(&four);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_without_packs_are_alone),
        cmocka_unit_test(lanes_of_packs_of_8_are_alone),
        cmocka_unit_test(lanes_in_single_precision_are_alone),
        cmocka_unit_test(widths_agree),
        cmocka_unit_test(packs_of_32_agree_with_those_of_16),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
