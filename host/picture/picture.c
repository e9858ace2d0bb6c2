/* picture.c: the picture of a result, drawn from its file. SPDX-License-Identifier: MIT */
#include <contensou/picture.h>

#include "base/names.h"
#include "base/numbers.h"
#include "base/temporary.h"
#include "base/text.h"
#include "base/versioned.h"
#include "picture/picture.h"
#include "picture/picture_look.h"
#include "picture/picture_section.h"
#include "picture/picture_work.h"

#include <contensou/plot.h>
#include <contensou/result.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { few = 500 };

enum kind { series, portrait, section, bifurcation, diagram, map, curves, survival, branch, kinds };
static const char *const kind_names[kinds] = {"series",      "portrait", "section",
                                              "bifurcation", "diagram",  "map",
                                              "curves",      "survival", "branch"};

const char *contensou_picture_kind(size_t i)
{
    return i < kinds ? kind_names[i] : NULL;
}

/* What counts or names rows, and is no result. */
static int is_bookkeeping(const struct contensou__picture *w, const char *name)
{
    static const char *const names[] = {"lane",       "k",     "t",        "outcome_code", "steps",
                                        "rejections", "start", "continue", "case"};

    return contensou__names_find(name, names, sizeof names / sizeof *names) >= 0 ||
           contensou__picture_work_is_varied(w, name);
}

/* 1 for equilibria or periodic orbits that were followed along a parameter. */
static int is_branch(const struct contensou__picture *w)
{
    return w->axes == 1 && contensou_result_find(w->root, "unstable") >= 0 &&
           contensou_result_find(w->root, "re.1") >= 0 && w->root->words == 1;
}

static enum kind choose_kind(const struct contensou__picture *w)
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
    if (contensou__picture_work_filled(w, "section"))
        return w->axes == 1 && w->only < 0 && w->root->rows > 1 ? bifurcation : section;
    if (contensou__picture_work_filled(w, "series") && w->axes != 1)
        return series;
    return diagram;
}

/* 1 if the points of the file are those of the section that was asked for. */
static int has_section(const struct contensou__picture *w)
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
static enum contensou_status choose_table(struct contensou__picture *w)
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

/* 1 if all its numbers are the same. */
static int is_still(struct contensou__picture *w, size_t column)
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
static int is_held(const struct contensou__picture *w, const char *name)
{
    char *const held = contensou_result_text(w->file, "run", "section.state");
    const int same = (w->kind == section || w->kind == bifurcation) &&
                     (w->own ? strcmp(w->cut.state, name) == 0 : held && strcmp(held, name) == 0);

    free(held);
    return same;
}

/* 1 if a column is shown where none were chosen. */
static int is_shown(struct contensou__picture *w, size_t column)
{
    const char *name = w->points->column[column].name;

    if ((int)column == w->x || is_bookkeeping(w, name))
        return 0;
    if (w->kind == map && w->axes == 0 && strcmp(name, "theta") == 0)
        return 0;
    return !is_still(w, column) && !is_held(w, name);
}

/* --x: one column; --y: up to eight. Otherwise what the kind is about. */
static enum contensou_status choose_columns(struct contensou__picture *w, const char *x,
                                            const char *y)
{
    const size_t most = w->kind == series || w->kind == curves ? contensou__picture_columns
                                                               : contensou__picture_panels;
    char *list = y ? strdup(y) : NULL, *save = NULL;
    enum contensou_status status = CONTENSOU_OK;

    w->x = -1;
    if (x)
        status = contensou__picture_work_find_column(w, x, &w->x);
    else if (w->kind == series)
        status = contensou__picture_work_find_column(w, "t", &w->x);
    else if ((w->kind == bifurcation || w->kind == diagram || w->kind == map ||
              (w->kind == curves && w->axes == 1)) &&
             w->axes)
        status = contensou__picture_work_find_column(w, w->axis[0], &w->x);
    else if (w->kind == map)
        status = contensou__picture_work_find_column(w, "phi", &w->x);
    for (size_t i = 0; w->x < 0 && !status && i < w->points->columns; ++i)
        if (is_shown(w, i))
            w->x = (int)i;
    for (char *word = list ? strtok_r(list, ",", &save) : NULL; word && !status;
         word = strtok_r(NULL, ",", &save)) {
        if (w->ys == contensou__picture_columns)
            status = contensou_fail(w->err, CONTENSOU_EARGUMENT, "--y names more than %d columns",
                                    (int)contensou__picture_columns);
        else
            status = contensou__picture_work_find_column(w, word, &w->y[w->ys++]);
    }
    for (size_t i = 0; !y && !status && i < w->points->columns && w->ys < most; ++i)
        if (is_shown(w, i))
            w->y[w->ys++] = (int)i;
    free(list);
    if (!status && !x && !y && w->kind == section && w->x >= 0 && !w->ys) {
        w->y[w->ys++] = w->x; /* the only state that moves: in the order of time */
        status = contensou__picture_work_find_column(w, "t", &w->x);
    }
    if (!status && (w->x < 0 || !w->ys))
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                "there is nothing to draw as '%s' in the file; choose --kind, --x "
                                "and --y",
                                kind_names[w->kind]);
    return status;
}

/* The curve or the points of column i; with others in its panel it has a colour and a name. */
static enum contensou_status put_chosen(struct contensou__picture *w, size_t i, int others,
                                        int colour, struct contensou_plot_trace *trace)
{
    const int dots = w->kind == section || w->kind == bifurcation || w->kind == diagram;
    const double *x = NULL, *y = NULL;
    size_t rows = 0;
    int x_wrapped = w->kind == section || w->kind == portrait,
        y_wrapped = x_wrapped || w->kind == bifurcation || w->kind == series;
    enum contensou_status status = contensou__picture_work_take(w, w->x, &x_wrapped, &x, &rows);

    if (!status)
        status = contensou__picture_work_take(w, w->y[i], &y_wrapped, &y, &rows);
    contensou__picture_work_label(w, contensou__picture_columns, w->x);
    contensou__picture_work_label(w, i, w->y[i]);
    if (x_wrapped)
        contensou__picture_work_write_wrapped(w->label[contensou__picture_columns],
                                              w->points->column[w->x].name);
    if (y_wrapped)
        contensou__picture_work_write_wrapped(w->label[i], w->points->column[w->y[i]].name);
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
                                                  : (int)i % contensou__picture_colours};
    return status || dots ? status
                          : contensou__picture_work_cut_jumps(w, trace, x_wrapped, y_wrapped);
}

/* Columns that were chosen, panels one above the other over one x. */
static enum contensou_status draw_panels(struct contensou__picture *w, const char *path)
{
    struct contensou_plot_trace trace[contensou__picture_columns][contensou__picture_overlays + 1];
    struct contensou_plot_grid_panel panel[contensou__picture_columns];
    const struct contensou_plot_grid_column column = {
        .panels = panel, .count = w->ys, .width = 1, .joined = 1};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < w->ys && !status; ++i) {
        status = put_chosen(w, i, w->overlays > 0, 0, &trace[i][0]);
        for (size_t k = 0; k < w->overlays && !status; ++k)
            status = put_chosen(w->overlay[k], i, 1, (int)k + 1, &trace[i][k + 1]);
        panel[i] = (struct contensou_plot_grid_panel){w->label[contensou__picture_columns],
                                                      w->label[i], trace[i], w->overlays + 1};
    }
    return status ? status : contensou_plot_grid(path, &w->look, w->title.data, &column, 1, w->err);
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
    char *const vary = contensou__picture_work_vary_of(file);

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
static void make_title(struct contensou__picture *w, const char *given)
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
static enum contensou_status read_rows(struct contensou__picture *w)
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
        w->failed += !contensou__picture_work_reached(w->outcome[i]);
    if (!status && w->only >= 0 && !w->lane)
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT, "--lane: the file has no lanes");
    if (!status && w->only < 0 && w->lane && w->points->rows &&
        (w->kind == series || w->kind == portrait))
        w->only = (long)w->lane[0]; /* lines of several lanes would run into each other */
    return status;
}

/* The picture by what the file has. */
static enum contensou_status draw_default(struct contensou__picture *w, const char *path,
                                          const char *title)
{
    const struct contensou_result_table *const points = contensou__picture_columns_points(w);
    const long only = w->only;
    enum contensou_status status;

    w->points = w->axes == 1 && points ? points : w->root;
    status = read_rows(w);
    if (status)
        return status;
    w->only = only; /* no kind was asked for: all lanes, unless one was */
    make_title(w, title);
    if (contensou__picture_trajectory_told(w))
        return contensou__picture_trajectory(w, path);
    return w->axes == 1 ? contensou__picture_diagram(w, path) : contensou__picture_maps(w, path);
}

static enum contensou_status open_file(struct contensou__picture *w, const char *file)
{
    enum contensou_status status = contensou_result_open(&w->file, file, w->err);

    if (status)
        return status;
    w->only = -1;
    w->root = contensou_result_table(w->file, "");
    if (!w->root)
        return contensou_fail(w->err, CONTENSOU_EINPUT, "'%s' has no columns of numbers", file);
    contensou__picture_work_find_varied(w);
    contensou__picture_work_find_states(w);
    return CONTENSOU_OK;
}

/* The columns of w in another file. */
static enum contensou_status open_overlay(const struct contensou__picture *w,
                                          struct contensou__picture *other, const char *file)
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
        status =
            contensou__picture_work_find_column(other, w->points->column[w->x].name, &other->x);
    for (size_t i = 0; i < w->ys && !status; ++i)
        status = contensou__picture_work_find_column(other, w->points->column[w->y[i]].name,
                                                     &other->y[i]);
    return status;
}

/* The k-th of the labels, otherwise the name of the file without its folder and ending. */
static void name_file(struct contensou__picture *w, const char *labels, size_t k, const char *file)
{
    const char *const slash = strrchr(file, '/'), *const name = slash ? slash + 1 : file;

    for (; labels && k > 0; --k)
        labels = strchr(labels, ',') ? strchr(labels, ',') + 1 : NULL;
    if (labels)
        snprintf(w->name, contensou__picture_label_size, "%.*s", (int)strcspn(labels, ","), labels);
    else
        snprintf(w->name, contensou__picture_label_size, "%.*s", (int)strcspn(name, "."), name);
}

static enum contensou_status open_overlays(struct contensou__picture *w, const char *file,
                                           const struct contensou_picture_options *o)
{
    enum contensou_status status = CONTENSOU_OK;

    if (o->overlays > contensou__picture_overlays || (o->overlays && w->kind == map))
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "--overlay: at most %d files, and none upon a map",
                              contensou__picture_overlays);
    name_file(w, o->label, 0, file);
    for (size_t k = 0; k < o->overlays && !status; ++k) {
        struct contensou__picture *const other = calloc(1, sizeof *other);

        if (!other)
            return contensou__picture_work_no_memory(w->err);
        other->err = w->err;
        w->overlay[w->overlays++] = other;
        name_file(other, o->label, k + 1, o->overlay[k]);
        status = open_overlay(w, other, o->overlay[k]);
    }
    return status;
}

/* How the result was made, and the picture. */
static enum contensou_status make_about(struct contensou__picture *w, const char *given)
{
    char *const line = contensou_result_text(w->file, "/", "command_line");

    contensou__text_printf(&w->about, "%s%s%s", line ? line : "", line && given ? "; " : "",
                           given ? given : "");
    free(line);
    w->look.about = w->about.data;
    return w->about.failed ? contensou__picture_work_no_memory(w->err) : CONTENSOU_OK;
}

/* What a kind of picture cannot heed. */
static enum contensou_status check_asked(const struct contensou__picture *w,
                                         const struct contensou_picture_options *o)
{
    const char *const option = o->x ? "x" : o->y ? "y" : o->lane ? "lane" : "overlay";
    char *const vary = contensou__picture_work_vary_of(w->file);
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

static enum contensou_status draw(struct contensou__picture *w, const char *file, const char *path,
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
        (contensou__picture_trajectory_told(w) ||
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
        return w->kind == branch ? contensou__picture_branches(w, path)
                                 : contensou__picture_survival(w, path);
    }
    if (!status)
        status = choose_columns(w, o->x, o->y);
    if (!status)
        status = open_overlays(w, file, o);
    if (status)
        return status;
    make_title(w, o->title);
    return w->kind == map ? contensou__picture_maps_chosen(w, path) : draw_panels(w, path);
}

static void release(struct contensou__picture *w)
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
    struct contensou__picture *w;
    enum contensou_status status =
        contensou__versioned_take(&asked, sizeof asked, options, "contensou_picture_options", err);

    if (status)
        return status;
    w = calloc(1, sizeof *w);
    if (!w)
        return contensou__picture_work_no_memory(err);
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
    const int one = contensou_trajectories_lane_count(r) == 1 &&
                    contensou_trajectories_list(r, 0) &&
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
