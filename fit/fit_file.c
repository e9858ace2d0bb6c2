/* fit_file.c: a contact and its law from a file of 'contensou fit'. SPDX-License-Identifier: MIT */
#include <contensou/fit.h>

#include "base/names.h"
#include "base/text.h"
#include "laws/law.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static double number(const cJSON *object, const char *name, double otherwise)
{
    const cJSON *value = member(object, name);

    return cJSON_IsNumber(value) ? value->valuedouble : otherwise;
}

/* Two numbers, or 0, 0 where there are none. */
static void read_pair(const cJSON *pair, double out[2])
{
    const cJSON *first = cJSON_GetArrayItem(pair, 0), *second = cJSON_GetArrayItem(pair, 1);

    out[0] = cJSON_IsNumber(first) ? first->valuedouble : 0;
    out[1] = cJSON_IsNumber(second) ? second->valuedouble : 0;
}

static enum contensou_status wrong(const char *path, const char *what, struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "%s is not a file of 'contensou fit': it has no %s", path, what);
}

/* Loads that were identified, at their places. */
static enum contensou_status read_cells(struct contensou_fit_file *f, const cJSON *json,
                                        const char *path, struct contensou_error *err)
{
    const cJSON *cells = member(json, "cells"), *cell;
    const int n = cJSON_GetArraySize(cells);
    double *x = malloc((4 * (size_t)n + 1) * sizeof *x), *y = x + n, *area = y + n,
           *load = area + n;
    int i = 0;
    enum contensou_status status;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the cells of %s", path);
    cJSON_ArrayForEach(cell, cells)
    {
        x[i] = number(cell, "x", NAN);
        y[i] = number(cell, "y", NAN);
        area[i] = 1;
        load[i++] = number(cell, "load", NAN);
    }
    status = n ? contensou_patch_create_cells(&f->patch, &f->spec, x, (size_t)n, err)
               : wrong(path, "'contact' with a 'shape', and no 'cells'", err);
    free(x);
    return status;
}

static enum contensou_status read_contact(struct contensou_fit_file *f, const cJSON *json,
                                          const char *path, struct contensou_error *err)
{
    const cJSON *contact = member(json, "contact");
    const char *shape = cJSON_GetStringValue(member(contact, "shape"));
    const char *pressure = cJSON_GetStringValue(member(contact, "pressure"));
    const char *unit = cJSON_GetStringValue(member(contact, "unit"));
    const char *frame = cJSON_GetStringValue(member(contact, "anisotropy_frame"));
    const double metres = number(member(json, "units"), "size", 0); /* of cells, and of old files */
    struct contensou__text words = {0};
    size_t second, third;
    double tilt[2];

    if (!contact)
        return wrong(path, "'contact' with a 'shape'", err);
    read_pair(member(contact, "anisotropy"), f->spec.anisotropy);
    f->spec.anisotropy_frame = (enum contensou_frame)(
        CONTENSOU_FRAME_BODY +
        (frame ? contensou__names_find(frame, contensou__names_frames, 2) : -1));
    if (frame && !f->spec.anisotropy_frame)
        return wrong(path, "an 'anisotropy_frame' that is body or ground", err);
    if (pressure && strcmp(pressure, "of the file") == 0)
        pressure = NULL;
    contensou__text_printf(&words, "%s%c", shape ? shape : "", 0);
    second = words.size;
    contensou__text_printf(&words, "%s%c", pressure ? pressure : "", 0);
    third = words.size;
    if (unit)
        contensou__text_printf(&words, "%s", unit);
    else if (metres > 0)
        contensou__text_printf(&words, "%.17gm", metres);
    f->words = words.data;
    if (words.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the contact of %s", path);
    if (unit || metres > 0)
        f->spec.unit = f->words + third;
    if (!shape)
        return read_cells(f, json, path, err);
    f->spec.shape = f->words;
    if (pressure)
        f->spec.pressure = f->words + second;
    read_pair(member(contact, "tilt"), tilt);
    f->spec.tilt_k = tilt[0];
    f->spec.tilt_beta = tilt[1];
    read_pair(member(contact, "center"), f->spec.center);
    return contensou_patch_create(&f->patch, &f->spec, err);
}

/* The parameters of the law, in its order; those that a fit does not change may be missing. */
static enum contensou_status read_law(struct contensou_fit_file *f, const cJSON *parameters,
                                      const char *path, struct contensou_error *err)
{
    struct contensou__law law;
    const cJSON *p;
    enum contensou_status status = contensou__law_create(&law, f->result.model, f->patch, err);

    if (status)
        return status;
    cJSON_ArrayForEach(p, parameters)
    {
        const int i = contensou__law_find(&law, p->string);

        if (!cJSON_IsNumber(p) || !isfinite(p->valuedouble))
            status = contensou_fail(err, CONTENSOU_EINPUT, "%s: the parameter '%s' is no number",
                                    path, p->string);
        else if (i < 0 && strcmp(p->string, "mu") != 0 && strcmp(p->string, "a") != 0)
            status = contensou_fail(err, CONTENSOU_EINPUT, "%s: the law %s has no parameter '%s'",
                                    path, law.name, p->string);
        if (status)
            break;
    }
    for (int i = 0; i < law.params && !status; ++i) {
        struct contensou_fit_parameter *q = &f->result.parameter[f->result.count++];

        if (law.free[i] && !member(parameters, law.names[i]))
            status = contensou_fail(err, CONTENSOU_EINPUT,
                                    "%s: the parameter '%s' of the law %s is missing", path,
                                    law.names[i], law.name);
        snprintf(q->name, sizeof q->name, "%s", law.names[i]);
        q->value = q->low = q->high = number(parameters, law.names[i], law.value[i]);
        q->free = law.free[i];
    }
    if (contensou__law_find(&law, "a") < 0)
        f->a = number(parameters, "a", 1);
    contensou__law_free(&law);
    return status;
}

/* What the fit found of the law, NaN where the file does not say. */
static void read_errors(struct contensou_fit_result *r, const cJSON *json)
{
    const cJSON *errors = member(json, "errors");

    r->rms = number(errors, "rms", NAN);
    r->rms_T = number(errors, "rms_T", NAN);
    r->rms_M = number(errors, "rms_M", NAN);
    r->max_T = number(errors, "max_T", NAN);
    r->max_M = number(errors, "max_M", NAN);
    r->gap = number(json, "gap", NAN);
    r->size = number(json, "size", NAN);
    r->passive = cJSON_IsTrue(member(json, "passive"));
    r->monotone = cJSON_IsTrue(member(json, "monotone"));
}

static enum contensou_status read_json(struct contensou_fit_file *f, const cJSON *json,
                                       const char *path, struct contensou_error *err)
{
    const char *model = cJSON_GetStringValue(member(json, "model"));
    const cJSON *parameters = member(json, "parameters");
    enum contensou_status status;

    f->spec.size = sizeof f->spec;
    if (!model)
        return wrong(path, "'model'", err);
    snprintf(f->result.model, sizeof f->result.model, "%s", model);
    f->mu = number(parameters, "mu", 1) * number(member(json, "units"), "mu", 1);
    f->normal_force = number(member(json, "units"), "normal_force", 0);
    read_errors(&f->result, json);
    status = read_contact(f, json, path, err);
    if (!status) /* its own file may know it, too */
        f->size = contensou_patch_unit(f->patch);
    if (!status && !cJSON_IsObject(parameters))
        return wrong(path, "'parameters'", err);
    if (!status && strcmp(model, "exact") != 0)
        status = read_law(f, parameters, path, err);
    else if (!status && f->spec.shape) /* cells have their places with a */
        f->a = number(parameters, "a", 1);
    if (!status && !(f->mu > 0 && f->a > 0 && isfinite(f->mu) && isfinite(f->a)))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: mu = %g and a = %g must be above 0", path,
                              f->mu, f->a);
    return status;
}

enum contensou_status contensou_fit_file_read(struct contensou_fit_file *file, const char *path,
                                              struct contensou_error *err)
{
    struct contensou__text text = {0};
    cJSON *json = NULL;
    enum contensou_status status = contensou__text_read_file(&text, path, err);

    *file = (struct contensou_fit_file){.mu = 1, .a = 1};
    if (!status)
        json = cJSON_Parse(text.data ? text.data : "");
    if (!status)
        status = read_json(file, json, path, err);
    cJSON_Delete(json);
    contensou__text_free(&text);
    return status;
}

void contensou_fit_file_free(struct contensou_fit_file *file)
{
    contensou_patch_free(file->patch);
    free(file->words);
    *file = (struct contensou_fit_file){0};
}

int contensou_fit_file_is(const char *name)
{
    const size_t length = name ? strlen(name) : 0;

    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}
