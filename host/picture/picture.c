/* picture.c: the picture of a result, drawn from its file.
 *
 * Without options the file decides: a trajectory is drawn over time with its phase portraits, a sweep over one number as a
 * diagram, over two as maps, followed solutions as branches (draw_default, choose_kind). With a kind or columns that were
 * chosen, those columns of the table that the kind shows are drawn (choose_table, choose_columns), other files upon them.
 * SPDX-License-Identifier: MIT */
#include "base/try.h"

#include <contensou/picture.h>

#include "base/names.h"
#include "base/numbers.h"
#include "base/setting.h"
#include "base/temporary.h"
#include "base/text.h"
#include "base/versioned.h"
#include "picture/draft.h"

#include <contensou/plot.h>
#include <contensou/result.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { few = 500, last_lane = 2000000000 };

enum kind { series, portrait, section, bifurcation, diagram, map, curves, survival, branch, kinds };

/* A kind of picture: the table that it shows, "" being the lanes or the trajectory, and the observer that makes it; how many columns it
 * takes where none are chosen; how they are drawn; or what draws it without a choice of columns. */
static const struct {
    const char *name, *table, *observer;
    size_t most;
    int dots, x_wraps, y_wraps; /* wraps: angles that turn round are shown modulo 2 pi */
    int over_vary;              /* x is what varies first, if anything does */
    void (*draw)(struct contensou__draft *w);
} all[kinds] = {
    [series] = {"series", "", "series", contensou__draft_columns, .y_wraps = 1},
    [portrait] = {"portrait", "", "series", contensou__draft_panels, .x_wraps = 1, .y_wraps = 1},
    [section] = {"section", "section", "section", contensou__draft_panels, 1, 1, 1},
    [bifurcation] = {"bifurcation", "section", "section", contensou__draft_panels, 1, 0, 1, 1},
    [diagram] = {"diagram", "", "", contensou__draft_panels, .dots = 1, .over_vary = 1},
    [map] = {"map", "", "", contensou__draft_panels, .over_vary = 1},
    [curves] = {"curves", "", "", contensou__draft_columns},
    [survival] = {"survival", "survival", "basin", .draw = contensou__picture_survival},
    [branch] = {"branch", "", "", .draw = contensou__picture_branches}};

const char *contensou_picture_kind(size_t i)
{
    return i < kinds ? all[i].name : NULL;
}

enum contensou_status contensou_picture_check_sweep(const char *picture, size_t varied,
                                                    size_t lanes, size_t columns, int points,
                                                    struct contensou_error *err)
{
    if (varied < 1 || varied > 2)
        return WRONG(err,
                     SETTING("plot") " draws sweeps over one or two numbers, but %zu vary; vary "
                                     "fewer or leave " SETTING("plot") " out",
                     varied);
    if (!columns && !(points && varied == 1))
        return WRONG(err,
                     SETTING("plot") " needs something to draw over %s: " SETTING(
                         "observe") " final, extrema, %speriod or stick",
                     varied == 1 ? "the varied number" : "two varied numbers",
                     varied == 1 ? "section, " : "");
    if (varied == 2 && lanes > 1000000)
        return WRONG(err, "too many lanes for a picture: maps show at most 1000000; leave " SETTING(
                              "plot") " out or take fewer");
    return contensou_plot_check(picture, err);
}

/* What counts or names rows, and is no result. */
static int is_bookkeeping(const struct contensou__draft *w, const char *name)
{
    static const char *const names[] = {"lane",       "k",     "t",        "outcome_code", "steps",
                                        "rejections", "start", "continue", "case"};

    return contensou__names_find(name, names, sizeof names / sizeof *names) >= 0 ||
           contensou__draft_is_varied(w, name);
}

/* 1 for equilibria or periodic orbits that were followed along a parameter. */
static int is_branch(const struct contensou__draft *w)
{
    return w->axes == 1 && contensou_result_find(w->root, "unstable") >= 0 &&
           contensou_result_find(w->root, "re.1") >= 0 && w->root->words == 1;
}

/* 1 if all numbers of a column are the same. */
static int is_constant(const struct contensou__draft *w, const struct contensou_result_table *table,
                       size_t column)
{
    const double *value;
    struct contensou_error ignored;

    if (contensou_result_read(w->file, table, column, &value, &ignored))
        return 0;
    for (size_t i = 1; i < table->rows; ++i)
        if (value[i] != value[0] && !(isnan(value[i]) && isnan(value[0])))
            return 0;
    return 1;
}

/* 1 for wrenches or loads over both angles of the slip; over one of them they are curves. */
static int has_angles(const struct contensou__draft *w)
{
    const int theta = contensou_result_find(w->root, "theta"),
              phi = contensou_result_find(w->root, "phi");

    return w->axes == 0 && theta >= 0 && phi >= 0 &&
           is_constant(w, w->root, (size_t)theta) == is_constant(w, w->root, (size_t)phi);
}

static enum kind choose_kind(const struct contensou__draft *w)
{
    const int sweep = contensou_result_find(w->root, "lane") >= 0;

    if (is_branch(w))
        return branch;
    if (!sweep && w->axes < 2)
        return contensou_result_find(w->root, "t") >= 0 ? series : has_angles(w) ? map : curves;
    if (w->axes == 2)
        return map;
    if (contensou__draft_filled(w, "section"))
        return w->axes == 1 && w->only < 0 && w->root->rows > 1 ? bifurcation : section;
    if (contensou__draft_filled(w, "series") && w->axes != 1)
        return series;
    return diagram;
}

/* 1 if the points of the file are those of the section that was asked for. */
static int has_section(const struct contensou__draft *w)
{
    const char *const state = contensou__result_text(w->file, "run", "section.state");
    int same = contensou_result_table(w->file, "section") &&
               strcmp(*state ? state : "period", w->cut.state) == 0;
    const struct contensou_result_attribute *a;

    for (size_t i = 0; same && (a = contensou_result_attribute(w->file, i)); ++i)
        if (strcmp(a->group, "run") == 0)
            same = strcmp(a->name, "section.value") == 0 ? strtod(a->text, NULL) == w->cut.value
                   : strcmp(a->name, "section.direction") == 0
                       ? strtod(a->text, NULL) == w->cut.direction
                       : 1;
    return same;
}

/* The table that a kind shows. */
static enum contensou_status choose_table(struct contensou__draft *w)
{
    const struct contensou_result_table *const lists = contensou_result_table(w->file, "series");
    const char *name = all[w->kind].table;

    if ((w->kind == series || w->kind == portrait) &&
        (contensou_result_find(w->root, "t") < 0 || lists))
        name = "series";
    w->points = contensou_result_table(w->file, name);
    if (*w->cut.state && !has_section(w)) {
        if (!lists && (contensou_result_find(w->root, "t") < 0 ||
                       contensou_result_find(w->root, "lane") >= 0))
            return WRONG(w->err,
                         "%s %s=%g: the file has neither these points nor series that could be cut "
                         "there; run, and sweep %s series, make them",
                         SETTING("section"), w->cut.state, w->cut.value, SETTING("observe"));
        contensou__picture_section_cut(w, lists ? lists : w->root);
        w->points = w->own;
        return w->status;
    }
    if (w->kind == map && w->axes < 2 && contensou_result_find(w->root, "theta") < 0)
        return WRONG(w->err, "%s map needs two numbers that vary; the file has %zu",
                     SETTING("kind"), w->axes);
    if (!w->points)
        return WRONG(
            w->err, "%s %s needs the group /%s, which the file does not have: %s %s makes it",
            SETTING("kind"), all[w->kind].name, name, SETTING("observe"), all[w->kind].observer);
    return CONTENSOU_OK;
}

/* 1 if points of a section are where this state has one value. */
static int is_section_state(const struct contensou__draft *w, const char *name)
{
    return strcmp(all[w->kind].table, "section") == 0 &&
           strcmp(w->own ? w->cut.state : contensou__result_text(w->file, "run", "section.state"),
                  name) == 0;
}

/* 1 if a column is shown where none were chosen. */
static int is_shown(struct contensou__draft *w, size_t column)
{
    const char *name = w->points->column[column].name;

    if ((int)column == w->x || is_bookkeeping(w, name))
        return 0;
    if (w->kind == map && w->axes == 0 && strcmp(name, "theta") == 0)
        return 0;
    return !is_constant(w, w->points, column) && !is_section_state(w, name);
}

/* Where x is, if it is not chosen: the time, what varies or an angle; NULL: the first column that is shown. */
static const char *along(const struct contensou__draft *w)
{
    if (w->kind == series)
        return "t";
    if (w->axes && (all[w->kind].over_vary || (w->kind == curves && w->axes == 1)))
        return w->axis[0];
    return w->kind == map ? "phi" : NULL;
}

/* The columns of a list with commas, up to eight. */
static void choose_listed(struct contensou__draft *w, const char *list)
{
    char *const words = contensou__pool_text(&w->pool, list), *save = NULL;

    for (char *word = words ? strtok_r(words, ",", &save) : NULL; word && !w->status;
         word = strtok_r(NULL, ",", &save)) {
        if (w->ys == contensou__draft_columns)
            w->status = WRONG(w->err, "%s names more than %d columns", SETTING("y"),
                              (int)contensou__draft_columns);
        else
            w->y[w->ys++] = contensou__draft_find_column(w, word);
    }
}

/* Columns that are shown where none were chosen. */
static void choose_shown(struct contensou__draft *w)
{
    for (size_t i = 0; !w->status && i < w->points->columns && w->ys < all[w->kind].most; ++i)
        if (is_shown(w, i))
            w->y[w->ys++] = (int)i;
}

/* One column along x, up to eight along y; where they were not chosen, what the kind is about. */
static void choose_columns(struct contensou__draft *w, const char *x, const char *y)
{
    const char *const name = x ? x : along(w);

    w->x = name ? contensou__draft_find_column(w, name) : -1;
    for (size_t i = 0; w->x < 0 && !w->status && i < w->points->columns; ++i)
        if (is_shown(w, i))
            w->x = (int)i;
    if (y)
        choose_listed(w, y);
    else
        choose_shown(w);
    if (!x && !y && w->kind == section && w->x >= 0 && !w->ys) {
        w->y[w->ys++] = w->x; /* the only state that moves: in the order of time */
        w->x = contensou__draft_find_column(w, "t");
    }
    if (!w->status && (w->x < 0 || !w->ys))
        contensou__draft_nothing(w, all[w->kind].name);
}

/* The curve or the points of column i in a panel; with others there it has a colour and a name. */
static enum contensou_status add_chosen(struct contensou__draft *w, size_t i, int others,
                                        int colour, struct contensou__draft_panel *panel)
{
    const int dots = all[w->kind].dots;
    size_t rows = 0;
    int x_wrapped = all[w->kind].x_wraps, y_wrapped = all[w->kind].y_wraps;
    const double *const x = contensou__draft_take(w, w->x, &x_wrapped, &rows),
                        *const y = contensou__draft_take(w, w->y[i], &y_wrapped, &rows);
    struct contensou__draft_curve *const curve =
        contensou__draft_curve(panel, others ? w->name : NULL,
                               !dots        ? CONTENSOU_PLOT_LINE
                               : others     ? CONTENSOU_PLOT_COLOURED
                               : rows < few ? CONTENSOU_PLOT_POINTS
                                            : CONTENSOU_PLOT_DOTS,
                               others ? colour
                               : dots ? 0
                                      : (int)i % contensou__draft_colours);

    if (!w->status && rows == 0)
        w->status = WRONG(w->err, "lane %ld has no rows there", w->only);
    if (panel->curves == 1) { /* labels are those of the first file */
        panel->x_label = contensou__draft_label(w, &w->points->column[w->x], x_wrapped);
        panel->y_label = contensou__draft_label(w, &w->points->column[w->y[i]], y_wrapped);
    }
    curve->x_turns = x_wrapped && !dots;
    curve->y_turns = y_wrapped && !dots;
    for (size_t k = 0; k < rows && !w->status; ++k)
        contensou__draft_add(w, curve, x[k], y[k]);
    return w->status;
}

/* Columns that were chosen, panels one above the other over one x. */
static void add_panels(struct contensou__draft *w)
{
    for (size_t i = 0; i < w->ys && !w->status; ++i) {
        struct contensou__draft_panel *const panel = contensou__draft_panel(w, 0, "", "");

        add_chosen(w, i, w->overlays > 0, 0, panel);
        for (size_t k = 0; k < w->overlays && !w->status; ++k)
            w->status = add_chosen(w->overlay[k], i, 1, (int)k + 1, panel);
    }
}

/* Draws the panels: on the left over one x axis, on the right each over its own. */
static enum contensou_status draw_panels(struct contensou__draft *w, const char *path)
{
    struct contensou_plot_trace trace[2][contensou__draft_columns][contensou__draft_curves];
    struct contensou_plot_grid_panel panel[2][contensou__draft_columns];
    const struct contensou_plot_grid_column column[2] = {
        {panel[0], w->panels[0], w->panels[1] ? 1.6 : 1, 1, w->low, w->high},
        {panel[1], w->panels[1], 1, 0, 0, 0}};

    for (int side = 0; side < 2; ++side)
        for (size_t k = 0; k < w->panels[side]; ++k) {
            const struct contensou__draft_panel *const p = &w->panel[side][k];

            for (size_t i = 0; i < p->curves; ++i)
                trace[side][k][i] = p->curve[i].trace;
            panel[side][k] = (struct contensou_plot_grid_panel){p->x_label, p->y_label,
                                                                trace[side][k], p->curves};
        }
    TRY(w->status);
    TRY(contensou__try_memory(w->pool.failed ? NULL : w, w->err, "the picture"));
    return contensou_plot_grid(path, &w->look, w->title.data, column, w->panels[1] ? 2 : 1, w->err);
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
    const char *const system = contensou__result_text(file, "", "system");
    const char *const law = contensou__result_text(file, "", "law");
    const char *const shape = contensou__result_text(file, "", "shape");
    const char *const vary = contensou__draft_vary_of(file);
    const struct contensou_result_table *const root = contensou_result_table(file, "");
    const int followed = root && contensou_result_find(root, "re.1") >= 0;

    if (*system) {
        contensou__text_printf(to, "%s%s",
                               !followed                                    ? ""
                               : contensou_result_find(root, "period") >= 0 ? "periodic orbits of "
                                                                            : "equilibria of ",
                               system);
        if (*law && strcmp(law, "none") != 0)
            contensou__text_printf(to, ", law %s", law);
    } else if (*law)
        contensou__text_printf(to, "law %s", law);
    else if (*shape)
        contensou__text_printf(to, "%s, %s", shape, contensou__result_text(file, "", "pressure"));
    if (*vary && strcmp(vary, "drawn") != 0) {
        contensou__text_printf(to, to->size ? ": " : "");
        put_vary(to, vary);
    }
}

/* What was asked, or the system, its law and what varies. */
static void make_title(struct contensou__draft *w, const char *given)
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
static void read_rows(struct contensou__draft *w)
{
    if (w->status)
        return;
    w->lane = contensou__draft_column(w, w->points, "lane");
    w->outcome = contensou__draft_column(w, w->root, "outcome_code");
    if (w->directions > 1)
        w->direction = contensou__draft_column(w, w->root, "continue");
    w->failed = 0;
    for (size_t i = 0; i < w->root->rows && w->outcome; ++i)
        w->failed += !contensou__draft_reached(w->outcome[i]);
    if (!w->status && w->only >= 0 && !w->lane)
        w->status = WRONG(w->err, "%s: the file has no lanes", SETTING("lane"));
    if (!w->status && w->only < 0 && w->lane && w->points->rows &&
        (w->kind == series || w->kind == portrait) && fabs(w->lane[0]) <= last_lane)
        w->only = (long)w->lane[0]; /* lines of several lanes would run into each other */
}

/* The picture by what the file has. */
static enum contensou_status draw_default(struct contensou__draft *w, const char *path,
                                          const char *title)
{
    const struct contensou_result_table *const points = contensou__picture_columns_points(w);
    const long only = w->only;

    w->points = w->axes == 1 && points ? points : w->root;
    read_rows(w);
    w->only = only; /* no kind was asked for: all lanes, unless one was */
    make_title(w, title);
    if (w->status)
        return w->status;
    if (contensou__picture_trajectory_complete(w))
        contensou__picture_trajectory(w);
    else if (w->axes == 1)
        contensou__picture_diagram(w);
    else
        return contensou__picture_maps(w, path);
    return draw_panels(w, path);
}

static enum contensou_status open_file(struct contensou__draft *w, const char *file)
{
    TRY(contensou_result_open(&w->file, file, w->err));
    w->only = -1;
    w->root = contensou_result_table(w->file, "");
    if (!w->root)
        return contensou_fail(w->err, CONTENSOU_EINPUT, "'%s' has no columns of numbers", file);
    contensou__draft_find_varied(w);
    contensou__draft_find_states(w);
    return CONTENSOU_OK;
}

/* The columns of w in another file. */
static enum contensou_status open_overlay(const struct contensou__draft *w,
                                          struct contensou__draft *other, const char *file)
{
    TRY(open_file(other, file));
    other->kind = w->kind;
    other->cut = w->cut;
    other->ys = w->ys;
    other->only = w->only;
    TRY(choose_table(other));
    read_rows(other);
    other->x = contensou__draft_find_column(other, w->points->column[w->x].name);
    for (size_t i = 0; i < w->ys; ++i)
        other->y[i] = contensou__draft_find_column(other, w->points->column[w->y[i]].name);
    return other->status;
}

/* The k-th of the labels, otherwise the name of the file without its folder and ending. */
static void name_file(struct contensou__draft *w, const char *labels, size_t k, const char *file)
{
    const char *const slash = strrchr(file, '/'), *const name = slash ? slash + 1 : file;

    for (; labels && k > 0; --k)
        labels = strchr(labels, ',') ? strchr(labels, ',') + 1 : NULL;
    if (labels)
        snprintf(w->name, contensou__draft_label_size, "%.*s", (int)strcspn(labels, ","), labels);
    else
        snprintf(w->name, contensou__draft_label_size, "%.*s", (int)strcspn(name, "."), name);
}

static enum contensou_status open_overlays(struct contensou__draft *w, const char *file,
                                           const struct contensou_picture_options *o)
{
    if (o->overlays > contensou__draft_overlays || (o->overlays && w->kind == map))
        return WRONG(w->err, SETTING("overlay") ": at most %d files, and none upon a map",
                     contensou__draft_overlays);
    name_file(w, o->label, 0, file);
    for (size_t k = 0; k < o->overlays; ++k) {
        struct contensou__draft *const other = calloc(1, sizeof *other);

        TRY(contensou__try_memory(other, w->err, "the picture"));
        other->err = w->err;
        w->overlay[w->overlays++] = other;
        name_file(other, o->label, k + 1, o->overlay[k]);
        TRY(open_overlay(w, other, o->overlay[k]));
    }
    return CONTENSOU_OK;
}

/* How the result was made, and the picture. */
static enum contensou_status make_about(struct contensou__draft *w, const char *given)
{
    contensou__text_printf(&w->about, "%s%s%s", contensou__result_text(w->file, "", "command_line"),
                           given ? "; " : "", given ? given : "");
    w->look.about = w->about.data;
    return contensou__try_memory(w->about.failed ? NULL : w, w->err, "the picture");
}

/* What a kind of picture cannot heed. */
static enum contensou_status check_asked(const struct contensou__draft *w,
                                         const struct contensou_picture_options *o)
{
    const char *const option = o->x ? "x" : o->y ? "y" : o->lane ? "lane" : "overlay";
    const int drawn = strcmp(contensou__draft_vary_of(w->file), "drawn") == 0;

    if (all[w->kind].draw && (o->x || o->y || o->lane || o->overlays))
        return WRONG(
            w->err,
            SETTING(
                "%s") " is not for %s %s, which draws what it is about; %s curves takes columns",
            option, SETTING("kind"), all[w->kind].name, SETTING("kind"));
    if (w->kind == branch && !is_branch(w))
        return WRONG(w->err, "%s branch is for results of equilibrium and cycle with %s",
                     SETTING("kind"), SETTING("vary"));
    if (o->section && w->kind != section && w->kind != bifurcation)
        return WRONG(w->err, "%s is for %s section and bifurcation, not %s", SETTING("section"),
                     SETTING("kind"), all[w->kind].name);
    if (o->label && !o->overlays)
        return WRONG(w->err, "%s is for %s", SETTING("label"), SETTING("overlay"));
    if (w->kind == curves && drawn && !(o->x && o->y))
        return WRONG(w->err, "cases that were drawn at random have no order; choose %s and %s",
                     SETTING("x"), SETTING("y"));
    return CONTENSOU_OK;
}

/* 1 where the file decides, as nothing was asked for: a trajectory, or a sweep over one or two numbers. */
static int is_plain(const struct contensou__draft *w, const struct contensou_picture_options *o)
{
    if (o->kind || o->x || o->y || o->lane || o->overlays || o->section || o->label || !w->states ||
        is_branch(w))
        return 0;
    return contensou__picture_trajectory_complete(w) ||
           (contensou_result_find(w->root, "lane") >= 0 && (w->axes == 1 || w->axes == 2) &&
            !(w->root->rows == 1 && choose_kind(w) == section));
}

/* The kind, the lane and the section that are asked for. */
static enum contensou_status read_asked(struct contensou__draft *w,
                                        const struct contensou_picture_options *o)
{
    const char *names[kinds];

    if (o->lane)
        TRY(contensou__numbers_whole(o->lane, SETTING("lane"), 0, last_lane, &w->only, w->err));
    w->kind = choose_kind(w);
    if (w->kind == branch && !o->kind && (o->x || o->y))
        w->kind = curves;
    if (o->section)
        TRY(contensou__numbers_section(o->section, &w->cut, w->err));
    if (o->section && w->kind != bifurcation)
        w->kind = section;
    if (!o->kind)
        return CONTENSOU_OK;
    for (size_t k = 0; k < kinds; ++k)
        names[k] = all[k].name;
    w->kind = contensou__names_find(o->kind, names, kinds);
    return w->kind < 0 ? contensou__names_fail(w->err, SETTING("kind"), o->kind, names, kinds)
                       : CONTENSOU_OK;
}

static enum contensou_status draw(struct contensou__draft *w, const char *file, const char *path,
                                  const struct contensou_picture_options *o)
{
    TRY(contensou_plot_check(path, w->err));
    TRY(contensou__picture_look_read(&w->look, o, w->err));
    TRY(open_file(w, file));
    TRY(make_about(w, o->about));
    if (is_plain(w, o))
        return draw_default(w, path, o->title);
    TRY(read_asked(w, o));
    TRY(check_asked(w, o));
    TRY(choose_table(w));
    read_rows(w);
    TRY(w->status);
    if (!all[w->kind].draw) {
        choose_columns(w, o->x, o->y);
        TRY(w->status);
        TRY(open_overlays(w, file, o));
    }
    make_title(w, o->title);
    if (w->kind == map)
        return contensou__picture_maps_chosen(w, path);
    (all[w->kind].draw ? all[w->kind].draw : add_panels)(w);
    return draw_panels(w, path);
}

static void release(struct contensou__draft **of)
{
    struct contensou__draft *const w = *of;

    for (size_t i = 0; w && i < w->overlays; ++i)
        release(&w->overlay[i]);
    if (!w)
        return;
    contensou__text_free(&w->title);
    contensou__text_free(&w->about);
    contensou_result_close(w->file);
    contensou__pool_free(&w->pool);
    free(w);
}

enum contensou_status contensou_picture_draw(const char *file, const char *picture,
                                             const struct contensou_picture_options *options,
                                             struct contensou_error *err)
{
    struct contensou_error own = {CONTENSOU_OK, ""};
    struct contensou_picture_options asked;
    OWNED(release) struct contensou__draft *w = calloc(1, sizeof *w);

    TRY(contensou__versioned_take(&asked, sizeof asked, options, "contensou_picture_options", err));
    TRY(contensou__try_memory(w, err, "the picture"));
    w->err = err ? err : &own;
    return draw(w, file, picture, &asked);
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
    OWNED(contensou__temporary_remove) struct contensou__temporary file = {0};

    TRY(contensou__temporary_open(&file, "result.h5", err));
    TRY(one ? contensou_trajectories_write_one(r, 0, file.path, err)
            : contensou_trajectories_write(r, file.path, NULL, err));
    return contensou_picture_draw(file.path, picture, options, err);
}
