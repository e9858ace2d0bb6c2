/* simulation_law.c: the law of a simulation: by name with the numbers of our fit, or from the file that
 * 'contensou fit' wrote. SPDX-License-Identifier: MIT */
#include "cli/simulation.h"

#include "cli/contact_options.h"

#include "base/names.h"
#include "base/text.h"

#include <contensou/fit.h>

#include <cjson/cJSON.h>
#include <string.h>

/* The names that a system can take, for a message. */
static enum contensou_status unknown(const struct contensou__system *system, const char *name,
                                     struct contensou_error *err)
{
    const char *fits[64];
    size_t count = 0;

    for (size_t i = 0; i < contensou__friction_name_count && count < 64; ++i) {
        const char *other = contensou__friction_names[i];
        const int rolls = strncmp(other, "pade", 4) == 0;

        if (system->friction == contensou__system_rolling
                ? rolls
                : contensou__friction_kind(other) == system->friction)
            fits[count++] = other;
    }
    if (contensou__names_find(name, contensou__friction_names, contensou__friction_name_count) >=
        0) {
        char list[512] = "";

        for (size_t i = 0; i < count; ++i) {
            strncat(list, i ? ", " : "", sizeof list - strlen(list) - 1);
            strncat(list, fits[i], sizeof list - strlen(list) - 1);
        }
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the law %s makes no sense in %s; have: %s",
                              name, system->name, count ? list : "none");
    }
    return contensou__names_fail(err, "law", name, fits, count);
}

/* Our fit for the contact becomes the default of the model's own numbers. */
static enum contensou_status fit_law(struct contensou__simulation *s, struct contensou_error *err)
{
    const struct contensou_fit_options options = {.model = s->friction.name};
    struct contensou_fit_result result;
    enum contensou_status status = contensou_fit(s->patch, s->device[0], &options, &result, err);

    for (int i = 0; i < result.count && !status; ++i)
        status = contensou__friction_set(&s->friction, result.parameter[i].name,
                                         result.parameter[i].value, err);
    return status;
}

/* Reads a member that must be a string. */
static const char *word_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static enum contensou_status take_parameters(struct contensou__simulation *s, const cJSON *json,
                                             const char *path, struct contensou_error *err)
{
    const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(json, "parameters"), *p;
    enum contensou_status status = CONTENSOU_OK;

    if (!cJSON_IsObject(parameters))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s has no 'parameters'", path);
    cJSON_ArrayForEach(p, parameters)
    {
        if (!cJSON_IsNumber(p))
            return contensou_fail(err, CONTENSOU_EINPUT, "%s: the parameter '%s' is no number",
                                  path, p->string);
        status = contensou__friction_set(&s->friction, p->string, p->valuedouble, err);
        if (status)
            return status;
    }
    return status;
}

static enum contensou_status make_patch(struct contensou__simulation *s, const char *shape,
                                        const char *pressure, struct contensou_error *err)
{
    if (shape)
        s->spec.shape = shape;
    if (pressure)
        s->spec.pressure = pressure;
    return contensou_patch_create(&s->patch, &s->spec, err);
}

/* The contact is that of the file, which names it. */
static enum contensou_status from_file(struct contensou__simulation *s, const char *path,
                                       double eps, struct contensou_error *err)
{
    struct contensou__text text = {0};
    cJSON *json = NULL;
    const char *model;
    enum contensou_status status = contensou__text_read_file(&text, path, err);

    if (!status)
        json = cJSON_Parse(text.data ? text.data : "");
    model = json ? word_of(json, "model") : NULL;
    if (!status && !model)
        status = contensou_fail(err, CONTENSOU_EINPUT,
                                "%s is not a file of 'contensou fit': it has no 'model'", path);
    if (!status && contensou__friction_kind(model) != contensou__system_contact)
        status = unknown(s->system, model, err);
    if (!status)
        status = make_patch(s, word_of(json, "shape"), word_of(json, "pressure"), err);
    if (!status)
        status =
            contensou__friction_create(&s->friction, model, s->patch, eps, s->setup.single, err);
    if (!status)
        status = take_parameters(s, json, path, err);
    /* spec points into the file's text: keep what is shown later */
    s->spec.shape = s->spec.pressure = NULL;
    cJSON_Delete(json);
    contensou__text_free(&text);
    return status;
}

enum contensou_status contensou__simulation_law_make(struct contensou__simulation *s,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err)
{
    const char *name = contensou__options_value(o, "law");
    const size_t length = name ? strlen(name) : 0;
    const enum contensou__system_friction wants = s->system->friction;
    enum contensou__system_friction kind;
    enum contensou_status status = contensou__contact_options_read(o, &s->spec, err);

    if (status)
        return status;
    if (wants != contensou__system_none && length > 5 && strcmp(name + length - 5, ".json") == 0)
        return from_file(s, name, s->system->eps, err);
    if (!name)
        name = s->system->law;
    kind = contensou__friction_kind(name);
    if (wants == contensou__system_none && strcmp(name, "none") != 0 && !s->own)
        return unknown(s->system, name, err);
    if (!s->own && wants != contensou__system_none &&
        (wants == contensou__system_rolling ? strncmp(name, "pade", 4) != 0 : kind != wants))
        return unknown(s->system, name, err);
    if (kind == contensou__system_contact)
        status = make_patch(s, NULL, NULL, err);
    if (!status)
        status = contensou__friction_create(&s->friction, name, s->patch, s->system->eps,
                                            s->setup.single, err);
    if (!status && s->friction.needs_fit)
        status = fit_law(s, err);
    return status;
}
