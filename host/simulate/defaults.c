/* defaults.c: tolerances, limits of steps and the stepper where nobody chose them. SPDX-License-Identifier: MIT */
#include "simulate/defaults.h"

#include "base/names.h"

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
