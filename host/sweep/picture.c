/* picture.c: the picture of a result, drawn from its file. SPDX-License-Identifier: MIT */
#include <contensou/picture.h>

#include "base/names.h"
#include "base/numbers.h"
#include "base/temporary.h"
#include "base/text.h"
#include "base/versioned.h"
#include "catalogue/observer.h"
#include "sweep/attractors.h"
#include "sweep/picture.h"
#include "sweep/picture_look.h"
#include "sweep/picture_section.h"

#include <contensou/plot.h>
#include <contensou/result.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    most_columns = 8, /* chosen ones */
    most_panels = 4,
    most_traces = 6, /* of a panel, beside points */
    most_axes = 8,
    most_states = 32,
    most_left = 6, /* panels of a trajectory */
    most_right = 3,
    most_shared = 4,
    most_copies = 128,
    most_overlays = 8,
    label_size = 128,
    few = 500,
    colours = 4
};
static const double turn = 6.283185307179586;

enum kind { series, portrait, section, bifurcation, diagram, map, curves, survival, branch, kinds };
static const char *const kind_names[kinds] = {"series",      "portrait", "section",
                                              "bifurcation", "diagram",  "map",
                                              "curves",      "survival", "branch"};

struct work {
    struct contensou_result *file;
    const struct contensou_result_table *root, *points; /* what is shown is in points */
    enum kind kind;
    const char *axis[most_axes]; /* columns of the root that vary and are no other's tokens */
    size_t axes;
    int ways;                 /* 2: a walk up and down, told apart by the column `continue` */
    char *vary, *state_words; /* the words of axis; of state */
    const char *state[most_states];
    int states, positions;
    const double *lane, *outcome, *way; /* of points; of the root */
    size_t failed;
    long only; /* this lane; -1: all */
    int x;     /* columns of points */
    int y[most_columns];
    size_t ys;
    double *copy[most_copies]; /* of what is drawn */
    size_t copies;
    char label[most_columns + 2][label_size];
    struct contensou__text title, about;
    struct contensou_plot_look look;
    struct contensou__numbers_section cut; /* asked for; state "": none */
    struct contensou_result_table *own;    /* its points, where the file does not have them */
    struct work *overlay[most_overlays];   /* of other files: the same columns */
    size_t overlays;
    char name[label_size]; /* in the key, where there are others */
    struct contensou_error *err;
};

const char *contensou_picture_kind(size_t i)
{
    return i < kinds ? kind_names[i] : NULL;
}

static enum contensou_status no_memory(struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
}

/* Numbers that are freed with the picture; NULL without memory. */
static double *numbers(struct work *w, size_t count)
{
    double *const copy = w->copies < most_copies ? malloc((count + 1) * sizeof *copy) : NULL;

    if (copy)
        w->copy[w->copies++] = copy;
    return copy;
}

static int is_varied(const struct work *w, const char *name)
{
    for (size_t i = 0; i < w->axes; ++i)
        if (strcmp(w->axis[i], name) == 0)
            return 1;
    return 0;
}

/* What counts or names rows, and is no result. */
static int is_bookkeeping(const struct work *w, const char *name)
{
    static const char *const names[] = {"lane",       "k",     "t",        "outcome_code", "steps",
                                        "rejections", "start", "continue", "case"};

    return contensou__names_find(name, names, sizeof names / sizeof *names) >= 0 ||
           is_varied(w, name);
}

/* What varies: sweeps keep it with their settings, others beside what they are. For free(). */
static char *vary_of(const struct contensou_result *file)
{
    char *const vary = contensou_result_text(file, "run", "vary");

    if (vary && *vary)
        return vary;
    free(vary);
    return contensou_result_text(file, "/", "vary");
}

/* "omega_0=30:65:512 init.x=-1:1 start=1:9:9", or "a,b" for lanes of a file. Initial values that are drawn for each start
 * are no axes, and neither is what only tells lanes apart. */
static void find_varied(struct work *w)
{
    const char *between;
    char *save = NULL;
    int starts;

    w->vary = vary_of(w->file);
    if (!w->vary)
        return;
    between = strchr(w->vary, '=') ? " " : ",";
    starts = strstr(w->vary, " start=") != NULL;
    for (char *word = strtok_r(w->vary, between, &save); word && w->axes < most_axes;
         word = strtok_r(NULL, between, &save)) {
        const size_t size = strcspn(word, "=");
        const char *colon = strchr(word, ':');
        const int drawn =
            starts && strncmp(word, "init.", 5) == 0 && colon && !strchr(colon + 1, ':');
        char other[label_size];
        int at;

        word[size] = '\0';
        if (strcmp(word, "continue") == 0)
            w->ways = 2;
        if (drawn || strcmp(word, "start") == 0 || strcmp(word, "continue") == 0)
            continue;
        snprintf(other, sizeof other, "vary.%.100s", word);
        at = contensou_result_find(w->root, other);
        if (at < 0)
            at = contensou_result_find(w->root, word);
        if (at >= 0)
            w->axis[w->axes++] = w->root->column[at].name;
    }
}

static void find_states(struct work *w)
{
    char *const positions = contensou_result_text(w->file, "run", "positions");
    char *save = NULL;

    w->state_words = contensou_result_text(w->file, "run", "states");
    for (char *word = w->state_words ? strtok_r(w->state_words, ",", &save) : NULL;
         word && w->states < most_states; word = strtok_r(NULL, ",", &save))
        w->state[w->states++] = word;
    for (const char *at = positions; at && *at; at += *at != '\0') {
        ++w->positions;
        at += strcspn(at, ",");
    }
    if (2 * w->positions > w->states)
        w->positions = 0;
    free(positions);
}

/* The place of the state of this name, or -1. */
static int state_of(const struct work *w, const char *name)
{
    return contensou__names_find(name, w->state, (size_t)w->states);
}

/* 1 for equilibria or periodic orbits that were followed along a parameter. */
static int is_branch(const struct work *w)
{
    return w->axes == 1 && contensou_result_find(w->root, "unstable") >= 0 &&
           contensou_result_find(w->root, "re.1") >= 0 && w->root->words == 1;
}

/* 1 if the file has this list, and anything in it. */
static int filled(const struct work *w, const char *list)
{
    const struct contensou_result_table *const t = contensou_result_table(w->file, list);

    return t && t->rows > 0;
}

static enum kind choose_kind(const struct work *w)
{
    const int sweep = contensou_result_find(w->root, "lane") >= 0;

    if (is_branch(w))
        return branch;
    if (!sweep && w->axes < 2)
        return contensou_result_find(w->root, "t") >= 0 ? series
               : w->axes == 0 && contensou_result_find(w->root, "phi") >= 0 &&
                       contensou_result_find(w->root, "theta") >= 0
                   ? map
                   : curves;
    if (w->axes == 2)
        return map;
    if (filled(w, "section"))
        return w->axes == 1 && w->only < 0 && w->root->rows > 1 ? bifurcation : section;
    if (filled(w, "series") && w->axes != 1)
        return series;
    return diagram;
}

/* 1 if the points of the file are those of the section that was asked for. */
static int has_section(const struct work *w)
{
    char *const state = contensou_result_text(w->file, "run", "section.state");
    int same = state && contensou_result_table(w->file, "section") &&
               strcmp(*state ? state : "period", w->cut.state) == 0;
    const struct contensou_result_attribute *a;

    for (size_t i = 0; same && (a = contensou_result_attribute(w->file, i)); ++i)
        if (strcmp(a->group, "run") == 0)
            same = strcmp(a->name, "section.value") == 0 ? strtod(a->text, NULL) == w->cut.value
                   : strcmp(a->name, "section.direction") == 0
                       ? strtod(a->text, NULL) == w->cut.direction
                       : 1;
    free(state);
    return same;
}

/* The table that a kind shows. */
static enum contensou_status choose_table(struct work *w)
{
    const char *name = w->kind == section || w->kind == bifurcation ? "section"
                       : w->kind == survival                        ? "survival"
                                                                    : "";

    if ((w->kind == series || w->kind == portrait) &&
        (contensou_result_find(w->root, "t") < 0 || contensou_result_table(w->file, "series")))
        name = "series";
    w->points = contensou_result_table(w->file, name);
    if (*w->cut.state && !has_section(w)) {
        const struct contensou_result_table *const lists =
            contensou_result_table(w->file, "series");
        const struct contensou_result_table *const from = lists ? lists : w->root;
        enum contensou_status status;

        if (!lists && (contensou_result_find(w->root, "t") < 0 ||
                       contensou_result_find(w->root, "lane") >= 0))
            return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                  "--section %s=%g: the file has neither these points nor series "
                                  "that could be cut there; run, and sweep --observe series, make "
                                  "them",
                                  w->cut.state, w->cut.value);
        status = contensou__picture_section_cut(&w->cut, w->file, from, &w->own, w->err);
        w->points = w->own;
        return status;
    }
    if (w->kind == map && w->axes < 2 && contensou_result_find(w->root, "theta") < 0)
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "--kind map needs two numbers that vary; the file has %zu", w->axes);
    if (!w->points)
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "--kind %s needs the group /%s, which the file does not have: "
                              "--observe %s makes it",
                              kind_names[w->kind], name, w->kind == survival ? "basin" : name);
    return CONTENSOU_OK;
}

static enum contensou_status find_column(const struct work *w, const char *name, int *at)
{
    const struct contensou_result_table *t = w->points;
    const char **names;
    enum contensou_status status;

    *at = contensou_result_find(t, name);
    if (*at >= 0)
        return CONTENSOU_OK;
    names = malloc((t->columns + 1) * sizeof *names);
    if (!names)
        return no_memory(w->err);
    for (size_t i = 0; i < t->columns; ++i)
        names[i] = t->column[i].name;
    status = contensou__names_fail(w->err, "column", name, names, t->columns);
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

/* 1 if points of a section are where this state has one value. */
static int is_held(const struct work *w, const char *name)
{
    char *const held = contensou_result_text(w->file, "run", "section.state");
    const int same = (w->kind == section || w->kind == bifurcation) &&
                     (w->own ? strcmp(w->cut.state, name) == 0 : held && strcmp(held, name) == 0);

    free(held);
    return same;
}

/* 1 if a column is shown where none were chosen. */
static int is_shown(struct work *w, size_t column)
{
    const char *name = w->points->column[column].name;

    if ((int)column == w->x || is_bookkeeping(w, name))
        return 0;
    if (w->kind == map && w->axes == 0 && strcmp(name, "theta") == 0)
        return 0;
    return !is_still(w, column) && !is_held(w, name);
}

/* --x: one column; --y: up to eight. Otherwise what the kind is about. */
static enum contensou_status choose_columns(struct work *w, const char *x, const char *y)
{
    const size_t most = w->kind == series || w->kind == curves ? most_columns : most_panels;
    char *list = y ? strdup(y) : NULL, *save = NULL;
    enum contensou_status status = CONTENSOU_OK;

    w->x = -1;
    if (x)
        status = find_column(w, x, &w->x);
    else if (w->kind == series)
        status = find_column(w, "t", &w->x);
    else if ((w->kind == bifurcation || w->kind == diagram || w->kind == map ||
              (w->kind == curves && w->axes == 1)) &&
             w->axes)
        status = find_column(w, w->axis[0], &w->x);
    else if (w->kind == map)
        status = find_column(w, "phi", &w->x);
    for (size_t i = 0; w->x < 0 && !status && i < w->points->columns; ++i)
        if (is_shown(w, i))
            w->x = (int)i;
    for (char *word = list ? strtok_r(list, ",", &save) : NULL; word && !status;
         word = strtok_r(NULL, ",", &save)) {
        if (w->ys == most_columns)
            status = contensou_fail(w->err, CONTENSOU_EARGUMENT, "--y names more than %d columns",
                                    (int)most_columns);
        else
            status = find_column(w, word, &w->y[w->ys++]);
    }
    for (size_t i = 0; !y && !status && i < w->points->columns && w->ys < most; ++i)
        if (is_shown(w, i))
            w->y[w->ys++] = (int)i;
    free(list);
    if (!status && !x && !y && w->kind == section && w->x >= 0 && !w->ys) {
        w->y[w->ys++] = w->x; /* the only state that moves: in the order of time */
        status = find_column(w, "t", &w->x);
    }
    if (!status && (w->x < 0 || !w->ys))
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                "there is nothing to draw as '%s' in the file; choose --kind, --x "
                                "and --y",
                                kind_names[w->kind]);
    return status;
}

/* 1 if the lane of row i of a table did not finish: a row of the root, or a point of it. */
static int has_failed(const struct work *w, const struct contensou_result_table *t, size_t i)
{
    const double *lanes;
    size_t low = 0, high = w->root->rows;
    const int column = contensou_result_find(w->root, "lane");
    struct contensou_error ignored;

    if (!w->outcome || !w->failed)
        return 0;
    if (t == w->root)
        return !contensou_outcome_reached((int)w->outcome[i]);
    if (column < 0 || !w->lane ||
        contensou_result_read(w->file, w->root, (size_t)column, &lanes, &ignored))
        return 0;
    while (low + 1 < high) { /* lanes rise */
        const size_t middle = (low + high) / 2;

        if (lanes[middle] <= w->lane[i])
            low = middle;
        else
            high = middle;
    }
    return high > 0 && lanes[low] == w->lane[i] && !contensou_outcome_reached((int)w->outcome[low]);
}

/* The numbers of a column, without rows that are not shown. *wrapped: angles that turn round are wrapped, and whether
 * this one was. */
static enum contensou_status take(struct work *w, int column, int *wrapped, const double **out,
                                  size_t *rows)
{
    const struct contensou_result_table *t = w->points;
    const double *value;
    double *copy = numbers(w, t->rows), low = INFINITY, high = -INFINITY;
    size_t n = 0;
    enum contensou_status status =
        copy ? contensou_result_read(w->file, t, (size_t)column, &value, w->err)
             : no_memory(w->err);

    for (size_t i = 0; i < t->rows && !status; ++i)
        if (w->only < 0 || !w->lane || w->lane[i] == (double)w->only) {
            copy[n] =
                t == w->root && column != w->x && has_failed(w, t, i) ? (double)NAN : value[i];
            low = fmin(low, copy[n]);
            high = fmax(high, copy[n++]);
        }
    *wrapped =
        *wrapped && !status && strcmp(t->column[column].unit, "rad") == 0 && high - low > turn;
    for (size_t i = 0; i < n && *wrapped; ++i)
        copy[i] = remainder(copy[i], turn);
    *out = copy;
    *rows = n;
    return status;
}

/* A number that varies goes by its own name, also where the file had to call it vary.NAME. */
static const char *shown_name(const char *name)
{
    return strncmp(name, "vary.", 5) == 0 ? name + 5 : name;
}

static void write_label(char to[label_size], const struct contensou_result_column *c)
{
    snprintf(to, label_size, "%.80s (%.40s)", shown_name(c->name), *c->unit ? c->unit : "-");
}

static const char *label(struct work *w, size_t at, int column)
{
    write_label(w->label[at], &w->points->column[column]);
    return w->label[at];
}

/* Of an angle modulo 2 pi. */
static void write_wrapped(char to[label_size], const char *name)
{
    snprintf(to, label_size, "%.80s mod 2 pi (rad)", name);
}

/* A line of angles modulo 2 pi ends where it leaves at one side, and begins anew at the other. */
static enum contensou_status cut_jumps(struct work *w, struct contensou_plot_trace *trace, int in_x,
                                       int in_y)
{
    size_t jumps = 0, n = 0;
    double *x, *y;

    for (int write = 0; write < 2; ++write) {
        for (size_t i = 0; i < trace->count; ++i) {
            const int jump = i > 0 && ((in_x && fabs(trace->x[i] - trace->x[i - 1]) > turn / 2) ||
                                       (in_y && fabs(trace->y[i] - trace->y[i - 1]) > turn / 2));

            jumps += !write && jump;
            if (write && jump) {
                x[n] = NAN;
                y[n++] = NAN;
            }
            if (write) {
                x[n] = trace->x[i];
                y[n++] = trace->y[i];
            }
        }
        if (!jumps)
            return CONTENSOU_OK;
        if (!write) {
            x = numbers(w, trace->count + jumps);
            y = numbers(w, trace->count + jumps);
            if (!x || !y)
                return no_memory(w->err);
        }
    }
    trace->x = x;
    trace->y = y;
    trace->count = n;
    return CONTENSOU_OK;
}

/* The curve or the points of column i; with others in its panel it has a colour and a name. */
static enum contensou_status put_chosen(struct work *w, size_t i, int others, int colour,
                                        struct contensou_plot_trace *trace)
{
    const int dots = w->kind == section || w->kind == bifurcation || w->kind == diagram;
    const double *x = NULL, *y = NULL;
    size_t rows = 0;
    int x_wrapped = w->kind == section || w->kind == portrait,
        y_wrapped = x_wrapped || w->kind == bifurcation || w->kind == series;
    enum contensou_status status = take(w, w->x, &x_wrapped, &x, &rows);

    if (!status)
        status = take(w, w->y[i], &y_wrapped, &y, &rows);
    label(w, most_columns, w->x);
    label(w, i, w->y[i]);
    if (x_wrapped)
        write_wrapped(w->label[most_columns], w->points->column[w->x].name);
    if (y_wrapped)
        write_wrapped(w->label[i], w->points->column[w->y[i]].name);
    if (!status && rows == 0)
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT, "lane %ld has no rows there", w->only);
    *trace = (struct contensou_plot_trace){others ? w->name : NULL,
                                           x,
                                           y,
                                           rows,
                                           !dots        ? CONTENSOU_PLOT_LINE
                                           : others     ? CONTENSOU_PLOT_COLOURED
                                           : rows < few ? CONTENSOU_PLOT_POINTS
                                                        : CONTENSOU_PLOT_DOTS,
                                           others ? colour
                                           : dots ? 0
                                                  : (int)i % colours};
    return status || dots ? status : cut_jumps(w, trace, x_wrapped, y_wrapped);
}

/* Columns that were chosen, panels one above the other over one x. */
static enum contensou_status draw_panels(struct work *w, const char *path)
{
    struct contensou_plot_trace trace[most_columns][most_overlays + 1];
    struct contensou_plot_grid_panel panel[most_columns];
    const struct contensou_plot_grid_column column = {
        .panels = panel, .count = w->ys, .width = 1, .joined = 1};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < w->ys && !status; ++i) {
        status = put_chosen(w, i, w->overlays > 0, 0, &trace[i][0]);
        for (size_t k = 0; k < w->overlays && !status; ++k)
            status = put_chosen(w->overlay[k], i, 1, (int)k + 1, &trace[i][k + 1]);
        panel[i] = (struct contensou_plot_grid_panel){w->label[most_columns], w->label[i], trace[i],
                                                      w->overlays + 1};
    }
    return status ? status : contensou_plot_grid(path, &w->look, w->title.data, &column, 1, w->err);
}

enum { most_curves = 8 };

/* Row `from` of the survival table belongs to these parameters. */
static enum contensou_status name_curve(struct work *w, size_t from, char to[label_size])
{
    enum contensou_status status = CONTENSOU_OK;
    size_t used = 0;

    *to = '\0';
    for (size_t c = 0; c < w->points->columns && !status; ++c) {
        const char *const name = w->points->column[c].name;
        const double *value;

        if (strcmp(name, "time") == 0 || strncmp(name, "alive", 5) == 0)
            continue;
        status = contensou_result_read(w->file, w->points, c, &value, w->err);
        if (!status && used < label_size)
            used += (size_t)snprintf(to + used, label_size - used, "%s%s = %.6g", used ? ", " : "",
                                     name, value[from]);
    }
    return status;
}

/* Steps that go down at the times: alive + sign error of rows from to end. */
static enum contensou_status put_steps(struct work *w, const double *const column[3], double sign,
                                       size_t from, size_t end, struct contensou_plot_trace *trace)
{
    double *const x = numbers(w, 2 * (end - from)), *const y = numbers(w, 2 * (end - from));
    size_t n = 0;

    if (!x || !y)
        return no_memory(w->err);
    for (size_t i = from; i < end; ++i) {
        if (i > from) {
            x[n] = column[0][i];
            y[n] = y[n - 1];
            ++n;
        }
        x[n] = column[0][i];
        y[n++] = column[1][i] + sign * column[2][i];
    }
    trace->x = x;
    trace->y = y;
    trace->count = n;
    return CONTENSOU_OK;
}

/* The share of lanes that are not on an attractor yet, over time: with its standard error, or, where parameters vary, a
 * curve for each set of them, which begins at the time 0. */
static enum contensou_status draw_survival(struct work *w, const char *path)
{
    static const char *const names[3] = {"time", "alive", "alive.error"};
    const double *column[3] = {NULL, NULL, NULL};
    size_t start[most_curves + 1], curves_found = 0, count;
    struct contensou_plot_trace trace[most_curves] = {{0}};
    char time[label_size];
    struct contensou_plot_grid_panel panel = {
        .x_label = time, .y_label = "share not on an attractor (-)", .traces = trace};
    const struct contensou_plot_grid_column all = {
        .panels = &panel, .count = 1, .width = 1, .joined = 1};
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k < 3 && !status; ++k) {
        int at;

        status = find_column(w, names[k], &at);
        if (!status)
            status = contensou_result_read(w->file, w->points, (size_t)at, &column[k], w->err);
        if (!status && k == 0)
            write_label(time, &w->points->column[at]);
    }
    for (size_t i = 0; !status && i < w->points->rows; ++i) {
        if (i && column[0][i] >= column[0][i - 1])
            continue;
        if (curves_found == most_curves)
            return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                  "--kind survival draws at most %d curves; the file has one for "
                                  "each of more sets of parameters",
                                  (int)most_curves);
        start[curves_found++] = i;
    }
    if (status)
        return status;
    start[curves_found] = w->points->rows;
    count = curves_found == 1 ? 3 : curves_found;
    for (size_t k = 0; k < count && !status; ++k) {
        const size_t curve = curves_found == 1 ? 0 : k;
        const double sign = curves_found > 1 || k == 0 ? 0 : k == 1 ? -1 : 1;

        trace[k].style = sign == 0 ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED;
        trace[k].colour = sign == 0 ? (int)k % colours : 0;
        status = put_steps(w, column, sign, start[curve], start[curve + 1], &trace[k]);
        if (!status && curves_found > 1)
            status = name_curve(w, start[k], w->label[k]);
        trace[k].title = curves_found > 1 ? w->label[k]
                         : k == 0         ? "share"
                         : k == 1         ? "its standard error"
                                          : NULL;
    }
    panel.count = count;
    if (!status && curves_found == 0)
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT, "the table /survival has no rows");
    return status ? status : contensou_plot_grid(path, &w->look, w->title.data, &all, 1, w->err);
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
static enum contensou_status draw_maps(struct work *w, const char *path, int across_at, int up_at,
                                       const struct contensou_plot_map *given, size_t count)
{
    struct contensou_plot_map maps[most_columns];
    const double *x = NULL, *y = NULL;
    double *xs, *ys;
    int wrapped = 0;
    size_t n = 0, across, high;
    enum contensou_status status = take(w, across_at, &wrapped, &x, &n);

    if (!status)
        status = take(w, up_at, &wrapped, &y, &n);
    xs = numbers(w, n);
    ys = numbers(w, n);
    if (!status && (!xs || !ys))
        status = no_memory(w->err);
    if (status)
        return status;
    label(w, most_columns, across_at);
    label(w, most_columns + 1, up_at);
    across = members(x, n, xs);
    high = members(y, n, ys);
    if (across * high != n || across < 2 || high < 2)
        return contensou_plot_scatter(path, &w->look, w->title.data, w->label[most_columns],
                                      w->label[most_columns + 1], x, y, n, given, count, w->err);
    for (size_t k = 0; k < count; ++k) {
        double *to = numbers(w, n);

        if (!to)
            return no_memory(w->err);
        for (size_t i = 0; i < n; ++i)
            to[place_of(&y[i], ys, high) * across + place_of(&x[i], xs, across)] =
                given[k].value[i];
        maps[k] = given[k];
        maps[k].value = to;
    }
    return contensou_plot_maps(path, &w->look, w->title.data, w->label[most_columns],
                               w->label[most_columns + 1], xs, across, ys, high, maps, count,
                               w->err);
}

/* Maps of the columns that were chosen. */
static enum contensou_status draw_chosen_maps(struct work *w, const char *path)
{
    const int up = w->axes > 1 ? contensou_result_find(w->points, w->axis[1])
                               : contensou_result_find(w->points, "theta");
    struct contensou_plot_map maps[most_columns] = {{0}};
    int wrapped = 0;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < w->ys && !status; ++i) {
        size_t n;

        status = take(w, w->y[i], &wrapped, &maps[i].value, &n);
        maps[i].title = label(w, i, w->y[i]);
    }
    return status ? status : draw_maps(w, path, w->x, up, maps, w->ys);
}

static int all_equal(const double *value, size_t count)
{
    for (size_t i = 1; i < count; ++i)
        if (value[i] != value[0])
            return 0;
    return 1;
}

/* 1 if there are two different values. */
static int changes(const double *value, size_t count)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < count; ++i) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    return low < high;
}

/* The picture of a trajectory: its states against time on the left, phase portraits on the right. */
struct trajectory {
    const double *t, *value[most_states];
    int wrapped[most_states]; /* an angle, modulo 2 pi */
    size_t rows;
    char time[label_size], label[most_states][label_size], group[most_left][label_size];
    struct contensou_plot_trace over_time[most_states], portrait[most_right];
    struct contensou_plot_grid_panel left[most_left], right[most_right];
    size_t lefts, rights, traces;
};

/* A position and its velocity have one colour. */
static int colour_of(const struct work *w, int i)
{
    return (w->positions && i >= w->positions ? i - w->positions : i) % colours;
}

static const char *unit_of(const struct work *w, int state)
{
    const int at = contensou_result_find(w->root, w->state[state]);

    return at < 0 ? "-" : w->root->column[at].unit;
}

/* The states from i on that share a panel with it: one, or, where there are too many for a panel each, those that follow
 * and have its unit. */
static int shared_by(const struct work *w, int i)
{
    int n = 1;

    if (w->states <= most_left)
        return 1;
    while (i + n < w->states && n < most_shared && strcmp(unit_of(w, i + n), unit_of(w, i)) == 0)
        ++n;
    return n;
}

static enum contensou_status add_over_time(struct work *w, struct trajectory *p, int first,
                                           int count)
{
    char *group = p->group[p->lefts];
    size_t size = 0;
    enum contensou_status status = CONTENSOU_OK;

    p->left[p->lefts++] =
        (struct contensou_plot_grid_panel){p->time, group, &p->over_time[p->traces], (size_t)count};
    for (int i = first; i < first + count && !status; ++i) {
        const int n = snprintf(group + size, label_size - size, "%s%s%s", i > first ? ", " : "",
                               w->state[i], p->wrapped[i] ? " mod 2 pi" : "");

        size += (size_t)n < label_size - size ? (size_t)n : 0;
        p->over_time[p->traces] = (struct contensou_plot_trace){
            count > 1 ? w->state[i] : NULL,         p->t, p->value[i], p->rows, CONTENSOU_PLOT_LINE,
            count > 1 ? i - first : colour_of(w, i)};
        status = cut_jumps(w, &p->over_time[p->traces++], 0, p->wrapped[i]);
    }
    snprintf(group + size, label_size - size, " (%s)", unit_of(w, first));
    return status;
}

static enum contensou_status add_portrait(struct work *w, struct trajectory *p, int x, int y)
{
    if (all_equal(p->value[x], p->rows) || all_equal(p->value[y], p->rows))
        return CONTENSOU_OK;
    p->portrait[p->rights] = (struct contensou_plot_trace){
        NULL, p->value[x], p->value[y], p->rows, CONTENSOU_PLOT_LINE, colour_of(w, x)};
    p->right[p->rights] =
        (struct contensou_plot_grid_panel){p->label[x], p->label[y], &p->portrait[p->rights], 1};
    return cut_jumps(w, &p->portrait[p->rights++], p->wrapped[x], p->wrapped[y]);
}

/* Positions against their velocities; of other systems the first two states, of three also the first and the last. */
static enum contensou_status add_portraits(struct work *w, struct trajectory *p)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int i = 0; i < w->positions && i < most_right && !status; ++i)
        status = add_portrait(w, p, i, i + w->positions);
    if (!w->positions && w->states > 1)
        status = add_portrait(w, p, 0, 1);
    if (!status && !w->positions && w->states == 3)
        status = add_portrait(w, p, 0, 2);
    return status;
}

static enum contensou_status draw_trajectory(struct work *w, const char *path)
{
    struct trajectory *p = calloc(1, sizeof *p);
    struct contensou_plot_grid_column columns[2];
    int moving = 0; /* states that change; the others have no panel */
    const int t = contensou_result_find(w->root, "t");
    enum contensou_status status =
        p ? contensou_result_read(w->file, w->root, (size_t)t, &p->t, w->err) : no_memory(w->err);

    if (!p)
        return status;
    p->rows = w->root->rows;
    write_label(p->time, &w->root->column[t]);
    for (int i = 0; i < w->states && !status; ++i) {
        const int at = contensou_result_find(w->root, w->state[i]);

        size_t rows;

        p->wrapped[i] = 1;
        status = take(w, at, &p->wrapped[i], &p->value[i], &rows);
        write_label(p->label[i], &w->root->column[at]);
        if (p->wrapped[i])
            write_wrapped(p->label[i], w->state[i]);
    }
    for (int i = 0; i < w->states && !status; ++i)
        moving += !all_equal(p->value[i], p->rows);
    for (int i = 0; i < w->states && p->lefts < most_left && !status;) {
        const int n = shared_by(w, i);

        if (n > 1 || moving == 0 || !all_equal(p->value[i], p->rows))
            status = add_over_time(w, p, i, n);
        i += n;
    }
    if (!status)
        status = add_portraits(w, p);
    columns[0] = (struct contensou_plot_grid_column){
        .panels = p->left, .count = p->lefts, .width = 1.6, .joined = 1};
    columns[1] =
        (struct contensou_plot_grid_column){.panels = p->right, .count = p->rights, .width = 1};
    if (!status)
        status =
            contensou_plot_grid(path, &w->look, w->title.data, columns, p->rights ? 2 : 1, w->err);
    free(p);
    return status;
}

/* 1 if the file is a trajectory that tells its states, all of which it has. */
static int is_trajectory(const struct work *w)
{
    if (contensou_result_find(w->root, "t") < 0 || contensou_result_find(w->root, "lane") >= 0)
        return 0;
    for (int i = 0; i < w->states; ++i)
        if (contensou_result_find(w->root, w->state[i]) < 0)
            return 0;
    return w->states > 0;
}

/* A column of the root that an observer made; what the observer says of it decides how a sweep is drawn. */
struct column {
    size_t at;
    const struct contensou__observer_column *about;
    int item; /* which of the states, or which number, from 0 */
};

/* 1 if the rest of a name is that of a column of the table: "", ".cycle", ".phi.max", ".1.error". */
static int fits_name(const struct work *w, const struct contensou__observer_column *about,
                     const char *rest, int *item)
{
    char middle[label_size] = "";
    const char *name = rest;

    *item = 0;
    if (about->per != contensou__observer_once) {
        const size_t tail = *about->name ? strlen(about->name) + 1 : 0, size = strlen(rest);

        if (size <= tail || size - tail >= sizeof middle)
            return 0;
        snprintf(middle, sizeof middle, "%.*s", (int)(size - tail), rest);
        *item = about->per == contensou__observer_state ? state_of(w, middle)
                                                        : (int)strtol(middle, NULL, 10) - 1;
        name = tail ? rest + size - tail : "";
        if (*item < 0 || (tail && *name++ != '.') ||
            (about->per == contensou__observer_number && strchr(middle, '.')))
            return 0;
    }
    return strcmp(name, about->name) == 0;
}

/* The first column of an observer from c->at on; 0 behind the last. */
static int next_column(const struct work *w, struct column *c)
{
    for (; c->at < w->root->columns; ++c->at) {
        const char *const name = w->root->column[c->at].name, *const dot = strchr(name, '.');

        for (size_t k = 0; dot && k < contensou__observer_count; ++k) {
            const struct contensou__observer *const o = &contensou__observer_all[k];

            if (strlen(o->name) != (size_t)(dot - name) ||
                strncmp(o->name, name, (size_t)(dot - name)) != 0 || is_varied(w, name))
                continue;
            for (size_t i = 0; i < o->columns; ++i)
                if (fits_name(w, &o->column[i], dot + 1, &c->item)) {
                    c->about = &o->column[i];
                    return 1;
                }
        }
    }
    return 0;
}

/* The column of a state that is drawn in this way, or -1; of any state: -1. */
static int find_draw(const struct work *w, int state, enum contensou__observer_draw draw,
                     const char **words)
{
    for (struct column c = {0}; next_column(w, &c); ++c.at)
        if (c.about->draw == draw && (state < 0 || c.item == state)) {
            if (words)
                *words = c.about->words;
            return (int)c.at;
        }
    return -1;
}

/* The list whose rows are points with the states, or NULL. */
static const struct contensou_result_table *find_points(const struct work *w)
{
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const struct contensou__observer *const o = &contensou__observer_all[k];

        for (size_t c = 0; c < o->cells && o->times == contensou__observer_stored; ++c)
            if (o->cell[c].per == contensou__observer_state && filled(w, o->name))
                return contensou_result_table(w->file, o->name);
    }
    return NULL;
}

/* The states that are worth a look: positions, or all of a small system, but not what the section holds still. */
static size_t choose_states(const struct work *w, int chosen[most_right])
{
    char *const held = contensou_result_text(w->file, "run", "section.state");
    const int still = held && contensou_result_table(w->file, "section") ? state_of(w, held) : -1;
    const int first = w->states > 3 && w->positions ? w->positions : w->states;
    size_t count = 0;

    for (int i = 0; i < w->states; ++i)
        if (i != still && count < most_right && (i < first || count == 0))
            chosen[count++] = i;
    free(held);
    return count;
}

/* What a panel shows: columns of the root, and points of a state. */
struct plan {
    char label[label_size];
    struct {
        int column;
        const char *title;
        enum contensou_plot_style style;
        int colour, counts; /* counts: from 1 on, so that 0 is no value */
    } trace[most_traces];
    int traces;
    int points; /* the state, or -1 */
};

struct sweep {
    struct plan plan[most_panels];
    size_t panels;
    int chosen[most_right];
    size_t chosen_count;
};

static void add_trace(struct plan *p, int column, const char *title,
                      enum contensou_plot_style style, int colour, int counts)
{
    if (p->traces == most_traces)
        return;
    p->trace[p->traces].column = column;
    p->trace[p->traces].title = title;
    p->trace[p->traces].style = style;
    p->trace[p->traces].counts = counts;
    p->trace[p->traces++].colour = colour;
}

/* Points of a state on its extremes, or the extremes alone. */
static void plan_state(const struct work *w, struct sweep *g, int state, int points)
{
    static const enum contensou__observer_draw draw[3] = {
        contensou__observer_high, contensou__observer_low, contensou__observer_middle};
    struct plan *p = &g->plan[g->panels++];

    *p = (struct plan){.points = points ? state : -1};
    for (int i = 0; i < (points ? 2 : 3); ++i) {
        const char *words = NULL;
        const int column = find_draw(w, state, draw[i], &words);

        if (column >= 0)
            snprintf(p->label, label_size, "%.80s (%.40s)", w->state[state],
                     w->root->column[column].unit);
        if (column >= 0)
            add_trace(p, column, words,
                      points   ? CONTENSOU_PLOT_THIN
                      : i == 2 ? CONTENSOU_PLOT_DASHED
                               : CONTENSOU_PLOT_LINE,
                      points   ? 0
                      : i == 0 ? 1
                      : i == 1 ? 0
                               : 2,
                      0);
    }
    if (points) {
        const int at = contensou_result_find(w->points, w->state[state]);

        if (at >= 0)
            write_label(p->label, &w->points->column[at]);
    }
}

/* One number a lane, or several of a kind in one panel. */
static void plan_scalar(const struct work *w, struct sweep *g, const struct column *c)
{
    static const char *const number[most_traces] = {"1", "2", "3", "4", "5", "6"};
    const int several = c->about->per == contensou__observer_number;
    const int counts = c->about->draw == contensou__observer_first_counts;
    const int of_state = c->about->per == contensou__observer_state;
    struct plan *p = &g->plan[g->panels];

    if (g->panels == most_panels || (several && c->item > 0))
        return;
    *p = (struct plan){.points = -1};
    snprintf(p->label, sizeof p->label, "%.30s%s%.40s (%.15s)", of_state ? w->state[c->item] : "",
             of_state ? " " : "", c->about->words, w->root->column[c->at].unit);
    for (struct column other = *c; next_column(w, &other) && p->traces < most_traces; ++other.at)
        if (other.about == c->about && (several || other.at == c->at))
            add_trace(p, (int)other.at, several ? number[other.item % most_traces] : NULL,
                      CONTENSOU_PLOT_DOTS, several ? other.item : 0, counts);
    ++g->panels;
}

static int is_chosen(const struct sweep *g, int state)
{
    for (size_t k = 0; k < g->chosen_count; ++k)
        if (g->chosen[k] == state)
            return 1;
    return 0;
}

static void plan_diagram(const struct work *w, struct sweep *g)
{
    const int points = w->points != w->root;
    const int states = points || find_draw(w, -1, contensou__observer_low, NULL) >= 0 ||
                       find_draw(w, -1, contensou__observer_high, NULL) >= 0 ||
                       find_draw(w, -1, contensou__observer_middle, NULL) >= 0;

    g->chosen_count = choose_states(w, g->chosen);
    for (size_t k = 0; k < g->chosen_count && states; ++k)
        plan_state(w, g, g->chosen[k], points);
    for (struct column c = {0}; next_column(w, &c); ++c.at)
        if (c.about->draw == contensou__observer_label ||
            c.about->draw == contensou__observer_first ||
            c.about->draw == contensou__observer_first_counts ||
            c.about->draw == contensou__observer_later)
            plan_scalar(w, g, &c);
    for (struct column c = {0}; next_column(w, &c) && !states; ++c.at)
        if (c.about->draw == contensou__observer_end && is_chosen(g, c.item))
            plan_scalar(w, g, &c);
}

/* The values of a column of the root, with gaps for lanes that failed. */
static double *root_values(struct work *w, int column, int counts)
{
    const double *value;
    double *copy = numbers(w, w->root->rows);

    if (!copy || contensou_result_read(w->file, w->root, (size_t)column, &value, w->err))
        return NULL;
    for (size_t i = 0; i < w->root->rows; ++i)
        copy[i] = has_failed(w, w->root, i) || (counts && value[i] == 0) ? (double)NAN : value[i];
    return copy;
}

struct place {
    double x;
    size_t row;
};

static int by_x(const void *a, const void *b)
{
    const struct place *const p = a, *const q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

/* The rows of the root of one way of a walk (1 up, -1 down, 0 all), in the order of x. */
static struct place *order_lanes(const struct work *w, const double *x, int way, size_t *count)
{
    struct place *const order = malloc((w->root->rows + 1) * sizeof *order);

    *count = 0;
    for (size_t i = 0; i < w->root->rows && order; ++i)
        if (!way || !w->way || w->way[i] == way)
            order[(*count)++] = (struct place){x[i], i};
    if (order)
        qsort(order, *count, sizeof *order, by_x);
    return order;
}

/* The values in this order; NULL without memory. */
static const double *pick(struct work *w, const double *value, const struct place *order,
                          size_t count)
{
    double *const to = value ? numbers(w, count) : NULL;

    for (size_t i = 0; to && i < count; ++i)
        to[i] = value[order[i].row];
    return to;
}

/* The points of a state: those of lanes that did not fail, of one way. */
static size_t pick_points(struct work *w, int column, int way, const double *ways, double *to)
{
    const double *value;
    size_t count = 0;

    if (contensou_result_read(w->file, w->points, (size_t)column, &value, w->err))
        return 0;
    for (size_t i = 0; i < w->points->rows; ++i)
        if ((!way || !ways || ways[i] == way) && !has_failed(w, w->points, i))
            to[count++] = value[i];
    return count;
}

/* Angles that turn round and round are shown modulo 2 pi, without their extremes. */
static void wrap(struct work *w, struct plan *p, int column, double *value, size_t count)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < count; ++i) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    if (strcmp(w->points->column[column].unit, "rad") != 0 || !(high - low > turn))
        return;
    for (size_t i = 0; i < count; ++i)
        value[i] = remainder(value[i], turn);
    p->traces = 0;
    write_wrapped(p->label, w->points->column[column].name);
}

/* What is drawn of one way. */
struct way {
    int way;
    const double *x, *ways; /* of the lanes in their order; of the points */
    struct place *order;
    size_t lanes;
    double *at; /* of the points */
};

static enum contensou_status prepare_way(struct work *w, struct way *s, const double *x)
{
    const int ways = contensou_result_find(w->points, "continue"),
              across = contensou_result_find(w->points, w->axis[0]);
    enum contensou_status status = CONTENSOU_OK;

    s->order = order_lanes(w, x, s->way, &s->lanes);
    s->at = numbers(w, w->points->rows);
    if (!s->order || !s->at)
        return no_memory(w->err);
    s->x = pick(w, x, s->order, s->lanes);
    if (s->way && ways >= 0)
        status = contensou_result_read(w->file, w->points, (size_t)ways, &s->ways, w->err);
    if (!status && w->points != w->root)
        pick_points(w, across, s->way, s->ways, s->at);
    return status;
}

/* The traces of one way in a panel; gives how many, or -1 where something failed. */
static int put_traces(struct work *w, const struct way *s, struct plan *p,
                      struct contensou_plot_trace *trace)
{
    const char *const name = s->way > 0 ? "up" : s->way < 0 ? "down" : NULL;
    const int colour = s->way < 0;
    double *value = NULL;
    size_t count = 0;
    int n = 0;

    if (p->points >= 0) {
        const int column = contensou_result_find(w->points, w->state[p->points]);

        value = column < 0 ? NULL : numbers(w, w->points->rows);
        if (!value)
            return -1;
        count = pick_points(w, column, s->way, s->ways, value);
        wrap(w, p, column, value, count);
    }
    for (int i = 0; i < p->traces; ++i) {
        const double *const y =
            pick(w, root_values(w, p->trace[i].column, p->trace[i].counts), s->order, s->lanes);

        if (!y)
            return -1;
        trace[n++] =
            (struct contensou_plot_trace){s->way && p->points >= 0 ? NULL
                                          : s->way && i == 0       ? name
                                                                   : p->trace[i].title,
                                          s->x,
                                          y,
                                          s->lanes,
                                          s->lanes > 1 ? p->trace[i].style : CONTENSOU_PLOT_POINTS,
                                          s->way ? colour : p->trace[i].colour};
    }
    if (p->points >= 0)
        trace[n++] = (struct contensou_plot_trace){
            name ? name : n ? "section" : NULL, s->at, value, count, CONTENSOU_PLOT_DOTS, colour};
    return n;
}

/* A sweep over one number. */
static enum contensou_status draw_diagram(struct work *w, const char *path)
{
    struct contensou_plot_trace trace[most_panels][2 * (most_traces + 1)];
    struct contensou_plot_grid_panel panel[most_panels];
    struct sweep g = {0};
    struct way way[2] = {{.way = w->ways > 1}, {.way = -1}};
    const double *x = NULL;
    const int at = contensou_result_find(w->root, w->axis[0]);
    const struct contensou_result_table *const points = find_points(w);
    struct contensou_plot_grid_column column = {.panels = panel, .width = 1, .joined = 1};
    enum contensou_status status = contensou_result_read(w->file, w->root, (size_t)at, &x, w->err);

    w->points = points ? points : w->root;
    plan_diagram(w, &g);
    if (!status && g.panels == 0)
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                "there is nothing to draw as 'diagram' in the file; choose --kind, "
                                "--x and --y");
    for (int i = 0; i < (w->ways > 1 ? 2 : 1) && !status; ++i)
        status = prepare_way(w, &way[i], x);
    write_label(w->label[most_columns], &w->root->column[at]);
    for (size_t k = 0; k < g.panels && !status; ++k) {
        struct contensou_plot_trace *const to = trace[column.count];
        int n = put_traces(w, &way[0], &g.plan[k], to);
        const int more = n >= 0 && w->ways > 1 ? put_traces(w, &way[1], &g.plan[k], to + n) : 0;

        if (n < 0 || more < 0) {
            status = w->err->status ? w->err->status : no_memory(w->err);
            break;
        }
        /* a state that is the same at all points is left out, if another panel remains */
        if (g.plan[k].points >= 0 && w->ways < 2 && to[n - 1].count &&
            all_equal(to[n - 1].y, to[n - 1].count) && (column.count || k + 1 < g.panels))
            continue;
        panel[column.count++] = (struct contensou_plot_grid_panel){
            w->label[most_columns], g.plan[k].label, to, (size_t)(n + more)};
    }
    if (!status && way[0].lanes) {
        column.low = way[0].x[0];
        column.high = way[0].x[way[0].lanes - 1];
    }
    if (!status)
        status = contensou_plot_grid(path, &w->look, w->title.data, &column, 1, w->err);
    free(way[0].order);
    free(way[1].order);
    return status;
}

/* Branches of equilibria or of periodic orbits: each line is stable or not, with rings where that changes. */
struct branches {
    const double *p, *unstable, *number; /* number: of the branch; NULL: there is one */
    const char *word;                    /* what a point is */
    size_t size, rows;
};

static int is_regular(const struct branches *b, size_t k)
{
    return strcmp(b->word + k * b->size, "regular") == 0;
}

static int goes_on(const struct branches *b, size_t k)
{
    return k + 1 < b->rows && (!b->number || b->number[k + 1] == b->number[k]);
}

/* Of the line from point k to the next one: what bifurcates is itself on the border. */
static int is_stable(const struct branches *b, size_t k)
{
    return b->unstable[is_regular(b, k) ? k : k + 1] == 0;
}

/* The lines of columns that are stable or not. */
static enum contensou_status put_branch(struct work *w, const struct branches *b, int stable,
                                        const double *const *column, size_t columns,
                                        struct contensou_plot_trace *trace)
{
    double *const x = numbers(w, 3 * b->rows * columns), *const y =
                                                             numbers(w, 3 * b->rows * columns);
    size_t n = 0;

    if (!x || !y)
        return no_memory(w->err);
    for (size_t c = 0; c < columns; ++c)
        for (size_t k = 0; k < b->rows; ++k)
            if (goes_on(b, k) && is_stable(b, k) == stable) {
                for (size_t i = k; i <= k + 1; ++i, ++n) {
                    x[n] = b->p[i];
                    y[n] = column[c][i];
                }
                x[n] = y[n] = NAN;
                ++n;
            }
    *trace = (struct contensou_plot_trace){stable ? "stable" : "unstable",
                                           x,
                                           y,
                                           n,
                                           stable ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED,
                                           0};
    return CONTENSOU_OK;
}

/* Points of the kind that row `first` is the first of. */
static enum contensou_status put_special(struct work *w, const struct branches *b, size_t first,
                                         int colour, const double *const *column, size_t columns,
                                         struct contensou_plot_trace *trace)
{
    double *const x = numbers(w, b->rows * columns), *const y = numbers(w, b->rows * columns);
    size_t n = 0;

    if (!x || !y)
        return no_memory(w->err);
    for (size_t c = 0; c < columns; ++c)
        for (size_t k = first; k < b->rows; ++k)
            if (strcmp(b->word + k * b->size, b->word + first * b->size) == 0) {
                x[n] = b->p[k];
                y[n++] = column[c][k];
            }
    *trace = (struct contensou_plot_trace){b->word + first * b->size, x,     y, n,
                                           CONTENSOU_PLOT_RINGS,      colour};
    return CONTENSOU_OK;
}

/* All that a panel shows of some columns. */
static enum contensou_status put_branches(struct work *w, const struct branches *b,
                                          const double *const *column, size_t columns,
                                          struct contensou_plot_trace trace[most_traces],
                                          size_t *traces)
{
    enum contensou_status status = CONTENSOU_OK;

    *traces = 0;
    for (int stable = 1; stable >= 0 && !status; --stable) {
        status = put_branch(w, b, stable, column, columns, &trace[*traces]);
        *traces += trace[*traces].count > 0;
    }
    for (size_t k = 0; k < b->rows && *traces < most_traces && !status; ++k) {
        size_t first = 0;

        while (strcmp(b->word + first * b->size, b->word + k * b->size) != 0)
            ++first;
        if (first == k && !is_regular(b, k)) {
            status = put_special(w, b, k, (int)*traces, column, columns, &trace[*traces]);
            ++*traces;
        }
    }
    return status;
}

/* The columns of state i, or behind the last state of what tells most else: the period, or the largest real part. */
static int columns_of(const struct work *w, int i, int at[2], char label[label_size])
{
    const int period = contensou_result_find(w->root, "period");
    char name[2][label_size];

    if (i == w->states) {
        at[0] = at[1] = period >= 0 ? period : contensou_result_find(w->root, "re.1");
        snprintf(label, label_size, "%s (%.40s)", period >= 0 ? "period" : "largest real part",
                 w->root->column[at[0]].unit);
        return 1;
    }
    snprintf(name[0], label_size, period >= 0 ? "%.100s.min" : "%.100s", w->state[i]);
    snprintf(name[1], label_size, period >= 0 ? "%.100s.max" : "%.100s", w->state[i]);
    for (int k = 0; k < 2; ++k)
        at[k] = contensou_result_find(w->root, name[k]);
    if (at[0] >= 0)
        snprintf(label, label_size, "%.60s%s (%.40s)", w->state[i], period >= 0 ? " min, max" : "",
                 w->root->column[at[0]].unit);
    return at[0] >= 0 && at[1] >= 0;
}

static enum contensou_status draw_branches(struct work *w, const char *path)
{
    struct contensou_plot_trace trace[most_panels][most_traces];
    struct contensou_plot_grid_panel panel[most_panels];
    struct contensou_plot_grid_column all = {.panels = panel, .width = 1, .joined = 1};
    const int x = contensou_result_find(w->root, w->axis[0]),
              unstable = contensou_result_find(w->root, "unstable"),
              number = contensou_result_find(w->root, "branch");
    const int states = w->positions ? w->positions : w->states;
    struct branches b = {.rows = w->root->rows, .size = w->root->word[0].size};
    enum contensou_status status =
        contensou_result_read_words(w->file, w->root, 0, &b.word, w->err);

    if (!status)
        status = contensou_result_read(w->file, w->root, (size_t)x, &b.p, w->err);
    if (!status)
        status = contensou_result_read(w->file, w->root, (size_t)unstable, &b.unstable, w->err);
    if (!status && number >= 0)
        status = contensou_result_read(w->file, w->root, (size_t)number, &b.number, w->err);
    write_label(w->label[most_columns], &w->root->column[x]);
    for (int i = 0; i <= states && !status; ++i) {
        const double *column[2] = {NULL, NULL};
        const int last = i == states;
        int at[2];

        if ((!last && all.count == most_panels - 1) ||
            !columns_of(w, last ? w->states : i, at, w->label[all.count]))
            continue;
        for (int k = 0; k < 2 && !status; ++k)
            status = contensou_result_read(w->file, w->root, (size_t)at[k], &column[k], w->err);
        if (!status && !last && !changes(column[0], b.rows) && !changes(column[1], b.rows))
            continue; /* nothing to be seen */
        panel[all.count] = (struct contensou_plot_grid_panel){
            w->label[most_columns], w->label[all.count], trace[all.count], 0};
        if (!status)
            status = put_branches(w, &b, column, at[0] == at[1] ? 1 : 2, trace[all.count],
                                  &panel[all.count].count);
        for (size_t k = 0; k < panel[all.count].count && all.count; ++k)
            trace[all.count][k].title = NULL; /* the key is in the first panel */
        ++all.count;
    }
    return status ? status : contensou_plot_grid(path, &w->look, w->title.data, &all, 1, w->err);
}

enum { most_labels = 64, word_size = 32 };

struct maps {
    char words[most_labels][word_size]; /* of attractors */
    const char *word[most_labels];
    struct contensou_plot_map map[most_panels];
    char label[most_panels][label_size];
    size_t count;
    int also_still; /* 1: maps of one value, too */
};

/* The words of labels, "unresolved", "1: rest", ..: what the lanes of a label do stands in the column OBSERVER.kind, in
 * which those that neither rest nor repeat have 0. Gives how many there are, 0 for too many. */
static size_t name_labels(struct work *w, struct maps *m, size_t column, const double *label)
{
    const char *const name = w->root->column[column].name;
    char other[label_size];
    const double *kind;
    size_t count = 1;
    int at;

    snprintf(other, sizeof other, "%.*skind", (int)(strrchr(name, '.') + 1 - name), name);
    at = contensou_result_find(w->root, other);
    if (at < 0 || contensou_result_read(w->file, w->root, (size_t)at, &kind, w->err))
        return 0;
    snprintf(m->words[0], word_size, "unresolved");
    for (size_t i = 0; i < w->root->rows; ++i) {
        const size_t k = label[i] >= 1 ? (size_t)fmin(label[i], most_labels) : 0;
        const int settled = kind[i] >= 1 && kind[i] < contensou__attractors_irregular;

        if (k == most_labels)
            return 0;
        if (k && (settled || !*m->words[k])) /* a lane that is still on its way does not tell */
            snprintf(
                m->words[k], word_size, "%zu: %s", k,
                contensou__attractors_words[settled ? (size_t)kind[i]
                                                    : (size_t)contensou__attractors_irregular]);
        count = k >= count ? k + 1 : count;
    }
    for (size_t k = 0; k < count; ++k)
        m->word[k] = m->words[k];
    return count;
}

static void add_map(struct work *w, struct maps *m, const struct column *c, int minus)
{
    const int of_state = c->about->per == contensou__observer_state;
    double *value;
    const double *less = NULL;
    char words[label_size];

    if (m->count == most_panels || (c->about->per == contensou__observer_number && c->item))
        return;
    value = root_values(w, (int)c->at, c->about->draw == contensou__observer_first_counts);
    if (minus >= 0)
        less = root_values(w, minus, 0);
    if (!value || (minus >= 0 && !less))
        return;
    for (size_t i = 0; less && i < w->root->rows; ++i)
        value[i] -= less[i];
    if (!m->also_still && !changes(value, w->root->rows))
        return;
    snprintf(words, sizeof words, minus >= 0 ? "%.15s - min" : "%.40s", c->about->words);
    snprintf(m->label[m->count], label_size, "%.23s%s%.40s (%.15s)",
             of_state ? w->state[c->item] : "", of_state ? ", " : "", words,
             w->root->column[c->at].unit);
    m->map[m->count] = (struct contensou_plot_map){m->label[m->count], value, NULL, 0};
    if (c->about->draw == contensou__observer_label) {
        m->map[m->count].words = name_labels(w, m, c->at, value);
        m->map[m->count].word = m->map[m->count].words ? m->word : NULL;
    }
    ++m->count;
}

/* All maps of columns that are drawn in one of two ways. */
static void add_maps(struct work *w, struct maps *m, enum contensou__observer_draw one,
                     enum contensou__observer_draw other)
{
    for (struct column c = {0}; next_column(w, &c); ++c.at)
        if (c.about->draw == one || c.about->draw == other)
            add_map(w, m, &c, -1);
}

/* What is most telling first; the rest as far as there is room. */
static void choose_maps(struct work *w, struct maps *m)
{
    int chosen[most_right];
    const size_t states = choose_states(w, chosen);

    add_maps(w, m, contensou__observer_label, contensou__observer_label);
    add_maps(w, m, contensou__observer_first, contensou__observer_first_counts);
    for (size_t k = 0; k < states; ++k) {
        const int low = find_draw(w, chosen[k], contensou__observer_low, NULL);

        for (struct column c = {0}; next_column(w, &c); ++c.at) {
            if (c.about->draw == contensou__observer_high && c.item == chosen[k] && low >= 0)
                add_map(w, m, &c, low);
            if (c.about->draw == contensou__observer_end && c.item == chosen[k])
                add_map(w, m, &c, -1);
        }
        if (k == 0)
            add_maps(w, m, contensou__observer_later, contensou__observer_later);
    }
}

/* A sweep over two numbers. */
static enum contensou_status draw_sweep_maps(struct work *w, const char *path)
{
    struct maps m = {0};

    w->points = w->root;
    w->x = contensou_result_find(w->root, w->axis[0]);
    choose_maps(w, &m);
    m.also_still = m.count == 0;
    if (m.also_still)
        choose_maps(w, &m);
    if (m.count == 0)
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "there is nothing to draw as 'map' in the file; choose --kind, --x "
                              "and --y");
    /* lanes without a value are drawn as gaps, so the axes have all of them */
    return draw_maps(w, path, w->x, contensou_result_find(w->root, w->axis[1]), m.map, m.count);
}

/* What varies, with numbers as short as they can be: "v_b=0.1:1:24" of "v_b=0.10000000000000001:1:24". */
static void put_vary(struct contensou__text *to, const char *vary)
{
    while (*vary) {
        char *end = NULL;
        const int begins = strchr("=:,", *vary) && vary[1];
        const double value = begins ? strtod(vary + 1, &end) : 0;

        contensou__text_append(to, vary, 1);
        if (begins && end > vary + 1)
            contensou__text_printf(to, "%.6g", value);
        vary = begins && end > vary + 1 ? end : vary + 1;
    }
}

void contensou__picture_title(const struct contensou_result *file, struct contensou__text *to)
{
    char *const system = contensou_result_text(file, "/", "system");
    char *const law = contensou_result_text(file, "/", "law");
    char *const shape = contensou_result_text(file, "/", "shape");
    char *const pressure = contensou_result_text(file, "/", "pressure");
    char *const vary = vary_of(file);

    const struct contensou_result_table *const root = contensou_result_table(file, "");
    const int followed = root && contensou_result_find(root, "re.1") >= 0;

    if (system && *system) {
        contensou__text_printf(to, "%s%s",
                               !followed                                    ? ""
                               : contensou_result_find(root, "period") >= 0 ? "periodic orbits of "
                                                                            : "equilibria of ",
                               system);
        if (law && strcmp(law, "none") != 0)
            contensou__text_printf(to, ", law %s", law);
    } else if (law && *law)
        contensou__text_printf(to, "law %s", law);
    else if (shape && *shape)
        contensou__text_printf(to, "%s, %s", shape, pressure ? pressure : "");
    if (vary && *vary && strcmp(vary, "drawn") != 0) {
        contensou__text_printf(to, to->size ? ": " : "");
        put_vary(to, vary);
    }
    free(vary);
    free(pressure);
    free(shape);
    free(law);
    free(system);
}

/* What was asked, or the system, its law and what varies. */
static void make_title(struct work *w, const char *given)
{
    if (given)
        contensou__text_printf(&w->title, "%s", given);
    else
        contensou__picture_title(w->file, &w->title);
    if (w->only >= 0 && !given)
        contensou__text_printf(&w->title, ", lane %ld", w->only);
    if (w->failed && !given)
        contensou__text_printf(&w->title, " (%zu of %zu lanes failed)", w->failed, w->root->rows);
}

/* Which rows belong to which lane, and how lanes ended. */
static enum contensou_status read_rows(struct work *w)
{
    const int lane = contensou_result_find(w->points, "lane");
    const int outcome = contensou_result_find(w->root, "outcome_code");
    const int way = contensou_result_find(w->root, "continue");
    enum contensou_status status = CONTENSOU_OK;

    if (lane >= 0)
        status = contensou_result_read(w->file, w->points, (size_t)lane, &w->lane, w->err);
    if (outcome >= 0 && !status)
        status = contensou_result_read(w->file, w->root, (size_t)outcome, &w->outcome, w->err);
    if (way >= 0 && w->ways > 1 && !status)
        status = contensou_result_read(w->file, w->root, (size_t)way, &w->way, w->err);
    w->failed = 0;
    for (size_t i = 0; i < w->root->rows && w->outcome && !status; ++i)
        w->failed += !contensou_outcome_reached((int)w->outcome[i]);
    if (!status && w->only >= 0 && !w->lane)
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT, "--lane: the file has no lanes");
    if (!status && w->only < 0 && w->lane && w->points->rows &&
        (w->kind == series || w->kind == portrait))
        w->only = (long)w->lane[0]; /* lines of several lanes would run into each other */
    return status;
}

/* The picture by what the file has. */
static enum contensou_status draw_default(struct work *w, const char *path, const char *title)
{
    const struct contensou_result_table *const points = find_points(w);
    const long only = w->only;
    enum contensou_status status;

    w->points = w->axes == 1 && points ? points : w->root;
    status = read_rows(w);
    if (status)
        return status;
    w->only = only; /* no kind was asked for: all lanes, unless one was */
    make_title(w, title);
    if (is_trajectory(w))
        return draw_trajectory(w, path);
    return w->axes == 1 ? draw_diagram(w, path) : draw_sweep_maps(w, path);
}

static enum contensou_status open_file(struct work *w, const char *file)
{
    enum contensou_status status = contensou_result_open(&w->file, file, w->err);

    if (status)
        return status;
    w->only = -1;
    w->root = contensou_result_table(w->file, "");
    if (!w->root)
        return contensou_fail(w->err, CONTENSOU_EINPUT, "'%s' has no columns of numbers", file);
    find_varied(w);
    find_states(w);
    return CONTENSOU_OK;
}

/* The columns of w in another file. */
static enum contensou_status open_overlay(const struct work *w, struct work *other,
                                          const char *file)
{
    enum contensou_status status = open_file(other, file);

    other->kind = w->kind;
    other->cut = w->cut;
    other->ys = w->ys;
    other->only = w->only;
    if (!status)
        status = choose_table(other);
    if (!status)
        status = read_rows(other);
    if (!status)
        status = find_column(other, w->points->column[w->x].name, &other->x);
    for (size_t i = 0; i < w->ys && !status; ++i)
        status = find_column(other, w->points->column[w->y[i]].name, &other->y[i]);
    return status;
}

/* The k-th of the labels, otherwise the name of the file without its folder and ending. */
static void name_file(struct work *w, const char *labels, size_t k, const char *file)
{
    const char *const slash = strrchr(file, '/'), *const name = slash ? slash + 1 : file;

    for (; labels && k > 0; --k)
        labels = strchr(labels, ',') ? strchr(labels, ',') + 1 : NULL;
    if (labels)
        snprintf(w->name, label_size, "%.*s", (int)strcspn(labels, ","), labels);
    else
        snprintf(w->name, label_size, "%.*s", (int)strcspn(name, "."), name);
}

static enum contensou_status open_overlays(struct work *w, const char *file,
                                           const struct contensou_picture_options *o)
{
    enum contensou_status status = CONTENSOU_OK;

    if (o->overlays > most_overlays || (o->overlays && w->kind == map))
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "--overlay: at most %d files, and none upon a map", most_overlays);
    name_file(w, o->label, 0, file);
    for (size_t k = 0; k < o->overlays && !status; ++k) {
        struct work *const other = calloc(1, sizeof *other);

        if (!other)
            return no_memory(w->err);
        other->err = w->err;
        w->overlay[w->overlays++] = other;
        name_file(other, o->label, k + 1, o->overlay[k]);
        status = open_overlay(w, other, o->overlay[k]);
    }
    return status;
}

/* How the result was made, and the picture. */
static enum contensou_status make_about(struct work *w, const char *given)
{
    char *const line = contensou_result_text(w->file, "/", "command_line");

    contensou__text_printf(&w->about, "%s%s%s", line ? line : "", line && given ? "; " : "",
                           given ? given : "");
    free(line);
    w->look.about = w->about.data;
    return w->about.failed ? no_memory(w->err) : CONTENSOU_OK;
}

/* What a kind of picture cannot heed. */
static enum contensou_status check_asked(const struct work *w,
                                         const struct contensou_picture_options *o)
{
    const char *const option = o->x ? "x" : o->y ? "y" : o->lane ? "lane" : "overlay";
    char *const vary = vary_of(w->file);
    const int drawn = vary && strcmp(vary, "drawn") == 0;

    free(vary);
    if ((w->kind == survival || w->kind == branch) && (o->x || o->y || o->lane || o->overlays))
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "--%s is not for --kind %s, which draws what it is about; --kind "
                              "curves takes columns",
                              option, kind_names[w->kind]);
    if (w->kind == branch && !is_branch(w))
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "--kind branch is for results of equilibrium and cycle with --vary");
    if (o->section && w->kind != section && w->kind != bifurcation)
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "--section is for --kind section and bifurcation, not %s",
                              kind_names[w->kind]);
    if (o->label && !o->overlays)
        return contensou_fail(w->err, CONTENSOU_EARGUMENT, "--label is for --overlay");
    if (w->kind == curves && drawn && !(o->x && o->y))
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "cases that were drawn at random have no order; choose --x and --y");
    return CONTENSOU_OK;
}

static enum contensou_status draw(struct work *w, const char *file, const char *path,
                                  const struct contensou_picture_options *o)
{
    int kind = -1;
    enum contensou_status status = contensou__picture_look_read(&w->look, o, w->err);

    if (!status)
        status = open_file(w, file);
    if (!status)
        status = make_about(w, o->about);
    if (status)
        return status;
    if (!o->kind && !o->x && !o->y && !o->lane && !o->overlays && !o->section && !o->label &&
        w->states && !is_branch(w) &&
        (is_trajectory(w) ||
         (contensou_result_find(w->root, "lane") >= 0 && (w->axes == 1 || w->axes == 2) &&
          !(w->root->rows == 1 && choose_kind(w) == section))))
        return draw_default(w, path, o->title);
    if (o->lane)
        status = contensou__numbers_whole(o->lane, "--lane", 0, 2000000000, &w->only, w->err);
    w->kind = choose_kind(w);
    if (w->kind == branch && !o->kind && (o->x || o->y))
        w->kind = curves;
    if (o->section && !status)
        status = contensou__numbers_section(o->section, &w->cut, w->err);
    if (o->section && w->kind != bifurcation)
        w->kind = section;
    if (o->kind && !status) {
        kind = contensou__names_find(o->kind, kind_names, kinds);
        if (kind < 0)
            return contensou__names_fail(w->err, "--kind", o->kind, kind_names, kinds);
        w->kind = (enum kind)kind;
    }
    if (!status)
        status = check_asked(w, o);
    if (!status)
        status = choose_table(w);
    if (!status)
        status = read_rows(w);
    if (!status && (w->kind == survival || w->kind == branch)) {
        make_title(w, o->title);
        return w->kind == branch ? draw_branches(w, path) : draw_survival(w, path);
    }
    if (!status)
        status = choose_columns(w, o->x, o->y);
    if (!status)
        status = open_overlays(w, file, o);
    if (status)
        return status;
    make_title(w, o->title);
    return w->kind == map ? draw_chosen_maps(w, path) : draw_panels(w, path);
}

static void release(struct work *w)
{
    for (size_t i = 0; i < w->overlays; ++i)
        release(w->overlay[i]);
    for (size_t i = 0; i < w->copies; ++i)
        free(w->copy[i]);
    contensou__picture_section_free(w->own);
    free(w->vary);
    free(w->state_words);
    contensou__text_free(&w->title);
    contensou__text_free(&w->about);
    contensou_result_close(w->file);
    free(w);
}

enum contensou_status contensou_picture_draw(const char *file, const char *picture,
                                             const struct contensou_picture_options *options,
                                             struct contensou_error *err)
{
    struct contensou_error own = {CONTENSOU_OK, ""};
    struct contensou_picture_options asked;
    struct work *w;
    enum contensou_status status =
        contensou__versioned_take(&asked, sizeof asked, options, "contensou_picture_options", err);

    if (status)
        return status;
    w = calloc(1, sizeof *w);
    if (!w)
        return no_memory(err);
    w->err = err ? err : &own;
    status = contensou_plot_check(picture, w->err);
    if (!status)
        status = draw(w, file, picture, &asked);
    release(w);
    return status;
}

enum contensou_status
contensou_picture_trajectories(struct contensou_trajectories *r, const char *picture,
                               const struct contensou_picture_options *options,
                               struct contensou_error *err)
{
    const int one = contensou_trajectories_lanes(r) == 1 && contensou_trajectories_list(r, 0) &&
                    strcmp(contensou_trajectories_list(r, 0), "series") == 0 &&
                    !contensou_trajectories_list(r, 1);
    struct contensou__temporary file;
    enum contensou_status status = contensou__temporary_open(&file, "result.h5", err);

    if (!status)
        status = one ? contensou_trajectories_write_one(r, 0, file.path, err)
                     : contensou_trajectories_write(r, file.path, NULL, err);
    if (!status)
        status = contensou_picture_draw(file.path, picture, options, err);
    contensou__temporary_remove(&file);
    return status;
}
