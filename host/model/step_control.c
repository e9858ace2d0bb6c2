/* step_control.c: the stepper of a run, its tolerances and limits. SPDX-License-Identifier: MIT */
#include "model/step_control.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "parts/stepper.h"

#include <math.h>
#include <string.h>

#define AT(field) PLACE(struct contensou__step_control, field)

const struct contensou__settings_row contensou__step_control_rows[] = {
    {{"stepper", MODEL, "NAME", "auto",
      "auto (each lane begins explicitly and changes when it turns stiff; event for exact "
      "laws)" CONTENSOU__STEPPER_TEXT "; 'contensou list steppers' explains them",
      WORD},
     AT(stepper)},
    {{"rtol", MODEL, "X", NULL,
      "relative tolerance (default: 1e-9, for laws along a line, which have kinks, 1e-10, with "
      "event a tenth of that; single: 1e-5)",
      POSITIVE},
     AT(rtol)},
    {{"atol", MODEL, "X", NULL,
      "absolute tolerance, in the unit of each state (default: 1e-7 law.eps, between 1e-13 and "
      "1e-10, with event 1e-12, along a line 1e-13; single: 1e-7)",
      POSITIVE},
     AT(atol)},
    {{"step", MODEL, "H", NULL,
      "the step of a stepper with steps of one size, otherwise the first one (default: chosen)",
      POSITIVE},
     AT(step)},
    {{"h-min", MODEL, "H", NULL,
      "the smallest step; laws that jump, and steppers that say so, take it whatever its error "
      "(default: none; for laws that jump 1e-5)",
      POSITIVE},
     AT(h_min)},
    {{"h-max", MODEL, "H", NULL, "the largest step (default: none, or the stepper's own)",
      POSITIVE},
     AT(h_max)},
    {{"max-steps", MODEL, "N", "1e7",
      "a lane that needs more steps ends with the outcome 'step limit'", POSITIVE},
     AT(max_steps)},
    {{"max-events", MODEL, "N", "1e6",
      "a lane that switches more often between stick and slip ends with the outcome 'event storm'",
      POSITIVE},
     AT(max_events)},
    {{"slice-limit", MODEL, "S", "60",
      "seconds that the device may take for a slice of the work, usually 0.1 s; if it takes longer "
      "(an endless loop in a system of your own), lanes that are not finished end with the outcome "
      "'stopped'",
      POSITIVE},
     AT(slice_limit)},
    {{"check-jacobian", MODEL, NULL, NULL,
      "compare the Jacobian with differences of the right-hand side first, and refuse to run where "
      "it is wrong; for a system of your own with slopes of its own this is done in any case, with "
      "a warning",
      FLAG},
     AT(check_jacobian)},
    {.at = 0}};

const double contensou__step_control_single_atol = 1e-7;

/* A step is accepted when its error is below atol + rtol |y|: a state that stays far below atol has no correct digit, and
 * nothing in its numbers shows it. */
static const double digits = 100, noise = 1e-5; /* in units of atol */

/* 1 if a number of this size, not 0, has less than about two digits by the tolerance. */
static int is_small(const struct contensou__ensemble_settings *set, double size)
{
    return size != 0 && fabs(size) < digits * set->atol;
}

int contensou__step_control_small_start(const struct contensou__ensemble_setup *setup,
                                        const struct contensou__lanes *lanes, double *size)
{
    const size_t first = (size_t)(setup->system->field_count + setup->friction->field_count);

    if (setup->stepper->fixed) /* nothing is accepted or rejected */
        return -1;
    for (int i = 0; i < setup->system->dim; ++i) {
        double low, high;

        contensou__lanes_range(lanes, first + (size_t)i, &low, &high);
        *size = lanes->value[first + (size_t)i];
        if (contensou__lanes_varies(lanes, first + (size_t)i))
            *size = fmax(fabs(low), fabs(high));
        if (is_small(&setup->set, *size))
            return i;
    }
    return -1;
}

/* What is much smaller than the tolerance is taken for the noise of a state that rests. */
int contensou__step_control_small_seen(const struct contensou__ensemble_setup *setup,
                                       const double *largest, double *size)
{
    /* in exact stick velocities are zero but for what a step leaves */
    const double least = (setup->stepper->switches ? 1 : noise) * setup->set.atol;

    if (setup->stepper->fixed)
        return -1;
    for (int i = 0; i < setup->system->dim; ++i)
        if (is_small(&setup->set, *size = largest[i]) && *size > least)
            return i;
    return -1;
}

/* The relative one of it, and in any case so much less that there is no warning. */
double contensou__step_control_atol_for(const struct contensou__ensemble_settings *set, double size)
{
    return pow(10, floor(log10(fmin(set->rtol, 1e-2) * fabs(size))));
}

/* An observer that needs variations, which a step by a series does not carry; NULL: none is asked for. */
static const struct contensou__observer *
needs_variations(const struct contensou__ensemble_setup *setup)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&setup->observe, k) && contensou__observer_all[k].smooth)
            return &contensou__observer_all[k];
    return NULL;
}

/* Switching between stick and slip needs a contact, and a law that has a limit of stick. */
static enum contensou_status check_switches(const struct contensou__ensemble_setup *setup,
                                            const char *name, struct contensou_error *err)
{
    const struct contensou__system *system = setup->system;
    const struct contensou__friction *law = setup->friction;

    if (system->friction != contensou__system_contact && system->friction != contensou__system_line)
        return WRONG(err,
                     "the stepper %s switches between stick and slip, but %s has no contact "
                     "that can stick; leave " SETTING(
                         "stepper") " out, or choose one such as dop853 or rodas54",
                     name, system->name);
    for (int i = 0; i < law->field_count; ++i)
        if (strcmp(law->fields[i].name, "eps") == 0 && law->fields[i].open)
            return WRONG(err,
                         "the stepper %s cannot be used with the law %s, which is always "
                         "smoothed and has no limit of stick; available: signum",
                         name, law->name);
    return CONTENSOU_OK;
}

/* A series comes from the system, and a step by it carries no variations. */
static enum contensou_status check_series(const struct contensou__ensemble_setup *setup,
                                          struct contensou_error *err)
{
    const char *const name = setup->stepper->name;
    const struct contensou__observer *const varied = needs_variations(setup);
    OWNED(contensou__text_free) struct contensou__text others = {0};

    if (varied)
        return WRONG(err,
                     SETTING("observe") " %s cannot be used with the stepper %s, which carries no "
                                        "variations; choose dop853, rodas54, ..",
                     varied->name, name);
    if (contensou__system_gives_series(setup->system, setup->user_text))
        return CONTENSOU_OK;
    for (size_t i = 0; i < contensou__system_name_count; ++i)
        if (contensou__system_gives_series(contensou__system_find(contensou__system_names[i]),
                                           NULL))
            contensou__text_printf(&others, "%s, ", contensou__system_names[i]);
    return WRONG(err,
                 "the stepper %s needs the Taylor series of a system, which %s does not "
                 "give; those that do: %sand a header with a system_series; other "
                 "steppers: dop853, rodas54, ..",
                 name, setup->system->name, others.data ? others.data : "");
}

/* 1 if the system and the law have stick, exact and with a limit. */
static int can_switch(const struct contensou__ensemble_setup *setup)
{
    struct contensou_error ignored;

    return !check_switches(setup, "event", &ignored);
}

/* The stepper of a name; of `auto` the explicit one for this tolerance, and the stiff one to which lanes go over where the law has a
 * Jacobian. */
static enum contensou_status choose_stepper(struct contensou__ensemble_setup *setup,
                                            const char *name, struct contensou_error *err)
{
    const int series =
        contensou__system_gives_series(setup->system, setup->user_text) && !needs_variations(setup);
    /* the large coefficients of high orders make too much of rounding in single precision */
    const double rtol = setup->single ? fmax(setup->set.rtol, 1e-4) : setup->set.rtol;

    setup->other = NULL;
    if (strcmp(name, "auto") == 0) {
        setup->stepper = contensou__stepper_auto(0, series, rtol);
        if (!setup->friction->jumps)
            setup->other = contensou__stepper_auto(1, 0, rtol);
        return CONTENSOU_OK;
    }
    setup->stepper = contensou__stepper_find(name);
    if (!setup->stepper)
        return contensou__names_fail(err, "stepper", name, contensou__stepper_choices,
                                     contensou__stepper_name_count + 1);
    return CONTENSOU_OK;
}

/* The tolerances, steps and limits that are chosen, and where none is the defaults. eps: law.eps of the lanes, 0 where the law has none;
 * named: the stepper that is asked for, NULL for "auto". */
static void fill_numbers(struct contensou__ensemble_setup *setup, double eps,
                         const struct contensou__step_control *c,
                         const struct contensou__stepper *named)
{
    struct contensou__ensemble_settings *set = &setup->set;
    const int single = setup->single, switches = named && named->switches;
    const int line = setup->friction->kind == contensou__system_line;
    const int jumps = setup->friction->jumps && !switches;
    const double close = switches  ? line ? 1e-13 : 1e-12
                         : eps > 0 ? fmin(fmax(1e-7 * eps, 1e-13), 1e-10)
                                   : 1e-10;
    const double relative = switches ? line ? 1e-11 : 1e-10 : line ? 1e-10 : 1e-9;

    set->rtol = c->rtol > 0 ? c->rtol : single ? 1e-5 : relative;
    set->atol = c->atol > 0 ? c->atol : single ? contensou__step_control_single_atol : close;
    set->h_first = c->step;
    set->h_min = c->h_min > 0 ? c->h_min : jumps ? 1e-5 : 0;
    set->h_max = c->h_max > 0 ? c->h_max : named && named->h_max > 0 ? named->h_max : INFINITY;
    set->max_steps = c->max_steps;
    set->max_events = c->max_events;
    set->accept_min = set->h_min > 0 && ((named && named->takes_h_min) || jumps);
}

/* Whether the stepper can take a law of this eps in the precision of the setup. */
static enum contensou_status check_eps(const struct contensou__ensemble_setup *setup, double eps,
                                       struct contensou_error *err)
{
    const struct contensou__stepper *const s = setup->stepper;

    if (setup->friction->jumps)
        return CONTENSOU_OK;
    if (s->switches && eps != 0)
        return WRONG(err,
                     "law.eps = %.15g: the stepper %s takes the law as it is; set "
                     "law.eps = 0, or choose a stepper such as rodas54",
                     eps, s->name);
    if (setup->single && !s->fixed && eps > 0 && eps < 10 * setup->set.atol)
        return WRONG(err,
                     "law.eps = %.15g cannot be resolved in single precision with the "
                     "absolute tolerance %.3g; set law.eps to %.3g or more, or compute "
                     "in double precision",
                     eps, setup->set.atol, 10 * setup->set.atol);
    return CONTENSOU_OK;
}

/* Fills tolerances, steps and stepper of a setup whose system, law and precision are known. eps: as above; name: of the stepper, or
 * "auto". */
static enum contensou_status fill_defaults(struct contensou__ensemble_setup *setup, double eps,
                                           const struct contensou__step_control *c,
                                           const char *name, struct contensou_error *err)
{
    const struct contensou__ensemble_settings *const set = &setup->set;

    fill_numbers(setup, eps, c, contensou__stepper_find(name));
    if (set->h_min > set->h_max)
        return WRONG(err, "the smallest step %g is larger than the largest %g", set->h_min,
                     set->h_max);
    TRY(choose_stepper(setup, name, err));
    if (setup->stepper->switches)
        TRY(check_switches(setup, name, err));
    if (setup->stepper->series)
        TRY(check_series(setup, err));
    TRY(check_eps(setup, eps, err));
    return setup->stepper->fixed && !(set->h_first > 0)
               ? WRONG(err, "%s has steps of one size; give it by " SETTING("step") " H", name)
               : CONTENSOU_OK;
}

static int observes(const struct contensou__ensemble_setup *setup, const char *name)
{
    const int at =
        contensou__names_find(name, contensou__observer_names, contensou__observer_count);

    return at >= 0 && contensou__observer_shown(&setup->observe, (size_t)at);
}

static int is_auto(const struct contensou__step_control *c)
{
    return strcmp(c->stepper, "auto") == 0;
}

int contensou__step_control_is_exact(const struct contensou__step_control *c,
                                     const struct contensou__ensemble_setup *setup)
{
    return is_auto(c) && can_switch(setup) && (observes(setup, "events") || setup->friction->jumps);
}

int contensou__step_control_switches(const struct contensou__step_control *c, int exact)
{
    const struct contensou__stepper *const found = contensou__stepper_find(c->stepper);

    return exact || (found && found->switches);
}

/* The stepper that is asked for; where that is `auto` and the law is exact in all lanes, whose law.eps lies between `least` and
 * `most`, `event`. */
static enum contensou_status find_stepper(const struct contensou__step_control *c, int exact,
                                          const struct contensou__ensemble_setup *setup,
                                          double least, double most, const char **name,
                                          struct contensou_error *err)
{
    *name = exact && is_auto(c) ? "event" : c->stepper;
    if (strcmp(*name, "auto") != 0 || least > 0)
        return CONTENSOU_OK;
    if (!can_switch(setup))
        return WRONG(err,
                     "law.eps = 0 makes friction jump where the slip passes 0, and %s has "
                     "no stick that the stepper event could switch to; set law.eps above "
                     "0, such as %.0e, or choose a stepper by its name",
                     setup->system->name, setup->system->eps);
    if (most > 0)
        return WRONG(err, "law.eps is 0 in some lanes, which need the stepper event, and above "
                          "0 in others, for which that cannot be used; run them apart");
    *name = "event";
    return CONTENSOU_OK;
}

/* Observers that the stepper cannot serve. */
static enum contensou_status check_observers(const struct contensou__ensemble_setup *setup,
                                             struct contensou_error *err)
{
    if (setup->stepper->switches)
        return CONTENSOU_OK;
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const struct contensou__observer *const o = &contensou__observer_all[k];

        if (!contensou__observer_shown(&setup->observe, k))
            continue;
        /* laws that jump have no Jacobian, which some observers need; the stepper event knows what they do there */
        if (setup->friction->jumps && o->smooth)
            return WRONG(
                err,
                SETTING("observe") " %s cannot be used with the law %s, which "
                                   "jumps: %s; with signum choose " SETTING("stepper") " event",
                o->name, setup->friction->name, o->smooth);
        if (strcmp(o->name, "events") == 0)
            return WRONG(err,
                         SETTING("observe") " events cannot be used with the stepper %s, "
                                            "which does not switch between stick and "
                                            "slip; choose " SETTING("stepper") " event",
                         setup->stepper->name);
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__step_control_plan(const struct contensou__step_control *c,
                                                   int exact, const struct contensou__lanes *lanes,
                                                   struct contensou__ensemble_setup *setup,
                                                   struct contensou_error *err)
{
    const int at = contensou__lanes_find(lanes, "law.eps");
    double least = 0, most = 0;
    const char *name;

    if (at >= 0)
        contensou__lanes_range(lanes, (size_t)at, &least, &most);
    setup->slice_limit = c->slice_limit;
    TRY(find_stepper(c, exact, setup, at < 0 ? 1 : least, most, &name, err));
    TRY(fill_defaults(setup, least, c, name, err));
    if (setup->stepper->switches && setup->friction->axes >= contensou__system_body_shape)
        return WRONG(err,
                     "the stepper %s does not know an anisotropy that turns against its "
                     "contact; set law.eps above 0 and choose another stepper, or one "
                     "frame for both",
                     setup->stepper->name);
    return check_observers(setup, err);
}
