/* cmd_eval.c: contensou eval: the friction wrench of a contact patch for many slips.
 *
 * Slips are read, evaluated and written a block at a time, so memory does not grow with their
 * number. SPDX-License-Identifier: MIT */
#include "cli/cmd_eval.h"

#include "base/clock.h"
#include "base/numbers.h"
#include "cli/cmd_eval_dump.h"
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/progress.h"

#include <contensou/regularised.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const methods[3] = {"auto", "cells", "exact"};
const char *const contensou__cmd_eval_kind_names[contensou__cmd_eval_kinds] = {"auto", "curves",
                                                                               "maps", "surface"};

static enum contensou_status read_method(struct contensou__cmd_eval_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    int method = 0;
    long cells = 0;
    enum contensou_status status = contensou__options_choice(o, "method", methods, 3, &method, err);

    if (!status)
        status = contensou__numbers_whole(contensou__options_value(o, "cells"), "--cells", 1,
                                          CONTENSOU_PATCH_CELLS, &cells, err);
    s->eval.method = (enum contensou_method)method;
    contensou__contact_options_arithmetic(o, &s->eval);
    s->eval.cells = (int)cells;
    s->eval.jacobian = contensou__options_given(o, "jacobian");
    return status;
}

static enum contensou_status read_slips(struct contensou__cmd_eval_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    s->theta = contensou__options_value(o, "theta");
    s->phi = contensou__options_value(o, "phi");
    s->points = contensou__options_value(o, "points");
    s->any_theta = contensou__options_given(o, "any-theta");
    if (!s->theta && !s->points)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "missing slips: give --theta R, such as --theta 0:pi/2:91, or --points "
            "FILE.csv");
    if (s->points && (s->theta || contensou__options_given(o, "phi")))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--points and --%s exclude each other; give one of them",
                              s->theta ? "theta" : "phi");
    return CONTENSOU_OK;
}

/* The law and its contact from a file. */
static enum contensou_status read_fit(struct contensou__cmd_eval_setup *s,
                                      const struct contensou__options *o,
                                      struct contensou_error *err)
{
    enum contensou_status status;

    if (!contensou_fit_file_is(s->model))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--model %s: it takes a file of 'contensou fit', FILE.json; a law by "
                              "its name is --law",
                              s->model);
    if (s->law)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--model and --law exclude each other; give one of them");
    status = contensou__real_units_fit(&s->units, &s->fit, s->model, o, err);
    s->spec = s->fit.spec;
    if (!s->spec.shape)
        s->spec.shape = s->model;
    if (!status && contensou__options_given(o, "jacobian") && s->fit.result.count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--jacobian is that of the exact wrench; %s has the law %s", s->model,
                              s->fit.result.model);
    return status;
}

/* Free the fit of a setup, also after a failure. */
static enum contensou_status read_setup(struct contensou__cmd_eval_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    enum contensou_status status;

    *s = (struct contensou__cmd_eval_setup){0};
    s->output = contensou__options_value(o, "output");
    s->plot = contensou__options_value(o, "plot");
    s->dump = contensou__options_value(o, "dump-program");
    s->device = contensou__options_value(o, "device");
    s->law = contensou__options_value(o, "law");
    s->set = contensou__options_value(o, "set");
    s->model = contensou__options_value(o, "model");
    s->quiet = contensou__options_given(o, "quiet");
    s->table = s->output || !s->plot;
    if (s->set && !s->law)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--set gives numbers of a law; it needs --law");
    if (s->law && (contensou__options_given(o, "method") || contensou__options_given(o, "cells")))
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "--method and --cells are about the exact wrench; they cannot be used "
            "with --law");
    status = contensou__real_units_read(&s->units, o, err);
    if (!status)
        status = s->model ? read_fit(s, o, err) : contensou__contact_options_read(o, &s->spec, err);
    if (!status)
        status = read_method(s, o, err);
    if (!status)
        status = read_slips(s, o, err);
    if (!status)
        status = contensou__options_choice(o, "plot-kind", contensou__cmd_eval_kind_names,
                                           contensou__cmd_eval_kinds, &s->plot_kind, err);
    if (!status && contensou__options_given(o, "plot-kind") && !s->plot)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot-kind needs --plot FILE.png, .svg or .pdf");
    return status;
}

/* Opens the table with its columns: the keys of the input, the wrench and, if asked, the Jacobian.
 * An HDF5 file gets every setting, the command line, version, device and driver. */
static enum contensou_status make_table(struct contensou_table **out,
                                        const struct contensou__cmd_eval_setup *s,
                                        const struct contensou__options *o, const char *const *keys,
                                        size_t key_count, const struct contensou_patch *patch,
                                        const struct contensou_device_info *device,
                                        struct contensou_error *err)
{
    static const char *const results[12] = {"Tx",         "Ty",         "M",       "dTx_dvx",
                                            "dTx_dvy",    "dTx_domega", "dTy_dvx", "dTy_dvy",
                                            "dTy_domega", "dM_dvx",     "dM_dvy",  "dM_domega"};
    const int exact = s->eval.method == CONTENSOU_METHOD_EXACT ||
                      (s->eval.method == CONTENSOU_METHOD_AUTO && contensou_patch_has_exact(patch));
    struct contensou__text line = {0};
    const char *names[15];
    const size_t columns = key_count + (s->eval.jacobian ? 12 : 3);
    enum contensou_status status;

    const struct contensou_table_attribute own[] = {
        {"method",
         s->law                ? s->law
         : s->fit.result.count ? s->fit.result.model
         : exact               ? "exact"
                               : "cells",
         0},
        {"set", s->set ? s->set : "", 0},
        {"cells", NULL, s->eval.cells},
        {"precision", contensou__options_precisions[s->eval.precision], 0},
        {"pack", NULL, s->eval.pack},
        {"jacobian", NULL, s->eval.jacobian},
        {s->points ? "points" : "theta", s->points ? s->points : s->theta, 0},
        {"phi", s->phi, 0}, /* last: a file of points has none */
    };
    enum { shared = contensou__contact_options_attribute_count };
    struct contensou_table_attribute attributes[shared + 1 + sizeof own / sizeof own[0]];
    const size_t count = sizeof attributes / sizeof attributes[0] - (s->points ? 1 : 0);
    char units[200];

    contensou__options_line(o, &line);
    contensou__contact_options_attributes(attributes, &s->spec, &line, device);
    contensou__real_units_name(&s->units, attributes, shared, &attributes[shared], units);
    memcpy(attributes + shared + 1, own, sizeof own);
    for (size_t c = 0; c < columns; c++)
        names[c] = c < key_count ? keys[c] : results[c - key_count];
    status = contensou_table_open(out, s->output, names, columns, attributes, count, err);
    contensou__text_free(&line);
    return status;
}

enum { smallest_block = 1 << 6, largest_block = 1 << 18 };

/* Everything that is opened for one run; all zero is nothing. */
struct work {
    struct contensou__cmd_eval_setup setup;
    struct contensou__cmd_eval_input input;
    struct contensou__cmd_eval_plot plot;
    struct contensou__cmd_eval_dump dump;
    struct contensou_patch *own, *patch; /* the patch is our own, or that of a fit */
    struct contensou_device *device;
    struct contensou_eval *eval;       /* of the exact wrench or of cells, or */
    struct contensou_regularised *law; /* of --law */
    struct contensou_table *table;
    size_t capacity;                           /* slips in a block at most */
    double *memory;                            /* the arrays below */
    double *key[3], *slip, *wrench, *jacobian; /* of one block; jacobian may be NULL */
};

static enum contensou_status allocate(struct work *w, struct contensou_error *err)
{
    const size_t fields = 9 + (w->setup.eval.jacobian ? 9 : 0);
    const size_t total = w->input.total;
    const size_t rows = total && total < largest_block ? total : largest_block;

    w->capacity = rows;
    w->memory = malloc(fields * rows * sizeof *w->memory);
    if (!w->memory)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a block of %zu slips", rows);
    for (size_t k = 0; k < 3; k++)
        w->key[k] = w->memory + k * rows;
    w->slip = w->memory + 3 * rows;
    w->wrench = w->memory + 6 * rows;
    w->jacobian = w->setup.eval.jacobian ? w->memory + 9 * rows : NULL;
    return CONTENSOU_OK;
}

static enum contensou_status open_table(struct work *w, const struct contensou__options *options,
                                        struct contensou_error *err)
{
    return make_table(&w->table, &w->setup, options, w->input.keys, w->input.key_count, w->patch,
                      contensou_device_about(w->device), err);
}

/* Opens everything. Places for output are tried before the program is built; standard output needs
 * no trial and gets its header line only when nothing can go wrong any more. */
static enum contensou_status open_all(struct work *w, const struct contensou__options *options,
                                      struct contensou_error *err)
{
    const struct contensou__cmd_eval_setup *s = &w->setup;
    const int to_file = s->table && s->output && strcmp(s->output, "-");
    enum contensou_status status = read_setup(&w->setup, options, err);

    if (!status && !s->model)
        status = contensou_patch_create(&w->own, &s->spec, err);
    w->patch = s->model ? s->fit.patch : w->own;
    if (!status)
        status = contensou__cmd_eval_input_open(&w->input, s, err);
    if (!status && s->plot)
        status = contensou__cmd_eval_plot_open(&w->plot, s, &w->input, err);
    if (!status && s->dump)
        status = contensou__cmd_eval_dump_open(&w->dump, s->dump, err);
    if (!status)
        status = contensou_device_open(&w->device, s->device, err);
    if (!status && to_file)
        status = open_table(w, options, err);
    if (!status)
        status = s->law ? contensou_regularised_create(&w->law, w->patch, w->device, s->law, s->set,
                                                       &s->eval, err)
                        : contensou_eval_create(&w->eval, w->patch, w->device, &s->eval, err);
    if (!status)
        status = contensou__progress_check(err);
    if (!status && s->table && !to_file)
        status = open_table(w, options, err);
    if (!status)
        status = allocate(w, err);
    return status;
}

static void close_all(struct work *w)
{
    free(w->memory);
    contensou_table_discard(w->table);
    contensou_regularised_free(w->law);
    contensou_eval_free(w->eval);
    contensou_device_close(w->device);
    contensou__cmd_eval_dump_discard(&w->dump);
    contensou__cmd_eval_plot_close(&w->plot);
    contensou__cmd_eval_input_close(&w->input);
    contensou_fit_file_free(&w->setup.fit);
    contensou_patch_free(w->own);
}

/* From the contact's own units to those of the output. */
static void to_real(struct work *w, size_t n)
{
    const double force = contensou__real_units_force(&w->setup.units),
                 length = contensou__real_units_length(&w->setup.units);

    for (size_t i = 0; i < 3 * n; i++)
        w->wrench[i] *= i < 2 * n ? force : force * length;
    for (size_t k = 0; k < 9 && w->jacobian; k++)
        for (size_t i = 0; i < n; i++)
            w->jacobian[k * n + i] *= force * (k >= 6 ? length : 1) * (k % 3 == 2 ? length : 1);
}

static enum contensou_status evaluate(struct work *w, size_t n, struct contensou_error *err)
{
    if (w->setup.fit.result.count)
        return contensou_fit_wrench(w->patch, &w->setup.fit.result, n, w->slip, w->wrench, err);
    return w->setup.law ? contensou_regularised_run(w->law, n, w->slip, w->wrench, w->jacobian, err)
                        : contensou_eval_run(w->eval, n, w->slip, w->wrench, w->jacobian, err);
}

/* A slip that is finite and not zero has a wrench; NaN would be an empty field in the table. */
static enum contensou_status check_numbers(const struct work *w, size_t n,
                                           struct contensou_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(w->wrench[i]) || !isfinite(w->wrench[n + i]) ||
            !isfinite(w->wrench[2 * n + i]))
            return contensou_fail(err, CONTENSOU_EOPENCL,
                                  "the device gave no finite wrench for the slip vx = %.17g, vy = "
                                  "%.17g, omega = %.17g",
                                  w->slip[i], w->slip[n + i], w->slip[2 * n + i]);
    return CONTENSOU_OK;
}

static enum contensou_status store(struct work *w, size_t n, struct contensou_error *err)
{
    const double *column[15];
    size_t count = 0;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < w->input.key_count; k++)
        column[count++] = w->key[k];
    for (size_t k = 0; k < 3; k++)
        column[count++] = w->wrench + k * n;
    for (size_t k = 0; w->jacobian && k < 9; k++)
        column[count++] = w->jacobian + k * n;
    if (w->table)
        status = contensou_table_append(w->table, n, column, err);
    if (!status && w->setup.plot)
        status = contensou__cmd_eval_plot_keep(&w->plot, n, w->wrench, err);
    return status;
}

/* The first block, by the time of a trial with a few slips. The trial runs twice: the first launch
 * of a kernel may still compile it. */
static enum contensou_status first_block(struct work *w, size_t *rows, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;
    double seconds = 0;

    *rows = smallest_block;
    if (w->input.total && w->input.total <= smallest_block)
        return CONTENSOU_OK;
    for (size_t i = 0; i < smallest_block; i++) {
        w->slip[i] = 1;
        w->slip[smallest_block + i] = 0;
        w->slip[2 * smallest_block + i] = (double)(i + 1) / smallest_block;
    }
    for (int i = 0; i < 2 && !status; i++) {
        const double start = contensou__clock_seconds();

        status = evaluate(w, smallest_block, err);
        seconds = contensou__clock_seconds() - start;
    }
    for (; *rows < largest_block && seconds < 0.05; seconds *= 2)
        *rows *= 2;
    return status;
}

static enum contensou_status pump(struct work *w, struct contensou_error *err)
{
    struct contensou__progress progress;
    size_t rows, n = 0;
    double done = 0;
    enum contensou_status status = first_block(w, &rows, err);

    contensou__progress_begin(&progress, "slips", (double)w->input.total, w->setup.quiet);
    while (!status) {
        double start;

        status = contensou__progress_check(err);
        if (!status)
            status = contensou__cmd_eval_input_read(
                &w->input, rows < w->capacity ? rows : w->capacity, w->slip, w->key, &n, err);
        if (status || !n)
            break;
        start = contensou__clock_seconds();
        status = evaluate(w, n, err);
        rows = contensou__progress_block(rows, contensou__clock_seconds() - start, smallest_block,
                                         largest_block);
        if (!status)
            status = check_numbers(w, n, err);
        if (!status && contensou__real_units_any(&w->setup.units))
            to_real(w, n);
        if (!status)
            status = store(w, n, err);
        done += (double)n;
        contensou__progress_update(&progress, done);
    }
    contensou__progress_end(&progress);
    return status;
}

/* Puts the results in their places, the table first: it holds the work. */
static enum contensou_status finish(struct work *w, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;
    struct contensou_table *table = w->table;

    w->table = NULL;
    if (table)
        status = contensou_table_close(table, err);
    if (!status && w->setup.dump)
        status = contensou__cmd_eval_dump_close(&w->dump,
                                                w->setup.law ? contensou_regularised_program(w->law)
                                                             : contensou_eval_program(w->eval),
                                                err);
    if (!status && w->setup.plot)
        status = contensou__cmd_eval_plot_draw(&w->plot, &w->setup, &w->input, err);
    return status;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    struct work w = {0};
    enum contensou_status status = open_all(&w, options, err);

    if (!status)
        status = pump(&w, err);
    if (!status)
        status = finish(&w, err);
    close_all(&w);
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
    {"output", 'o', "FILE", NULL,
     "write the table to FILE.csv or FILE.h5 (default: CSV to standard output, unless there is "
     "--plot)"},
    {"plot", 0, "FILE", NULL, "draw a picture: FILE.png, FILE.svg or FILE.pdf"},
    {"plot-kind", 0, "KIND", "auto",
     "curves over the one angle that varies, maps (Tx, Ty, M over phi and theta), surface (the "
     "limit surface in Tx, Ty, M) or auto: maps for a grid, otherwise curves"},
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
