/* map_file.c: a grid of pressures from a file. SPDX-License-Identifier: MIT */
#include "contact/map_file.h"

#include "base/csv.h"
#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum contensou_status negative(const char *path, long line, double value,
                                      struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "%s:%ld: the pressure %g is negative; a map needs pressures of 0 or more",
                          path, line, value);
}

/* Rows of numbers, each as long as the first. */
static enum contensou_status read_grid(struct contensou__map_file *m, struct contensou__csv *csv,
                                       const char *path, struct contensou_error *err)
{
    size_t got = 1, capacity = 0;

    TRY(contensou__csv_set_columns(csv, 0, err));
    m->nx = (int)contensou__csv_columns(csv);
    while (got) {
        double *row;

        if ((size_t)m->ny == capacity) {
            double *more = realloc(m->pressure, sizeof *more * (size_t)m->nx * (capacity * 2 + 64));

            TRY(contensou__try_memory(more, err, "the map '%s'", path));
            m->pressure = more;
            capacity = capacity * 2 + 64;
        }
        row = m->pressure + (size_t)m->ny * (size_t)m->nx;
        TRY(contensou__csv_read(csv, 1, row, &got, err));
        for (size_t i = 0; i < got * (size_t)m->nx; ++i)
            if (row[i] < 0)
                return negative(path, contensou__csv_line(csv, 0), row[i], err);
        m->ny += (int)got;
    }
    if (m->nx < 1 || m->ny < 1)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: the map has no row of pressures", path);
    return CONTENSOU_OK;
}

/* The corners, then the grid. */
static enum contensou_status read_headed(struct contensou__map_file *m, struct contensou__csv *csv,
                                         const char *path, struct contensou_error *err)
{
    static const char *const names[4] = {"x_min", "x_max", "y_min", "y_max"};
    size_t got = 0;

    for (size_t i = 0; i < 4; ++i)
        if (contensou__csv_columns(csv) != 4 || strcmp(contensou__csv_name(csv, i), names[i]) != 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: a map starts with the line x_min,x_max,y_min,y_max, has "
                                  "the columns x,y,p, or is a grid of numbers alone",
                                  path);
    TRY(contensou__csv_read(csv, 1, m->box, &got, err));
    if (!got || !(m->box[0] < m->box[1]) || !(m->box[2] < m->box[3]))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:2: a map needs x_min < x_max and y_min < y_max", path);
    return read_grid(m, csv, path, err);
}

/* Which of x, y, p a name such as "x [mm]" is, or -1; its unit is added to the list. */
static int read_name(const char *name, char *list, size_t size)
{
    static const char *const names[4] = {"x", "y", "p", "pressure"};
    const size_t bare = strcspn(name, " \t([");
    const char *open = name + bare + strcspn(name + bare, "([");
    const size_t unit = *open ? strcspn(open + 1, ")]") : 0, used = strlen(list);
    char word[24];

    for (int k = 0; k < 4; ++k)
        if (strlen(names[k]) == bare && strncmp(name, names[k], bare) == 0) {
            snprintf(word, sizeof word, "%.*s", (int)(unit < 20 ? unit : 20),
                     *open ? open + 1 : "");
            if (unit && !(k == 1 && strcmp(list, word) == 0)) /* y in the unit of x */
                snprintf(list + used, size - used, "%s%s", used ? "," : "", word);
            return k < 3 ? k : 2;
        }
    return -1;
}

/* 1 if the columns are x, y and p, in any order. */
static int find_columns(const struct contensou__csv *csv, size_t at[3], char *list, size_t size)
{
    int seen[3] = {0};

    *list = '\0';
    for (size_t i = 0; i < contensou__csv_columns(csv) && i < 3; ++i) {
        const int k = read_name(contensou__csv_name(csv, i), list, size);

        if (k < 0 || seen[k]++)
            return 0;
        at[k] = i;
    }
    return contensou__csv_columns(csv) == 3 && seen[0] && seen[1] && seen[2];
}

/* All rows x, y, p and the line of each. */
struct scattered {
    double *row; /* [4 * count] */
    size_t count;
};

static enum contensou_status read_scattered(struct scattered *s, struct contensou__csv *csv,
                                            const size_t at[3], const char *path,
                                            struct contensou_error *err)
{
    enum { block = 1024 };
    double value[3 * block];
    size_t got = 1, capacity = 0;

    while (got) {
        TRY(contensou__csv_read(csv, block, value, &got, err));
        if (s->count + got > capacity) {
            double *more = realloc(s->row, 4 * (2 * capacity + block) * sizeof *more);

            TRY(contensou__try_memory(more, err, "the map '%s'", path));
            s->row = more;
            capacity = 2 * capacity + block;
        }
        for (size_t i = 0; i < got; ++i) {
            double *to = s->row + 4 * s->count++;

            for (int k = 0; k < 3; ++k)
                to[k] = value[3 * i + at[k]];
            to[3] = (double)contensou__csv_line(csv, i);
            if (to[2] < 0)
                return negative(path, (long)to[3], to[2], err);
        }
    }
    if (!s->count)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: the map has no row of pressures", path);
    return CONTENSOU_OK;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The first of the places, which rise, that is no whole number of steps behind the first one, or NaN. */
static double find_wrong(const double *place, size_t count, double step)
{
    for (size_t i = 0; i < count; ++i) {
        const double steps = (place[i] - place[0]) / step;

        if (fabs(steps - rint(steps)) > 0.02)
            return place[i];
    }
    return NAN;
}

/* The lowest middle of a cell along one axis, their spacing (`given`, or 0) and how many there are. Places are rounded in
 * files: the smallest gap tells how many cells there are, their range how large they are. */
static enum contensou_status find_axis(const struct scattered *s, int axis, double given,
                                       const char *path, double *low, double *step, int *cells,
                                       struct contensou_error *err)
{
    const double most = 1 << 20;
    OWNED(contensou__try_free) double *place = malloc(s->count * sizeof *place);
    double range, gap = HUGE_VAL, wrong, n;

    TRY(contensou__try_memory(place, err, "the map '%s'", path));
    for (size_t i = 0; i < s->count; ++i)
        place[i] = s->row[4 * i + (size_t)axis];
    qsort(place, s->count, sizeof *place, compare);
    range = place[s->count - 1] - place[0];
    for (size_t i = 1; i < s->count; ++i)
        if (place[i] - place[i - 1] > 1e-6 * range)
            gap = fmin(gap, place[i] - place[i - 1]);
    *low = place[0];
    n = range > 0 ? rint(range / (given > 0 ? given : gap)) : 0;
    *step = given > 0 ? given : n > 0 ? range / n : 0;
    if (!(*step > 0))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: all %c are %g, which does not say how large a cell is; give the "
                              "size of the cells",
                              path, "xy"[axis], *low);
    wrong = n < most ? find_wrong(place, s->count, *step) : NAN;
    if (!(n < most) || !isnan(wrong))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: the places are not those of a grid: %c = %g does not lie a "
                              "whole number of cells of %g from %g",
                              path, "xy"[axis], isnan(wrong) ? *low + range : wrong, *step, *low);
    *cells = (int)n + 1;
    return CONTENSOU_OK;
}

/* Puts every row into its cell. */
static enum contensou_status sort_in(struct contensou__map_file *m, const struct scattered *s,
                                     const double low[2], const double step[2], const char *path,
                                     struct contensou_error *err)
{
    const size_t count = (size_t)m->nx * (size_t)m->ny, most = (size_t)1 << 26;

    m->pressure = count <= most ? malloc(count * sizeof *m->pressure) : NULL;
    TRY(contensou__try_memory(m->pressure, err, "the %d x %d cells of '%s'", m->nx, m->ny, path));
    for (size_t i = 0; i < count; ++i)
        m->pressure[i] = -1;
    for (size_t i = 0; i < s->count; ++i) {
        const double *row = s->row + 4 * i;
        double *to = m->pressure + (size_t)rint((row[1] - low[1]) / step[1]) * (size_t)m->nx +
                     (size_t)rint((row[0] - low[0]) / step[0]);

        if (*to >= 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:%ld: the cell at x = %g, y = %g has a pressure already", path,
                                  (long)row[3], row[0], row[1]);
        *to = row[2];
    }
    for (size_t i = 0; i < count; ++i)
        m->pressure[i] = fmax(m->pressure[i], 0);
    for (int k = 0; k < 2; ++k) {
        m->box[2 * k] = low[k] - 0.5 * step[k];
        m->box[2 * k + 1] = low[k] + ((k ? m->ny : m->nx) - 0.5) * step[k];
    }
    return CONTENSOU_OK;
}

static void free_scattered(struct scattered *s)
{
    free(s->row);
}

static enum contensou_status read_places(struct contensou__map_file *m, struct contensou__csv *csv,
                                         const size_t at[3], const double cell[2], const char *path,
                                         struct contensou_error *err)
{
    OWNED(free_scattered) struct scattered s = {0};
    double low[2], step[2];

    TRY(read_scattered(&s, csv, at, path, err));
    for (int k = 0; k < 2; ++k)
        TRY(find_axis(&s, k, cell[k], path, &low[k], &step[k], k ? &m->ny : &m->nx, err));
    return sort_in(m, &s, low, step, path, err);
}

static enum contensou_status read_bare(struct contensou__map_file *m, struct contensou__csv *csv,
                                       const double cell[2], const char *path,
                                       struct contensou_error *err)
{
    if (!(cell[0] > 0))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s is a bare grid of pressures; give the size of its cells, DX,DY, "
                              "or begin it with the line x_min,x_max,y_min,y_max and those numbers",
                              path);
    TRY(read_grid(m, csv, path, err));
    for (int k = 0; k < 4; ++k)
        m->box[k] = (k % 2 ? 0.5 : -0.5) * cell[k / 2] * (k < 2 ? m->nx : m->ny);
    return CONTENSOU_OK;
}

static void close_csv(struct contensou__csv **csv)
{
    contensou__csv_close(*csv);
}

static void free_map(struct contensou__map_file *map)
{
    free(map->pressure);
}

enum contensou_status contensou__map_file_read(struct contensou__map_file *map, const char *path,
                                               const double cell[2], struct contensou__units *units,
                                               struct contensou_error *err)
{
    OWNED(close_csv) struct contensou__csv *csv = NULL;
    OWNED(free_map) struct contensou__map_file own = {0};
    char list[64] = "";
    size_t at[3];

    TRY(contensou__csv_open_bare(&csv, path, err));
    if (contensou__csv_bare(csv))
        TRY(read_bare(&own, csv, cell, path, err));
    else if (find_columns(csv, at, list, sizeof list))
        TRY(read_places(&own, csv, at, cell, path, err));
    else if (cell[0] > 0)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s says itself how large its cells are; leave the size of the "
                              "cells out",
                              path);
    else
        TRY(read_headed(&own, csv, path, err));
    TRY(contensou__units_of_file(units, *list ? list : NULL, contensou__csv_units(csv), path, err));
    *map = own;
    own.pressure = NULL;
    return CONTENSOU_OK;
}
