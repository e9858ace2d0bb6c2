/* identify_file.c: an identified contact as the JSON that fit_file.c reads. SPDX-License-Identifier: MIT */
#include <contensou/identify.h>

#include "base/try.h"
#include "base/versioned.h"
#include "contact/patch.h"
#include "fit/fit_file_write.h"
#include "fit/residual_gp.h"

#include <contensou/version.h>

#include <math.h>
#include <stdio.h>

static const double degrees = 57.295779513082321;

size_t contensou_identify_file_parameters(
    const struct contensou_identify_options *o, const struct contensou_identify_result *r,
    struct contensou_identify_parameter list[CONTENSOU_IDENTIFY_PARAMETERS])
{
    const struct contensou_identify_extra *e = &r->extra[CONTENSOU_IDENTIFY_LOG_A];
    size_t n = 0;

    if (isfinite(r->mu))
        list[n++] = (struct contensou_identify_parameter){"mu", r->mu, r->mu_low, r->mu_high};
    if (o->free_a)
        list[n++] =
            (struct contensou_identify_parameter){"a", exp(e->value), exp(e->low), exp(e->high)};
    for (int k = 0; k < 2 && o->free_center; k++) {
        e = &r->extra[CONTENSOU_IDENTIFY_CX + k];
        list[n++] = (struct contensou_identify_parameter){
            k ? "center_y" : "center_x", r->size * e->value, r->size * e->low, r->size * e->high};
    }
    for (int k = 0; k < 2 && o->anisotropy; k++) {
        e = &r->extra[CONTENSOU_IDENTIFY_U1 + k];
        list[n++] =
            (struct contensou_identify_parameter){k ? "u2" : "u1", e->value, e->low, e->high};
    }
    for (int k = 0; k < 2 && o->free_tilt && o->fixed; k++) {
        e = &r->extra[CONTENSOU_IDENTIFY_TILT_X + k];
        list[n++] = (struct contensou_identify_parameter){
            k ? "tilt_y" : "tilt_x", e->value / r->size, e->low / r->size, e->high / r->size};
    }
    e = &r->extra[CONTENSOU_IDENTIFY_Q];
    if (o->free_q && o->fixed)
        list[n++] = (struct contensou_identify_parameter){"q", e->value, e->low, e->high};
    return n;
}

void contensou_identify_file_place(const struct contensou_identify_options *o,
                                   const struct contensou_identify_result *r, size_t cell,
                                   double at[2])
{
    const double a = o->fixed ? 1 : exp(r->extra[CONTENSOU_IDENTIFY_LOG_A].value);
    const double moved = o->fixed ? 0 : r->size;

    at[0] = a * r->cell[cell].x + moved * r->extra[CONTENSOU_IDENTIFY_CX].value;
    at[1] = a * r->cell[cell].y + moved * r->extra[CONTENSOU_IDENTIFY_CY].value;
}

static void put_angle(struct contensou__json *j, const char *key, double radians)
{
    if (isfinite(radians))
        contensou__json_number(j, key, degrees * radians);
}

/* The contact as it was found: with its own pressure, or without a shape where the cells are the contact. */
static void put_contact(struct contensou__json *j, const struct contensou_identify_options *o,
                        const struct contensou_identify_result *r,
                        const struct contensou_patch_spec *spec)
{
    const struct contensou_identify_extra *e = r->extra;
    const double a = exp(e[CONTENSOU_IDENTIFY_LOG_A].value), size = r->size;
    const double gx = e[CONTENSOU_IDENTIFY_TILT_X].value / size,
                 gy = e[CONTENSOU_IDENTIFY_TILT_Y].value / size;
    const double u1 = e[CONTENSOU_IDENTIFY_U1].value, u2 = e[CONTENSOU_IDENTIFY_U2].value;
    char power[40];

    snprintf(power, sizeof power, "power:%.17g", e[CONTENSOU_IDENTIFY_Q].value);
    contensou__json_object(j, "contact");
    if (o->fixed) {
        contensou__json_string(j, "shape", spec->shape);
        contensou__json_string(j, "pressure",
                               o->free_q ? power : contensou__patch_pressure_shown(spec));
        contensou__json_pair(j, "tilt", o->free_tilt ? hypot(gx, gy) : spec->tilt_k,
                             o->free_tilt ? -atan2(gy, gx) : spec->tilt_beta);
        contensou__json_pair(j, "center",
                             spec->center[0] - size * e[CONTENSOU_IDENTIFY_CX].value / a,
                             spec->center[1] - size * e[CONTENSOU_IDENTIFY_CY].value / a);
    }
    contensou__json_pair(j, "anisotropy", exp(2 * hypot(u1, u2)), 0.5 * atan2(u2, u1));
    contensou__json_end(j);
}

/* Parameters and their intervals: those with names, and the loads of cells as p1, p2, .. */
static void put_parameters(struct contensou__json *j, const struct contensou_identify_options *o,
                           const struct contensou_identify_result *r)
{
    struct contensou_identify_parameter list[CONTENSOU_IDENTIFY_PARAMETERS];
    const size_t named = contensou_identify_file_parameters(o, r, list);
    char name[24];

    contensou__json_object(j, "parameters");
    for (size_t i = 0; i < named; i++)
        contensou__json_number(j, list[i].name, list[i].value);
    for (size_t c = 0; c < r->count && !o->fixed; c++) {
        snprintf(name, sizeof name, "p%zu", c + 1);
        contensou__json_number(j, name, r->cell[c].load);
    }
    contensou__json_end(j);
    contensou__json_object(j, "intervals");
    for (size_t i = 0; i < named; i++)
        contensou__json_pair(j, list[i].name, list[i].low, list[i].high);
    for (size_t c = 0; c < r->count && !o->fixed; c++) {
        snprintf(name, sizeof name, "p%zu", c + 1);
        contensou__json_pair(j, name, r->cell[c].low, r->cell[c].high);
    }
    contensou__json_end(j);
}

/* The law as it is evaluated again: all its points. */
static void put_cells(struct contensou__json *j, const struct contensou_identify_result *r)
{
    contensou__json_array(j, "cells");
    for (size_t c = 0; c < r->points; c++) {
        contensou__json_object(j, NULL);
        contensou__json_number(j, "x", r->point[c]);
        contensou__json_number(j, "y", r->point[r->points + c]);
        contensou__json_number(j, "load", r->point[2 * r->points + c]);
        contensou__json_end(j);
    }
    contensou__json_end(j);
}

/* What was compared, and what was taken. */
static void put_choice(struct contensou__json *j, const struct contensou_identify_choice *c)
{
    static const char *const targets[] = {"both", "wrench", "slip"};

    contensou__json_object(j, "choice");
    contensou__json_string(j, "free", c->candidate[c->chosen].free);
    contensou__json_string(j, "target", targets[c->candidate[c->chosen].target]);
    contensou__json_whole(j, "folds", (long)c->folds);
    contensou__json_whole(j, "groups", (long)c->groups);
    contensou__json_string(j, "grouped_by", c->labelled ? "column" : "blocks");
    contensou__json_array(j, "candidates");
    for (size_t i = 0; i < c->count; i++) {
        const struct contensou_identify_candidate *of = &c->candidate[i];

        contensou__json_object(j, NULL);
        contensou__json_string(j, "free", of->free);
        contensou__json_string(j, "target", targets[of->target]);
        contensou__json_whole(j, "map", of->cells);
        contensou__json_whole(j, "unknowns", of->unknowns);
        contensou__json_number(j, "smoothing", of->smoothing);
        put_angle(j, "held_out_slip_deg", of->held_twist);
        put_angle(j, "held_out_wrench_deg", of->held_wrench);
        put_angle(j, "excess_deg", of->excess);
        put_angle(j, "standard_error_deg", of->error);
        contensou__json_end(j);
    }
    contensou__json_end(j);
    contensou__json_end(j);
}

static void put_all(struct contensou__json *j, const struct contensou_identify_options *o,
                    const struct contensou_identify_result *r,
                    const struct contensou_fit_record *of)
{
    contensou__json_object(j, NULL);
    contensou__json_string(j, "model", "exact");
    put_parameters(j, o, r);
    put_contact(j, o, r, of->spec);
    put_cells(j, r);
    contensou__json_object(j, "errors");
    put_angle(j, "slip_deg", r->twist);
    put_angle(j, "wrench_deg", r->wrench);
    put_angle(j, "held_out_slip_deg", r->held_twist);
    put_angle(j, "held_out_wrench_deg", r->held_wrench);
    contensou__json_end(j);
    if (o->residual) {
        put_angle(j, "held_out_law_deg", r->held_law);
        put_angle(j, "held_out_corrected_deg", r->held_corrected);
    }
    if (r->residual)
        contensou__residual_gp_put(j, r->residual);
    if (o->choice)
        put_choice(j, o->choice);
    contensou__json_flag(j, "passive", 1);
    contensou__json_flag(j, "monotone", 1);
    contensou__json_number(j, "size", r->size);
    contensou__json_number(j, "smoothing", r->smoothing);
    contensou__fit_file_write_units(j, of);
    contensou__json_string(j, "shape", of->spec->shape);
    contensou__json_string(j, "data", of->data);
    contensou__json_whole(j, "rows", (long)r->rows);
    contensou__json_string(j, "warning", r->warning);
    contensou__json_string(j, "version", CONTENSOU_VERSION);
    contensou__json_string(j, "command", of->command);
    contensou__json_end(j);
}

enum contensou_status contensou_identify_file_text(const struct contensou_identify_result *result,
                                                   const struct contensou_identify_options *options,
                                                   const struct contensou_fit_record *record,
                                                   char **text, struct contensou_error *err)
{
    struct contensou_identify_options o;
    struct contensou_fit_record of;
    struct contensou__json j = {0};

    *text = NULL;
    TRY(contensou__versioned_take(&of, sizeof of, record, "contensou_fit_record", err));
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_identify_options", err));
    if (!of.spec || !of.spec->shape)
        return WRONG(err, "the file of a contact needs its spec with the shape");
    put_all(&j, &o, result, &of);
    return contensou__text_take(&j.text, "the result", text, err);
}
