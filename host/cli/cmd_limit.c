/* cmd_limit.c: contensou limit: what loads a contact holds in stick, and how it starts to slip.
 *
 * Loads are read, solved and written a block at a time, so memory does not grow with their number.
 * SPDX-License-Identifier: MIT */
#include "base/numbers.h"
#include "base/pi.h"
#include "base/text.h"
#include "base/try.h"
#include "cli/cmd_fit.h"
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/real_units.h"
#include "cli/stream.h"

#include <contensou/fit.h>
#include <contensou/limit.h>
#include <contensou/plot.h>
#include <contensou/table.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The law of --model: its parameters, some from --set, the others fitted. All zero is none. */
struct model {
    struct contensou_fit_options fit; /* model NULL: the exact law */
    struct contensou_fit_bound set[CONTENSOU_FIT_PARAMETERS];
    char *names; /* of --set */
    struct contensou_fit_result *result;
    char *parameters; /* as --set takes them */
};

/* What was asked, checked. Texts belong to the command line. */
struct setup {
    struct contensou__contact_options_job job;
    struct model model;
    const char *points; /* the file, or NULL */
    double load[3];     /* of --load */
    size_t surface;     /* the N of --surface, or 0 */
    double eta;         /* 0 where not asked */
};

struct input {
    const struct setup *setup;
    struct contensou__stream_points points; /* its csv is NULL where there is no file */
    int loads;     /* 1: the rows are given as loads, minus the friction that holds them */
    size_t total;  /* 0 where it is not known: a file that cannot be read twice */
    double radius; /* of the patch: a surface has slips (cos a, sin a/radius) */
    struct contensou__real_units units; /* of the setup, with those of the file */
};

/* The rows of contensou limit, a block at a time: loads, or slips of a surface.
 *
 * A row is kept as the friction that answers it, u = (Tx, Ty, M) of [1](2.5); a load, which acts on
 * the body beside friction, is minus that.
 *
 * The surface is sampled on N angles a from -pi/2 to pi/2, outer, and 2N directions phi from -pi to
 * pi, inner: slip = (cos a cos phi, cos a sin phi, sin a/R), R the radius of the patch, so that the
 * points spread over the surface whatever the unit of length. */

static const struct contensou__stream_sets load_sets = {
    {{"Tx", "Ty", "M"}, {"load_x", "load_y", "load_M"}},
    {3, 3},
    "load_x,load_y,load_M (loads on the body) or Tx,Ty,M (the friction that holds them, minus the "
    "loads)"};

/* Checks and opens; a file is read to its end once, so that no wrong line is met later. Close it
 * also after a failure. */
static enum contensou_status open_input(struct input *in, const struct setup *s, double radius,
                                        struct contensou_error *err)
{
    *in = (struct input){.setup = s, .radius = fmax(radius, 1e-100), .units = s->job.units};
    in->loads = !s->surface;
    in->total = s->surface ? 2 * s->surface * s->surface : 1;
    if (!s->points)
        return CONTENSOU_OK;
    TRY(contensou__stream_points_open(&in->points, s->points, &load_sets, &in->units, "load", err));
    in->loads = in->points.set;
    in->total = in->points.total;
    return CONTENSOU_OK;
}

/* Member i of n values from -end to end, both exact. */
static double spread(size_t i, size_t n, double end)
{
    return i + 1 == n ? end : -end + 2 * end * (double)i / (double)(n - 1);
}

static void read_surface(const struct input *in, size_t from, size_t n, double *slip, double *theta,
                         double *phi)
{
    const size_t N = in->setup->surface;

    for (size_t i = 0; i < n; i++) {
        const size_t row = (from + i) / (2 * N), column = (from + i) % (2 * N);
        const int pole = row == 0 || row + 1 == N;
        const double a = spread(row, N, pi / 2), p = spread(column, 2 * N, pi);
        const double v = pole ? 0 : cos(a), w = (pole ? copysign(1, a) : sin(a)) / in->radius;

        slip[i] = v * cos(p);
        slip[n + i] = v * sin(p);
        slip[2 * n + i] = w;
        theta[i] = atan2(w, v);
        phi[i] = pole ? NAN : p;
    }
}

/* The law of contensou limit --model. */

/* Reads --model and --set. Free it also after a failure. */
static enum contensou_status read_model(struct model *m, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *set = contensou__options_value(o, "set");

    m->fit.size = sizeof m->fit;
    m->fit.model = contensou__options_value(o, "model");
    m->fit.bounds = m->set;
    if (set && !m->fit.model)
        return WRONG(
            err, "--set gives the parameters of a model; give --model too, such as --model I11");
    return contensou__cmd_fit_bounds(set, contensou__cmd_fit_set, &m->fit, m->set, &m->names, err);
}

static enum contensou_status write_parameters(struct model *m, struct contensou_error *err)
{
    struct contensou__text text = {0};

    for (int i = 0; i < m->result->count; ++i)
        contensou__text_printf(&text, "%s%s=%.17g", i ? "," : "", m->result->parameter[i].name,
                               m->result->parameter[i].value);
    m->parameters = text.data;
    return text.data ? CONTENSOU_OK
                     : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a model");
}

static enum contensou_status fit_model(struct model *m, const struct contensou_patch *patch,
                                       struct contensou_device *device, struct contensou_error *err)
{
    if (!m->fit.model)
        return CONTENSOU_OK;
    m->result = calloc(1, sizeof *m->result);
    TRY(contensou__try_memory(m->result, err, "a model"));
    m->fit.progress = contensou__progress_of(NULL);
    TRY(contensou_fit(patch, device, &m->fit, m->result, err));
    return write_parameters(m, err);
}

static void free_model(struct model *m)
{
    free(m->parameters);
    free(m->result);
    free(m->names);
    *m = (struct model){0};
}

/* Says what a law, fitted here or in a file, left open: of `total` loads, or of a surface (0). */
static void warn_model(const struct contensou_fit_result *law, const struct contensou_limit *limit,
                       size_t total)
{
    const size_t many = contensou_limit_ambiguous_count(limit),
                 none = contensou_limit_unsolved_count(limit);

    if (*law->warning)
        fprintf(stderr, "contensou limit: warning: %s\n", law->warning);
    if (!total && contensou_limit_folds(limit))
        fprintf(stderr,
                "contensou limit: warning: the surface of %s crosses itself: some loads belong to "
                "several slips\n",
                law->model);
    if (many)
        fprintf(stderr,
                "contensou limit: warning: %zu of %zu loads belong to several slips under %s and "
                "have an empty xi\n",
                many, total, law->model);
    if (none)
        fprintf(stderr,
                "contensou limit: warning: for %zu of %zu loads no slip was found under %s; they "
                "have an empty xi\n",
                none, total, law->model);
}

enum { largest_surface = 10000 };

static enum contensou_status read_loads(struct setup *s, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *load = contensou__options_value(o, "load");
    const char *surface = contensou__options_value(o, "surface");
    long count = 0;

    s->points = contensou__options_value(o, "points");
    if (!load && !s->points && !surface)
        return WRONG(err, "missing loads: give --load X,Y,M, --points FILE.csv or --surface N, "
                          "such as --load 0.5,0,0.1");
    if ((load != NULL) + (s->points != NULL) + (surface != NULL) > 1)
        return WRONG(err, "--%s and --%s exclude each other; give one of them",
                     load ? "load" : "points", surface ? "surface" : "points");
    TRY(contensou__options_whole(o, "surface", 2, largest_surface, &count, err));
    if (load)
        TRY(contensou__numbers_list(load, "--load X,Y,M", s->load, 3, err));
    s->surface = (size_t)count;
    return CONTENSOU_OK;
}

static enum contensou_status read_eta(struct setup *s, const struct contensou__options *o,
                                      struct contensou_error *err)
{
    const char *eta = contensou__options_value(o, "eta");

    if (!eta)
        return CONTENSOU_OK;
    if (s->surface)
        return WRONG(err, "--eta judges loads, and --surface has none; give --load or --points");
    TRY(contensou__options_number(o, "eta", &s->eta, err));
    if (s->eta < 1)
        return WRONG(
            err, "--eta %s is below 1: friction in stick is at least that of slip; give 1 or more",
            eta);
    return CONTENSOU_OK;
}

/* Free its job and its model also after a failure. */
static enum contensou_status read_setup(struct setup *s, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *const model = contensou__options_value(o, "model");

    if (contensou_fit_file_is(model) && contensou__options_given(o, "set"))
        return WRONG(err, "--set cannot be used with --model %s: the file has the parameters",
                     model);
    TRY(contensou__contact_options_job_read(&s->job, o, err));
    if (!s->job.file)
        TRY(read_model(&s->model, o, err));
    TRY(read_loads(s, o, err));
    TRY(read_eta(s, o, err));
    if (s->surface && s->job.fit.residual)
        return WRONG(err,
                     "--surface has the wrenches of slips, and the residual of %s corrects slips "
                     "under loads; give --load or --points",
                     s->job.file);
    if (s->job.plot && !s->surface)
        return WRONG(
            err,
            "--plot draws the limit surface and not loads; give --surface N, such as --surface 40");
    return CONTENSOU_OK;
}

enum { largest_mesh = 1000000 };

/* Everything of one run; all zero is nothing. */
struct work {
    struct setup setup;
    struct input input;
    struct contensou_limit *limit; /* for loads */
    struct contensou_eval *eval;   /* for the surface */
    struct contensou__stream stream;
};

/* The fields of a block: three each, then one each. */
enum {
    values = 0, /* what is solved: the friction Tx, Ty, M that holds a load, or a slip */
    helds = 3,  /* the friction */
    results = 6,
    loads = 9,   /* what acts on the body beside friction, minus held */
    firsts = 12, /* the first slip as velocities */
    thetas = 15, /* angles of the surface */
    phis,
    insides,
    fields
};

static enum contensou_status check_plot(const struct work *w, struct contensou_error *err)
{
    if (w->input.total > largest_mesh)
        return WRONG(err,
                     "--surface %zu has %zu points, and --plot draws at most %d; leave --plot out "
                     "or take a smaller N",
                     w->setup.surface, w->input.total, (int)largest_mesh);
    return contensou_plot_check(w->setup.job.plot, err);
}

/* The law that is not the exact one: fitted here or in a file; or NULL. */
static const struct contensou_fit_result *law_of(const struct setup *s)
{
    return s->job.file ? (s->job.fit.result.count ? &s->job.fit.result : NULL) : s->model.result;
}

/* Opens the table: Tx,Ty,M,xi,theta,phi, with --eta inside, and where rows are loads (and not the
 * friction that holds them) load_x,load_y,load_M. */
static enum contensou_status open_table(void *work, struct contensou_error *err)
{
    static const char *const all[13] = {"Tx",  "Ty",     "M",      "xi",     "theta",
                                        "phi", "inside", "load_x", "load_y", "load_M",
                                        "vx",  "vy",     "omega"};
    struct work *w = work;
    const struct setup *s = &w->setup;
    const int slips = contensou__real_units_any(&s->job.units);
    const char *names[13];
    size_t columns = 0;
    const char *rows = s->points ? "points" : s->surface ? "surface" : "load";

    const struct contensou_table_attribute own[] = {
        {"precision", contensou__options_precisions[s->job.eval.precision], 0},
        {"pack", NULL, s->job.eval.pack},
        {rows, contensou__options_value(s->job.options, rows), 0},
        {"model",
         s->job.file          ? s->job.fit.result.model
         : s->model.fit.model ? s->model.fit.model
                              : "exact",
         0},
        {"parameters", s->model.parameters ? s->model.parameters : "", 0},
        {"eta", NULL, s->eta}, /* last: only where it was asked for */
    };
    const size_t count = sizeof own / sizeof own[0] - (s->eta > 0 ? 0 : 1);

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (k < 6 || (k == 6 && s->eta > 0) || (k > 6 && k < 10 && w->input.loads) ||
            (k > 9 && slips))
            names[columns++] = all[k];
    return contensou__contact_options_table(&w->stream.table, &s->job,
                                            contensou_device_about(w->stream.device), names,
                                            columns, own, count, err);
}

static enum contensou_status create(void *work, struct contensou_error *err)
{
    struct work *w = work;
    const struct contensou__contact_options_job *job = &w->setup.job;
    struct contensou_device *device = w->stream.device;

    if (law_of(&w->setup))
        return contensou_fit_limit(&w->limit, job->patch, law_of(&w->setup), device, &job->eval,
                                   err);
    if (w->setup.surface)
        return contensou_eval_create(&w->eval, job->patch, device, &job->eval, err);
    return contensou_limit_create(&w->limit, job->patch, device, &job->eval, err);
}

/* The friction Tx, Ty, M that holds the loads, in the contact's own units; or slips of the surface with their
 * angles. */
static enum contensou_status read_rows(void *work, size_t rows, struct contensou__stream_block *b,
                                       struct contensou_error *err)
{
    struct input *in = &((struct work *)work)->input;
    const struct contensou__real_units *u = &in->units;
    const struct contensou__stream_points *p = &in->points;
    const double force = (p->csv ? u->table.force : 1) / contensou__real_units_force(u);
    const double torque = force * (p->csv ? u->table.length : 1) / contensou__real_units_length(u);
    const size_t left = in->total - b->from;
    double *value = contensou__stream_field(b, values);

    b->n = left < rows ? left : rows;
    if (p->csv)
        TRY(contensou__stream_points_read(&in->points, rows, &b->n, err));
    if (in->setup->surface) {
        read_surface(in, b->from, b->n, value, contensou__stream_field(b, thetas),
                     contensou__stream_field(b, phis));
        return CONTENSOU_OK;
    }
    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < 3; k++) {
            const double given =
                p->csv ? p->value[p->width * i + p->column[k]] : in->setup->load[k];

            value[k * b->n + i] = (in->loads ? 0.0 - given : given) * (k < 2 ? force : torque);
        }
    return CONTENSOU_OK;
}

/* The surface: friction in stick is minus the wrench along the slip, and xi = 1. */
static enum contensou_status solve_surface(struct work *w, struct contensou__stream_block *b,
                                           struct contensou_error *err)
{
    const size_t n = b->n;
    const double *slip = contensou__stream_field(b, values);
    double *held = contensou__stream_field(b, helds), *result = contensou__stream_field(b, results);

    TRY(w->eval ? contensou_eval_run(w->eval, n, slip, held, NULL, err)
                : contensou_fit_wrench(w->setup.job.patch, law_of(&w->setup), n, slip, held, err));
    for (size_t i = 0; i < 3 * n; i++)
        held[i] = 0.0 - held[i];
    for (size_t i = 0; i < n; i++) {
        result[i] = 1;
        result[n + i] = contensou__stream_field(b, thetas)[i];
        result[2 * n + i] = contensou__stream_field(b, phis)[i];
    }
    return CONTENSOU_OK;
}

static enum contensou_status solve(void *work, struct contensou__stream_block *b,
                                   struct contensou_error *err)
{
    struct work *w = work;
    const double *value = contensou__stream_field(b, values);
    double *result = contensou__stream_field(b, results), *inside;

    if (w->setup.surface)
        return solve_surface(w, b, err);
    TRY(contensou_limit_run(w->limit, b->n, value, result, err));
    memcpy(contensou__stream_field(b, helds), value, 3 * b->n * sizeof *value);
    inside = contensou__stream_field(b, insides);
    for (size_t i = 0; i < b->n; i++)
        inside[i] = isnan(result[i]) ? NAN : result[i] <= w->setup.eta;
    return CONTENSOU_OK;
}

/* From the contact's own units to those of the output: the wrench, and the first slip as velocities: (vx, vy) =
 * cos theta (cos phi, sin phi), omega = sin theta over the unit of length. */
static void to_real(const struct contensou__real_units *u, const struct contensou__stream_block *b)
{
    const double force = contensou__real_units_force(u), length = contensou__real_units_length(u);
    const size_t n = b->n;
    double *held = contensou__stream_field(b, helds), *first = contensou__stream_field(b, firsts);
    double *theta = contensou__stream_field(b, results) + n, *phi = theta + n;

    for (size_t i = 0; i < 3 * n; i++)
        held[i] *= i < 2 * n ? force : force * length;
    for (size_t i = 0; i < n; i++) {
        const double v = isnan(phi[i]) ? 0 : cos(theta[i]);

        if (u->a != 1 && !isnan(theta[i])) /* the angle of the contact as it is given */
            theta[i] = atan2(sin(theta[i]) / u->a, cos(theta[i]));
        first[i] = isnan(theta[i]) ? NAN : v ? cos(theta[i]) * cos(phi[i]) : 0;
        first[n + i] = isnan(theta[i]) ? NAN : v ? cos(theta[i]) * sin(phi[i]) : 0;
        first[2 * n + i] = sin(theta[i]) / u->size;
    }
}

/* The first slip under each load as the residual of the file has it. */
static void correct(const struct work *w, const struct contensou__stream_block *b)
{
    const double a = w->setup.job.units.a > 0 ? w->setup.job.units.a : 1;
    const size_t n = b->n;
    const double *const held = contensou__stream_field(b, helds);
    double *const theta = contensou__stream_field(b, results) + n, *const phi = theta + n;

    for (size_t i = 0; i < n; i++) {
        const double load[3] = {-held[i], -held[n + i], -held[2 * n + i] * a};
        const double v = isnan(phi[i]) ? 0 : cos(theta[i]), p = isnan(phi[i]) ? 0 : phi[i];
        double s[3] = {v * cos(p), v * sin(p), sin(theta[i]) / a};

        if (isnan(theta[i]))
            continue;
        contensou_residual_gp_slip(w->setup.job.fit.residual, load, s);
        theta[i] = atan2(s[2] * a, hypot(s[0], s[1]));
        phi[i] = atan2(s[1], s[0]);
    }
}

static enum contensou_status columns(void *work, struct contensou__stream_block *b,
                                     const double **column, struct contensou_error *err)
{
    const struct work *w = work;
    const size_t n = b->n;
    const double *held = contensou__stream_field(b, helds);
    const double *result = contensou__stream_field(b, results);
    double *load = contensou__stream_field(b, loads);
    const int real = contensou__real_units_any(&w->setup.job.units);
    size_t next = w->setup.eta > 0 ? 7 : 6;

    for (size_t i = 0; i < n && !(w->limit && law_of(&w->setup)); i++)
        if (!isfinite(result[i]) || !isfinite(held[i] + held[n + i] + held[2 * n + i]))
            return contensou_fail(err, CONTENSOU_EOPENCL,
                                  "the device found no finite xi for the friction Tx = %.17g, Ty = "
                                  "%.17g, M = %.17g",
                                  held[i], held[n + i], held[2 * n + i]);
    if (w->setup.job.fit.residual && !w->setup.surface)
        correct(w, b);
    if (real)
        to_real(&w->setup.job.units, b);
    for (size_t i = 0; i < 3 * n; i++)
        load[i] = 0.0 - held[i];
    column[6] = contensou__stream_field(b, insides);
    for (size_t k = 0; k < 3; k++) {
        column[k] = held + k * n;
        column[3 + k] = result + k * n;
    }
    for (size_t k = 0; k < 3 && w->input.loads; k++)
        column[next++] = load + k * n;
    for (size_t k = 0; k < 3 && real; k++)
        column[next++] = contensou__stream_field(b, firsts) + k * n;
    return CONTENSOU_OK;
}

static enum contensou_status draw(void *work, struct contensou_error *err)
{
    const struct work *w = work;
    const struct setup *s = &w->setup;
    double *const *mesh = w->stream.kept;
    char title[512], label[3][48];
    const char *const axes[3] = {label[0], label[1], label[2]};

    contensou__real_units_labels(&s->job.units, label);
    snprintf(title, sizeof title, "limit surface: %.300s%s%.60s%s%.60s", s->job.spec.shape,
             s->job.spec.pressure ? ", " : "", s->job.spec.pressure ? s->job.spec.pressure : "",
             s->model.fit.model ? ", " : "", s->model.fit.model ? s->model.fit.model : "");
    return contensou_plot_surface(s->job.plot, title, axes, mesh[0], mesh[1], mesh[2],
                                  2 * s->surface, s->surface, err);
}

/* A model is fitted before the head of the table names its parameters. */
static enum contensou_status prepare(void *work, struct contensou_error *err)
{
    struct work *w = work;

    return fit_model(&w->setup.model, w->setup.job.patch, w->stream.device, err);
}

static const char *program(const void *work)
{
    const struct work *w = work;

    return w->eval ? contensou_eval_program(w->eval) : contensou_limit_program(w->limit);
}

/* Says which law it was, and what it left open. */
static void say(const void *work)
{
    const struct work *w = work;
    const struct setup *s = &w->setup;

    if (s->model.fit.model && contensou__progress_speaks())
        fprintf(stderr, "%s with %s\n", s->model.fit.model, s->model.parameters);
    if (law_of(s))
        warn_model(law_of(s), w->limit, s->surface ? 0 : w->stream.done);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    static const struct contensou__stream_steps steps = {
        prepare, open_table, create, read_rows, solve, columns, program, say, draw};
    struct work w = {.stream = {.job = &w.setup.job,
                                .unit = "loads",
                                .fields = fields,
                                .smallest = 1 << 6,
                                .largest = 1 << 17,
                                .keep = {0, 1, 2},
                                .keeps = 3}};
    struct setup *s = &w.setup;
    enum contensou_status status = read_setup(s, options, err);

    if (!status)
        status = contensou__contact_options_job_patch(&s->job, err);
    if (!status)
        status = open_input(&w.input, s, contensou_patch_radius(s->job.patch), err);
    if (!status && s->job.plot)
        status = check_plot(&w, err);
    w.stream.total = w.input.total;
    if (!status)
        status = contensou__stream_run(&w.stream, &steps, &w, err);
    contensou_limit_free(w.limit);
    contensou_eval_free(w.eval);
    contensou__stream_close(&w.stream);
    contensou__stream_points_close(&w.input.points);
    contensou__contact_options_job_free(&w.setup.job);
    free_model(&w.setup.model);
    return status;
}

static const struct contensou__option option_rows[] = {
    CONTENSOU__CONTACT_OPTIONS_ROWS,
    {"model", 0, "MODEL", NULL,
     "the limit surface of this formula instead of the exact one: {models}, "
     "with the parameters that 'contensou fit' finds; or a FIT.json that it wrote: the contact and "
     "the law there, with mu, size a, normal force and unit of length (default: exact)"},
    CONTENSOU__REAL_UNITS_ROWS,
    {"set", 0, "NAME=X,..", NULL,
     "with --model: these parameters instead, such as b=0.45,m=0.76; those not named are fitted"},
    {"load", 0, "X,Y,M", NULL,
     "one load: what acts on the body beside friction, force over mu N and torque over mu N times "
     "the unit of length; the slip that it starts points along it. This, --points or --surface is "
     "required"},
    {"points", 0, "FILE.csv", NULL,
     "read many from a table with the columns load_x,load_y,load_M (loads, as --load) or Tx,Ty,M "
     "(the friction that holds them: minus the loads)"},
    {"surface", 0, "N", NULL,
     "write the surface itself, N x 2N points from N angles between the two spins and 2N "
     "directions; N from 2 to 10000"},
    {"eta", 0, "E", NULL,
     "friction in stick over friction in slip, 1 or more: adds the column inside, 1 where xi <= "
     "eta, otherwise 0 (default: no such column)"},
    CONTENSOU__COMMAND_OUTPUT,
    {"plot", 0, "FILE", NULL, "draw the surface of --surface: FILE.png, FILE.svg or FILE.pdf"},
    {"dump-program", 0, "FILE", NULL, "write the text of the device program to FILE"},
};

const struct contensou__command contensou__cmd_limit_command = {
    .name = "limit",
    .summary = "what loads a contact holds in stick, and how it starts to slip",
    .usage = "--shape SHAPE [--pressure PRESSURE] [--tilt K,BETA] [--model MODEL]\n"
             "                       (--load X,Y,M | --points FILE.csv | --surface N)\n"
             "                       [--eta E] [-o FILE] [options]",
    .about =
        "A load acts on the body beside friction. A contact at rest holds it while xi <= eta; xi "
        "is the gauge of the limit surface: 1 on it, and s times as much for s times the load. At "
        "xi = eta the contact starts to slip with (vx, vy) = cos theta (cos phi, sin phi), omega = "
        "sin theta, along the load: the load is then xi times (Tx, Ty, M) of 'contensou eval' for "
        "this slip. A load 0.9,0,0 starts a slip at phi = 0.\n"
        "\n"
        "The table has the columns Tx,Ty,M,xi,theta,phi and, with --eta, inside; where loads are "
        "given, they follow as load_x,load_y,load_M. Tx,Ty,M is the friction on the body in stick, "
        "u of [1](2.5): minus the load. phi is empty where the slip is a spin about the reference "
        "point, and both angles are empty for a load of zero. With --mu, --normal-force, --size or "
        "a FIT.json the slip follows as vx,vy,omega too: (vx, vy) = cos theta (cos phi, sin phi), "
        "omega = sin theta over the unit of length. Numbers have 17 digits. Loads are worked on a "
        "block at a time.\n"
        "\n"
        "With --model the same is done for a fitted formula. Formulas that are no gradients may "
        "turn back on themselves, as I20 and I02 do: loads that belong to several slips then have "
        "an empty xi, and a warning counts them.",
    .examples =
        "  One load on a Hertz disk, for a friction in stick 1.3 times that in slip:\n"
        "    contensou limit --shape disk --pressure hertz --load 0.5,0,0.1 --eta 1.3\n"
        "  Loads of a file on a rectangle, to HDF5:\n"
        "    contensou limit --shape rectangle:1,0.5 --points loads.csv -o limit.h5\n"
        "  The same load under a formula, with given parameters:\n"
        "    contensou limit --shape disk --pressure hertz --model I11 --set b=0.45,m=0.76 \\\n"
        "        --load 0.5,0,0.1\n"
        "  The surface of a tilted ellipse, as a table and as a picture:\n"
        "    contensou limit --shape ellipse:1,0.5 --tilt 0.5,30deg --surface 40 -o surface.csv\n"
        "    contensou limit --shape ellipse:1,0.5 --tilt 0.5,30deg --surface 40 --plot surface.png"
        "\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .run = run,
};
