/* catalogue.c: what this library has, read from the registries of the parts. SPDX-License-Identifier: MIT */
#include <contensou/catalogue.h>

#include "base/pool.h"
#include "base/text.h"
#include "base/try.h"
#include "parts/observer.h"
#include "parts/stepper.h"
#include "parts/system.h"
#include "contact/patch.h"
#include "device/user_system.h"
#include "fit/export/export_engine.h"
#include "fit/export/export_language.h"
#include "laws/friction.h"

#include <contensou/patch.h>

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct contensou_catalogue {
    struct contensou_catalogue_part *part;
    size_t count;
    struct contensou__pool pool; /* all that it has */
};

/* A copy of a text that would not last. */
static const char *keep(struct contensou_catalogue *c, const char *text)
{
    const char *const copy = contensou__pool_text(&c->pool, text);

    return copy ? copy : "";
}

/* Begins the next part; NULL: no memory. Parts move when the next one begins. */
static struct contensou_catalogue_part *add(struct contensou_catalogue *c, const char *name,
                                            const char *form, const char *example, const char *text)
{
    c->part = contensou__pool_more(&c->pool, c->part, c->count, sizeof *c->part);
    if (!c->part)
        return NULL;
    c->part[c->count] =
        (struct contensou_catalogue_part){name, form, example, text, NULL, 0, NULL, 0};
    return &c->part[c->count++];
}

static void number(struct contensou_catalogue *c, struct contensou_catalogue_part *e,
                   struct contensou_catalogue_number n)
{
    struct contensou_catalogue_number *const all =
        e ? contensou__pool_more(&c->pool, (void *)(uintptr_t)e->number, e->numbers, sizeof *all)
          : NULL;

    if (!all)
        return;
    all[e->numbers++] = n;
    e->number = all;
}

/* The text is that of printf. */
static void property(struct contensou_catalogue *c, struct contensou_catalogue_part *e,
                     const char *name, const char *format, ...)
{
    struct contensou_catalogue_property *const all =
        e ? contensou__pool_more(&c->pool, (void *)(uintptr_t)e->property, e->properties,
                                 sizeof *all)
          : NULL;
    struct contensou__text text = {0};
    va_list arguments;

    if (!all)
        return;
    va_start(arguments, format);
    contensou__text_vprintf(&text, format, arguments);
    va_end(arguments);
    c->pool.failed |= text.failed;
    all[e->properties++] =
        (struct contensou_catalogue_property){name, keep(c, text.data ? text.data : "")};
    e->property = all;
    contensou__text_free(&text);
}

/* A flag is there where it is set. */
static void flag(struct contensou_catalogue *c, struct contensou_catalogue_part *e,
                 const char *name, int set)
{
    if (set)
        property(c, e, name, "1");
}

/* A number without a text and limits. */
static struct contensou_catalogue_number plain(enum contensou_catalogue_role role, const char *name,
                                               const char *unit, double value)
{
    return (struct contensou_catalogue_number){.role = role,
                                               .name = name,
                                               .unit = unit,
                                               .text = "",
                                               .value = value,
                                               .low = -INFINITY,
                                               .high = INFINITY};
}

static struct contensou_catalogue_number of_field(struct contensou_catalogue *c,
                                                  const struct contensou__field *f,
                                                  enum contensou_catalogue_role role)
{
    return (struct contensou_catalogue_number){.role = role,
                                               .name = keep(c, f->name),
                                               .unit = keep(c, f->unit),
                                               .text = keep(c, f->text),
                                               .value = f->value,
                                               .low = f->low,
                                               .high = INFINITY,
                                               .open = f->open};
}

static void list_shapes(struct contensou_catalogue *c)
{
    for (size_t i = 0; i < contensou__patch_shape_count; ++i) {
        const struct contensou__patch_shape *s = contensou__patch_shapes[i];
        struct contensou__text form = {0};
        struct contensou_catalogue_part *e;

        contensou__patch_syntax(s, &form);
        c->pool.failed |= form.failed;
        e = add(c, s->name, keep(c, form.data ? form.data : s->name), s->example, s->text);
        contensou__text_free(&form);
        for (int k = 0; s->needs[k]; ++k)
            number(c, e,
                   plain(CONTENSOU_CATALOGUE_FIELD, s->needs[k], "",
                         s->otherwise ? s->otherwise[k] : (double)NAN));
        property(c, e, "pressures", "%s", contensou__patch_takes_text(s));
        property(c, e, "methods", "%s", contensou__patch_methods_text(s));
        flag(c, e, "file", s->wants == contensou__patch_file);
    }
}

static void list_pressures(struct contensou_catalogue *c)
{
    for (size_t i = 0; i < contensou__patch_pressure_count; ++i) {
        const struct contensou__patch_pressure *p = &contensou__patch_pressures[i];
        const char *const form = p->low < p->high ? ":q" : "";
        struct contensou_catalogue_part *const e =
            add(c, p->name, contensou__pool_print(&c->pool, "%s%s", p->name, form), p->example,
                p->text);

        if (p->low < p->high)
            number(c, e,
                   (struct contensou_catalogue_number){.role = CONTENSOU_CATALOGUE_FIELD,
                                                       .name = "q",
                                                       .unit = "",
                                                       .text = "exponent of the pressure",
                                                       .value = NAN,
                                                       .low = p->low,
                                                       .high = p->high});
    }
}

static void drop_patch(struct contensou_patch **patch)
{
    contensou_patch_free(*patch);
}

static enum contensou_status make_patch(struct contensou_patch **patch, const char *shape,
                                        struct contensou_error *err)
{
    return contensou_patch_create(
        patch,
        &(struct contensou_patch_spec){.size = sizeof(struct contensou_patch_spec), .shape = shape},
        err);
}

/* Whether lists name a parameter: those that a fit changes, or where it changes none all that count. */
static int is_named(const struct contensou__law *law, int param)
{
    const struct contensou__registry_shown q = {law->names[param], law->value[param], 0, 0};
    int free = 0;

    for (int i = 0; i < law->params; ++i)
        free |= law->free[i];
    return free ? law->free[param] : law->about->shown(law->argument, &q);
}

/* The number of a part that stands for a parameter of a law. */
static struct contensou_catalogue_number of_parameter(struct contensou_catalogue *c,
                                                      const struct contensou__law *law, int i)
{
    return (struct contensou_catalogue_number){.role = CONTENSOU_CATALOGUE_FIELD,
                                               .name = keep(c, law->names[i]),
                                               .unit = law->unit[i] ? law->unit[i] : "",
                                               .text = law->text[i] ? law->text[i] : "",
                                               .value = law->free[i] ? NAN : law->value[i],
                                               .low = law->least[i],
                                               .high = INFINITY,
                                               .open = law->open[i],
                                               .fitted = law->free[i]};
}

/* The parameters of a model on a circular contact, and the names of those that count, also on other contacts if it has
 * others there. */
static enum contensou_status name_parameters(struct contensou_catalogue *c,
                                             struct contensou_catalogue_part *e, const char *model,
                                             const struct contensou_patch *disk,
                                             const struct contensou_patch *square,
                                             struct contensou__text *text,
                                             struct contensou_error *err)
{
    OWNED(contensou__law_free) struct contensou__law law = {0};
    OWNED(contensou__law_free) struct contensou__law general = {0};
    struct contensou_error unsuited;
    int first = -1, last = -1;

    TRY(contensou__law_create(&law, model, disk, err));
    for (int i = 0; i < law.params; ++i) {
        number(c, e, of_parameter(c, &law, i));
        if (is_named(&law, i))
            contensou__text_printf(text, "%s%s", text->size ? ", " : "", law.names[i]);
    }
    if (contensou__law_create(&general, model, square, &unsuited))
        return CONTENSOU_OK;
    for (int i = law.params; i < general.params; ++i)
        if (is_named(&general, i)) {
            first = first < 0 ? i : first;
            last = i;
        }
    if (first >= 0)
        contensou__text_printf(text, ", or %s .. %s", general.names[first], general.names[last]);
    return CONTENSOU_OK;
}

static enum contensou_status list_models(struct contensou_catalogue *c,
                                         const struct contensou_patch *disk,
                                         struct contensou_error *err)
{
    OWNED(drop_patch) struct contensou_patch *square = NULL;

    TRY(make_patch(&square, "rectangle:1,1", err));
    for (size_t i = 0; i < contensou__registry_model_count; ++i) {
        const char *name = contensou__registry_models[i];
        int argument[contensou__registry_arguments];
        const struct contensou__registry_law *about = contensou__registry_find(name, argument);
        struct contensou_catalogue_part *e =
            add(c, name, name, name, contensou__registry_text(name));
        OWNED(contensou__text_free) struct contensou__text parameters = {0};

        TRY(name_parameters(c, e, name, disk, square, &parameters, err));
        property(c, e, "parameters", "%s", parameters.data ? parameters.data : "");
        property(c, e, "contacts", "%s", contensou__registry_contacts_text(about->suits(argument)));
    }
    return CONTENSOU_OK;
}

static const char *friction_text(enum contensou__system_friction kind)
{
    return kind == contensou__system_contact   ? "contact"
           : kind == contensou__system_line    ? "line"
           : kind == contensou__system_rolling ? "rolling"
                                               : "none";
}

/* What is left of a motion after the stop. */
static void put_creep(struct contensou_catalogue *c, struct contensou_catalogue_part *e,
                      const struct contensou__friction *f)
{
    const int order = contensou__friction_lane_order(f);

    if (order > 1)
        property(c, e, "creep",
                 "it creeps: below eps friction falls as slip^%d, slip fades as t^%s%.3g%s", order,
                 order > 2 ? "(" : "", -1.0 / (order - 1), order > 2 ? ")" : "");
}

/* Its numbers. A law that is no model has those that all laws of a contact have; making it would take long. */
static enum contensou_status put_law(struct contensou_catalogue *c,
                                     struct contensou_catalogue_part *e, const char *name,
                                     const struct contensou__registry_law *about,
                                     const struct contensou_patch *disk,
                                     struct contensou_error *err)
{
    const int contact = about->kind == contensou__system_contact;
    const int common = contact && !about->model;
    OWNED(contensou__friction_free) struct contensou__friction f = {0};

    TRY(contensou__friction_create(&f, common ? "integral" : name, contact ? disk : NULL,
                                   contact ? 0 : 1e-3, 0, err));
    for (int i = 0; i < f.field_count; ++i) {
        const int param = i - (f.field_count - f.law.field_count);
        struct contensou_catalogue_number n = of_field(c, &f.fields[i], CONTENSOU_CATALOGUE_FIELD);

        n.fitted = about->model && f.needs_fit && param >= 0 && f.law.free[param];
        if (n.fitted || (contact && strcmp(n.name, "eps") == 0))
            n.value = NAN;
        number(c, e, n);
    }
    if (!common)
        put_creep(c, e, &f);
    return CONTENSOU_OK;
}

static enum contensou_status list_laws(struct contensou_catalogue *c,
                                       const struct contensou_patch *disk,
                                       struct contensou_error *err)
{
    for (size_t i = 0; i < contensou__registry_name_count; ++i) {
        const char *name = contensou__registry_names[i];
        const struct contensou__registry_law *about = contensou__registry_find(name, NULL);
        struct contensou_catalogue_part *e =
            add(c, name, name, name, contensou__registry_text(name));

        property(c, e, "friction", "%s", friction_text(about->kind));
        flag(c, e, "model", about->model);
        flag(c, e, "rolling", about->tilts);
        if (about->kind != contensou__system_none)
            TRY(put_law(c, e, name, about, disk, err));
    }
    return CONTENSOU_OK;
}

/* user_text: of a user's system its header, else NULL. The texts of a system may not last: those of a user's do not. */
static void put_system(struct contensou_catalogue *c, const struct contensou__system *s,
                       const char *user_text)
{
    static const char *const ways[] = {"down", "both", "up"};
    const char *const name = keep(c, s->name);
    struct contensou_catalogue_part *e = add(c, name, name, name, keep(c, s->about));
    int frame;

    for (int k = 0; k < s->dim; ++k)
        number(c, e, of_field(c, &s->states[k], CONTENSOU_CATALOGUE_STATE));
    for (int k = 0; k < s->field_count; ++k)
        number(c, e, of_field(c, &s->fields[k], CONTENSOU_CATALOGUE_FIELD));
    property(c, e, "friction", "%s", friction_text(s->friction));
    if (s->friction != contensou__system_none) {
        property(c, e, "law", "%s", s->law ? s->law : ""); /* a user's system has no default */
        property(c, e, "eps", "%.15g", s->eps);
    }
    contensou__system_gives_frame(s, user_text, &frame);
    for (int k = 0; k < s->dim; ++k)
        if (frame >> k & 1)
            property(c, e, "frame", "%s", s->states[k].name);
    if (s->section.state >= 0)
        property(c, e, "section", "%s=%g,%s", s->states[s->section.state].name, s->section.value,
                 ways[s->section.direction + 1]);
}

static void list_systems(struct contensou_catalogue *c)
{
    for (size_t i = 0; i < contensou__system_name_count; ++i)
        put_system(c, contensou__system_find(contensou__system_names[i]), NULL);
}

static void list_steppers(struct contensou_catalogue *c)
{
    for (size_t i = 0; i < contensou__stepper_name_count; ++i) {
        const struct contensou__stepper *s = contensou__stepper_find(contensou__stepper_names[i]);
        struct contensou_catalogue_part *e = add(c, s->name, s->name, s->name, s->about);

        property(c, e, "order", "%.15g", (double)s->order);
        flag(c, e, "stiff", s->stiff);
        flag(c, e, "fixed", s->fixed);
        flag(c, e, "switches", s->switches);
        flag(c, e, "series", s->series);
        flag(c, e, "h_min", s->takes_h_min);
        if (s->h_max > 0)
            property(c, e, "h_max", "%.15g", s->h_max);
        if (s->auto_rtol > 0)
            property(c, e, "auto_rtol", "%.15g", s->auto_rtol);
    }
}

/* The limits of a setting, where an option of the command line has it. */
static void limit(const struct contensou__observer *o, size_t at,
                  struct contensou_catalogue_number *n)
{
    for (size_t k = 0; k < o->options; ++k)
        if (o->option[k].at == at && (o->option[k].kind == contensou__observer_whole ||
                                      o->option[k].kind == contensou__observer_real)) {
            n->low = o->option[k].low;
            n->high = o->option[k].high;
        }
}

static void list_observers(struct contensou_catalogue *c)
{
    for (size_t i = 0; i < contensou__observer_count; ++i) {
        const struct contensou__observer *o = &contensou__observer_all[i];
        struct contensou_catalogue_part *e = add(c, o->name, o->name, o->name, o->about);

        for (size_t k = 0; k < o->settings; ++k) {
            struct contensou_catalogue_number n =
                plain(CONTENSOU_CATALOGUE_SETTING, o->setting[k].name, "", o->setting[k].value);

            n.text = o->setting[k].text;
            limit(o, o->setting[k].at, &n);
            number(c, e, n);
        }
        for (size_t k = 0; k < o->columns; ++k)
            number(c, e,
                   plain(CONTENSOU_CATALOGUE_COLUMN, o->column[k].name, o->column[k].unit, NAN));
        property(c, e, "columns", "%s", o->columns_text);
    }
}

#define ENGINE(name) {#name, &contensou__engine_##name},

static void list_engines(struct contensou_catalogue *c)
{
    static const struct {
        const char *name;
        const struct contensou__engine *engine;
    } rows[] = {ALL_ENGINES(ENGINE)};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        add(c, rows[i].name, rows[i].name, rows[i].name, rows[i].engine->law);
}

#define LANGUAGE(name) {#name, &contensou__language_##name},

static void list_languages(struct contensou_catalogue *c)
{
    static const struct {
        const char *name;
        const struct contensou__language *language;
    } rows[] = {ALL_LANGUAGES(LANGUAGE)};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct contensou_catalogue_part *e = add(c, rows[i].name, rows[i].name, rows[i].name, "");
        const char *const *ending = rows[i].language->ending;

        property(c, e, "endings", "%s%s%s", ending[0], ending[1] ? " " : "",
                 ending[1] ? ending[1] : "");
    }
}

static enum contensou_status list(struct contensou_catalogue *c, enum contensou_catalogue_kind kind,
                                  struct contensou_error *err)
{
    static void (*const lists[])(struct contensou_catalogue *) = {
        [CONTENSOU_CATALOGUE_SHAPES] = list_shapes,
        [CONTENSOU_CATALOGUE_PRESSURES] = list_pressures,
        [CONTENSOU_CATALOGUE_SYSTEMS] = list_systems,
        [CONTENSOU_CATALOGUE_STEPPERS] = list_steppers,
        [CONTENSOU_CATALOGUE_OBSERVERS] = list_observers,
        [CONTENSOU_CATALOGUE_ENGINES] = list_engines,
        [CONTENSOU_CATALOGUE_LANGUAGES] = list_languages};
    OWNED(drop_patch) struct contensou_patch *disk = NULL;

    if ((size_t)kind >= sizeof lists / sizeof *lists)
        return WRONG(err, "there is no catalogue of kind %d", (int)kind);
    if (lists[kind]) {
        lists[kind](c);
        return CONTENSOU_OK;
    }
    TRY(make_patch(&disk, "disk", err));
    return kind == CONTENSOU_CATALOGUE_MODELS ? list_models(c, disk, err) : list_laws(c, disk, err);
}

static void drop(struct contensou_catalogue **c)
{
    contensou_catalogue_free(*c);
}

/* Hands the catalogue over, unless a piece of it is missing. */
static enum contensou_status finish(struct contensou_catalogue **out,
                                    struct contensou_catalogue **c, struct contensou_error *err)
{
    TRY(contensou__try_memory((*c)->pool.failed ? NULL : *c, err, "the catalogue"));
    *out = *c;
    *c = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou_catalogue_create(struct contensou_catalogue **out,
                                                 enum contensou_catalogue_kind kind,
                                                 struct contensou_error *err)
{
    OWNED(drop) struct contensou_catalogue *c = calloc(1, sizeof *c);

    *out = NULL;
    TRY(contensou__try_memory(c, err, "the catalogue"));
    TRY(list(c, kind, err));
    return finish(out, &c, err);
}

enum contensou_status contensou_catalogue_create_system(struct contensou_catalogue **out,
                                                        const char *path, const char *text,
                                                        struct contensou_device *device,
                                                        struct contensou_error *err)
{
    OWNED(drop) struct contensou_catalogue *c = calloc(1, sizeof *c);
    struct contensou__user_system *own = NULL;

    *out = NULL;
    TRY(contensou__try_memory(c, err, "the catalogue"));
    TRY(text ? contensou__user_system_take(&own, path, text, device, err)
             : contensou__user_system_open(&own, path, device, err));
    put_system(c, contensou__user_system_about(own), contensou__user_system_text(own));
    contensou__user_system_close(own);
    return finish(out, &c, err);
}

void contensou_catalogue_free(struct contensou_catalogue *c)
{
    if (!c)
        return;
    contensou__pool_free(&c->pool);
    free(c);
}

size_t contensou_catalogue_count(const struct contensou_catalogue *c)
{
    return c->count;
}

const struct contensou_catalogue_part *contensou_catalogue_part(const struct contensou_catalogue *c,
                                                                size_t i)
{
    return i < c->count ? &c->part[i] : NULL;
}

const struct contensou_catalogue_part *contensou_catalogue_find(const struct contensou_catalogue *c,
                                                                const char *name)
{
    for (size_t i = 0; i < c->count; ++i)
        if (strcmp(c->part[i].name, name) == 0)
            return &c->part[i];
    return NULL;
}

const char *contensou_catalogue_property(const struct contensou_catalogue_part *part,
                                         const char *name)
{
    for (size_t i = 0; i < part->properties; ++i)
        if (strcmp(part->property[i].name, name) == 0)
            return part->property[i].text;
    return "";
}
