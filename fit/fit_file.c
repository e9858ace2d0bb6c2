/* fit_file.c: a contact and its law from a file of 'contensou fit'. SPDX-License-Identifier: MIT */
#include <contensou/fit.h>

#include "base/kept.h"
#include "base/names.h"
#include "base/setting.h"
#include "base/text.h"
#include "base/try.h"
#include "fit/residual_gp.h"
#include "laws/law.h"

#include <cjson/cJSON.h>
#include <limits.h>
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

/* A count; 0 where there is none. */
static int count_of(const cJSON *object, const char *name)
{
    return (int)fmax(fmin(number(object, name, 0), INT_MAX), 0);
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
    OWNED(contensou__try_free) double *x = malloc((4 * (size_t)n + 1) * sizeof *x);
    int i = 0;

    TRY(contensou__try_memory(x, err, "the cells of %s", path));
    cJSON_ArrayForEach(cell, cells)
    {
        x[i] = number(cell, "x", NAN);
        x[n + i] = number(cell, "y", NAN);
        x[2 * n + i] = 1; /* the area */
        x[3 * n + i++] = number(cell, "load", NAN);
    }
    return n ? contensou_patch_create_cells(&f->patch, &f->spec, x, (size_t)n, err)
             : wrong(path, "'contact' with a 'shape', and no 'cells'", err);
}

/* All numbers of a list, to *at, which moves on; fails unless it has `count` of them. */
static enum contensou_status read_list(const cJSON *list, const char *name, size_t count,
                                       double **at, const char *path, struct contensou_error *err)
{
    const cJSON *one;

    if ((size_t)cJSON_GetArraySize(list) != count)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: '%s' has %d numbers instead of %zu", path,
                              name, cJSON_GetArraySize(list), count);
    cJSON_ArrayForEach(one, list) * (*at)++ = cJSON_IsNumber(one) ? one->valuedouble : NAN;
    return CONTENSOU_OK;
}

/* A contact of arrays, as fit_file_write.c puts it: the numbers stand behind the struct, in one piece of memory. */
static enum contensou_status read_arrays(struct contensou_fit_file *f, const cJSON *contact,
                                         const char *path, struct contensou_error *err)
{
    static const char *const kinds[] = {NULL, "polygon", "map", "cells"};
    static const char *const lists[4][4] = {
        {NULL}, {"x", "y", NULL}, {"pressure", NULL}, {"x", "y", "area", "pressure"}};
    int kind = 1;
    const cJSON *from, *contours, *one;
    size_t count, contour_count;
    struct contensou_patch_arrays *a;
    size_t *contour;
    double *value;

    while (kind < 3 && !member(contact, kinds[kind]))
        ++kind;
    from = member(contact, kinds[kind]);
    count = (size_t)cJSON_GetArraySize(member(from, lists[kind][0]));
    contours = member(from, "contours");
    contour_count = (size_t)cJSON_GetArraySize(contours);
    a = calloc(1,
               sizeof *a + (4 * count + 1) * sizeof(double) + (contour_count + 1) * sizeof(size_t));
    TRY(contensou__try_memory(a, err, "the contact of %s", path));
    f->spec.arrays = a;
    a->kind = (enum contensou_patch_arrays_kind)kind;
    a->number = value = (double *)(a + 1);
    a->contour = contour = (size_t *)(value + 4 * count + 1);
    for (int k = 0; k < 4 && lists[kind][k]; ++k)
        TRY(read_list(member(from, lists[kind][k]), lists[kind][k], count, &value, path, err));
    if (kind == CONTENSOU_PATCH_ARRAYS_MAP) {
        const double columns = fmax(number(from, "columns", 0), 1);

        a->columns = columns <= (double)count ? (size_t)columns : count;
        a->rows = a->columns ? count / a->columns : 0;
        read_pair(member(from, "origin"), a->origin);
        read_pair(member(from, "spacing"), a->spacing);
        if (a->columns * a->rows != count)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: a map of %zu numbers does not have rows of %zu", path, count,
                                  a->columns);
    } else {
        size_t corners = 0;

        a->count = kind == CONTENSOU_PATCH_ARRAYS_CELLS ? count : contour_count;
        cJSON_ArrayForEach(one, contours)
        {
            const double n = cJSON_IsNumber(one) ? one->valuedouble : 0;

            *contour = n > 0 && n <= (double)count ? (size_t)n : 0;
            corners += *contour++;
        }
        if (contours && corners != count)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: its contours have %zu corners, and there are %zu", path,
                                  corners, count);
    }
    return contensou_patch_create(&f->patch, &f->spec, err);
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
    const int arrays = !shape && (member(contact, "polygon") || member(contact, "map") ||
                                  member(contact, "cells"));
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
    if (unit)
        f->spec.unit = contensou__kept_text("%s", unit);
    else if (metres > 0)
        f->spec.unit = contensou__kept_text("%.17gm", metres);
    if (!shape && !arrays)
        return read_cells(f, json, path, err);
    read_pair(member(contact, "tilt"), tilt);
    read_pair(member(contact, "cell"), f->spec.cell);
    f->spec.tilt_k = tilt[0];
    f->spec.tilt_beta = tilt[1];
    read_pair(member(contact, "center"), f->spec.center);
    if (arrays)
        return read_arrays(f, contact, path, err);
    f->spec.shape = contensou__kept_text("%s", shape);
    if (pressure)
        f->spec.pressure = contensou__kept_text("%s", pressure);
    return contensou_patch_create(&f->patch, &f->spec, err);
}

/* One more parameter of the result: free if the file says so, which is silent where all is as the law has it. */
static void add_parameter(struct contensou_fit_result *r, const char *name, double value, int free,
                          const cJSON *json)
{
    const cJSON *const intervals = member(json, "intervals"), *const list = member(json, "free");
    const cJSON *const own = member(intervals, name), *one;
    struct contensou_fit_parameter *q = &r->parameter[r->count++];

    *q = (struct contensou_fit_parameter){contensou__kept_text("%s", name), value,
                                          intervals ? own != NULL : free && !list, value, value};
    cJSON_ArrayForEach(one, list)
    {
        const char *text = cJSON_GetStringValue(one);

        q->free |= text && strcmp(text, name) == 0;
    }
    if (own) { /* what has no bound is null */
        const cJSON *low = cJSON_GetArrayItem(own, 0), *high = cJSON_GetArrayItem(own, 1);

        q->low = cJSON_IsNumber(low) ? low->valuedouble : -INFINITY;
        q->high = cJSON_IsNumber(high) ? high->valuedouble : INFINITY;
    }
}

/* Every parameter of the file is a number of the law, or one of those that a fit to data adds. */
static enum contensou_status check_parameters(const struct contensou__law *law,
                                              const cJSON *parameters, const char *path,
                                              struct contensou_error *err)
{
    const cJSON *p;

    cJSON_ArrayForEach(p, parameters)
    {
        if (!cJSON_IsNumber(p) || !isfinite(p->valuedouble))
            return contensou_fail(err, CONTENSOU_EINPUT, "%s: the parameter '%s' is no number",
                                  path, p->string);
        if (contensou__law_find(law, p->string) < 0 && strcmp(p->string, "mu") != 0 &&
            strcmp(p->string, "a") != 0)
            return contensou_fail(err, CONTENSOU_EINPUT, "%s: the law %s has no parameter '%s'",
                                  path, law->name, p->string);
    }
    return CONTENSOU_OK;
}

/* The parameters of the law, in its order; those that a fit does not change may be missing. */
static enum contensou_status read_law(struct contensou_fit_file *f, const cJSON *json,
                                      const char *path, struct contensou_error *err)
{
    static const char *const measured[] = {"mu", "a"};
    const cJSON *const parameters = member(json, "parameters");
    OWNED(contensou__law_free) struct contensou__law law = {0};

    TRY(contensou__law_create(&law, f->result.model, f->patch, err));
    TRY(check_parameters(&law, parameters, path, err));
    for (int i = 0; i < law.params; ++i) {
        if (law.free[i] && !member(parameters, law.names[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: the parameter '%s' of the law %s is missing", path,
                                  law.names[i], law.name);
        add_parameter(&f->result, law.names[i], number(parameters, law.names[i], law.value[i]),
                      law.free[i], json);
    }
    for (int i = 0; i < 2; ++i)
        if (contensou__law_find(&law, measured[i]) < 0 && member(parameters, measured[i]))
            add_parameter(&f->result, measured[i], number(parameters, measured[i], NAN), 0, json);
    if (contensou__law_find(&law, "a") < 0)
        f->a = number(parameters, "a", 1);
    return CONTENSOU_OK;
}

/* A sentence a line. */
static const char *read_warnings(const cJSON *list)
{
    const char *text = "";
    const cJSON *one;

    cJSON_ArrayForEach(one, list) if (cJSON_IsString(one)) text =
        contensou__kept_line(text, "%s", one->valuestring);
    return text;
}

/* What the fit found of the law, NaN where the file does not say, and how it was searched. */
static void read_errors(struct contensou_fit_result *r, const cJSON *json)
{
    const cJSON *errors = member(json, "errors"), *search = member(json, "search");

    r->rms = number(errors, "rms", NAN);
    r->rms_T = number(errors, "rms_T", NAN);
    r->rms_M = number(errors, "rms_M", NAN);
    r->max_T = number(errors, "max_T", NAN);
    r->max_M = number(errors, "max_M", NAN);
    r->theta_T = number(errors, "theta_T", NAN);
    r->phi_T = number(errors, "phi_T", NAN);
    r->theta_M = number(errors, "theta_M", NAN);
    r->phi_M = number(errors, "phi_M", NAN);
    r->gap = number(json, "gap", NAN);
    r->least_power = number(json, "least_power", NAN);
    r->least_slope = number(json, "least_slope", NAN);
    r->evaluations = count_of(search, "evaluations");
    r->starts = count_of(search, "starts");
    r->agreed = count_of(search, "agreed");
    r->spread = number(search, "spread", NAN);
    r->sameness = number(member(json, "data"), "sameness", 0);
    r->warning = read_warnings(member(json, "warnings"));
    r->size = number(json, "size", NAN);
    r->passive = cJSON_IsTrue(member(json, "passive"));
    r->monotone = cJSON_IsTrue(member(json, "monotone"));
}

static enum contensou_status read_json(struct contensou_fit_file *f, const cJSON *json,
                                       const char *path, struct contensou_error *err)
{
    const char *model = cJSON_GetStringValue(member(json, "model"));
    const cJSON *parameters = member(json, "parameters");

    f->spec.size = sizeof f->spec;
    if (!model)
        return wrong(path, "'model'", err);
    f->result.model = contensou__kept_text("%s", model);
    f->mu = number(parameters, "mu", 1) * number(member(json, "units"), "mu", 1);
    f->normal_force = number(member(json, "units"), "normal_force", 0);
    read_errors(&f->result, json);
    TRY(read_contact(f, json, path, err));
    f->size = contensou_patch_unit(f->patch); /* its own file may know it, too */
    if (!cJSON_IsObject(parameters))
        return wrong(path, "'parameters'", err);
    if (strcmp(model, "exact") != 0)
        TRY(read_law(f, json, path, err));
    else if (f->spec.shape || f->spec.arrays) /* cells have their places with a */
        f->a = number(parameters, "a", 1);
    if (member(json, "residual"))
        TRY(contensou__residual_gp_read(&f->residual, member(json, "residual"), path, err));
    if (!(f->mu > 0 && f->a > 0 && isfinite(f->mu) && isfinite(f->a)))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: mu = %g and a = %g must be above 0", path,
                              f->mu, f->a);
    return CONTENSOU_OK;
}

static void delete_json(cJSON **json)
{
    cJSON_Delete(*json);
}

static enum contensou_status read_text(struct contensou_fit_file *file, const char *text,
                                       const char *name, struct contensou_error *err)
{
    OWNED(delete_json) cJSON *json = cJSON_Parse(text);
    const cJSON *const law = member(json, "law"); /* what 'contensou identify' found */

    *file = (struct contensou_fit_file){.mu = 1, .a = 1};
    return read_json(file, cJSON_IsObject(law) ? law : json, name, err);
}

static enum contensou_status refuse_residual(const struct contensou_fit_file *file,
                                             const char *name, struct contensou_error *err)
{
    return file->residual ? WRONG(err,
                                  "%s has a residual, which corrects slips under loads as "
                                  "'contensou limit' predicts them, and no wrench; fit "
                                  "without " SETTING("residual") " for this",
                                  name)
                          : CONTENSOU_OK;
}

enum contensou_status contensou_fit_file_read_text(struct contensou_fit_file *file,
                                                   const char *text, const char *name,
                                                   struct contensou_error *err)
{
    TRY(read_text(file, text, name, err));
    return refuse_residual(file, name, err);
}

enum contensou_status contensou_fit_file_read(struct contensou_fit_file *file, const char *path,
                                              struct contensou_error *err)
{
    TRY(contensou_fit_file_read_corrected(file, path, err));
    return refuse_residual(file, path, err);
}

enum contensou_status contensou_fit_file_read_corrected(struct contensou_fit_file *file,
                                                        const char *path,
                                                        struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text text = {0};

    *file = (struct contensou_fit_file){.mu = 1, .a = 1};
    TRY(contensou__text_read_file(&text, path, err));
    return read_text(file, text.data ? text.data : "", path, err);
}

void contensou_fit_file_free(struct contensou_fit_file *file)
{
    contensou_patch_free(file->patch);
    free((void *)file->spec.arrays);
    contensou_residual_gp_free(file->residual);
    *file = (struct contensou_fit_file){0};
}

int contensou_fit_file_is(const char *name)
{
    const size_t length = name ? strlen(name) : 0;

    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}
