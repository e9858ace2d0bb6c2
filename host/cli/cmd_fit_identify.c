/* cmd_fit_identify.c: contensou fit --model exact --data: the pressure of a contact from measurements.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_fit.h"

#include "base/names.h"
#include "cli/text_file.h"
#include "cli/contact_options.h"
#include "cli/progress.h"

#include "base/try.h"

#include <contensou/identify.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double degrees = 57.295779513082321;

/* Everything that is opened for one run; all zero is nothing. */
struct work {
    struct contensou_patch_spec spec;
    struct contensou_identify_options options;
    struct contensou_fit_rows data;
    struct contensou__text_file file, cells, residuals;
    struct contensou_patch *patch;
    struct contensou_identify_result result;
    const char *command, *path;
    struct contensou__real_units units;
    int mu;            /* 1: asked for */
    int automatic;     /* 1: what is free is chosen */
    int fixed_target;  /* 1: the target is given */
    const char *group; /* the column of pushes, or NULL: push if there is one */
    struct contensou_identify_choice choice; /* what was compared */
};

/* --free auto, or mu,pressure,a,center,anisotropy,tilt,q */
static enum contensou_status read_free(struct work *w, const char *text,
                                       struct contensou_error *err)
{
    enum { mu, pressure, a, center, anisotropy, tilt, q, count };
    static const char *const names[count] = {"mu",         "pressure", "a", "center",
                                             "anisotropy", "tilt",     "q"};
    int free[count] = {0};

    w->automatic = strcmp(text, "auto") == 0;
    for (const char *at = w->automatic ? "mu,pressure" : text; *at;) {
        const size_t size = strcspn(at, ",");
        char name[32];
        int k;

        snprintf(name, sizeof name, "%.*s", (int)(size < 31 ? size : 31), at);
        k = contensou__names_find(name, names, count);
        if (k < 0)
            return contensou__names_fail(
                err, "unknown of --free with the model exact, or auto alone", name, names, count);
        free[k] = 1;
        at += size + (at[size] == ',');
    }
    w->mu = free[mu];
    w->options.fixed = !free[pressure];
    w->options.free_a = free[a];
    w->options.free_center = free[center];
    w->options.anisotropy = free[anisotropy];
    w->options.free_tilt = free[tilt];
    w->options.free_q = free[q];
    return CONTENSOU_OK;
}

/* What belongs to small formulas. */
static enum contensou_status refuse_others(const struct contensou__options *o,
                                           struct contensou_error *err)
{
    static const char *const other[] = {"fix",    "bounds", "norm", "weight", "weights", "nodes",
                                        "export", "engine", "vary", "loss",   "plot"};

    TRY(contensou__options_refuse(
        o, other, sizeof other / sizeof *other,
        "cannot be used with the model exact, which is the integral over the cells of the contact",
        err));
    if (!contensou__options_given(o, "data"))
        return WRONG(err,
                     "the model exact needs no fit to the contact itself; with --data FILE.csv it "
                     "identifies the pressure from measurements");
    return CONTENSOU_OK;
}

static enum contensou_status read_options(struct work *w, const struct contensou__options *o,
                                          struct contensou_error *err)
{
    static const char *const targets[3] = {"both", "wrench", "slip"}, *const residuals[1] = {"gp"};
    const char *unit = contensou__options_value(o, "length-unit");
    const char *smoothing = contensou__options_value(o, "smoothing");
    struct contensou_identify_options *const to = &w->options;
    long seed = 0;
    int target = 0, residual = 0;

    to->size = sizeof *to;
    TRY(refuse_others(o, err));
    TRY(contensou__contact_options_read(o, &w->spec, err));
    TRY(contensou__real_units_read(&w->units, o, &w->spec, err));
    TRY(contensou__options_choice(o, "target", targets, 3, &target, err));
    to->target = (enum contensou_target)target;
    to->residual = contensou__options_given(o, "residual");
    if (to->residual)
        TRY(contensou__options_choice(o, "residual", residuals, 1, &residual, err));
    TRY(read_free(
        w, contensou__options_given(o, "free") ? contensou__options_value(o, "free") : "auto",
        err));
    TRY(contensou__options_int(o, "folds", 2, 1000, &to->folds, err));
    TRY(contensou__options_int(o, "map", 2, 60, &to->cells, err));
    TRY(contensou__options_whole(o, "seed", 0, 1000000000000, &seed, err));
    to->seed = (unsigned long)seed;
    TRY(contensou__options_number(o, "length-unit", &to->length_unit, err));
    if (unit && !(to->length_unit > 0))
        return WRONG(err, "--length-unit %s is not above 0", unit);
    TRY(contensou__options_number(o, "smoothing", &to->smoothing, err));
    if (smoothing && to->smoothing == 0)
        to->smoothing = -1;
    else if (smoothing && !(to->smoothing > 0))
        return WRONG(err, "--smoothing %s: it is 0 or a number above 0", smoothing);
    to->normalise = contensou__options_given(o, "normalise") || !w->mu;
    to->progress = contensou__progress_of(NULL);
    w->fixed_target = contensou__options_given(o, "target");
    w->group = contensou__options_value(o, "group");
    w->path = contensou__options_value(o, "data");
    return CONTENSOU_OK;
}

static enum contensou_status open_file(struct contensou__text_file *file, const char *path,
                                       struct contensou_error *err)
{
    return path && strcmp(path, "-") != 0 ? contensou__text_file_open(file, path, err)
                                          : CONTENSOU_OK;
}

/* Rows of a push are told by the column --group, or push where the file has one. */
static enum contensou_status read_rows(struct work *w, struct contensou_error *err)
{
    TRY(contensou__real_units_rows(&w->units, &w->data, w->path, w->group ? w->group : "push",
                                   err));
    if (w->group && !w->data.group)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:1: the header has no column '%s' (--group)", w->path, w->group);
    w->options.data = &w->data.data;
    w->options.group = w->data.group;
    return CONTENSOU_OK;
}

/* What was compared: how far the angles of rows held out are above the least, and one standard error of that. */
static void print_choice(const struct work *w, FILE *to)
{
    static const char *const targets[3] = {"both", "wrench", "slip"};
    const struct contensou_identify_choice *c = &w->choice;

    fprintf(to, "what is free, by %zu folds of %zu %s%s\n", c->folds, c->groups,
            c->labelled ? "groups of the column " : "blocks of neighbouring rows",
            c->labelled ? w->group ? w->group : "push"
                        : ", as there is no column push: rows of one push on both sides flatter");
    fprintf(to, "  %-34s %-6s %8s %9s %9s %7s %7s %8s\n", "free", "target", "unknowns", "slip, deg",
            "wrench", "above", "+-", "seconds");
    for (size_t i = 0; i < c->count; i++) {
        const struct contensou_identify_candidate *a = &c->candidate[i];
        char name[80];

        snprintf(name, sizeof name, a->cells ? "%s, map %d" : "%s", a->free, a->cells);
        fprintf(to, "%c %-34s %-6s %8d %9.3f %9.3f %7.3f %7.3f %8.2f\n", i == c->chosen ? '*' : ' ',
                name, targets[a->target], a->unknowns, degrees * a->held_twist,
                degrees * a->held_wrench, degrees * a->excess, degrees * a->error, a->seconds);
    }
    fprintf(to, "* the fewest unknowns within one standard error of the least\n");
}

static void print(const struct work *w, FILE *to)
{
    const struct contensou_identify_result *r = &w->result;
    struct contensou_identify_parameter list[CONTENSOU_IDENTIFY_PARAMETERS];
    const size_t named = contensou_identify_file_parameters(&w->options, r, list);

    fprintf(to, "exact law of %zu %s, %zu rows; angles with the unit of length %.6g\n", r->count,
            w->options.fixed ? "points under the given pressure" : "cells", r->rows, r->size);
    for (size_t i = 0; i < named; i++)
        fprintf(to, "  %-10s %-12.6g 95 %% in %.6g to %.6g\n", list[i].name, list[i].value,
                list[i].low, list[i].high);
    for (size_t c = 0; c < r->count && r->count <= 12 && !w->options.fixed; c++) {
        double at[2];

        contensou_identify_file_place(&w->options, &w->result, c, at);
        fprintf(to, "  p%-9zu %-12.6g 95 %% in %.6g to %.6g, at x = %.6g, y = %.6g\n", c + 1,
                r->cell[c].load, r->cell[c].low, r->cell[c].high, at[0], at[1]);
    }
    fprintf(to, "  mean angle of the slip %.3f deg, of the wrench %.3f deg\n", degrees * r->twist,
            degrees * r->wrench);
    if (isfinite(r->held_twist))
        fprintf(to, "  of rows held out      %.3f deg, of the wrench %.3f deg (%d folds)\n",
                degrees * r->held_twist, degrees * r->held_wrench, w->options.folds);
    if (r->smoothing > 0)
        fprintf(to, "  smoothing %g\n", r->smoothing);
    if (w->options.residual)
        fprintf(to, "  slips held out: %.3f deg, %.3f deg with a residual, which is %s\n",
                degrees * r->held_law, degrees * r->held_corrected,
                r->residual ? "in the file" : "left out");
}

/* Rows whose slip is off by more than five times the median, and by more than a degree. */
static void print_outliers(const struct work *w, FILE *to)
{
    const struct contensou_identify_result *r = &w->result;
    size_t count = 0, below;
    double limit = 0;

    for (size_t i = 0; i < r->rows && !limit; i++) { /* the median by counting */
        below = 0;
        for (size_t k = 0; k < r->rows; k++)
            below += r->angle[k] < r->angle[i];
        if (below == r->rows / 2)
            limit = fmax(5 * r->angle[i], 1 / degrees);
    }
    for (size_t i = 0; i < r->rows && limit > 0; i++)
        if (r->angle[i] > limit && count++ < 10)
            fprintf(to, "%s %zu (%.0f deg)", count == 1 ? "  outliers, rows" : ",", i + 1,
                    degrees * r->angle[i]);
    if (count > 10)
        fprintf(to, " and %zu more", count - 10);
    if (count)
        fputc('\n', to);
}

/* The cells as a file for --shape cells:FILE. */
static void put_cells(const struct work *w, struct contensou__text *text)
{
    const struct contensou_identify_result *r = &w->result;

    contensou__text_printf(text, "x,y,area,pressure\n");
    for (size_t c = 0; c < r->points; c++)
        contensou__text_printf(text, "%.17g,%.17g,1,%.17g\n", r->point[c] + w->spec.center[0],
                               r->point[r->points + c] + w->spec.center[1],
                               r->point[2 * r->points + c]);
}

static void put_residuals(const struct work *w, struct contensou__text *text)
{
    const struct contensou_identify_result *r = &w->result;

    contensou__text_printf(text, "row,slip_deg,wrench_deg\n");
    for (size_t i = 0; i < r->rows; i++)
        contensou__text_printf(text, "%zu,%.17g,%.17g\n", i + 1, degrees * r->angle[i],
                               degrees * r->angle[r->rows + i]);
}

static enum contensou_status write_all(struct work *w, struct contensou_error *err)
{
    struct contensou_fit_record record = contensou__real_units_record(&w->units);
    OWNED(contensou__try_free) char *json = NULL;
    OWNED(contensou__text_free) struct contensou__text cells = {0};
    OWNED(contensou__text_free) struct contensou__text residuals = {0};

    record.spec = &w->spec;
    record.data = w->path;
    record.command = w->command;
    TRY(contensou_identify_file_text(&w->result, &w->options, &record, &json, err));
    put_cells(w, &cells);
    put_residuals(w, &residuals);
    TRY(contensou__try_memory(cells.failed || residuals.failed ? NULL : w, err, "the result"));
    if (w->cells.opened)
        TRY(contensou__text_file_close(&w->cells, cells.data, err));
    if (w->residuals.opened)
        TRY(contensou__text_file_close(&w->residuals, residuals.data, err));
    if (w->file.opened)
        TRY(contensou__text_file_close(&w->file, json, err));
    else
        fputs(json, stdout);
    if (contensou__progress_speaks()) {
        if (w->automatic)
            print_choice(w, stderr);
        print(w, stderr);
        print_outliers(w, stderr);
    }
    contensou__progress_warn("fit", w->result.warning);
    return CONTENSOU_OK;
}

static void release(struct work *w)
{
    contensou_identify_free(&w->result);
    contensou__text_file_discard(&w->residuals);
    contensou__text_file_discard(&w->cells);
    contensou__text_file_discard(&w->file);
    contensou_fit_rows_free(&w->data);
    contensou_patch_free(w->patch);
}

enum contensou_status contensou__cmd_fit_identify_run(const struct contensou__options *o,
                                                      struct contensou_error *err)
{
    OWNED(release) struct work w = {.command = contensou__options_line(o)};
    enum contensou_status status;

    TRY(read_options(&w, o, err));
    TRY(contensou_patch_create(&w.patch, &w.spec, err));
    contensou__real_units_contact(&w.units, w.patch, 1);
    TRY(read_rows(&w, err));
    TRY(open_file(&w.file, contensou__options_value(o, "output"), err));
    TRY(open_file(&w.cells, contensou__options_value(o, "cells-out"), err));
    TRY(open_file(&w.residuals, contensou__options_value(o, "residuals"), err));
    status = w.automatic
                 ? contensou_identify_choose(w.patch, &w.options, w.fixed_target, &w.choice, err)
                 : CONTENSOU_OK;
    if (!status)
        status = contensou_identify(w.patch, &w.options, &w.result, err);
    if (status == CONTENSOU_ESTOPPED)
        TRY(contensou__progress_check(err));
    TRY(status);
    return write_all(&w, err);
}
