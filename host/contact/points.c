/* points.c: patches given cell by cell. SPDX-License-Identifier: MIT */
#include "contact/points.h"

#include "base/csv.h"
#include "base/names.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { columns = 4, block_rows = 1024 };
static const char *const names[columns] = {"x", "y", "area", "pressure"};

/* Where each of the four columns is in the file. */
static enum contensou_status find_columns(const struct contensou__csv *csv, const char *path,
                                          size_t at[columns], struct contensou_error *err)
{
    int seen[columns] = {0};

    for (size_t i = 0; i < contensou__csv_columns(csv); ++i) {
        const char *name = contensou__csv_name(csv, i);
        const int which = contensou__names_find(name, names, columns);
        const char *nearest = contensou__names_nearest(name, names, columns);

        if (which < 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: no column '%s' belongs here%s%s%s; cells have the columns "
                                  "x,y,area,pressure",
                                  path, name, nearest ? ", perhaps '" : "", nearest ? nearest : "",
                                  nearest ? "'" : "");
        at[which] = i;
        seen[which] = 1;
    }
    for (int i = 0; i < columns; ++i)
        if (!seen[i])
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the column '%s' is missing; cells have the columns "
                                  "x,y,area,pressure",
                                  path, names[i]);
    return CONTENSOU_OK;
}

/* Rows as they come: x, y, mass one after the other. */
static enum contensou_status read_rows(struct contensou__csv *csv, const char *path,
                                       const size_t at[columns], double **rows, size_t *count,
                                       struct contensou_error *err)
{
    double block[columns * block_rows];
    size_t got = 1, capacity = 0;

    while (got) {
        TRY(contensou__csv_read(csv, block_rows, block, &got, err));
        if (*count + got > capacity) {
            double *more = realloc(*rows, 3 * (2 * capacity + block_rows) * sizeof *more);

            TRY(contensou__try_memory(more, err, "the cells '%s'", path));
            *rows = more;
            capacity = 2 * capacity + block_rows;
        }
        for (size_t i = 0; i < got; ++i) {
            const double *row = block + columns * i;
            double *to = *rows + 3 * (*count)++;

            if (!(row[at[2]] > 0) || row[at[3]] < 0)
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "%s:%ld: a cell needs an area above 0 and a pressure of 0 or "
                                      "more, not %g and %g",
                                      path, contensou__csv_line(csv, i), row[at[2]], row[at[3]]);
            to[0] = row[at[0]];
            to[1] = row[at[1]];
            to[2] = row[at[2]] * row[at[3]];
        }
    }
    return CONTENSOU_OK;
}

static void close_csv(struct contensou__csv **csv)
{
    contensou__csv_close(*csv);
}

enum contensou_status contensou__points_read(double **point, size_t *count, const char *path,
                                             struct contensou__units *units,
                                             struct contensou_error *err)
{
    OWNED(close_csv) struct contensou__csv *csv = NULL;
    OWNED(contensou__try_free) double *rows = NULL;
    size_t at[columns];

    *point = NULL;
    *count = 0;
    TRY(contensou__csv_open(&csv, path, err));
    TRY(find_columns(csv, path, at, err));
    TRY(read_rows(csv, path, at, &rows, count, err));
    TRY(contensou__units_of_file(units, NULL, contensou__csv_units(csv), path, err));
    if (!*count)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: there are no cells", path);
    *point = malloc(3 * *count * sizeof **point);
    TRY(contensou__try_memory(*point, err, "the cells '%s'", path));
    for (size_t i = 0; i < *count; ++i)
        for (size_t k = 0; k < 3; ++k)
            (*point)[k * *count + i] = rows[3 * i + k];
    return CONTENSOU_OK;
}

enum contensou_status contensou__points_take(double **point, const double *cell, size_t n,
                                             const char *name, struct contensou_error *err)
{
    *point = NULL;
    if (!n)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: there are no cells", name);
    for (size_t i = 0; i < n; ++i)
        if (!isfinite(cell[i]) || !isfinite(cell[n + i]) || !(cell[2 * n + i] > 0) ||
            !isfinite(cell[2 * n + i] * cell[3 * n + i]) || !(cell[3 * n + i] >= 0))
            return contensou_fail(
                err, CONTENSOU_EINPUT,
                "%s: the cell %zu needs a place, an area above 0 and a pressure of "
                "0 or more, not (%g, %g), %g and %g",
                name, i + 1, cell[i], cell[n + i], cell[2 * n + i], cell[3 * n + i]);
    *point = malloc(3 * n * sizeof **point);
    TRY(contensou__try_memory(*point, err, "the cells '%s'", name));
    memcpy(*point, cell, 2 * n * sizeof *cell);
    for (size_t i = 0; i < n; ++i)
        (*point)[2 * n + i] = cell[2 * n + i] * cell[3 * n + i];
    return CONTENSOU_OK;
}

enum contensou_status contensou__points_settle(double *point, size_t count, const double g[2],
                                               const double center[2], const char *shape,
                                               double *load, struct contensou_error *err)
{
    double *x = point, *y = point + count, *mass = point + 2 * count;
    long double total = 0;

    for (size_t i = 0; i < count; ++i) {
        mass[i] *= 1 + g[0] * x[i] + g[1] * y[i];
        total += mass[i];
        x[i] -= center[0];
        y[i] -= center[1];
    }
    if (!(total > 0))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: all pressures are zero; at least one must be positive", shape);
    if (!isfinite((double)total))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: the loads of the cells are too large to be added", shape);
    *load = (double)total;
    for (size_t i = 0; i < count; ++i)
        mass[i] = (double)(mass[i] / total);
    return CONTENSOU_OK;
}
