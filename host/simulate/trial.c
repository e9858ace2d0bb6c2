/* trial.c: the stepper of many lanes, chosen by a trial with some of them. SPDX-License-Identifier: MIT */
#include "simulate/trial.h"

#include "simulate/loop.h"

#include <math.h>

enum { trial = 16, least_lanes = 64 };

/* Lanes spread over the plan, and what they took. */
struct tally {
    const struct contensou__lanes *lanes;
    const struct contensou__ensemble_settings *set;
    uint64_t dealt;
    double attempts;
};

static size_t deal(void *owner, uint64_t *lane, size_t most)
{
    struct tally *t = owner;
    size_t count = 0;

    for (; t->dealt < trial && count < most; ++t->dealt)
        lane[count++] = (2 * t->dealt + 1) * t->lanes->count / (2 * trial);
    return count;
}

/* A lane that did not reach its end would have needed as many more. */
static enum contensou_status deliver(void *owner, const struct contensou__record *record,
                                     size_t count, struct contensou_error *err)
{
    struct tally *t = owner;

    (void)err;
    for (size_t i = 0; i < count; ++i)
        t->attempts += (double)(record[i].steps + record[i].rejections) *
                       (t->set->t_end - t->set->t_begin) /
                       fmax(record[i].scalar[0] - t->set->t_begin, 1e-300);
    return CONTENSOU_OK;
}

static enum contensou_status attempts_of(const struct contensou__ensemble_setup *of,
                                         const struct contensou__stepper *stepper,
                                         const struct contensou__lanes *lanes,
                                         struct contensou_device *device, double *attempts,
                                         struct contensou_error *err)
{
    struct contensou__ensemble_setup setup = *of;
    struct tally tally = {.lanes = lanes, .set = &setup.set};
    const struct contensou__loop_dealer dealer = {
        .owner = &tally, .deal = deal, .deliver = deliver};
    enum contensou_status status;

    setup.stepper = stepper;
    setup.set.max_steps = fmin(setup.set.max_steps, 20000);
    status = contensou__loop_work(device, &setup, lanes, trial, &dealer, err);
    *attempts = tally.attempts;
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
