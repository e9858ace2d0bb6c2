/* trajectories.c: what came out of a simulation. SPDX-License-Identifier: MIT */
#include "run/trajectories.h"

#include "base/names.h"
#include "parts/observer.h"

#include <contensou/table.h>
#include <contensou/trajectories.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What came out of a sweep, as a file. */

enum { block_rows = 4096, tables = 1 + contensou__merge_lists, most_words = 64 };

#define OUTCOME_WORD(name, code, word, reached) word,
static const char *const outcomes[] = {CONTENSOU_OUTCOME_LIST(OUTCOME_WORD)};

/* A table and the rows that wait for it. */
struct part {
    struct contensou_table *table;
    struct contensou_table_column *column;
    size_t columns, rows;
    double *cell; /* [columns][block_rows] */
    const double **start;
};

struct contensou__trajectories_file {
    struct contensou__trajectories_file_spec spec;
    char **varied;            /* [varied_count], as the columns have them */
    int hdf5, lanes;          /* lanes: there is a table of one row a lane */
    struct part part[tables]; /* of lanes, of each list; one that is left out has no table */
    char *texts;              /* the words of cells */
    const char *word[most_words];
    size_t words;
};

/* What standard output has room for: not the lists that are good to have beside a file. */
static int wanted(const struct contensou__trajectories_file_spec *spec, size_t list)
{
    return !spec->layout->list[list].aside || (spec->path && strcmp(spec->path, "-") != 0);
}

/* 1 if the points of one list are all that there is, and the file has room for one table. */
static int points_only(const struct contensou__trajectories_file_spec *spec)
{
    size_t lists = 0;

    for (size_t k = 0; k < spec->layout->lists; k++)
        lists += (size_t)wanted(spec, k);
    return !contensou_table_is_hdf5(spec->path) && spec->layout->columns == 0 && lists == 1;
}

static void add(struct part *p, const char *name, enum contensou_table_kind kind)
{
    p->column[p->columns++] = (struct contensou_table_column){name, kind, NULL, 0};
}

/* 1 if another column has this name already. */
static int taken(const struct contensou__merge_layout *layout, const char *name)
{
    static const char *const own[] = {"lane", "outcome", "outcome_code", "steps", "rejections",
                                      "k",    "t",       "parameters",   "run",   "files"};

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(own[i], name) == 0)
            return 1;
    for (size_t k = 0; k < layout->lists; k++)
        if (strcmp(layout->list[k].name, name) == 0)
            return 1;
    for (size_t k = 0; k < layout->lists; k++)
        for (size_t i = 0; i < layout->list[k].cells; i++)
            if (strcmp(layout->list[k].cell[i], name) == 0)
                return 1;
    return 0;
}

/* The name of the column of what varies, for free(), or NULL without memory. */
static char *file_varied(const struct contensou__merge_layout *layout, const char *name)
{
    const size_t size = strlen(name) + sizeof "vary.";
    char *const text = malloc(size);

    if (text)
        snprintf(text, size, "%s%s", taken(layout, name) ? "vary." : "", name);
    return text;
}

static int name_varied(struct contensou__trajectories_file *r)
{
    const size_t count = r->spec.varied_count;

    r->varied = calloc(count + 1, sizeof *r->varied);
    for (size_t i = 0; r->varied && i < count; i++)
        if (!(r->varied[i] = file_varied(r->spec.layout, r->spec.varied[i])))
            return 0;
    return r->varied != NULL;
}

static void add_lane(struct part *p, const struct contensou__trajectories_file *r)
{
    add(p, "lane", CONTENSOU_TABLE_WHOLE);
    for (size_t i = 0; i < r->spec.varied_count; i++)
        add(p, r->varied[i], CONTENSOU_TABLE_NUMBER);
}

static void name_lanes(struct part *p, const struct contensou__trajectories_file *r)
{
    const struct contensou__trajectories_file_spec *const spec = &r->spec;

    add_lane(p, r);
    p->column[p->columns++] = (struct contensou_table_column){
        "outcome", CONTENSOU_TABLE_WORD, outcomes, sizeof outcomes / sizeof *outcomes};
    if (r->hdf5)
        add(p, "outcome_code", CONTENSOU_TABLE_WHOLE);
    add(p, "steps", CONTENSOU_TABLE_WHOLE);
    add(p, "rejections", CONTENSOU_TABLE_WHOLE);
    for (size_t i = 0; i < spec->layout->columns; i++)
        add(p, spec->layout->column[i], CONTENSOU_TABLE_NUMBER);
}

/* A cell that is a word: "stick|slip" becomes the words of 0 and 1. */
static void add_word(struct contensou__trajectories_file *r, struct part *p, const char *name,
                     const char *words)
{
    const size_t first = r->words, size = strlen(words) + 1;
    char *text = malloc(size + sizeof(char *)), *save = NULL;

    if (!text)
        return;
    *(char **)(void *)text = r->texts; /* a chain, for free() */
    r->texts = text;
    text = memcpy(text + sizeof(char *), words, size);
    for (char *word = strtok_r(text, "|", &save); word && r->words < most_words;
         word = strtok_r(NULL, "|", &save))
        r->word[r->words++] = word;
    p->column[p->columns++] = (struct contensou_table_column){name, CONTENSOU_TABLE_WORD,
                                                              r->word + first, r->words - first};
}

static void name_points(struct part *p, struct contensou__trajectories_file *r, int list)
{
    const struct contensou__merge_list *const l = &r->spec.layout->list[list];

    add_lane(p, r);
    if (l->numbered)
        add(p, "k", CONTENSOU_TABLE_WHOLE);
    for (size_t i = 0; i < l->cells; i++)
        if (l->words && *l->words[i])
            add_word(r, p, l->cell[i], l->words[i]);
        else
            add(p, l->cell[i], CONTENSOU_TABLE_NUMBER);
}

/* Names the columns of a table and makes room for its rows; -1 names those of lanes. */
static int prepare(struct contensou__trajectories_file *r, int list)
{
    const struct contensou__trajectories_file_spec *const spec = &r->spec;
    const size_t most = 8 + spec->varied_count +
                        (list < 0 ? spec->layout->columns : spec->layout->list[list].cells);
    struct part *const p = &r->part[1 + list];

    p->column = malloc(most * sizeof *p->column);
    if (!p->column)
        return 0;
    if (list < 0)
        name_lanes(p, r);
    else
        name_points(p, r, list);
    p->cell = malloc(p->columns * block_rows * sizeof *p->cell);
    p->start = malloc(p->columns * sizeof *p->start);
    for (size_t c = 0; p->cell && p->start && c < p->columns; c++)
        p->start[c] = p->cell + c * block_rows;
    return p->cell && p->start;
}

static enum contensou_status open_part(struct contensou__trajectories_file *r, int list,
                                       struct contensou_error *err)
{
    struct part *const p = &r->part[1 + list];
    const struct contensou__trajectories_file_spec *const spec = &r->spec;

    if (!prepare(r, list))
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    if (list < 0 || !r->lanes)
        return contensou_table_open_columns(&p->table, spec->path, p->column, p->columns,
                                            spec->attribute, spec->attributes, err);
    return contensou_table_open_beside(&p->table, r->part[0].table, spec->layout->list[list].name,
                                       p->column, p->columns, err);
}

static void file_discard(struct contensou__trajectories_file *r)
{
    if (!r)
        return;
    for (int i = tables; i-- > 0;) {
        contensou_table_discard(r->part[i].table);
        free(r->part[i].column);
        free(r->part[i].cell);
        free(r->part[i].start);
    }
    for (size_t i = 0; r->varied && i < r->spec.varied_count; i++)
        free(r->varied[i]);
    while (r->texts) {
        char *next = *(char **)(void *)r->texts;

        free(r->texts);
        r->texts = next;
    }
    free(r->varied);
    free(r);
}

enum contensou_status
contensou__trajectories_file_open(struct contensou__trajectories_file **out,
                                  const struct contensou__trajectories_file_spec *spec,
                                  struct contensou_error *err)
{
    struct contensou__trajectories_file *r = calloc(1, sizeof *r);
    enum contensou_status status = CONTENSOU_OK;

    *out = NULL;
    if (!r)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    r->spec = *spec;
    r->hdf5 = contensou_table_is_hdf5(spec->path);
    r->lanes = !points_only(spec);
    if (!name_varied(r))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    if (!status && r->lanes)
        status = open_part(r, -1, err);
    for (size_t list = 0; list < spec->layout->lists && !status; list++)
        if (wanted(spec, list))
            status = open_part(r, (int)list, err);
    if (status)
        file_discard(r);
    else
        *out = r;
    return status;
}

enum contensou_status
contensou__trajectories_file_check(const struct contensou__trajectories_file_spec *spec,
                                   struct contensou_error *err)
{
    struct contensou__trajectories_file *r = NULL;
    struct contensou__trajectories_file_spec to = *spec;
    enum contensou_status status;

    if (contensou_table_is_stream(spec->path) && !contensou_table_is_hdf5(spec->path))
        to.path = NULL; /* what reads a pipe would see its end */
    status = contensou__trajectories_file_open(&r, &to, err);
    file_discard(r);
    return status;
}

static enum contensou_status flush(struct part *p, struct contensou_error *err)
{
    const size_t rows = p->rows;

    p->rows = 0;
    return contensou_table_append(p->table, rows, p->start, err);
}

/* Puts numbers into the row that is being made, from column *c on. */
static void put(struct part *p, size_t *c, const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        p->cell[(*c)++ * block_rows + p->rows] = value[i];
}

static enum contensou_status end_row(struct part *p, struct contensou_error *err)
{
    return ++p->rows == block_rows ? flush(p, err) : CONTENSOU_OK;
}

static enum contensou_status append_lane(struct contensou__trajectories_file *r,
                                         const struct contensou__loop_record *record,
                                         const double *varied, struct contensou_error *err)
{
    struct part *const p = &r->part[0];
    const double outcome[2] = {record->outcome, record->outcome}, lane = (double)record->lane;
    const double count[2] = {(double)record->steps, (double)record->rejections};
    size_t c = 0;

    put(p, &c, &lane, 1);
    put(p, &c, varied, r->spec.varied_count);
    put(p, &c, outcome, r->hdf5 ? 2 : 1);
    put(p, &c, count, 2);
    put(p, &c, record->scalar, r->spec.layout->columns);
    return end_row(p, err);
}

static enum contensou_status append_points(struct contensou__trajectories_file *r,
                                           const struct contensou__loop_record *record,
                                           const double *varied, size_t list,
                                           struct contensou_error *err)
{
    struct part *const p = &r->part[1 + list];
    const struct contensou__merge_list *const about = &r->spec.layout->list[list];
    const double lane = (double)record->lane;
    size_t rows;
    const double *const point = contensou__merge_rows(r->spec.layout, record, list, &rows);
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < rows && !status; k++) {
        const double number = (double)k;
        size_t c = 0;

        put(p, &c, &lane, 1);
        put(p, &c, varied, r->spec.varied_count);
        if (about->numbered)
            put(p, &c, &number, 1);
        put(p, &c, point + k * about->cells, about->cells);
        status = end_row(p, err);
    }
    return status;
}

enum contensou_status
contensou__trajectories_file_append(struct contensou__trajectories_file *r,
                                    const struct contensou__loop_record *record,
                                    const double *varied, struct contensou_error *err)
{
    enum contensou_status status = r->lanes ? append_lane(r, record, varied, err) : CONTENSOU_OK;

    for (size_t list = 0; list < r->spec.layout->lists && !status; list++)
        if (r->part[1 + list].table)
            status = append_points(r, record, varied, list, err);
    return status;
}

/* A table beside the lanes, as contensou_table_open_beside: close or discard it before the results. */
static enum contensou_status file_beside(struct contensou__trajectories_file *r, const char *name,
                                         const struct contensou_table_column *column,
                                         size_t columns, struct contensou_table **table,
                                         struct contensou_error *err)
{
    return contensou_table_open_beside(table, r->part[r->lanes ? 0 : 1].table, name, column,
                                       columns, err);
}

/* What is known only after the last lane: one more attribute of an HDF5 file. */
static enum contensou_status file_note(struct contensou__trajectories_file *r,
                                       const struct contensou_table_attribute *attribute,
                                       struct contensou_error *err)
{
    return r->part[0].table ? contensou_table_note(r->part[0].table, attribute, err) : CONTENSOU_OK;
}

enum contensou_status contensou__trajectories_file_close(struct contensou__trajectories_file *r,
                                                         struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int i = 0; i < tables && !status; i++)
        if (r->part[i].table)
            status = flush(&r->part[i], err);
    for (int i = tables; i-- > 0 && !status;)
        if (r->part[i].table) {
            status = contensou_table_close(r->part[i].table, err);
            r->part[i].table = NULL;
        }
    file_discard(r);
    return status;
}

/* The attractors of a sweep, as tables beside its lanes and as sentences. */

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
                                        struct contensou__trajectories_file *results,
                                        const char *name,
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
    return file_beside(results, name, s->column, s->columns, &s->table, err);
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
                                              struct contensou__trajectories_file *results,
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
            column[heads + i].name =
                m->layout.column[first + contensou__attractors_wide * (i / 2) + i % 2];
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
                                            struct contensou__trajectories_file *results,
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
                                            struct contensou__trajectories_file *results,
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

/* Writes the tables attractors, survival and lifetime; nothing for a run that has no attractors. */
static enum contensou_status attractors_write(const struct contensou__merge *m,
                                              struct contensou__trajectories_file *results,
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

/* Tells which share of the lanes ends where, and, with "warning: " before it, which is not resolved within the time. */
static void attractors_tell(const struct contensou__merge *m,
                            void (*note)(void *context, const char *sentence), void *context)
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

enum { shown = 16, block = 4096, most_tables = 1 + contensou__merge_lists };

/* The names of the columns of the lanes, or of a list. */
struct table {
    const char **name;
    size_t columns;
    uint64_t rows; /* of a list, once they are counted */
};

struct contensou_trajectories {
    struct contensou__merge merge;
    double *varied;                /* [axes], of the lane that was read last */
    char **axis;                   /* [axes]: names of their columns */
    uint64_t first, stride, count; /* lane i of `count` is first + i * stride */
    struct table table[most_tables];
    int counted; /* 1: what follows is known, and the rows of the tables */
    uint64_t tally[CONTENSOU_OUTCOME_COUNT], failed[shown];
    struct contensou_trajectories_shortage shortage[contensou__merge_lists];
};

static enum contensou_status no_memory(struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the names of columns");
}

/* Names the columns of the lanes (0) or of list k - 1, in the order of contensou__trajectories_file. */
static int name_columns(struct contensou_trajectories *r, size_t k)
{
    const struct contensou__merge_layout *const layout = &r->merge.layout;
    const struct contensou__merge_list *const list = k ? &layout->list[k - 1] : NULL;
    struct table *const t = &r->table[k];

    t->name = malloc((r->merge.lanes.axes + (list ? list->cells : layout->columns) + 6) *
                     sizeof *t->name);
    if (!t->name)
        return 0;
    t->name[t->columns++] = "lane";
    for (size_t a = 0; a < r->merge.lanes.axes; ++a)
        t->name[t->columns++] = r->axis[a];
    if (!list) {
        t->name[t->columns++] = "outcome";
        t->name[t->columns++] = "outcome_code";
        t->name[t->columns++] = "steps";
        t->name[t->columns++] = "rejections";
    } else if (list->numbered) {
        t->name[t->columns++] = "k";
    }
    for (size_t i = 0; i < (list ? list->cells : layout->columns); ++i)
        t->name[t->columns++] = list ? list->cell[i] : layout->column[i];
    return 1;
}

static enum contensou_status make(struct contensou_trajectories **out,
                                  struct contensou_trajectories *r, enum contensou_status status,
                                  struct contensou_error *err)
{
    const size_t axes = r->merge.lanes.axes;
    int good = 1;

    if (!status) {
        const struct contensou__journal_spec *const spec = contensou__merge_spec(&r->merge);

        r->stride = r->merge.parts == 1 ? spec->shards : 1;
        r->first = r->merge.parts == 1 ? spec->shard : 0;
        r->count =
            r->first < spec->lanes ? (spec->lanes - r->first + r->stride - 1) / r->stride : 0;
        r->varied = malloc((axes + 1) * sizeof *r->varied);
        r->axis = calloc(axes + 1, sizeof *r->axis);
        good = r->varied && r->axis;
        for (size_t a = 0; a < axes && good; ++a)
            good = (r->axis[a] = file_varied(&r->merge.layout, r->merge.name[a])) != NULL;
        for (size_t k = 0; k <= r->merge.layout.lists && good; ++k)
            good = name_columns(r, k);
    }
    if (!good)
        status = no_memory(err);
    if (status)
        contensou_trajectories_free(r);
    else
        *out = r;
    return status;
}

enum contensou_status contensou__trajectories_of(struct contensou_trajectories **out,
                                                 struct contensou__journal *journal,
                                                 struct contensou_error *err)
{
    struct contensou_trajectories *r = calloc(1, sizeof *r);

    *out = NULL;
    if (!r) {
        contensou__journal_close(journal, NULL);
        return no_memory(err);
    }
    return make(out, r, contensou__merge_one(&r->merge, journal, err), err);
}

enum contensou_status contensou_trajectories_open(struct contensou_trajectories **out,
                                                  const char *const *path, size_t count,
                                                  struct contensou_error *err)
{
    struct contensou_trajectories *r = calloc(1, sizeof *r);

    *out = NULL;
    if (!r)
        return no_memory(err);
    return make(out, r,
                count ? contensou__merge_open(&r->merge, path, count, err)
                      : contensou_fail(err, CONTENSOU_EARGUMENT, "no parts are given"),
                err);
}

static void release(struct contensou_trajectories *r)
{
    for (size_t k = 0; k < most_tables; ++k)
        free(r->table[k].name);
    for (size_t a = 0; r->axis && a < r->merge.lanes.axes; ++a)
        free(r->axis[a]);
    free(r->axis);
    free(r->varied);
    contensou__merge_free(&r->merge);
    free(r);
}

void contensou_trajectories_free(struct contensou_trajectories *r)
{
    if (r)
        release(r);
}

void contensou_trajectories_remove(struct contensou_trajectories *r)
{
    if (r && r->merge.parts) {
        contensou__journal_remove(
            r->merge.part[0]); /* one that was only read is closed and stays */
        for (size_t i = 1; i < r->merge.parts; ++i)
            contensou__journal_close(r->merge.part[i], NULL);
        r->merge.parts = 0;
    }
    contensou_trajectories_free(r);
}

uint64_t contensou_trajectories_lane_count(const struct contensou_trajectories *r)
{
    return r->count;
}

static uint64_t lane_of(const struct contensou_trajectories *r, uint64_t i)
{
    return r->first + i * r->stride;
}

static enum contensou_status read_lane(struct contensou_trajectories *r, uint64_t i,
                                       struct contensou__loop_record *record,
                                       struct contensou_error *err)
{
    return contensou__merge_read(&r->merge, lane_of(r, i), record, r->varied, err);
}

/* Lanes of which rows of a list are missing: for want of room, or because they ended before. */
static int at_given_times(const struct contensou__merge_list *list)
{
    return !list->numbered && !list->aside;
}

/* What is counted of every lane. */
static void count_lane(struct contensou_trajectories *r,
                       const struct contensou__loop_record *record, uint64_t *failed)
{
    const struct contensou__merge_layout *const layout = &r->merge.layout;

    if (record->outcome >= 0 && record->outcome < CONTENSOU_OUTCOME_COUNT)
        ++r->tally[record->outcome];
    if (!contensou_outcome_reached(record->outcome) && (*failed)++ < shown)
        r->failed[*failed - 1] = record->lane;
    for (size_t k = 0; k < layout->lists; k++) {
        struct contensou_trajectories_shortage *const of = &r->shortage[k];
        const double seen = contensou__merge_seen(layout, record, k);
        size_t rows = 0;

        contensou__merge_rows(layout, record, k, &rows);
        r->table[1 + k].rows += rows;
        of->at_given_times = at_given_times(&layout->list[k]);
        if (of->at_given_times ? seen >= (double)rows : seen <= (double)rows)
            continue;
        if (of->lanes++ == 0) {
            of->first = record->lane;
            of->rows = rows;
        }
    }
}

/* Goes through all lanes: counts them, and unless `results` is NULL appends them. */
static enum contensou_status go_through(struct contensou_trajectories *r,
                                        struct contensou__trajectories_file *results,
                                        const struct contensou_progress *progress,
                                        struct contensou_error *err)
{
    const int count = !r->counted;
    uint64_t failed = 0;
    enum contensou_status status = CONTENSOU_OK;

    if (count) {
        memset(r->tally, 0, sizeof r->tally);
        memset(r->shortage, 0, sizeof r->shortage);
        for (size_t k = 0; k < most_tables; ++k)
            r->table[k].rows = 0;
    }
    for (uint64_t i = 0; i < r->count && !status; ++i) {
        struct contensou__loop_record record = {0};

        if (progress && progress->report && i % block == 0 &&
            progress->report(progress->context, "lanes written", (double)i, (double)r->count))
            status = contensou_fail(err, CONTENSOU_ESTOPPED,
                                    "stopped before the end; the output is dropped");
        if (!status)
            status = read_lane(r, i, &record, err);
        if (!status && count)
            count_lane(r, &record, &failed);
        if (!status && results)
            status = contensou__trajectories_file_append(results, &record, r->varied, err);
    }
    r->counted |= !status;
    return status;
}

enum contensou_status contensou_trajectories_tally(struct contensou_trajectories *r,
                                                   uint64_t *count, uint64_t *failed, size_t most,
                                                   struct contensou_error *err)
{
    const enum contensou_status status = r->counted ? CONTENSOU_OK : go_through(r, NULL, NULL, err);

    if (status)
        return status;
    memcpy(count, r->tally, sizeof r->tally);
    for (size_t i = 0; failed && i < most && i < contensou_outcome_failed(count) && i < shown; ++i)
        failed[i] = r->failed[i];
    return CONTENSOU_OK;
}

int contensou_trajectories_varied(const struct contensou_trajectories *r, uint64_t lane, size_t i,
                                  const char **name, double *value)
{
    if (i >= r->merge.lanes.axes || lane >= r->merge.lanes.count)
        return 0;
    contensou__lanes_varied(&r->merge.lanes, lane, r->varied);
    *name = r->merge.name[i];
    *value = r->varied[i];
    return 1;
}

const char *contensou_trajectories_list(const struct contensou_trajectories *r, size_t i)
{
    return i < r->merge.layout.lists ? r->merge.layout.list[i].name : NULL;
}

/* The table of a list, 0 for that of the lanes, -1 where there is no such list. */
static int find_table(const struct contensou_trajectories *r, const char *list)
{
    for (size_t k = 0; list && k < r->merge.layout.lists; ++k)
        if (strcmp(r->merge.layout.list[k].name, list) == 0)
            return (int)k + 1;
    return list ? -1 : 0;
}

static enum contensou_status need_table(const struct contensou_trajectories *r, const char *list,
                                        size_t *k, struct contensou_error *err)
{
    const char *names[contensou__merge_lists];
    const int at = find_table(r, list);

    *k = at < 0 ? 0 : (size_t)at;
    for (size_t i = 0; i < r->merge.layout.lists; ++i)
        names[i] = r->merge.layout.list[i].name;
    return at < 0 ? contensou__names_fail(err, "list", list, names, r->merge.layout.lists)
                  : CONTENSOU_OK;
}

const char *contensou_trajectories_column(const struct contensou_trajectories *r, const char *list,
                                          size_t i)
{
    const int k = find_table(r, list);

    return k >= 0 && i < r->table[k].columns ? r->table[k].name[i] : NULL;
}

const char *contensou_trajectories_unit(const struct contensou_trajectories *r, const char *list,
                                        const char *column)
{
    const struct contensou__journal_spec *const run = contensou__merge_spec(&r->merge);
    const size_t size = sizeof CONTENSOU_TABLE_UNIT - 1;
    const int k = find_table(r, list);

    if (k < 0 || contensou__names_find(column, r->table[k].name, r->table[k].columns) < 0)
        return NULL;
    for (size_t i = 0; i < run->pairs; ++i)
        if (strncmp(run->pair[i].key, CONTENSOU_TABLE_UNIT, size) == 0 &&
            strcmp(run->pair[i].key + size, column) == 0 && run->pair[i].text)
            return run->pair[i].text;
    return "-";
}

int contensou_trajectories_word(const struct contensou_trajectories *r, const char *list,
                                const char *column, size_t i, char *word, size_t size)
{
    const int k = find_table(r, list);
    const struct contensou__merge_list *const of = k > 0 ? &r->merge.layout.list[k - 1] : NULL;
    const int cell = of && of->words ? contensou__names_find(column, of->cell, of->cells) : -1;
    const char *at = cell >= 0 ? of->words[cell] : "";

    if (k == 0 && strcmp(column, "outcome") == 0)
        return i < CONTENSOU_OUTCOME_COUNT
                   ? snprintf(word, size, "%s",
                              contensou_outcome_word((enum contensou_outcome)i)) >= 0
                   : 0;
    for (; i && *at; --i)
        at += strcspn(at, "|") + (at[strcspn(at, "|")] == '|');
    snprintf(word, size, "%.*s", (int)strcspn(at, "|"), at);
    return *at != 0;
}

enum contensou_status contensou_trajectories_row_count(struct contensou_trajectories *r,
                                                       const char *list, uint64_t *rows,
                                                       struct contensou_error *err)
{
    size_t k;
    enum contensou_status status = need_table(r, list, &k, err);

    if (!status && k && !r->counted)
        status = go_through(r, NULL, NULL, err);
    *rows = status ? 0 : k ? r->table[k].rows : r->count;
    return status;
}

/* Number c of row j of a lane, among the columns of table k. */
static double number_of(const struct contensou_trajectories *r, size_t k, size_t c,
                        const struct contensou__loop_record *record, const double *row, size_t j)
{
    const size_t axes = r->merge.lanes.axes;
    const double head[4] = {record->outcome, record->outcome, (double)record->steps,
                            (double)record->rejections};
    const int numbered = k && r->merge.layout.list[k - 1].numbered;

    if (c == 0)
        return (double)record->lane;
    if (c <= axes)
        return r->varied[c - 1];
    c -= axes + 1;
    if (!k)
        return c < 4 ? head[c] : record->scalar[c - 4];
    if (numbered)
        return c ? row[c - 1] : (double)j;
    return row[c];
}

/* The columns of one lane, from row `at` on; gives how many rows there were. */
static size_t put_lane(const struct contensou_trajectories *r, size_t k,
                       const struct contensou__loop_record *record, const int *place,
                       size_t columns, uint64_t rows, uint64_t at, double *value)
{
    const size_t cells = k ? r->merge.layout.list[k - 1].cells : 0;
    size_t count = 1;
    const double *const row =
        k ? contensou__merge_rows(&r->merge.layout, record, k - 1, &count) : NULL;

    for (size_t j = 0; j < count; ++j)
        for (size_t c = 0; c < columns; ++c)
            value[c * rows + at + j] =
                number_of(r, k, (size_t)place[c], record, row ? row + j * cells : NULL, j);
    return count;
}

enum contensou_status contensou_trajectories_read(struct contensou_trajectories *r,
                                                  const char *list, const char *const *column,
                                                  size_t columns, double *value,
                                                  struct contensou_error *err)
{
    uint64_t rows = 0, at = 0;
    size_t k;
    int *place = malloc((columns + 1) * sizeof *place);
    enum contensou_status status =
        place ? contensou_trajectories_row_count(r, list, &rows, err) : no_memory(err);

    if (!status)
        status = need_table(r, list, &k, err);
    for (size_t c = 0; c < columns && !status; ++c) {
        place[c] = contensou__names_find(column[c], r->table[k].name, r->table[k].columns);
        if (place[c] < 0)
            status = contensou__names_fail(err, "column", column[c], r->table[k].name,
                                           r->table[k].columns);
    }
    for (uint64_t i = 0; i < r->count && !status; ++i) {
        struct contensou__loop_record record = {0};

        status = read_lane(r, i, &record, err);
        if (!status)
            at += put_lane(r, k, &record, place, columns, rows, at, value);
    }
    free(place);
    return status;
}

/* The place of a lane among those that are there. */
static enum contensou_status find_lane(const struct contensou_trajectories *r, uint64_t lane,
                                       uint64_t *i, struct contensou_error *err)
{
    *i = lane < r->first ? r->count : (lane - r->first) / r->stride;
    if (*i < r->count && lane_of(r, *i) == lane)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ENOTFOUND, "there is no lane %llu",
                          (unsigned long long)lane);
}

enum contensou_status contensou_trajectories_end(struct contensou_trajectories *r, uint64_t lane,
                                                 struct contensou_trajectories_lane_end *end,
                                                 struct contensou_error *err)
{
    struct contensou__loop_record record = {0};
    uint64_t i;
    enum contensou_status status = find_lane(r, lane, &i, err);

    if (!status)
        status = read_lane(r, i, &record, err);
    if (!status)
        *end = (struct contensou_trajectories_lane_end){
            .outcome = (enum contensou_outcome)record.outcome,
            .t = contensou__merge_spec(&r->merge)->scalars ? record.scalar[0] : NAN,
            .steps = record.steps,
            .rejections = record.rejections};
    return status;
}

enum contensou_status contensou_trajectories_lane(struct contensou_trajectories *r,
                                                  const char *list, uint64_t lane,
                                                  const double **value, size_t *rows, size_t *cells,
                                                  struct contensou_error *err)
{
    struct contensou__loop_record record = {0};
    uint64_t i;
    size_t k;
    enum contensou_status status = need_table(r, list ? list : "", &k, err);

    *value = NULL;
    *rows = *cells = 0;
    if (!status)
        status = find_lane(r, lane, &i, err);
    if (!status)
        status = read_lane(r, i, &record, err);
    if (status)
        return status;
    *value = contensou__merge_rows(&r->merge.layout, &record, k - 1, rows);
    *cells = r->merge.layout.list[k - 1].cells;
    return CONTENSOU_OK;
}

int contensou_trajectories_attribute(const struct contensou_trajectories *r, size_t i,
                                     const char **key, const char **text, double *number)
{
    const struct contensou__journal_spec *const run = contensou__merge_spec(&r->merge);

    if (i >= run->pairs)
        return 0;
    *key = run->pair[i].key;
    *text = run->pair[i].text;
    *number = run->pair[i].number;
    return 1;
}

/* What the run was, as attributes of a file; for free(). */
static struct contensou_table_attribute *attributes_of(const struct contensou_trajectories *r)
{
    const struct contensou__journal_spec *const run = contensou__merge_spec(&r->merge);
    struct contensou_table_attribute *attribute = calloc(run->pairs + 1, sizeof *attribute);

    for (size_t i = 0; attribute && i < run->pairs; i++)
        attribute[i] = (struct contensou_table_attribute){run->pair[i].key, run->pair[i].text,
                                                          run->pair[i].number};
    return attribute;
}

/* Lanes of which rows are missing, as attributes of the file. */
static enum contensou_status note_shortage(const struct contensou_trajectories *r,
                                           struct contensou__trajectories_file *results,
                                           struct contensou_error *err)
{
    const struct contensou__merge_layout *const layout = &r->merge.layout;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < layout->lists && !status; k++) {
        const struct contensou_trajectories_shortage *const of = &r->shortage[k];
        const char *const what = at_given_times(&layout->list[k]) ? "ended_early" : "truncated";
        char name[160];
        struct contensou_table_attribute attribute = {name, NULL, (double)of->lanes};

        snprintf(name, sizeof name, "run/%.80s.%s", layout->list[k].name, what);
        status = file_note(results, &attribute, err);
        if (status || !of->lanes)
            continue;
        attribute.number = (double)of->first;
        snprintf(name, sizeof name, "run/%.80s.first_%s", layout->list[k].name, what);
        status = file_note(results, &attribute, err);
    }
    return status;
}

enum contensou_status contensou_trajectories_write(struct contensou_trajectories *r,
                                                   const char *path,
                                                   const struct contensou_progress *progress,
                                                   struct contensou_error *err)
{
    struct contensou_table_attribute *const attribute = attributes_of(r);
    const struct contensou__trajectories_file_spec spec = {
        .path = path,
        .varied = r->merge.name,
        .varied_count = r->merge.lanes.axes,
        .layout = &r->merge.layout,
        .attribute = attribute,
        .attributes = contensou__merge_spec(&r->merge)->pairs};
    struct contensou__trajectories_file *results = NULL;
    enum contensou_status status = attribute ? CONTENSOU_OK : no_memory(err);

    if (!status)
        status = contensou__trajectories_file_open(&results, &spec, err);
    if (!status)
        status = go_through(r, results, progress, err);
    if (!status)
        status = note_shortage(r, results, err);
    if (!status && !contensou_table_is_stream(path))
        status = attractors_write(&r->merge, results, err);
    if (status)
        file_discard(results);
    else
        status = contensou__trajectories_file_close(results, err);
    free(attribute);
    return status;
}

enum contensou_status contensou_trajectories_short(struct contensou_trajectories *r,
                                                   const char *list,
                                                   struct contensou_trajectories_shortage *of,
                                                   struct contensou_error *err)
{
    size_t k;
    enum contensou_status status = need_table(r, list ? list : "", &k, err);

    if (!status && !r->counted)
        status = go_through(r, NULL, NULL, err);
    if (!status)
        *of = r->shortage[k - 1];
    return status;
}

/* The option that says how many points of an observer are kept. */
static const char *keep_option(const char *observer)
{
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const struct contensou__observer *const o = &contensou__observer_all[k];

        for (size_t i = 0; i < o->options && strcmp(o->name, observer) == 0; ++i)
            if (strncmp(o->option[i].name, "keep", 4) == 0)
                return o->option[i].name;
    }
    return "keep";
}

void contensou_trajectories_tell(struct contensou_trajectories *r,
                                 void (*note)(void *context, const char *sentence), void *context)
{
    struct contensou_error ignored;
    const int known = r->counted || !go_through(r, NULL, NULL, &ignored);
    char text[512];

    for (size_t k = 0; k < r->merge.layout.lists && known; k++) {
        const struct contensou_trajectories_shortage *const of = &r->shortage[k];
        const char *const name = r->merge.layout.list[k].name, *const s = of->lanes == 1 ? "" : "s";

        if (!of->lanes)
            continue;
        if (of->at_given_times)
            snprintf(text, sizeof text,
                     "warning: %s: %llu lane%s ended before the last time, the first of them lane "
                     "%llu; rows behind the end are empty",
                     name, (unsigned long long)of->lanes, s, (unsigned long long)of->first);
        else
            snprintf(text, sizeof text,
                     "warning: %s: %llu lane%s had more points than the %llu that are kept "
                     "(--%s), the first of them lane %llu; the later points are lost",
                     name, (unsigned long long)of->lanes, s, (unsigned long long)of->rows,
                     keep_option(name), (unsigned long long)of->first);
        note(context, text);
    }
    attractors_tell(&r->merge, note, context);
}

/* Rows up to where the lane came; what is behind is not there. */
static size_t rows_reached(const double *row, size_t rows, size_t cells,
                           const struct contensou_trajectories_lane_end *end)
{
    while (rows && !contensou_outcome_reached(end->outcome) &&
           (row[(rows - 1) * cells] > end->t ||
            (end->outcome == CONTENSOU_OUTCOME_STOPPED && isnan(row[(rows - 1) * cells + 1]))))
        --rows;
    return rows;
}

/* How the trajectory ended, which is not always at the last time. */
static enum contensou_status note_end(struct contensou_table *table,
                                      const struct contensou_trajectories_lane_end *end,
                                      struct contensou_error *err)
{
    const struct contensou_table_attribute note[] = {
        {"run/outcome", contensou_outcome_word(end->outcome), 0},
        {"run/reached", NULL, end->t},
        {"run/steps", NULL, (double)end->steps},
        {"run/rejections", NULL, (double)end->rejections}};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < sizeof note / sizeof *note && !status; ++i)
        status = contensou_table_note(table, &note[i], err);
    return status;
}

enum contensou_status contensou_trajectories_write_one(struct contensou_trajectories *r,
                                                       uint64_t lane, const char *path,
                                                       struct contensou_error *err)
{
    struct contensou_table_attribute *const attribute = attributes_of(r);
    struct contensou_trajectories_lane_end end;
    struct contensou_table *table = NULL;
    const double *row, **value = NULL;
    double *column = NULL;
    size_t rows = 0, cells = 0;
    const int k = find_table(r, "series");
    enum contensou_status status = attribute ? CONTENSOU_OK : no_memory(err);

    if (!status)
        status = contensou_trajectories_end(r, lane, &end, err);
    if (!status)
        status = contensou_trajectories_lane(r, "series", lane, &row, &rows, &cells, err);
    if (!status) {
        rows = rows_reached(row, rows, cells, &end);
        column = malloc((rows * cells + 1) * sizeof *column);
        value = malloc(cells * sizeof *value);
        status = column && value ? CONTENSOU_OK : no_memory(err);
    }
    for (size_t c = 0; c < cells && !status; ++c) {
        value[c] = column + c * rows;
        for (size_t i = 0; i < rows; ++i)
            column[c * rows + i] = row[i * cells + c];
    }
    if (!status)
        status = contensou_table_open(&table, path, r->merge.layout.list[k - 1].cell, cells,
                                      attribute, contensou__merge_spec(&r->merge)->pairs, err);
    if (!status)
        status = contensou_table_append(table, rows, value, err);
    if (!status)
        status = note_end(table, &end, err);
    if (status)
        contensou_table_discard(table);
    else
        status = contensou_table_close(table, err);
    free(value);
    free(column);
    free(attribute);
    return status;
}
