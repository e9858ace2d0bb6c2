/* cmd_eval_plot.c: the picture of contensou eval: curves, heat maps or the limit surface.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_eval.h"

#include "cli/parts.h"

#include <contensou/plot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_curve_points = 1000000, most_mesh_points = 1000000,
                    most_map_points = 4000000;

static enum contensou_status choose_kind(struct contensou__cmd_eval_plot *p,
                                         const struct contensou__cmd_eval_setup *s,
                                         const struct contensou__cmd_eval_input *in,
                                         struct contensou_error *err)
{
    const int grid = !in->csv && in->theta.count > 1 && in->phi.count > 1;
    const char *kind;

    p->kind = s->plot_kind != KIND_AUTO ? s->plot_kind : grid ? KIND_MAPS : KIND_CURVES;
    kind = contensou__cmd_eval_kind_names[p->kind];
    if (in->csv && p->kind != KIND_CURVES)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot-kind %s needs a grid by --theta and --phi; points of a file "
                              "can be drawn as curves over their row number",
                              kind);
    if (!in->csv && p->kind == KIND_CURVES && grid)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot-kind curves needs one value of --theta or of --phi, but the "
                              "grid is %zu x %zu; maps and surface draw it",
                              in->theta.count, in->phi.count);
    if (!in->csv && p->kind != KIND_CURVES && !grid)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "--plot-kind %s needs several values of --theta and of --phi, but the "
            "grid is %zu x %zu; curves draw it",
            kind, in->theta.count, in->phi.count);
    if (in->total == 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot needs at least two slips, but only one is given");
    p->limit = p->kind == KIND_MAPS      ? most_map_points
               : p->kind == KIND_SURFACE ? most_mesh_points
                                         : most_curve_points;
    return CONTENSOU_OK;
}

static enum contensou_status too_many(const struct contensou__cmd_eval_plot *p,
                                      struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "too many slips for a picture: --plot-kind %s draws at most %zu; leave "
                          "--plot out or take fewer",
                          contensou__cmd_eval_kind_names[p->kind], p->limit);
}

enum contensou_status contensou__cmd_eval_plot_open(struct contensou__cmd_eval_plot *p,
                                                    const struct contensou__cmd_eval_setup *s,
                                                    const struct contensou__cmd_eval_input *in,
                                                    struct contensou_error *err)
{
    enum contensou_status status;

    *p = (struct contensou__cmd_eval_plot){0};
    status = contensou_plot_check(s->plot, err);
    if (!status)
        status = choose_kind(p, s, in, err);
    if (!status && in->total > p->limit)
        status = too_many(p, err);
    return status;
}

enum contensou_status contensou__cmd_eval_plot_keep(struct contensou__cmd_eval_plot *p, size_t n,
                                                    const double *wrench,
                                                    struct contensou_error *err)
{
    if (p->count + n > p->limit)
        return too_many(p, err);
    if (p->count + n > p->capacity) {
        const size_t capacity = 2 * (p->count + n);

        for (int k = 0; k < 3; k++) {
            double *value = realloc(p->value[k], capacity * sizeof *value);

            if (!value)
                return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
            p->value[k] = value;
        }
        p->capacity = capacity;
    }
    for (size_t k = 0; k < 3; k++)
        memcpy(p->value[k] + p->count, wrench + k * n, n * sizeof *wrench);
    p->count += n;
    return CONTENSOU_OK;
}

void contensou__cmd_eval_plot_close(struct contensou__cmd_eval_plot *p)
{
    for (int k = 0; k < 3; k++)
        free(p->value[k]);
    *p = (struct contensou__cmd_eval_plot){0};
}

/* The members of an axis, or the numbers from 1 for a file; for free(). */
static double *members(const struct contensou__cmd_eval_axis *axis, size_t count)
{
    double *value = malloc(count * sizeof *value);

    for (size_t i = 0; value && i < count; i++)
        value[i] = axis ? contensou__cmd_eval_input_member(axis, i) : (double)(i + 1);
    return value;
}

static enum contensou_status draw_curves(const struct contensou__cmd_eval_plot *p,
                                         const struct contensou__cmd_eval_input *in,
                                         const char *path, const char *title, char label[3][48],
                                         struct contensou_error *err)
{
    const int over_theta = in->theta.count > 1;
    struct contensou_plot_curve curves[3];
    char heading[640];
    double *x = members(in->csv ? NULL : over_theta ? &in->theta : &in->phi, p->count);
    enum contensou_status status;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    if (in->csv)
        snprintf(heading, sizeof heading, "%s", title);
    else
        snprintf(heading, sizeof heading, "%s, %s = %.6g rad", title, over_theta ? "phi" : "theta",
                 contensou__cmd_eval_input_member(over_theta ? &in->phi : &in->theta, 0));
    for (int k = 0; k < 3; k++)
        curves[k] = (struct contensou_plot_curve){label[k], x, p->value[k], p->count};
    status = contensou_plot_curves(path, heading,
                                   in->csv      ? "row of the file"
                                   : over_theta ? "theta (rad)"
                                                : "phi (rad)",
                                   "force Tx, Ty and torque M", curves, 3, err);
    free(x);
    return status;
}

static enum contensou_status draw_maps(const struct contensou__cmd_eval_plot *p,
                                       const struct contensou__cmd_eval_input *in, const char *path,
                                       const char *title, char label[3][48],
                                       struct contensou_error *err)
{
    struct contensou_plot_map maps[3];
    double *x = members(&in->phi, in->phi.count), *y = members(&in->theta, in->theta.count);
    enum contensou_status status;

    for (int k = 0; k < 3; k++)
        maps[k] = (struct contensou_plot_map){label[k], p->value[k], NULL, 0};
    if (x && y)
        status = contensou_plot_maps(path, NULL, title, "phi (rad)", "theta (rad)", x,
                                     in->phi.count, y, in->theta.count, maps, 3, err);
    else
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    free(x);
    free(y);
    return status;
}

enum contensou_status contensou__cmd_eval_plot_draw(const struct contensou__cmd_eval_plot *p,
                                                    const struct contensou__cmd_eval_setup *s,
                                                    const struct contensou__cmd_eval_input *in,
                                                    struct contensou_error *err)
{
    char label[3][48];
    const char *const axes[3] = {label[0], label[1], label[2]};
    const int own = contensou__parts_own_pressure(s->spec.shape);
    char title[512], tilt[96] = "";

    contensou__real_units_labels(&s->units, label);
    if (s->spec.tilt_k != 0.0)
        snprintf(tilt, sizeof tilt, ", tilt %.6g at %.6g rad", s->spec.tilt_k, s->spec.tilt_beta);
    snprintf(title, sizeof title, "%.300s%s%.60s%s", s->spec.shape, own ? "" : ", ",
             own                ? ""
             : s->spec.pressure ? s->spec.pressure
                                : "uniform",
             tilt);
    if (p->kind == KIND_CURVES)
        return draw_curves(p, in, s->plot, title, label, err);
    if (p->kind == KIND_MAPS)
        return draw_maps(p, in, s->plot, title, label, err);
    return contensou_plot_surface(s->plot, title, axes, p->value[0], p->value[1], p->value[2],
                                  in->phi.count, in->theta.count, err);
}
