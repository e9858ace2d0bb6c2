/* cmd_limit.c: contensou limit: what loads a contact holds in stick, and how it starts to slip.
 *
 * Rows, which are loads or slips of a surface, go through cli/stream.h a block at a time. A row is kept as the friction that
 * answers it, u = (Tx, Ty, M) of [1](2.5); a load, which acts on the body beside friction, is minus that.
 *
 * The surface is sampled on N angles a from -pi/2 to pi/2, outer, and 2N directions phi from -pi to
 * pi, inner: slip = (cos a cos phi, cos a sin phi, sin a/R), R the radius of the patch, so that the
 * points spread over the surface whatever the unit of length. SPDX-License-Identifier: MIT */
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

enum { largest_surface = 10000, largest_mesh = 1000000 };

/* The law of --model: its parameters, some from --set, the others fitted. All zero is none. */
struct model {
    struct contensou_fit_options fit; /* model NULL: the exact law */
    struct contensou_fit_bound set[CONTENSOU_FIT_PARAMETERS];
    char *names; /* of --set */
    struct contensou_fit_result *result;
    struct contensou__text parameters; /* as --set takes them */
};

/* Everything of one run; all zero is nothing. Texts belong to the command line. */
struct work {
    struct contensou__contact_options_job job;
    struct model model;
    struct contensou__stream_points points; /* its csv is NULL where there is no file */
    double load[3];                         /* of --load */
    size_t surface;                         /* the N of --surface, or 0 */
    double eta;                             /* 0 where not asked */
    int loads;     /* 1: the rows are given as loads, minus the friction that holds them */
    double radius; /* of the patch */
    struct contensou__real_units units; /* of the job, with those of the file */
    struct contensou_limit *limit;      /* for loads */
    struct contensou_eval *eval;        /* for the surface */
    struct contensou__stream stream;
};

/* The fields of a block: three each, then one each. */
enum {
    values = 0,    /* what is solved: the friction Tx, Ty, M that holds a load, or a slip */
    frictions = 3, /* Tx, Ty, M */
    results = 6,
    loads = 9,   /* what acts on the body beside friction, minus that */
    firsts = 12, /* the first slip as velocities */
    thetas = 15, /* angles of the surface */
    phis,
    insides,
    fields
};

static const struct contensou__stream_sets load_sets = {
    {{"Tx", "Ty", "M"}, {"load_x", "load_y", "load_M"}},
    {3, 3},
    "load_x,load_y,load_M (loads on the body) or Tx,Ty,M (the friction that holds them, minus the "
    "loads)"};

/* Checks and opens; a file is read to its end once, so that no wrong line is met later. */
static enum contensou_status open_input(struct work *w, const char *path,
                                        struct contensou_error *err)
{
    w->radius = fmax(contensou_patch_radius(w->job.patch), 1e-100);
    w->units = w->job.units;
    w->loads = !w->surface;
    w->stream.total = w->surface ? 2 * w->surface * w->surface : 1;
    if (!path)
        return CONTENSOU_OK;
    TRY(contensou__stream_points_open(&w->points, path, &load_sets, &w->units, "load", err));
    w->loads = w->points.set;
    w->stream.total = w->points.total;
    return CONTENSOU_OK;
}

static void read_surface(const struct work *w, const struct contensou__stream_block *b)
{
    const size_t N = w->surface, n = b->n;
    const struct contensou__numbers_span angles = {-pi / 2, pi / 2, N},
                                         directions = {-pi, pi, 2 * N};
    double *const slip = contensou__stream_field(b, values);

    for (size_t i = 0; i < n; i++) {
        const size_t row = (b->from + i) / (2 * N), column = (b->from + i) % (2 * N);
        const int pole = row == 0 || row + 1 == N;
        const double a = contensou__numbers_member(&angles, row),
                     p = contensou__numbers_member(&directions, column);
        const double v = pole ? 0 : cos(a), spin = (pole ? copysign(1, a) : sin(a)) / w->radius;

        slip[i] = v * cos(p);
        slip[n + i] = v * sin(p);
        slip[2 * n + i] = spin;
        contensou__stream_field(b, thetas)[i] = atan2(spin, v);
        contensou__stream_field(b, phis)[i] = pole ? NAN : p;
    }
}

/* The friction Tx, Ty, M that holds the loads, in the contact's own units; or slips of the surface with their
 * angles. */
static enum contensou_status read_rows(void *work, size_t rows, struct contensou__stream_block *b,
                                       struct contensou_error *err)
{
    struct work *const w = work;
    const struct contensou__real_units *u = &w->units;
    const struct contensou__stream_points *p = &w->points;
    const double force = (p->csv ? u->table.force : 1) / contensou__real_units_force(u);
    const double torque = force * (p->csv ? u->table.length : 1) / contensou__real_units_length(u);
    double *value = contensou__stream_field(b, values);

    if (p->csv)
        TRY(contensou__stream_points_read(&w->points, rows, &b->n, err));
    else
        contensou__stream_take(&w->stream, rows, b);
    if (w->surface)
        read_surface(w, b);
    for (size_t i = 0; i < b->n && !w->surface; i++)
        for (size_t k = 0; k < 3; k++) {
            const double given = p->csv ? p->value[p->width * i + p->column[k]] : w->load[k];

            value[k * b->n + i] = (w->loads ? 0.0 - given : given) * (k < 2 ? force : torque);
        }
    return CONTENSOU_OK;
}

/* What was asked. */

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

static enum contensou_status read_loads(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *load = contensou__options_value(o, "load");
    const char *points = contensou__options_value(o, "points");
    const char *surface = contensou__options_value(o, "surface");
    long count = 0;

    if (!load && !points && !surface)
        return WRONG(err, "missing loads: give --load X,Y,M, --points FILE.csv or --surface N, "
                          "such as --load 0.5,0,0.1");
    if ((load != NULL) + (points != NULL) + (surface != NULL) > 1)
        return WRONG(err, "--%s and --%s exclude each other; give one of them",
                     load ? "load" : "points", surface ? "surface" : "points");
    TRY(contensou__options_whole(o, "surface", 2, largest_surface, &count, err));
    w->surface = (size_t)count;
    return load ? contensou__numbers_list(load, "--load X,Y,M", w->load, 3, err) : CONTENSOU_OK;
}

static enum contensou_status read_eta(struct work *w, const struct contensou__options *o,
                                      struct contensou_error *err)
{
    const char *eta = contensou__options_value(o, "eta");

    if (!eta)
        return CONTENSOU_OK;
    if (w->surface)
        return WRONG(err, "--eta judges loads, and --surface has none; give --load or --points");
    TRY(contensou__options_number(o, "eta", &w->eta, err));
    if (w->eta < 1)
        return WRONG(
            err, "--eta %s is below 1: friction in stick is at least that of slip; give 1 or more",
            eta);
    return CONTENSOU_OK;
}

static enum contensou_status read_setup(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *const model = contensou__options_value(o, "model");
    const struct contensou__contact_options_job *const job = &w->job;

    if (contensou_fit_file_is(model) && contensou__options_given(o, "set"))
        return WRONG(err, "--set cannot be used with --model %s: the file has the parameters",
                     model);
    TRY(contensou__contact_options_job_read(&w->job, o, err));
    if (!job->file)
        TRY(read_model(&w->model, o, err));
    TRY(read_loads(w, o, err));
    TRY(read_eta(w, o, err));
    if (w->surface && job->fit.residual)
        return WRONG(err,
                     "--surface has the wrenches of slips, and the residual of %s corrects slips "
                     "under loads; give --load or --points",
                     job->file);
    if (job->plot && !w->surface)
        return WRONG(
            err,
            "--plot draws the limit surface and not loads; give --surface N, such as --surface 40");
    return contensou__contact_options_job_patch(&w->job, err);
}

static enum contensou_status check_plot(const struct work *w, struct contensou_error *err)
{
    if (w->stream.total > largest_mesh)
        return WRONG(err,
                     "--surface %zu has %zu points, and --plot draws at most %d; leave --plot out "
                     "or take a smaller N",
                     w->surface, w->stream.total, (int)largest_mesh);
    return contensou_plot_check(w->job.plot, err);
}

/* The law that is not the exact one: fitted here or in a file; or NULL. */
static const struct contensou_fit_result *law_of(const struct work *w)
{
    return w->job.file ? (w->job.fit.result.count ? &w->job.fit.result : NULL) : w->model.result;
}

/* A model is fitted before the head of the table names its parameters. */
static enum contensou_status prepare(void *work, struct contensou_error *err)
{
    struct work *const w = work;
    struct model *const m = &w->model;

    if (!m->fit.model)
        return CONTENSOU_OK;
    m->result = calloc(1, sizeof *m->result);
    TRY(contensou__try_memory(m->result, err, "a model"));
    m->fit.progress = contensou__progress_of(NULL);
    TRY(contensou_fit(w->job.patch, w->stream.device, &m->fit, m->result, err));
    for (int i = 0; i < m->result->count; ++i)
        contensou__text_printf(&m->parameters, "%s%s=%.17g", i ? "," : "",
                               m->result->parameter[i].name, m->result->parameter[i].value);
    return contensou__try_memory(m->parameters.data, err, "a model");
}

/* The columns Tx,Ty,M,xi,theta,phi, with --eta inside, where rows are loads (and not the friction that holds them)
 * load_x,load_y,load_M, and where units are known the first slip. */
static void choose_columns(struct work *w)
{
    static const struct {
        const char *name;
        size_t field, place;
    } all[] = {{"Tx", frictions, 0},   {"Ty", frictions, 1},  {"M", frictions, 2},
               {"xi", results, 0},     {"theta", results, 1}, {"phi", results, 2},
               {"inside", insides, 0}, {"load_x", loads, 0},  {"load_y", loads, 1},
               {"load_M", loads, 2},   {"vx", firsts, 0},     {"vy", firsts, 1},
               {"omega", firsts, 2}};

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].field == insides  ? w->eta > 0
            : all[k].field == loads  ? w->loads
            : all[k].field == firsts ? contensou__real_units_any(&w->job.units)
                                     : 1)
            contensou__stream_column(&w->stream, all[k].name, all[k].field, all[k].place);
}

static size_t head(void *work, struct contensou_table_attribute *to)
{
    struct work *w = work;
    const struct contensou__contact_options_job *const job = &w->job;
    const char *rows = w->points.csv ? "points" : w->surface ? "surface" : "load";
    const struct contensou_table_attribute own[] = {
        {"precision", contensou__options_precisions[job->eval.precision], 0},
        {"pack", NULL, job->eval.pack},
        {rows, contensou__options_value(job->options, rows), 0},
        {"model",
         job->file            ? job->fit.result.model
         : w->model.fit.model ? w->model.fit.model
                              : "exact",
         0},
        {"parameters", w->model.parameters.data ? w->model.parameters.data : "", 0},
        {"eta", NULL, w->eta}, /* last: only where it was asked for */
    };

    return contensou__stream_head(&w->stream, to, own,
                                  sizeof own / sizeof *own - (w->eta > 0 ? 0 : 1));
}

static enum contensou_status create(void *work, struct contensou_error *err)
{
    struct work *w = work;
    const struct contensou__contact_options_job *job = &w->job;
    struct contensou_device *device = w->stream.device;

    if (law_of(w))
        return contensou_fit_limit(&w->limit, job->patch, law_of(w), device, &job->eval, err);
    if (w->surface)
        return contensou_eval_create(&w->eval, job->patch, device, &job->eval, err);
    return contensou_limit_create(&w->limit, job->patch, device, &job->eval, err);
}

/* The surface: friction in stick is minus the wrench along the slip, and xi = 1. */
static enum contensou_status solve_surface(struct work *w, struct contensou__stream_block *b,
                                           struct contensou_error *err)
{
    const size_t n = b->n;
    const double *slip = contensou__stream_field(b, values);
    double *friction = contensou__stream_field(b, frictions),
           *result = contensou__stream_field(b, results);

    TRY(w->eval ? contensou_eval_run(w->eval, n, slip, friction, NULL, err)
                : contensou_fit_wrench(w->job.patch, law_of(w), n, slip, friction, err));
    for (size_t i = 0; i < 3 * n; i++)
        friction[i] = 0.0 - friction[i];
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
    double *result = contensou__stream_field(b, results);
    double *const inside = contensou__stream_field(b, insides);

    if (w->surface)
        return solve_surface(w, b, err);
    TRY(contensou_limit_run(w->limit, b->n, value, result, err));
    memcpy(contensou__stream_field(b, frictions), value, 3 * b->n * sizeof *value);
    for (size_t i = 0; i < b->n; i++)
        inside[i] = isnan(result[i]) ? NAN : result[i] <= w->eta;
    return CONTENSOU_OK;
}

/* The first slip as velocities: (vx, vy) = cos theta (cos phi, sin phi), omega = sin theta over the unit of length. */
static void put_velocities(const struct contensou__real_units *u,
                           const struct contensou__stream_block *b)
{
    const size_t n = b->n;
    double *first = contensou__stream_field(b, firsts);
    double *theta = contensou__stream_field(b, results) + n, *phi = theta + n;

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
    const double a = w->job.units.a > 0 ? w->job.units.a : 1;
    const size_t n = b->n;
    const double *const friction = contensou__stream_field(b, frictions);
    double *const theta = contensou__stream_field(b, results) + n, *const phi = theta + n;

    for (size_t i = 0; i < n; i++) {
        const double load[3] = {-friction[i], -friction[n + i], -friction[2 * n + i] * a};
        const double v = isnan(phi[i]) ? 0 : cos(theta[i]), p = isnan(phi[i]) ? 0 : phi[i];
        double s[3] = {v * cos(p), v * sin(p), sin(theta[i]) / a};

        if (isnan(theta[i]))
            continue;
        contensou_residual_gp_slip(w->job.fit.residual, load, s);
        theta[i] = atan2(s[2] * a, hypot(s[0], s[1]));
        phi[i] = atan2(s[1], s[0]);
    }
}

/* Checks the rows, and takes them from the contact's own units to those of the output. */
static enum contensou_status finish(void *work, struct contensou__stream_block *b,
                                    struct contensou_error *err)
{
    const struct work *w = work;
    const size_t n = b->n;
    double *friction = contensou__stream_field(b, frictions);
    const double *result = contensou__stream_field(b, results);

    for (size_t i = 0; i < n && !(w->limit && law_of(w)); i++)
        if (!isfinite(result[i]) || !isfinite(friction[i] + friction[n + i] + friction[2 * n + i]))
            return contensou_fail(err, CONTENSOU_EOPENCL,
                                  "the device found no finite xi for the friction Tx = %.17g, Ty = "
                                  "%.17g, M = %.17g",
                                  friction[i], friction[n + i], friction[2 * n + i]);
    if (w->job.fit.residual && !w->surface)
        correct(w, b);
    contensou__real_units_wrench(&w->job.units, n, friction);
    if (contensou__real_units_any(&w->job.units))
        put_velocities(&w->job.units, b);
    for (size_t i = 0; i < 3 * n; i++)
        contensou__stream_field(b, loads)[i] = 0.0 - friction[i];
    return CONTENSOU_OK;
}

static const char *program(const void *work)
{
    const struct work *w = work;

    return w->eval ? contensou_eval_program(w->eval) : contensou_limit_program(w->limit);
}

/* Says which law it was, fitted here or in a file, and what it left open. */
static void say(const void *work)
{
    const struct work *w = work;
    const struct contensou_fit_result *const law = law_of(w);
    const size_t total = w->stream.done;
    size_t many, none;

    if (w->model.fit.model && contensou__progress_speaks())
        fprintf(stderr, "%s with %s\n", w->model.fit.model, w->model.parameters.data);
    if (!law)
        return;
    many = contensou_limit_ambiguous_count(w->limit);
    none = contensou_limit_unsolved_count(w->limit);
    if (*law->warning)
        fprintf(stderr, "contensou limit: warning: %s\n", law->warning);
    if (w->surface && contensou_limit_folds(w->limit))
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

static enum contensou_status draw(void *work, struct contensou_error *err)
{
    const struct work *w = work;
    const struct contensou_patch_spec *const spec = &w->job.spec;
    double *const *mesh = w->stream.drawn;
    char title[512], label[3][48];
    const char *const axes[3] = {label[0], label[1], label[2]}, *const model = w->model.fit.model;

    contensou__real_units_labels(&w->job.units, label);
    snprintf(title, sizeof title, "limit surface: %.300s%s%.60s%s%.60s", spec->shape,
             spec->pressure ? ", " : "", spec->pressure ? spec->pressure : "", model ? ", " : "",
             model ? model : "");
    return contensou_plot_surface(w->job.plot, title, axes, mesh[0], mesh[1], mesh[2],
                                  2 * w->surface, w->surface, err);
}

static void release(struct work *w)
{
    contensou_limit_free(w->limit);
    contensou_eval_free(w->eval);
    contensou__stream_close(&w->stream);
    contensou__stream_points_close(&w->points);
    contensou__contact_options_job_free(&w->job);
    contensou__text_free(&w->model.parameters);
    free(w->model.result);
    free(w->model.names);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    static const struct contensou__stream_steps steps = {prepare, head,    create, read_rows, solve,
                                                         finish,  program, say,    draw};
    OWNED(release)
    struct work w = {.stream = {.job = &w.job,
                                .unit = "loads",
                                .fields = fields,
                                .smallest = 1 << 6,
                                .largest = 1 << 17,
                                .draw = {0, 1, 2},
                                .draws = 3}};

    TRY(read_setup(&w, options, err));
    TRY(open_input(&w, contensou__options_value(options, "points"), err));
    if (w.job.plot)
        TRY(check_plot(&w, err));
    choose_columns(&w);
    return contensou__stream_run(&w.stream, &steps, &w, err);
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
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .run = run,
};
