/* fit_file_write.c: a fit as the JSON that fit_file.c reads. SPDX-License-Identifier: MIT */
#include "fit/fit_file_write.h"

#include "base/beside.h"
#include "base/kept.h"
#include "base/names.h"
#include "base/try.h"
#include "base/units.h"
#include "base/versioned.h"
#include "contact/patch.h"

#include <contensou/version.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void put_parameters(struct contensou__json *j, const struct contensou_fit_result *r)
{
    contensou__json_object(j, "parameters");
    for (int i = 0; i < r->count; ++i)
        if (contensou_fit_shown(r, i))
            contensou__json_number(j, r->parameter[i].name, r->parameter[i].value);
    contensou__json_end(j);
}

static void put_intervals(struct contensou__json *j, const struct contensou_fit_result *r)
{
    contensou__json_object(j, "intervals");
    for (int i = 0; i < r->count; ++i)
        if (r->parameter[i].free)
            contensou__json_pair(j, r->parameter[i].name, r->parameter[i].low,
                                 r->parameter[i].high);
    contensou__json_end(j);
}

/* Which were free: bounds make others of them than the law does, and intervals say so where there are data. */
static void put_free(struct contensou__json *j, const struct contensou_fit_result *r)
{
    contensou__json_array(j, "free");
    for (int i = 0; i < r->count; ++i)
        if (r->parameter[i].free)
            contensou__json_string(j, NULL, r->parameter[i].name);
    contensou__json_end(j);
}

static void put_errors(struct contensou__json *j, const struct contensou_fit_result *r)
{
    contensou__json_object(j, "errors");
    contensou__json_number(j, "rms", r->rms);
    contensou__json_number(j, "rms_T", r->rms_T);
    contensou__json_number(j, "rms_M", r->rms_M);
    contensou__json_number(j, "max_T", r->max_T);
    contensou__json_number(j, "max_M", r->max_M);
    contensou__json_number(j, "theta_T", r->theta_T);
    contensou__json_number(j, "phi_T", r->phi_T);
    contensou__json_number(j, "theta_M", r->theta_M);
    contensou__json_number(j, "phi_M", r->phi_M);
    contensou__json_end(j);
}

/* A contact that was made of arrays, as "polygon", "map" or "cells". */
static void put_arrays(struct contensou__json *j, const struct contensou_patch_arrays *a)
{
    size_t corners = 0;

    switch (a->kind) {
    case CONTENSOU_PATCH_ARRAYS_POLYGON:
        contensou__json_object(j, "polygon");
        contensou__json_array(j, "contours");
        for (size_t i = 0; i < a->count; corners += a->contour[i++])
            contensou__json_whole(j, NULL, (long)a->contour[i]);
        contensou__json_end(j);
        contensou__json_numbers(j, "x", a->number, corners);
        contensou__json_numbers(j, "y", a->number + corners, corners);
        break;
    case CONTENSOU_PATCH_ARRAYS_MAP:
        contensou__json_object(j, "map");
        contensou__json_pair(j, "origin", a->origin[0], a->origin[1]);
        contensou__json_pair(j, "spacing", a->spacing[0], a->spacing[1]);
        contensou__json_whole(j, "columns", (long)a->columns);
        contensou__json_numbers(j, "pressure", a->number, a->columns * a->rows);
        break;
    case CONTENSOU_PATCH_ARRAYS_CELLS:
        contensou__json_object(j, "cells");
        contensou__json_numbers(j, "x", a->number, a->count);
        contensou__json_numbers(j, "y", a->number + a->count, a->count);
        contensou__json_numbers(j, "area", a->number + 2 * a->count, a->count);
        contensou__json_numbers(j, "pressure", a->number + 3 * a->count, a->count);
        break;
    }
    contensou__json_end(j);
}

static void put_contact(struct contensou__json *j, const struct contensou_fit_record *of)
{
    const struct contensou_patch_spec *const spec = of->spec;

    contensou__json_object(j, "contact");
    if (spec->arrays)
        put_arrays(j, spec->arrays);
    else
        contensou__json_string(j, "shape", spec->shape);
    if (!spec->arrays)
        contensou__json_string(j, "pressure", contensou__patch_pressure_shown(spec));
    contensou__json_pair(j, "tilt", spec->tilt_k, spec->tilt_beta);
    contensou__json_pair(j, "center", spec->center[0], spec->center[1]);
    if (spec->anisotropy[0] > 0 && spec->anisotropy[0] != 1)
        contensou__json_pair(j, "anisotropy", spec->anisotropy[0], spec->anisotropy[1]);
    if (spec->cell[0] > 0)
        contensou__json_pair(j, "cell", spec->cell[0], spec->cell[1]);
    if (of->length > 0)
        contensou__json_string(j, "unit", contensou__units_length_text(of->length).text);
    else if (spec->unit)
        contensou__json_string(j, "unit", spec->unit);
    if (spec->anisotropy_frame)
        contensou__json_string(j, "anisotropy_frame",
                               contensou__names_frames[spec->anisotropy_frame - 1]);
    contensou__json_end(j);
}

void contensou__fit_file_write_units(struct contensou__json *j,
                                     const struct contensou_fit_record *of)
{
    if (!(of->mu > 0 || of->normal_force > 0 || of->length > 0))
        return;
    contensou__json_object(j, "units");
    if (of->mu > 0)
        contensou__json_number(j, "mu", of->mu);
    if (of->normal_force > 0)
        contensou__json_number(j, "normal_force", of->normal_force);
    if (of->length > 0)
        contensou__json_number(j, "size", of->length);
    contensou__json_end(j);
}

static void put_data(struct contensou__json *j, const struct contensou_fit_result *r,
                     const struct contensou_fit_record *of, const struct contensou_fit_options *o)
{
    contensou__fit_file_write_units(j, of);
    contensou__json_object(j, "data");
    contensou__json_string(j, "file", of->data);
    contensou__json_whole(j, "rows", (long)o->data->n);
    contensou__json_string(j, "loss", o->loss == CONTENSOU_LOSS_HUBER ? "huber" : "square");
    contensou__json_number(j, "sameness", r->sameness);
    contensou__json_end(j);
}

const char *contensou_fit_file_write_weight(const struct contensou_fit_options *o)
{
    if (o->data || o->norm == CONTENSOU_NORM_MAX)
        return NULL;
    return o->weight == CONTENSOU_WEIGHT_SPHERE ? "sphere" : "theta";
}

static void put_search(struct contensou__json *j, const struct contensou_fit_result *r)
{
    contensou__json_object(j, "search");
    contensou__json_whole(j, "evaluations", r->evaluations);
    contensou__json_whole(j, "starts", r->starts);
    contensou__json_whole(j, "agreed", r->agreed);
    contensou__json_number(j, "spread", r->spread);
    contensou__json_end(j);
}

static void put_warnings(struct contensou__json *j, const struct contensou_fit_result *r)
{
    contensou__json_array(j, "warnings");
    for (const char *at = r->warning ? r->warning : ""; *at; at += strspn(at, "\n")) {
        const size_t length = strcspn(at, "\n");

        contensou__json_string(j, NULL, contensou__kept_part(at, length));
        at += length;
    }
    contensou__json_end(j);
}

static void put_all(struct contensou__json *j, const struct contensou_fit_result *r,
                    const struct contensou_fit_record *of, const struct contensou_fit_options *o)
{
    const int unweighted = o->weight_force == 0 && o->weight_torque == 0;

    contensou__json_object(j, NULL);
    contensou__json_string(j, "model", r->model);
    put_parameters(j, r);
    if (o->data)
        put_intervals(j, r);
    else if (o->bound_count > 0)
        put_free(j, r);
    put_errors(j, r);
    contensou__json_number(j, "gap", r->gap);
    contensou__json_flag(j, "passive", r->passive);
    contensou__json_number(j, "least_power", r->least_power);
    contensou__json_flag(j, "monotone", r->monotone);
    contensou__json_number(j, "least_slope", r->least_slope);
    contensou__json_string(j, "norm", o->norm == CONTENSOU_NORM_MAX ? "max" : "l2");
    contensou__json_string(j, "weight", contensou_fit_file_write_weight(o));
    contensou__json_pair(j, "weights", unweighted ? 1 : o->weight_force,
                         unweighted ? 1 : o->weight_torque);
    contensou__json_number(j, "size", r->size);
    put_contact(j, of);
    if (o->data)
        put_data(j, r, of, o);
    put_search(j, r);
    put_warnings(j, r);
    contensou__json_string(j, "version", CONTENSOU_VERSION);
    contensou__json_string(j, "command", of->command);
    contensou__json_string(j, "device", of->device);
    contensou__json_end(j);
}

enum contensou_status contensou_fit_file_write_text(const struct contensou_fit_result *result,
                                                    const struct contensou_fit_record *record,
                                                    char **text, struct contensou_error *err)
{
    struct contensou_fit_record of;
    struct contensou_fit_options o = {0};
    struct contensou__json j = {0};

    *text = NULL;
    TRY(contensou__versioned_take(&of, sizeof of, record, "contensou_fit_record", err));
    if (of.options)
        TRY(contensou__versioned_take(&o, sizeof o, of.options, "contensou_fit_options", err));
    if (!of.spec || !(of.spec->shape || of.spec->arrays))
        return WRONG(err, "the file of a fit needs the contact's spec with its shape, such as "
                          "disk or polygon:FILE, or its arrays");
    put_all(&j, result, &of, &o);
    return contensou__text_take(&j.text, "the result", text, err);
}

enum contensou_status contensou_fit_file_write(const struct contensou_fit_result *result,
                                               const struct contensou_fit_record *record,
                                               const char *path, struct contensou_error *err)
{
    struct contensou_patch *patch = NULL;
    OWNED(contensou__try_free) char *text = NULL;

    TRY(contensou_fit_file_write_text(result, record, &text, err));
    TRY(contensou_patch_create(&patch, record->spec, err)); /* as a reader makes the contact anew */
    contensou_patch_free(patch);
    return contensou__beside_write(path, text, strlen(text)) == 0
               ? CONTENSOU_OK
               : contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", path, strerror(errno));
}
