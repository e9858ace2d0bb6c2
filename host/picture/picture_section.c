/* picture_section.c: points of a section, cut from series. SPDX-License-Identifier: MIT */
#include "picture/picture_section.h"

#include "base/setting.h"

#include <math.h>
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

/* An empty table of the same columns, whose names stay those of the file. */
static struct contensou_result_table *like(const struct contensou_result_table *series)
{
    struct contensou_result_table *const t =
        calloc(1, sizeof *t + series->columns * sizeof *t->column);

    if (!t)
        return NULL;
    t->name = series->name;
    t->column = (struct contensou_result_column *)(t + 1);
    t->columns = series->columns;
    for (size_t c = 0; c < series->columns; ++c)
        t->column[c] = (struct contensou_result_column){
            .name = series->column[c].name, .unit = series->column[c].unit, .place = c};
    return t;
}

/* The columns of the series into w; fails where one that the section needs is not there. */
static void read_columns(struct contensou__draft *d, const struct contensou_result_table *series,
                         struct work *w)
{
    const int strobe = strcmp(w->s->state, "period") == 0;

    if (strobe && !(w->s->value > 0))
        d->status = contensou_fail(d->err, CONTENSOU_EARGUMENT,
                                   "the file does not say what the period of its system is; give "
                                   "period=T with a number");
    else if (contensou_result_find(series, "t") < 0 ||
             (!strobe && contensou_result_find(series, w->s->state) < 0))
        contensou__draft_no_column(d, series, "state of the section", w->s->state);
    w->t = contensou__draft_column(d, series, "t");
    w->lane = contensou__draft_column(d, series, "lane");
    w->state = strobe ? NULL : contensou__draft_column(d, series, w->s->state);
    for (size_t c = 0; c < series->columns && w->column; ++c)
        w->column[c] = contensou__draft_read(d, series, (int)c);
}

void contensou__picture_section_cut(struct contensou__draft *d,
                                    const struct contensou_result_table *series)
{
    struct work w = {.s = &d->cut, .rows = series->rows};
    size_t room = 0;

    w.column = calloc(series->columns, sizeof *w.column);
    w.to = d->own = like(series);
    read_columns(d, series, &w);
    if (!d->status && (!w.column || !w.to))
        d->status = contensou__draft_no_memory(d->err);
    for (size_t i = 0; i + 1 < w.rows && !d->status; ++i) {
        const double t = neighbours(&w, i, i + 1) ? meet(&w, i) : NAN;

        if (!isnan(t) && !add_point(&w, i, t, &room))
            d->status = contensou__draft_no_memory(d->err);
    }
    if (!d->status && w.to->rows == 0)
        d->status =
            contensou_fail(d->err, CONTENSOU_EARGUMENT, "%s %s=%g is not met by what the file has",
                           SETTING("section"), w.s->state, w.s->value);
    free(w.column);
}

void contensou__picture_section_free(struct contensou_result_table *t)
{
    for (size_t c = 0; t && c < t->columns; ++c)
        free(t->column[c].value);
    free(t);
}
