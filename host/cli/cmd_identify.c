/* cmd_identify.c: contensou identify: the numbers of a system from measured trajectories. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "base/pool.h"
#include "base/text.h"
#include "cli/undrawn.h"
#include "cli/progress.h"
#include "cli/text_file.h"

#include "base/try.h"

#include <contensou/identification.h>
#include <contensou/plot.h>
#include <contensou/settings.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 16, most_drawn = 4 };

static void print(void *context, const char *sentence)
{
    (void)context;
    fprintf(stderr, "%s\n", sentence);
}

static int is_setting(const char *name)
{
    const struct contensou_setting *row;

    for (size_t i = 0; (row = contensou_identification_settings_row(i)); ++i)
        if (strcmp(row->name, name) == 0)
            return strcmp(name, "data") != 0; /* which repeats */
    return contensou__options_is_setting(name);
}

static enum contensou_status set_all(struct contensou_identification *id,
                                     const struct contensou__options *o,
                                     struct contensou_error *err)
{
    for (size_t i = 0; i < o->count; ++i)
        if (o->given[i] && is_setting(o->row[i].name))
            TRY(contensou_identification_set(id, o->row[i].name,
                                             o->row[i].argument ? o->value[i] : "1", err));
    for (size_t i = 0; i < o->repeat_count; ++i)
        TRY(contensou_identification_set(id, "data", o->repeat[i], err));
    if (o->word_count)
        TRY(contensou_identification_set(id, "system", o->word[0], err));
    return CONTENSOU_OK;
}

/* The table of standard output. */
static void print_table(const struct contensou_identification *id, FILE *to)
{
    const struct contensou_identification_parameter *p;
    const struct contensou_identification_column *c;

    fprintf(to, "%-16s %-14s %-11s %-14s %-14s %s\n", "number", "value", "sigma", "low", "high",
            "unit");
    for (size_t k = 0; (p = contensou_identification_parameter(id, k)); ++k)
        fprintf(to, "%-16s %-14.8g %-11.3g %-14.8g %-14.8g %s\n", p->name, p->value, p->sigma,
                p->low, p->high, p->unit);
    fprintf(to, "\n%-16s %-14s %-11s %-14s %-14s %s\n", "column", "values", "noise", "rms",
            "durbin-watson", "unit");
    for (size_t k = 0; (c = contensou_identification_column(id, k)); ++k)
        fprintf(to, "%-16s %-14zu %-11.3g %-14.4g %-14.3g %s\n", c->name, c->count, c->noise,
                c->rms, c->durbin_watson, c->unit);
    fprintf(to, "\n%zu run%s; intervals hold the truth with 95 %%\n",
            contensou_identification_run_count(id),
            contensou_identification_run_count(id) == 1 ? "" : "s");
}

/* The picture: each column as measured and as found, and the residuals beside it, of the first runs. */
struct picture {
    struct contensou_plot_trace left[most_columns][2 * most_drawn], right[most_columns][most_drawn];
    struct contensou_plot_grid_panel panel[2][most_columns];
    char label[most_columns][3][96], title[200], time[64];
    struct contensou__pool pool; /* of the points */
};

static enum contensou_status fill(const struct contensou_identification *id, size_t c, size_t r,
                                  struct picture *d, struct contensou_error *err)
{
    const size_t n = contensou_identification_run_at(id, r)->frames;
    double *const t = contensou__pool_take(&d->pool, 4 * n + 1, sizeof *t), *const data = t + n,
                  *const fit = data + n, *const difference = fit + n;

    TRY(contensou__try_memory(t, err, "a picture"));
    TRY(contensou_identification_frames(id, r, c, t, data, fit, err));
    for (size_t i = 0; i < n; ++i)
        difference[i] = data[i] - fit[i];
    d->left[c][2 * r] =
        (struct contensou_plot_trace){r ? NULL : "measured", t, data, n, CONTENSOU_PLOT_DOTS, 2};
    d->left[c][2 * r + 1] =
        (struct contensou_plot_trace){r ? NULL : "found", t, fit, n, CONTENSOU_PLOT_LINE, (int)r};
    d->right[c][r] =
        (struct contensou_plot_trace){NULL, t, difference, n, CONTENSOU_PLOT_COLOURED, (int)r};
    return CONTENSOU_OK;
}

static void release_picture(struct picture **d)
{
    if (*d)
        contensou__pool_free(&(*d)->pool);
    free(*d);
}

static enum contensou_status draw(const struct contensou_identification *id, const char *path,
                                  const char *system, struct contensou_error *err)
{
    const size_t runs = contensou_identification_run_count(id),
                 columns = contensou_identification_column_count(id);
    const size_t drawn = runs < most_drawn ? runs : most_drawn;
    struct contensou_plot_look look = {0};
    OWNED(release_picture) struct picture *d = calloc(1, sizeof *d);
    struct contensou_plot_grid_column column[2] = {{.count = columns, .width = 0.5, .joined = 1},
                                                   {.count = columns, .width = 0.5, .joined = 1}};

    TRY(contensou__try_memory(d, err, "a picture"));
    for (size_t c = 0; c < columns && c < most_columns; ++c) {
        const struct contensou_identification_column *const k =
            contensou_identification_column(id, c);

        snprintf(d->time, sizeof d->time, "t (%.50s)", contensou_identification_time_unit(id));
        snprintf(d->label[c][0], sizeof d->label[c][0], "%.40s (%.40s)", k->name, k->unit);
        snprintf(d->label[c][1], sizeof d->label[c][1], "measured - found, %.30s (%.30s)", k->name,
                 k->unit);
        for (size_t r = 0; r < drawn; ++r)
            TRY(fill(id, c, r, d, err));
        d->panel[0][c] =
            (struct contensou_plot_grid_panel){d->time, d->label[c][0], d->left[c], 2 * drawn};
        d->panel[1][c] =
            (struct contensou_plot_grid_panel){d->time, d->label[c][1], d->right[c], drawn};
    }
    for (int side = 0; side < 2; ++side)
        column[side].panels = d->panel[side];
    snprintf(d->title, sizeof d->title, "%.80s: %zu run%s%s", system, runs, runs == 1 ? "" : "s",
             drawn < runs ? ", the first of which are drawn" : "");
    return contensou_plot_grid(path, &look, d->title, column, 2, err);
}

struct work {
    struct contensou_identification *id;
    struct contensou__text_file file;
    const char *line, *output, *plot;
};

static enum contensou_status check(struct work *w, struct contensou_error *err)
{
    const size_t size = w->output ? strlen(w->output) : 0;
    const int file = size && strcmp(w->output, "-") != 0;

    if (file && (size < 5 || strcmp(w->output + size - 5, ".json") != 0))
        return WRONG(err, "-o %s: what is identified is written as FILE.json", w->output);
    if (w->plot)
        TRY(contensou_plot_check(w->plot, err));
    return file ? contensou__text_file_open(&w->file, w->output, err) : CONTENSOU_OK;
}

static enum contensou_status finish(struct work *w, const char *system, struct contensou_error *err)
{
    const char *const warning = contensou_identification_warning(w->id);
    OWNED(contensou__try_free) char *text = NULL;

    TRY(contensou_identification_text(w->id, w->line, &text, err));
    if (!w->output)
        print_table(w->id, stdout);
    else if (strcmp(w->output, "-") == 0)
        fputs(text, stdout);
    else
        TRY(contensou__text_file_close(&w->file, text, err));
    if (*warning)
        fprintf(stderr, "warning: %s\n", warning);
    return w->plot ? contensou__undrawn_warn(draw(w->id, w->plot, system, err), err) : CONTENSOU_OK;
}

static void release(struct work *w)
{
    contensou__text_file_discard(&w->file);
    contensou_identification_free(w->id);
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    OWNED(release)
    struct work w = {.line = contensou__options_line(o),
                     .output = contensou__options_value(o, "output"),
                     .plot = contensou__options_value(o, "plot")};
    struct contensou__progress bar;
    const struct contensou_progress progress = contensou__progress_of(&bar);
    enum contensou_status status;

    TRY(contensou_identification_create(&w.id, err));
    TRY(set_all(w.id, o, err));
    TRY(check(&w, err));
    contensou_identification_set_progress(w.id, &progress);
    contensou_identification_set_notes(w.id, print, NULL);
    contensou__progress_begin(&bar, "iterations", 0, contensou__options_given(o, "quiet"));
    status = contensou_identification_run(w.id, err);
    contensou__progress_end(&bar);
    TRY(status);
    return finish(&w, o->word_count ? o->word[0] : "a system of your own", err);
}

static const struct contensou__option option_rows[] = {
    CONTENSOU__OPTIONS_SETTINGS(CONTENSOU_SETTING_IDENTIFICATION),
    CONTENSOU__OPTIONS_SETTINGS(CONTENSOU_SETTING_MODEL),
    {"output", 'o', "FILE", NULL, "write FILE.json (default: a table to standard output)"},
    {"plot", 0, "FILE", NULL,
     "draw data, fit and residuals of the first runs: FILE.png, FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_identify_command = {
    .name = "identify",
    .summary = "parameters of a system from measured trajectories, with intervals",
    .usage =
        "SYSTEM --data FILE.csv --free NAME,.. [--law LAW] [--set NAME=X,..]\n"
        "                          [--noise COLUMN=X,..] [-o FILE.json] [--plot FILE] [options]",
    .about = "Finds the numbers with which whole trajectories of the system pass through the rows "
             "of a film or a log, by "
             "least squares, each column over its noise: Levenberg and Marquardt, all runs, starts "
             "and derivatives as "
             "lanes of one launch. Nothing is differentiated, so that noise of positions does not "
             "bias what is found. "
             "Where the system has stick, the stepper is event: rest is exact.\n\n"
             "FILE.json has parameters, intervals (95 %, from the scatter between runs: sandwich "
             "of clusters, corrected "
             "for few of them), sigma, correlation, not_told_apart (numbers that the data leave "
             "open, by name), "
             "residuals and how white they are, noise, init of each run, and the law with its "
             "contact: --law FILE.json "
             "reads it in all commands.\n\n"
             "First guesses of the numbers are those of --set and --shape or the defaults; "
             "velocities are guessed from "
             "positions.",
    .examples = "  A puck of radius 5 cm that slides and spins to rest, filmed from above; lengths "
                "in metres, "
                "k_sq = R^2/2:\n"
                "    contensou identify free_disk --data pucks.csv --shape disk:0.05 --set "
                "k_sq=0.00125 \\\n"
                "        --free mu_g,shape.R -o id.json --plot fit.png\n"
                "  A stick-slip rig from its position alone:\n"
                "    contensou identify disk_belt --data rig.csv --law I11 --free mu_bar,c --noise "
                "x=1e-3\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};
