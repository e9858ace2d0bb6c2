/* test_outcomes.c: lanes that fail say so, their neighbours are right, and what was observed of them is what
 * was seen, not less and not more. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "support/ensemble_run.h"

enum { lanes = 12, samples = 4 };

static const double times[samples] = {0.5, 2, 10, 20};

/* Lorenz below rho = 13.9 ends in x = y = sqrt(beta (rho - 1)), z = rho - 1. With beta = -100, z grows without
 * end: lane 3, where x = y = 0 stay, overflows at t = ln(1.8e308)/100 = 7.1; in lane 6, x and y turn ever
 * faster, by sqrt(z sigma), which needs steps below the smallest. */
static const char *const each[lanes] = {
    "rho=2", "rho=3",  "rho=4",     "beta=-100,init.x=0,init.y=0",
    "rho=6", "rho=7",  "beta=-100", "rho=8",
    "rho=9", "rho=10", "rho=11",    "rho=12"};

static struct ensemble_run setup(const char *stepper, double t_observe)
{
    return (struct ensemble_run){
        .system = "lorenz",
        .stepper = stepper,
        .each = each,
        .lanes = lanes,
        .times = times,
        .observe = {.final = 1, .extrema = 1, .section = 1, .period = 1, .stick = 1, .series = 1},
        .at = {.t_observe = t_observe,
               .t_end = 20,
               .rtol = 1e-9,
               .atol = 1e-12,
               .h_min = 1e-5,
               .samples = samples}};
}

static int bad(size_t lane)
{
    return lane == 3 || lane == 6;
}

static void neighbours_come_to_their_equilibrium(const struct ensemble_run *r)
{
    for (size_t i = 0; i < lanes; ++i)
        if (!bad(i)) {
            const double rho = strtod(each[i] + 4, NULL), x = sqrt(8. / 3 * (rho - 1));
            const double *last = ensemble_run_sample(r, i, samples - 1);

            assert_string_equal(ensemble_run_outcome(r, i), "finished");
            ensemble_run_close(r, i, "t", 20, 0);
            ensemble_run_close(r, i, "final.z", rho - 1, 0.05);
            assert_true(fabs(fabs(ensemble_run_value(r, i, "final.x")) - x) < 0.05);
            assert_true(last[0] == 20 && last[3] == ensemble_run_value(r, i, "final.z"));
        }
}

static void diverging_lanes_are_named_and_harm_nobody(void **state)
{
    struct ensemble_run r = setup("dopri54", 0);

    (void)state;
    ensemble_run(&r);
    print_message("%s at %g, %s at %g\n", ensemble_run_outcome(&r, 3),
                  ensemble_run_value(&r, 3, "t"), ensemble_run_outcome(&r, 6),
                  ensemble_run_value(&r, 6, "t"));
    assert_string_equal(ensemble_run_outcome(&r, 3), "not finite");
    assert_string_equal(ensemble_run_outcome(&r, 6), "step underflow");
    ensemble_run_close(&r, 3, "t", 709.78 / 100, 0.1);
    neighbours_come_to_their_equilibrium(&r);
    /* z = exp(100 t) as far as it went; nothing behind */
    assert_true(fabs(log(ensemble_run_sample(&r, 3, 0)[3]) - 50) < 1e-5);
    assert_true(isfinite(ensemble_run_sample(&r, 3, 1)[3]));
    assert_true(isnan(ensemble_run_sample(&r, 3, 2)[3]));
    assert_true(isnan(ensemble_run_sample(&r, 3, 3)[1]));
    ensemble_run_free(&r);
}

/* Both have failed before t = 8, where the observation begins. */
static void what_was_not_observed_is_no_number(void **state)
{
    static const char *const names[] = {"extrema.x.min", "extrema.z.max",  "extrema.z.mean",
                                        "period.time",   "stick.fraction", "stick.phases"};
    struct ensemble_run r = setup("dopri54", 8);

    (void)state;
    ensemble_run(&r);
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        assert_true(isnan(ensemble_run_value(&r, 3, names[k])));
        assert_true(isnan(ensemble_run_value(&r, 6, names[k])));
        if (k != 3)
            assert_true(isfinite(ensemble_run_value(&r, 4, names[k])));
    }
    assert_true(ensemble_run_value(&r, 3, "section.count") == 0 && r.points[3] == 0);
    neighbours_come_to_their_equilibrium(&r);
    ensemble_run_free(&r);
}

/* Sixty attempts do not reach the end: means are those of the time that was seen. */
static void the_step_limit_leaves_what_was_seen(void **state)
{
    struct ensemble_run r = setup("dopri54", 0);

    (void)state;
    r.at.max_steps = 60;
    ensemble_run(&r);
    for (size_t i = 0; i < lanes; ++i) {
        const double t = ensemble_run_value(&r, i, "t");

        assert_string_equal(ensemble_run_outcome(&r, i), "step limit");
        assert_true(ensemble_run_value(&r, i, "steps") + ensemble_run_value(&r, i, "rejections") ==
                    60);
        assert_true(t > 0 && t < 20);
        assert_true(ensemble_run_value(&r, i, "extrema.z.mean") >=
                    ensemble_run_value(&r, i, "extrema.z.min"));
        assert_true(ensemble_run_value(&r, i, "extrema.z.mean") <=
                    ensemble_run_value(&r, i, "extrema.z.max"));
        for (size_t k = 0; k < samples; ++k)
            assert_true(isnan(ensemble_run_sample(&r, i, k)[1]) == (times[k] > t));
    }
    ensemble_run_free(&r);
}

/* Fixed steps, watched and not, which the driver takes in other ways. */
static void fixed_steps_fail_alone_too(void **state)
{
    (void)state;
    for (int watched = 0; watched < 2; ++watched) {
        struct ensemble_run r = setup("rk4", 0);

        r.at.h_first = 0.005;
        r.observe = (struct contensou__ensemble_observers){.final = 1, .series = watched};
        r.at.samples = watched ? samples : 0;
        ensemble_run(&r);
        for (size_t i = 0; i < lanes; ++i) {
            assert_string_equal(ensemble_run_outcome(&r, i), bad(i) ? "not finite" : "finished");
            assert_true(bad(i) || ensemble_run_value(&r, i, "steps") == 4000);
        }
        ensemble_run_close(&r, 9, "final.z", 9, 0.05);
        if (watched)
            neighbours_come_to_their_equilibrium(&r);
        ensemble_run_free(&r);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diverging_lanes_are_named_and_harm_nobody),
        cmocka_unit_test(what_was_not_observed_is_no_number),
        cmocka_unit_test(the_step_limit_leaves_what_was_seen),
        cmocka_unit_test(fixed_steps_fail_alone_too),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
