/* fit_rows.c: measured rows from a file. SPDX-License-Identifier: MIT */
#include "fit/fit_rows.h"

#include "base/csv.h"
#include "base/setting.h"
#include "base/try.h"
#include "base/units.h"
#include "base/versioned.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { column_count = 8, width = 10, block = 4096 };
static const char *const columns[] = {"vx", "vy", "omega", "Tx", "Ty", "M", "weight"};

/* Finds the columns in the header, in any order; others are passed over. */
static enum contensou_status find_columns(struct contensou__csv *csv, const char *path,
                                          const char *group, int where[column_count],
                                          struct contensou_error *err)
{
    const char *names[column_count];

    memcpy(names, columns, sizeof columns);
    names[column_count - 1] = group;
    where[column_count - 1] = -1;
    TRY(contensou__csv_find(csv, names, column_count - !group, where, err));
    for (int k = 0; k < 3; ++k)
        if (where[k] < 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the header has no column '%s'; the slip needs vx,vy,omega",
                                  path, columns[k]);
    if (where[3] < 0 && where[4] < 0 && where[5] < 0)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:1: the header has none of the columns Tx, Ty, M; at least one "
                              "must be measured",
                              path);
    return CONTENSOU_OK;
}

/* One row into rows[width * row ..]: slip, wrench, weights, group. */
static enum contensou_status take_row(const double *value, const int where[column_count],
                                      double row[width], const char *path, long line,
                                      struct contensou_error *err)
{
    const double weight = where[6] < 0 ? 1 : value[where[6]];
    int measured = 0;

    for (int k = 0; k < 6; ++k)
        row[k] = where[k] < 0 ? 0 : value[where[k]];
    for (int k = 0; k < 3; ++k) {
        row[6 + k] = where[3 + k] < 0 ? 0 : weight;
        measured += row[6 + k] > 0;
    }
    row[9] = where[7] < 0 ? 0 : value[where[7]];
    if (row[0] == 0 && row[1] == 0 && row[2] == 0)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:%ld: the slip vx = vy = omega = 0 has no direction; at least one "
                              "of them must differ from 0",
                              path, line);
    if (measured == 3 && row[3] == 0 && row[4] == 0 && row[5] == 0)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:%ld: the load Tx = Ty = M = 0 has no direction, though the body "
                              "slips; leave such rows out, or give them the weight 0",
                              path, line);
    if (!(weight >= 0))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:%ld: the weight %g is below 0; a weight is 0 or more", path, line,
                              weight);
    return CONTENSOU_OK;
}

/* What is read before it has its place; all zero is nothing. */
struct reading {
    struct contensou__csv *csv;
    double *rows; /* one behind the other */
    size_t n;
    int where[column_count];
};

static void release(struct reading *r)
{
    contensou__csv_close(r->csv);
    free(r->rows);
}

static enum contensou_status read_rows(struct reading *r, const char *path,
                                       struct contensou_error *err)
{
    const size_t all = contensou__csv_columns(r->csv);
    OWNED(contensou__try_free) double *value = malloc(block * all * sizeof *value);
    size_t got = 1;

    while (got) {
        double *more = value ? realloc(r->rows, width * (r->n + block) * sizeof *more) : NULL;

        TRY(contensou__try_memory(more, err, "the rows of '%s'", path));
        r->rows = more;
        TRY(contensou__csv_read(r->csv, block, value, &got, err));
        for (size_t i = 0; i < got; ++i, ++r->n)
            TRY(take_row(value + i * all, r->where, r->rows + width * r->n, path,
                         contensou__csv_line(r->csv, i), err));
    }
    return CONTENSOU_OK;
}

static double or_one(double x)
{
    return x > 0 ? x : 1;
}

/* Velocities in length over time and spins in angle over time become those of the contact's unit of length; forces and
 * torques become those per unit of mu N. */
static void to_contact(const struct contensou_fit_units *of, const struct contensou__units *u,
                       double *rows, size_t n)
{
    const double size = or_one(of->length);
    const double force = u->force / (or_one(of->mu) * or_one(of->normal_force));
    const double by[6] = {
        u->length / u->time,     u->length / u->time, u->angle / u->time * size, force, force,
        force * u->length / size};

    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < 6; ++k)
            rows[width * i + k] *= by[k];
}

enum contensou_status contensou_fit_rows_read(struct contensou_fit_rows *rows, const char *path,
                                              const struct contensou_fit_units *units,
                                              struct contensou_error *err)
{
    OWNED(release) struct reading r = {0};
    struct contensou_fit_units of;
    struct contensou__units table;
    double *field;

    *rows = (struct contensou_fit_rows){0};
    TRY(contensou__versioned_take(&of, sizeof of, units, "contensou_fit_units", err));
    TRY(contensou__csv_open(&r.csv, path, err));
    TRY(find_columns(r.csv, path, of.group, r.where, err));
    TRY(contensou__units_of_file(&table, of.list, contensou__csv_units(r.csv), path, err));
    TRY(read_rows(&r, path, err));
    to_contact(&of, &table, r.rows, r.n);
    if (r.n == 0)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "'%s' has a header line but no rows; it needs measurements", path);
    rows->memory = field = malloc(width * r.n * sizeof *field);
    TRY(contensou__try_memory(field, err, "the rows of '%s'", path));
    for (size_t i = 0; i < r.n; ++i) /* from rows into fields */
        for (size_t k = 0; k < width; ++k)
            field[k * r.n + i] = r.rows[width * i + k];
    rows->data = (struct contensou_fit_data){r.n, field, field + 3 * r.n, field + 6 * r.n};
    for (int k = 0; k < 3; ++k)
        rows->measured[k] = r.where[3 + k] >= 0;
    rows->group = r.where[7] < 0 ? NULL : field + 9 * r.n;
    return CONTENSOU_OK;
}

void contensou_fit_rows_free(struct contensou_fit_rows *rows)
{
    free(rows->memory);
    *rows = (struct contensou_fit_rows){0};
}

/* 1 if all rows that count are parallel, and then one of them in unit[3]. */
static int one_direction(const struct contensou_fit_data *rows, double unit[3])
{
    const size_t n = rows->n;
    int found = 0;

    for (size_t i = 0; i < n; ++i) {
        const double big =
            fmax(fmax(fabs(rows->slip[i]), fabs(rows->slip[n + i])), fabs(rows->slip[2 * n + i]));
        const double u[3] = {rows->slip[i] / big, rows->slip[n + i] / big,
                             rows->slip[2 * n + i] / big};

        if (!(rows->weight[i] > 0 || rows->weight[n + i] > 0 || rows->weight[2 * n + i] > 0))
            continue;
        if (!found)
            memcpy(unit, u, 3 * sizeof *unit);
        else if (fabs(unit[1] * u[2] - unit[2] * u[1]) > 1e-9 ||
                 fabs(unit[2] * u[0] - unit[0] * u[2]) > 1e-9 ||
                 fabs(unit[0] * u[1] - unit[1] * u[0]) > 1e-9)
            return 0;
        found = 1;
    }
    return found;
}

enum contensou_status contensou_fit_rows_check(const struct contensou_fit_data *rows,
                                               const char *name,
                                               const struct contensou_fit_result *result,
                                               struct contensou_error *err)
{
    double unit[3];
    char names[512] = "";
    int count = 0, open = 0;

    if (!one_direction(rows, unit))
        return CONTENSOU_OK;
    for (int i = 0; i < result->count; ++i)
        if (result->parameter[i].free) {
            const size_t used = strlen(names);

            snprintf(names + used, sizeof names - used, "%s%s", count++ ? ", " : "",
                     result->parameter[i].name);
            open |= !isfinite(result->parameter[i].high);
        }
    if (count == 0 || (count == 1 && !open))
        return CONTENSOU_OK;
    return contensou_fail(
        err, CONTENSOU_EINPUT,
        "'%s': %s cannot be determined: all rows slip in one direction, vx : vy : omega = %.6g : "
        "%.6g : %.6g or its opposite, so that they measure one wrench again and again; measure "
        "other directions%s",
        name, names, unit[0], unit[1], unit[2],
        count > 1 ? ", or fix all parameters but one with " SETTING("fix") : "");
}

enum contensou_status contensou__fit_rows_directions(const struct contensou_fit_data *rows,
                                                     struct contensou_error *err)
{
    const size_t n = rows->n;

    for (size_t i = 0; i < n; ++i) {
        double slip = 0, load = 0;
        int counts = 1;

        for (size_t k = 0; k < 3; ++k) {
            const double weight = rows->weight[k * n + i];

            slip = fmax(slip, fabs(rows->slip[k * n + i]));
            load = fmax(load, fabs(rows->wrench[k * n + i]));
            counts &= weight > 0;
            if (!isfinite(rows->slip[k * n + i]) || !isfinite(rows->wrench[k * n + i]) ||
                !(weight >= 0) || !isfinite(weight))
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "row %zu: slip, load and weight must be finite numbers, and "
                                      "a weight 0 or more",
                                      i + 1);
        }
        if (slip == 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "row %zu: the slip vx = vy = omega = 0 has no direction", i + 1);
        if (counts && load == 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "row %zu: the load Tx = Ty = M = 0 has no direction, though the "
                                  "body slips; leave such rows out, or give them the weight 0",
                                  i + 1);
    }
    return CONTENSOU_OK;
}

void contensou__fit_rows_signs(const struct contensou_fit_data *rows, char *sentence, size_t size)
{
    const size_t n = rows->n;
    size_t count = 0, against = 0;

    for (size_t i = 0; i < n; ++i) {
        double power = 0;

        for (size_t k = 0; k < 3; ++k)
            if (rows->weight[k * n + i] > 0)
                power += rows->slip[k * n + i] * rows->wrench[k * n + i];
        count += power != 0;
        against += power < 0;
    }
    *sentence = '\0';
    if (2 * against > count)
        snprintf(
            sentence, size,
            "the wrench points against the slip in %.3g %% of the rows: Tx, Ty, M are the load "
            "that keeps the body sliding, not friction on the body; turn their signs",
            100 * (double)against / (double)count);
}
