/* identification_data.c: measured trajectories. SPDX-License-Identifier: MIT */
#include "analysis/identification_data.h"

#include "base/csv.h"
#include "base/linear.h"
#include "base/names.h"
#include "base/pi.h"
#include "base/try.h"
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    most_states = contensou__identification_states,
    most_names = most_states + 3,
    block = 1024,
    window = 15
};

/* A row as it was read: whose it is, where it stood, and all states, NaN where they were not measured. */
struct contensou__identification_rough {
    double run, t, state[most_states];
    int source;
    long line;
    char path[40]; /* the end of it, for messages */
};

void contensou__identification_data_free(struct contensou__identification_data *d)
{
    free(d->t);
    free(d->value);
    free(d->state);
    free(d->run);
    free(d->rough);
    *d = (struct contensou__identification_data){0};
}

static enum contensou_status have(const void *made, size_t rows, struct contensou_error *err)
{
    return contensou__try_memory(made, err, "%zu measured rows", rows);
}

/* The names of columns: run, t, the states, and last lane, which 'contensou sweep' calls its runs. */
static size_t list_names(const struct contensou__system *system, const char *name[most_names])
{
    name[0] = "run";
    name[1] = "t";
    for (int i = 0; i < system->dim; ++i)
        name[2 + i] = system->states[i].name;
    name[2 + system->dim] = "lane";
    return 3 + (size_t)system->dim;
}

static enum contensou_status add_row(struct contensou__identification_data *d,
                                     const struct contensou__identification_rough *row,
                                     struct contensou_error *err)
{
    if (d->rough_count == d->rough_room) {
        const size_t room = 2 * d->rough_room + block;
        struct contensou__identification_rough *const grown =
            realloc(d->rough, room * sizeof *grown);

        TRY(have(grown, room, err));
        d->rough = grown;
        d->rough_room = room;
    }
    d->rough[d->rough_count++] = *row;
    return CONTENSOU_OK;
}

/* What the columns of a file are multiplied by to be in the units of the system. */
static void scale_columns(const struct contensou__system *system, const char *time_unit,
                          const struct contensou__units *u, double factor[most_names])
{
    const int half = system->second ? system->dim / 2 : system->dim;
    const double time = strcmp(time_unit, "s") == 0 ? u->time : 1;

    factor[0] = 1;
    factor[1] = time;
    for (int i = 0; i < system->dim; ++i) {
        const char *const unit = system->states[i].unit;
        const int angle = strncmp(unit, "rad", 3) == 0 || (system->angles >> i % half & 1);
        const int length = *unit == 'm' && (!unit[1] || unit[1] == '/');
        const int rate = strchr(unit, '/') != NULL || i >= half;

        factor[2 + i] = (angle ? u->angle : length ? u->length : 1) / (rate ? time : 1);
    }
}

static enum contensou_status check_columns(const int *where, size_t names, const char *path,
                                           const struct contensou__system *system,
                                           struct contensou_error *err)
{
    char list[400] = "";
    int measured = 0;

    for (size_t k = 2; k < names; ++k) {
        const size_t used = strlen(list);

        measured |= where[k] >= 0;
        snprintf(list + used, sizeof list - used, "%s%s", k > 2 ? ", " : "",
                 system->states[k - 2].name);
    }
    if (where[1] < 0)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:1: the header has no column 't'; rows are t, states of %s (%s), "
                              "and run where there are several",
                              path, system->name, list);
    if (!measured)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:1: the header has no state of %s; at least one of %s must be "
                              "measured",
                              path, system->name, list);
    return CONTENSOU_OK;
}

/* The end of a path, for messages. */
static const char *tail(const char *path, size_t size)
{
    const size_t length = strlen(path);

    return length < size ? path : path + length - size + 1;
}

/* Rows of a table of which where[k] is the column of name k. */
static enum contensou_status take_rows(struct contensou__identification_data *d,
                                       struct contensou__csv *csv, const char *path,
                                       const int *where, size_t names, const double *factor,
                                       struct contensou_error *err)
{
    const size_t wide = contensou__csv_columns(csv);
    OWNED(contensou__try_free) double *value = malloc((block * wide + 1) * sizeof *value);
    size_t got = 1;

    TRY(have(value, block, err));
    while (got) {
        TRY(contensou__csv_read(csv, block, value, &got, err));
        for (size_t i = 0; i < got; ++i) {
            struct contensou__identification_rough row = {
                .run = where[0] < 0 ? 0 : value[i * wide + (size_t)where[0]],
                .t = value[i * wide + (size_t)where[1]] * factor[1],
                .source = d->sources,
                .line = contensou__csv_line(csv, i)};

            snprintf(row.path, sizeof row.path, "%s", tail(path, sizeof row.path));
            for (size_t k = 0; k < most_states; ++k)
                row.state[k] = k + 2 < names && where[k + 2] >= 0
                                   ? value[i * wide + (size_t)where[k + 2]] * factor[k + 2]
                                   : NAN;
            if (isnan(row.t) || isnan(row.run))
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "%s:%ld: column %s: a number is missing; only states may "
                                      "have gaps",
                                      path, row.line, isnan(row.t) ? "t" : "run");
            TRY(add_row(d, &row, err));
        }
    }
    return CONTENSOU_OK;
}

static void close_csv(struct contensou__csv **csv)
{
    contensou__csv_close(*csv);
}

enum contensou_status contensou__identification_data_read(struct contensou__identification_data *d,
                                                          const char *path,
                                                          const struct contensou__system *system,
                                                          const char *time_unit,
                                                          struct contensou_error *err)
{
    const char *name[most_names];
    const size_t before = d->rough_count;
    size_t names = list_names(system, name);
    OWNED(close_csv) struct contensou__csv *csv = NULL;
    struct contensou__units units;
    double factor[most_names];
    int where[most_names];

    TRY(contensou__csv_open(&csv, path, err));
    TRY(contensou__csv_find(csv, name, names, where, err));
    TRY(check_columns(where, --names, path, system, err));
    if (where[0] < 0)
        where[0] = where[names];
    TRY(contensou__units_of_file(&units, NULL, contensou__csv_units(csv), path, err));
    scale_columns(system, time_unit, &units, factor);
    contensou__csv_let_gaps(csv);
    ++d->sources;
    TRY(take_rows(d, csv, path, where, names, factor, err));
    if (d->rough_count == before)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "'%s' has a header line but no rows; it needs one row a frame", path);
    return CONTENSOU_OK;
}

enum contensou_status contensou__identification_data_take(struct contensou__identification_data *d,
                                                          const char *const *given, size_t count,
                                                          size_t rows, const double *value,
                                                          const struct contensou__system *system,
                                                          struct contensou_error *err)
{
    const char *name[most_names];
    const size_t names = list_names(system, name) - 1;
    int where[most_names];

    for (size_t k = 0; k < names; ++k)
        where[k] = -1;
    for (size_t k = 0; k < count; ++k) {
        const int at = contensou__names_find(given[k], name, names);

        if (at < 0)
            return contensou__names_fail(err, "column", given[k], name, names);
        where[at] = (int)k;
    }
    TRY(check_columns(where, names, "data", system, err));
    ++d->sources;
    for (size_t i = 0; i < rows; ++i) {
        struct contensou__identification_rough row = {
            .run = where[0] < 0 ? 0 : value[(size_t)where[0] * rows + i],
            .t = value[(size_t)where[1] * rows + i],
            .source = d->sources,
            .line = (long)i,
            .path = "data"};

        for (size_t k = 0; k < most_states; ++k) {
            row.state[k] =
                k + 2 < names && where[k + 2] >= 0 ? value[(size_t)where[k + 2] * rows + i] : NAN;
            if (isinf(row.state[k]))
                return contensou_fail(err, CONTENSOU_EINPUT, "data: row %zu: %s is not finite", i,
                                      name[k + 2]);
        }
        if (!isfinite(row.t) || !isfinite(row.run))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "data: row %zu: %s is no finite number; only states may have "
                                  "gaps",
                                  i, isfinite(row.t) ? "run" : "t");
        TRY(add_row(d, &row, err));
    }
    if (!rows)
        return contensou_fail(err, CONTENSOU_EINPUT, "data: there are no rows");
    return CONTENSOU_OK;
}

/* One more run, that of a row; source[room] are those of the runs. */
static enum contensou_status add_run(struct contensou__identification_data *d, int **source,
                                     size_t *room,
                                     const struct contensou__identification_rough *row,
                                     struct contensou_error *err)
{
    if (d->runs == *room) {
        struct contensou__identification_run *const grown =
            realloc(d->run, (2 * *room + 16) * sizeof *grown);
        int *const sources = realloc(*source, (2 * *room + 16) * sizeof *sources);

        d->run = grown ? grown : d->run;
        *source = sources ? sources : *source;
        TRY(have(grown ? sources : NULL, d->rough_count, err));
        *room = 2 * *room + 16;
    }
    (*source)[d->runs] = row->source;
    d->run[d->runs++] = (struct contensou__identification_run){.label = row->run};
    return CONTENSOU_OK;
}

/* Which run each row belongs to, by file and label, in the order of their first rows. */
static enum contensou_status find_runs(struct contensou__identification_data *d, size_t *run_of,
                                       struct contensou_error *err)
{
    size_t room = 0, last = 0;
    OWNED(contensou__try_free) int *source = NULL;

    for (size_t i = 0; i < d->rough_count; ++i) {
        const struct contensou__identification_rough *const row = &d->rough[i];
        size_t r = last;

        if (!d->runs || d->run[r].label != row->run || source[r] != row->source)
            for (r = 0; r < d->runs; ++r)
                if (d->run[r].label == row->run && source[r] == row->source)
                    break;
        if (r == d->runs)
            TRY(add_run(d, &source, &room, row, err));
        ++d->run[r].count;
        run_of[i] = last = r;
    }
    for (size_t r = 1; r < d->runs; ++r)
        d->run[r].first = d->run[r - 1].first + d->run[r - 1].count;
    return CONTENSOU_OK;
}

/* The rows of each run together, in the order in which they were given. */
static enum contensou_status sort_rows(struct contensou__identification_data *d,
                                       const size_t *run_of, size_t *next,
                                       struct contensou_error *err)
{
    for (size_t r = 0; r < d->runs; ++r)
        next[r] = d->run[r].first;
    for (size_t i = 0; i < d->rough_count; ++i) {
        const struct contensou__identification_rough *const row = &d->rough[i];
        const size_t to = next[run_of[i]]++;

        if (to > d->run[run_of[i]].first && !(row->t > d->t[to - 1]))
            return contensou_fail(
                err, CONTENSOU_EINPUT,
                "%s:%ld: column t: %.15g does not lie behind %.15g, the time of the row before it "
                "in its run; times must rise",
                row->path, row->line, row->t, d->t[to - 1]);
        d->t[to] = row->t;
        for (size_t c = 0; c < d->columns; ++c)
            d->value[to * d->columns + c] = row->state[d->state[c]];
    }
    return CONTENSOU_OK;
}

/* Angles of a camera lie within a turn: where one jumps by more than half a turn from a frame to the next, it goes on. */
static void unwrap(struct contensou__identification_data *d, const struct contensou__system *system)
{
    for (size_t c = 0; c < d->columns; ++c)
        for (size_t r = 0; r < d->runs && (system->angles >> d->state[c] & 1); ++r) {
            double last = NAN;

            for (size_t i = 0; i < d->run[r].count; ++i) {
                double *const v = &d->value[(d->run[r].first + i) * d->columns + c];

                if (isnan(*v))
                    continue;
                if (!isnan(last))
                    *v = last + remainder(*v - last, 2 * pi);
                last = *v;
            }
        }
}

static enum contensou_status check_runs(const struct contensou__identification_data *d,
                                        struct contensou_error *err)
{
    for (size_t r = 0; r < d->runs; ++r) {
        size_t frames = 0;

        for (size_t i = 0; i < d->run[r].count; ++i) {
            int any = 0;

            for (size_t c = 0; c < d->columns; ++c)
                any |= !isnan(d->value[(d->run[r].first + i) * d->columns + c]);
            frames += (size_t)any;
        }
        if (frames < 2)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "run %.15g has %zu frame%s with a measured state; a trajectory "
                                  "needs at least two",
                                  d->run[r].label, frames, frames == 1 ? "" : "s");
    }
    return CONTENSOU_OK;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The median of |e1 - 2 e2 + e3| over 0.6745 sqrt(6), which is sigma where noise is normal. */
static double measure_scatter(const struct contensou__identification_data *d, size_t column)
{
    double *const second = malloc((d->rows + 1) * sizeof *second);
    double found = 0;
    size_t count = 0;

    for (size_t r = 0; r < d->runs && second; ++r)
        for (size_t i = 1; i + 1 < d->run[r].count; ++i) {
            const double *const v = d->value + (d->run[r].first + i) * d->columns + column;
            const double e = v[-(ptrdiff_t)d->columns] - 2 * v[0] + v[d->columns];

            if (!isnan(e))
                second[count++] = fabs(e);
        }
    if (count) {
        qsort(second, count, sizeof *second, by_size);
        found = second[count / 2] / (0.6744897501960817 * 2.449489742783178);
    }
    free(second);
    return found;
}

/* 1e-9 of the values of a column, or where it has none but 0, of all. */
static double measure_floor(const struct contensou__identification_data *d, size_t column)
{
    double largest = 0, others = 0;

    for (size_t i = 0; i < d->rows * d->columns; ++i)
        if (!isnan(d->value[i])) {
            others = fmax(others, fabs(d->value[i]));
            if (i % d->columns == column)
                largest = fmax(largest, fabs(d->value[i]));
        }
    return 1e-9 * (largest > 0 ? largest : others > 0 ? others : 1);
}

enum contensou_status contensou__identification_data_end(struct contensou__identification_data *d,
                                                         const struct contensou__system *system,
                                                         struct contensou_error *err)
{
    OWNED(contensou__try_free)
    size_t *run_of = malloc((2 * d->rough_count + 1) * sizeof *run_of);

    d->state = malloc(most_states * sizeof *d->state);
    for (int i = 0; i < system->dim && d->state; ++i)
        for (size_t k = 0; k < d->rough_count; ++k)
            if (!isnan(d->rough[k].state[i])) {
                d->state[d->columns++] = i;
                break;
            }
    d->rows = d->rough_count;
    d->t = malloc((d->rows + 1) * sizeof *d->t);
    d->value = malloc((d->rows * d->columns + 1) * sizeof *d->value);
    TRY(have(run_of && d->state && d->t ? d->value : NULL, d->rows, err));
    if (!d->columns)
        return contensou_fail(err, CONTENSOU_EINPUT, "the data have no value of any state");
    TRY(find_runs(d, run_of, err));
    TRY(sort_rows(d, run_of, run_of + d->rough_count, err));
    free(d->rough);
    d->rough = NULL;
    TRY(check_runs(d, err));
    unwrap(d, system);
    for (size_t c = 0; c < d->columns; ++c) {
        d->floor[c] = measure_floor(d, c);
        d->scatter[c] = fmax(measure_scatter(d, c), d->floor[c]);
    }
    return CONTENSOU_OK;
}

size_t contensou__identification_data_count(const struct contensou__identification_data *d,
                                            size_t column)
{
    size_t count = 0;

    for (size_t i = 0; i < d->rows; ++i)
        count += isnan(d->value[i * d->columns + column]) ? 0 : 1;
    return count;
}

/* The parabola of least squares through the values of so many frames around row `at` of a run, a line where there are few: value and rate
 * there, and the scatter about it. 0 where fewer than two values are there. */
static int fit_parabola(const struct contensou__identification_data *d, size_t column, size_t run,
                        size_t at, size_t frames, double to[2], double *scatter)
{
    const struct contensou__identification_run *const r = &d->run[run];
    const size_t low = at > frames / 2 ? at - frames / 2 : 0,
                 high = low + frames < r->count ? low + frames : r->count;
    const double t0 = d->t[r->first + at],
                 unit = fmax(t0 - d->t[r->first + low], d->t[r->first + high - 1] - t0);
    double A[3][contensou__linear_most] = {{0}}, b[3] = {0}, c[3] = {0}, square = 0;
    size_t count = 0, order;

    for (int pass = 0; pass < 2; ++pass) {
        for (size_t i = low; i < high; ++i) {
            const double v = d->value[(r->first + i) * d->columns + column];
            const double x = (d->t[r->first + i] - t0) / unit, basis[3] = {1, x, x * x};
            const double e = v - c[0] - c[1] * x - c[2] * x * x;

            if (isnan(v))
                continue;
            count += !pass;
            square += pass ? e * e : 0;
            for (int k = 0; k < 3 && !pass; ++k) {
                for (int l = 0; l < 3; ++l)
                    A[k][l] += basis[k] * basis[l];
                b[k] += basis[k] * v;
            }
        }
        order = count < 5 ? 2 : 3;
        if (count < 2 || (!pass && contensou__linear_solve(order, A, b, c) < order))
            return 0;
    }
    to[0] = c[0];
    to[1] = c[1] / unit;
    *scatter = count > order ? sqrt(square / (double)(count - order)) : 0;
    return isfinite(to[0]) && isfinite(to[1]);
}

int contensou__identification_data_rate(const struct contensou__identification_data *d,
                                        size_t column, size_t run, size_t at, double *value,
                                        double *rate)
{
    double to[2], scatter;
    int found = 0;

    /* as many frames as a parabola passes through: a motion may bend within fewer */
    for (size_t frames = window; frames >= 5; frames = 2 * frames / 3) {
        if (!fit_parabola(d, column, run, at, frames, to, &scatter))
            break;
        *value = to[0];
        *rate = to[1];
        found = 1;
        if (scatter < 2 * d->scatter[column])
            break;
    }
    return found;
}
