/* columns.c: the tables of a result, described once. SPDX-License-Identifier: MIT */
#include "run/columns.h"

#include "base/bytes.h"
#include "base/try.h"
#include "parts/observer.h"

#include <stdlib.h>
#include <string.h>

#define OUTCOME_WORD(name, code, word, reached) "|" word
static const char outcomes[] = CONTENSOU_OUTCOME_LIST(OUTCOME_WORD);

_Static_assert((int)contensou__observer_count < (int)contensou__columns_tables,
               "one list an observer");

/* What an observer that labels attractors calls its columns. */
static const char *const role_names[] = {"", "label", "kind", "time", "period", "observed", "mean"};

static enum contensou__columns_role role_of(const struct contensou__observer *o, size_t row)
{
    int labels = 0;

    for (size_t i = 0; i < o->columns; ++i)
        labels |= o->column[i].draw == contensou__observer_label;
    for (int role = contensou__columns_label; labels && role <= contensou__columns_mean; ++role)
        if (strcmp(o->column[row].name, role_names[role]) == 0)
            return (enum contensou__columns_role)role;
    return contensou__columns_plain;
}

/* The role of a column of which only the name is known: OBSERVER.NAME, or OBSERVER.STATE.NAME where it repeats. */
static enum contensou__columns_role role_by_name(const char *name)
{
    const size_t size = strcspn(name, ".");
    const char *const last = strrchr(name, '.');

    for (size_t k = 0; last && k < contensou__observer_count; ++k) {
        const struct contensou__observer *const o = &contensou__observer_all[k];

        if (strlen(o->name) != size || strncmp(o->name, name, size) != 0)
            continue;
        for (size_t i = 0; i < o->columns; ++i)
            if (strcmp(o->column[i].name, last + 1) == 0 &&
                (o->column[i].per == contensou__observer_once) == (last == name + size))
                return role_of(o, i);
    }
    return contensou__columns_plain;
}

struct contensou__columns *contensou__columns_create(const char *const *varied, size_t count)
{
    struct contensou__columns *const c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->users = 1;
    c->varied = contensou__pool_take(&c->pool, count, sizeof *c->varied);
    for (; !c->pool.failed && c->varied_count < count; ++c->varied_count)
        c->varied[c->varied_count] = contensou__pool_text(&c->pool, varied[c->varied_count]);
    return c;
}

/* The names of what varies, of lanes. */
static struct contensou__columns *create(const struct contensou__lanes *lanes)
{
    const char **const varied = calloc(lanes->axes + 1, sizeof *varied);
    struct contensou__columns *c = NULL;

    for (size_t a = 0; varied && a < lanes->axes; ++a)
        varied[a] = lanes->name[lanes->axis[a].place];
    if (varied)
        c = contensou__columns_create(varied, lanes->axes);
    free(varied);
    return c;
}

/* Splits "stick|slip" into the words of 0 and 1. */
static void split(struct contensou__columns *c, struct contensou_table_column *column,
                  const char *words)
{
    char *at = contensou__pool_text(&c->pool, words);
    const char **word = NULL;

    column->kind = CONTENSOU_TABLE_WORD;
    while (at && (word = contensou__pool_more(&c->pool, word, column->word_count, sizeof *word))) {
        word[column->word_count++] = at;
        at = strchr(at, '|');
        if (at)
            *at++ = '\0';
    }
    column->words = word;
}

static void add(struct contensou__columns *c, const char *name, enum contensou_table_kind kind,
                const char *words, enum contensou__columns_role role)
{
    struct contensou__columns_table *const t = c ? &c->table[c->tables - 1] : NULL;

    if (!c || c->pool.failed)
        return;
    t->column = contensou__pool_more(&c->pool, t->column, t->columns, sizeof *t->column);
    t->role = contensou__pool_more(&c->pool, t->role, t->columns, sizeof *t->role);
    if (c->pool.failed)
        return;
    t->role[t->columns] = role;
    t->column[t->columns++] =
        (struct contensou_table_column){.name = contensou__pool_text(&c->pool, name), .kind = kind};
    if (*words)
        split(c, &t->column[t->columns - 1], words);
}

void contensou__columns_add(struct contensou__columns *c, const char *name, const char *words,
                            enum contensou__columns_role role)
{
    add(c, name, CONTENSOU_TABLE_NUMBER, words, role);
}

/* What stands before the own columns: the order is that of contensou__columns_fill. */
static void add_head(struct contensou__columns *c, int lanes, int numbered)
{
    add(c, "lane", CONTENSOU_TABLE_WHOLE, "", contensou__columns_plain);
    for (size_t i = 0; i < c->varied_count; ++i)
        add(c, c->varied[i], CONTENSOU_TABLE_NUMBER, "", contensou__columns_plain);
    if (lanes) {
        add(c, "outcome", CONTENSOU_TABLE_WORD, outcomes + 1, contensou__columns_plain);
        c->outcome_code = c->table[0].columns;
        add(c, "outcome_code", CONTENSOU_TABLE_WHOLE, "", contensou__columns_plain);
        add(c, "steps", CONTENSOU_TABLE_WHOLE, "", contensou__columns_plain);
        add(c, "rejections", CONTENSOU_TABLE_WHOLE, "", contensou__columns_plain);
    } else if (numbered)
        add(c, "k", CONTENSOU_TABLE_WHOLE, "", contensou__columns_plain);
}

void contensou__columns_begin(struct contensou__columns *c, const char *name, int numbered,
                              int files_only)
{
    struct contensou__columns_table *t;

    if (!c || c->pool.failed)
        return;
    t = &c->table[c->tables++];
    *t = (struct contensou__columns_table){
        contensou__pool_text(&c->pool, name), numbered, files_only, NULL, NULL, 0, 0};
    add_head(c, c->tables == 1, numbered);
    t->first = t->columns;
}

size_t contensou__columns_count(const struct contensou__columns *c, size_t table)
{
    return c->table[table].columns - c->table[table].first;
}

const struct contensou_table_column *contensou__columns_own(const struct contensou__columns *c,
                                                            size_t table)
{
    return c->table[table].column + c->table[table].first;
}

/* 1 if a table has this name, or a column other than those that vary. */
static int taken(const struct contensou__columns *c, const char *name)
{
    static const char *const known[] = {"lane", "outcome", "outcome_code", "steps", "rejections",
                                        "k",    "t",       "parameters",   "run",   "files"};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i], name) == 0)
            return 1;
    for (size_t k = 1; k < c->tables; k++) {
        if (strcmp(c->table[k].name, name) == 0)
            return 1;
        for (size_t i = 0; i < contensou__columns_count(c, k); i++)
            if (strcmp(contensou__columns_own(c, k)[i].name, name) == 0)
                return 1;
    }
    return 0;
}

/* Gives the i-th of what varies another name in all tables. */
static void rename_varied(struct contensou__columns *c, size_t i)
{
    const char *const name = contensou__pool_print(&c->pool, "vary.%s", c->varied[i]);

    for (size_t k = 0; k < c->tables; ++k)
        c->table[k].column[1 + i].name = name;
}

enum contensou_status contensou__columns_finish(struct contensou__columns **out,
                                                struct contensou_error *err)
{
    struct contensou__columns *const c = *out;

    for (size_t i = 0; c && i < c->varied_count && !c->pool.failed; ++i)
        if (taken(c, c->varied[i]))
            rename_varied(c, i);
    if (c && !c->pool.failed)
        return CONTENSOU_OK;
    contensou__columns_free(c);
    *out = NULL;
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the names of columns");
}

enum contensou_status contensou__columns_of(struct contensou__columns **out,
                                            const struct contensou__ensemble_setup *setup,
                                            const struct contensou__lanes *lanes,
                                            struct contensou_error *err)
{
    const size_t head = contensou__ensemble_head - 1, count = contensou__loop_columns(setup);
    struct contensou__columns *const c = *out = create(lanes);
    OWNED(contensou__text_free) struct contensou__text name = {0};
    size_t o;

    contensou__columns_begin(c, "", 0, 0);
    for (size_t i = 0; i < count; ++i, name.size = 0) {
        size_t row = 0;
        int item = 0;
        const struct contensou__observer *const from =
            contensou__ensemble_columns_from(setup, head + i, &row, &item);

        contensou__ensemble_columns_name(setup, head + i, &name);
        contensou__columns_add(c, name.data ? name.data : "", "",
                               from ? role_of(from, row) : contensou__columns_plain);
    }
    for (size_t k = 0; (o = contensou__ensemble_columns_list(setup, k)) < contensou__observer_count;
         ++k) {
        const struct contensou__observer *const from = &contensou__observer_all[o];
        const char *words;

        contensou__columns_begin(c, from->name, from->times == contensou__observer_stored,
                                 from->times == contensou__observer_aside);
        for (size_t i = 0; i < contensou__ensemble_columns_wide(setup, o); ++i, name.size = 0) {
            contensou__ensemble_columns_cell(setup, o, i, &name, &words);
            contensou__columns_add(c, name.data ? name.data : "", words, contensou__columns_plain);
        }
    }
    if (c)
        c->pool.failed |= name.failed;
    return contensou__columns_finish(out, err);
}

struct contensou__columns *contensou__columns_share(struct contensou__columns *c)
{
    ++c->users;
    return c;
}

void contensou__columns_free(struct contensou__columns *c)
{
    if (!c || --c->users)
        return;
    contensou__pool_free(&c->pool);
    free(c);
}

static void put_text(struct contensou__text *bytes, const char *text)
{
    contensou__text_append(bytes, text, strlen(text) + 1);
}

/* u64 columns of lanes, lists; of each list u64 columns, numbered, files_only; then all names, each with its zero: the columns
 * of the lanes; of each list its name, its columns, their words. */
void contensou__columns_write(const struct contensou__columns *c, struct contensou__text *bytes)
{
    const uint64_t head[2] = {contensou__columns_count(c, 0), c->tables - 1};

    contensou__text_append(bytes, (const char *)head, sizeof head);
    for (size_t k = 1; k < c->tables; k++) {
        const uint64_t about[3] = {contensou__columns_count(c, k), (uint64_t)c->table[k].numbered,
                                   (uint64_t)c->table[k].files_only};

        contensou__text_append(bytes, (const char *)about, sizeof about);
    }
    for (size_t k = 0; k < c->tables; k++) {
        const struct contensou_table_column *const own = contensou__columns_own(c, k);
        const size_t count = contensou__columns_count(c, k);

        if (k)
            put_text(bytes, c->table[k].name);
        for (size_t i = 0; i < count; i++)
            put_text(bytes, own[i].name);
        for (size_t i = 0; k && i < count; i++) {
            for (size_t w = 0; w < own[i].word_count; w++)
                contensou__text_printf(bytes, "%s%s", w ? "|" : "", own[i].words[w]);
            put_text(bytes, "");
        }
    }
}

enum contensou_status contensou__columns_read(struct contensou__columns **out, const char *bytes,
                                              size_t size, const struct contensou__lanes *lanes,
                                              struct contensou_error *err)
{
    struct contensou__bytes s = {bytes, size};
    struct contensou__columns *const c = *out = create(lanes);
    uint64_t head[2] = {0}, about[contensou__columns_tables][3] = {{0}};

    contensou__bytes_take(&s, head, 2, sizeof *head);
    about[0][0] = head[0];
    if (head[1] >= contensou__columns_tables)
        s.at = NULL;
    for (size_t k = 1; s.at && k <= head[1]; k++)
        contensou__bytes_take(&s, about[k], 3, sizeof **about);
    for (size_t k = 0; s.at && k <= head[1]; k++) {
        struct contensou__bytes words;

        contensou__columns_begin(c, k ? contensou__bytes_text(&s) : "", about[k][1] != 0,
                                 about[k][2] != 0);
        words = s;
        for (uint64_t i = 0; k && words.at && i < about[k][0]; i++)
            contensou__bytes_text(&words); /* the names come first */
        for (uint64_t i = 0; s.at && i < about[k][0]; i++) {
            const char *const name = contensou__bytes_text(&s);

            contensou__columns_add(c, name, k ? contensou__bytes_text(&words) : "",
                                   k ? contensou__columns_plain : role_by_name(name));
        }
        if (k && s.at)
            s = words;
    }
    if (s.at)
        return contensou__columns_finish(out, err);
    contensou__columns_free(c);
    *out = NULL;
    return contensou_fail(err, CONTENSOU_EINPUT, "the names of the columns are not readable");
}

size_t contensou__columns_find(const struct contensou__columns *c, size_t from,
                               enum contensou__columns_role role)
{
    for (size_t i = c->table[0].first + from; i < c->table[0].columns; ++i)
        if (c->table[0].role[i] == role)
            return i - c->table[0].first;
    return SIZE_MAX;
}

const double *contensou__columns_rows(const struct contensou__columns *c,
                                      const struct contensou__record *record, size_t table,
                                      size_t *count)
{
    const size_t lists = c->tables - 1;
    const double *at = record->point;
    size_t left = record->points;

    *count = table == 0;
    if (table == 0)
        return record->scalar;
    if (!at || left < 2 * lists)
        return NULL;
    at += 2 * lists;
    left -= 2 * lists;
    for (size_t k = 1; k <= table; k++) {
        const double rows = record->point[k - 1];
        const size_t wide = contensou__columns_count(c, k);

        if (!(rows >= 0 && rows * (double)wide <= (double)left))
            return NULL;
        *count = (size_t)rows;
        if (k < table) {
            at += *count * wide;
            left -= *count * wide;
        }
    }
    return at;
}

double contensou__columns_seen(const struct contensou__columns *c,
                               const struct contensou__record *record, size_t table)
{
    const size_t lists = c->tables - 1;

    return record->point && record->points >= 2 * lists ? record->point[lists + table - 1] : 0;
}

/* One number in all rows of a column; gives the next column. */
static double *fill(double *to, size_t stride, double number, size_t rows)
{
    for (size_t r = 0; r < rows; ++r)
        to[r] = number;
    return to + stride;
}

void contensou__columns_fill(const struct contensou__columns *c, size_t table,
                             const struct contensou__record *record, const double *varied,
                             const double *own, size_t first, size_t rows, double *to,
                             size_t stride)
{
    const size_t count = contensou__columns_count(c, table);

    to = fill(to, stride, (double)record->lane, rows);
    for (size_t i = 0; i < c->varied_count; ++i)
        to = fill(to, stride, varied[i], rows);
    if (table == 0) {
        to = fill(to, stride, record->outcome, rows);
        to = fill(to, stride, record->outcome, rows);
        to = fill(to, stride, (double)record->steps, rows);
        to = fill(to, stride, (double)record->rejections, rows);
    } else if (c->table[table].numbered) {
        for (size_t r = 0; r < rows; ++r)
            to[r] = (double)(first + r);
        to += stride;
    }
    for (size_t i = 0; i < count; ++i, to += stride)
        for (size_t r = 0; r < rows; ++r)
            to[r] = own[(first + r) * count + i];
}
