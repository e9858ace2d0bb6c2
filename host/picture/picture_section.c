/* picture_section.c: points of a section, cut from series. SPDX-License-Identifier: MIT */
#include "picture/picture_section.h"

#include "base/names.h"
#include "base/setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The series while it is cut. */
struct work {
    const struct contensou__numbers_section *s;
    const double **column, *t, *lane, *state; /* lane NULL: there is one */
    size_t rows;
    struct contensou_result_table *to;
};

static int neighbours(const struct work *w, size_t i, size_t k)
{
    return k < w->rows && (!w->lane || w->lane[i] == w->lane[k]) && (k <= i || w->t[k] > w->t[i]);
}

/* A column at time t, by the cubic through the samples about i and i + 1. */
static double at_time(const struct work *w, const double *value, size_t i, double t)
{
    const size_t first = i > 0 && neighbours(w, i, i - 1) ? i - 1 : i;
    const size_t last = neighbours(w, i, i + 2) ? i + 2 : i + 1;
    double sum = 0;

    for (size_t k = first; k <= last; ++k) {
        double weight = 1;

        for (size_t m = first; m <= last; ++m)
            if (m != k)
                weight *= (t - w->t[m]) / (w->t[k] - w->t[m]);
        sum += weight * value[k];
    }
    return sum;
}

/* The time between samples i and i + 1 where the section is met, or NaN. */
static double meet(const struct work *w, size_t i)
{
    const double T = w->s->value;
    double low = w->t[i], high = w->t[i + 1], from, to;

    if (!w->state) {
        const double next = ceil(high / T) * T - T; /* the last multiple before the end */

        return next >= low && next < high ? next : NAN;
    }
    from = w->state[i] - w->s->value;
    to = w->state[i + 1] - w->s->value;
    if (!((from < 0 && to >= 0 && w->s->direction >= 0) ||
          (from > 0 && to <= 0 && w->s->direction <= 0)))
        return NAN;
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);

        if ((at_time(w, w->state, i, middle) - w->s->value < 0) == (from < 0))
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static int add_point(struct work *w, size_t i, double t, size_t *room)
{
    struct contensou_result_table *const to = w->to;

    if (to->rows == *room) {
        *room = *room ? 2 * *room : 256;
        for (size_t c = 0; c < to->columns; ++c) {
            double *const more = realloc(to->column[c].value, *room * sizeof *more);

            if (!more)
                return 0;
            to->column[c].value = more;
        }
    }
    for (size_t c = 0; c < to->columns; ++c)
        to->column[c].value[to->rows] = w->column[c] == w->t ? t : at_time(w, w->column[c], i, t);
    ++to->rows;
    return 1;
}

/* An empty table of the same columns. */
static struct contensou_result_table *like(const struct contensou_result_table *series)
{
    struct contensou_result_table *const t = calloc(1, sizeof *t);
    int good = t != NULL;

    if (good) {
        t->name = strdup("section");
        t->column = calloc(series->columns, sizeof *t->column);
        good = t->name && t->column;
    }
    for (size_t c = 0; good && c < series->columns; ++c, ++t->columns) {
        t->column[c] = (struct contensou_result_column){.name = strdup(series->column[c].name),
                                                        .unit = strdup(series->column[c].unit),
                                                        .value = calloc(1, sizeof(double)),
                                                        .place = c};
        good = t->column[c].name && t->column[c].unit && t->column[c].value;
    }
    if (!good) {
        contensou__picture_section_free(t);
        return NULL;
    }
    return t;
}

static enum contensou_status fail_state(const char *name,
                                        const struct contensou_result_table *series,
                                        struct contensou_error *err)
{
    const char **const names = malloc((series->columns + 1) * sizeof *names);
    enum contensou_status status;

    if (!names)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the section");
    for (size_t c = 0; c < series->columns; ++c)
        names[c] = series->column[c].name;
    status = contensou__names_fail(err, "state of the section", name, names, series->columns);
    free(names);
    return status;
}

enum contensou_status contensou__picture_section_cut(const struct contensou__numbers_section *s,
                                                     struct contensou_result *file,
                                                     const struct contensou_result_table *series,
                                                     struct contensou_result_table **out,
                                                     struct contensou_error *err)
{
    const int time = contensou_result_find(series, "t"),
              lane = contensou_result_find(series, "lane"),
              strobe = strcmp(s->state, "period") == 0,
              state = strobe ? -1 : contensou_result_find(series, s->state);
    struct work w = {.s = s, .rows = series->rows};
    size_t room = 0;
    enum contensou_status status = CONTENSOU_OK;

    *out = NULL;
    if (strobe && !(s->value > 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the file does not say what the period of its system is; give "
                              "period=T with a number");
    if (time < 0 || (!strobe && state < 0))
        return fail_state(s->state, series, err);
    w.column = calloc(series->columns, sizeof *w.column);
    w.to = *out = like(series);
    if (!w.column || !w.to)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the section");
    for (size_t c = 0; c < series->columns && !status; ++c)
        status = contensou_result_read(file, series, c, &w.column[c], err);
    if (!status) {
        w.t = w.column[time];
        w.lane = lane < 0 ? NULL : w.column[lane];
        w.state = strobe ? NULL : w.column[state];
    }
    for (size_t i = 0; i + 1 < w.rows && !status; ++i) {
        const double t = neighbours(&w, i, i + 1) ? meet(&w, i) : NAN;

        if (!isnan(t) && !add_point(&w, i, t, &room))
            status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the section");
    }
    if (!status && w.to->rows == 0)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                SETTING("section") " %s=%g is not met by what the file has",
                                s->state, s->value);
    free(w.column);
    return status;
}

void contensou__picture_section_free(struct contensou_result_table *t)
{
    for (size_t c = 0; t && c < t->columns; ++c) {
        free(t->column[c].name);
        free(t->column[c].unit);
        free(t->column[c].value);
    }
    if (t) {
        free(t->column);
        free(t->name);
    }
    free(t);
}
