/* tables_pictures.c: the pictures of the tables, as numbers. SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/pi.h"
#include "laws/registry.h"

#include <contensou/eval.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"disk_I11.png", "annulus_b_m.png", "ellipse_b_m.png",
                                    "annulus_errors.png"};

enum { line, wide, dashed, points, rings };
enum { samples = 181, most_contacts = 16, most_traces = 8 };

const char *contensou__tables_pictures_name(size_t file)
{
    return file < sizeof names / sizeof *names ? names[file] : NULL;
}

static void add(struct contensou_tables_picture *p, int panel, const char *title, const double *x,
                const double *y, size_t count, int style, int colour)
{
    p->trace[panel][p->count[panel]++] =
        (struct contensou_tables_trace){title, x, y, count, style, colour};
}

/* theta, slips, and the exact and fitted wrenches of the uniform disk; T is their first component. */
struct comparison {
    double theta[samples], slip[3 * samples], exact[3 * samples], fitted[3 * samples];
    double difference[3 * samples];
};

static enum contensou_status compare(const struct contensou_tables *t,
                                     const struct contensou_tables_fit *fit, struct comparison *c,
                                     struct contensou_error *err)
{
    const struct contensou_patch *patch = t->patch[fit->contact];
    enum contensou_status status;

    for (int i = 0; i < samples; ++i) {
        c->theta[i] = pi / 2 * i / (samples - 1);
        c->slip[i] = cos(c->theta[i]);
        c->slip[samples + i] = 0;
        c->slip[2 * samples + i] = sin(c->theta[i]);
    }
    status = contensou_eval_reference(patch, NULL, samples, c->slip, c->exact, NULL, err);
    if (!status)
        status = contensou_fit_wrench(patch, &fit->result, samples, c->slip, c->fitted, err);
    for (int i = 0; i < 3 * samples && !status; ++i)
        c->difference[i] = c->fitted[i] - c->exact[i];
    return status;
}

static enum contensou_status draw_disk(const struct contensou_tables *t, const char *path,
                                       contensou_tables_draw *draw, void *context,
                                       struct contensou_error *err)
{
    const struct contensou_tables_fit *fit =
        contensou_tables_run_find(t, "disk", "disk", "uniform", "I11", CONTENSOU_NORM_L2);
    struct contensou_tables_picture p = {
        .title = "uniform disk: exact force and torque, and I11 fitted to them",
        .x_label = "theta, from sliding to spinning (rad)",
        .y_label = {"T, M / R per mu N (-)", "fitted - exact (-)"},
        .panels = 2};
    struct comparison *c = malloc(sizeof *c);
    enum contensou_status status;

    if (!c)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a picture");
    status = fit ? compare(t, fit, c, err) : CONTENSOU_OK;
    add(&p, 0, "force T, exact", c->theta, c->exact, samples, wide, 0);
    add(&p, 0, "T, I11", c->theta, c->fitted, samples, dashed, 0);
    add(&p, 0, "torque M, exact", c->theta, c->exact + 2 * samples, samples, wide, 1);
    add(&p, 0, "M, I11", c->theta, c->fitted + 2 * samples, samples, dashed, 1);
    add(&p, 1, NULL, c->theta, c->difference, samples, line, 0);
    add(&p, 1, NULL, c->theta, c->difference + 2 * samples, samples, line, 1);
    if (fit && !status)
        status = draw(context, path, &p, err);
    free(c);
    return status;
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

static enum contensou_status draw_b_m(const struct contensou_tables *t, const char *family,
                                      const char *path, contensou_tables_draw *draw, void *context,
                                      struct contensou_error *err)
{
    static const char *const pressure[2] = {"uniform", "hertz"},
                             *const title[2][2] = {{"uniform, least squares", "uniform, minimax"},
                                                   {"Hertz, least squares", "Hertz, minimax"}};
    const int annulus = strcmp(family, "annulus") == 0;
    struct contensou_tables_picture p = {
        .title =
            annulus ? "I11 of annuli: the fitted b and m" : "I11 of ellipses: the fitted b and m",
        .x_label = annulus ? "q, inner over outer radius (-)" : "ratio of the semi-axes (-)",
        .y_label = {annulus ? "b / R^3 (-)" : "b / a^3, a the larger semi-axis (-)", "m (-)"},
        .panels = 2};
    struct series *s = calloc(4, sizeof *s);
    enum contensou_status status = CONTENSOU_OK;

    if (!s)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a picture");
    for (int i = 0; i < (annulus ? 2 : 4); ++i) {
        collect(t, family, pressure[i / 2], "I11", i % 2 ? CONTENSOU_NORM_MAX : CONTENSOU_NORM_L2,
                0, &s[i]);
        for (int k = 0; k < 2 && s[i].count; ++k) {
            add(&p, k, title[i / 2][i % 2], s[i].x, s[i].y[k], s[i].count, i % 2 ? dashed : line,
                i / 2);
            add(&p, k, NULL, s[i].x, s[i].y[k], s[i].count, i % 2 ? rings : points, i / 2);
        }
    }
    if (s[0].count > 2)
        status = draw(context, path, &p, err);
    free(s);
    return status;
}

static enum contensou_status draw_errors(const struct contensou_tables *t, const char *path,
                                         contensou_tables_draw *draw, void *context,
                                         struct contensou_error *err)
{
    struct contensou_tables_picture p = {
        .title = "annuli: the largest error of each law, fitted for the least (minimax)",
        .x_label = "q, inner over outer radius (-)",
        .y_label = {"largest error of T and M / R per mu N (-)"},
        .panels = 1};
    struct series *s = calloc(most_traces, sizeof *s);
    enum contensou_status status = CONTENSOU_OK;
    int i = 0;

    if (!s)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a picture");
    for (size_t m = 0; m < contensou__registry_model_count && i < most_traces; ++m) {
        const char *model = contensou__registry_models[m];

        if (!contensou__tables_catalogue_has(m))
            continue;
        collect(t, "annulus", "uniform", model, CONTENSOU_NORM_MAX, 1, &s[i]);
        if (!s[i].count) /* nothing to fit: the same for every norm */
            collect(t, "annulus", "uniform", model, CONTENSOU_NORM_L2, 1, &s[i]);
        if (s[i].count)
            add(&p, 0, model, s[i].x, s[i].y[0], s[i].count, line, i);
        ++i;
    }
    if (s[0].count > 2)
        status = draw(context, path, &p, err);
    free(s);
    return status;
}

enum contensou_status contensou__tables_pictures(const struct contensou_tables *t, size_t file,
                                                 const char *path, contensou_tables_draw *draw,
                                                 void *context, struct contensou_error *err)
{
    switch (file) {
    case 0:
        return draw_disk(t, path, draw, context, err);
    case 1:
        return draw_b_m(t, "annulus", path, draw, context, err);
    case 2:
        return draw_b_m(t, "ellipse", path, draw, context, err);
    default:
        return draw_errors(t, path, draw, context, err);
    }
}
