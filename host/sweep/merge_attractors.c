/* merge_attractors.c: the attractors of a sweep, as tables beside its lanes and as sentences. SPDX-License-Identifier: MIT */
#include "sweep/merge_attractors.h"

#include <contensou/table.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table that is filled row by row, the parameters of the group being the first columns. */
struct sheet {
    const struct contensou__merge *m;
    struct contensou_table *table;
    struct contensou_table_column *column;
    double *cell;
    const double **at;
    size_t columns;
};

static enum contensou_status open_sheet(struct sheet *s, const struct contensou__merge *m,
                                        struct contensou__results *results, const char *name,
                                        const struct contensou_table_column *column, size_t columns,
                                        struct contensou_error *err)
{
    const size_t most = m->lanes.axes + columns;

    *s = (struct sheet){.m = m,
                        .column = calloc(most + 1, sizeof *s->column),
                        .cell = calloc(most + 1, sizeof *s->cell),
                        .at = calloc(most + 1, sizeof *s->at)};
    if (!s->column || !s->cell || !s->at)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the table %s", name);
    for (size_t a = 0; a < m->lanes.axes; ++a)
        if (contensou__merge_is_parameter(m, a))
            s->column[s->columns++] = (struct contensou_table_column){.name = m->name[a]};
    memcpy(s->column + s->columns, column, columns * sizeof *column);
    s->columns += columns;
    for (size_t c = 0; c < s->columns; ++c)
        s->at[c] = &s->cell[c];
    return contensou__results_beside(results, name, s->column, s->columns, &s->table, err);
}

/* cell: what stands behind the parameters of the group. */
static enum contensou_status put_row(struct sheet *s, size_t group, const double *cell,
                                     struct contensou_error *err)
{
    const struct contensou__attractors *a = s->m->attractors;

    memcpy(s->cell, a->parameter + group * a->parameters, a->parameters * sizeof *s->cell);
    memcpy(s->cell + a->parameters, cell, (s->columns - a->parameters) * sizeof *s->cell);
    return contensou_table_append(s->table, 1, s->at, err);
}

static enum contensou_status close_sheet(struct sheet *s, enum contensou_status status,
                                         struct contensou_error *err)
{
    if (status)
        contensou_table_discard(s->table);
    else
        status = contensou_table_close(s->table, err);
    free(s->column);
    free(s->cell);
    free(s->at);
    return status;
}

/* The names of the means and spreads of the states: the columns of the lanes behind the label. */
static size_t state_columns(const struct contensou__merge *m, size_t *first)
{
    size_t count = 0;

    *first = SIZE_MAX;
    for (size_t c = m->label_column; c < m->layout.columns; ++c) {
        const char *dot = strrchr(m->layout.column[c], '.');

        if (dot && strcmp(dot, ".mean") == 0) {
            *first = *first == SIZE_MAX ? c : *first;
            ++count;
        }
    }
    return count;
}

static enum contensou_status write_attractors(const struct contensou__merge *m,
                                              struct contensou__results *results,
                                              struct contensou_error *err)
{
    const struct contensou_table_column head[] = {
        {"label", CONTENSOU_TABLE_WHOLE, NULL, 0},
        {"kind", CONTENSOU_TABLE_WORD, contensou__attractors_words, contensou__attractors_kinds},
        {"lanes", CONTENSOU_TABLE_WHOLE, NULL, 0},
        {.name = "share"},
        {.name = "share.error"},
        {.name = "period"},
        {"lane", CONTENSOU_TABLE_WHOLE, NULL, 0}};
    enum { heads = sizeof head / sizeof *head };
    const struct contensou__attractors *a = m->attractors;
    size_t first;
    const size_t states = state_columns(m, &first);
    struct contensou_table_column *column = calloc(heads + 2 * states, sizeof *column);
    double *cell = calloc(heads + 2 * states, sizeof *cell);
    struct sheet s = {0};
    enum contensou_status status = CONTENSOU_OK;

    if (!column || !cell)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the table attractors");
    if (!status) {
        memcpy(column, head, sizeof head);
        for (size_t i = 0; i < 2 * states; ++i)
            column[heads + i].name = m->layout.column[first + 3 * (i / 2) + i % 2];
        status = open_sheet(&s, m, results, "attractors", column, heads + 2 * states, err);
    }
    for (size_t k = 0; k < a->rows && !status; ++k) {
        const struct contensou__attractors_row *r = &a->row[k];
        const double numbers[heads] = {(double)r->label, r->kind,   (double)r->lanes, r->share,
                                       r->share_error,   r->period, (double)r->first};

        memcpy(cell, numbers, sizeof numbers);
        for (size_t i = 0; i < 2 * states; ++i)
            cell[heads + i] = r->kind == contensou__attractors_unresolved ? NAN : r->state[i];
        status = put_row(&s, r->group, cell, err);
    }
    status = close_sheet(&s, status, err);
    free(column);
    free(cell);
    return status;
}

static enum contensou_status write_survival(const struct contensou__merge *m,
                                            struct contensou__results *results,
                                            struct contensou_error *err)
{
    static const struct contensou_table_column column[] = {
        {.name = "time"}, {.name = "alive"}, {.name = "alive.error"}};
    const struct contensou__attractors *a = m->attractors;
    struct sheet s;
    enum contensou_status status = open_sheet(&s, m, results, "survival", column, 3, err);

    for (size_t k = 0; k < a->steps && !status; ++k) {
        const double cell[3] = {a->step[k].time, a->step[k].alive, a->step[k].error};

        status = put_row(&s, a->step[k].group, cell, err);
    }
    return close_sheet(&s, status, err);
}

static enum contensou_status write_lifetime(const struct contensou__merge *m,
                                            struct contensou__results *results,
                                            struct contensou_error *err)
{
    static const struct contensou_table_column column[] = {
        {"lanes", CONTENSOU_TABLE_WHOLE, NULL, 0},
        {"arrived", CONTENSOU_TABLE_WHOLE, NULL, 0},
        {.name = "first"},
        {.name = "rate"},
        {.name = "rate.error"}};
    const struct contensou__attractors *a = m->attractors;
    struct sheet s;
    enum contensou_status status = open_sheet(&s, m, results, "lifetime", column, 5, err);

    for (size_t g = 0; g < a->groups && !status; ++g) {
        const struct contensou__attractors_life *l = &a->life[g];
        const double cell[5] = {(double)l->lanes, (double)l->arrived, l->from, l->rate, l->error};

        status = put_row(&s, g, cell, err);
    }
    return close_sheet(&s, status, err);
}

enum contensou_status contensou__merge_attractors_write(const struct contensou__merge *m,
                                                        struct contensou__results *results,
                                                        struct contensou_error *err)
{
    enum contensou_status status;

    if (!m->attractors)
        return CONTENSOU_OK;
    status = write_attractors(m, results, err);
    if (!status)
        status = write_survival(m, results, err);
    return status ? status : write_lifetime(m, results, err);
}

/* How many lanes end on the attractor of a label, and its row in the first group that has it. */
static uint64_t lanes_of(const struct contensou__attractors *a, size_t label,
                         const struct contensou__attractors_row **row)
{
    uint64_t count = 0;

    *row = NULL;
    for (size_t k = 0; k < a->rows; ++k)
        if (a->row[k].label == label) {
            *row = *row ? *row : &a->row[k];
            count += a->row[k].lanes;
        }
    return count;
}

void contensou__merge_attractors_tell(const struct contensou__merge *m,
                                      void (*note)(void *context, const char *sentence),
                                      void *context)
{
    const struct contensou__attractors *a = m->attractors;
    const double lanes = (double)m->lanes.count;
    const struct contensou__attractors_row *row;
    char text[256];

    if (!a)
        return;
    for (size_t label = 1; label <= a->labels; ++label) {
        const double share = (double)lanes_of(a, label, &row) / lanes;
        int size;

        if (!row)
            continue;
        size = snprintf(text, sizeof text, "attractor %zu: %s, %.2f(%.2f) %% of the lanes", label,
                        contensou__attractors_words[row->kind], 100 * share,
                        100 * sqrt(share * (1 - share) / lanes));
        if (a->groups == 1 && isfinite(row->period))
            snprintf(text + size, sizeof text - (size_t)size, ", period %.9g", row->period);
        note(context, text);
    }
    if (a->groups == 1 && isfinite(a->life[0].rate)) {
        snprintf(text, sizeof text,
                 "lanes reach an attractor at the rate %.4g(%.2g) from the time %.4g on",
                 a->life[0].rate, a->life[0].error, a->life[0].from);
        note(context, text);
    }
    if (lanes_of(a, 0, &row)) {
        snprintf(text, sizeof text,
                 "warning: basin: %.2f %% of the lanes are not resolved within --time: no rest, no "
                 "period and no steady motion yet; give them more time",
                 100 * (double)lanes_of(a, 0, &row) / lanes);
        note(context, text);
    }
}
