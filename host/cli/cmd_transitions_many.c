/* cmd_transitions_many.c: many slip-stick transitions at once, a row each, and maps of them.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_transitions.h"

#include "cli/cmd_eval_dump.h"
#include "cli/contact_options.h"
#include "cli/progress.h"

#include <contensou/plot.h>
#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    block = 1 << 16,
    most_columns = 40,
    most_drawn = 4000000,
    fields = CONTENSOU_TRANSITIONS_FIELDS
};

/* Everything of a run; all zero is nothing. */
struct work {
    struct contensou__cmd_transitions_setup *s;
    size_t varies, total, columns;
    struct contensou__cmd_eval_dump dump;
    struct contensou_device *device;
    struct contensou_transitions_ensemble *ensemble;
    struct contensou_table *table;
    struct contensou_transitions_case *one; /* [rows] */
    double *unit, *in, *row, *number;       /* unit[rows]; in: [fields][rows] */
    double *shown;                          /* [varies][rows] */
    double *kept;                           /* for a picture: [drawn_count][total] */
    size_t tally
        [8]; /* solved cases with 2, 4, 6 points; no case; ambiguous; foci; cycles; undecided */
};

static const char *const outcomes[] = {"solved", "no case"};
static const char *const drawn[] = {"fixed_points", "ambiguous", "foci", "limit_cycle"};
enum { drawn_count = sizeof drawn / sizeof *drawn };

static size_t column_of(const char *name)
{
    size_t k = 0;

    while (strcmp(contensou_transitions_column(k), name) != 0)
        ++k;
    return k;
}

/* 1 if the field differs from case to case. */
static int differs(const struct contensou_cases *c, const char *field)
{
    for (size_t k = 0; k < contensou_cases_varied(c); ++k)
        if (strcmp(contensou_cases_varied_name(c, k), field) == 0)
            return 1;
    return 0;
}

static enum contensou_status open_table(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const struct contensou__cmd_transitions_setup *s = w->s;
    const struct contensou_device_info *about = contensou_device_about(w->device);
    struct contensou_table_column column[most_columns];
    struct contensou_table_attribute attribute[fields + 12];
    struct contensou__text line = {0};
    size_t count = 0, attributes = 0;
    enum contensou_status status;

    column[count++] = (struct contensou_table_column){"case", CONTENSOU_TABLE_WHOLE, NULL, 0};
    for (size_t k = 0; k < w->varies; ++k)
        column[count++] =
            (struct contensou_table_column){.name = contensou_cases_varied_name(s->cases, k)};
    for (size_t k = 0; k < w->columns; ++k) {
        const char *name = contensou_transitions_column(k);

        column[count++] =
            k == 0 ? (struct contensou_table_column){name, CONTENSOU_TABLE_WORD, outcomes, 2}
                   : (struct contensou_table_column){.name = name};
    }
    for (size_t k = 0; k < fields; ++k)
        if (!differs(s->cases, contensou_transitions_field(k)))
            attribute[attributes++] = (struct contensou_table_attribute){
                contensou_transitions_field(k), NULL, contensou_cases_field(s->cases, k)};
    attribute[attributes++] =
        (struct contensou_table_attribute){"law", contensou_cases_law_name(s->cases), 0};
    if (s->law) {
        attribute[attributes++] = (struct contensou_table_attribute){"shape", s->spec.shape, 0};
        attribute[attributes++] = (struct contensou_table_attribute){
            "pressure", contensou__contact_options_pressure(&s->spec), 0};
    }
    contensou__options_line(o, &line);
    attribute[attributes++] =
        (struct contensou_table_attribute){"vary", contensou_cases_text(s->cases), 0};
    attribute[attributes++] = (struct contensou_table_attribute){
        "precision", contensou__options_value(o, "precision"), 0};
    attribute[attributes++] = (struct contensou_table_attribute){"command_line", line.data, 0};
    attribute[attributes++] = (struct contensou_table_attribute){"version", CONTENSOU_VERSION, 0};
    attribute[attributes++] = (struct contensou_table_attribute){"device", about->name, 0};
    attribute[attributes++] = (struct contensou_table_attribute){"platform", about->platform, 0};
    attribute[attributes++] = (struct contensou_table_attribute){"driver", about->driver, 0};
    status = contensou_table_open_columns(&w->table, s->output, column, count, attribute,
                                          attributes, err);
    contensou__text_free(&line);
    return status;
}

static enum contensou_status check_plot(const struct work *w, struct contensou_error *err)
{
    if (w->s->random || w->s->axes > 2)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws one case, or one or two --vary, and not %s; leave "
                              "--plot out",
                              w->s->random ? "random cases" : "more");
    if (w->total > most_drawn)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws at most %d cases, and there are %zu", (int)most_drawn,
                              w->total);
    return CONTENSOU_OK;
}

/* The name of a file is tried before the program is built. */
static enum contensou_status open_all(struct work *w, const struct contensou__options *o,
                                      struct contensou_error *err)
{
    struct contensou_eval_options eval = {.size = sizeof eval};
    const struct contensou__cmd_transitions_setup *s = w->s;
    const size_t length = s->output ? strlen(s->output) : 0;
    const int to_file = s->output && strcmp(s->output, "-") != 0;
    enum contensou_status status = CONTENSOU_OK;

    w->total = (size_t)contensou_cases_count(s->cases);
    w->varies = contensou_cases_varied(s->cases);
    w->columns = contensou_transitions_columns();
    if (length > 5 && strcmp(s->output + length - 5, ".json") == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "-o %s: JSON holds one case, and many have one row each; give "
                              "FILE.csv or FILE.h5",
                              s->output);
    if (s->plot)
        status = check_plot(w, err);
    contensou__contact_options_arithmetic(o, &eval);
    if (!status && s->dump && s->law)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--dump-program: under the law of a contact there is no device "
                                "program; leave it out");
    if (!status && s->dump)
        status = contensou__cmd_eval_dump_open(&w->dump, s->dump, err);
    if (!status)
        status = contensou_device_open(&w->device, s->device, err);
    if (!status && to_file)
        status = open_table(w, o, err);
    if (!status && !s->law)
        status = contensou_transitions_create(&w->ensemble, w->device, &eval, err);
    if (!status && !to_file && !s->plot)
        status = open_table(w, o, err);
    w->one = malloc(block * sizeof *w->one);
    w->unit = malloc(block * sizeof *w->unit);
    w->in = malloc(fields * (size_t)block * sizeof *w->in);
    w->row = malloc(w->columns * block * sizeof *w->row);
    w->number = malloc(block * sizeof *w->number);
    w->shown = malloc((w->varies + 1) * block * sizeof *w->shown);
    if (s->plot && !status)
        w->kept = malloc(drawn_count * w->total * sizeof *w->kept);
    if (!status && (!w->one || !w->unit || !w->in || !w->row || !w->number || !w->shown ||
                    (s->plot && !w->kept)))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu cases", w->total);
    return status;
}

static void close_all(struct work *w)
{
    free(w->kept);
    free(w->shown);
    free(w->number);
    free(w->row);
    free(w->in);
    free(w->unit);
    free(w->one);
    contensou_table_discard(w->table);
    contensou_transitions_free(w->ensemble);
    contensou_device_close(w->device);
    contensou__cmd_eval_dump_discard(&w->dump);
}

static void count(struct work *w, size_t n)
{
    const size_t points = column_of("fixed_points"), ambiguous = column_of("ambiguous");
    const size_t foci = column_of("foci"), cycle = column_of("limit_cycle");

    for (size_t i = 0; i < n; ++i) {
        const double *row = w->row + i;

        if (row[0] != 0) {
            ++w->tally[3];
            continue;
        }
        for (size_t k = 0; k < 3; ++k)
            w->tally[k] += row[points * n] == 2.0 * (double)(k + 1);
        w->tally[4] += row[ambiguous * n] > 0;
        w->tally[5] += row[foci * n] > 0;
        w->tally[6] += row[cycle * n] > 0;
        w->tally[7] += isnan(row[cycle * n]) != 0;
    }
}

/* The columns of contensou_transitions_run for one result. */
static void put_row(const struct contensou_transitions_result *r, size_t n, double *row)
{
    double count[CONTENSOU_TRANSITIONS_DEGENERATE + 1] = {0}, escapes = 0;

    for (int i = 0; i < r->count; ++i) {
        const enum contensou_transitions_type type = r->point[i].type;

        ++count[type];
        escapes += (type == CONTENSOU_TRANSITIONS_STABLE_NODE ||
                    type == CONTENSOU_TRANSITIONS_STABLE_FOCUS) &&
                   r->point[i].rdot > 0;
    }
    row[0] = 0;
    row[n] = r->count;
    row[2 * n] =
        count[CONTENSOU_TRANSITIONS_STABLE_NODE] + count[CONTENSOU_TRANSITIONS_STABLE_FOCUS];
    row[3 * n] = count[CONTENSOU_TRANSITIONS_SADDLE];
    row[4 * n] =
        count[CONTENSOU_TRANSITIONS_UNSTABLE_NODE] + count[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS];
    row[5 * n] =
        count[CONTENSOU_TRANSITIONS_STABLE_FOCUS] + count[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS];
    row[6 * n] = count[CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS];
    row[7 * n] = count[CONTENSOU_TRANSITIONS_CENTRE] + count[CONTENSOU_TRANSITIONS_DEGENERATE];
    row[8 * n] = escapes;
    row[9 * n] = r->stick_load;
    row[10 * n] = r->stick_admissible;
    row[11 * n] = r->ambiguous;
    row[12 * n] = r->limit_cycle < 0 ? (double)NAN : r->limit_cycle;
}

/* One after the other; a mass matrix that is not positive definite is no case. */
static enum contensou_status solve_by_law(struct work *w, size_t n, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < n && !status; ++i) {
        struct contensou_transitions_result r;

        status = contensou_cases_solve(w->s->cases, &w->one[i], w->unit[i], &r, err);
        if (!status)
            put_row(&r, n, w->row + i);
        for (size_t k = 0; k < w->columns && status == CONTENSOU_EARGUMENT; ++k)
            w->row[k * n + i] = k == 0 ? 1 : (double)NAN;
        if (status == CONTENSOU_EARGUMENT)
            status = CONTENSOU_OK;
        if (!status)
            status = contensou__progress_check(err);
    }
    return status;
}

static enum contensou_status solve_on_device(struct work *w, size_t n, struct contensou_error *err)
{
    for (size_t i = 0; i < n; ++i) {
        double value[fields];

        memcpy(value, &w->one[i], sizeof value);
        for (size_t k = 0; k < fields; ++k)
            w->in[k * n + i] = value[k];
    }
    return contensou_transitions_run(w->ensemble, n, w->in, w->row, err);
}

static enum contensou_status solve_block(struct work *w, size_t from, size_t n,
                                         struct contensou_error *err)
{
    const double *at[most_columns];
    size_t c = 0;
    enum contensou_status status =
        contensou_cases_read(w->s->cases, from, n, w->one, w->unit, w->shown, NULL, err);

    for (size_t i = 0; i < n; ++i)
        w->number[i] = (double)(from + i);
    if (!status)
        status = w->s->law ? solve_by_law(w, n, err) : solve_on_device(w, n, err);
    if (status)
        return status;
    count(w, n);
    at[c++] = w->number;
    for (size_t k = 0; k < w->varies; ++k)
        at[c++] = w->shown + k * n;
    for (size_t k = 0; k < w->columns; ++k)
        at[c++] = w->row + k * n;
    for (size_t k = 0; k < drawn_count && w->kept; ++k)
        memcpy(w->kept + k * w->total + from, w->row + column_of(drawn[k]) * n,
               n * sizeof *w->kept);
    return w->table ? contensou_table_append(w->table, n, at, err) : CONTENSOU_OK;
}

static enum contensou_status solve_all(struct work *w, struct contensou_error *err)
{
    struct contensou__progress progress;
    enum contensou_status status = CONTENSOU_OK;

    contensou__progress_begin(&progress, "cases", (double)w->total, w->s->quiet);
    for (size_t from = 0; from < w->total && !status; from += block) {
        const size_t n = w->total - from < block ? w->total - from : block;

        status = contensou__progress_check(err);
        if (!status)
            status = solve_block(w, from, n, err);
        contensou__progress_update(&progress, (double)(from + n));
    }
    contensou__progress_end(&progress);
    return status;
}

/* Two numbers make maps; one makes curves. */
static enum contensou_status draw_all(const struct work *w, struct contensou_error *err)
{
    static const char *const titles[drawn_count] = {"fixed points", "ambiguous stick", "foci",
                                                    "limit cycle"};
    const struct contensou_cases *cases = w->s->cases;
    const size_t axes = w->s->axes, last = axes - 1;
    const size_t columns = contensou_cases_axis(cases, last, NULL);
    const size_t rows = axes == 2 ? contensou_cases_axis(cases, 0, NULL) : 1;
    const char *x_name = contensou_cases_varied_name(cases, last);
    const char *y_name = contensou_cases_varied_name(cases, 0);
    double *x = malloc((columns + rows) * sizeof *x), *y = x ? x + columns : NULL;
    struct contensou_plot_map maps[drawn_count];
    struct contensou_plot_trace trace[drawn_count];
    struct contensou_plot_panel panel[drawn_count];
    enum contensou_status status;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", w->s->plot);
    contensou_cases_axis(cases, last, x);
    for (size_t k = 0; k < drawn_count; ++k) {
        maps[k] = (struct contensou_plot_map){titles[k], w->kept + k * w->total, NULL, 0};
        trace[k] = (struct contensou_plot_trace){
            .x = x, .y = w->kept + k * w->total, .count = columns, .style = CONTENSOU_PLOT_LINE};
        panel[k] = (struct contensou_plot_panel){titles[k], &trace[k], 1};
    }
    if (axes == 2) {
        contensou_cases_axis(cases, 0, y);
        status = contensou_plot_maps(w->s->plot, NULL, "slip-stick transitions", x_name, y_name, x,
                                     columns, y, rows, maps, drawn_count, err);
    } else {
        status = contensou_plot_panels(w->s->plot, "slip-stick transitions", x_name, panel,
                                       drawn_count, err);
    }
    free(x);
    return status;
}

static void say(const struct work *w)
{
    const size_t *t = w->tally;

    if (!w->s->quiet)
        fprintf(stderr,
                "%zu cases: %zu with 2, %zu with 4, %zu with 6 fixed points; %zu ambiguous; %zu "
                "with foci, %zu with an attracting limit cycle\n",
                w->total, t[0], t[1], t[2], t[4], t[5], t[6]);
    if (t[3])
        fprintf(stderr,
                "contensou transitions: warning: %zu of %zu mass matrices are not positive "
                "definite; their rows have the outcome 'no case'\n",
                t[3], w->total);
    if (t[7])
        fprintf(stderr,
                "contensou transitions: warning: for %zu of %zu cases it was not decided whether "
                "there is a limit cycle\n",
                t[7], w->total);
}

enum contensou_status
contensou__cmd_transitions_many_run(struct contensou__cmd_transitions_setup *s,
                                    const struct contensou__options *o, struct contensou_error *err)
{
    struct work w = {.s = s};
    struct contensou_table *table;
    enum contensou_status status = open_all(&w, o, err);

    if (!status)
        status = solve_all(&w, err);
    table = w.table;
    if (!status && table) {
        w.table = NULL;
        status = contensou_table_close(table, err);
    }
    if (!status && s->dump)
        status =
            contensou__cmd_eval_dump_close(&w.dump, contensou_transitions_program(w.ensemble), err);
    if (!status && s->plot)
        status = draw_all(&w, err);
    if (!status)
        say(&w);
    close_all(&w);
    return status;
}
