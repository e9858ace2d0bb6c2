/* cmd_eval.c: contensou eval: the friction wrench of a contact patch for many slips.
 *
 * Slips are read, evaluated and written a block at a time, so memory does not grow with their
 * number; a block is written while the next one is read and evaluated. SPDX-License-Identifier: MIT */
#include "base/numbers.h"
#include "base/pi.h"
#include "base/try.h"
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/options.h"
#include "cli/real_units.h"
#include "cli/stream.h"

#include <contensou/contact.h>
#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/plot.h>
#include <contensou/regularised.h>
#include <contensou/table.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was asked, checked. Texts belong to the command line. */
struct setup {
    struct contensou__contact_options_job job;
    const char *theta, *phi, *points; /* theta or points is NULL */
    const char *law, *set; /* a law of simulations and its numbers; NULL: the exact wrench */
    int plot_kind;
    int any_theta; /* 1: theta may lie beyond pi/2 */
};

enum { kind_count = 4 };
enum kind { KIND_AUTO, KIND_CURVES, KIND_MAPS, KIND_SURFACE };
static const char *const kind_names[kind_count] = {"auto", "curves", "maps", "surface"};

/* One direction of the grid: a list, or (too long to keep) a range that is computed as needed. */
struct axis {
    size_t count;
    double lo, hi;
    double *list, *cosine, *sine; /* NULL for a long range */
};

struct input {
    struct axis theta, phi;
    struct contensou__stream_points points; /* its csv is NULL for a grid */
    size_t total;  /* 0 where it is not known: a file that cannot be read twice */
    int any_theta; /* as in the setup */
    struct contensou__real_units units; /* of the setup, with those of the file */
};

struct plot {
    int kind;             /* never KIND_AUTO after the opening */
    size_t limit;         /* slips at most */
    double *const *value; /* Tx, Ty, M of every slip, and its keys */
    size_t count;
};

/* The slips of contensou eval, a block at a time, from a grid or from a file.
 *
 * v = cos theta (cos phi, sin phi), omega = sin theta; theta is the outer axis, phi the inner one:
 * row = i_theta * n_phi + i_phi. */

enum { longest_list = 1 << 18 };

/* The keys of a row: two angles, which a grid has too, or three velocities. */
static const struct contensou__stream_sets slip_sets = {
    {{"theta", "phi"}, {"vx", "vy", "omega"}}, {2, 3}, "either theta,phi or vx,vy,omega"};

static size_t key_count(const struct input *in)
{
    return slip_sets.count[in->points.set];
}

static const char *key_name(const struct input *in, size_t k)
{
    return slip_sets.names[in->points.set][k];
}

/* Member i of an axis. */
static double member_input(const struct axis *axis, size_t i)
{
    if (axis->list)
        return axis->list[i];
    return i + 1 == axis->count
               ? axis->hi
               : axis->lo + (axis->hi - axis->lo) * (double)i / (double)(axis->count - 1);
}

/* Takes "lo:hi:count" as a range to be computed if its count is large; 0 if it is anything else. */
static int read_long_range(struct axis *axis, const char *text)
{
    char ends[256];
    const char *first = strchr(text, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    long count;

    if (!second || (size_t)(second - text) >= sizeof ends)
        return 0;
    memcpy(ends, text, (size_t)(second - text));
    ends[second - text] = '\0';
    ends[first - text] = '\0';
    if (contensou__numbers_whole(second + 1, "", longest_list + 1, 1000000000, &count, NULL) ||
        contensou__numbers_parse(ends, "", &axis->lo, NULL) ||
        contensou__numbers_parse(ends + (first + 1 - text), "", &axis->hi, NULL) ||
        !isfinite((axis->hi - axis->lo) * (double)count))
        return 0;
    axis->count = (size_t)count;
    return 1;
}

static enum contensou_status read_axis(struct axis *axis, const char *text, const char *what,
                                       struct contensou_error *err)
{
    if (read_long_range(axis, text))
        return CONTENSOU_OK;
    TRY(contensou__numbers_range(text, what, &axis->list, &axis->count, err));
    axis->cosine = malloc(axis->count * sizeof *axis->cosine);
    axis->sine = malloc(axis->count * sizeof *axis->sine);
    if (!axis->cosine || !axis->sine)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the %zu values of %s",
                              axis->count, what);
    for (size_t i = 0; i < axis->count; i++) {
        axis->cosine[i] = cos(axis->list[i]);
        axis->sine[i] = sin(axis->list[i]);
    }
    return CONTENSOU_OK;
}

/* Beyond a right angle the slip is that of another theta and phi, so a larger theta is a mistake as a
 * rule: degrees where radians are meant. The room is for pi/2 in a few digits. */
static int beyond(const struct input *in, double theta)
{
    return !in->any_theta && !(fabs(theta) <= pi / 2 + 1e-3);
}

static enum contensou_status refuse_theta(double theta, const char *where,
                                          struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "%s: theta = %.6g is beyond pi/2, which is pure spinning; angles are in "
                          "radians unless they end in deg, such as 90deg; --any-theta takes it as "
                          "it is",
                          where, theta);
}

static enum contensou_status open_grid(struct input *in, const char *theta, const char *phi,
                                       struct contensou_error *err)
{
    TRY(read_axis(&in->theta, theta, "--theta", err));
    for (size_t i = 0; i < in->theta.count; i++) {
        const double t = member_input(&in->theta, i);

        if (beyond(in, t))
            TRY(refuse_theta(t, "--theta", err));
        else if (!in->theta.list && i == 0)
            i = in->theta.count - 2; /* a long range lies between its ends */
    }
    TRY(read_axis(&in->phi, phi, "--phi", err));
    if (in->theta.count > SIZE_MAX / 64 / in->phi.count)
        return WRONG(err, "--theta and --phi make %zu x %zu directions; that is too many",
                     in->theta.count, in->phi.count);
    in->total = in->theta.count * in->phi.count;
    return CONTENSOU_OK;
}

/* Every row of a block of the file is a slip. */
static enum contensou_status check_points(void *input, size_t rows, struct contensou_error *err)
{
    const struct input *in = input;
    const struct contensou__stream_points *p = &in->points;

    for (size_t i = 0; i < rows; i++) {
        const double *v = p->value + i * p->width;
        const double theta = v[p->column[0]] * in->units.table.angle;
        char where[512];

        if (p->set && v[p->column[0]] == 0.0 && v[p->column[1]] == 0.0 && v[p->column[2]] == 0.0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:%ld: the slip vx = vy = omega = 0 has no direction; at least "
                                  "one of them must differ from 0",
                                  p->path, contensou__csv_line(p->csv, i));
        if (p->set || !beyond(in, theta))
            continue;
        snprintf(where, sizeof where, "%.480s:%ld", p->path, contensou__csv_line(p->csv, i));
        return refuse_theta(theta, where, err);
    }
    return CONTENSOU_OK;
}

static enum contensou_status open_points(struct input *in, const char *path,
                                         struct contensou_error *err)
{
    struct contensou__stream_points *p = &in->points;

    p->check = check_points;
    p->input = in;
    TRY(contensou__stream_points_open(p, path, &slip_sets, &in->units, "slip", err));
    in->total = p->total;
    return CONTENSOU_OK;
}

/* Checks and opens; a file is read to its end once, so that no wrong line is met later. Close it
 * also after a failure. */
static enum contensou_status open_input(struct input *in, const struct setup *s,
                                        struct contensou_error *err)
{
    *in = (struct input){.any_theta = s->any_theta, .units = s->job.units};
    return s->points ? open_points(in, s->points, err) : open_grid(in, s->theta, s->phi, err);
}

static void free_axis(struct axis *axis)
{
    free(axis->list);
    free(axis->cosine);
    free(axis->sine);
}

static void close_input(struct input *in)
{
    free_axis(&in->theta);
    free_axis(&in->phi);
    contensou__stream_points_close(&in->points);
}

static void put(double *slip, size_t n, size_t i, double ct, double st, double cp, double sp)
{
    slip[i] = ct * cp;
    slip[n + i] = ct * sp;
    slip[2 * n + i] = st;
}

/* n slips from row `from` of the grid on. */
static void read_grid(const struct input *in, size_t from, size_t n, double *slip,
                      double *const *key)
{
    const struct axis *theta = &in->theta, *phi = &in->phi;
    size_t it = from / phi->count, ip = from % phi->count, last = SIZE_MAX;
    double t = 0, ct = 1, st = 0;

    for (size_t i = 0; i < n; i++) {
        const double p = member_input(phi, ip);

        if (it != last) {
            t = member_input(theta, it);
            ct = theta->list ? theta->cosine[it] : cos(t);
            st = theta->list ? theta->sine[it] : sin(t);
            last = it;
        }
        key[0][i] = t;
        key[1][i] = p;
        put(slip, n, i, ct, st, phi->list ? phi->cosine[ip] : cos(p),
            phi->list ? phi->sine[ip] : sin(p));
        if (++ip == phi->count) {
            ip = 0;
            it++;
        }
    }
}

/* Rows in the units of the file become keys in rad, or in m/s and rad/s: what is written is what the file of results says. */
static void spread_points(const struct input *in, size_t n, double *slip, double *const *key)
{
    const struct contensou__units *u = &in->units.table;
    const double velocity = u->length / u->time, spin = u->angle / u->time;
    const double by[2][3] = {{u->angle, u->angle, 1}, {velocity, velocity, spin}};

    for (size_t i = 0; i < n; i++) {
        const double *row = in->points.value + i * in->points.width;

        for (size_t k = 0; k < key_count(in); k++)
            key[k][i] = row[in->points.column[k]] * by[in->points.set][k];
        if (!in->points.set)
            put(slip, n, i, cos(key[0][i]), sin(key[0][i]), cos(key[1][i]), sin(key[1][i]));
        else
            for (size_t k = 0; k < 3; k++)
                slip[k * n + i] = key[k][i];
    }
}

/* Slips into the contact's own units: velocities and spins of a file are real ones, angles are between the slide and the
 * spin of the contact as it is given. */
static void to_contact(const struct input *in, size_t n, double *slip)
{
    const double w = in->points.set ? contensou__real_units_length(&in->units) : in->units.a;

    for (size_t i = 2 * n; i < 3 * n && w != 1; i++)
        slip[i] *= w;
}

/* The picture of contensou eval: curves, heat maps or the limit surface. */

static const size_t most_curve_points = 1000000, most_mesh_points = 1000000,
                    most_map_points = 4000000;

static enum contensou_status choose_kind(struct plot *p, const struct setup *s,
                                         const struct input *in, struct contensou_error *err)
{
    const int grid = !in->points.csv && in->theta.count > 1 && in->phi.count > 1;
    const char *kind;

    p->kind = s->plot_kind != KIND_AUTO ? s->plot_kind : grid ? KIND_MAPS : KIND_CURVES;
    kind = kind_names[p->kind];
    if (in->points.csv && p->kind != KIND_CURVES)
        return WRONG(err,
                     "--plot-kind %s needs a grid by --theta and --phi; points of a file can be "
                     "drawn as curves over their row number",
                     kind);
    if (!in->points.csv && p->kind == KIND_CURVES && grid)
        return WRONG(err,
                     "--plot-kind curves needs one value of --theta or of --phi, but the grid is "
                     "%zu x %zu; maps and surface draw it",
                     in->theta.count, in->phi.count);
    if (!in->points.csv && p->kind != KIND_CURVES && !grid)
        return WRONG(err,
                     "--plot-kind %s needs several values of --theta and of --phi, but the grid is "
                     "%zu x %zu; curves draw it",
                     kind, in->theta.count, in->phi.count);
    if (in->total == 1)
        return WRONG(err, "--plot needs at least two slips, but only one is given");
    p->limit = p->kind == KIND_MAPS      ? most_map_points
               : p->kind == KIND_SURFACE ? most_mesh_points
                                         : most_curve_points;
    return CONTENSOU_OK;
}

static enum contensou_status too_many(const struct plot *p, struct contensou_error *err)
{
    return WRONG(err,
                 "too many slips for a picture: --plot-kind %s draws at most %zu; leave --plot out "
                 "or take fewer",
                 kind_names[p->kind], p->limit);
}

/* Decides what is drawn, and refuses what cannot be. */
static enum contensou_status open_plot(struct plot *p, const struct setup *s,
                                       const struct input *in, struct contensou_error *err)
{
    TRY(contensou_plot_check(s->job.plot, err));
    TRY(choose_kind(p, s, in, err));
    if (in->total > p->limit)
        TRY(too_many(p, err));
    return CONTENSOU_OK;
}

/* The members of an axis; for free(). */
static double *members(const struct axis *axis, size_t count)
{
    double *value = malloc(count * sizeof *value);

    for (size_t i = 0; value && i < count; i++)
        value[i] = member_input(axis, i);
    return value;
}

/* The one key that varies, such as a speed; -1: several of them do. */
static int varied_key(const struct plot *p, size_t keys)
{
    int found = -1;

    for (size_t k = 0; k < keys; k++)
        for (size_t i = 1; i < p->count; i++)
            if (p->value[3 + k][i] != p->value[3 + k][0]) {
                if (found >= 0)
                    return -1;
                found = (int)k;
                break;
            }
    return found;
}

/* Force and torque, which have units of their own, in two panels over the angle or velocity that varies, or over the rows of a
 * file where several do. */
static enum contensou_status draw_curves(struct plot *p, const struct input *in, const char *path,
                                         const char *title, struct contensou_error *err)
{
    const int varied = varied_key(p, key_count(in));
    const char *const key = varied < 0 ? "row of the file" : key_name(in, (size_t)varied);
    struct contensou_plot_trace trace[3];
    char heading[640], x_label[48], y_label[2][64];
    struct contensou_plot_grid_panel panel[2];
    const struct contensou_plot_grid_column column = {panel, 2, 1, 1, 0, 0};
    double *const rows = varied < 0 ? malloc(p->count * sizeof *rows) : NULL;
    enum contensou_status status;
    size_t used = (size_t)snprintf(heading, sizeof heading, "%.500s", title);

    if (varied < 0 && !rows)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    for (size_t i = 0; i < p->count && rows; i++)
        rows[i] = (double)(i + 1);
    for (size_t k = 0; k < key_count(in) && varied >= 0; k++)
        if ((int)k != varied && used < sizeof heading)
            used += (size_t)snprintf(heading + used, sizeof heading - used, ", %s = %.6g %s",
                                     key_name(in, k), p->value[3 + k][0],
                                     contensou__real_units_column(&in->units, key_name(in, k)));
    snprintf(x_label, sizeof x_label, varied < 0 ? "%s" : "%s (%s)", key,
             varied < 0 ? "" : contensou__real_units_column(&in->units, key));
    for (int k = 0; k < 3; k++)
        trace[k] = (struct contensou_plot_trace){(const char *const[]){"Tx", "Ty", "M"}[k],
                                                 rows ? rows : p->value[3 + varied],
                                                 p->value[k],
                                                 p->count,
                                                 CONTENSOU_PLOT_LINE,
                                                 k};
    for (int k = 0; k < 2; k++) {
        snprintf(y_label[k], sizeof y_label[k], "%s (%s)", k ? "torque" : "force",
                 contensou__real_units_word(&in->units, k));
        panel[k] =
            (struct contensou_plot_grid_panel){x_label, y_label[k], trace + 2 * k, k ? 1 : 2};
    }
    status = contensou_plot_grid(path, NULL, heading, &column, 1, err);
    free(rows);
    return status;
}

static enum contensou_status draw_maps(const struct plot *p, const struct input *in,
                                       const char *path, const char *title, char label[3][48],
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

static enum contensou_status draw_plot(struct plot *p, const struct setup *s,
                                       const struct input *in, struct contensou_error *err)
{
    char label[3][48];
    const char *const axes[3] = {label[0], label[1], label[2]};
    char title[512], tilt[96] = "";

    contensou__real_units_labels(&s->job.units, label);
    if (s->job.spec.tilt_k != 0.0)
        snprintf(tilt, sizeof tilt, ", tilt %.6g at %.6g rad", s->job.spec.tilt_k,
                 s->job.spec.tilt_beta);
    snprintf(title, sizeof title, "%.300s, %.60s%s", s->job.spec.shape,
             contensou_contact_pressure(&s->job.spec), tilt);
    if (p->kind == KIND_CURVES)
        return draw_curves(p, in, s->job.plot, title, err);
    if (p->kind == KIND_MAPS)
        return draw_maps(p, in, s->job.plot, title, label, err);
    return contensou_plot_surface(s->job.plot, title, axes, p->value[0], p->value[1], p->value[2],
                                  in->phi.count, in->theta.count, err);
}

static const char *const methods[3] = {"auto", "cells", "exact"};

static enum contensou_status read_method(struct setup *s, const struct contensou__options *o,
                                         struct contensou_error *err)
{
    int method = 0;
    long cells = 0;

    TRY(contensou__options_choice(o, "method", methods, 3, &method, err));
    TRY(contensou__options_whole(o, "cells", 1, CONTENSOU_PATCH_CELLS, &cells, err));
    s->job.eval.method = (enum contensou_method)method;
    s->job.eval.cells = (int)cells;
    s->job.eval.jacobian = contensou__options_given(o, "jacobian");
    return CONTENSOU_OK;
}

static enum contensou_status read_choice(struct setup *s, const struct contensou__options *o,
                                         struct contensou_error *err)
{
    s->theta = contensou__options_value(o, "theta");
    s->phi = contensou__options_value(o, "phi");
    s->points = contensou__options_value(o, "points");
    s->any_theta = contensou__options_given(o, "any-theta");
    if (!s->theta && !s->points)
        return WRONG(
            err, "missing slips: give --theta R, such as --theta 0:pi/2:91, or --points FILE.csv");
    if (s->points && (s->theta || contensou__options_given(o, "phi")))
        return WRONG(err, "--points and --%s exclude each other; give one of them",
                     s->theta ? "theta" : "phi");
    return CONTENSOU_OK;
}

static enum contensou_status check_law(const struct setup *s, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const char *const model = contensou__options_value(o, "model");

    if (s->set && !s->law)
        return WRONG(err, "--set gives numbers of a law; it needs --law");
    if (s->law && (contensou__options_given(o, "method") || contensou__options_given(o, "cells")))
        return WRONG(
            err, "--method and --cells are about the exact wrench; they cannot be used with --law");
    if (model && !contensou_fit_file_is(model))
        return WRONG(
            err,
            "--model %s: it takes a file of 'contensou fit', FILE.json; a law by its name is --law",
            model);
    if (model && s->law)
        return WRONG(err, "--model and --law exclude each other; give one of them");
    return CONTENSOU_OK;
}

/* Free its job also after a failure. */
static enum contensou_status read_setup(struct setup *s, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    s->law = contensou__options_value(o, "law");
    s->set = contensou__options_value(o, "set");
    TRY(check_law(s, o, err));
    TRY(contensou__contact_options_job_read(&s->job, o, err));
    if (s->job.fit.residual)
        return WRONG(err,
                     "%s has a residual, which corrects slips under loads (contensou limit) and no "
                     "wrench; fit without --residual for eval",
                     s->job.file);
    if (contensou__options_given(o, "jacobian") && s->job.fit.result.count)
        return WRONG(err, "--jacobian is that of the exact wrench; %s has the law %s", s->job.file,
                     s->job.fit.result.model);
    TRY(read_method(s, o, err));
    TRY(read_choice(s, o, err));
    TRY(contensou__options_choice(o, "plot-kind", kind_names, kind_count, &s->plot_kind, err));
    if (contensou__options_given(o, "plot-kind") && !s->job.plot)
        return WRONG(err, "--plot-kind needs --plot FILE.png, .svg or .pdf");
    return CONTENSOU_OK;
}

/* Everything of one run; all zero is nothing. */
struct work {
    struct setup setup;
    struct input input;
    struct plot plot;
    struct contensou_eval *eval;       /* of the exact wrench or of cells, or */
    struct contensou_regularised *law; /* of --law */
    struct contensou__stream stream;
};

/* The fields of a block. */
enum { keys = 0, slips = 3, wrenches = 6, jacobians = 9, fields = 18 };

/* Opens the table with its columns: the keys of the input, the wrench and, if asked, the Jacobian.
 * An HDF5 file gets every setting, the command line, version, device and driver. */
static enum contensou_status open_table(void *work, struct contensou_error *err)
{
    static const char *const results[12] = {"Tx",         "Ty",         "M",       "dTx_dvx",
                                            "dTx_dvy",    "dTx_domega", "dTy_dvx", "dTy_dvy",
                                            "dTy_domega", "dM_dvx",     "dM_dvy",  "dM_domega"};
    struct work *w = work;
    const struct setup *s = &w->setup;
    const struct input *in = &w->input;
    const int exact =
        s->job.eval.method == CONTENSOU_METHOD_EXACT ||
        (s->job.eval.method == CONTENSOU_METHOD_AUTO && contensou_patch_has_exact(s->job.patch));
    const char *names[15];
    const size_t keys_of = key_count(in), columns = keys_of + (s->job.eval.jacobian ? 12 : 3);

    const struct contensou_table_attribute own[] = {
        {"method",
         s->law                    ? s->law
         : s->job.fit.result.count ? s->job.fit.result.model
         : exact                   ? "exact"
                                   : "cells",
         0},
        {"set", s->set ? s->set : "", 0},
        {"cells", NULL, s->job.eval.cells},
        {"precision", contensou__options_precisions[s->job.eval.precision], 0},
        {"pack", NULL, s->job.eval.pack},
        {"jacobian", NULL, s->job.eval.jacobian},
        {s->points ? "points" : "theta", s->points ? s->points : s->theta, 0},
        {"phi", s->phi, 0}, /* last: a file of points has none */
    };
    const size_t count = sizeof own / sizeof own[0] - (s->points ? 1 : 0);

    for (size_t c = 0; c < columns; c++)
        names[c] = c < keys_of ? key_name(in, c) : results[c - keys_of];
    return contensou__contact_options_table(&w->stream.table, &s->job,
                                            contensou_device_about(w->stream.device), names,
                                            columns, own, count, err);
}

static enum contensou_status create(void *work, struct contensou_error *err)
{
    struct work *w = work;
    const struct setup *s = &w->setup;

    return s->law
               ? contensou_regularised_create(&w->law, s->job.patch, w->stream.device, s->law,
                                              s->set, &s->job.eval, err)
               : contensou_eval_create(&w->eval, s->job.patch, w->stream.device, &s->job.eval, err);
}

static enum contensou_status read_slips(void *work, size_t rows, struct contensou__stream_block *b,
                                        struct contensou_error *err)
{
    struct work *w = work;
    struct input *in = &w->input;
    double *const key[3] = {contensou__stream_field(b, keys), contensou__stream_field(b, keys + 1),
                            contensou__stream_field(b, keys + 2)};
    double *slip = contensou__stream_field(b, slips);

    if (in->points.csv) {
        TRY(contensou__stream_points_read(&in->points, rows, &b->n, err));
        spread_points(in, b->n, slip, key);
    } else {
        const size_t left = in->total - b->from;

        b->n = left < rows ? left : rows;
        read_grid(in, b->from, b->n, slip, key);
    }
    to_contact(in, b->n, slip);
    return CONTENSOU_OK;
}

static double *jacobian_of(const struct work *w, const struct contensou__stream_block *b)
{
    return w->setup.job.eval.jacobian ? contensou__stream_field(b, jacobians) : NULL;
}

static enum contensou_status evaluate(void *work, struct contensou__stream_block *b,
                                      struct contensou_error *err)
{
    const struct work *w = work;
    const struct contensou__contact_options_job *job = &w->setup.job;
    const double *slip = contensou__stream_field(b, slips);
    double *wrench = contensou__stream_field(b, wrenches), *jacobian = jacobian_of(w, b);

    if (job->fit.result.count)
        return contensou_fit_wrench(job->patch, &job->fit.result, b->n, slip, wrench, err);
    return w->law ? contensou_regularised_run(w->law, b->n, slip, wrench, jacobian, err)
                  : contensou_eval_run(w->eval, b->n, slip, wrench, jacobian, err);
}

/* From the contact's own units to those of the output. */
static void to_real(const struct contensou__real_units *u, size_t n, double *wrench,
                    double *jacobian)
{
    const double force = contensou__real_units_force(u), length = contensou__real_units_length(u);

    for (size_t i = 0; i < 3 * n; i++)
        wrench[i] *= i < 2 * n ? force : force * length;
    for (size_t k = 0; k < 9 && jacobian; k++)
        for (size_t i = 0; i < n; i++)
            jacobian[k * n + i] *= force * (k >= 6 ? length : 1) * (k % 3 == 2 ? length : 1);
}

/* A slip that is finite and not zero has a wrench; NaN would be an empty field in the table. */
static enum contensou_status check_numbers(size_t n, const double *slip, const double *wrench,
                                           struct contensou_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(wrench[i]) || !isfinite(wrench[n + i]) || !isfinite(wrench[2 * n + i]))
            return contensou_fail(err, CONTENSOU_EOPENCL,
                                  "the device gave no finite wrench for the slip vx = %.17g, vy = "
                                  "%.17g, omega = %.17g",
                                  slip[i], slip[n + i], slip[2 * n + i]);
    return CONTENSOU_OK;
}

static enum contensou_status columns(void *work, struct contensou__stream_block *b,
                                     const double **column, struct contensou_error *err)
{
    const struct work *w = work;
    const struct contensou__contact_options_job *job = &w->setup.job;
    double *wrench = contensou__stream_field(b, wrenches), *jacobian = jacobian_of(w, b);
    size_t count = 0;

    TRY(check_numbers(b->n, contensou__stream_field(b, slips), wrench, err));
    if (job->plot && b->from + b->n > w->plot.limit)
        return too_many(&w->plot, err);
    if (contensou__real_units_any(&job->units))
        to_real(&job->units, b->n, wrench, jacobian);
    for (size_t k = 0; k < key_count(&w->input); k++)
        column[count++] = contensou__stream_field(b, keys + k);
    for (size_t k = 0; k < 3; k++)
        column[count++] = wrench + k * b->n;
    for (size_t k = 0; jacobian && k < 9; k++)
        column[count++] = jacobian + k * b->n;
    return CONTENSOU_OK;
}

static const char *program(const void *work)
{
    const struct work *w = work;

    return w->law ? contensou_regularised_program(w->law) : contensou_eval_program(w->eval);
}

static enum contensou_status draw(void *work, struct contensou_error *err)
{
    struct work *w = work;

    w->plot.value = w->stream.kept;
    w->plot.count = w->stream.done;
    return draw_plot(&w->plot, &w->setup, &w->input, err);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    static const struct contensou__stream_steps steps = {.table = open_table,
                                                         .create = create,
                                                         .read = read_slips,
                                                         .solve = evaluate,
                                                         .columns = columns,
                                                         .program = program,
                                                         .draw = draw};
    struct work w = {
        .stream = {.job = &w.setup.job, .unit = "slips", .smallest = 1 << 6, .largest = 1 << 18}};
    struct contensou__stream *s = &w.stream;
    enum contensou_status status = read_setup(&w.setup, options, err);

    if (!status)
        status = contensou__contact_options_job_patch(&w.setup.job, err);
    if (!status)
        status = open_input(&w.input, &w.setup, err);
    if (!status && w.setup.job.plot)
        status = open_plot(&w.plot, &w.setup, &w.input, err);
    s->total = w.input.total;
    s->fields = w.setup.job.eval.jacobian ? fields : jacobians;
    for (; s->keeps < 3 + key_count(&w.input); s->keeps++) /* the wrench, then the keys */
        s->keep[s->keeps] = s->keeps < 3 ? key_count(&w.input) + s->keeps : s->keeps - 3;
    if (!status)
        status = contensou__stream_run(s, &steps, &w, err);
    contensou_regularised_free(w.law);
    contensou_eval_free(w.eval);
    contensou__stream_close(s);
    close_input(&w.input);
    contensou__contact_options_job_free(&w.setup.job);
    return status;
}

static const struct contensou__option option_rows[] = {
    CONTENSOU__CONTACT_OPTIONS_ROWS,
    {"model", 0, "FIT.json", NULL,
     "the contact and the law that 'contensou fit' wrote there, with its mu, size a, normal force "
     "and unit of length, instead of --shape and what belongs to it"},
    CONTENSOU__REAL_UNITS_ROWS,
    {"theta", 0, "R", NULL,
     "slip angles between sliding (0) and spinning (pi/2), in rad: a range lo:hi:count, a list or "
     "one number; this or --points is required"},
    {"phi", 0, "R", "0", "directions of sliding, in rad from the x axis, written as for --theta"},
    {"points", 0, "FILE.csv", NULL,
     "read the slips from a table with the columns theta,phi (rad) or vx,vy,omega (any one unit of "
     "velocity; omega times the unit of length)"},
    {"any-theta", 0, NULL, NULL,
     "take theta beyond -pi/2 to pi/2 too, which is refused otherwise: such a slip has another "
     "theta and phi as well, and degrees are meant as a rule"},
    {"method", 0, "NAME", "auto",
     "exact (closed forms and quadratures), cells (a sum over small areas) or auto: exact where it "
     "exists"},
    {"cells", 0, "N", "101",
     "cells along the larger side of the patch, for the method cells, at most 4000"},
    {"law", 0, "LAW", NULL,
     "a law of simulations instead of the exact wrench: {contact laws}, "
     "with our fit for the contact; then the size of a slip counts ('contensou list laws')"},
    {"set", 0, "NAME=X,..", NULL,
     "numbers of that law, such as law.eps=1e-3,law.eta=2 (law.eps is 0 unless given)"},
    {"jacobian", 0, NULL, NULL,
     "add the nine derivatives of (Tx,Ty,M) by (vx,vy,omega): dTx_dvx, dTx_dvy, ..."},
    CONTENSOU__COMMAND_OUTPUT,
    {"plot", 0, "FILE", NULL, "draw a picture: FILE.png, FILE.svg or FILE.pdf"},
    {"plot-kind", 0, "KIND", "auto",
     "curves over the one angle or velocity that varies, maps (Tx, Ty, M over phi and theta), "
     "surface (the limit surface in Tx, Ty, M) or auto: maps for a grid, otherwise curves"},
    {"dump-program", 0, "FILE", NULL, "write the text of the device program to FILE"},
};

const struct contensou__command contensou__cmd_eval_command = {
    .name = "eval",
    .summary = "the friction force and torque of a contact patch for many slips",
    .usage = "--shape SHAPE [--pressure PRESSURE] [--tilt K,BETA]\n"
             "                      (--theta R [--phi R] | --points FILE.csv) [-o FILE] [options]",
    .about =
        "A slip is the velocity (vx, vy) of the reference point and the spin omega; only its "
        "direction matters: (vx, vy) = cos theta (cos phi, sin phi), omega = sin theta. The wrench "
        "(Tx, Ty, M) points along the slip and has no unit: the friction on the body is minus mu N "
        "times it, the torque also times the unit of length.\n\n"
        "The table has the columns theta,phi,Tx,Ty,M with phi varying fastest, or "
        "vx,vy,omega,Tx,Ty,M for points given so. Numbers have 17 digits. Slips are worked on a "
        "block at a time: 1e8 of them need no more memory than 1e6.",
    .examples =
        "  A Hertz disk from sliding to spinning, as a table and as a picture:\n"
        "    contensou eval --shape disk --pressure hertz --theta 0:pi/2:91 -o hertz.csv\n"
        "    contensou eval --shape disk --pressure hertz --theta 0:pi/2:91 --plot hertz.png\n"
        "  A tilted ellipse, all directions, with derivatives, to HDF5:\n"
        "    contensou eval --shape ellipse:1,0.5 --pressure hertz --tilt 0.5,30deg \\\n"
        "        --theta -pi/2:pi/2:181 --phi 0:2pi:361 --jacobian -o wrench.h5\n"
        "  The law of [4] near rest, for slips of a file:\n"
        "    contensou eval --shape disk --law I11 --set law.eps=1e-3 --points slips.csv\n"
        "  Slips of a file on a polygon, about the point (0.1, -0.2):\n"
        "    contensou eval --shape polygon:foot.csv --center 0.1,-0.2 --points slips.csv\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .run = run,
};
