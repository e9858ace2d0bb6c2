/* branch_command.c: commands that follow equilibria or periodic orbits along a parameter.
 *
 * How many rows there are is known at the end, and a stop leaves those that were found: so the table is opened once, to see that it
 * can be written, and dropped, and is written when the work is done. SPDX-License-Identifier: MIT */
#include "cli/branch_command.h"
#include "base/pool.h"
#include "base/temporary.h"
#include "cli/owned.h"
#include "cli/progress.h"
#include "cli/undrawn.h"
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
        return WRONG(err, "--plot draws against a parameter; give --vary NAME=lo:hi:n");
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

static void add_cell(struct contensou__branch_command_row *r, struct contensou_table_column column,
                     double value)
{
    r->column[r->count] = column;
    r->value[r->count++] = value;
}

void contensou__branch_command_number(struct contensou__branch_command_row *r, double value,
                                      const char *name, ...)
{
    va_list more;

    va_start(more, name);
    vsnprintf(r->name[r->count], sizeof r->name[0], name, more);
    va_end(more);
    add_cell(r, (struct contensou_table_column){.name = r->name[r->count]}, value);
}

void contensou__branch_command_whole(struct contensou__branch_command_row *r, const char *name,
                                     int value)
{
    add_cell(r, (struct contensou_table_column){name, CONTENSOU_TABLE_WHOLE, NULL, 0}, value);
}

void contensou__branch_command_word(struct contensou__branch_command_row *r, const char *name,
                                    int value, const char *const *words, size_t count)
{
    add_cell(r, (struct contensou_table_column){name, CONTENSOU_TABLE_WORD, words, count}, value);
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
    struct contensou__pool pool; /* of the attributes and their texts */
    struct contensou_table_attribute *attribute;
    size_t count;
};

/* The first states with commas: all, or those that are positions with velocities behind them. */
static const char *states_of(struct head *h, const struct contensou_branch *of, size_t count)
{
    const char *list = "";

    for (size_t i = 0; i < count; ++i)
        list = contensou__pool_print(&h->pool, "%s%s%s", list ? list : "", i ? "," : "",
                                     contensou_branch_state(of, i));
    return list;
}

static void add(struct head *h, const char *name, const char *text, double number)
{
    h->attribute[h->count++] = (struct contensou_table_attribute){name, text, number};
}

static void release_head(struct head *h)
{
    contensou__pool_free(&h->pool);
}

static void fill_head(struct head *h, const struct contensou__branch_command *b,
                      const struct contensou_table_column *column, size_t columns)
{
    enum { texts = 10 };
    const struct contensou_device_info *about = contensou_device_about(b->device);
    const size_t states = contensou_branch_state_count(b->of);
    const size_t positions = contensou_branch_position_count(b->of);
    const char *parameter = contensou_branch_parameter(b->of), *name;
    size_t numbers = 0;
    double value;
    int cycles = 0;

    while (contensou_branch_number(b->of, numbers, &value))
        ++numbers;
    h->attribute = contensou__pool_take(&h->pool, numbers + columns + texts, sizeof *h->attribute);
    if (!h->attribute)
        return;
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
    add(h, "run/states", states_of(h, b->of, states), 0);
    add(h, "run/positions", states_of(h, b->of, positions < states ? positions : 0), 0);
    for (size_t i = 0; i < columns; ++i)
        cycles |= strcmp(column[i].name, "period") == 0;
    for (size_t i = 0; i < columns; ++i)
        add(h, contensou__pool_print(&h->pool, CONTENSOU_TABLE_UNIT "%s", column[i].name),
            unit_of(b, column[i].name, cycles), 0);
}

static enum contensou_status open_table(const struct contensou__branch_command *b,
                                        struct contensou_table **table, struct contensou_error *err)
{
    OWNED(release_head) struct head h = {.count = 0};
    struct contensou__branch_command_row row = {.count = 0};

    b->row(b->work, 0, &row);
    fill_head(&h, b, row.column, row.count);
    TRY(contensou__try_memory(h.pool.failed ? NULL : &h, err, "the head of a table"));
    return contensou_table_open_columns(table, b->output, row.column, row.count, h.attribute,
                                        h.count, err);
}

static enum contensou_status write_table(const struct contensou__branch_command *b, size_t rows,
                                         struct contensou_error *err)
{
    OWNED(contensou__owned_table) struct contensou_table *table = NULL;

    TRY(open_table(b, &table, err));
    for (size_t k = 0; k < rows; ++k) {
        struct contensou__branch_command_row row = {.count = 0};
        const double *at[contensou__branch_command_columns];

        b->row(b->work, k, &row);
        for (size_t i = 0; i < row.count; ++i)
            at[i] = &row.value[i];
        TRY(contensou_table_append(table, 1, at, err));
    }
    return contensou__owned_table_close(&table, err);
}

static enum contensou_status draw(const struct contensou__branch_command *b, size_t rows,
                                  struct contensou_error *err)
{
    OWNED(contensou__temporary_remove) struct contensou__temporary file = {0};
    struct contensou__branch_command to_file = *b;
    const struct contensou_picture_options options = {.size = sizeof options};

    TRY(contensou__temporary_open(&file, "branch.h5", err));
    to_file.output = file.path;
    TRY(write_table(&to_file, rows, err));
    return contensou_picture_draw(file.path, b->plot, &options, err);
}

enum contensou_status contensou__branch_command_run(struct contensou__branch_command *b,
                                                    struct contensou_error *err)
{
    struct contensou__progress progress;
    enum contensou_status found;
    size_t rows = 0;

    if (b->output && strcmp(b->output, "-") != 0) {
        OWNED(contensou__owned_table) struct contensou_table *table = NULL;

        TRY(open_table(b, &table, err));
    }
    contensou__progress_begin(&progress, "points", 0, b->quiet);
    found = b->find(b->work, contensou__progress_of(&progress), &rows, err);
    contensou__progress_end(&progress);
    if (found != CONTENSOU_ESTOPPED || rows == 0) /* what was found before a stop is written */
        TRY(found);
    if (b->output || !b->plot)
        TRY(write_table(b, rows, err));
    if (b->plot && rows && !found)
        TRY(contensou__undrawn_warn(draw(b, rows, err), err));
    if (!b->output && contensou__undrawn_any()) /* nothing else would have it */
        TRY(write_table(b, rows, err));
    b->say(b->work);
    return found ? contensou_fail(err, CONTENSOU_ESTOPPED,
                                  "stopped before the end; the %zu rows found until then are "
                                  "written",
                                  rows)
                 : CONTENSOU_OK;
}
