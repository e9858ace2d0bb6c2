/* cmd_fit_report.c: the result of a fit as JSON and for a reader. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit.h"

#include "cli/contact_options.h"
#include "base/json.h"

#include <contensou/version.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

int contensou__cmd_fit_report_finite(const struct contensou_fit_result *r)
{
    return isfinite(r->rms) && fabs(r->least_power) < 1e6;
}

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
        if (r->parameter[i].free) {
            contensou__json_array(j, r->parameter[i].name);
            contensou__json_number(j, NULL, r->parameter[i].low);
            contensou__json_number(j, NULL, r->parameter[i].high);
            contensou__json_end(j);
        }
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

static void put_pair(struct contensou__json *j, const char *key, double a, double b)
{
    contensou__json_array(j, key);
    contensou__json_number(j, NULL, a);
    contensou__json_number(j, NULL, b);
    contensou__json_end(j);
}

static void put_contact(struct contensou__json *j, const struct contensou_patch_spec *spec)
{
    contensou__json_object(j, "contact");
    contensou__json_string(j, "shape", spec->shape);
    contensou__json_string(j, "pressure", contensou__contact_options_pressure(spec));
    put_pair(j, "tilt", spec->tilt_k, spec->tilt_beta);
    put_pair(j, "center", spec->center[0], spec->center[1]);
    if (spec->anisotropy[0] > 0 && spec->anisotropy[0] != 1)
        put_pair(j, "anisotropy", spec->anisotropy[0], spec->anisotropy[1]);
    contensou__json_end(j);
}

void contensou__cmd_fit_report_units(struct contensou__json *j,
                                     const struct contensou__real_units *u)
{
    if (!contensou__real_units_any(u))
        return;
    contensou__json_object(j, "units");
    if (u->has_mu)
        contensou__json_number(j, "mu", u->mu);
    if (u->has_normal)
        contensou__json_number(j, "normal_force", u->normal);
    if (u->has_size)
        contensou__json_number(j, "size", u->size);
    contensou__json_end(j);
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

static const char *norm_text(const struct contensou__cmd_fit_setup *s)
{
    return s->fit.norm == CONTENSOU_NORM_MAX ? "max" : "l2";
}

/* How directions are weighted; the largest error and measured rows have no such weight. */
static const char *weight_text(const struct contensou__cmd_fit_setup *s)
{
    if (s->data || s->fit.norm == CONTENSOU_NORM_MAX)
        return NULL;
    return s->fit.weight == CONTENSOU_WEIGHT_SPHERE ? "sphere" : "theta";
}

enum contensou_status contensou__cmd_fit_report_json(const struct contensou__cmd_fit_report *r,
                                                     struct contensou__text *text,
                                                     struct contensou_error *err)
{
    const struct contensou_fit_result *f = r->result;
    struct contensou__json j = {0};

    contensou__json_object(&j, NULL);
    contensou__json_string(&j, "model", f->model);
    put_parameters(&j, f);
    if (r->setup->data)
        put_intervals(&j, f);
    put_errors(&j, f);
    contensou__json_number(&j, "gap", f->gap);
    contensou__json_flag(&j, "passive", f->passive);
    contensou__json_number(&j, "least_power", f->least_power);
    contensou__json_flag(&j, "monotone", f->monotone);
    contensou__json_number(&j, "least_slope", f->least_slope);
    contensou__json_string(&j, "norm", norm_text(r->setup));
    contensou__json_string(&j, "weight", weight_text(r->setup));
    put_pair(&j, "weights", r->setup->fit.weight_force, r->setup->fit.weight_torque);
    contensou__json_number(&j, "size", f->size);
    put_contact(&j, &r->setup->spec);
    if (r->setup->data) {
        contensou__cmd_fit_report_units(&j, &r->setup->units);
        contensou__json_object(&j, "data");
        contensou__json_string(&j, "file", r->setup->data);
        contensou__json_whole(&j, "rows", (long)r->rows);
        contensou__json_string(&j, "loss",
                               r->setup->fit.loss == CONTENSOU_LOSS_HUBER ? "huber" : "square");
        contensou__json_end(&j);
    }
    put_search(&j, f);
    contensou__json_array(&j, "warnings");
    for (const char *at = f->warning; *at; at += strspn(at, "\n")) {
        char line[sizeof f->warning];
        const size_t length = strcspn(at, "\n");

        snprintf(line, sizeof line, "%.*s", (int)length, at);
        contensou__json_string(&j, NULL, line);
        at += length;
    }
    contensou__json_end(&j);
    contensou__json_string(&j, "version", CONTENSOU_VERSION);
    contensou__json_string(&j, "command", r->command);
    contensou__json_string(&j, "device", r->device);
    contensou__json_end(&j);
    *text = j.text;
    return text->failed ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the result")
                        : CONTENSOU_OK;
}

static void print_parameters(const struct contensou__cmd_fit_report *r, FILE *to)
{
    for (int i = 0; i < r->result->count; ++i) {
        const struct contensou_fit_parameter *p = &r->result->parameter[i];

        if (!contensou_fit_shown(r->result, i))
            continue;
        fprintf(to, "  %-10s %-17.10g", p->name, p->value);
        if (!p->free)
            fprintf(to, " not fitted");
        else if (r->setup->data && isfinite(p->high - p->low))
            fprintf(to, " 95 %% in %.6g to %.6g", p->low, p->high);
        else if (r->setup->data)
            fprintf(to, " not determined by these data");
        fputc('\n', to);
    }
}

void contensou__cmd_fit_report_print(const struct contensou__cmd_fit_report *r, FILE *to)
{
    const struct contensou_fit_result *f = r->result;
    const struct contensou_patch_spec *spec = &r->setup->spec;
    const char *weight = weight_text(r->setup);

    fprintf(to, "%s for %s, %s; %s norm over ", f->model, spec->shape,
            contensou__contact_options_pressure(spec), norm_text(r->setup));
    if (r->setup->data)
        fprintf(to, "%zu measured rows\n", r->rows);
    else
        fprintf(to, "%s\n",
                !weight                        ? "all directions"
                : strcmp(weight, "theta") == 0 ? "uniform theta"
                                               : "the sphere of directions");
    fprintf(to, "  %-10s %-17.10g unit of length of theta and of the torque's error\n", "size",
            f->size);
    print_parameters(r, to);
    fprintf(to,
            "  %-10s %-17s %-17s at theta, phi (rad)\n"
            "  %-10s %-17.6g %-17.6g %.4f, %.4f\n"
            "  %-10s %-17.6g %-17.6g %.4f, %.4f\n",
            "error", "rms", "largest", "force", f->rms_T, f->max_T, f->theta_T, f->phi_T, "torque",
            f->rms_M, f->max_M, f->theta_M, f->phi_M);
    fprintf(to, "  %s (least power %.3g), %s (least slope %.3g)\n",
            f->passive ? "passive" : "NOT PASSIVE: it gives energy in some directions",
            f->least_power, f->monotone ? "monotone" : "not monotone", f->least_slope);
    if (f->starts)
        fprintf(to, "  %d of %d starts agree; the two routes of the search differ by %.1e\n",
                f->agreed, f->starts, f->spread);
    else
        fprintf(to,
                "  nothing was searched: every parameter follows from the contact or is fixed\n");
}

void contensou__cmd_fit_report_warn(const struct contensou__cmd_fit_report *r, FILE *to)
{
    for (const char *at = r->result->warning; *at; at += strspn(at, "\n")) {
        const size_t length = strcspn(at, "\n");

        fprintf(to, "contensou fit: warning: %.*s\n", (int)length, at);
        at += length;
    }
}
