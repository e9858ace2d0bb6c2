/* degenerate_results.c: files of sweeps with nothing to scale an axis by. SPDX-License-Identifier: MIT */
#include "support/degenerate_results.h"

#include "parts/observer.h"

#include <contensou/outcome.h>
#include <contensou/picture.h>
#include <contensou/report.h>
#include <contensou/table.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { most_columns = 160, most_rows = 6, name_size = 64 };

static const char *const state[] = {"x", "v"};

struct columns {
    struct contensou_table_column column[most_columns];
    char name[most_columns][name_size];
    double value[most_columns][most_rows];
    size_t count, rows;
};

/* What lane i has in a column. */
static double value_of(enum degenerate_case kind, size_t i)
{
    switch (kind) {
    case degenerate_all_failed:
    case degenerate_nan:
        return NAN;
    case degenerate_all_unresolved:
        return 0;
    case degenerate_constant:
        return 1.5;
    case degenerate_large:
        return i % 3 == 0 ? 1e308 : i % 3 == 1 ? -1e308 : 5e-324;
    default:
        return (double)i;
    }
}

static void add(struct columns *c, const char *name, int whole)
{
    assert_true(c->count < most_columns);
    snprintf(c->name[c->count], name_size, "%s", name);
    c->column[c->count] = (struct contensou_table_column){
        .name = c->name[c->count], .kind = whole ? CONTENSOU_TABLE_WHOLE : CONTENSOU_TABLE_NUMBER};
    ++c->count;
}

/* Lane and what varies, of `rows` rows. */
static void add_head(struct columns *c, enum degenerate_case kind, int axes, size_t rows)
{
    c->rows = rows;
    add(c, "lane", 1);
    add(c, "a", 0);
    if (axes > 1)
        add(c, "b", 0);
    for (size_t i = 0; i < rows; ++i) {
        c->value[0][i] = (double)i;
        c->value[1][i] = kind == degenerate_one_value ? 2 : axes > 1 ? (double)(i / 2) : (double)i;
        c->value[2][i] = kind == degenerate_one_value ? 3 : (double)(i % 2);
        if (kind == degenerate_nan_axis && i % 2)
            c->value[1][i] = NAN;
    }
}

/* OBSERVER.NAME, OBSERVER.STATE.NAME or OBSERVER.1.NAME; in a list without the observer's name. */
static void add_observed(struct columns *c, enum degenerate_case kind, const char *observer,
                         enum contensou__observer_per per, const char *name)
{
    for (size_t k = 0; k < (per == contensou__observer_once ? 1u : 2u); ++k) {
        char text[name_size];
        const char *const middle = per == contensou__observer_once    ? ""
                                   : per == contensou__observer_state ? state[k]
                                   : k                                ? "2"
                                                                      : "1";

        snprintf(text, sizeof text, "%s%s%s%s%s", observer, *observer ? "." : "", middle,
                 *middle && *name ? "." : "", name);
        for (size_t i = 0; i < c->rows; ++i)
            c->value[c->count][i] = value_of(kind, i);
        add(c, text, 0);
    }
}

static void append(struct contensou_table *table, const struct columns *c)
{
    const double *value[most_columns];

    for (size_t k = 0; k < c->count; ++k)
        value[k] = c->value[k];
    assert_int_equal(contensou_table_append(table, c->rows, value, NULL), CONTENSOU_OK);
}

/* The rows that an observer keeps, one a lane. */
static void write_list(struct contensou_table *first, const struct contensou__observer *o,
                       enum degenerate_case kind, int axes, size_t rows)
{
    static struct columns c;
    struct contensou_table *table = NULL;

    c = (struct columns){0};
    add_head(&c, kind, axes, rows);
    add_observed(&c, degenerate_one_lane, "", contensou__observer_once, "k");
    add_observed(&c, degenerate_one_lane, "", contensou__observer_once, "t");
    for (size_t k = 0; k < o->cells; ++k)
        if (strcmp(o->cell[k].name, "t") != 0 && strcmp(o->cell[k].name, "k") != 0)
            add_observed(&c, kind, "", o->cell[k].per, o->cell[k].name);
    assert_int_equal(contensou_table_open_beside(&table, first, o->name, c.column, c.count, NULL),
                     CONTENSOU_OK);
    append(table, &c);
    assert_int_equal(contensou_table_close(table, NULL), CONTENSOU_OK);
}

void degenerate_write(const char *path, enum degenerate_case kind, int axes, size_t first,
                      size_t last)
{
    static struct columns c;
    const size_t rows = kind == degenerate_one_lane ? 1 : most_rows;
    const struct contensou_table_attribute attribute[] = {
        {"command_line", "contensou sweep own --vary a=0:1:6", 0},
        {"system", "own", 0},
        {"law", "none", 0},
        {"version", "0.1.0", 0},
        {"run/states", "x,v", 0},
        {"run/positions", "x", 0},
        {"run/stepper", "dopri54", 0},
        {"run/section.state", "v", 0},
        {"run/vary", axes > 1 ? "a=0:2:3,b=0:1:2" : "a=0:5:6", 0}};
    struct contensou_table *table = NULL;

    c = (struct columns){0};
    add_head(&c, kind, axes, rows);
    add(&c, "outcome_code", 1);
    for (size_t i = 0; i < rows; ++i)
        c.value[c.count - 1][i] = kind == degenerate_all_failed ? CONTENSOU_OUTCOME_STEP_LIMIT : 0;
    for (size_t k = first; k < last; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].columns; ++i)
            add_observed(&c, kind, contensou__observer_all[k].name,
                         contensou__observer_all[k].column[i].per,
                         contensou__observer_all[k].column[i].name);
    assert_int_equal(contensou_table_open_columns(&table, path, c.column, c.count, attribute,
                                                  sizeof attribute / sizeof *attribute, NULL),
                     CONTENSOU_OK);
    append(table, &c);
    for (size_t k = first; k < last; ++k)
        if (contensou__observer_all[k].cells)
            write_list(table, &contensou__observer_all[k], kind, axes, rows);
    assert_int_equal(contensou_table_close(table, NULL), CONTENSOU_OK);
}

void degenerate_draw(const char *path, enum degenerate_case kind, int axes, const char *observer,
                     int page)
{
    const struct contensou_picture_options options = {.size = sizeof options};
    const struct contensou_report_options of_page = {.size = sizeof of_page};
    struct contensou_error err = {0};
    enum contensou_status status = contensou_picture_draw(path, "a.svg", &options, &err);

    if (status != CONTENSOU_OK && status != CONTENSOU_EARGUMENT)
        fail_msg("picture of case %d, %d axes, %s: %s", (int)kind, axes, observer, err.message);
    if (page && (status = contensou_report_write(path, "a.html", &of_page, &err)))
        fail_msg("page of case %d, %d axes, %s: %s", (int)kind, axes, observer, err.message);
}
