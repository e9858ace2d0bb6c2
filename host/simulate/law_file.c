/* law_file.c: a law with its contact from a file of 'contensou fit'. SPDX-License-Identifier: MIT */
#include "simulate/law_file.h"

#include "simulate/law_choice.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Two numbers, or 0, 0 where there are none. */
static void read_pair(const cJSON *pair, double *a, double *b)
{
    const cJSON *first = cJSON_GetArrayItem(pair, 0), *second = cJSON_GetArrayItem(pair, 1);

    *a = cJSON_IsNumber(first) ? first->valuedouble : 0;
    *b = cJSON_IsNumber(second) ? second->valuedouble : 0;
}

/* The contact is the one that was fitted. */
static enum contensou_status read_contact(struct contensou__law_file *f, const cJSON *json,
                                          const char *path, struct contensou_error *err)
{
    const cJSON *contact = member(json, "contact");
    const char *shape = cJSON_GetStringValue(member(contact, "shape"));
    const char *pressure = cJSON_GetStringValue(member(contact, "pressure"));
    size_t second;

    if (!shape)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s is not a file of 'contensou fit': it has no 'contact' with a "
                              "'shape'",
                              path);
    if (pressure && strcmp(pressure, "of the file") == 0)
        pressure = NULL;
    contensou__text_append(&f->words, shape, strlen(shape) + 1);
    second = f->words.size;
    if (pressure)
        contensou__text_append(&f->words, pressure, strlen(pressure) + 1);
    if (f->words.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the contact of %s", path);
    f->spec = (struct contensou_patch_spec){.shape = f->words.data,
                                            .pressure = pressure ? f->words.data + second : NULL};
    read_pair(member(contact, "tilt"), &f->spec.tilt_k, &f->spec.tilt_beta);
    read_pair(member(contact, "center"), &f->spec.center[0], &f->spec.center[1]);
    read_pair(member(contact, "anisotropy"), &f->spec.anisotropy[0], &f->spec.anisotropy[1]);
    return contensou_patch_create(&f->patch, &f->spec, err);
}

static const struct contensou__field *field_of(const struct contensou__friction *f,
                                               const char *name)
{
    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, name) == 0)
            return &f->fields[i];
    return NULL;
}

/* Coefficient and size of measured contacts, which the system has by itself. */
static int is_of_system(const struct contensou__friction *f, const char *name)
{
    return contensou__law_find(&f->law, name) < 0 &&
           (strcmp(name, "mu") == 0 || strcmp(name, "a") == 0);
}

static enum contensou_status take(struct contensou__friction *f, const cJSON *p, const char *path,
                                  struct contensou_error *err)
{
    const struct contensou__field *field = field_of(f, p->string);
    const double value = cJSON_IsNumber(p) ? p->valuedouble : NAN;

    if (!isfinite(value))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: the parameter '%s' is no number", path,
                              p->string);
    if (is_of_system(f, p->string))
        return CONTENSOU_OK;
    if (contensou__law_find(&f->law, p->string) < 0)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: the law %s has no parameter '%s'", path,
                              f->name, p->string);
    if (field && (value < field->low || (value == field->low && field->open)))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: %s = %.15g, but it must be %s %.15g",
                              path, p->string, value, field->open ? "above" : "at least",
                              field->low);
    return contensou__friction_set(f, p->string, value, err);
}

static enum contensou_status take_all(struct contensou__friction *f, const cJSON *json,
                                      const char *path, struct contensou_error *err)
{
    const cJSON *parameters = member(json, "parameters"), *p;
    enum contensou_status status = CONTENSOU_OK;

    if (!cJSON_IsObject(parameters))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s is not a file of 'contensou fit': it has no 'parameters'", path);
    for (int i = 0; i < f->law.params; ++i)
        if (f->law.free[i] && !member(parameters, f->law.names[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: the parameter '%s' of the law %s is missing", path,
                                  f->law.names[i], f->name);
    cJSON_ArrayForEach(p, parameters)
    {
        status = take(f, p, path, err);
        if (status)
            return status;
    }
    return status;
}

int contensou__law_file_is(const char *law)
{
    const size_t length = law ? strlen(law) : 0;

    return length > 5 && strcmp(law + length - 5, ".json") == 0;
}

enum contensou_status contensou__law_file_read(struct contensou__law_file *f, const char *path,
                                               const struct contensou__system *system, int single,
                                               struct contensou__friction *friction,
                                               struct contensou_error *err)
{
    struct contensou__text text = {0};
    cJSON *json = NULL;
    const char *model;
    enum contensou_status status = contensou__text_read_file(&text, path, err);

    if (!status)
        json = cJSON_Parse(text.data ? text.data : "");
    model = json ? cJSON_GetStringValue(member(json, "model")) : NULL;
    if (!status && !model)
        status = contensou_fail(err, CONTENSOU_EINPUT,
                                "%s is not a file of 'contensou fit': it has no 'model'", path);
    if (!status)
        status = contensou__law_choice_check(system, model, err);
    if (!status)
        status = read_contact(f, json, path, err);
    if (!status)
        status = contensou__friction_create(friction, model, f->patch, system->eps, single, err);
    if (!status)
        status = take_all(friction, json, path, err);
    cJSON_Delete(json);
    contensou__text_free(&text);
    return status;
}

void contensou__law_file_free(struct contensou__law_file *f)
{
    contensou_patch_free(f->patch);
    contensou__text_free(&f->words);
}
