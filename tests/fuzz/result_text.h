/* result_text.h: an HDF5 file of results from lines of text, so that inputs change what a file says and not where HDF5
 * keeps it:
 *
 *   @run/vary=rho=1:2:3     a text            %run/time=2      a number
 *   /section                columns from here on are of that group
 *   x|m|1 2 nan             a column of numbers with its unit; !x|-|1 2 of whole numbers; "x|-|finished, lost of words
 *
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_FUZZ_RESULT_TEXT_H
#define CONTENSOU_TESTS_FUZZ_RESULT_TEXT_H

#include "drawing.h"

#include <hdf5.h>

enum { result_lines = 96, result_tables = 6, result_rows = 64, result_columns = 24 };

struct result_text {
    struct contensou_table_attribute attribute[result_lines];
    size_t attributes;
    char unit[result_lines][80];
    struct result_group {
        const char *name;
        struct contensou_table_column column[result_columns];
        double value[result_columns][result_rows];
        char *word[result_columns][result_rows];
        size_t columns, rows;
    } group[result_tables];
    size_t groups;
};

/* The numbers or words of a column; shorter ones are filled with the last, longer ones cut. */
static inline void result_values(struct result_group *g, size_t c, char *text, int words)
{
    const size_t most = c ? g->rows : result_rows;
    size_t count = 0;

    for (char *at = strtok(text, words ? "," : " "); at && count < most;
         at = strtok(NULL, words ? "," : " ")) {
        g->word[c][count] = at;
        g->value[c][count] = words ? (double)count : strtod(at, NULL);
        ++count;
    }
    if (c == 0)
        g->rows = count;
    for (size_t i = count; i < g->rows; ++i) {
        g->word[c][i] = "none";
        g->value[c][i] = words ? (double)i : i ? g->value[c][i - 1] : 0;
    }
}

static inline void result_column(struct result_text *r, char *line)
{
    struct result_group *const g = &r->group[r->groups - 1];
    const int words = *line == '"', whole = *line == '!';
    char *const unit = strchr(line, '|'), *const rest = unit ? strchr(unit + 1, '|') : NULL;
    const size_t c = g->columns;

    if (!rest || c == result_columns || r->attributes == result_lines)
        return;
    *unit = *rest = '\0';
    line += words || whole;
    snprintf(r->unit[r->attributes], sizeof r->unit[0], CONTENSOU_TABLE_UNIT "%.60s", line);
    r->attribute[r->attributes] =
        (struct contensou_table_attribute){r->unit[r->attributes], unit + 1, 0};
    ++r->attributes;
    result_values(g, c, rest + 1, words);
    g->column[c] = (struct contensou_table_column){.name = line,
                                                   .kind = words   ? CONTENSOU_TABLE_WORD
                                                           : whole ? CONTENSOU_TABLE_WHOLE
                                                                   : CONTENSOU_TABLE_NUMBER,
                                                   .words = (const char *const *)g->word[c],
                                                   .word_count = g->rows};
    g->columns = c + 1;
}

/* Writes one table and closes it; the first stays open. */
static inline int result_rows_of(struct contensou_table *t, const struct result_group *g)
{
    const double *value[result_columns];

    for (size_t c = 0; c < g->columns; ++c)
        value[c] = g->value[c];
    return contensou_table_append(t, g->rows, value, NULL) == CONTENSOU_OK;
}

/* Makes the file; NULL where the lines do not say one. `text` is cut to pieces and must outlive the call only. */
static inline const char *result_write(char **line, size_t lines)
{
    static struct result_text r;
    const char *const path = fuzz_path("result.h5");
    struct contensou_table *first = NULL;
    int good = 1;

    H5set_free_list_limits(-1, -1, -1, -1, -1, -1); /* else half of the time goes to new pages */
    fuzz_forget();
    memset(&r, 0, sizeof r);
    r.groups = 1;
    for (size_t i = 0; i < lines; ++i) {
        char *const equals = strchr(line[i], '=');

        if ((*line[i] == '@' || *line[i] == '%') && equals && r.attributes < result_lines) {
            *equals = '\0';
            r.attribute[r.attributes++] = (struct contensou_table_attribute){
                line[i] + 1, *line[i] == '@' ? equals + 1 : NULL, strtod(equals + 1, NULL)};
        } else if (*line[i] == '/' && r.groups < result_tables) {
            r.group[r.groups++].name = line[i] + 1;
        } else {
            result_column(&r, line[i]);
        }
    }
    if (contensou_table_open_columns(&first, path, r.group[0].column, r.group[0].columns,
                                     r.attribute, r.attributes, NULL))
        return NULL;
    good = result_rows_of(first, &r.group[0]);
    for (size_t k = 1; k < r.groups && good; ++k) {
        struct contensou_table *other = NULL;

        good = r.group[k].columns &&
               !contensou_table_open_beside(&other, first, r.group[k].name, r.group[k].column,
                                            r.group[k].columns, NULL) &&
               result_rows_of(other, &r.group[k]);
        good = other && contensou_table_close(other, NULL) == CONTENSOU_OK && good;
    }
    if (!good) {
        contensou_table_discard(first);
        return NULL;
    }
    return contensou_table_close(first, NULL) == CONTENSOU_OK ? path : NULL;
}

#endif
