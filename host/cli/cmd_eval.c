/* cmd_eval.c: contensou eval: the friction wrench of a contact patch for many slips.
 *
 * Slips come from a grid or from a file and go through cli/stream.h a block at a time:
 * v = cos theta (cos phi, sin phi), omega = sin theta; theta is the outer axis of a grid, phi the inner one:
 * row = i_theta * n_phi + i_phi. SPDX-License-Identifier: MIT */
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

enum { kind_count = 4 };
enum kind { KIND_AUTO, KIND_CURVES, KIND_MAPS, KIND_SURFACE };
static const char *const kind_names[kind_count] = {"auto", "curves", "maps", "surface"};

/* Slips that a picture of a kind draws at most. */
static const size_t most_drawn[kind_count] = {0, 1000000, 4000000, 1000000};

/* One direction of the grid: a list, or (too long to keep) a range that is computed as needed. */
struct axis {
    struct contensou__numbers_span span; /* without a list */
    size_t count;
    double *list, *cosine, *sine; /* NULL for a long range */
};

/* Everything of one run; all zero is nothing. Texts belong to the command line. */
struct work {
    struct contensou__contact_options_job job;
    const char *law, *set; /* a law of simulations and its numbers; NULL: the exact wrench */
    int plot_kind;         /* never KIND_AUTO once the input is open */
    int any_theta;         /* 1: theta may lie beyond pi/2 */
    struct axis theta, phi;
    struct contensou__stream_points points;    /* its csv is NULL for a grid */
    struct contensou__real_units units;        /* of the job, with those of the file */
    struct contensou_eval *eval;               /* of the exact wrench or of cells, or */
    struct contensou_regularised *regularised; /* of --law */
    struct contensou__stream stream;
};

/* The fields of a block. */
enum { keys = 0, slips = 3, wrenches = 6, jacobians = 9, fields = 18 };

enum { longest_list = 1 << 18 };

/* The keys of a row: two angles, which a grid has too, or three velocities. */
static const struct contensou__stream_sets slip_sets = {
    {{"theta", "phi"}, {"vx", "vy", "omega"}}, {2, 3}, "either theta,phi or vx,vy,omega"};

static size_t key_count(const struct work *w)
{
    return slip_sets.count[w->points.set];
}

static const char *key_name(const struct work *w, size_t k)
{
    return slip_sets.names[w->points.set][k];
}

static double member(const struct axis *axis, size_t i)
{
    return axis->list ? axis->list[i] : contensou__numbers_member(&axis->span, i);
}

static enum contensou_status read_axis(struct axis *axis, const char *text, const char *what,
                                       struct contensou_error *err)
{
    struct contensou_error no_range;
    struct contensou__numbers_span *const span = &axis->span;

    if (!contensou__numbers_span(text, what, span, &no_range) && span->count > longest_list &&
        isfinite((span->hi - span->lo) * (double)span->count)) {
        axis->count = span->count;
        return CONTENSOU_OK;
    }
    TRY(contensou__numbers_range(text, what, &axis->list, &axis->count, err));
    axis->cosine = calloc(axis->count, sizeof *axis->cosine);
    axis->sine = calloc(axis->count, sizeof *axis->sine);
    TRY(contensou__try_memory(axis->cosine ? axis->sine : NULL, err, "the %zu values of %s",
                              axis->count, what));
    for (size_t i = 0; i < axis->count; i++) {
        axis->cosine[i] = cos(axis->list[i]);
        axis->sine[i] = sin(axis->list[i]);
    }
    return CONTENSOU_OK;
}

/* Beyond a right angle the slip is that of another theta and phi, so a larger theta is a mistake as a
 * rule: degrees where radians are meant. The margin is for pi/2 in a few digits. */
static enum contensou_status check_theta(const struct work *w, double theta, const char *where,
                                         struct contensou_error *err)
{
    if (w->any_theta || fabs(theta) <= pi / 2 + 1e-3)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "%s: theta = %.6g is beyond pi/2, which is pure spinning; angles are in "
                          "radians unless they end in deg, such as 90deg; --any-theta takes it as "
                          "it is",
                          where, theta);
}

static enum contensou_status open_grid(struct work *w, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    struct axis *const theta = &w->theta, *const phi = &w->phi;

    TRY(read_axis(theta, contensou__options_value(o, "theta"), "--theta", err));
    for (size_t i = 0; i < theta->count; i += theta->list ? 1 : theta->count - 1)
        TRY(check_theta(w, member(theta, i), "--theta", err)); /* a range lies between its ends */
    TRY(read_axis(phi, contensou__options_value(o, "phi"), "--phi", err));
    if (theta->count > SIZE_MAX / 64 / phi->count)
        return WRONG(err, "--theta and --phi make %zu x %zu directions; that is too many",
                     theta->count, phi->count);
    w->stream.total = theta->count * phi->count;
    return CONTENSOU_OK;
}

/* Every row of a block of the file is a slip. */
static enum contensou_status check_points(void *work, size_t rows, struct contensou_error *err)
{
    const struct work *w = work;
    const struct contensou__stream_points *p = &w->points;

    for (size_t i = 0; i < rows; i++) {
        const double *v = p->value + i * p->width;
        char where[512];

        if (p->set && v[p->column[0]] == 0.0 && v[p->column[1]] == 0.0 && v[p->column[2]] == 0.0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:%ld: the slip vx = vy = omega = 0 has no direction; at least "
                                  "one of them must differ from 0",
                                  p->path, contensou__csv_line(p->csv, i));
        if (p->set)
            continue;
        snprintf(where, sizeof where, "%.480s:%ld", p->path, contensou__csv_line(p->csv, i));
        TRY(check_theta(w, v[p->column[0]] * w->units.table.angle, where, err));
    }
    return CONTENSOU_OK;
}

/* Checks and opens; a file is read to its end once, so that no wrong line is met later. */
static enum contensou_status open_input(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *const path = contensou__options_value(o, "points");

    w->units = w->job.units;
    if (!path)
        return open_grid(w, o, err);
    w->points.check = check_points;
    w->points.input = w;
    TRY(contensou__stream_points_open(&w->points, path, &slip_sets, &w->units, "slip", err));
    w->stream.total = w->points.total;
    return CONTENSOU_OK;
}

static void put(double *slip, size_t n, size_t i, double ct, double st, double cp, double sp)
{
    slip[i] = ct * cp;
    slip[n + i] = ct * sp;
    slip[2 * n + i] = st;
}

/* n slips from row `from` of the grid on. */
static void read_grid(const struct work *w, size_t from, size_t n, double *slip, double *const *key)
{
    const struct axis *theta = &w->theta, *phi = &w->phi;
    size_t it = from / phi->count, ip = from % phi->count, last = SIZE_MAX;
    double t = 0, ct = 1, st = 0;

    for (size_t i = 0; i < n; i++) {
        const double p = member(phi, ip);

        if (it != last) {
            t = member(theta, it);
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
static void spread_points(const struct work *w, size_t n, double *slip, double *const *key)
{
    const struct contensou__stream_points *const p = &w->points;
    const struct contensou__units *u = &w->units.table;
    const double velocity = u->length / u->time, spin = u->angle / u->time;
    const double by[2][3] = {{u->angle, u->angle, 1}, {velocity, velocity, spin}};

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < key_count(w); k++)
            key[k][i] = p->value[i * p->width + p->column[k]] * by[p->set][k];
        if (!p->set)
            put(slip, n, i, cos(key[0][i]), sin(key[0][i]), cos(key[1][i]), sin(key[1][i]));
        else
            for (size_t k = 0; k < 3; k++)
                slip[k * n + i] = key[k][i];
    }
}

static enum contensou_status read_slips(void *work, size_t rows, struct contensou__stream_block *b,
                                        struct contensou_error *err)
{
    struct work *w = work;
    double *const slip = contensou__stream_field(b, slips);
    double *const key[3] = {contensou__stream_field(b, keys), contensou__stream_field(b, keys + 1),
                            contensou__stream_field(b, keys + 2)};
    /* into the contact's own units: velocities and spins of a file are real ones, angles are between the slide and the spin
     * of the contact as it is given */
    const double unit = w->points.set ? contensou__real_units_length(&w->units) : w->units.a;

    if (w->points.csv) {
        TRY(contensou__stream_points_read(&w->points, rows, &b->n, err));
        spread_points(w, b->n, slip, key);
    } else {
        contensou__stream_take(&w->stream, rows, b);
        read_grid(w, b->from, b->n, slip, key);
    }
    for (size_t i = 2 * b->n; i < 3 * b->n && unit != 1; i++)
        slip[i] *= unit;
    return CONTENSOU_OK;
}

/* The picture of contensou eval: curves, heat maps or the limit surface. */

static enum contensou_status too_many(const struct work *w, struct contensou_error *err)
{
    return WRONG(err,
                 "too many slips for a picture: --plot-kind %s draws at most %zu; leave --plot out "
                 "or take fewer",
                 kind_names[w->plot_kind], most_drawn[w->plot_kind]);
}

/* Decides what is drawn, and refuses what cannot be. */
static enum contensou_status choose_kind(struct work *w, struct contensou_error *err)
{
    const int file = w->points.csv != NULL, grid = !file && w->theta.count > 1 && w->phi.count > 1;
    const char *kind;

    TRY(contensou_plot_check(w->job.plot, err));
    if (w->plot_kind == KIND_AUTO)
        w->plot_kind = grid ? KIND_MAPS : KIND_CURVES;
    kind = kind_names[w->plot_kind];
    if (file && w->plot_kind != KIND_CURVES)
        return WRONG(err,
                     "--plot-kind %s needs a grid by --theta and --phi; points of a file can be "
                     "drawn as curves over their row number",
                     kind);
    if (w->plot_kind == KIND_CURVES && grid)
        return WRONG(err,
                     "--plot-kind curves needs one value of --theta or of --phi, but the grid is "
                     "%zu x %zu; maps and surface draw it",
                     w->theta.count, w->phi.count);
    if (w->plot_kind != KIND_CURVES && !grid)
        return WRONG(err,
                     "--plot-kind %s needs several values of --theta and of --phi, but the grid is "
                     "%zu x %zu; curves draw it",
                     kind, w->theta.count, w->phi.count);
    if (w->stream.total == 1)
        return WRONG(err, "--plot needs at least two slips, but only one is given");
    return w->stream.total > most_drawn[w->plot_kind] ? too_many(w, err) : CONTENSOU_OK;
}

/* The one key that varies, such as a speed; -1: several of them do. */
static int varied_key(const struct work *w, double *const *key)
{
    int found = -1;

    for (size_t k = 0; k < key_count(w); k++)
        for (size_t i = 1; i < w->stream.done; i++)
            if (key[k][i] != key[k][0]) {
                if (found >= 0)
                    return -1;
                found = (int)k;
                break;
            }
    return found;
}

/* Force and torque, which have units of their own, in two panels over the angle or velocity that varies, or over the rows of a
 * file where several do. */
static enum contensou_status draw_curves(const struct work *w, const char *title,
                                         struct contensou_error *err)
{
    static const char *const names[3] = {"Tx", "Ty", "M"};
    double *const *const value = w->stream.drawn, *const *const key = value + 3;
    const size_t count = w->stream.done;
    const int varied = varied_key(w, key);
    const char *const x_key = varied < 0 ? "row of the file" : key_name(w, (size_t)varied);
    struct contensou_plot_trace trace[3];
    char heading[640], x_label[48], y_label[2][64];
    struct contensou_plot_grid_panel panel[2];
    const struct contensou_plot_grid_column column = {panel, 2, 1, 1, 0, 0};
    OWNED(contensou__try_free) double *rows = calloc(count, sizeof *rows);
    size_t used = (size_t)snprintf(heading, sizeof heading, "%.500s", title);

    TRY(contensou__try_memory(rows, err, "the picture"));
    for (size_t i = 0; i < count; i++)
        rows[i] = varied < 0 ? (double)(i + 1) : key[varied][i];
    for (size_t k = 0; k < key_count(w) && varied >= 0; k++)
        if ((int)k != varied && used < sizeof heading)
            used += (size_t)snprintf(heading + used, sizeof heading - used, ", %s = %.6g %s",
                                     key_name(w, k), key[k][0],
                                     contensou__real_units_column(&w->units, key_name(w, k)));
    snprintf(x_label, sizeof x_label, varied < 0 ? "%s" : "%s (%s)", x_key,
             varied < 0 ? "" : contensou__real_units_column(&w->units, x_key));
    for (int k = 0; k < 3; k++)
        trace[k] =
            (struct contensou_plot_trace){names[k], rows, value[k], count, CONTENSOU_PLOT_LINE, k};
    for (int k = 0; k < 2; k++) {
        snprintf(y_label[k], sizeof y_label[k], "%s (%s)", k ? "torque" : "force",
                 contensou__real_units_word(&w->units, k));
        panel[k] =
            (struct contensou_plot_grid_panel){x_label, y_label[k], trace + 2 * k, k ? 1 : 2};
    }
    return contensou_plot_grid(w->job.plot, NULL, heading, &column, 1, err);
}

static enum contensou_status draw_maps(const struct work *w, const char *title, char label[3][48],
                                       struct contensou_error *err)
{
    const size_t across = w->phi.count, up = w->theta.count;
    struct contensou_plot_map maps[3];
    OWNED(contensou__try_free) double *x = calloc(across + up, sizeof *x);

    TRY(contensou__try_memory(x, err, "the picture"));
    for (size_t i = 0; i < across + up; i++)
        x[i] = i < across ? member(&w->phi, i) : member(&w->theta, i - across);
    for (int k = 0; k < 3; k++)
        maps[k] = (struct contensou_plot_map){label[k], w->stream.drawn[k], NULL, 0};
    return contensou_plot_maps(w->job.plot, NULL, title, "phi (rad)", "theta (rad)", x, across,
                               x + across, up, maps, 3, err);
}

static enum contensou_status draw(void *work, struct contensou_error *err)
{
    const struct work *const w = work;
    const struct contensou_patch_spec *const spec = &w->job.spec;
    double *const *const value = w->stream.drawn;
    char label[3][48], title[512], tilt[96] = "";
    const char *const axes[3] = {label[0], label[1], label[2]};

    contensou__real_units_labels(&w->job.units, label);
    if (spec->tilt_k != 0.0)
        snprintf(tilt, sizeof tilt, ", tilt %.6g at %.6g rad", spec->tilt_k, spec->tilt_beta);
    snprintf(title, sizeof title, "%.300s, %.60s%s", spec->shape, contensou_contact_pressure(spec),
             tilt);
    if (w->plot_kind == KIND_CURVES)
        return draw_curves(w, title, err);
    if (w->plot_kind == KIND_MAPS)
        return draw_maps(w, title, label, err);
    return contensou_plot_surface(w->job.plot, title, axes, value[0], value[1], value[2],
                                  w->phi.count, w->theta.count, err);
}

/* What was asked. */

static enum contensou_status read_method(struct work *w, const struct contensou__options *o,
                                         struct contensou_error *err)
{
    static const char *const methods[3] = {"auto", "cells", "exact"};
    int method = 0;

    TRY(contensou__options_choice(o, "method", methods, 3, &method, err));
    w->job.eval.method = (enum contensou_method)method;
    w->job.eval.jacobian = contensou__options_given(o, "jacobian");
    return contensou__options_int(o, "cells", 1, CONTENSOU_PATCH_CELLS, &w->job.eval.cells, err);
}

static enum contensou_status check_choice(const struct contensou__options *o,
                                          struct contensou_error *err)
{
    const char *const theta = contensou__options_value(o, "theta");
    const char *const points = contensou__options_value(o, "points");

    if (!theta && !points)
        return WRONG(
            err, "missing slips: give --theta R, such as --theta 0:pi/2:91, or --points FILE.csv");
    if (points && (theta || contensou__options_given(o, "phi")))
        return WRONG(err, "--points and --%s exclude each other; give one of them",
                     theta ? "theta" : "phi");
    return CONTENSOU_OK;
}

static enum contensou_status check_law(const struct work *w, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const char *const model = contensou__options_value(o, "model");

    if (w->set && !w->law)
        return WRONG(err, "--set gives numbers of a law; it needs --law");
    if (w->law && (contensou__options_given(o, "method") || contensou__options_given(o, "cells")))
        return WRONG(
            err, "--method and --cells are about the exact wrench; they cannot be used with --law");
    if (model && !contensou_fit_file_is(model))
        return WRONG(
            err,
            "--model %s: it takes a file of 'contensou fit', FILE.json; a law by its name is --law",
            model);
    if (model && w->law)
        return WRONG(err, "--model and --law exclude each other; give one of them");
    return CONTENSOU_OK;
}

static enum contensou_status read_setup(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const struct contensou__contact_options_job *const job = &w->job;

    w->law = contensou__options_value(o, "law");
    w->set = contensou__options_value(o, "set");
    w->any_theta = contensou__options_given(o, "any-theta");
    TRY(check_law(w, o, err));
    TRY(contensou__contact_options_job_read(&w->job, o, err));
    if (job->fit.residual)
        return WRONG(err,
                     "%s has a residual, which corrects slips under loads (contensou limit) and no "
                     "wrench; fit without --residual for eval",
                     job->file);
    if (contensou__options_given(o, "jacobian") && job->fit.result.count)
        return WRONG(err, "--jacobian is that of the exact wrench; %s has the law %s", job->file,
                     job->fit.result.model);
    TRY(read_method(w, o, err));
    TRY(check_choice(o, err));
    TRY(contensou__options_choice(o, "plot-kind", kind_names, kind_count, &w->plot_kind, err));
    if (contensou__options_given(o, "plot-kind") && !job->plot)
        return WRONG(err, "--plot-kind needs --plot FILE.png, .svg or .pdf");
    return contensou__contact_options_job_patch(&w->job, err);
}

/* The columns: the keys of the input, the wrench and, if asked, the Jacobian. A picture needs the wrench, then the keys. */
static void choose_columns(struct work *w)
{
    static const char *const results[12] = {"Tx",         "Ty",         "M",       "dTx_dvx",
                                            "dTx_dvy",    "dTx_domega", "dTy_dvx", "dTy_dvy",
                                            "dTy_domega", "dM_dvx",     "dM_dvy",  "dM_domega"};
    const size_t count = key_count(w);
    struct contensou__stream *const s = &w->stream;

    for (size_t k = 0; k < count; k++)
        contensou__stream_column(s, key_name(w, k), keys + k, 0);
    for (size_t k = 0; k < (w->job.eval.jacobian ? 12 : 3); k++)
        contensou__stream_column(s, results[k], k < 3 ? wrenches : jacobians, k < 3 ? k : k - 3);
    for (; s->draws < 3 + count; s->draws++)
        s->draw[s->draws] = s->draws < 3 ? count + s->draws : s->draws - 3;
    s->fields = w->job.eval.jacobian ? fields : jacobians;
}

/* Every setting, as an HDF5 file gets it. */
static size_t head(void *work, struct contensou_table_attribute *to)
{
    struct work *w = work;
    const struct contensou__contact_options_job *const job = &w->job;
    const struct contensou_eval_options *const eval = &job->eval;
    const int exact =
        eval->method == CONTENSOU_METHOD_EXACT ||
        (eval->method == CONTENSOU_METHOD_AUTO && contensou_patch_has_exact(job->patch));
    const char *const slips_by = w->points.csv ? "points" : "theta";
    const struct contensou_table_attribute own[] = {
        {"method",
         w->law                  ? w->law
         : job->fit.result.count ? job->fit.result.model
         : exact                 ? "exact"
                                 : "cells",
         0},
        {"set", w->set ? w->set : "", 0},
        {"cells", NULL, eval->cells},
        {"precision", contensou__options_precisions[eval->precision], 0},
        {"pack", NULL, eval->pack},
        {"jacobian", NULL, eval->jacobian},
        {slips_by, contensou__options_value(job->options, slips_by), 0},
        {"phi", contensou__options_value(job->options, "phi"), 0}, /* last: a file has none */
    };

    return contensou__stream_head(&w->stream, to, own,
                                  sizeof own / sizeof *own - (w->points.csv ? 1 : 0));
}

static enum contensou_status create(void *work, struct contensou_error *err)
{
    struct work *w = work;
    const struct contensou__contact_options_job *const job = &w->job;

    return w->law ? contensou_regularised_create(&w->regularised, job->patch, w->stream.device,
                                                 w->law, w->set, &job->eval, err)
                  : contensou_eval_create(&w->eval, job->patch, w->stream.device, &job->eval, err);
}

static double *jacobian_of(const struct work *w, const struct contensou__stream_block *b)
{
    return w->job.eval.jacobian ? contensou__stream_field(b, jacobians) : NULL;
}

static enum contensou_status evaluate(void *work, struct contensou__stream_block *b,
                                      struct contensou_error *err)
{
    const struct work *w = work;
    const double *slip = contensou__stream_field(b, slips);
    double *wrench = contensou__stream_field(b, wrenches), *jacobian = jacobian_of(w, b);

    if (w->job.fit.result.count)
        return contensou_fit_wrench(w->job.patch, &w->job.fit.result, b->n, slip, wrench, err);
    return w->law ? contensou_regularised_run(w->regularised, b->n, slip, wrench, jacobian, err)
                  : contensou_eval_run(w->eval, b->n, slip, wrench, jacobian, err);
}

/* A slip that is finite and not zero has a wrench; NaN would be an empty field in the table. From the contact's own units to
 * those of the output. */
static enum contensou_status finish(void *work, struct contensou__stream_block *b,
                                    struct contensou_error *err)
{
    const struct work *w = work;
    const struct contensou__real_units *const u = &w->job.units;
    const double force = contensou__real_units_force(u), length = contensou__real_units_length(u);
    const double *slip = contensou__stream_field(b, slips);
    double *wrench = contensou__stream_field(b, wrenches), *jacobian = jacobian_of(w, b);
    const size_t n = b->n;

    for (size_t i = 0; i < n; i++)
        if (!isfinite(wrench[i]) || !isfinite(wrench[n + i]) || !isfinite(wrench[2 * n + i]))
            return contensou_fail(err, CONTENSOU_EOPENCL,
                                  "the device gave no finite wrench for the slip vx = %.17g, vy = "
                                  "%.17g, omega = %.17g",
                                  slip[i], slip[n + i], slip[2 * n + i]);
    if (w->job.plot && b->from + n > most_drawn[w->plot_kind])
        return too_many(w, err);
    contensou__real_units_wrench(u, n, wrench);
    for (size_t k = 0; k < 9 && jacobian && contensou__real_units_any(u); k++)
        for (size_t i = 0; i < n; i++)
            jacobian[k * n + i] *= force * (k >= 6 ? length : 1) * (k % 3 == 2 ? length : 1);
    return CONTENSOU_OK;
}

static const char *program(const void *work)
{
    const struct work *w = work;

    return w->regularised ? contensou_regularised_program(w->regularised)
                          : contensou_eval_program(w->eval);
}

static void release(struct work *w)
{
    contensou_regularised_free(w->regularised);
    contensou_eval_free(w->eval);
    contensou__stream_close(&w->stream);
    for (struct axis *axis = &w->theta; axis; axis = axis == &w->theta ? &w->phi : NULL) {
        free(axis->list);
        free(axis->cosine);
        free(axis->sine);
    }
    contensou__stream_points_close(&w->points);
    contensou__contact_options_job_free(&w->job);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    static const struct contensou__stream_steps steps = {.head = head,
                                                         .create = create,
                                                         .read = read_slips,
                                                         .solve = evaluate,
                                                         .finish = finish,
                                                         .program = program,
                                                         .draw = draw};
    OWNED(release)
    struct work w = {
        .stream = {.job = &w.job, .unit = "slips", .smallest = 1 << 6, .largest = 1 << 18}};

    TRY(read_setup(&w, options, err));
    TRY(open_input(&w, options, err));
    if (w.job.plot)
        TRY(choose_kind(&w, err));
    choose_columns(&w);
    return contensou__stream_run(&w.stream, &steps, &w, err);
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
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .run = run,
};
