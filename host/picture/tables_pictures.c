/* tables_pictures.c: the pictures of the tables. SPDX-License-Identifier: MIT */
#include "picture/tables_files.h"

#include "fit/tables_parts.h"
#include "laws/registry.h"

#include "base/try.h"
#include <contensou/plot.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_contacts = 16, most_traces = 8 };

static enum contensou_status draw_disk(const struct contensou_tables *t, const char *path,
                                       struct contensou_error *err)
{
    const struct contensou_tables_fit *fit =
        contensou_tables_run_find(t, "disk", "disk", "uniform", "I11", CONTENSOU_NORM_L2);

    return fit ? contensou_plot_law(path,
                                    "uniform disk: exact force and torque, and I11 fitted to them",
                                    t->patch[fit->contact], &fit->result, 1, 1, NULL, err)
               : CONTENSOU_OK;
}

/* Values of one family against its ratio. */
struct series {
    double x[most_contacts], y[2][most_contacts];
    size_t count;
};

static double largest(const struct contensou_tables_fit *f)
{
    return fmax(f->result.max_T, f->result.max_M);
}

/* b and m (or the largest error, in both) of a model over a family with this pressure; the uniform disk
 * is the annulus without a hole. */
static void collect(const struct contensou_tables *t, const char *family, const char *pressure,
                    const char *model, enum contensou_norm norm, int errors, struct series *s)
{
    const int annulus = strcmp(family, "annulus") == 0;

    s->count = 0;
    for (size_t i = 0; i < t->fits && s->count < most_contacts; ++i) {
        const struct contensou_tables_fit *f = &t->fit[i];
        const struct contensou_tables_contact *c = &t->contact[f->contact];
        const int same =
            strcmp(c->family, family) == 0 || (annulus && strcmp(c->family, "disk") == 0);

        if (!same || f->norm != norm || strcmp(f->model, model) != 0 ||
            strcmp(c->pressure, pressure) != 0)
            continue;
        s->x[s->count] = c->ratio;
        s->y[0][s->count] = errors ? largest(f) : contensou__tables_csv_parameter(f, "b");
        s->y[1][s->count++] = errors ? largest(f) : contensou__tables_csv_parameter(f, "m");
    }
}

static enum contensou_status draw_b_m(const struct contensou_tables *t, const char *path,
                                      int annulus, struct contensou_error *err)
{
    static const char *const pressure[2] = {"uniform", "hertz"},
                             *const title[2][2] = {{"uniform, least squares", "uniform, minimax"},
                                                   {"Hertz, least squares", "Hertz, minimax"}};
    struct contensou_plot_trace trace[2][most_traces];
    struct contensou_plot_panel panel[2] = {
        {annulus ? "b / R^3 (-)" : "b / a^3, a the larger semi-axis (-)", trace[0], 0},
        {"m (-)", trace[1], 0}};
    struct series s[4] = {{.count = 0}};

    for (int i = 0; i < (annulus ? 2 : 4); ++i) {
        const int max = i % 2, hertz = i / 2;

        collect(t, annulus ? "annulus" : "ellipse", pressure[hertz], "I11",
                max ? CONTENSOU_NORM_MAX : CONTENSOU_NORM_L2, 0, &s[i]);
        for (int k = 0; k < 2 && s[i].count; ++k) {
            struct contensou_plot_trace *const line = &trace[k][panel[k].count];

            line[0] =
                (struct contensou_plot_trace){title[hertz][max],
                                              s[i].x,
                                              s[i].y[k],
                                              s[i].count,
                                              max ? CONTENSOU_PLOT_DASHED : CONTENSOU_PLOT_LINE,
                                              hertz};
            line[1] = line[0]; /* and its points */
            line[1].title = NULL;
            line[1].style = max ? CONTENSOU_PLOT_RINGS : CONTENSOU_PLOT_POINTS;
            panel[k].count += 2;
        }
    }
    if (s[0].count <= 2)
        return CONTENSOU_OK;
    return contensou_plot_panels(
        path, annulus ? "I11 of annuli: the fitted b and m" : "I11 of ellipses: the fitted b and m",
        annulus ? "q, inner over outer radius (-)" : "ratio of the semi-axes (-)", panel, 2, err);
}

static enum contensou_status draw_errors(const struct contensou_tables *t, const char *path,
                                         struct contensou_error *err)
{
    struct contensou_plot_curve curve[most_traces];
    struct series s[most_traces] = {{.count = 0}}, *at = s;
    size_t count = 0;

    for (size_t m = 0; m < contensou__registry_model_count && at < s + most_traces; ++m) {
        const char *model = contensou__registry_models[m];

        if (!contensou__tables_catalogue_has(m))
            continue;
        collect(t, "annulus", "uniform", model, CONTENSOU_NORM_MAX, 1, at);
        if (!at->count) /* nothing to fit: the same for every norm */
            collect(t, "annulus", "uniform", model, CONTENSOU_NORM_L2, 1, at);
        if (at->count)
            curve[count++] = (struct contensou_plot_curve){model, at->x, at->y[0], at->count};
        ++at;
    }
    if (s[0].count <= 2)
        return CONTENSOU_OK;
    return contensou_plot_curves(
        path, "annuli: the largest error of each law, fitted for the least (minimax)",
        "q, inner over outer radius (-)", "largest error of T and M / R per mu N (-)", curve, count,
        err);
}

const char *contensou__tables_pictures_name(size_t file)
{
    static const char *const names[] = {"disk_I11.png", "annulus_b_m.png", "ellipse_b_m.png",
                                        "annulus_errors.png"};

    return file < sizeof names / sizeof *names ? names[file] : NULL;
}

enum contensou_status contensou__tables_pictures(const struct contensou_tables *t, size_t file,
                                                 const char *path, struct contensou_error *err)
{
    if (file == 0)
        return draw_disk(t, path, err);
    return file < 3 ? draw_b_m(t, path, file == 1, err) : draw_errors(t, path, err);
}
