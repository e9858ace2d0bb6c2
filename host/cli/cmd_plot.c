/* cmd_plot.c: contensou plot: a picture of a result, drawn from its file. Labels and units are those of the file; what
 * is shown follows from its content, unless it is chosen. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/text.h"

#include <contensou/plot.h>
#include <contensou/result.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 8, most_panels = 4, most_axes = 8, label_size = 128, few = 500 };
static const double turn = 6.283185307179586;

enum kind { series, portrait, section, bifurcation, diagram, map, curves, kinds };
static const char *const kind_names[kinds] = {"series",  "portrait", "section", "bifurcation",
                                              "diagram", "map",      "curves"};

struct work {
    struct contensou_result *file;
    const struct contensou_result_table *root, *points; /* what is shown is in points */
    enum kind kind;
    const char *varied[most_axes]; /* columns of the root */
    size_t axes;
    char *vary; /* the words of varied */
    const double *lane, *outcome;
    long only; /* this lane; -1: all */
    int x;     /* columns of points */
    int y[most_columns];
    size_t ys;
    double *copy[2 * most_columns + 2]; /* of what is drawn */
    size_t copies;
    char label[most_columns + 1][label_size];
    struct contensou__text title;
};

static int is_varied(const struct work *w, const char *name)
{
    for (size_t i = 0; i < w->axes; ++i)
        if (strcmp(w->varied[i], name) == 0)
            return 1;
    return 0;
}

/* What counts or names rows, and is no result. */
static int is_bookkeeping(const struct work *w, const char *name)
{
    static const char *const names[] = {"lane", "k", "t", "outcome_code", "steps", "rejections"};

    return contensou__names_find(name, names, sizeof names / sizeof *names) >= 0 ||
           is_varied(w, name);
}

/* "omega_0=30:65:512 init.x=-1:1:3", or "a,b" for lanes of a file. */
static void find_varied(struct work *w)
{
    const char *between;
    char *save = NULL;

    w->vary = contensou_result_text(w->file, "run", "vary");
    if (!w->vary)
        return;
    between = strchr(w->vary, '=') ? " " : ",";
    for (char *word = strtok_r(w->vary, between, &save); word && w->axes < most_axes;
         word = strtok_r(NULL, between, &save)) {
        char other[label_size];
        int at;

        word[strcspn(word, "=")] = '\0';
        snprintf(other, sizeof other, "vary.%.100s", word);
        at = contensou_result_find(w->root, other);
        if (at < 0)
            at = contensou_result_find(w->root, word);
        if (at >= 0)
            w->varied[w->axes++] = w->root->column[at].name;
    }
}

static enum kind choose_kind(const struct work *w)
{
    const int sweep = contensou_result_find(w->root, "lane") >= 0;
    const int points = contensou_result_table(w->file, "section") != NULL;

    if (!sweep)
        return contensou_result_find(w->root, "t") >= 0     ? series
               : contensou_result_find(w->root, "phi") >= 0 ? map
                                                            : curves;
    if (w->axes == 2)
        return map;
    if (points)
        return w->axes == 1 ? bifurcation : section;
    if (contensou_result_table(w->file, "series") && w->axes != 1)
        return series;
    return diagram;
}

/* The table that a kind shows. */
static enum contensou_status choose_table(struct work *w, struct contensou_error *err)
{
    const char *name = w->kind == section || w->kind == bifurcation ? "section" : "";

    if ((w->kind == series || w->kind == portrait) && contensou_result_find(w->root, "t") < 0)
        name = "series";
    w->points = contensou_result_table(w->file, name);
    if (w->kind == map && w->axes < 2 && contensou_result_find(w->root, "theta") < 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--kind map needs two numbers that vary; the file has %zu", w->axes);
    if (!w->points)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--kind %s needs the group /%s, which the file does not have: "
                              "--observe %s makes it",
                              kind_names[w->kind], name, name);
    return CONTENSOU_OK;
}

static enum contensou_status find_column(const struct work *w, const char *name, int *at,
                                         struct contensou_error *err)
{
    const struct contensou_result_table *t = w->points;
    const char **names;
    enum contensou_status status;

    *at = contensou_result_find(t, name);
    if (*at >= 0)
        return CONTENSOU_OK;
    names = malloc((t->columns + 1) * sizeof *names);
    if (!names)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for names");
    for (size_t i = 0; i < t->columns; ++i)
        names[i] = t->column[i].name;
    status = contensou__names_fail(err, "column", name, names, t->columns);
    free(names);
    return status;
}

/* 1 if all its numbers are the same. */
static int is_still(struct work *w, size_t column)
{
    const double *value;
    struct contensou_error ignored;

    if (contensou_result_read(w->file, w->points, column, &value, &ignored))
        return 0;
    for (size_t i = 1; i < w->points->rows; ++i)
        if (value[i] != value[0] && !(isnan(value[i]) && isnan(value[0])))
            return 0;
    return 1;
}

/* 1 if a column is shown where none were chosen: results, of extrema the ends of a diagram. */
static int is_shown(struct work *w, size_t column)
{
    const char *name = w->points->column[column].name;

    if ((int)column == w->x || is_bookkeeping(w, name))
        return 0;
    if (w->kind == map && w->axes == 0 && strcmp(name, "theta") == 0)
        return 0;
    return !is_still(w, column);
}

/* --x: one column; --y: up to eight. Otherwise what the kind is about. */
static enum contensou_status choose_columns(struct work *w, const struct contensou__options *o,
                                            struct contensou_error *err)
{
    const char *x = contensou__options_value(o, "x"), *y = contensou__options_value(o, "y");
    const size_t most = w->kind == series || w->kind == curves ? most_columns : most_panels;
    char *list = y ? strdup(y) : NULL, *save = NULL;
    enum contensou_status status = CONTENSOU_OK;

    w->x = -1;
    if (x)
        status = find_column(w, x, &w->x, err);
    else if (w->kind == series)
        status = find_column(w, "t", &w->x, err);
    else if ((w->kind == bifurcation || w->kind == diagram || w->kind == map) && w->axes)
        status = find_column(w, w->varied[0], &w->x, err);
    else if (w->kind == map)
        status = find_column(w, "phi", &w->x, err);
    for (size_t i = 0; w->x < 0 && !status && i < w->points->columns; ++i)
        if (is_shown(w, i))
            w->x = (int)i;
    for (char *word = list ? strtok_r(list, ",", &save) : NULL; word && !status;
         word = strtok_r(NULL, ",", &save)) {
        if (w->ys == most_columns)
            status = contensou_fail(err, CONTENSOU_EARGUMENT, "--y names more than %d columns",
                                    (int)most_columns);
        else
            status = find_column(w, word, &w->y[w->ys++], err);
    }
    for (size_t i = 0; !y && !status && i < w->points->columns && w->ys < most; ++i)
        if (is_shown(w, i))
            w->y[w->ys++] = (int)i;
    free(list);
    if (!status && (w->x < 0 || !w->ys))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "there is nothing to draw as '%s' in the file; choose --kind, --x "
                                "and --y",
                                kind_names[w->kind]);
    return status;
}

/* The numbers of a column, without rows that are not shown. *wrapped: angles that turn round are wrapped, and whether
 * this one was. */
static enum contensou_status take(struct work *w, int column, int *wrapped, const double **out,
                                  size_t *rows, struct contensou_error *err)
{
    const struct contensou_result_table *t = w->points;
    const double *value;
    double *copy = malloc((t->rows + 1) * sizeof *copy), low = INFINITY, high = -INFINITY;
    size_t n = 0;
    enum contensou_status status = contensou_result_read(w->file, t, (size_t)column, &value, err);

    if (!copy)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    w->copy[w->copies++] = copy;
    for (size_t i = 0; i < t->rows && !status; ++i)
        if (w->only < 0 || !w->lane || w->lane[i] == (double)w->only) {
            const int failed = t == w->root && w->outcome && w->outcome[i] != 0;

            copy[n] = failed && column != w->x ? (double)NAN : value[i];
            low = fmin(low, copy[n]);
            high = fmax(high, copy[n++]);
        }
    *wrapped = *wrapped && strcmp(t->column[column].unit, "rad") == 0 && high - low > turn;
    for (size_t i = 0; i < n && *wrapped; ++i)
        copy[i] = remainder(copy[i], turn);
    *out = copy;
    *rows = n;
    return status;
}

static const char *label(struct work *w, size_t at, int column)
{
    const struct contensou_result_column *c = &w->points->column[column];

    snprintf(w->label[at], label_size, "%.80s (%.40s)", c->name, c->unit);
    return w->label[at];
}

/* The extremes of a state behind its points, over the number that varies; gives how many traces that makes. */
static size_t add_extremes(struct work *w, const char *state, struct contensou_plot_trace *to,
                           struct contensou_error *err)
{
    static const char *const ends[2] = {"max", "min"};
    const int at = contensou_result_find(w->root, w->axes ? w->varied[0] : "");
    const double *x, *y;
    size_t count = 0;

    if (w->kind != bifurcation || at < 0 ||
        contensou_result_read(w->file, w->root, (size_t)at, &x, err))
        return 0;
    for (int k = 0; k < 2; ++k) {
        char name[label_size];
        int column;

        snprintf(name, sizeof name, "extrema.%.80s.%s", state, ends[k]);
        column = contensou_result_find(w->root, name);
        if (column >= 0 && !contensou_result_read(w->file, w->root, (size_t)column, &y, err))
            to[count++] =
                (struct contensou_plot_trace){NULL, x, y, w->root->rows, CONTENSOU_PLOT_THIN, 0};
    }
    return count;
}

/* Panels one above the other over one x. */
static enum contensou_status draw_panels(struct work *w, const char *path,
                                         struct contensou_error *err)
{
    const int dots = w->kind == section || w->kind == bifurcation || w->kind == diagram;
    struct contensou_plot_trace trace[most_columns][3];
    struct contensou_plot_grid_panel panel[most_columns];
    const struct contensou_plot_grid_column column = {
        .panels = panel, .count = w->ys, .width = 1, .joined = 1};
    const double *x = NULL;
    size_t rows = 0;
    int wrapped = w->kind == section;
    enum contensou_status status = take(w, w->x, &wrapped, &x, &rows, err);

    for (size_t i = 0; i < w->ys && !status; ++i) {
        const double *y = NULL;
        size_t n = 0;

        wrapped = w->kind == section || w->kind == bifurcation;
        status = take(w, w->y[i], &wrapped, &y, &rows, err);
        if (!status && !wrapped)
            n = add_extremes(w, w->points->column[w->y[i]].name, trace[i], err);
        trace[i][n++] = (struct contensou_plot_trace){NULL,
                                                      x,
                                                      y,
                                                      rows,
                                                      !dots        ? CONTENSOU_PLOT_LINE
                                                      : rows < few ? CONTENSOU_PLOT_POINTS
                                                                   : CONTENSOU_PLOT_DOTS,
                                                      dots ? 0 : (int)i % 4};
        panel[i] = (struct contensou_plot_grid_panel){label(w, most_columns, w->x),
                                                      label(w, i, w->y[i]), trace[i], n};
    }
    if (!status && rows == 0)
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "lane %ld has no rows there", w->only);
    if (!status)
        status = contensou_plot_grid(path, w->title.data, &column, 1, err);
    return status;
}

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The different members of value[rows], rising. */
static size_t members(const double *value, size_t rows, double *to)
{
    size_t n = 0;

    memcpy(to, value, rows * sizeof *to);
    qsort(to, rows, sizeof *to, rising);
    for (size_t i = 0; i < rows; ++i)
        if (n == 0 || to[i] != to[n - 1])
            to[n++] = to[i];
    return n;
}

static size_t place_of(const double *value, const double *sorted, size_t count)
{
    return (size_t)((const double *)bsearch(value, sorted, count, sizeof *sorted, rising) - sorted);
}

/* Maps over two columns: a grid where every pair is there once, points otherwise. */
static enum contensou_status draw_map(struct work *w, const char *path, struct contensou_error *err)
{
    const int up = w->axes > 1 ? contensou_result_find(w->points, w->varied[1])
                               : contensou_result_find(w->points, "theta");
    const size_t rows = w->points->rows;
    struct contensou_plot_map maps[most_columns];
    const double *x = NULL, *y = NULL, *value[most_columns];
    double *xs = malloc((2 * rows + w->ys * rows + 1) * sizeof *xs), *ys = xs + rows;
    char up_label[label_size];
    int wrapped = 0;
    size_t n = 0, across, high;
    enum contensou_status status = xs ? CONTENSOU_OK : CONTENSOU_EMEMORY;

    if (status)
        return contensou_fail(err, status, "no memory for the picture");
    status = take(w, w->x, &wrapped, &x, &n, err);
    if (!status)
        status = take(w, up, &wrapped, &y, &n, err);
    for (size_t i = 0; i < w->ys && !status; ++i) {
        status = take(w, w->y[i], &wrapped, &value[i], &n, err);
        maps[i] = (struct contensou_plot_map){label(w, i, w->y[i]), value[i], NULL, 0};
    }
    if (status) {
        free(xs);
        return status;
    }
    snprintf(up_label, sizeof up_label, "%.80s (%.40s)", w->points->column[up].name,
             w->points->column[up].unit);
    label(w, most_columns, w->x);
    across = members(x, n, xs);
    high = members(y, n, ys);
    if (across * high == n && across > 1 && high > 1) {
        for (size_t k = 0; k < w->ys; ++k) {
            double *to = ys + rows + k * rows;

            for (size_t i = 0; i < n; ++i)
                to[place_of(&y[i], ys, high) * across + place_of(&x[i], xs, across)] = value[k][i];
            maps[k].value = to;
        }
        status = contensou_plot_maps(path, w->title.data, w->label[most_columns], up_label, xs,
                                     across, ys, high, maps, w->ys, err);
    } else {
        status = contensou_plot_scatter(path, w->title.data, w->label[most_columns], up_label, x, y,
                                        n, maps, w->ys, err);
    }
    free(xs);
    return status;
}

/* What was asked, or the system, its law and what varies. */
static void make_title(struct work *w, const char *given)
{
    char *system = contensou_result_text(w->file, "/", "system");
    char *law = contensou_result_text(w->file, "/", "law");
    char *shape = contensou_result_text(w->file, "/", "shape");
    char *vary = contensou_result_text(w->file, "run", "vary");

    if (given)
        contensou__text_printf(&w->title, "%s", given);
    else if (system && *system)
        contensou__text_printf(&w->title, "%s, law %s%s%s", system, law ? law : "",
                               vary && *vary ? ": " : "", vary ? vary : "");
    else if (shape && *shape)
        contensou__text_printf(&w->title, "%s", shape);
    if (w->only >= 0 && !given)
        contensou__text_printf(&w->title, ", lane %ld", w->only);
    free(vary);
    free(shape);
    free(law);
    free(system);
}

static enum contensou_status read_rows(struct work *w, struct contensou_error *err)
{
    const int lane = contensou_result_find(w->points, "lane");
    const int outcome = contensou_result_find(w->root, "outcome_code");
    enum contensou_status status = CONTENSOU_OK;

    if (lane >= 0)
        status = contensou_result_read(w->file, w->points, (size_t)lane, &w->lane, err);
    if (outcome >= 0 && !status)
        status = contensou_result_read(w->file, w->root, (size_t)outcome, &w->outcome, err);
    if (!status && w->only >= 0 && !w->lane)
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "--lane: the file has no lanes");
    if (!status && w->only < 0 && w->lane && w->points->rows &&
        (w->kind == series || w->kind == portrait))
        w->only = (long)w->lane[0]; /* lines of several lanes would run into each other */
    return status;
}

static enum contensou_status draw(struct work *w, const struct contensou__options *o,
                                  struct contensou_error *err)
{
    const char *path = contensou__options_value(o, "output"),
               *lane = contensou__options_value(o, "lane");
    int kind = -1;
    enum contensou_status status = contensou_result_open(&w->file, o->word[0], err);

    if (status)
        return status;
    w->only = -1;
    w->root = contensou_result_table(w->file, "");
    if (!w->root)
        return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has no columns of numbers", o->word[0]);
    find_varied(w);
    w->kind = choose_kind(w);
    if (contensou__options_given(o, "kind")) {
        status = contensou__options_choice(o, "kind", kind_names, kinds, &kind, err);
        w->kind = status ? w->kind : (enum kind)kind;
    }
    if (!status && lane)
        status = contensou__numbers_whole(lane, "--lane", 0, 2000000000, &w->only, err);
    if (!status)
        status = choose_table(w, err);
    if (!status)
        status = read_rows(w, err);
    if (!status)
        status = choose_columns(w, o, err);
    if (status)
        return status;
    make_title(w, contensou__options_value(o, "title"));
    return w->kind == map ? draw_map(w, path, err) : draw_panels(w, path, err);
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    const char *path = contensou__options_value(o, "output");
    struct work w = {0};
    enum contensou_status status;

    if (o->word_count == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing FILE.h5: the file of a result, made by -o FILE.h5");
    if (!path)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing -o PICTURE: FILE.png, FILE.svg or FILE.pdf");
    status = contensou_plot_check(path, err);
    if (!status)
        status = draw(&w, o, err);
    for (size_t i = 0; i < w.copies; ++i)
        free(w.copy[i]);
    free(w.vary);
    contensou__text_free(&w.title);
    contensou_result_close(w.file);
    return status;
}

static const struct contensou__option option_rows[] = {
    {"kind", 0, "KIND", NULL,
     "series (columns over time), portrait (columns over another one), section (points of "
     "--observe section), bifurcation (those points over the number that varies), diagram "
     "(columns over the number that varies), map (columns over two numbers), curves (columns over "
     "another one); default: by what the file has"},
    {"x", 0, "COLUMN", NULL, "what lies along the x axis (default: by the kind)"},
    {"y", 0, "COLUMN,..", NULL, "what is drawn, a panel each (default: by the kind)"},
    {"lane", 0, "N", NULL,
     "only this lane (default: all; of series and portraits the first one of the file)"},
    {"title", 0, "TEXT", NULL, "the title (default: system, law and what varies)"},
    {"output", 'o', "FILE", NULL, "the picture: FILE.png, FILE.svg or FILE.pdf (required)"},
};

const struct contensou__command contensou__cmd_plot_command = {
    .name = "plot",
    .summary = "a picture of a result, drawn from its HDF5 file",
    .usage = "FILE.h5 -o PICTURE [--kind KIND] [--x COLUMN] [--y COLUMN,..] [--lane N] "
             "[--title TEXT]",
    .about =
        "Draws files that run, sweep, merge, eval, eta, limit and fit --vary wrote with -o "
        "FILE.h5. "
        "Columns go by their names in the file; columns that do not change, and lanes that failed, "
        "are left out. Angles of sections that turn round and round are shown modulo 2 pi.",
    .examples = "  contensou plot bif.h5 -o bif.png\n"
                "  contensou plot bif.h5 -o section.svg --kind section --lane 7 --x phi --y X_A\n"
                "  contensou plot run.h5 -o portrait.pdf --kind portrait --x phi --y phidot\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .words = 1,
    .run = run,
};
