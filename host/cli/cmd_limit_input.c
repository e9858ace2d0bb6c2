/* cmd_limit_input.c: the rows of contensou limit, a block at a time: loads, or slips of a surface.
 *
 * A row is kept as the friction that answers it, u = (Tx, Ty, M) of [1](2.5); a load, which acts on
 * the body beside friction, is minus that.
 *
 * The surface is sampled on N angles a from -pi/2 to pi/2, outer, and 2N directions phi from -pi to
 * pi, inner: slip = (cos a cos phi, cos a sin phi, sin a/R), R the radius of the patch, so that the
 * points spread over the surface whatever the unit of length. SPDX-License-Identifier: MIT */
#include "cli/cmd_limit.h"
#include "cli/csv_rows.h"

#include "base/pi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char *const columns[6] = {"Tx", "Ty", "M", "load_x", "load_y", "load_M"};
/* The header names one of the two triples, in any order. */
static enum contensou_status find_columns(struct contensou__cmd_limit_input *in,
                                          struct contensou_error *err)
{
    const char *path = in->setup->points;
    int where[6];
    size_t first;
    const enum contensou_status status = contensou__csv_find(in->csv, columns, 6, where, err);

    if (status)
        return status;
    in->loads = where[3] >= 0 || where[4] >= 0 || where[5] >= 0;
    first = in->loads ? 3 : 0;
    for (size_t k = 0; k < 3; k++) {
        if (where[first + k] < 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the header has no column '%s'; the columns must be "
                                  "load_x,load_y,load_M (loads on the body) or Tx,Ty,M (the "
                                  "friction that holds them, minus the loads)",
                                  path, columns[first + k]);
        if (where[3 - first + k] >= 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the column '%s' beside '%s': give loads on the body "
                                  "(load_x,load_y,load_M) or the friction that holds them "
                                  "(Tx,Ty,M), not both",
                                  path, columns[3 - first + k], columns[first + k]);
        in->column[k] = (size_t)where[first + k];
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_block(void *input, size_t rows, size_t *got,
                                        struct contensou_error *err)
{
    struct contensou__cmd_limit_input *in = input;
    const size_t width = contensou__csv_columns(in->csv);

    if (width * rows > in->values_size) {
        double *values = realloc(in->values, width * rows * sizeof *values);

        if (!values)
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu rows of '%s'", rows,
                                  in->setup->points);
        in->values = values;
        in->values_size = width * rows;
    }
    return contensou__csv_read(in->csv, rows, in->values, got, err);
}

enum contensou_status contensou__cmd_limit_input_open(struct contensou__cmd_limit_input *in,
                                                      const struct contensou__cmd_limit_setup *s,
                                                      double radius, struct contensou_error *err)
{
    struct stat info;
    enum contensou_status status;

    *in = (struct contensou__cmd_limit_input){
        .setup = s, .radius = fmax(radius, 1e-100), .units = s->units};
    if (!s->points) {
        in->loads = !s->surface;
        in->total = s->surface ? 2 * s->surface * s->surface : 1;
        return CONTENSOU_OK;
    }
    status = contensou__csv_open(&in->csv, s->points, err);
    if (!status)
        status = find_columns(in, err);
    if (!status)
        status =
            contensou__real_units_file(&in->units, contensou__csv_units(in->csv), s->points, err);
    if (!status && !stat(s->points, &info) && S_ISREG(info.st_mode))
        status =
            contensou__csv_rows_check(in->csv, s->points, "load", read_block, in, &in->total, err);
    return status;
}

void contensou__cmd_limit_input_close(struct contensou__cmd_limit_input *in)
{
    contensou__csv_close(in->csv);
    free(in->values);
    *in = (struct contensou__cmd_limit_input){0};
}

/* Member i of n values from -end to end, both exact. */
static double spread(size_t i, size_t n, double end)
{
    return i + 1 == n ? end : -end + 2 * end * (double)i / (double)(n - 1);
}

static void read_surface(const struct contensou__cmd_limit_input *in, size_t n, double *slip,
                         double *theta, double *phi)
{
    const size_t N = in->setup->surface;

    for (size_t i = 0; i < n; i++) {
        const size_t row = (in->next + i) / (2 * N), column = (in->next + i) % (2 * N);
        const int pole = row == 0 || row + 1 == N;
        const double a = spread(row, N, pi / 2), p = spread(column, 2 * N, pi);
        const double v = pole ? 0 : cos(a), w = (pole ? copysign(1, a) : sin(a)) / in->radius;

        slip[i] = v * cos(p);
        slip[n + i] = v * sin(p);
        slip[2 * n + i] = w;
        theta[i] = atan2(w, v);
        phi[i] = pole ? NAN : p;
    }
}

enum contensou_status contensou__cmd_limit_input_read(struct contensou__cmd_limit_input *in,
                                                      size_t rows, double *value, double *theta,
                                                      double *phi, size_t *got,
                                                      struct contensou_error *err)
{
    const struct contensou__real_units *u = &in->units;
    const double force = (in->csv ? u->table.force : 1) / contensou__real_units_force(u);
    const double torque = force * (in->csv ? u->table.length : 1) / contensou__real_units_length(u);
    const size_t left = in->total - in->next;
    enum contensou_status status = CONTENSOU_OK;

    *got = left < rows ? left : rows;
    if (in->csv) {
        status = read_block(in, rows, got, err);
        if (!status && !*got && !in->next)
            return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has no rows", in->setup->points);
        for (size_t i = 0; i < *got && !status; i++)
            for (size_t k = 0; k < 3; k++)
                value[k * *got + i] =
                    in->values[contensou__csv_columns(in->csv) * i + in->column[k]];
    } else if (in->setup->surface) {
        read_surface(in, *got, value, theta, phi);
    } else {
        for (size_t k = 0; k < 3 && *got; k++)
            value[k] = in->setup->load[k];
    }
    for (size_t i = 0; i < 3 * *got && in->loads && !status; i++)
        value[i] = 0.0 - value[i];
    for (size_t i = 0; i < 3 * *got && !in->setup->surface && !status; i++)
        value[i] *= i < 2 * *got ? force : torque;
    in->next += *got;
    return status;
}
