/* trajectories.c: what came out of a simulation.
 *
 * Lanes are read one by one from the journals (merge.h), and are never in memory all at once. What must be known of all of them,
 * how they ended, how many rows lists have and which lanes have fewer than they should, is counted in one pass: when it is first
 * asked for, or while the lanes are written (go_through). SPDX-License-Identifier: MIT */
#include "run/trajectories.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "io/table.h"
#include "parts/observer.h"
#include "run/labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { shown = 16, block = 4096 };

struct contensou_trajectories {
    struct contensou__merge merge;
    struct contensou__labels
        *labels;    /* NULL: no column is one, or a shard, which has not all lanes that end alike */
    double *varied; /* [axes], of the lane that was read last */
    uint64_t count; /* of the lanes that are there: see contensou__merge_lane */
    uint64_t most;  /* bytes of a file */
    int counted;    /* 1: what follows is known */
    uint64_t tally[CONTENSOU_OUTCOME_COUNT], failed[shown];
    uint64_t rows[contensou__columns_tables];
    struct contensou_trajectories_shortage shortage[contensou__columns_tables]; /* of lists */
};

static void drop(struct contensou_trajectories **r)
{
    contensou_trajectories_free(*r);
}

static void drop_file(struct contensou__trajectories_file **file)
{
    contensou__trajectories_file_discard(*file);
}

static enum contensou_status need(const void *made, struct contensou_error *err)
{
    return contensou__try_memory(made, err, "the names of columns");
}

/* What follows from the journals, which were opened. */
static enum contensou_status make(struct contensou_trajectories *r, struct contensou_error *err)
{
    r->most = 1000000000;
    r->count = contensou__merge_count(&r->merge);
    r->varied = malloc((r->merge.lanes.axes + 1) * sizeof *r->varied);
    TRY(need(r->varied, err));
    return r->count == contensou__merge_spec(&r->merge)->lanes
               ? contensou__labels_find(&r->labels, &r->merge, err)
               : CONTENSOU_OK;
}

enum contensou_status contensou__trajectories_of(struct contensou_trajectories **out,
                                                 struct contensou__journal *journal,
                                                 struct contensou__columns *columns,
                                                 struct contensou_error *err)
{
    OWNED(drop) struct contensou_trajectories *r = calloc(1, sizeof *r);

    *out = NULL;
    if (!r)
        contensou__journal_close(journal, NULL);
    TRY(need(r, err));
    TRY(contensou__merge_one(&r->merge, journal, columns, err));
    TRY(make(r, err));
    *out = r;
    r = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou_trajectories_open(struct contensou_trajectories **out,
                                                  const char *const *path, size_t count,
                                                  struct contensou_error *err)
{
    return contensou_trajectories_open_some(out, path, count, 0, err);
}

enum contensou_status contensou_trajectories_open_some(struct contensou_trajectories **out,
                                                       const char *const *path, size_t count,
                                                       int some, struct contensou_error *err)
{
    OWNED(drop) struct contensou_trajectories *r = calloc(1, sizeof *r);

    *out = NULL;
    TRY(need(r, err));
    if (!count)
        return WRONG(err, "no parts are given");
    TRY(contensou__merge_open(&r->merge, path, count, some, err));
    TRY(make(r, err));
    *out = r;
    r = NULL;
    return CONTENSOU_OK;
}

void contensou_trajectories_free(struct contensou_trajectories *r)
{
    if (!r)
        return;
    contensou__labels_free(r->labels);
    free(r->varied);
    contensou__merge_free(&r->merge);
    free(r);
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

void contensou_trajectories_divide(struct contensou_trajectories *r, uint64_t bytes)
{
    r->most = bytes;
}

uint64_t contensou_trajectories_lane_count(const struct contensou_trajectories *r)
{
    return r->count;
}

/* The i-th lane that is there, with its label. */
static enum contensou_status read_lane(struct contensou_trajectories *r, uint64_t i,
                                       struct contensou__record *record,
                                       struct contensou_error *err)
{
    TRY(contensou__merge_read(&r->merge, contensou__merge_lane(&r->merge, i), record, r->varied,
                              err));
    contensou__labels_put(r->labels, record);
    return CONTENSOU_OK;
}

/* 1: rows are at times that were asked for, so that they are missing where a lane ended before; 0: rows are events, which are
 * missing where there was no room for more. */
static int at_given_times(const struct contensou__columns_table *list)
{
    return !list->numbered && !list->files_only;
}

/* What is counted of every lane. */
static void count_lane(struct contensou_trajectories *r, const struct contensou__record *record,
                       uint64_t *failed)
{
    const struct contensou__columns *const columns = r->merge.columns;

    if (record->outcome >= 0 && record->outcome < CONTENSOU_OUTCOME_COUNT)
        ++r->tally[record->outcome];
    if (!contensou_outcome_reached(record->outcome) && (*failed)++ < shown)
        r->failed[*failed - 1] = record->lane;
    for (size_t k = 1; k < columns->tables; k++) {
        struct contensou_trajectories_shortage *const of = &r->shortage[k];
        const double seen = contensou__columns_seen(columns, record, k);
        size_t rows = 0;

        contensou__columns_rows(columns, record, k, &rows);
        r->rows[k] += rows;
        of->at_given_times = at_given_times(&columns->table[k]);
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
    uint64_t failed = 0;

    if (!r->counted) {
        memset(r->tally, 0, sizeof r->tally);
        memset(r->shortage, 0, sizeof r->shortage);
        memset(r->rows, 0, sizeof r->rows);
    }
    for (uint64_t i = 0; i < r->count; ++i) {
        struct contensou__record record = {0};

        if (progress && progress->report && i % block == 0 &&
            progress->report(progress->context, "lanes written", (double)i, (double)r->count))
            return contensou_fail(err, CONTENSOU_ESTOPPED,
                                  "stopped before the end; the output is dropped");
        TRY(read_lane(r, i, &record, err));
        if (!r->counted)
            count_lane(r, &record, &failed);
        if (results)
            TRY(contensou__trajectories_file_append(results, &record, r->varied, err));
    }
    r->counted = 1;
    return CONTENSOU_OK;
}

/* The same, unless they were counted before. */
static enum contensou_status count_lanes(struct contensou_trajectories *r,
                                         struct contensou_error *err)
{
    return r->counted ? CONTENSOU_OK : go_through(r, NULL, NULL, err);
}

enum contensou_status contensou_trajectories_tally(struct contensou_trajectories *r,
                                                   uint64_t *count, uint64_t *failed, size_t most,
                                                   struct contensou_error *err)
{
    TRY(count_lanes(r, err));
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
    *name = contensou__merge_axis(&r->merge, i);
    *value = r->varied[i];
    return 1;
}

const char *contensou_trajectories_list(const struct contensou_trajectories *r, size_t i)
{
    return i + 1 < r->merge.columns->tables ? r->merge.columns->table[i + 1].name : NULL;
}

/* The table of a list, that of the lanes for NULL; or NULL where there is no such list. */
static const struct contensou__columns_table *find_table(const struct contensou_trajectories *r,
                                                         const char *list)
{
    const struct contensou__columns *const c = r->merge.columns;

    for (size_t k = 1; list && k < c->tables; ++k)
        if (strcmp(c->table[k].name, list) == 0)
            return &c->table[k];
    return list ? NULL : &c->table[0];
}

/* Its number among the tables. */
static enum contensou_status need_table(const struct contensou_trajectories *r, const char *list,
                                        size_t *k, struct contensou_error *err)
{
    const struct contensou__columns *const c = r->merge.columns;
    const struct contensou__columns_table *const t = find_table(r, list);
    const char *names[contensou__columns_tables];

    *k = t ? (size_t)(t - c->table) : 0;
    for (size_t i = 1; i < c->tables; ++i)
        names[i - 1] = c->table[i].name;
    return t ? CONTENSOU_OK : contensou__names_fail(err, "list", list, names, c->tables - 1);
}

/* A column by its name, or NULL. */
static const struct contensou_table_column *find_column(const struct contensou__columns_table *t,
                                                        const char *name)
{
    for (size_t c = 0; t && c < t->columns; ++c)
        if (strcmp(t->column[c].name, name) == 0)
            return &t->column[c];
    return NULL;
}

/* Its place; one that is not there is an error that names those that are. */
static enum contensou_status need_column(const struct contensou__columns_table *t, const char *name,
                                         size_t *place, struct contensou_error *err)
{
    const struct contensou_table_column *const found = find_column(t, name);
    OWNED(contensou__try_free) const char **names = NULL;

    *place = found ? (size_t)(found - t->column) : 0;
    if (found)
        return CONTENSOU_OK;
    names = malloc(t->columns * sizeof *names);
    TRY(need(names, err));
    for (size_t c = 0; c < t->columns; ++c)
        names[c] = t->column[c].name;
    return contensou__names_fail(err, "column", name, names, t->columns);
}

const char *contensou_trajectories_column(const struct contensou_trajectories *r, const char *list,
                                          size_t i)
{
    const struct contensou__columns_table *const t = find_table(r, list);

    return t && i < t->columns ? t->column[i].name : NULL;
}

const char *contensou_trajectories_unit(const struct contensou_trajectories *r, const char *list,
                                        const char *column)
{
    const struct contensou__journal_spec *const run = contensou__merge_spec(&r->merge);
    struct contensou__text key = {0};
    const char *unit = "";

    if (!find_column(find_table(r, list), column))
        return NULL;
    contensou__text_printf(&key, CONTENSOU_TABLE_UNIT "%s", column);
    if (!key.failed)
        unit = contensou__journal_head_text(run, key.data);
    contensou__text_free(&key);
    return *unit ? unit : "-";
}

int contensou_trajectories_word(const struct contensou_trajectories *r, const char *list,
                                const char *column, size_t i, char *word, size_t size)
{
    const struct contensou_table_column *const c = find_column(find_table(r, list), column);

    snprintf(word, size, "%s", c && i < c->word_count ? c->words[i] : "");
    return c && i < c->word_count;
}

enum contensou_status contensou_trajectories_row_count(struct contensou_trajectories *r,
                                                       const char *list, uint64_t *rows,
                                                       struct contensou_error *err)
{
    size_t k;

    *rows = 0;
    TRY(need_table(r, list, &k, err));
    if (k)
        TRY(count_lanes(r, err));
    *rows = k ? r->rows[k] : r->count;
    return CONTENSOU_OK;
}

enum contensou_status contensou_trajectories_read(struct contensou_trajectories *r,
                                                  const char *list, const char *const *column,
                                                  size_t columns, double *value,
                                                  struct contensou_error *err)
{
    const struct contensou__columns *const about = r->merge.columns;
    OWNED(contensou__try_free) size_t *place = malloc((columns + 1) * sizeof *place);
    OWNED(contensou__try_free) double *row = NULL;
    uint64_t rows = 0, at = 0;
    size_t k = 0;

    TRY(need(place, err));
    TRY(contensou_trajectories_row_count(r, list, &rows, err));
    TRY(need_table(r, list, &k, err));
    row = malloc(about->table[k].columns * sizeof *row);
    TRY(need(row, err));
    for (size_t c = 0; c < columns; ++c)
        TRY(need_column(&about->table[k], column[c], &place[c], err));
    for (uint64_t i = 0; i < r->count; ++i) {
        struct contensou__record record = {0};
        const double *own;
        size_t count = 0;

        TRY(read_lane(r, i, &record, err));
        own = contensou__columns_rows(about, &record, k, &count);
        for (size_t j = 0; j < count; ++j, ++at) {
            contensou__columns_fill(about, k, &record, r->varied, own, j, 1, row, 1);
            for (size_t c = 0; c < columns; ++c)
                value[c * rows + at] = row[place[c]];
        }
    }
    return CONTENSOU_OK;
}

/* The place of a lane among those that are there. */
static enum contensou_status find_lane(const struct contensou_trajectories *r, uint64_t lane,
                                       uint64_t *i, struct contensou_error *err)
{
    *i = contensou__merge_place(&r->merge, lane);
    if (*i < r->count)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ENOTFOUND, "there is no lane %llu",
                          (unsigned long long)lane);
}

enum contensou_status contensou_trajectories_end(struct contensou_trajectories *r, uint64_t lane,
                                                 struct contensou_trajectories_lane_end *end,
                                                 struct contensou_error *err)
{
    struct contensou__record record = {0};
    uint64_t i;

    TRY(find_lane(r, lane, &i, err));
    TRY(read_lane(r, i, &record, err));
    *end = (struct contensou_trajectories_lane_end){
        .outcome = (enum contensou_outcome)record.outcome,
        .t = contensou__merge_spec(&r->merge)->scalars ? record.scalar[0] : NAN,
        .steps = record.steps,
        .rejections = record.rejections};
    return CONTENSOU_OK;
}

enum contensou_status contensou_trajectories_lane(struct contensou_trajectories *r,
                                                  const char *list, uint64_t lane,
                                                  const double **value, size_t *rows, size_t *cells,
                                                  struct contensou_error *err)
{
    struct contensou__record record = {0};
    uint64_t i;
    size_t k;

    *value = NULL;
    *rows = *cells = 0;
    TRY(need_table(r, list ? list : "", &k, err));
    TRY(find_lane(r, lane, &i, err));
    TRY(read_lane(r, i, &record, err));
    *value = contensou__columns_rows(r->merge.columns, &record, k, rows);
    *cells = contensou__columns_count(r->merge.columns, k);
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
    for (size_t k = 1; k < r->merge.columns->tables; k++) {
        const struct contensou__columns_table *const list = &r->merge.columns->table[k];
        const struct contensou_trajectories_shortage *const of = &r->shortage[k];
        const char *const what = at_given_times(list) ? "ended_early" : "truncated";
        char name[160];
        struct contensou_table_attribute attribute = {name, NULL, (double)of->lanes};

        snprintf(name, sizeof name, "run/%.80s.%s", list->name, what);
        TRY(contensou__trajectories_file_note(results, &attribute, err));
        if (!of->lanes)
            continue;
        attribute.number = (double)of->first;
        snprintf(name, sizeof name, "run/%.80s.first_%s", list->name, what);
        TRY(contensou__trajectories_file_note(results, &attribute, err));
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou_trajectories_write(struct contensou_trajectories *r,
                                                   const char *path,
                                                   const struct contensou_progress *progress,
                                                   struct contensou_error *err)
{
    OWNED(contensou__try_free) struct contensou_table_attribute *attribute = attributes_of(r);
    OWNED(drop_file) struct contensou__trajectories_file *results = NULL;
    struct contensou__trajectories_file *whole;
    const struct contensou__trajectories_file_spec spec = {
        .path = path,
        .columns = r->merge.columns,
        .attribute = attribute,
        .attributes = contensou__merge_spec(&r->merge)->pairs,
        .most = r->most};

    TRY(need(attribute, err));
    TRY(contensou__trajectories_file_open(&results, &spec, err));
    TRY(go_through(r, results, progress, err));
    TRY(note_shortage(r, results, err));
    if (r->labels && !contensou_table_is_stream(path))
        TRY(contensou__labels_write(r->labels, results, err));
    whole = results;
    results = NULL;
    return contensou__trajectories_file_close(whole, err);
}

enum contensou_status contensou_trajectories_short(struct contensou_trajectories *r,
                                                   const char *list,
                                                   struct contensou_trajectories_shortage *of,
                                                   struct contensou_error *err)
{
    size_t k;

    TRY(need_table(r, list ? list : "", &k, err));
    TRY(count_lanes(r, err));
    *of = r->shortage[k];
    return CONTENSOU_OK;
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
    const int known = !count_lanes(r, &ignored);

    if (r->merge.present_count < r->merge.parts) {
        struct contensou__text list = {0};

        contensou__merge_missing(&r->merge, &list);
        contensou__setting_tell(
            note, context, "warning: %s %s missing or not finished; %llu of %llu lanes are here",
            list.data ? list.data : "parts",
            r->merge.parts - r->merge.present_count > 1 ? "are" : "is",
            (unsigned long long)r->count,
            (unsigned long long)contensou__merge_spec(&r->merge)->lanes);
        contensou__text_free(&list);
    }
    for (size_t k = 1; k < r->merge.columns->tables && known; k++) {
        const struct contensou_trajectories_shortage *const of = &r->shortage[k];
        const char *const name = r->merge.columns->table[k].name, *const s =
                                                                      of->lanes == 1 ? "" : "s";

        if (!of->lanes)
            continue;
        if (of->at_given_times)
            contensou__setting_tell(
                note, context,
                "warning: %s: %llu lane%s ended before the last time, the first of them lane "
                "%llu; rows behind the end are empty",
                name, (unsigned long long)of->lanes, s, (unsigned long long)of->first);
        else
            contensou__setting_tell(
                note, context,
                "warning: %s: %llu lane%s had more points than the %llu that are kept (" SETTING(
                    "%s") "), the first of them lane %llu; the later points are lost",
                name, (unsigned long long)of->lanes, s, (unsigned long long)of->rows,
                keep_option(name), (unsigned long long)of->first);
    }
    if (r->labels)
        contensou__labels_tell(r->labels, note, context);
}

/* How many rows of a series the lane reached; behind its end they are empty. */
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

    for (size_t i = 0; i < sizeof note / sizeof *note; ++i)
        TRY(contensou_table_note(table, &note[i], err));
    return CONTENSOU_OK;
}

enum contensou_status contensou_trajectories_write_one(struct contensou_trajectories *r,
                                                       uint64_t lane, const char *path,
                                                       struct contensou_error *err)
{
    OWNED(contensou__try_free) struct contensou_table_attribute *attribute = attributes_of(r);
    OWNED(contensou__table_drop) struct contensou_table *table = NULL;
    OWNED(contensou__try_free) const double **value = NULL;
    OWNED(contensou__try_free) double *column = NULL;
    const struct contensou__columns_table *const series = find_table(r, "series");
    struct contensou_trajectories_lane_end end;
    const double *row;
    size_t rows = 0, cells = 0;

    TRY(need(attribute, err));
    TRY(contensou_trajectories_end(r, lane, &end, err));
    TRY(contensou_trajectories_lane(r, "series", lane, &row, &rows, &cells, err));
    rows = rows_reached(row, rows, cells, &end);
    column = malloc((rows * cells + 1) * sizeof *column);
    value = malloc(cells * sizeof *value);
    TRY(need(column ? value : NULL, err));
    for (size_t c = 0; c < cells; ++c) {
        value[c] = column + c * rows;
        for (size_t i = 0; i < rows; ++i)
            column[c * rows + i] = row[i * cells + c];
    }
    TRY(contensou_table_open_columns(&table, path, series->column + series->first, cells, attribute,
                                     contensou__merge_spec(&r->merge)->pairs, err));
    TRY(contensou_table_append(table, rows, value, err));
    TRY(note_end(table, &end, err));
    return contensou__table_finish(&table, err);
}
