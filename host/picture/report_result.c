/* report_result.c: the page of an HDF5 file of results: what its attributes say, its pictures and its tables.
 * SPDX-License-Identifier: MIT */
#include "picture/draft.h"
#include "picture/report.h"

#include "base/try.h"
#include "base/names.h"
#include "picture/report_page.h"

#include <contensou/catalogue.h>
#include <contensou/picture.h>
#include <contensou/result.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_cells = 24000, most_values = 12, most_tallies = 9, word_size = 48 };

struct work {
    struct contensou__report *r;
    struct contensou_result *file;
    struct contensou_catalogue *systems, *laws;
    const struct contensou_catalogue_part *system, *law; /* NULL: not of this library */
    struct contensou_catalogue_number own;               /* what the file says of a number */
};

/* The text of an attribute; "" where there is none. */
static const char *text_of(const struct work *w, const char *group, const char *name)
{
    return contensou__result_shown(w->file, group, name);
}

/* An attribute that run and sweep keep in /run and others at the root. */
static const char *about(const struct work *w, const char *name)
{
    const char *const text = text_of(w, "run", name);

    return *text ? text : text_of(w, "", name);
}

/* Unit and meaning of a number of a user's system, from the file; NULL where it does not say. */
static const struct contensou_catalogue_number *from_file(struct work *w, const char *group,
                                                          const char *name)
{
    char key[96];

    snprintf(key, sizeof key, "%.80s.unit", name);
    w->own.unit = text_of(w, group, key);
    snprintf(key, sizeof key, "%.80s.meaning", name);
    w->own.text = text_of(w, group, key);
    return *w->own.unit || *w->own.text ? &w->own : NULL;
}

/* What a number of the parameters is: its unit and what lists say of it. */
static const struct contensou_catalogue_number *meaning_of(struct work *w, const char *group,
                                                           const char *name)
{
    const int law = strcmp(group, "parameters/law") == 0 || strncmp(name, "law.", 4) == 0;
    const int state = strcmp(group, "parameters/init") == 0 || strncmp(name, "init.", 5) == 0;
    const struct contensou_catalogue_part *const part = law ? w->law : w->system;
    const char *const dot = *group ? NULL : strchr(name, '.');
    const char *const own = dot ? dot + 1 : name;

    for (size_t i = 0; part && i < part->numbers; ++i)
        if (part->number[i].role ==
                (state ? CONTENSOU_CATALOGUE_STATE : CONTENSOU_CATALOGUE_FIELD) &&
            strcmp(part->number[i].name, own) == 0)
            return &part->number[i];
    return law || part ? NULL : from_file(w, state ? "about/init" : "about/system", own);
}

/* What is said elsewhere on the page, or by the title. */
static int is_head(const char *name)
{
    static const char *const names[] = {"command_line", "date",    "version", "device",
                                        "driver",       "program", "system",  "law",
                                        "system_text",  "comment", "platform"};

    return contensou__names_find(name, names, sizeof names / sizeof *names) >= 0;
}

/* 1 if an attribute stands in the table of this group. */
static int is_of(const struct contensou_result_attribute *a, const char *group)
{
    return strcmp(a->group, group) == 0 && *a->text && (*group || !is_head(a->name));
}

/* A table of the attributes of a group; nothing where it has none. */
static void put_group(struct work *w, const char *group, const char *title)
{
    struct contensou__text *const to = &w->r->to;
    const struct contensou_result_attribute *a;
    struct contensou__report_page_table table = {0};
    int units = 0, rows = 0;

    for (size_t i = 0; (a = contensou_result_attribute(w->file, i)); ++i)
        if (is_of(a, group)) {
            units |= meaning_of(w, group, a->name) != NULL;
            ++rows;
        }
    if (!rows)
        return;
    contensou__text_printf(to, "<div><h3>%s</h3>\n", title);
    contensou__report_page_table_begin(&table, to, title,
                                       units ? "name,value,unit,meaning" : "name,value");
    for (size_t i = 0; (a = contensou_result_attribute(w->file, i)); ++i) {
        const struct contensou_catalogue_number *number;

        if (!is_of(a, group))
            continue;
        number = meaning_of(w, group, a->name);
        contensou__report_page_cell(&table, a->name);
        contensou__report_page_cell(&table, a->text);
        if (units) {
            contensou__report_page_cell(
                &table, number && strcmp(number->unit, "-") != 0 ? number->unit : "");
            contensou__report_page_cell(&table, number ? number->text : "");
        }
    }
    contensou__report_page_table_end(&table);
    contensou__text_printf(to, "</div>\n");
}

static void put_parameters(struct work *w)
{
    static const char *const group[][2] = {{"", "Of the result"},
                                           {"parameters/system", "System"},
                                           {"parameters/law", "Law"},
                                           {"parameters/init", "Initial values"},
                                           {"parameters/contact", "Contact"},
                                           {"files", "Files that were read"}};

    contensou__report_section(w->r, "Parameters");
    contensou__text_printf(&w->r->to, "<div class=\"cards\">\n");
    for (size_t i = 0; i < sizeof group / sizeof *group; ++i)
        put_group(w, group[i][0], group[i][1]);
    contensou__text_printf(&w->r->to, "</div>\n");
}

static void put_row(struct contensou__report_page_table *table, const char *name, const char *text)
{
    if (!*text)
        return;
    contensou__report_page_cell(table, name);
    contensou__report_page_cell(table, text);
}

/* What computed it and how; the settings of a run, of which observers that were not asked for are no news. */
static void put_making(struct work *w)
{
    static const char *const head[] = {"date",     "version", "device",
                                       "platform", "driver",  "program"};
    struct contensou__text *const to = &w->r->to;
    const struct contensou_result_attribute *a;
    struct contensou__report_page_table table = {0};

    contensou__report_section(w->r, "How it was computed");
    contensou__text_between(to, "<pre>", text_of(w, "", "command_line"),
                            "</pre>\n<div class=\"cards\" style=\"margin-top:1.2rem\">\n<div>");
    contensou__report_page_table_begin(&table, to, "program and device", "what,value");
    for (size_t i = 0; i < sizeof head / sizeof *head; ++i)
        put_row(&table, head[i], text_of(w, "", head[i]));
    contensou__report_page_table_end(&table);
    contensou__text_printf(to, "</div>\n");
    if (*text_of(w, "run", "stepper")) {
        contensou__text_printf(to, "<div>");
        contensou__report_page_table_begin(&table, to, "settings of the run", "setting,value");
        for (size_t i = 0; (a = contensou_result_attribute(w->file, i)); ++i)
            if (strcmp(a->group, "run") == 0 &&
                !(strncmp(a->name, "observe.", 8) == 0 && strcmp(a->text, "0") == 0))
                put_row(&table, a->name,
                        strncmp(a->name, "observe.", 8) == 0 ? "yes"
                        : strcmp(a->text, "1e+300") == 0     ? "no limit"
                                                             : a->text);
        contensou__report_page_table_end(&table);
        contensou__text_printf(to, "</div>\n");
    }
    contensou__text_printf(to, "</div>\n");
    if (*text_of(w, "", "system_text")) {
        contensou__text_between(to, "<details><summary>The text of the system</summary>\n<pre>",
                                text_of(w, "", "system_text"), "</pre></details>\n");
    }
}

/* Values and how often they occur. */
struct tally {
    char word[most_values][word_size];
    size_t count[most_values], values;
};

/* 0 for one too many. */
static int add_value(struct tally *t, const char *word)
{
    size_t i = 0;

    while (i < t->values && strncmp(t->word[i], word, word_size - 1) != 0)
        ++i;
    if (i == most_values)
        return 0;
    if (i == t->values) {
        snprintf(t->word[i], word_size, "%s", word);
        ++t->values;
    }
    ++t->count[i];
    return 1;
}

/* The whole numbers of a column, few of them, in their order; 0 for a column that has others, or only one. */
static int count_numbers(struct tally *t, const double *value, size_t rows)
{
    double seen[most_values];
    size_t values = 0;

    for (size_t i = 0; i < rows; ++i) {
        size_t k = 0;

        if (value[i] != floor(value[i]) || fabs(value[i]) > 1e6)
            return 0;
        while (k < values && seen[k] < value[i])
            ++k;
        if (k < values && seen[k] == value[i]) {
            ++t->count[k];
            continue;
        }
        if (values == most_values)
            return 0;
        memmove(seen + k + 1, seen + k, (values - k) * sizeof *seen);
        memmove(t->count + k + 1, t->count + k, (values - k) * sizeof *t->count);
        seen[k] = value[i];
        t->count[k] = 1;
        ++values;
    }
    t->values = values;
    for (size_t k = 0; k < values; ++k)
        snprintf(t->word[k], word_size, "%.0f", seen[k]);
    return values > 1;
}

/* 1 if a column is what was asked for, and not what came out. */
static int is_given(const struct work *w, const char *name)
{
    static const char *const names[] = {"lane",       "outcome_code", "case",     "steps",
                                        "rejections", "start",        "continue", "branch"};
    const char *const vary = about(w, "vary"), *const at = strstr(vary, name);
    const size_t size = strlen(name);

    return contensou__names_find(name, names, sizeof names / sizeof *names) >= 0 ||
           strncmp(name, "vary.", 5) == 0 ||
           (at && (at == vary || at[-1] == ' ' || at[-1] == ',') &&
            (at[size] == '=' || at[size] == ',' || at[size] == '\0'));
}

static void put_tally(struct contensou__text *to, const char *name, const struct tally *t)
{
    const char *list[most_values];

    for (size_t k = 0; k < t->values; ++k)
        list[k] = t->word[k];
    contensou__report_page_tally(to, name, list, t->count, t->values);
}

static enum contensou_status put_tallies(struct work *w, const struct contensou_result_table *t)
{
    OWNED(contensou__text_free) struct contensou__text cards = {0};
    OWNED(contensou__try_free) struct tally *tally = calloc(1, sizeof *tally);
    int tallies = 0;

    TRY(contensou__try_memory(tally, w->r->err, "the page"));
    for (size_t c = 0; c < t->words; ++c) {
        const char *text;
        int few = 1;

        *tally = (struct tally){0};
        TRY(contensou_result_read_words(w->file, t, c, &text, w->r->err));
        for (size_t i = 0; i < t->rows && few; ++i)
            few = add_value(tally, text + i * t->word[c].size);
        if (few && t->rows && tallies++ < most_tallies)
            put_tally(&cards, t->word[c].name, tally);
    }
    for (size_t c = 0; c < t->columns; ++c) {
        const double *value;

        *tally = (struct tally){0};
        if (is_given(w, t->column[c].name))
            continue;
        TRY(contensou_result_read(w->file, t, c, &value, w->r->err));
        if (t->rows > most_values && count_numbers(tally, value, t->rows) &&
            tallies++ < most_tallies)
            put_tally(&cards, t->column[c].name, tally);
    }
    if (cards.size) {
        contensou__report_section(w->r, "Tallies");
        contensou__text_printf(&w->r->to, "<div class=\"cards\">\n");
        contensou__text_append(&w->r->to, cards.data, cards.size);
        contensou__text_printf(&w->r->to, "</div>\n");
    }
    w->r->to.failed |= cards.failed;
    return CONTENSOU_OK;
}

static enum contensou_status draw(struct work *w, const char *kind, const char *caption)
{
    const struct contensou_picture_options options = {
        .size = sizeof options, .kind = kind, .title = ""}; /* the page has one */
    OWNED(contensou__text_free) struct contensou__text text = {0};
    const char *const slash = strrchr(w->r->file, '/');
    const enum contensou_status drawn =
        contensou_picture_draw(w->r->file, w->r->path, &options, w->r->err);

    contensou__text_printf(&text, "%s. To draw it again: contensou plot %s -o picture.pdf%s%s",
                           caption, slash ? slash + 1 : w->r->file, kind ? ", with the kind " : "",
                           kind ? kind : "");
    TRY(contensou__try_memory(text.failed ? NULL : w, w->r->err, "the page"));
    return contensou__report_show(w->r, drawn, text.data);
}

/* The picture that the file asks for, and those of its other tables. */
static enum contensou_status put_pictures(struct work *w)
{
    contensou__report_section(w->r, "Pictures");
    TRY(draw(w, NULL, "The result as a whole; units stand beside the names of the axes"));
    if (contensou_result_table(w->file, "series") && *text_of(w, "run", "vary"))
        TRY(draw(w, "series", "One lane over time"));
    if (contensou_result_table(w->file, "survival"))
        TRY(draw(w, "survival", "The share of lanes that are not on an attractor yet"));
    return CONTENSOU_OK;
}

/* Least, mean and largest of each column. */
static enum contensou_status put_ranges(struct work *w, const struct contensou_result_table *t)
{
    struct contensou__report_page_table table = {0};

    contensou__report_page_table_begin(&table, &w->r->to, "ranges of the columns",
                                       "column,unit,#least,#mean,#largest,#rows without a value");
    for (size_t c = 0; c < t->columns; ++c) {
        double low = INFINITY, high = -INFINITY, sum = 0;
        size_t count = 0;
        const double *value;

        TRY(contensou_result_read(w->file, t, c, &value, w->r->err));
        for (size_t i = 0; i < t->rows; ++i)
            if (!isnan(value[i])) {
                low = fmin(low, value[i]);
                high = fmax(high, value[i]);
                sum += value[i];
                ++count;
            }
        contensou__report_page_cell(&table, t->column[c].name);
        contensou__report_page_cell(&table,
                                    strcmp(t->column[c].unit, "-") ? t->column[c].unit : "");
        contensou__report_page_number(&table, count ? low : NAN);
        contensou__report_page_number(&table, count ? sum / (double)count : NAN);
        contensou__report_page_number(&table, count ? high : NAN);
        contensou__report_page_number(&table, (double)(t->rows - count));
    }
    contensou__report_page_table_end(&table);
    return CONTENSOU_OK;
}

/* The rows of a table, columns as they were written. */
static enum contensou_status put_rows(struct work *w, const struct contensou_result_table *t,
                                      size_t rows)
{
    const size_t all = t->columns + t->words;
    struct contensou__report_page_table table = {0};
    OWNED(contensou__pool_free) struct contensou__pool pool = {0};
    const double **const value = contensou__pool_take(&pool, all, sizeof *value);
    const char **const text = contensou__pool_take(&pool, all, sizeof *text);
    size_t *const size = contensou__pool_take(&pool, all, sizeof *size);
    size_t *const column = contensou__pool_take(&pool, all, sizeof *column);

    TRY(contensou__try_memory(column, w->r->err, "a table"));
    for (size_t c = 0; c < t->columns; ++c) {
        TRY(contensou_result_read(w->file, t, c, &value[t->column[c].place], w->r->err));
        column[t->column[c].place] = c;
    }
    for (size_t c = 0; c < t->words; ++c) {
        TRY(contensou_result_read_words(w->file, t, c, &text[t->word[c].place], w->r->err));
        size[t->word[c].place] = t->word[c].size;
        column[t->word[c].place] = c;
    }
    contensou__report_page_table_begin(&table, &w->r->to, *t->name ? t->name : "rows", "");
    for (size_t place = 0; place < all; ++place)
        if (text[place])
            contensou__report_page_column(&table, t->word[column[place]].name, NULL, 0);
        else
            contensou__report_page_column(&table, t->column[column[place]].name,
                                          t->column[column[place]].unit, 1);
    for (size_t i = 0; i < rows; ++i)
        for (size_t place = 0; place < all; ++place)
            if (value[place])
                contensou__report_page_number(&table, value[place][i]);
            else
                contensou__report_page_cell(&table, text[place] + i * size[place]);
    contensou__report_page_table_end(&table);
    return CONTENSOU_OK;
}

static enum contensou_status put_tables(struct work *w)
{
    const struct contensou_result_table *t;

    contensou__report_section(w->r, "Tables");
    contensou__text_printf(&w->r->to, "<p class=\"note\">A click on the name of a column sorts by "
                                      "it, a second one the other way.</p>\n");
    for (size_t i = 0; (t = contensou_result_table_at(w->file, i)); ++i) {
        const size_t allowed = most_cells / (t->columns + t->words);
        const size_t most = allowed < w->r->rows ? allowed : w->r->rows;
        const size_t rows = t->rows < most ? t->rows : most;

        contensou__text_between(&w->r->to, "<h3>", *t->name ? t->name : "Rows of the file",
                                "</h3>\n");
        TRY(put_rows(w, t, rows));
        contensou__text_printf(&w->r->to, "<p class=\"note\">%s%zu %s.",
                               rows < t->rows ? "The first " : "", rows,
                               rows == 1 ? "row" : "rows");
        if (rows < t->rows)
            contensou__text_printf(&w->r->to, " The file has %zu.", t->rows);
        contensou__text_printf(&w->r->to,
                               "</p>\n<details><summary>Ranges of the columns</summary>\n");
        TRY(put_ranges(w, t));
        contensou__text_printf(&w->r->to, "</details>\n");
    }
    return CONTENSOU_OK;
}

static void make_facts(const struct work *w, const struct contensou_result_table *t,
                       struct contensou__text *facts)
{
    const int code = contensou_result_find(t, "outcome_code");
    const char *const outcome = text_of(w, "run", "outcome"), *const date = text_of(w, "", "date");
    const char *const precision = about(w, "precision");
    const double *value;
    struct contensou_error ignored;
    size_t failed = 0;

    contensou__text_printf(facts, "%zu %s", t->rows,
                           contensou_result_find(t, "lane") >= 0 ? "lanes" : "rows");
    if (code >= 0 && !contensou_result_read(w->file, t, (size_t)code, &value, &ignored)) {
        for (size_t i = 0; i < t->rows; ++i)
            failed += !contensou__draft_reached(value[i]);
        contensou__text_printf(facts, failed ? ", %zu of them failed" : ", all finished", failed);
    }
    if (*outcome)
        contensou__text_printf(facts, ", %s", outcome);
    if (*precision)
        contensou__text_printf(facts, " \xc2\xb7 %s precision", precision);
    if (strlen(date) > 16)
        contensou__text_printf(facts, " \xc2\xb7 %.10s %.5s UTC", date, date + 11);
    contensou__text_printf(facts, " \xc2\xb7 contensou %s", text_of(w, "", "version"));
}

static enum contensou_status put_page(struct work *w)
{
    const struct contensou_result_table *const root = contensou_result_table(w->file, "");
    OWNED(contensou__text_free) struct contensou__text title = {0};
    OWNED(contensou__text_free) struct contensou__text facts = {0};

    if (!root || !*text_of(w, "", "command_line"))
        return contensou_fail(w->r->err, CONTENSOU_EINPUT,
                              "'%s' is no result of this program: it has no %s", w->r->file,
                              root ? "command line" : "columns of numbers");
    TRY(contensou_catalogue_create(&w->systems, CONTENSOU_CATALOGUE_SYSTEMS, w->r->err));
    TRY(contensou_catalogue_create(&w->laws, CONTENSOU_CATALOGUE_LAWS, w->r->err));
    w->system = contensou_catalogue_find(w->systems, text_of(w, "", "system"));
    w->law = contensou_catalogue_find(w->laws, text_of(w, "", "law"));
    contensou__picture_title(w->file, &title);
    make_facts(w, root, &facts);
    contensou__report_begin(w->r, text_of(w, "", "command_line"), title.data, facts.data);
    TRY(put_pictures(w));
    TRY(put_tallies(w, root));
    put_parameters(w);
    put_making(w);
    return put_tables(w);
}

static void release(struct work *w)
{
    contensou_catalogue_free(w->laws);
    contensou_catalogue_free(w->systems);
    contensou_result_close(w->file);
}

enum contensou_status contensou__report_result(struct contensou__report *r)
{
    OWNED(release) struct work w = {.r = r};

    TRY(contensou_result_open(&w.file, r->file, r->err));
    return put_page(&w);
}
