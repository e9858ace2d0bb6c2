/* cmd_fit_report.c: the result of a fit, with how it was made, as JSON and for a reader. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit.h"

#include "cli/contact_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int contensou__cmd_fit_report_finite(const struct contensou_fit_result *r)
{
    return isfinite(r->rms) && fabs(r->least_power) < 1e6;
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
                                                     char **text, struct contensou_error *err)
{
    const struct contensou__real_units *u = &r->setup->units;

    return contensou_fit_file_write_text(
        r->result,
        &(struct contensou_fit_record){.size = sizeof(struct contensou_fit_record),
                                       .spec = &r->setup->spec,
                                       .options = &r->setup->fit,
                                       .data = r->setup->data,
                                       .mu = u->has_mu ? u->mu : 0,
                                       .normal_force = u->has_normal ? u->normal : 0,
                                       .length = u->has_size ? u->size : 0,
                                       .command = r->command,
                                       .device = r->device},
        text, err);
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
