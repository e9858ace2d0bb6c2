/* branch_command.c: a system, its law, its numbers and a parameter, from the command line. SPDX-License-Identifier: MIT */
#include "cli/branch_command.h"
#include "base/temporary.h"
#include "base/try.h"
#include "cli/progress.h"
#include "cli/lost_picture.h"
#include "cli/simulation_command.h"

#include <contensou/picture.h>
#include <contensou/plot.h>
#include <contensou/version.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum contensou_status contensou__branch_command_read(struct contensou__branch_command *b,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err)
{
    b->line = contensou__options_line(o);
    b->output = contensou__options_value(o, "output");
    b->plot = contensou__options_value(o, "plot");
    b->vary = o->repeat_count ? o->repeat[0] : NULL;
    b->quiet = contensou__options_given(o, "quiet");
    if (b->plot && !b->vary)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws against a parameter; give --vary NAME=lo:hi:n");
    else if (b->plot)
        TRY(contensou_plot_check(b->plot, err));
    TRY(contensou_simulation_create(&b->chosen, err));
    TRY(contensou__simulation_command_choose(b->chosen, o, err));
    TRY(contensou_device_open(&b->device, contensou__options_value(o, "device"), err));
    TRY(contensou_simulation_add_device(b->chosen, b->device, err));
    contensou_simulation_set_notes(b->chosen, contensou__simulation_command_note, NULL);
    return contensou_simulation_branch(b->chosen, &b->of, err);
}

void contensou__branch_command_free(struct contensou__branch_command *b)
{
    contensou_branch_free(b->of);
    contensou_simulation_free(b->chosen);
    contensou_device_close(b->device);
}

/* The states, or those that are positions with velocities behind them, with commas. */
static void put_states(const struct contensou_branch *of, size_t count, struct contensou__text *to)
{
    contensou__text_append(to, "", 0);
    for (size_t i = 0; i < count; ++i)
        contensou__text_printf(to, "%s%s", i ? "," : "", contensou_branch_state(of, i));
}

/* The unit of a column: of a state or its extremes, of the parameter, of the period, of an eigenvalue (multipliers, which
 * stand beside a period, have none). */
static const char *unit_of(const struct contensou__branch_command *b, const char *name, int cycles)
{
    const char *const dot = strrchr(name, '.');
    char state[64];

    if (strcmp(name, "period") == 0)
        return contensou_branch_unit(b->of, "t");
    if (strncmp(name, "re.", 3) == 0 || strncmp(name, "im.", 3) == 0)
        return cycles ? "-" : contensou_branch_unit(b->of, "rate");
    snprintf(state, sizeof state, "%.*s", dot ? (int)(dot - name) : 63, name);
    return contensou_branch_unit(
        b->of, dot && (strcmp(dot, ".min") == 0 || strcmp(dot, ".max") == 0) ? state : name);
}

void contensou__branch_command_number(struct contensou__branch_command_row *r, double value,
                                      const char *name, ...)
{
    va_list more;

    va_start(more, name);
    vsnprintf(r->name[r->count], sizeof r->name[0], name, more);
    va_end(more);
    r->column[r->count] = (struct contensou_table_column){.name = r->name[r->count]};
    r->value[r->count++] = value;
}

void contensou__branch_command_whole(struct contensou__branch_command_row *r, const char *name,
                                     int value)
{
    r->column[r->count] =
        (struct contensou_table_column){.name = name, .kind = CONTENSOU_TABLE_WHOLE};
    r->value[r->count++] = value;
}

void contensou__branch_command_word(struct contensou__branch_command_row *r, const char *name,
                                    int value, const char *const *words, size_t count)
{
    r->column[r->count] = (struct contensou_table_column){name, CONTENSOU_TABLE_WORD, words, count};
    r->value[r->count++] = value;
}

void contensou__branch_command_pairs(struct contensou__branch_command_row *r, size_t pairs,
                                     const double *re, const double *im)
{
    for (size_t i = 0; i < pairs; ++i) {
        contensou__branch_command_number(r, re[i], "re.%zu", i + 1);
        contensou__branch_command_number(r, im[i], "im.%zu", i + 1);
    }
}

/* The head of a table while it is made; all zero is nothing. */
struct head {
    struct contensou__text states, first; /* the states, and those that are positions */
    struct contensou_table_attribute *attribute;
    char (*unit)[80]; /* the keys of the units of columns */
    size_t count;
};

static void add(struct head *h, const char *name, const char *text, double number)
{
    h->attribute[h->count++] = (struct contensou_table_attribute){name, text, number};
}

static enum contensou_status fill_head(struct head *h, const struct contensou__branch_command *b,
                                       const struct contensou_table_column *column, size_t columns,
                                       struct contensou_error *err)
{
    enum { texts = 10 };
    const struct contensou_device_info *about = contensou_device_about(b->device);
    const size_t states = contensou_branch_state_count(b->of);
    const size_t positions = contensou_branch_position_count(b->of);
    const char *parameter = contensou_branch_parameter(b->of), *name;
    size_t numbers = 0;
    double value;
    int cycles = 0;

    put_states(b->of, states, &h->states);
    put_states(b->of, positions < states ? positions : 0, &h->first);
    while (contensou_branch_number(b->of, numbers, &value))
        ++numbers;
    h->unit = malloc((columns + 1) * sizeof *h->unit);
    h->attribute = malloc((numbers + columns + texts) * sizeof *h->attribute);
    if (!h->attribute || !h->unit || h->states.failed || h->first.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the head of a table");
    for (size_t i = 0; (name = contensou_branch_number(b->of, i, &value)); ++i)
        if (name != parameter)
            add(h, name, NULL, value);
    add(h, "system", contensou_branch_system(b->of), 0);
    add(h, "law", contensou_branch_law(b->of), 0);
    add(h, "command_line", b->line, 0);
    add(h, "version", CONTENSOU_VERSION, 0);
    add(h, "device", about->name, 0);
    add(h, "driver", about->driver, 0);
    add(h, "run/precision", "double", 0);
    add(h, "run/vary", b->vary ? b->vary : "", 0);
    add(h, "run/states", h->states.data, 0);
    add(h, "run/positions", h->first.data ? h->first.data : "", 0);
    for (size_t i = 0; i < columns; ++i)
        cycles |= strcmp(column[i].name, "period") == 0;
    for (size_t i = 0; i < columns; ++i) {
        snprintf(h->unit[i], sizeof h->unit[i], CONTENSOU_TABLE_UNIT "%s", column[i].name);
        add(h, h->unit[i], unit_of(b, column[i].name, cycles), 0);
    }
    return CONTENSOU_OK;
}

static enum contensou_status open_table(const struct contensou__branch_command *b,
                                        const struct contensou__branch_command_work *w,
                                        struct contensou_table **table, struct contensou_error *err)
{
    struct contensou__branch_command_row row = {.count = 0};
    struct head h = {.count = 0};
    enum contensou_status status;

    w->row(w->work, 0, &row);
    status = fill_head(&h, b, row.column, row.count, err);
    if (!status)
        status = contensou_table_open_columns(table, b->output, row.column, row.count, h.attribute,
                                              h.count, err);
    contensou__text_free(&h.first);
    contensou__text_free(&h.states);
    free(h.attribute);
    free(h.unit);
    return status;
}

static enum contensou_status write_table(const struct contensou__branch_command *b,
                                         const struct contensou__branch_command_work *w,
                                         size_t rows, struct contensou_error *err)
{
    struct contensou_table *table = NULL;
    enum contensou_status status = open_table(b, w, &table, err);

    for (size_t k = 0; k < rows && !status; ++k) {
        struct contensou__branch_command_row row = {.count = 0};
        const double *at[contensou__branch_command_columns];

        w->row(w->work, k, &row);
        for (size_t i = 0; i < row.count; ++i)
            at[i] = &row.value[i];
        status = contensou_table_append(table, 1, at, err);
    }
    if (status) {
        contensou_table_discard(table);
        return status;
    }
    return contensou_table_close(table, err);
}

static enum contensou_status draw(const struct contensou__branch_command *b,
                                  const struct contensou__branch_command_work *w, size_t rows,
                                  struct contensou_error *err)
{
    struct contensou__branch_command aside = *b;
    const struct contensou_picture_options options = {.size = sizeof options};
    struct contensou__temporary file;
    enum contensou_status status = contensou__temporary_open(&file, "branch.h5", err);

    aside.output = file.path;
    if (!status)
        status = write_table(&aside, w, rows, err);
    if (!status)
        status = contensou_picture_draw(file.path, b->plot, &options, err);
    contensou__temporary_remove(&file);
    return status;
}

enum contensou_status contensou__branch_command_run(struct contensou__branch_command *b,
                                                    const struct contensou__branch_command_work *w,
                                                    struct contensou_error *err)
{
    struct contensou__progress progress;
    struct contensou_table *table = NULL;
    enum contensou_status status = CONTENSOU_OK;
    size_t rows = 0;
    int stopped;

    if (b->output && strcmp(b->output, "-") != 0)
        status = open_table(b, w, &table, err);
    contensou_table_discard(table);
    if (!status) {
        contensou__progress_begin(&progress, "points", 0, b->quiet);
        status = w->find(w->work, contensou__progress_of(&progress), &rows, err);
        contensou__progress_end(&progress);
    }
    stopped = status == CONTENSOU_ESTOPPED && rows > 0;
    if (stopped)
        status = CONTENSOU_OK; /* what was found is written */
    if (!status && (b->output || !b->plot))
        status = write_table(b, w, rows, err);
    if (!status && b->plot && rows && !stopped)
        status = contensou__lost_picture_warn(draw(b, w, rows, err), err);
    if (!status && !b->output && contensou__lost_picture_any()) /* nothing else would have it */
        status = write_table(b, w, rows, err);
    if (!status)
        w->say(w->work);
    if (!status && stopped)
        status = contensou_fail(err, CONTENSOU_ESTOPPED,
                                "stopped before the end; the %zu rows found until then are written",
                                rows);
    return status;
}
