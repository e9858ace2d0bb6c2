/* ensemble_spans.h: short smooth spans of every system, from starts at which they slip, through the ensemble
 * engine and through CVODE (BDF, rtol = atol = 1e-12, right-hand sides of its own).
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_ENSEMBLE_SPANS_H
#define CONTENSOU_TESTS_ENSEMBLE_SPANS_H

#include "support/reference_systems.h"

struct ensemble_span {
    enum reference_system system;
    enum reference_law_kind law;
    double b, m, t; /* of the law; the end */
    double start[reference_most_states];
};

enum { ensemble_span_count = 10 };
extern const struct ensemble_span ensemble_spans[ensemble_span_count];

/* Largest differences from CVODE, over rtol max(1, |y|). */
struct ensemble_spans_error {
    double end, inside; /* at the end; at three times before, on the dense output */
};

/* With atol = rtol (rk4: 4000 steps). Fails the test where a lane does not finish. */
struct ensemble_spans_error ensemble_spans_run(const struct ensemble_span *span,
                                               const char *stepper, int single, double rtol);

#endif
