/* picture_section.c: points of a section, cut from series. SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include "base/setting.h"

#include "base/try.h"

#include <math.h>
#include <string.h>

/* The series while it is cut. */
struct work {
    const struct contensou__numbers_section *s;
    const double **column, *t, *lane, *state; /* lane NULL: there is one */
    size_t rows;
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

static void add_point(struct contensou__draft *d, const struct work *w, size_t i, double t)
{
    struct contensou_result_table *const to = d->own;

    for (size_t c = 0; c < to->columns && !d->status; ++c) {
        double *const value = to->column[c].value =
            contensou__pool_more(&d->pool, to->column[c].value, to->rows, sizeof *value);

        if (value)
            value[to->rows] = w->column[c] == w->t ? t : at_time(w, w->column[c], i, t);
        else
            d->status = contensou__try_memory(NULL, d->err, "the picture");
    }
    ++to->rows;
}

/* An empty table of the same columns, whose names stay those of the file. */
static struct contensou_result_table *like(struct contensou__draft *d,
                                           const struct contensou_result_table *series)
{
    struct contensou_result_table *const t = contensou__pool_take(&d->pool, 1, sizeof *t);
    struct contensou_result_column *const column =
        contensou__pool_take(&d->pool, series->columns, sizeof *column);

    if (!column)
        return NULL;
    *t = (struct contensou_result_table){
        .name = series->name, .column = column, .columns = series->columns};
    for (size_t c = 0; c < series->columns; ++c)
        column[c] = (struct contensou_result_column){
            .name = series->column[c].name, .unit = series->column[c].unit, .place = c};
    return t;
}

/* The columns of the series into w; fails where one that the section needs is not there. */
static void read_columns(struct contensou__draft *d, const struct contensou_result_table *series,
                         struct work *w)
{
    const int strobe = strcmp(w->s->state, "period") == 0;

    if (strobe && !(w->s->value > 0))
        d->status = WRONG(
            d->err,
            "the file does not say what the period of its system is; give period=T with a number");
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

    w.column = contensou__pool_take(&d->pool, series->columns, sizeof *w.column);
    d->own = like(d, series);
    read_columns(d, series, &w);
    if (!d->status && !d->own)
        d->status = contensou__try_memory(NULL, d->err, "the picture");
    for (size_t i = 0; i + 1 < w.rows && !d->status; ++i) {
        const double t = neighbours(&w, i, i + 1) ? meet(&w, i) : NAN;

        if (!isnan(t))
            add_point(d, &w, i, t);
    }
    if (!d->status && d->own->rows == 0)
        d->status = WRONG(d->err, "%s %s=%g is not met by what the file has", SETTING("section"),
                          w.s->state, w.s->value);
}
