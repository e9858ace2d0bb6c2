/* plan.c: from what is chosen to what is computed. SPDX-License-Identifier: MIT */
#include "model/plan.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "model/contact_lane.h"
#include "model/contact_unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum contensou_status find_system(struct contensou__plan *p, struct contensou_error *err)
{
    const struct contensou__settings_system *const s = &p->asked->system;

    if (s->name && (s->file || s->text))
        return WRONG(err,
                     s->file ? "a system is given twice: '%s' and " SETTING("system-file") " %s"
                             : "a system is given twice: '%s' and the text of %s",
                     s->name, s->file ? s->file : s->text_name);
    if (s->file || s->text) {
        TRY(s->file
                ? contensou__user_system_open(&p->own, s->file, p->device[0], err)
                : contensou__user_system_take(&p->own, s->text_name, s->text, p->device[0], err));
        p->system = contensou__user_system_about(p->own);
        p->setup.user_path = contensou__user_system_path(p->own);
        p->setup.user_text = contensou__user_system_text(p->own);
        return CONTENSOU_OK;
    }
    if (!s->name)
        return WRONG(err, "missing SYSTEM argument, such as pendulum ('contensou list systems' "
                          "has them all), or " SETTING("system-file"));
    p->system = contensou__system_find(s->name);
    return p->system ? CONTENSOU_OK
                     : contensou__names_fail(err, "system", s->name, contensou__system_names,
                                             contensou__system_name_count);
}

/* The unit of time, which is that by which a state is divided to give its velocity's: "s" where there are m and m/s,
 * otherwise "-"; and the unit of what is over time: "1/s", or "-". */
static void find_units(struct contensou__plan *p)
{
    const struct contensou__system *const s = p->system;

    snprintf(p->time_unit, sizeof p->time_unit, "-");
    for (int k = s->dim * s->dim; k-- > 0;) {
        const char *place = s->states[k / s->dim].unit, *velocity = s->states[k % s->dim].unit;
        const size_t size = strlen(place);

        if (size && strncmp(velocity, place, size) == 0 && velocity[size] == '/' &&
            !strchr(velocity + size, '^'))
            snprintf(p->time_unit, sizeof p->time_unit, "%s", velocity + size + 1);
    }
    snprintf(p->rate_unit, sizeof p->rate_unit, strcmp(p->time_unit, "-") == 0 ? "-" : "1/%.80s",
             p->time_unit);
}

enum contensou_status contensou__plan_model(struct contensou__plan *p, struct contensou_error *err)
{
    const struct contensou__devices *const d = &p->asked->devices;
    const int own = p->asked->system.file || p->asked->system.text;

    /* A name is looked at before a device is opened; the text of a system needs its compiler. */
    if (!own)
        TRY(find_system(p, err));
    TRY(contensou__devices_open(d, p->device, &p->devices, &p->opened, err));
    if (own)
        TRY(find_system(p, err));
    p->setup.single = d->precision == 2;
    p->setup.pack = d->pack ? 1 << (d->pack - 1) : 0;
    p->setup.system = p->system;
    p->setup.friction = &p->friction;
    TRY(contensou__devices_check(d, p->device, p->devices, err));
    find_units(p);
    return CONTENSOU_OK;
}

/* A contact with axes in a system that does not say how they turn. */
static void warn_frame(const struct contensou__plan *p)
{
    if (p->own && p->friction.axes >= contensou__system_body_axes && !p->system->frame_fixed &&
        !contensou__system_gives_frame(p->system, contensou__user_system_text(p->own), NULL))
        contensou__settings_note(
            p->asked,
            "warning: %s states no system_frame, so its contact, which is no centred circle, keeps "
            "its direction while the body turns; state the angle of the contact's axes "
            "(system_frame), or say that this is meant by the trait trait_frame_fixed or the frame "
            "ground",
            p->system->name);
}

/* 1 where the settings have the contact, by numbers with names. */
static int has_contact(const struct contensou__plan *p)
{
    return !p->asked->patch && !contensou_fit_file_is(p->asked->law);
}

enum contensou_status contensou__plan_law(struct contensou__plan *p, struct contensou_error *err)
{
    struct contensou__settings asked = *p->asked; /* shares what it points to */

    if (has_contact(p))
        TRY(contensou__contact_lane_set(p->asked, &asked.contact, &p->words, err));
    TRY(contensou__friction_law_plan(&asked, &p->setup, p->device[0], &p->contact, &p->patch,
                                     &p->friction, err));
    warn_frame(p);
    p->exact = contensou__step_control_is_exact(&p->asked->steps, &p->setup);
    if (contensou__step_control_switches(&p->asked->steps, p->exact))
        contensou__friction_law_make_exact(&p->friction);
    return CONTENSOU_OK;
}

#define WALK SETTING("continue")
#define VARY SETTING("vary")

/* Whether lanes can be walked one after the other. */
static enum contensou_status read_walk(struct contensou__plan *p, struct contensou_error *err)
{
    const struct contensou__lanes_choice *const lanes = &p->asked->lanes;

    p->way = (enum contensou__lanes_walk_way)(lanes->way - 1);
    if (!p->way)
        return CONTENSOU_OK;
    p->setup.observe.final = 1; /* the next lane begins there */
    if (lanes->random.count || lanes->from || lanes->givens ||
        contensou__settings_given(p->asked, "shard"))
        return WRONG(err,
                     WALK " walks along the first " VARY
                          ", lane after lane; " SETTING("random") ", " SETTING(
                              "lanes-from") " and " SETTING("shard") " cannot be used with it");
    if (!lanes->varies || strncmp(lanes->vary[0].name, "init.", 5) == 0)
        return WRONG(err, WALK " needs a parameter to walk along as the first " VARY ", "
                               "such as " VARY " omega_0=30:65:512");
    if (p->setup.observe.gradient)
        return WRONG(err,
                     WALK " starts a lane where another ended, which depends on the parameters "
                          "too; the observer gradient cannot be used with it");
    if (p->devices > 1)
        return WRONG(err, WALK " follows one lane after the other on one device; " SETTING(
                              "device") " all cannot be used with it");
    return CONTENSOU_OK;
}

/* Whether the numbers of the first and the last lane make a law. */
static enum contensou_status try_law(const struct contensou__plan *p, struct contensou_error *err)
{
    const size_t fields = (size_t)p->system->field_count, lane = (size_t)p->friction.lane_fields;
    const uint64_t at[2] = {0, p->lanes.count - 1};
    OWNED(contensou__try_free)
    double *value = malloc((p->lanes.names + lane + 1) * sizeof *value);

    TRY(contensou__try_memory(value, err, "a lane"));
    for (int i = 0; i < 2; ++i) {
        contensou__lanes_values(&p->lanes, at[i], value);
        TRY(contensou__friction_lane(&p->friction, value + fields, value + p->lanes.names, err));
    }
    return CONTENSOU_OK;
}

static void free_unit(struct contensou__contact_unit *unit)
{
    free(unit->own);
}

/* Numbers of the contact that "set" has are in its description already: where lanes do not have them, they are left out. */
static enum contensou_status leave_contact(const struct contensou__field *number, size_t numbers,
                                           const struct contensou__lanes_choice_numbers *set,
                                           struct contensou__lanes_choice_numbers *rest,
                                           struct contensou_error *err)
{
    rest->number = malloc((set->count + 1) * sizeof *rest->number);
    TRY(contensou__try_memory(rest->number, err, "%zu numbers", set->count));
    rest->count = 0;
    for (size_t i = 0; i < set->count; ++i) {
        size_t k = 0;

        while (k < numbers && strcmp(number[k].name, set->number[i].name) != 0)
            ++k;
        if (k == numbers)
            rest->number[rest->count++] = set->number[i];
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__plan_lanes(struct contensou__plan *p, struct contensou_error *err)
{
    /* What only tells lanes apart: it stands behind the numbers of system, law, states and contact. */
    static const struct contensou__field start = {.name = "start", .value = 1},
                                         walk = {.name = "continue", .value = 1, .low = -1};
    static double up_and_down[2] = {1, -1};
    const int both = p->way == contensou__lanes_walk_both;
    struct contensou__lanes_choice choice = p->asked->lanes; /* shares what it points to */
    OWNED(contensou__try_free) struct contensou__lanes_choice_number *rest = NULL;
    OWNED(free_unit) struct contensou__contact_unit unit = {.own = NULL};
    struct contensou__field number[contensou__plan_contact_most];
    const size_t numbers =
        p->patch && has_contact(p) ? contensou__contact_lane_fields(&p->contact.spec, number) : 0;
    enum contensou_status status;

    TRY(contensou__contact_unit_fields(&unit, p->system, p->setup.user_text, p->patch, err));
    if (numbers && !p->contacts) {
        status = leave_contact(number, numbers, &p->asked->lanes.set, &choice.set, err);
        rest = choice.set.number;
        TRY(status);
    }
    if (both) {
        memmove(choice.vary + 1, choice.vary, choice.varies++ * sizeof *choice.vary);
        choice.vary[0] = (struct contensou__lanes_choice_range){
            .name = "continue", .span = {.count = 2}, .list = up_and_down};
    }
    {
        const struct contensou__lanes_group group[6] = {
            {"", unit.fields, (size_t)p->system->field_count},
            {"law.", p->friction.fields, (size_t)p->friction.field_count},
            {contensou__lanes_init, p->system->states, (size_t)p->system->dim},
            {"", number, p->contacts ? numbers : 0},
            {"", &walk, (size_t)both},
            {"", &start, choice.starts.count ? 1 : 0}};

        TRY(contensou__lanes_create(&p->lanes, group, 6, &choice, err));
        p->lanes.contact = group[0].count + group[1].count + group[2].count;
        p->lanes.contacts = group[3].count;
        p->lanes.plan = p;
    }
    TRY(contensou__contact_unit_check(&unit, &p->lanes, 0, err));
    TRY(contensou__contact_lane_check(p, err));
    return try_law(p, err);
}

enum contensou_status contensou__plan_stepper(struct contensou__plan *p,
                                              struct contensou_error *err)
{
    return contensou__step_control_plan(&p->asked->steps, p->exact, &p->lanes, &p->setup, err);
}

enum contensou_status contensou__plan_read(struct contensou__plan *p, struct contensou_error *err)
{
    const struct contensou_patch_spec *spec;

    p->contacts = 1;
    TRY(contensou__plan_model(p, err));
    TRY(contensou__times_plan(p->asked, &p->setup.set, &p->times, err));
    p->setup.times = p->times;
    TRY(contensou__observed_plan(p->asked, &p->setup, err));
    TRY(read_walk(p, err));
    TRY(contensou__plan_law(p, err));
    TRY(contensou__plan_lanes(p, err));
    TRY(contensou__plan_stepper(p, err));
    spec = has_contact(p) ? &p->contact.spec : NULL;
    TRY(contensou__observed_parameters(&p->lanes, p->patch, spec, &p->setup, err));
    TRY(contensou__contact_lane_beside(p, spec, &p->setup, &p->friction, err));
    p->friction.axes = contensou__observed_axes(p->patch, &p->setup);
    return contensou__ensemble_check(&p->setup, err);
}

void contensou__plan_free(struct contensou__plan *p)
{
    free(p->times);
    contensou__lanes_free(&p->lanes);
    contensou__friction_free(&p->friction);
    contensou_fit_file_free(&p->contact);
    contensou__user_system_close(p->own);
    for (size_t i = 0; i < p->devices && p->opened; ++i)
        contensou_device_close(p->device[i]);
    *p = (struct contensou__plan){.asked = p->asked};
}

enum contensou_status contensou__plan_lost(const struct contensou__plan *p, const char *part,
                                           struct contensou_error *err)
{
    const struct contensou_error cause = *err;
    const char *file = p->setup.user_path;

    return contensou_fail(
        err, CONTENSOU_ETIMEOUT,
        "%.1000s; most likely %s%s, or " SETTING(
            "slice-limit") " is too short. What was not finished has the outcome 'stopped'%s%s",
        cause.message, file ? "there is an endless loop in " : "its driver hangs", file ? file : "",
        part ? "; finished lanes are in " : "", part ? part : "");
}

static void warn(const struct contensou__plan *p, int state, const char *does, double size)
{
    const struct contensou__ensemble_settings *set = &p->setup.set;

    contensou__settings_note(
        p->asked,
        "warning: the state %s %s %.3g, less than 100 times the absolute tolerance %.3g, so its "
        "error is not controlled; give " SETTING("atol") " %.0e, or a smaller unit",
        p->system->states[state].name, does, size, set->atol,
        contensou__step_control_atol_for(set, size));
}

void contensou__plan_warn_start(const struct contensou__plan *p)
{
    double size = 0;
    const int state = contensou__step_control_small_start(&p->setup, &p->lanes, &size);

    if (state >= 0)
        warn(p, state, "starts at", size);
    if (p->setup.stepper->caution)
        contensou__settings_note(p->asked, "warning: %s: %s", p->setup.stepper->name,
                                 p->setup.stepper->caution);
}

void contensou__plan_warn_seen(const struct contensou__plan *p, const double *largest)
{
    double size = 0, start = 0;
    const int state = contensou__step_control_small_seen(&p->setup, largest, &size);

    if (state >= 0 && contensou__step_control_small_start(&p->setup, &p->lanes, &start) < 0)
        warn(p, state, "reached no more than", size);
}
