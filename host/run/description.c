/* description.c: what run it is.
 *
 * Pairs are added in the order that journals and files have. A failure stays in d->status, behind which nothing is added any
 * more, so that the functions here need not ask after each pair. SPDX-License-Identifier: MIT */
#include "run/description.h"

#include "base/checksum.h"
#include "base/names.h"
#include "base/setting.h"
#include "contact/patch.h"
#include "device/ensemble.h"
#include "laws/law.h"

#include <contensou/contact.h>
#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Adds a pair to the group of now: a copy of the text, or a number. */
static void add(struct contensou__description *d, const char *key, const char *text, double number)
{
    if (d->status)
        return;
    if (d->pairs == contensou__description_most) {
        d->status = contensou_fail(d->err, CONTENSOU_EARGUMENT,
                                   "a run is described by at most %d names; '%s' is too many",
                                   (int)contensou__description_most, key);
        return;
    }
    d->pair[d->pairs++] = (struct contensou__journal_pair){
        contensou__pool_print(&d->pool, "%s%s", d->group ? d->group : "", key),
        text ? contensou__pool_text(&d->pool, text) : NULL, number};
    if (d->pool.failed)
        d->status = contensou_fail(d->err, CONTENSOU_EMEMORY, "no memory for '%s'", key);
}

static void add_text(struct contensou__description *d, const char *key, const char *text)
{
    add(d, key, text, 0);
}

static void add_number(struct contensou__description *d, const char *key, double number)
{
    add(d, key, NULL, number);
}

/* A text that was collected, which is freed. */
static void add_collected(struct contensou__description *d, const char *key,
                          struct contensou__text *text)
{
    if (text->failed && !d->status)
        d->status = contensou_fail(d->err, CONTENSOU_EMEMORY, "no memory for '%s'", key);
    add_text(d, key, text->data ? text->data : "");
    contensou__text_free(text);
}

/* Names of systems and users are free, so each kind has a group of its own. */
static void describe_contact(struct contensou__description *d, const struct contensou__plan *p)
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
    add_text(d, "pressure", contensou_contact_pressure(&p->contact.spec));
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

static void describe_parameters(struct contensou__description *d, const struct contensou__plan *p)
{
    const size_t fields = (size_t)p->system->field_count, law = (size_t)p->friction.field_count;

    for (size_t i = 0; i < p->lanes.names; ++i) {
        const char *name = p->lanes.name[i], *dot = strchr(name, '.');
        double value = p->lanes.value[i];

        if (contensou__lanes_varies(&p->lanes, i) || !in_effect(p, name, &value) ||
            (i >= p->lanes.contact && i < p->lanes.contact + p->lanes.contacts))
            continue; /* a contact is described with its shape */
        d->group = i < fields         ? "parameters/system/"
                   : i < fields + law ? "parameters/law/"
                                      : "parameters/init/";
        add_number(d, i < fields || !dot ? name : dot + 1, value);
    }
    d->group = NULL;
}

static void describe_field(struct contensou__description *d, const struct contensou__field *f)
{
    char key[96];

    snprintf(key, sizeof key, "%.80s.unit", f->name);
    add_text(d, key, f->unit);
    snprintf(key, sizeof key, "%.80s.meaning", f->name);
    add_text(d, key, f->text);
}

/* Units and meanings of the numbers of a user's system, which no catalogue has. */
static void describe_own(struct contensou__description *d, const struct contensou__plan *p)
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
static void add_unit(struct contensou__description *d, const char *name, const char *unit)
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
static void describe_units(struct contensou__description *d, const struct contensou__plan *p)
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
                               : "-"; /* the direction of a continuation both ways */

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
static void describe_observer(struct contensou__description *d, const struct contensou__plan *p,
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

static void describe_settings(struct contensou__description *d, const struct contensou__plan *p)
{
    const struct contensou__ensemble_observers *o = &p->setup.observe;

    add_text(d, "stepper", p->setup.stepper->name);
    if (p->setup.other)
        add_text(d, "stepper_stiff", p->setup.other->name);
    for (size_t k = 0; k < contensou__observer_run_fields; ++k)
        if (*contensou__observer_run_settings[k].key)
            add_number(d, contensou__observer_run_settings[k].key,
                       fmin(contensou__observer_number_of(&p->setup.set, k), 1e300));
    for (size_t k = 0; k < contensou__observer_count; ++k)
        add_number(d, contensou__observer_keys[k], contensou__observer_shown(o, k));
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(o, k))
            describe_observer(d, p, &contensou__observer_all[k]);
}

/* What a picture must know of the system: the names of its states, and which of them, the first ones, are positions whose
 * velocities follow in the same order. */
static void describe_states(struct contensou__description *d, const struct contensou__plan *p)
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
static void describe_devices(struct contensou__description *d, const struct contensou__plan *p)
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
static void describe_program(struct contensou__description *d, const struct contensou__plan *p)
{
    char words[16];

    if (!d->status)
        d->status = contensou__ensemble_write_program(&p->setup, &d->program, d->err);
    snprintf(words, sizeof words, "%08x",
             d->status ? 0
                       : (unsigned)contensou__checksum_add(0, d->program.data, d->program.size));
    add_text(d, "program", words);
}

/* How the run was asked for; a program that does not say it is told by its settings. */
static void describe_command(struct contensou__description *d, const struct contensou__plan *p)
{
    const char *const given = contensou__settings_value(p->asked, "command-line");
    struct contensou__text words = {0};

    contensou__text_printf(&words, "%s", given ? given : "contensou_simulation");
    for (size_t i = 0; !given && contensou_settings_row(i); ++i)
        if (contensou_settings_row(i)->about != CONTENSOU_SETTING_WORK &&
            contensou__settings_given(p->asked, contensou_settings_row(i)->name) &&
            contensou__settings_value(p->asked, contensou_settings_row(i)->name))
            contensou__text_printf(
                &words, " " SETTING("%s") " %s", contensou_settings_row(i)->name,
                contensou__settings_value(p->asked, contensou_settings_row(i)->name));
    for (size_t i = 0; !given && i < p->asked->lanes.varies; ++i) {
        contensou__text_printf(&words, " " SETTING("vary") " ");
        contensou__lanes_choice_print(&p->asked->lanes.vary[i], &words);
    }
    contensou__setting_spell_text(&words);
    add_collected(d, contensou__journal_command, &words);
}

/* The path and what tells its contents, as contensou__journal_file expects it. */
static void add_sum(struct contensou__description *d, const char *key, const char *path,
                    uint32_t sum, size_t size)
{
    const char *const text =
        contensou__pool_print(&d->pool, "%s (checksum %08x, %zu bytes)", path, (unsigned)sum, size);

    add(d, key, text ? text : "", 0);
}

static void add_file(struct contensou__description *d, const char *key, const char *path)
{
    uint32_t sum = 0;
    size_t size = 0;

    if (d->status)
        return;
    d->status = contensou__checksum_file(path, &sum, &size, d->err);
    if (!d->status)
        add_sum(d, key, path, sum, size);
}

static void add_shape(struct contensou__description *d, const struct contensou__plan *p)
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

static void add_own_system(struct contensou__description *d, const struct contensou__plan *p)
{
    const struct contensou__user_source *const source = contensou__user_system_source(p->own);

    for (size_t i = 0; i < source->files; ++i) {
        char key[48] = contensou__journal_file "system";

        if (i)
            snprintf(key, sizeof key, contensou__journal_file "include.%zu", i);
        add_sum(d, key, source->file[i].path, source->file[i].sum, source->file[i].size);
    }
}

static void add_numbers(struct contensou__description *d, const char *key, const double *number,
                        size_t count)
{
    char text[80];

    snprintf(text, sizeof text, "%zu numbers (checksum %08x)", count,
             (unsigned)contensou__checksum_add(0, number, count * sizeof *number));
    add(d, key, text, 0);
}

/* Coefficients that lanes do not have as fields, such as those of a general potential, by their names, and
 * all that the lanes share. */
static void add_law(struct contensou__description *d, const struct contensou__plan *p)
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

static void describe_inputs(struct contensou__description *d, const struct contensou__plan *p)
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

void contensou__description_free(struct contensou__description *d)
{
    contensou__pool_free(&d->pool);
    contensou__text_free(&d->program);
    *d = (struct contensou__description){0};
}

enum contensou_status contensou__description_make(struct contensou__description *d,
                                                  const struct contensou__plan *p,
                                                  struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(p->device[0]);
    struct contensou__text vary = {0};

    contensou__description_free(d);
    d->err = err;
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
        add_text(d, "continue", contensou__lanes_choice_ways[p->way]);
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
