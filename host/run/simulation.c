/* simulation.c: trajectories of a system with friction, as calls of the library. SPDX-License-Identifier: MIT */
#include "base/decimal.h"
#include "base/names.h"
#include "contact/patch.h"
#include "device/ensemble.h"
#include "laws/law.h"
#include "model/plan.h"
#include "run/journal.h"
#include "run/peers.h"
#include "run/resume.h"
#include "run/shard.h"
#include "run/slopes.h"
#include "run/trajectories.h"

#include <contensou/plot.h>
#include <contensou/simulation.h>
#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_pairs = 512 };

/* All zero is nothing; texts belong to it. */
struct description {
    struct contensou__journal_pair pair[most_pairs];
    size_t pairs;
    const char *group; /* of the pairs that are added now, such as "run/" */
    struct contensou__checksum checksum;
    enum contensou_status status;
    struct contensou_error *err;
};

/* What run it is. */

/* Adds a pair to the group of now: a copy of the text, in one block with its key, or a number. */
static void add(struct description *d, const char *key, const char *text, double number)
{
    const char *const group = d->group ? d->group : "";
    const size_t size = strlen(group) + strlen(key) + 1;
    char *block;

    if (d->status)
        return;
    if (d->pairs == most_pairs) {
        d->status = contensou_fail(d->err, CONTENSOU_EARGUMENT,
                                   "a run is described by at most %d names; '%s' is too many",
                                   (int)most_pairs, key);
        return;
    }
    block = malloc(size + (text ? strlen(text) : 0) + 1);
    if (!block) {
        d->status = contensou_fail(d->err, CONTENSOU_EMEMORY, "no memory for '%s'", key);
        return;
    }
    snprintf(block, size, "%s%s", group, key);
    if (text)
        strcpy(block + size, text);
    d->pair[d->pairs++] =
        (struct contensou__journal_pair){block, text ? block + size : NULL, number};
}

static void add_text(struct description *d, const char *key, const char *text)
{
    add(d, key, text, 0);
}

static void add_number(struct description *d, const char *key, double number)
{
    add(d, key, NULL, number);
}

/* A text that was collected, which is freed. */
static void add_collected(struct description *d, const char *key, struct contensou__text *text)
{
    if (text->failed && !d->status)
        d->status = contensou_fail(d->err, CONTENSOU_EMEMORY, "no memory for '%s'", key);
    add_text(d, key, text->data ? text->data : "");
    contensou__text_free(text);
}

/* The pressure as it is shown. */
static const char *pressure_of(const struct contensou_patch_spec *spec)
{
    const struct contensou__patch_shape *shape;
    struct contensou_error unknown;
    const char *rest;

    if (spec->pressure)
        return spec->pressure;
    return !contensou__patch_find_shape(spec->shape, &shape, &rest, &unknown) &&
                   shape->takes == contensou__patch_own
               ? "of the file"
               : "uniform";
}

/* Names of systems and users are free, so each kind has a group of its own. */
static void describe_contact(struct description *d, const struct contensou__plan *p)
{
    d->group = "parameters/contact/";
    if (!p->contact.spec.shape) { /* its numbers are in those of the law */
        add_text(d, "shape", p->asked->patch ? "of the program" : "cells of the fit");
        if (!p->asked->patch)
            add_text(d, "pressure", "of the file");
        d->group = NULL;
        return;
    }
    add_text(d, "shape", p->contact.spec.shape);
    add_text(d, "pressure", pressure_of(&p->contact.spec));
    add_number(d, "tilt_k", p->contact.spec.tilt_k);
    add_number(d, "tilt_beta", p->contact.spec.tilt_beta);
    add_number(d, "center_x", p->contact.spec.center[0]);
    add_number(d, "center_y", p->contact.spec.center[1]);
    if (p->contact.spec.anisotropy[0] > 0 && p->contact.spec.anisotropy[0] != 1) {
        add_number(d, "anisotropy_ratio", p->contact.spec.anisotropy[0]);
        add_number(d, "anisotropy_angle", p->contact.spec.anisotropy[1]);
        add_text(d, "anisotropy_frame", contensou__names_frames[p->patch->stretch_frame - 1]);
    }
    if (p->patch && contensou_patch_unit(p->patch) > 0)
        add_number(d, "unit", contensou_patch_unit(p->patch));
    add_text(d, "frame", contensou__names_frames[p->patch->frame - 1]);
    d->group = NULL;
}

/* What eta and eta' are in effect, one of them following from the other: where one varies, the other is not one
 * number. */
static int in_effect(const struct contensou__plan *p, const char *name, double *value)
{
    const int eta = contensou__lanes_find(&p->lanes, "law.eta"),
              prime = contensou__lanes_find(&p->lanes, "law.eta_prime");
    const int is_eta = strcmp(name, "law.eta") == 0, is_prime = strcmp(name, "law.eta_prime") == 0;
    long double slope;

    if (eta < 0 || prime < 0 || !(is_eta || is_prime))
        return 1;
    if (contensou__lanes_varies(&p->lanes, (size_t)(is_eta ? prime : eta)))
        return 0;
    if (is_eta && !isnan(p->lanes.value[prime]))
        *value = fmax(1, (double)contensou__law_eta_prime_back(p->lanes.value[prime]));
    if (is_prime && isnan(*value))
        *value = p->lanes.value[eta] > 1
                     ? (double)contensou__law_eta_prime_forward(p->lanes.value[eta], &slope)
                     : 0;
    return 1;
}

static void describe_parameters(struct description *d, const struct contensou__plan *p)
{
    const size_t fields = (size_t)p->system->field_count, law = (size_t)p->friction.field_count;

    for (size_t i = 0; i < p->lanes.names; ++i) {
        const char *name = p->lanes.name[i], *dot = strchr(name, '.');
        double value = p->lanes.value[i];

        if (contensou__lanes_varies(&p->lanes, i) || !in_effect(p, name, &value))
            continue;
        d->group = i < fields         ? "parameters/system/"
                   : i < fields + law ? "parameters/law/"
                                      : "parameters/init/";
        add_number(d, i < fields || !dot ? name : dot + 1, value);
    }
    d->group = NULL;
}

static void describe_field(struct description *d, const struct contensou__field *f)
{
    char key[96];

    snprintf(key, sizeof key, "%.80s.unit", f->name);
    add_text(d, key, f->unit);
    snprintf(key, sizeof key, "%.80s.meaning", f->name);
    add_text(d, key, f->text);
}

/* Units and meanings of the numbers of a user's system, which no catalogue has. */
static void describe_own(struct description *d, const struct contensou__plan *p)
{
    d->group = "about/system/";
    for (int i = 0; p->own && i < p->system->field_count; ++i)
        describe_field(d, &p->system->fields[i]);
    d->group = "about/init/";
    for (int i = 0; p->own && i < p->system->dim; ++i)
        describe_field(d, &p->system->states[i]);
    d->group = NULL;
}

/* The unit of a column; the first that is told counts. */
static void add_unit(struct description *d, const char *name, const char *unit)
{
    const size_t head = strlen(CONTENSOU_TABLE_UNIT);

    for (size_t i = 0; i < d->pairs; ++i)
        if (strncmp(d->pair[i].key, CONTENSOU_TABLE_UNIT, head) == 0 &&
            strcmp(d->pair[i].key + head, name) == 0)
            return;
    d->group = CONTENSOU_TABLE_UNIT;
    add_text(d, name, *unit ? unit : "-");
    d->group = NULL;
}

/* Units of all columns that the file of results has. */
static void describe_units(struct description *d, const struct contensou__plan *p)
{
    const size_t fields = (size_t)p->system->field_count, law = (size_t)p->friction.field_count;
    struct contensou__text name = {0};

    add_unit(d, "t", p->time_unit);
    for (int i = 0; i < p->system->dim; ++i)
        add_unit(d, p->system->states[i].name, p->system->states[i].unit);
    for (size_t i = contensou__ensemble_head; i < contensou__ensemble_columns_count(&p->setup);
         ++i) {
        name.size = 0;
        contensou__ensemble_columns_name(&p->setup, i, &name);
        if (!name.failed)
            add_unit(d, name.data,
                     contensou__ensemble_columns_unit(&p->setup, i, p->time_unit, p->rate_unit));
    }
    for (size_t a = 0; a < p->lanes.axes; ++a) {
        const size_t at = p->lanes.axis[a].place, states = fields + law;
        const char *unit = at < fields   ? p->system->fields[at].unit
                           : at < states ? p->friction.fields[at - fields].unit
                           : at < states + (size_t)p->system->dim
                               ? p->system->states[at - states].unit
                               : "-"; /* the way of --continue both */

        name.size = 0;
        contensou__text_printf(&name, "vary.%s", p->lanes.name[at]);
        if (!name.failed) { /* the name of the column, or its name where another has that */
            add_unit(d, p->lanes.name[at], unit);
            add_unit(d, name.data, unit);
        }
    }
    /* of the tables of attractors, survival and lifetimes */
    add_unit(d, "period", p->time_unit);
    add_unit(d, "time", p->time_unit);
    add_unit(d, "first", p->time_unit);
    add_unit(d, "rate", p->rate_unit);
    add_unit(d, "rate.error", p->rate_unit);
    if (name.failed && !d->status)
        d->status = contensou_fail(d->err, CONTENSOU_EMEMORY, "no memory for names");
    contensou__text_free(&name);
}

/* The settings of an observer; a state goes by its name. */
static void describe_observer(struct description *d, const struct contensou__plan *p,
                              const struct contensou__observer *o)
{
    for (size_t i = 0; i < o->settings; ++i) {
        const double value = contensou__observer_number_of(&p->setup.set, o->setting[i].at);
        int state = 0;

        for (size_t k = 0; k < o->options; ++k)
            state |= o->option[k].kind == contensou__observer_section &&
                     o->option[k].at == o->setting[i].at;
        if (state)
            add_text(d, o->setting[i].key,
                     value < 0 ? "period" : p->system->states[(int)value].name);
        else if (*o->setting[i].key)
            add_number(d, o->setting[i].key, value);
    }
}

static void describe_settings(struct description *d, const struct contensou__plan *p)
{
    const struct contensou__ensemble_settings *set = &p->setup.set;
    const struct contensou__ensemble_observers *o = &p->setup.observe;

    add_text(d, "stepper", p->setup.stepper->name);
    if (p->setup.other)
        add_text(d, "stepper_stiff", p->setup.other->name);
    add_number(d, "t_begin", set->t_begin);
    add_number(d, "time", set->t_end);
    add_number(d, "transient", set->t_observe);
    add_number(d, "rtol", set->rtol);
    add_number(d, "atol", set->atol);
    add_number(d, "step", set->h_first);
    add_number(d, "h_min", set->h_min);
    add_number(d, "h_max", fmin(set->h_max, 1e300));
    add_number(d, "max_steps", set->max_steps);
    for (size_t k = 0; k < contensou__observer_count; ++k)
        add_number(d, contensou__observer_keys[k], contensou__observer_shown(o, k));
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(o, k))
            describe_observer(d, p, &contensou__observer_all[k]);
}

/* What a picture must know of the system: the names of its states, and which of them, the first ones, are positions whose
 * velocities follow in the same order. */
static void describe_states(struct description *d, const struct contensou__plan *p)
{
    const int positions = p->system->second ? p->system->dim / 2 : 0;
    struct contensou__text states = {0}, places = {0}, angles = {0};

    for (int i = 0; i < p->system->dim; ++i) {
        contensou__text_printf(&states, "%s%s", i ? "," : "", p->system->states[i].name);
        if (i < positions)
            contensou__text_printf(&places, "%s%s", i ? "," : "", p->system->states[i].name);
        if (p->system->angles >> i & 1)
            contensou__text_printf(&angles, "%s%s", angles.size ? "," : "",
                                   p->system->states[i].name);
    }
    add_collected(d, "states", &states);
    add_collected(d, "positions", &places);
    add_collected(d, "angles", &angles);
}

/* The names of the devices, equal ones once: which of these computes a lane makes no difference. */
static void describe_devices(struct description *d, const struct contensou__plan *p)
{
    struct contensou__text words = {0};

    for (size_t i = 0; i < p->devices; ++i) {
        const char *name = contensou_device_about(p->device[i])->name;
        size_t before = 0;

        while (before < i && strcmp(contensou_device_about(p->device[before])->name, name) != 0)
            ++before;
        if (before == i)
            contensou__text_printf(&words, i ? " + %s" : "%s", name);
    }
    add_collected(d, "device", &words);
}

/* The checksum of the program. */
static void describe_program(struct description *d, const struct contensou__plan *p)
{
    struct contensou__text text = {0};
    char words[16];

    if (!d->status)
        d->status = contensou__ensemble_write_program(&p->setup, &text, d->err);
    snprintf(words, sizeof words, "%08x",
             d->status ? 0
                       : (unsigned)contensou__checksum_add(&d->checksum, 0, text.data, text.size));
    contensou__text_free(&text);
    add_text(d, "program", words);
}

/* How the run was asked for; a program that does not say it is told by its settings. */
static void describe_command(struct description *d, const struct contensou__plan *p)
{
    const char *const given = contensou__settings_value(p->asked, "command-line");
    struct contensou__text words = {0};

    contensou__text_printf(&words, "%s", given ? given : "contensou_simulation");
    for (size_t i = 0; !given && contensou_settings_row(i); ++i)
        if (contensou_settings_row(i)->about != CONTENSOU_SETTING_WORK &&
            contensou__settings_given(p->asked, contensou_settings_row(i)->name) &&
            contensou__settings_value(p->asked, contensou_settings_row(i)->name))
            contensou__text_printf(
                &words, " --%s %s", contensou_settings_row(i)->name,
                contensou__settings_value(p->asked, contensou_settings_row(i)->name));
    for (size_t i = 0; !given && i < p->asked->varies; ++i)
        contensou__text_printf(&words, " --vary %s", p->asked->vary[i]);
    add_collected(d, contensou__journal_command, &words);
}

/* The path and what tells its contents, as contensou__journal_file expects it. */
static void add_sum(struct description *d, const char *key, const char *path, uint32_t sum,
                    size_t size)
{
    struct contensou__text text = {0};

    contensou__text_printf(&text, "%s (checksum %08x, %zu bytes)", path, (unsigned)sum, size);
    if (text.failed && !d->status)
        d->status = contensou_fail(d->err, CONTENSOU_EMEMORY, "no memory for '%s'", path);
    if (!text.failed)
        add(d, key, text.data, 0);
    contensou__text_free(&text);
}

static void add_file(struct description *d, const char *key, const char *path)
{
    uint32_t sum = 0;
    size_t size = 0;

    if (d->status)
        return;
    d->status = contensou__checksum_file(&d->checksum, path, &sum, &size, d->err);
    if (!d->status)
        add_sum(d, key, path, sum, size);
}

static void add_shape(struct description *d, const struct contensou__plan *p)
{
    const struct contensou__patch_shape *shape;
    struct contensou_error unknown;
    const char *path;

    if (!p->contact.spec.shape ||
        contensou__patch_find_shape(p->contact.spec.shape, &shape, &path, &unknown) ||
        shape->wants != contensou__patch_file)
        return;
    add_file(d, contensou__journal_file "shape", path);
}

static void add_own_system(struct description *d, const struct contensou__plan *p)
{
    const struct contensou__user_source *const source = contensou__user_system_source(p->own);

    for (size_t i = 0; i < source->files; ++i) {
        char key[48] = contensou__journal_file "system";

        if (i)
            snprintf(key, sizeof key, contensou__journal_file "include.%zu", i);
        add_sum(d, key, source->file[i].path, source->file[i].sum, source->file[i].size);
    }
}

static void add_numbers(struct description *d, const char *key, const double *number, size_t count)
{
    char text[80];

    snprintf(text, sizeof text, "%zu numbers (checksum %08x)", count,
             (unsigned)contensou__checksum_add(&d->checksum, 0, number, count * sizeof *number));
    add(d, key, text, 0);
}

/* Coefficients that lanes do not have as fields, such as those of a general potential, by their names, and
 * all that the lanes share. */
static void add_law(struct description *d, const struct contensou__plan *p)
{
    const struct contensou__friction *const f = &p->friction;

    for (int i = 0; i < f->law.params; ++i) {
        char field[40], key[60];

        snprintf(field, sizeof field, "law.%s", f->law.names[i]);
        snprintf(key, sizeof key, "parameters/law/%s", f->law.names[i]);
        if (contensou__lanes_find(&p->lanes, field) < 0)
            add(d, key, NULL, f->law.value[i]);
    }
    if (f->shared_count)
        add_numbers(d, "run/law_numbers", f->shared, f->shared_count);
}

static void describe_inputs(struct description *d, const struct contensou__plan *p)
{
    const char *const law = contensou__settings_value(p->asked, "law");
    const char *const from = contensou__settings_value(p->asked, "lanes-from");

    add_shape(d, p);
    if (contensou_fit_file_is(law))
        add_file(d, contensou__journal_file "law", law);
    if (from)
        add_file(d, contensou__journal_file "lanes", from);
    if (p->own)
        add_own_system(d, p);
    add_law(d, p);
    if (p->setup.observe.series)
        add_numbers(d, "run/series_times", p->times, (size_t)p->setup.set.samples);
}

static void free_description(struct description *d)
{
    while (d->pairs)
        free((void *)d->pair[--d->pairs].key);
    *d = (struct description){0};
}

/* Fills it from a plan. Free it also after a failure. */
static enum contensou_status describe(struct description *d, struct contensou__plan *p,
                                      struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(p->device[0]);
    struct contensou__text vary = {0};

    free_description(d);
    d->err = err;
    contensou__checksum_init(&d->checksum);
    add_text(d, "system", p->system->name);
    add_text(d, "law", p->friction.name);
    if (p->patch)
        describe_contact(d, p);
    describe_parameters(d, p);
    describe_own(d, p);
    d->group = "run/";
    contensou__lanes_text(&p->lanes, &vary);
    add_collected(d, "vary", &vary);
    add_number(d, "lanes", (double)p->lanes.count);
    if (p->way)
        add_text(d, "continue", contensou__plan_ways[p->way]);
    if (p->lanes.random || contensou__lanes_find(&p->lanes, "start") >= 0)
        add_number(d, "seed", (double)p->lanes.seed);
    add_text(d, "precision", p->setup.single ? "single" : "double");
    describe_settings(d, p);
    describe_states(d, p);
    add_number(d, "pack", p->setup.pack);
    if (p->setup.other)
        add_number(d, "pack_stiff", p->setup.other_pack);
    d->group = NULL;
    describe_devices(d, p);
    add_text(d, "driver", about->driver);
    describe_program(d, p);
    add_text(d, "version", CONTENSOU_VERSION);
    if (p->own && strlen(contensou__user_system_text(p->own)) < 60000) /* an attribute has 64 kB */
        add_text(d, "system_text", contensou__user_system_text(p->own));
    describe_command(d, p);
    describe_units(d, p);
    describe_inputs(d, p);
    return d->status;
}

enum { most_columns = 256, most_cells = 64 };

/* The names of what is written: pointers into `names`. */
struct layout {
    struct contensou__merge_layout about;
    const char *column[most_columns], *cell[contensou__merge_lists][2 * most_cells];
    struct contensou__text names;
};

struct contensou_simulation {
    struct contensou__settings asked;
    enum contensou_status (*step)(void *context, double t, const double *state,
                                  struct contensou_error *err);
    void *step_context;
    struct contensou__plan plan;
    struct layout layout;
    int prepared; /* 1: plan and layout are those of the settings, or what failed is in err */
    struct contensou_error err;
    /* of the last run */
    struct description about;
    struct contensou__text extra;
    struct contensou__resume resume;
    struct contensou__journal *journal;
    uint64_t before, done, total; /* before: lanes that the journal had already */
};

/* What was prepared holds no longer. */
static void forget(struct contensou_simulation *s)
{
    contensou__text_free(&s->extra);
    contensou__resume_free(&s->resume);
    free_description(&s->about);
    contensou__text_free(&s->layout.names);
    s->layout = (struct layout){0};
    contensou__plan_free(&s->plan);
    s->plan.asked = &s->asked;
    s->prepared = 0;
}

enum contensou_status contensou_simulation_create(struct contensou_simulation **out,
                                                  struct contensou_error *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a simulation");
    (*out)->plan.asked = &(*out)->asked;
    return CONTENSOU_OK;
}

void contensou_simulation_free(struct contensou_simulation *s)
{
    if (!s)
        return;
    forget(s);
    contensou__settings_free(&s->asked);
    free(s);
}

enum contensou_status contensou_simulation_set(struct contensou_simulation *s, const char *name,
                                               const char *value, struct contensou_error *err)
{
    forget(s);
    return contensou__settings_set(&s->asked, name, value, err);
}

enum contensou_status contensou_simulation_set_number(struct contensou_simulation *s,
                                                      const char *name, double value,
                                                      struct contensou_error *err)
{
    char digits[40];

    if (!isfinite(value))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the setting '%s' is not finite", name);
    digits[contensou__decimal_write(value, digits)] = '\0';
    return contensou_simulation_set(s, name, digits, err);
}

const char *contensou_simulation_value(const struct contensou_simulation *s, const char *name)
{
    return contensou__settings_value(&s->asked, name);
}

enum contensou_status contensou_simulation_add_device(struct contensou_simulation *s,
                                                      struct contensou_device *device,
                                                      struct contensou_error *err)
{
    forget(s);
    if (s->asked.devices == contensou__settings_devices)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "a simulation takes at most %d devices",
                              (int)contensou__settings_devices);
    s->asked.device[s->asked.devices++] = device;
    return CONTENSOU_OK;
}

void contensou_simulation_set_patch(struct contensou_simulation *s,
                                    const struct contensou_patch *patch)
{
    forget(s);
    s->asked.patch = patch;
}

enum contensou_status contensou_simulation_set_times(struct contensou_simulation *s,
                                                     const double *time, size_t count,
                                                     struct contensou_error *err)
{
    forget(s);
    return contensou__settings_times(&s->asked, time, count, err);
}

enum contensou_status contensou_simulation_set_lanes(struct contensou_simulation *s,
                                                     const char *const *name, size_t names,
                                                     size_t lanes, const double *value,
                                                     struct contensou_error *err)
{
    forget(s);
    return contensou__settings_numbers(&s->asked, name, names, lanes, value, err);
}

enum contensou_status contensou_simulation_set_system(struct contensou_simulation *s,
                                                      const char *name, const char *text,
                                                      struct contensou_error *err)
{
    forget(s);
    return contensou__settings_system(&s->asked, name, text, err);
}

void contensou_simulation_set_progress(struct contensou_simulation *s,
                                       const struct contensou_progress *progress)
{
    s->asked.progress = progress ? *progress : (struct contensou_progress){NULL, NULL};
}

void contensou_simulation_set_notes(struct contensou_simulation *s,
                                    void (*note)(void *context, const char *sentence),
                                    void *context)
{
    s->asked.note = note;
    s->asked.note_context = context;
}

void contensou_simulation_set_steps(struct contensou_simulation *s,
                                    enum contensou_status (*step)(void *context, double t,
                                                                  const double *state,
                                                                  struct contensou_error *err),
                                    void *context)
{
    s->step = step;
    s->step_context = context;
}

/* The names of what is written; points alone need no columns beside them. Texts move while they are collected, so
 * pointers come last. */
static enum contensou_status lay_out(struct contensou_simulation *s, struct contensou_error *err)
{
    const struct contensou__ensemble_setup *setup = &s->plan.setup;
    const size_t head = contensou__ensemble_head - 1, count = contensou__loop_columns(setup);
    struct contensou__merge_layout *layout = &s->layout.about;
    struct contensou__text *names = &s->layout.names;
    size_t at[most_columns], cell[contensou__merge_lists][most_cells], o;

    if (count > most_columns)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%zu columns are too many; a file has at most %d", count,
                              (int)most_columns);
    layout->columns = count;
    for (size_t i = 0; i < layout->columns; ++i) {
        at[i] = names->size;
        contensou__ensemble_columns_name(setup, i + head, names);
        contensou__text_append(names, "", 1);
    }
    for (size_t k = 0; (o = contensou__ensemble_columns_list(setup, k)) < contensou__observer_count;
         ++k) {
        struct contensou__merge_list *list = &layout->list[layout->lists++];

        *list = (struct contensou__merge_list){
            .name = contensou__observer_all[o].name,
            .cell = s->layout.cell[k],
            .words = s->layout.cell[k] + most_cells,
            .cells = contensou__ensemble_columns_wide(setup, o),
            .numbered = contensou__observer_all[o].times == contensou__observer_stored,
            .aside = contensou__observer_all[o].times == contensou__observer_aside};
        for (size_t i = 0; i < list->cells && i < most_cells; ++i) {
            cell[k][i] = names->size;
            contensou__ensemble_columns_cell(setup, o, i, names,
                                             &s->layout.cell[k][most_cells + i]);
            contensou__text_append(names, "", 1);
        }
    }
    if (names->failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the names of columns");
    for (size_t i = 0; i < layout->columns; ++i)
        s->layout.column[i] = names->data + at[i];
    for (size_t k = 0; k < layout->lists; ++k)
        for (size_t i = 0; i < layout->list[k].cells && i < most_cells; ++i)
            s->layout.cell[k][i] = names->data + cell[k][i];
    layout->column = s->layout.column;
    return CONTENSOU_OK;
}

enum contensou_status contensou_simulation_prepare(struct contensou_simulation *s,
                                                   struct contensou_error *err)
{
    const char *device = contensou__settings_value(&s->asked, "device");
    enum contensou_status status;

    if (!s->prepared) {
        forget(s);
        s->err = (struct contensou_error){CONTENSOU_OK, ""};
        status = contensou__peers_open(
            s->asked.devices > 1 || (device && strcmp(device, "all") == 0) ? 2 : 1, &s->err);
        if (!status)
            status = contensou__plan_read(&s->plan, &s->err);
        if (!status)
            status = lay_out(s, &s->err);
        s->err.status = status;
        s->prepared = 1;
    }
    if (s->err.status && err)
        *err = s->err;
    return s->err.status;
}

uint64_t contensou_simulation_lane_count(const struct contensou_simulation *s)
{
    return s->plan.lanes.count;
}

size_t contensou_simulation_state_count(const struct contensou_simulation *s)
{
    return s->plan.system ? (size_t)s->plan.system->dim : 0;
}

const char *contensou_simulation_state(const struct contensou_simulation *s, size_t i)
{
    return i < contensou_simulation_state_count(s) ? s->plan.system->states[i].name : NULL;
}

const char *contensou_simulation_state_unit(const struct contensou_simulation *s, size_t i)
{
    return i < contensou_simulation_state_count(s) ? s->plan.system->states[i].unit : NULL;
}

const char *contensou_simulation_time_unit(const struct contensou_simulation *s)
{
    return s->plan.system ? s->plan.time_unit : NULL;
}

/* What is wrong with a file is wrong with the next run too, which tells the other processes. */
static enum contensou_status keep_failure(struct contensou_simulation *s,
                                          enum contensou_status status, struct contensou_error *err)
{
    if (status && err)
        *err = s->err;
    s->err.status = status;
    return status;
}

/* 1 if a list has points with the states, which a diagram shows. */
static int has_points(const struct contensou__ensemble_setup *setup)
{
    size_t o;

    for (size_t k = 0; (o = contensou__ensemble_columns_list(setup, k)) < contensou__observer_count;
         ++k)
        for (size_t c = 0; c < contensou__observer_all[o].cells; ++c)
            if (contensou__observer_all[o].times == contensou__observer_stored &&
                contensou__observer_all[o].cell[c].per == contensou__observer_state)
                return 1;
    return 0;
}

static enum contensou_status check_picture(const struct contensou__plan *p, const char *path,
                                           struct contensou_error *err)
{
    size_t axes = 0;

    for (size_t a = p->way == contensou__lanes_walk_both; a < p->lanes.axes; ++a)
        axes += !p->lanes.axis[a].drawn &&
                (int)p->lanes.axis[a].place != contensou__lanes_find(&p->lanes, "start");
    if (axes < 1 || axes > 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws sweeps over one or two numbers, but %zu vary; vary "
                              "fewer or leave --plot out",
                              axes);
    if (!contensou__loop_columns(&p->setup) && !(has_points(&p->setup) && axes == 1))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot needs something to draw over %s: --observe final, extrema, "
                              "%speriod or stick",
                              axes == 1 ? "the varied number" : "two varied numbers",
                              axes == 1 ? "section, " : "");
    if (axes == 2 && p->lanes.count > 1000000)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "too many lanes for a picture: maps show at most 1000000; leave "
                              "--plot out or take fewer");
    return contensou_plot_check(path, err);
}

enum contensou_status contensou_simulation_check_picture(struct contensou_simulation *s,
                                                         const char *path,
                                                         struct contensou_error *err)
{
    const enum contensou_status status = contensou_simulation_prepare(s, err);

    return status ? status : keep_failure(s, check_picture(&s->plan, path, &s->err), err);
}

enum contensou_status contensou_simulation_check_file(struct contensou_simulation *s,
                                                      const char *path, struct contensou_error *err)
{
    const struct contensou__lanes *const lanes = &s->plan.lanes;
    const char **varied;
    struct contensou__trajectories_file_spec spec;
    enum contensou_status status = contensou_simulation_prepare(s, err);

    if (status)
        return status;
    varied = malloc((lanes->axes + 1) * sizeof *varied);
    if (!varied)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for names");
    for (size_t a = 0; a < lanes->axes; a++)
        varied[a] = lanes->name[lanes->axis[a].place];
    spec = (struct contensou__trajectories_file_spec){
        .path = path, .varied = varied, .varied_count = lanes->axes, .layout = &s->layout.about};
    status = contensou__trajectories_file_check(&spec, &s->err);
    free(varied);
    return keep_failure(s, status, err);
}

static enum contensou_status open_journal(struct contensou_simulation *s,
                                          struct contensou__journal_spec *spec,
                                          struct contensou_error *err)
{
    const char *const path = contensou__settings_value(&s->asked, "journal");
    const char *const stepper = contensou__settings_value(&s->asked, "stepper");
    const int resume = contensou__settings_given(&s->asked, "resume");
    enum contensou_status status = CONTENSOU_OK;

    if (resume && !path)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--resume continues from FILE.part: give the same -o FILE");
    contensou__resume_free(&s->resume);
    if (resume && path && stepper && strcmp(stepper, "auto") != 0 && contensou__peers_count() == 1)
        status = contensou__resume_change(&s->resume, path, stepper, spec, err);
    if (!status)
        status = contensou__journal_open(&s->journal, path, spec, resume, err);
    if (status)
        return status;
    s->before = s->done = contensou__journal_done(s->journal);
    s->total = contensou__journal_total(s->journal);
    if (contensou__journal_aside(s->journal))
        contensou__settings_note(
            &s->asked, "warning: %s was damaged and none of its lanes could be read; it is now %s",
            path, contensou__journal_aside(s->journal));
    if (contensou__journal_dropped(s->journal))
        contensou__settings_note(&s->asked,
                                 "%s: %llu damaged bytes dropped; their lanes are computed again",
                                 path, (unsigned long long)contensou__journal_dropped(s->journal));
    if (s->before)
        contensou__settings_note(&s->asked, "%s has %llu of %llu lanes; continuing", path,
                                 (unsigned long long)s->before, (unsigned long long)s->total);
    return CONTENSOU_OK;
}

/* A journal that is continued has the packs in its head: another processor would choose others. */
static void recall_packs(struct contensou_simulation *s)
{
    struct contensou__ensemble_setup *const setup = &s->plan.setup;
    const char *const path = contensou__settings_value(&s->asked, "journal");
    struct contensou__journal *journal = NULL;
    struct contensou_error ignored;
    const struct contensou__journal_spec *spec;

    if (setup->pack || !path || !contensou__settings_given(&s->asked, "resume") ||
        contensou__journal_load(&journal, path, &ignored))
        return;
    spec = contensou__journal_spec(journal);
    for (size_t i = 0; i < spec->pairs; ++i) {
        const struct contensou__journal_pair *const pair = &spec->pair[i];
        const int pack = pair->number >= 1 && pair->number <= 16 ? (int)pair->number : 0;

        if (strcmp(pair->key, "run/pack") == 0)
            setup->pack = pack;
        if (strcmp(pair->key, "run/pack_stiff") == 0)
            setup->other_pack = pack;
    }
    contensou__journal_close(journal, &ignored);
}

/* The widths of packs where nobody gave them; those of the first process. Every process takes part, also one whose plan
 * failed. */
static void choose_packs(struct contensou_simulation *s, int failed)
{
    struct contensou__plan *const p = &s->plan;
    uint64_t both;

    if (!failed && contensou__peers_rank() == 0)
        recall_packs(s);
    if (!failed)
        contensou__ensemble_choose_packs(contensou_device_about(p->device[0]), &p->setup,
                                         p->lanes.count);
    both = contensou__peers_share((uint64_t)p->setup.pack << 8 | (uint64_t)p->setup.other_pack);
    p->setup.pack = (int)(both >> 8);
    p->setup.other_pack = (int)(both & 255);
}

/* All that comes before the first lane. */
static enum contensou_status open_run(struct contensou_simulation *s,
                                      struct contensou__journal_spec *spec,
                                      struct contensou_error *err)
{
    struct contensou__plan *const p = &s->plan;
    const int first = contensou__peers_rank() == 0;
    enum contensou_status status = contensou_simulation_prepare(s, err);

    if (!status && s->step && p->lanes.count > 1)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "steps are told of one lane only, but there are %llu",
                                (unsigned long long)p->lanes.count);
    if (!status && first)
        status = contensou__slopes_check(p, err);
    contensou__text_free(&s->extra);
    if (!status)
        contensou__merge_pack(&s->layout.about, &p->lanes, &s->extra);
    choose_packs(s, status != CONTENSOU_OK);
    if (!status)
        status = describe(&s->about, p, err);
    if (status)
        return status;
    *spec = (struct contensou__journal_spec){.pair = s->about.pair,
                                             .pairs = s->about.pairs,
                                             .extra = s->extra.data,
                                             .extra_size = s->extra.size,
                                             .lanes = p->lanes.count,
                                             .shard = p->shard,
                                             .shards = p->shards,
                                             .scalars = contensou__loop_scalars(&p->setup)};
    if (s->extra.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the plan of the sweep");
    if (first)
        status = open_journal(s, spec, err);
    return status;
}

/* Tells how far it is: lanes and parts of them. */
static enum contensou_status look(void *owner, uint64_t done, double worked, uint64_t total,
                                  struct contensou_error *err)
{
    struct contensou_simulation *s = owner;
    const struct contensou_progress *const progress = &s->asked.progress;
    const struct contensou__ensemble_settings *const set = &s->plan.setup.set;
    const double lanes = fmax((double)(done - s->before), worked);
    const double one = s->plan.lanes.count == 1 ? set->t_end - set->t_begin : 1;

    s->done = done;
    if (!progress->report ||
        !progress->report(progress->context, s->plan.lanes.count == 1 ? "units of time" : "lanes",
                          lanes * one, (double)(total - s->before) * one))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped with %llu of %llu lanes",
                          (unsigned long long)done, (unsigned long long)total);
}

/* What keeps a lane from advancing, as far as its stepper tells. */
static void stalled(void *owner, const struct contensou__ensemble_place *place)
{
    struct contensou_simulation *s = owner;
    const struct contensou__stepper *const by = place->stepper;

    contensou__settings_note(
        &s->asked,
        "warning: lane %llu hardly advances: at t = %.10g its steps by %s are %.2g long, after "
        "%.0f "
        "attempts; %s",
        (unsigned long long)place->lane, place->t, by->name, place->h, place->attempts,
        s->plan.friction.jumps      ? "the law jumps, take one that is smoothed"
        : s->plan.setup.other       ? "the right-hand side may jump or have a pole there; a looser "
                                      "tolerance, or a smoother law, would help"
        : by->stiff || by->switches ? "a looser tolerance, or another stepper, would help"
                                    : "most likely it turned stiff: leave the stepper to auto, or "
                                      "take rodas54");
}

static enum contensou_status compute(struct contensou_simulation *s, struct contensou_error *err)
{
    struct contensou__plan *const p = &s->plan;
    const struct contensou__lanes_walk walk =
        p->way ? contensou__lanes_walk_make(&p->lanes, p->way) : (struct contensou__lanes_walk){0};
    const struct contensou__shard_job job = {.setup = &p->setup,
                                             .lanes = &p->lanes,
                                             .journal = s->journal,
                                             .device = p->device,
                                             .devices = p->devices,
                                             .walk = walk,
                                             .look = look,
                                             .stalled = stalled,
                                             .owner = s,
                                             .stepped = s->step,
                                             .step_owner = s->step_context};

    if (walk.way && contensou__peers_count() > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue follows one lane after the other; it cannot be used with "
                              "several processes");
    if (contensou__peers_rank() == 0)
        contensou__plan_warn_start(p);
    return contensou__shard_run(&job, err);
}

/* Of one trajectory with its series: tells of a state that stays too small. */
static void warn_of_small(struct contensou_simulation *s, struct contensou_trajectories *r)
{
    const size_t dim = (size_t)s->plan.system->dim;
    double *largest = calloc(dim, sizeof *largest);
    const double *row;
    size_t rows, cells;
    struct contensou_error ignored;

    if (largest && s->plan.lanes.count == 1 && s->plan.setup.observe.series &&
        !contensou_trajectories_lane(r, "series", 0, &row, &rows, &cells, &ignored)) {
        for (size_t k = 0; k < rows; ++k)
            for (size_t i = 0; i < dim; ++i)
                largest[i] = fmax(largest[i], fabs(row[k * cells + 1 + i]));
        contensou__plan_warn_seen(&s->plan, largest);
    }
    free(largest);
}

/* What is in the journal, if there is something, is kept. */
static void leave_journal(struct contensou_simulation *s, enum contensou_status status)
{
    struct contensou_error ignored;

    if (s->journal && contensou__journal_done(s->journal) == 0 && status != CONTENSOU_EIO)
        contensou__journal_remove(s->journal);
    else
        contensou__journal_close(s->journal, &ignored);
    s->journal = NULL;
}

enum contensou_status contensou_simulation_run(struct contensou_simulation *s,
                                               struct contensou_trajectories **out,
                                               struct contensou_error *err)
{
    struct contensou__journal_spec spec = {0};
    struct contensou_error own = {0};
    enum contensou_status status;

    err = err ? err : &own;
    *out = NULL;
    s->journal = NULL;
    s->before = s->done = s->total = 0;
    status = contensou__peers_agree(open_run(s, &spec, err), &spec, err);
    if (!status)
        status = compute(s, err);
    if (s->journal)
        s->done = contensou__journal_done(s->journal);
    if (status == CONTENSOU_ETIMEOUT)
        contensou__plan_lost(&s->plan, contensou__settings_value(&s->asked, "journal"), err);
    if (s->journal && (!status || status == CONTENSOU_ETIMEOUT)) {
        struct contensou__journal *const journal = s->journal;
        struct contensou_error second;
        enum contensou_status made;

        s->journal = NULL;
        made = contensou__trajectories_of(out, journal, &second);
        if (made) {
            *err = second;
            status = made;
        } else if (!status) {
            warn_of_small(s, *out);
        }
    }
    leave_journal(s, status);
    return status;
}

uint64_t contensou_simulation_finished_count(const struct contensou_simulation *s, uint64_t *of)
{
    if (of)
        *of = s->total;
    return s->done;
}

int contensou_simulation_rank(void)
{
    return contensou__peers_rank();
}

void contensou_simulation_leave(int code)
{
    contensou__peers_close(code);
}
