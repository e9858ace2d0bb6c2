/* law_choice.c: the law of a simulation. SPDX-License-Identifier: MIT */
#include "simulate/law_choice.h"

#include "base/names.h"
#include "catalogue/stepper.h"

#include <stdio.h>
#include <string.h>

enum { most = 64 };

/* Whether the system can use a law of this name; also of a family beyond those that are listed. */
static int fits(const struct contensou__system *system, const char *name)
{
    const struct contensou__registry_law *law = contensou__registry_find(name, NULL);

    if (system->friction == contensou__system_rolling)
        return law && law->tilts;
    return law && law->kind == system->friction;
}

/* The names that a system can take, and for a message the same as one text. */
static size_t list_fitting(const struct contensou__system *system, const char *name[most],
                           char *text, size_t size)
{
    size_t count = 0, at = 0;

    *text = '\0';
    for (size_t i = 0; i < contensou__registry_name_count && count < most; ++i)
        if (fits(system, contensou__registry_names[i]))
            name[count++] = contensou__registry_names[i];
    for (size_t i = 0; i < count && at < size; ++i)
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? ", " : "", name[i]);
    return count;
}

enum contensou_status contensou__law_choice_check(const struct contensou__system *system,
                                                  const char *name, struct contensou_error *err)
{
    const char *list[most];
    char text[512];
    const size_t count = list_fitting(system, list, text, sizeof text);

    if (name && fits(system, name))
        return CONTENSOU_OK;
    if (!name)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing --law, as %s has friction; available: %s", system->name,
                              text);
    if (contensou__registry_find(name, NULL))
        return contensou_fail(
            err, CONTENSOU_EARGUMENT, "the law %s cannot be used with %s%s; available: %s", name,
            system->name, system->friction ? "" : ", which has no friction", text);
    return contensou__names_fail(err, "law", name, list, count);
}

/* Our fit for the contact becomes the default of the model's own numbers. */
enum contensou_status contensou__law_choice_fit(struct contensou__friction *friction,
                                                const struct contensou_patch *patch,
                                                struct contensou_device *device,
                                                struct contensou_error *err)
{
    const struct contensou_fit_options options = {.size = sizeof options, .model = friction->name};
    struct contensou_fit_result result;
    enum contensou_status status = contensou_fit(patch, device, &options, &result, err);

    for (int i = 0; i < result.count && !status; ++i)
        status = contensou__friction_set(friction, result.parameter[i].name,
                                         result.parameter[i].value, err);
    return status;
}

enum contensou_status contensou__law_choice_make(
    struct contensou__friction *friction, const struct contensou__system *system, const char *name,
    const struct contensou_patch *patch, struct contensou_device *device, int single,
    const struct contensou__friction_make_watch *watch, struct contensou_error *err)
{
    enum contensou_status status =
        contensou__friction_make(friction, name, patch, system->eps, single, device, watch, err);

    if (!status && friction->needs_fit)
        status = contensou__law_choice_fit(friction, patch, device, err);
    return status;
}

void contensou__law_choice_for_stepper(struct contensou__friction *friction, const char *stepper)
{
    const struct contensou__stepper *const found =
        stepper ? contensou__stepper_find(stepper) : NULL;

    for (int i = 0; i < friction->field_count && found && found->switches; ++i)
        if (strcmp(friction->fields[i].name, "eps") == 0 && !friction->fields[i].open)
            friction->fields[i].value = 0;
}

static const struct contensou__field *field_of(const struct contensou__friction *f,
                                               const char *name)
{
    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, name) == 0)
            return &f->fields[i];
    return NULL;
}

/* Coefficient and size of measured contacts are the system's own, and are not taken. */
static enum contensou_status take(struct contensou__friction *f,
                                  const struct contensou_fit_parameter *p, const char *path,
                                  struct contensou_error *err)
{
    const struct contensou__field *field = field_of(f, p->name);

    if (field && (p->value < field->low || (p->value == field->low && field->open)))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: %s = %.15g, but it must be %s %.15g",
                              path, p->name, p->value, field->open ? "above" : "at least",
                              field->low);
    return contensou__friction_set(f, p->name, p->value, err);
}

enum contensou_status contensou__law_choice_read(struct contensou_fit_file *file, const char *path,
                                                 const struct contensou__system *system, int single,
                                                 struct contensou__friction *friction,
                                                 struct contensou_error *err)
{
    enum contensou_status status = contensou_fit_file_read(file, path, err);
    const struct contensou_fit_result *r = &file->result;
    const char *model = strcmp(r->model, "exact") == 0 ? "integral" : r->model;

    if (!status)
        status = contensou__law_choice_check(system, model, err);
    if (!status)
        status = contensou__friction_create(friction, model, file->patch, system->eps, single, err);
    for (int i = 0; i < r->count && !status; ++i)
        status = take(friction, &r->parameter[i], path, err);
    return status;
}
