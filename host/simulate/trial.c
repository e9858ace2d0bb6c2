/* trial.c: the stepper of many lanes, chosen by a trial with some of them. SPDX-License-Identifier: MIT */
#include "simulate/trial.h"

#include "engine/ensemble_lane.h"

#include <math.h>
#include <stdlib.h>

enum { trial = 16, least_lanes = 64 };

/* Attempts of a trial with some lanes by one stepper, spread over the plan. */
static enum contensou_status attempts_of(const struct contensou__ensemble_setup *of,
                                         const struct contensou__stepper *stepper,
                                         const struct contensou__lanes *lanes,
                                         struct contensou_device *device, double *attempts,
                                         struct contensou_error *err)
{
    const size_t width = contensou__ensemble_lane_width(of);
    struct contensou__ensemble_setup setup = *of;
    struct contensou__ensemble *e = NULL;
    double *value = malloc(trial * width * sizeof *value);
    double *all = malloc((lanes->names + 1) * sizeof *all);
    double *row = malloc(contensou__ensemble_columns_count(of) * sizeof *row);
    size_t live = 1;
    enum contensou_status status = CONTENSOU_OK;

    setup.stepper = stepper;
    setup.set.max_steps = fmin(setup.set.max_steps, 20000);
    if (!value || !all || !row)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a trial");
    for (uint64_t i = 0; i < trial && !status; ++i) {
        contensou__lanes_values(lanes, (2 * i + 1) * lanes->count / (2 * trial), all);
        status = contensou__ensemble_lane_make(&setup, all, value + i * width, err);
    }
    if (!status)
        status = contensou__ensemble_create(&e, device, &setup, trial, err);
    if (!status)
        status = contensou__ensemble_load(e, trial, value, err);
    while (!status && live)
        status = contensou__ensemble_advance(e, 0.1, &live, err);
    *attempts = 0;
    for (size_t i = 0; i < trial && !status; ++i) {
        contensou__ensemble_row(e, i, row);
        /* a lane that did not reach its end would have needed as many more */
        *attempts += (row[1] + row[2]) * (setup.set.t_end - setup.set.t_begin) /
                     fmax(row[3] - setup.set.t_begin, 1e-300);
    }
    contensou__ensemble_free(e);
    free(row);
    free(all);
    free(value);
    return status;
}

enum contensou_status contensou__trial_choose(struct contensou__ensemble_setup *setup,
                                              const struct contensou__defaults_steppers *steppers,
                                              const struct contensou__lanes *lanes,
                                              struct contensou_device *device,
                                              struct contensou_error *err)
{
    /* an attempt of the stiff stepper against one of the other */
    const double dearer =
        steppers->stiff && steppers->plain ? steppers->stiff->cost / steppers->plain->cost : 1;
    double stiff = 0, plain = 0;
    enum contensou_status status;

    if (!steppers->stiff || setup->stepper != steppers->stiff || lanes->count < least_lanes)
        return CONTENSOU_OK;
    status = attempts_of(setup, steppers->plain, lanes, device, &plain, err);
    if (!status)
        status = attempts_of(setup, steppers->stiff, lanes, device, &stiff, err);
    if (!status && plain < dearer * stiff)
        setup->stepper = steppers->plain;
    return status;
}
