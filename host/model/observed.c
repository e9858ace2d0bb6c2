/* observed.c: the observers of a run. SPDX-License-Identifier: MIT */
#include "model/observed.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "contact/patch.h"
#include "model/lanes.h"
#include "model/settings.h"
#include "parts/observer.h"

#include <contensou/contact.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "final,stick". */
static enum contensou_status read_names(void *values, const char *text, struct contensou_error *err)
{
    struct contensou__observed *const o = values;

    o->observe = (struct contensou__ensemble_observers){0};
    for (const char *next = text; next;) {
        char word[64];
        int at;

        if (!contensou__names_next(&next, word, sizeof word))
            return WRONG(err, SETTING("observe") " %s: a name is missing; write final,stick", text);
        at = contensou__names_find(word, contensou__observer_names, contensou__observer_count);
        if (at < 0)
            return contensou__names_fail(err, "observer", word, contensou__observer_names,
                                         contensou__observer_count);
        if (contensou__observer_shown(&o->observe, (size_t)at))
            return WRONG(err, SETTING("observe") " names '%s' twice", word);
        *contensou__observer_flag(&o->observe, (size_t)at) = 1;
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_section(void *values, const char *text,
                                          struct contensou_error *err)
{
    struct contensou__observed *const o = values;

    return contensou__numbers_section(text, &o->section, err);
}

/* "mu,law.eta,init.phi". */
static enum contensou_status read_parameters(void *values, const char *text,
                                             struct contensou_error *err)
{
    struct contensou__observed *const o = values;
    size_t count = 0;

    for (const char *next = text; next; ++count) {
        char name[sizeof o->by[0].name];
        const size_t size = contensou__names_next(&next, name, sizeof name);

        if (!size || size >= sizeof name)
            return WRONG(err, SETTING("by") " %s: %s; write names such as mu,law.eta,init.phi",
                         text, size ? "a name is too long" : "a name is missing");
        if (count == contensou__ensemble_most_parameters)
            return WRONG(err, SETTING("by") " names more than %d parameters",
                         contensou__ensemble_most_parameters);
        for (size_t k = 0; k < count; ++k)
            if (strcmp(o->by[k].name, name) == 0)
                return WRONG(err, SETTING("by") " names '%s' twice", name);
        memcpy(o->by[count].name, name, sizeof name);
    }
    o->set.gradient_count = (double)count;
    return CONTENSOU_OK;
}

/* Settings and help of the observers, from their tables: each OPTION of one (kernels/observers/describe.h) becomes a row, its kind
 * saying which type the setting has and where its value is kept. */
#define ABOUT_HELP(columns, text)  text
#define OBSERVER_HELP(name)        "\n" #name ": " name##_ABOUT(ABOUT_HELP)
#define TYPE_whole(low, high)      WHOLE(low, high)
#define TYPE_real(low, high)       NUMBER(low, high)
#define TYPE_upto_dim(low, high)   WHOLE(1, 1e6)
#define TYPE_section(low, high)    FORM
#define TYPE_parameters(low, high) FORM
#define AT(field)                  PLACE(struct contensou__observed, field)
#define PLACE_whole(field)         AT(set.field)
#define PLACE_real(field)          AT(set.field)
#define PLACE_upto_dim(field)      AT(set.field)
#define PLACE_section(field)       AT(section), .read = read_section
#define PLACE_parameters(field)    AT(set.field), .read = read_parameters
#define OPTION_ROW(kind, field, option, argument, fallback, low, high, help) \
    {{option, LANES, argument, fallback, help, TYPE_##kind(low, high)}, PLACE_##kind(field)},
#define OBSERVER_OPTIONS(name) name##_OPTION(OPTION_ROW)

const struct contensou__settings_row contensou__observed_rows[] = {
    {{"observe", LANES, "LIST", "final",
      "what is kept of each lane, several with commas:" ALL_OBSERVERS(OBSERVER_HELP), FORM},
     AT(observe),
     .read = read_names},
    ALL_OBSERVERS(OBSERVER_OPTIONS){.at = 0}};

void contensou__observed_init(struct contensou__observed *o)
{
    *o = (struct contensou__observed){.section = {.state = ""}};
    contensou__observer_defaults(&o->set);
}

/* Where a section is that was asked for: at a state of the system, or once in a period. */
static enum contensou_status take_section(const struct contensou__numbers_section *section,
                                          struct contensou__ensemble_setup *setup,
                                          struct contensou_error *err)
{
    const struct contensou__system *const system = setup->system;
    const size_t dim = (size_t)system->dim;
    const char *names[32];
    int at = -1;

    for (size_t i = 0; i < dim; ++i)
        names[i] = system->states[i].name;
    if (strcmp(section->state, "period") != 0 &&
        (at = contensou__names_find(section->state, names, dim)) < 0)
        return contensou__names_fail(err, "state of the section", section->state, names, dim);
    if (at < 0 && section->value == 0 && !contensou__system_gives_period(system, setup->user_text))
        return WRONG(
            err,
            "%s gives no period of its own: write period=T with a number, or give the system "
            "its system_period",
            system->name);
    setup->set.section_state = at;
    setup->set.section_value = section->value;
    if (at >= 0)
        setup->set.section_direction = section->direction;
    return CONTENSOU_OK;
}

/* The section that was asked for, or the system's own, which there must be where it is needed. */
static enum contensou_status choose_section(const struct contensou__observed *o, int needed,
                                            struct contensou__ensemble_setup *setup,
                                            struct contensou_error *err)
{
    const struct contensou__system *const system = setup->system;

    setup->set.section_state = system->section.state;
    setup->set.section_value = system->section.value;
    setup->set.section_direction = system->section.direction;
    if (*o->section.state)
        return take_section(&o->section, setup, err);
    if (system->section.state < 0 && needed)
        return WRONG(err,
                     "%s has no section of its own; give " SETTING(
                         "section") " period=T or STATE=VALUE[,up|down|both]",
                     system->name);
    return CONTENSOU_OK;
}

/* What an option of an observer depends on the system for. */
static enum contensou_status suit(const struct contensou__settings *asked, size_t observer,
                                  const struct contensou__observer_option *option,
                                  struct contensou__ensemble_setup *setup,
                                  struct contensou_error *err)
{
    double *const number = contensou__observer_number_at(&setup->set, option->at);

    if (option->kind == contensou__observer_section)
        return choose_section(&asked->observed, contensou__observer_used(&setup->observe, observer),
                              setup, err);
    if (option->kind != contensou__observer_upto_dim)
        return CONTENSOU_OK;
    if (!contensou__settings_given(asked, option->name))
        *number = setup->system->dim;
    if (*number > setup->system->dim)
        return WRONG(err, SETTING("%s") " %.0f is more than %s has states, which are %d",
                     option->name, *number, setup->system->name, setup->system->dim);
    return CONTENSOU_OK;
}

enum contensou_status contensou__observed_plan(const struct contensou__settings *asked,
                                               struct contensou__ensemble_setup *setup,
                                               struct contensou_error *err)
{
    const struct contensou__observed *const o = &asked->observed;
    const double samples = setup->set.samples; /* of the times */

    setup->observe = o->observe;
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i) {
            const size_t at = contensou__observer_all[k].setting[i].at;

            *contensou__observer_number_at(&setup->set, at) =
                contensou__observer_number_of(&o->set, at);
        }
    setup->set.samples = samples;
    setup->set.gradient_samples = o->observe.series ? samples : 0;
    if (o->observe.gradient) { /* derivatives beside the rows and columns of others */
        setup->set.section_told = o->observe.section || o->observe.period;
        setup->set.section_gradients = o->observe.section ? o->set.gradient_count : 0;
        setup->set.events_gradients = o->observe.events ? o->set.gradient_count : 0;
        setup->set.period_told = o->observe.period;
        setup->set.gradient_periods = o->observe.period ? o->set.gradient_count : 0;
    }
    memcpy(setup->parameter, o->by, sizeof o->by);
    if (o->observe.gradient && !(o->set.gradient_count > 0))
        return WRONG(err, "the observer gradient needs " SETTING(
                              "by") " NAME,.., the numbers by "
                                    "which states are differentiated, such as mu,law.eta,init.phi");
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].options; ++i)
            TRY(suit(asked, k, &contensou__observer_all[k].option[i], setup, err));
    return CONTENSOU_OK;
}

/* A number whose derivative there is, and which number of a lane it is. */
static enum contensou_status take_parameter(const struct contensou__lanes *lanes, size_t place,
                                            const struct contensou__ensemble_setup *setup,
                                            struct contensou__ensemble_parameter *parameter,
                                            struct contensou_error *err)
{
    const struct contensou__system *const system = setup->system;
    const struct contensou__friction *const law = setup->friction;
    const size_t fields = (size_t)system->field_count, numbers = (size_t)law->field_count;
    const int contact = law->kind == contensou__system_contact;
    const int exact = setup->stepper->switches;
    const char *const name = parameter->name;
    double low, high, other_low, other_high;

    contensou__lanes_range(lanes, place, &low, &high);
    parameter->place = (int)place;
    if (place >= fields + numbers) {
        parameter->place = (int)(place - numbers) + law->lane_fields;
        return CONTENSOU_OK;
    }
    if (isnan(low))
        return WRONG(err,
                     SETTING("by") " %s: it is not given, but follows from other numbers; give "
                                   "it a value by " SETTING("set") ", or choose those",
                     name);
    if (place < fields || !contact)
        return CONTENSOU_OK;
    if (place == fields && exact)
        return WRONG(err,
                     SETTING("by") " %s: with the stepper %s the law is not smoothed, and eps "
                                   "is 0; choose a stepper such as rodas54",
                     name, setup->stepper->name);
    if (place == fields && low == 0)
        return WRONG(err, SETTING("by") " %s: it is 0 in some lanes, where the law is not smoothed",
                     name);
    if (place == fields + 1 && !exact) {
        contensou__lanes_range(lanes, place + 1, &other_low, &other_high);
        if (!isnan(other_low))
            return WRONG(err, SETTING("by") " %s: law.eta_prime is given in its place; choose that",
                         name);
        if (low <= 1)
            return WRONG(
                err,
                SETTING(
                    "by") " %s: at eta = 1 a smoothed law has no derivative by eta, as eta' jumps "
                          "there; give law.eta_prime by " SETTING("set") " and choose that",
                name);
    }
    if (place <= fields + 2 && place > fields)
        parameter->place = (int)fields + (exact ? 2 : 1);
    return CONTENSOU_OK;
}

/* The radius of a disk; 0: the shape is none. */
static double radius_of(const struct contensou_patch *patch)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = patch ? patch->shape : NULL};
    const char *const first = contensou_contact_number_name(&spec, 0),
                      *const second = contensou_contact_number_name(&spec, 1);
    struct contensou_error ignored;
    double radius = 0;

    if (!first || strcmp(first, "shape.R") != 0 || (second && strncmp(second, "shape.", 6) == 0) ||
        contensou_contact_number(&spec, first, &radius, &ignored))
        return 0;
    return radius;
}

/* A number of the contact: a change from which its friction follows, a part of the size where it is a radius, or one with laws on both
 * sides (contact_lane.h), of which there are *beside before. */
static enum contensou_status take_contact(const struct contensou_patch *patch,
                                          const struct contensou__ensemble_setup *setup,
                                          struct contensou__ensemble_parameter *parameter,
                                          int *beside, struct contensou_error *err)
{
    const struct contensou__friction *const law = setup->friction;
    const int first = setup->system->field_count + law->lane_fields + setup->system->dim;
    const int change =
        contensou__names_find(parameter->name, contensou__ensemble_lane_changes, contact_changes);
    const int centred = patch->center[0] == 0 && patch->center[1] == 0;

    if (!(law->about->integrated || law->about->tabulated) ||
        law->axes >= contensou__system_body_shape)
        return WRONG(
            err,
            SETTING("by") " %s: the law %s has no slopes by its contact%s; integral and table have "
                          "them, and others numbers of their own, such as law.R of pade1",
            parameter->name, law->name,
            law->axes >= contensou__system_body_shape ? " whose anisotropy turns against it" : "");
    parameter->place = first + (int)contact_changes;
    if (change >= 0) {
        parameter->place = first + change;
        /* the center is the reference point, from which the contact lies the other way */
        parameter->scale = change == (int)contact_larger ? 1 : -1;
    } else if (strcmp(parameter->name, "shape.R") == 0 && centred && patch->g[0] == 0 &&
               patch->g[1] == 0 && radius_of(patch) > 0) {
        parameter->place = first + (int)contact_larger;
        parameter->scale = 1 / radius_of(patch);
    } else
        parameter->place += (*beside)++;
    return CONTENSOU_OK;
}

enum contensou__system_axes contensou__observed_axes(const struct contensou_patch *patch,
                                                     const struct contensou__ensemble_setup *setup)
{
    const int behind =
        setup->system->field_count + setup->friction->lane_fields + setup->system->dim;
    enum contensou__system_axes axes = setup->friction->axes;

    for (int k = 0; k < contensou__ensemble_lane_parameters(setup); ++k)
        if (axes == contensou__system_no_axes && setup->parameter[k].place > behind)
            axes = patch->frame == CONTENSOU_FRAME_GROUND ? contensou__system_fixed_axes
                                                          : contensou__system_body_axes;
    return axes;
}

/* Whether there is a derivative by the number of this name, which is number `at` of lanes, or one of the contact. */
static enum contensou_status take_name(const struct contensou__lanes *lanes,
                                       const struct contensou_patch *patch, const char *const *name,
                                       size_t count, const struct contensou__ensemble_setup *setup,
                                       struct contensou__ensemble_parameter *parameter, int *beside,
                                       struct contensou_error *err)
{
    const size_t most =
        (size_t)(setup->system->field_count + setup->friction->field_count + setup->system->dim);
    const int at = contensou__names_find(parameter->name, name, count);

    parameter->scale = 0;
    if (at < 0)
        return contensou__names_fail(err, "number for " SETTING("by"), parameter->name, name,
                                     count);
    return (size_t)at < most ? take_parameter(lanes, (size_t)at, setup, parameter, err)
                             : take_contact(patch, setup, parameter, beside, err);
}

enum contensou_status contensou__observed_parameters(const struct contensou__lanes *lanes,
                                                     const struct contensou_patch *patch,
                                                     const struct contensou_patch_spec *spec,
                                                     struct contensou__ensemble_setup *setup,
                                                     struct contensou_error *err)
{
    const size_t count = (size_t)contensou__ensemble_lane_parameters(setup);
    const size_t most =
        (size_t)(setup->system->field_count + setup->friction->field_count + setup->system->dim);
    OWNED(contensou__try_free) const char **name = NULL;
    size_t names = most;
    const char *own;
    int beside = 0;

    if (!count)
        return CONTENSOU_OK;
    if (setup->single)
        return WRONG(err, "the observer gradient needs double precision");
    name = malloc((most + contact_changes + contensou__observed_contact_most) * sizeof *name);
    TRY(contensou__try_memory(name, err, "%zu names", most));
    for (size_t i = 0; i < most; ++i)
        name[i] = lanes->name[i];
    for (size_t i = 0; i < (patch ? contact_changes : 0); ++i)
        name[names++] = contensou__ensemble_lane_changes[i];
    for (size_t i = 0; patch && spec && (own = contensou_contact_number_name(spec, i)); ++i)
        if (contensou__names_find(own, contensou__ensemble_lane_changes, contact_changes) < 0)
            name[names++] = own;
    for (size_t k = 0; k < count; ++k)
        TRY(take_name(lanes, patch, name, names, setup, &setup->parameter[k], &beside, err));
    return CONTENSOU_OK;
}
