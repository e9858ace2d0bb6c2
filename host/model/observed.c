/* observed.c: the observers of a run. SPDX-License-Identifier: MIT */
#include "model/observed.h"

#include "base/names.h"
#include "base/setting.h"
#include "model/settings.h"
#include "parts/observer.h"

#include <stdio.h>
#include <string.h>

/* "final,stick". */
static enum contensou_status read_names(void *values, const char *text, struct contensou_error *err)
{
    struct contensou__observed *const o = values;
    const char *next = text;

    o->observe = (struct contensou__ensemble_observers){0};
    for (int more = 1; more;) {
        const size_t size = strcspn(next, ",");
        char word[64];
        int at;

        if (!size)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("observe") " %s: a name is missing; write final,stick",
                                  text);
        snprintf(word, sizeof word, "%.*s", (int)(size < 63 ? size : 63), next);
        at = contensou__names_find(word, contensou__observer_names, contensou__observer_count);
        if (at < 0)
            return contensou__names_fail(err, "observer", word, contensou__observer_names,
                                         contensou__observer_count);
        if (contensou__observer_shown(&o->observe, (size_t)at))
            return contensou_fail(err, CONTENSOU_EARGUMENT, SETTING("observe") " names '%s' twice",
                                  word);
        *contensou__observer_flag(&o->observe, (size_t)at) = 1;
        more = next[size] == ',';
        next += size + 1;
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_section(void *values, const char *text,
                                          struct contensou_error *err)
{
    struct contensou__observed *const o = values;

    return contensou__numbers_section(text, &o->section, err);
}

/* Settings and help of the observers, from their tables. */
#define ABOUT_HELP(columns, text) text
#define OBSERVER_HELP(name) \
    "\n" #name ": " observer_head(name, ABOUT_HELP, observer_none, observer_none)
#define TYPE_whole(low, high)    WHOLE(low, high)
#define TYPE_real(low, high)     NUMBER(low, high)
#define TYPE_upto_dim(low, high) WHOLE(1, 1e6)
#define TYPE_section(low, high)  FORM
#define AT(field)                PLACE(struct contensou__observed, field)
#define PLACE_whole(field)       AT(set.field)
#define PLACE_real(field)        AT(set.field)
#define PLACE_upto_dim(field)    AT(set.field)
#define PLACE_section(field)     AT(section), .read = read_section
#define OPTION_ROW(kind, field, option, argument, fallback, low, high, help) \
    {{option, LANES, argument, fallback, help, TYPE_##kind(low, high)}, PLACE_##kind(field)},
#define OBSERVER_OPTIONS(name) observer_options(name, OPTION_ROW)

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
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
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
        return contensou_fail(err, CONTENSOU_EARGUMENT,
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
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("%s") " %.0f is more than %s has states, which are %d",
                              option->name, *number, setup->system->name, setup->system->dim);
    return CONTENSOU_OK;
}

enum contensou_status contensou__observed_plan(const struct contensou__settings *asked,
                                               struct contensou__ensemble_setup *setup,
                                               struct contensou_error *err)
{
    const struct contensou__observed *const o = &asked->observed;
    const double samples = setup->set.samples; /* of the times */
    enum contensou_status status = CONTENSOU_OK;

    setup->observe = o->observe;
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i) {
            const size_t at = contensou__observer_all[k].setting[i].at;

            *contensou__observer_number_at(&setup->set, at) =
                contensou__observer_number_of(&o->set, at);
        }
    setup->set.samples = samples;
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].options && !status; ++i)
            status = suit(asked, k, &contensou__observer_all[k].option[i], setup, err);
    return status;
}
