/* defaults.c: tolerances, limits of steps and the stepper where nobody chose them. SPDX-License-Identifier: MIT */
#include "simulate/defaults.h"

#include "base/names.h"
#include "simulate/loop.h"

#include <math.h>
#include <string.h>

static enum contensou_status choose_stepper(struct contensou__ensemble_setup *setup,
                                            const char *name,
                                            struct contensou__defaults_steppers *steppers,
                                            struct contensou_error *err)
{
    const struct contensou__friction *law = setup->friction;
    const int smooth = law->kind != contensou__system_line;
    const double rtol = setup->set.rtol;

    *steppers = (struct contensou__defaults_steppers){NULL, NULL};
    if (strcmp(name, "auto") == 0) {
        /* high orders pay at tight tolerances, where there are no kinks */
        steppers->stiff = contensou__stepper_auto(1, smooth, rtol);
        steppers->plain = contensou__stepper_auto(0, smooth, rtol);
        setup->stepper = law->stiff && !law->jumps ? steppers->stiff : steppers->plain;
        return CONTENSOU_OK;
    }
    setup->stepper = contensou__stepper_find(name);
    if (!setup->stepper)
        return contensou__names_fail(err, "stepper", name, contensou__stepper_choices,
                                     contensou__stepper_name_count + 1);
    return CONTENSOU_OK;
}

/* Switching between stick and slip needs a contact, and a law that has a limit of stick. */
static enum contensou_status check_switches(const struct contensou__ensemble_setup *setup,
                                            const char *name, struct contensou_error *err)
{
    const struct contensou__system *system = setup->system;
    const struct contensou__friction *law = setup->friction;

    if (system->friction != contensou__system_contact && system->friction != contensou__system_line)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "the stepper %s switches between stick and slip, but %s has no contact "
            "that can stick; available: dop853, rodas54, ..",
            name, system->name);
    for (int i = 0; i < law->field_count; ++i)
        if (strcmp(law->fields[i].name, "eps") == 0 && law->fields[i].open)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the stepper %s cannot be used with the law %s, which is always "
                                  "smoothed and has no limit of stick; available: signum",
                                  name, law->name);
    return CONTENSOU_OK;
}

enum contensou_status contensou__defaults_fill(struct contensou__ensemble_setup *setup, double eps,
                                               const struct contensou__defaults_choice *choice,
                                               struct contensou__defaults_steppers *steppers,
                                               struct contensou_error *err)
{
    struct contensou__ensemble_settings *set = &setup->set;
    const char *name = choice->stepper ? choice->stepper : "auto";
    const int single = setup->single;
    const struct contensou__stepper *const named = contensou__stepper_find(name);
    const int switches = named && named->switches;
    const double close = switches ? 1e-13 : eps > 0 ? fmin(fmax(1e-7 * eps, 1e-13), 1e-10) : 1e-10;
    const int line = setup->friction->kind == contensou__system_line;
    const double relative = switches ? line ? 1e-13 : 1e-11 : line ? 1e-10 : 1e-9;
    const int jumps = setup->friction->jumps && !switches;
    enum contensou_status status;

    set->rtol = choice->rtol > 0 ? choice->rtol : single ? 1e-5 : relative;
    set->atol = choice->atol > 0 ? choice->atol : single ? 1e-7 : close;
    set->h_first = choice->step;
    set->h_min = choice->h_min > 0 ? choice->h_min : jumps ? 1e-5 : 0;
    set->h_max = choice->h_max > 0           ? choice->h_max
                 : named && named->h_max > 0 ? named->h_max
                                             : INFINITY;
    set->max_steps = choice->max_steps > 0 ? choice->max_steps : 1e7;
    set->max_events = choice->max_events > 0 ? choice->max_events : 1e6;
    if (set->h_min > set->h_max)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the smallest step %g is larger than the largest %g", set->h_min,
                              set->h_max);
    set->accept_min = set->h_min > 0 && ((named && named->takes_h_min) || jumps);
    status = choose_stepper(setup, name, steppers, err);
    if (!status && switches)
        status = check_switches(setup, name, err);
    if (!status && switches && eps != 0)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "law.eps = %.17g: the stepper %s takes the law as it is; set "
                                "law.eps = 0, or choose a stepper such as rodas54",
                                eps, name);
    if (!status && setup->stepper->fixed && !(set->h_first > 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "%s has steps of one size; give it by --step H", name);
    return status;
}

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

enum contensou_status contensou__defaults_try(struct contensou__ensemble_setup *setup,
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
