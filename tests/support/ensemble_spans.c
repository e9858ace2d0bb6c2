/* ensemble_spans.c: the spans of ensemble_spans.h. SPDX-License-Identifier: MIT */
#include "support/ensemble_spans.h"

#include "support/cvode_reference.h"
#include "support/ensemble_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

const struct ensemble_span ensemble_spans[ensemble_span_count] = {
    {reference_disk_belt, reference_I00, 1, 2, 1.5, {10, -5, 0.5, 0.1}},
    {reference_disk_belt, reference_I11, 0.452, 0.765, 1.5, {10, -5, 0.5, 0.1}},
    {reference_block_belt, reference_continuous, 0, 0, 3, {1.1, -0.1}},
    {reference_block_belt, reference_tanh, 0, 0, 3, {1.1, -0.1}},
    {reference_pendulum, reference_I00, 0.674, 1.744, 0.2, {0}},
    {reference_pendulum, reference_I11, 0.452, 0.765, 0.2, {0}},
    {reference_free_disk, reference_I00, 0.674, 1.744, 0.5, {0, 0, 0, 1, 0.5, 1}},
    {reference_free_disk, reference_I11, 0.452, 0.765, 0.5, {0, 0, 0, 1, 0.5, 1}},
    {reference_rolling_ball, reference_pade2, 0, 0, 0.08, {0, 0, 1, 0.2, 3, 2, 30}},
    {reference_lorenz, reference_none, 0, 0, 0.2, {1, 1, 1}},
};

enum { times = 4 };

static void compare(const struct ensemble_run *r, const double *expected, double rtol,
                    struct ensemble_spans_error *e)
{
    for (int k = 0; k < times; ++k)
        for (int i = 0; i < r->dim; ++i) {
            const double y = expected[k * r->dim + i];
            const double got = ensemble_run_sample(r, 0, (size_t)k)[1 + i];
            const double off = fabs(got - y) / (rtol * fmax(1, fabs(y)));
            double *to = k < times - 1 ? &e->inside : &e->end;

            *to = off > *to || !(off >= 0) ? off : *to;
        }
}

struct ensemble_spans_error ensemble_spans_run(const struct ensemble_span *span,
                                               const char *stepper, int single, double rtol)
{
    const double t[times] = {0.3 * span->t, 0.55 * span->t, 0.8 * span->t, span->t};
    struct reference_problem p = reference_systems_problem(span->system);
    struct ensemble_spans_error e = {0};
    double expected[times * reference_most_states];
    char text[ensemble_run_text_size];
    struct ensemble_run r = {
        .stepper = stepper,
        .pressure = span->law == reference_pade2 ? "hertz" : "uniform",
        .set = text,
        .observe = {.series = 1},
        .times = t,
        .single = single,
        .pack = 1,
        .at = {.t_end = span->t, .rtol = rtol, .atol = rtol, .samples = times}};

    p.law.kind = span->law;
    p.law.b = span->b;
    p.law.m = span->m;
    r.system = ensemble_run_system(&p);
    r.law = ensemble_run_law(&p);
    r.at.h_first = strcmp(stepper, "rk4") == 0 ? span->t / 4000 : 0;
    ensemble_run_text(&p, span->start, text);
    assert_true(cvode_reference(&p, span->start, 1e-12, t, times, expected) > 0);
    ensemble_run(&r);
    assert_string_equal(ensemble_run_outcome(&r, 0), "finished");
    compare(&r, expected, rtol, &e);
    print_message("%s %s %s: %.3g, inside %.3g, steps %g\n", r.system, r.law, stepper, e.end,
                  e.inside, ensemble_run_value(&r, 0, "steps"));
    ensemble_run_free(&r);
    return e;
}
