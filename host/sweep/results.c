/* results.c: what came out of a sweep, as a file. SPDX-License-Identifier: MIT */
#include "sweep/results.h"

#include <contensou/trajectories.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { block_rows = 4096, tables = 1 + contensou__merge_lists, most_words = 64 };

#define OUTCOME_WORD(name, code, word) word,
static const char *const outcomes[] = {CONTENSOU_OUTCOME_LIST(OUTCOME_WORD)};

/* A table and the rows that wait for it. */
struct part {
    struct contensou_table *table;
    struct contensou_table_column *column;
    size_t columns, rows;
    double *cell; /* [columns][block_rows] */
    const double **start;
};

struct contensou__results {
    struct contensou__results_spec spec;
    char **varied;            /* [varied_count], as the columns have them */
    int hdf5, lanes;          /* lanes: there is a table of one row a lane */
    struct part part[tables]; /* of lanes, of each list; one that is left out has no table */
    char *texts;              /* the words of cells */
    const char *word[most_words];
    size_t words;
};

/* What standard output has room for: not the lists that are good to have beside a file. */
static int wanted(const struct contensou__results_spec *spec, size_t list)
{
    return !spec->layout->list[list].aside || (spec->path && strcmp(spec->path, "-") != 0);
}

/* 1 if the points of one list are all that there is, and the file has room for one table. */
static int points_only(const struct contensou__results_spec *spec)
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

char *contensou__results_varied(const struct contensou__merge_layout *layout, const char *name)
{
    const size_t size = strlen(name) + sizeof "vary.";
    char *const text = malloc(size);

    if (text)
        snprintf(text, size, "%s%s", taken(layout, name) ? "vary." : "", name);
    return text;
}

static int name_varied(struct contensou__results *r)
{
    const size_t count = r->spec.varied_count;

    r->varied = calloc(count + 1, sizeof *r->varied);
    for (size_t i = 0; r->varied && i < count; i++)
        if (!(r->varied[i] = contensou__results_varied(r->spec.layout, r->spec.varied[i])))
            return 0;
    return r->varied != NULL;
}

static void add_lane(struct part *p, const struct contensou__results *r)
{
    add(p, "lane", CONTENSOU_TABLE_WHOLE);
    for (size_t i = 0; i < r->spec.varied_count; i++)
        add(p, r->varied[i], CONTENSOU_TABLE_NUMBER);
}

static void name_lanes(struct part *p, const struct contensou__results *r)
{
    const struct contensou__results_spec *const spec = &r->spec;

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
static void add_word(struct contensou__results *r, struct part *p, const char *name,
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

static void name_points(struct part *p, struct contensou__results *r, int list)
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
static int prepare(struct contensou__results *r, int list)
{
    const struct contensou__results_spec *const spec = &r->spec;
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

static enum contensou_status open_part(struct contensou__results *r, int list,
                                       struct contensou_error *err)
{
    struct part *const p = &r->part[1 + list];
    const struct contensou__results_spec *const spec = &r->spec;

    if (!prepare(r, list))
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    if (list < 0 || !r->lanes)
        return contensou_table_open_columns(&p->table, spec->path, p->column, p->columns,
                                            spec->attribute, spec->attributes, err);
    return contensou_table_open_beside(&p->table, r->part[0].table, spec->layout->list[list].name,
                                       p->column, p->columns, err);
}

enum contensou_status contensou__results_open(struct contensou__results **out,
                                              const struct contensou__results_spec *spec,
                                              struct contensou_error *err)
{
    struct contensou__results *r = calloc(1, sizeof *r);
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
        contensou__results_discard(r);
    else
        *out = r;
    return status;
}

enum contensou_status contensou__results_check(const struct contensou__results_spec *spec,
                                               struct contensou_error *err)
{
    struct contensou__results *r = NULL;
    struct contensou__results_spec to = *spec;
    enum contensou_status status;

    if (contensou_table_is_stream(spec->path) && !contensou_table_is_hdf5(spec->path))
        to.path = NULL; /* what reads a pipe would see its end */
    status = contensou__results_open(&r, &to, err);
    contensou__results_discard(r);
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

static enum contensou_status append_lane(struct contensou__results *r,
                                         const struct contensou__record *record,
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

static enum contensou_status append_points(struct contensou__results *r,
                                           const struct contensou__record *record,
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

enum contensou_status contensou__results_append(struct contensou__results *r,
                                                const struct contensou__record *record,
                                                const double *varied, struct contensou_error *err)
{
    enum contensou_status status = r->lanes ? append_lane(r, record, varied, err) : CONTENSOU_OK;

    for (size_t list = 0; list < r->spec.layout->lists && !status; list++)
        if (r->part[1 + list].table)
            status = append_points(r, record, varied, list, err);
    return status;
}

enum contensou_status contensou__results_beside(struct contensou__results *r, const char *name,
                                                const struct contensou_table_column *column,
                                                size_t columns, struct contensou_table **table,
                                                struct contensou_error *err)
{
    return contensou_table_open_beside(table, r->part[r->lanes ? 0 : 1].table, name, column,
                                       columns, err);
}

enum contensou_status contensou__results_note(struct contensou__results *r,
                                              const struct contensou_table_attribute *attribute,
                                              struct contensou_error *err)
{
    return r->part[0].table ? contensou_table_note(r->part[0].table, attribute, err) : CONTENSOU_OK;
}

enum contensou_status contensou__results_close(struct contensou__results *r,
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
    contensou__results_discard(r);
    return status;
}

void contensou__results_discard(struct contensou__results *r)
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
