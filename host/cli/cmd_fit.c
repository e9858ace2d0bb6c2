/* cmd_fit.c: contensou fit: a small formula for the friction of a contact, and how wrong it is.
 *
 * Places for output are tried before the work, and written after it. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit.h"
#include "cli/cmd_fit_scan.h"

#include "cli/text_file.h"
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/progress.h"

#include <contensou/export.h>
#include <contensou/plot.h>

#include <stdlib.h>
#include <string.h>

/* Everything that is opened for one run; all zero is nothing. */
struct work {
    struct contensou__cmd_fit_setup setup;
    struct contensou_fit_rows data;
    struct contensou__text_file file;
    struct contensou_patch *patch;
    struct contensou_device *device;
    struct contensou_fit_result result;
    struct contensou__text command;
    char *text; /* of the output */
    size_t size;
};

static enum contensou_status open_all(struct work *w, const struct contensou__options *options,
                                      struct contensou_error *err)
{
    const struct contensou__cmd_fit_setup *s = &w->setup;
    enum contensou_status status = contensou__cmd_fit_setup_read(&w->setup, options, err);

    if (!status)
        status = contensou_patch_create(&w->patch, &s->spec, err);
    if (!status && s->data)
        status = contensou__real_units_rows(&s->units, &w->data, s->data, err);
    if (!status && s->plot)
        status = contensou_plot_check(s->plot, err);
    if (!status && s->output && strcmp(s->output, "-") != 0)
        status = contensou__text_file_open(&w->file, s->output, err);
    if (!status)
        status = contensou_device_open(&w->device, s->device, err);
    w->setup.fit.data = s->data ? &w->data.data : NULL;
    w->setup.fit.gap = !s->data;
    w->setup.fit.progress = contensou__progress_of(NULL);
    contensou__options_line(options, &w->command);
    return status;
}

static void close_all(struct work *w)
{
    free(w->text);
    contensou__text_free(&w->command);
    contensou_device_close(w->device);
    contensou__text_file_discard(&w->file);
    contensou_fit_rows_free(&w->data);
    contensou_patch_free(w->patch);
    contensou__cmd_fit_setup_free(&w->setup);
}

/* A co-simulation unit, which is a file of bytes. */
static enum contensou_status make_fmu(struct work *w, const struct contensou_export_options *export,
                                      struct contensou_error *err)
{
    unsigned char *bytes = NULL;
    int compiled = 0;
    const enum contensou_status status =
        contensou_export_fmu(w->patch, &w->result, export, "cc", &bytes, &w->size, &compiled, err);

    w->text = (char *)bytes;
    if (!status && !compiled)
        fprintf(stderr, "contensou: no library was made for the unit, which has its source only: "
                        "that takes a C compiler, cc, on Linux\n");
    return status;
}

/* What the output holds: an engine's parameters, code, or the JSON. */
static enum contensou_status make_text(struct work *w, const struct contensou__cmd_fit_report *r,
                                       struct contensou_error *err)
{
    const struct contensou__cmd_fit_setup *s = &w->setup;

    if (s->engine)
        return contensou_export_engine(
            w->patch, w->device,
            &(struct contensou_engine_options){.size = sizeof(struct contensou_engine_options),
                                               .engine = s->engine,
                                               .mu = s->mu,
                                               .feet = s->feet},
            &w->text, err);
    if (s->language && strcmp(s->language, "json") != 0) {
        const struct contensou_export_options export = {
            .size = sizeof export, .language = s->language, .name = s->name, .command = r->command};

        if (strcmp(s->language, "fmu") == 0)
            return make_fmu(w, &export, err);
        return contensou_export_code(w->patch, &w->result, &export, &w->text, err);
    }
    return contensou__cmd_fit_report_json(r, &w->text, err);
}

static int is_table(const struct contensou__cmd_fit_setup *s)
{
    return s->fit.model && strcmp(s->fit.model, "table") == 0;
}

static enum contensou_status fit(struct work *w, struct contensou_error *err)
{
    enum contensou_status status;

    if (is_table(&w->setup)) { /* the exact law: nothing is fitted */
        snprintf(w->result.model, sizeof w->result.model, "table");
        return CONTENSOU_OK;
    }
    status = contensou_fit(w->patch, w->device, &w->setup.fit, &w->result, err);

    if (!status && !contensou__cmd_fit_report_finite(&w->result))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has no finite wrench in some directions with these parameters; "
                              "choose others for --fix and --bounds",
                              w->result.model);
    if (!status && w->setup.data)
        status = contensou_fit_rows_check(&w->data.data, w->setup.data, &w->result, err);
    return status;
}

static enum contensou_status write_all(struct work *w, struct contensou_error *err)
{
    const struct contensou__cmd_fit_setup *s = &w->setup;
    const struct contensou__cmd_fit_report report = {
        s, &w->result, w->command.data, contensou_device_about(w->device)->name, w->data.data.n};
    enum contensou_status status = make_text(w, &report, err);

    if (!status)
        status = contensou__progress_check(err);
    if (!status && s->plot)
        status =
            contensou__cmd_fit_plot_draw(s, w->patch, w->device, &w->result, &w->data.data, err);
    if (!status && !w->size)
        w->size = strlen(w->text);
    if (!status && w->file.opened)
        status = contensou__text_file_close_bytes(&w->file, w->text, w->size, err);
    else if (!status)
        fwrite(w->text, 1, w->size,
               stdout); /* the program checks at its end that all was written */
    if (status || !s->fit.model || is_table(s))
        return status;
    if (!s->quiet)
        contensou__cmd_fit_report_print(&report, stderr);
    contensou__cmd_fit_report_warn(&report, stderr);
    return CONTENSOU_OK;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    const char *model = contensou__options_value(options, "model");
    struct work w = {0};
    enum contensou_status status;

    if (model && strcmp(model, "exact") == 0)
        return contensou__cmd_fit_identify_run(options, err);
    if (contensou__options_given(options, "vary"))
        return contensou__cmd_fit_scan_run(options, err);
    status = open_all(&w, options, err);
    if (!status && w.setup.fit.model)
        status = fit(&w, err);
    if (!status)
        status = write_all(&w, err);
    close_all(&w);
    return status;
}

static const struct contensou__option option_rows[] = {
    CONTENSOU__CONTACT_OPTIONS_ROWS,
    {"model", 0, "MODEL", NULL,
     "the formula: {models}, "
     "which 'contensou list models' explains; or, with --data, exact: the integral over the cells "
     "of the contact, whose loads are identified; or, with --export, table: the exact law as a "
     "table (required, but for --engine)"},
    {"norm", 0, "NORM", "l2",
     "what is made small: l2 (the sum of squares) or max (the largest "
     "error over all directions)"},
    {"weight", 0, "WEIGHT", "theta",
     "how l2 weights directions: theta (all angles alike) or sphere (by solid angle)"},
    {"weights", 0, "T,M", "1,1", "weights of the squared errors of force and torque"},
    {"nodes", 0, "N[,N]", NULL,
     "directions for l2 in theta and phi (default: 181, and in phi 1 for circular contacts, "
     "otherwise 24)"},
    {"length-unit", 0, "L", NULL,
     "measure theta by tan theta = omega L/v and torques over L (default: the size of the contact, "
     "so that results are the same in any unit; 1 is [1]'s convention)"},
    {"fix", 0, "NAME=X,..", NULL, "keep parameters at these values, such as m=2,b=0.5"},
    {"bounds", 0, "NAME=LO:HI,..", NULL,
     "keep parameters between these values, such as b=0.1:2; frees one that is not fitted "
     "otherwise, such as those of pade1"},
    {"data", 0, "FILE.csv", NULL,
     "fit measurements: columns vx,vy,omega, any of Tx,Ty,M (per unit of normal force; M per unit "
     "of length too; or in newtons and newton metres with --normal-force and --size), and weight "
     "if "
     "wanted; other columns are passed over"},
    CONTENSOU__REAL_UNITS_LENGTHS,
    {"free", 0, "NAMES", NULL,
     "with --data: mu (friction coefficient), a (size of the contact) or mu,a are unknown too; "
     "otherwise they are 1. With the model exact: mu, pressure (default: both; loads of "
     "cells), a, center, anisotropy (of friction, by the direction of sliding), and, without "
     "pressure, tilt and q (of --pressure power:q)"},
    {"target", 0, "WHAT", "both",
     "with the model exact: make the angle small between measured and predicted wrench, slip (what "
     "a pushing robot needs), or both"},
    {"normalise", 0, NULL, NULL,
     "with the model exact: rows have directions only, so that mu is not asked for"},
    {"map", 0, "N", NULL,
     "with the model exact: cells along the larger side of the contact whose loads are found "
     "(default: 5); those of cells:FILE are taken as they are"},
    {"smoothing", 0, "X", NULL,
     "with the model exact: pull towards the pressure of the contact (default: by "
     "cross-validation, none for cells:FILE)"},
    {"folds", 0, "K", NULL, "with the model exact: report the errors of rows held out, in K folds"},
    {"residuals", 0, "FILE.csv", NULL, "with the model exact: write the angles of each row"},
    {"cells-out", 0, "FILE.csv", NULL,
     "with the model exact: write the cells with their loads, for --shape cells:FILE.csv"},
    {"loss", 0, "LOSS", "square", "with --data: square, or huber against outliers"},
    {"starts", 0, "N", "8", "local searches from random places, besides the global one"},
    {"seed", 0, "N", "0", "of the random places"},
    {"export", 0, "LANGUAGE", NULL,
     "write the law for a simulator instead of the JSON: a header in c or a module in python, with "
     "Jacobian, regularisation and an implicit step; a function in matlab or modelica; a script "
     "for "
     "mujoco; a co-simulation unit, fmu: json, {languages}"},
    {"name", 0, "NAME", NULL, "of that function (default: contensou_MODEL)"},
    {"engine", 0, "ENGINE", NULL,
     "{engines}: write the engine's own friction parameters for this contact instead"},
    {"mu", 0, "MU", "1",
     "the friction coefficient: for --engine, or with --data where it is known and not to be "
     "found"},
    {"feet", 0, "N", NULL,
     "with --engine: the contact as N points with plain Coulomb friction, 2 to 16, their places "
     "and "
     "shares fitted to the exact wrench, for engines that have nothing better"},
    {"vary", 0, "NAME=R...", NULL,
     "fit many contacts like this one and write a table, one row each: R is a range lo:hi:n or a "
     "list for a number of the shape, such as shape.q of annulus:q or shape.a of ellipse:a,b, for "
     "pressure.q of power:q, tilt.k, tilt.beta, center.x or center.y; given several times they "
     "make a grid"},
    {"output", 'o', "FILE", NULL,
     "write to FILE: .json, for --export as the language has it, for --vary .csv, .h5 (default: "
     "standard output; a table goes there unless there is --plot)"},
    {"plot", 0, "FILE", NULL,
     "draw exact and fitted force and torque against theta, and the error; with --vary the "
     "parameters against the varied number: FILE.png, FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_fit_command = {
    .name = "fit",
    .summary = "a small formula for the friction of a contact, with its errors",
    .usage = "--shape SHAPE [--pressure PRESSURE] --model MODEL [--norm l2|max]\n"
             "                     [--data FILE.csv] [--vary NAME=R] [--export LANGUAGE]\n"
             "                     [-o fit.json] [options]",
    .about =
        "Fits the model to the exact wrench (Tx, Ty, M) of the contact in all directions of slip, "
        "or to measured data, by two routes: a global search, and local searches from several "
        "starts. Angles between sliding and spinning, and torques, are measured with the size of "
        "the "
        "contact: sqrt(2) times the radius of gyration of the pressure about the reference point, "
        "which is R for a uniform disk; for disks, annuli and ellipses it is sqrt((a^2 + b^2)/2), "
        "whatever the pressure, so that [1]'s numbers stay. With --free a it is that times a. "
        "Errors of the torque are over this size. The JSON holds model, parameters, errors (root "
        "mean square and largest, of force "
        "T and torque M, and where), size, passive (power never negative), monotone, search (how "
        "many "
        "starts agree) and, with data, the 95 % intervals of the parameters. A report goes to "
        "standard error, unless --quiet; warnings always do.\n\n"
        "With --vary there is a table instead: the varied numbers, the parameters that are fitted "
        "or "
        "change, rms,rms_T,rms_M,max_T,max_M (for I<n1><n2> with l2 at the nodes), passive and, "
        "but "
        "for those models, monotone (1 or 0).\n\n"
        "I00 .. I22 agree with the exact wrench at pure spinning and pure sliding to the orders in "
        "their name, I33, I44 and so on too, on contacts that are the same after half a turn and "
        "have a smooth pressure at the reference point [1]; pade1 and pade2 follow from integrals "
        "of the contact [5]; ellipsoid is "
        "the law of most physics engines [3]; potential4 .. potential8 are gradients of a "
        "dissipation and always passive.",
    .examples =
        "  A Hertz disk, with a picture:\n"
        "    contensou fit --shape disk --pressure hertz --model I11 -o fit.json --plot fit.png\n"
        "  The smallest largest error, as a C function:\n"
        "    contensou fit --shape disk --model potential6 --norm max --export c -o law.c\n"
        "  Measured rows with unknown friction coefficient and size, and outliers:\n"
        "    contensou fit --shape disk --model potential4 --data rows.csv --free mu,a \\\n"
        "        --loss huber -o fit.json\n"
        "  A table of 100 annuli:\n"
        "    contensou fit --shape annulus:0.5 --model I11 --vary shape.q=0.1:0.9:100 -o "
        "rings.csv\n"
        "  The loads of the supports, or the pressure, of a pushed object:\n"
        "    contensou fit --shape cells:feet.csv --model exact --data pushes.csv --folds 5\n"
        "    contensou fit --shape polygon:face.csv --model exact --data pushes.csv \\\n"
        "        --target slip --cells-out loads.csv\n"
        "  What to write into an MJCF file:\n"
        "    contensou fit --shape ellipse:2,1 --pressure hertz --engine mujoco --mu 0.4\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .run = run,
};
