/* cmd_limit_input.c: the rows of contensou limit, a block at a time: loads, or slips of a surface.
 *
 * The surface is sampled on N angles a from -pi/2 to pi/2, outer, and 2N directions phi from -pi to
 * pi, inner: slip = (cos a cos phi, cos a sin phi, sin a/R), R the radius of the patch, so that the
 * points spread over the surface whatever the unit of length. SPDX-License-Identifier: MIT */
#include "cli/cmd_limit.h"
#include "cli/csv_rows.h"

#include "base/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char *const columns[3] = {"Tx", "Ty", "M"};
static const double pi = 3.14159265358979323846;

static enum contensou_status find_columns(struct contensou__cmd_limit_input *in,
                                          struct contensou_error *err)
{
    const char *path = in->setup->points;
    int where[3] = {-1, -1, -1};

    for (size_t c = 0; c < contensou__csv_columns(in->csv); c++) {
        const char *name = contensou__csv_name(in->csv, c);
        const int k = name ? contensou__names_find(name, columns, 3) : -1;

        if (k < 0) {
            char what[512];

            snprintf(what, sizeof what, "column of loads (in '%.400s')", path);
            return contensou__names_fail(err, what, name ? name : "", columns, 3);
        }
        where[k] = (int)c;
    }
    for (size_t k = 0; k < 3; k++) {
        if (where[k] < 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the header has no column '%s'; the columns must be "
                                  "Tx,Ty,M",
                                  path, columns[k]);
        in->column[k] = (size_t)where[k];
    }
    return CONTENSOU_OK;
}

static enum contensou_status read_block(void *input, size_t rows, size_t *got,
                                        struct contensou_error *err)
{
    struct contensou__cmd_limit_input *in = input;

    if (3 * rows > in->values_size) {
        double *values = realloc(in->values, 3 * rows * sizeof *values);

        if (!values)
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu rows of '%s'", rows,
                                  in->setup->points);
        in->values = values;
        in->values_size = 3 * rows;
    }
    return contensou__csv_read(in->csv, rows, in->values, got, err);
}

enum contensou_status contensou__cmd_limit_input_open(struct contensou__cmd_limit_input *in,
                                                      const struct contensou__cmd_limit_setup *s,
                                                      double radius, struct contensou_error *err)
{
    struct stat info;
    enum contensou_status status;

    *in = (struct contensou__cmd_limit_input){.setup = s, .radius = fmax(radius, 1e-100)};
    if (!s->points) {
        in->total = s->surface ? 2 * s->surface * s->surface : 1;
        return CONTENSOU_OK;
    }
    status = contensou__csv_open(&in->csv, s->points, err);
    if (!status)
        status = find_columns(in, err);
    if (!status && !stat(s->points, &info) && S_ISREG(info.st_mode))
        status =
            contensou__csv_rows_check(&in->csv, s->points, "load", read_block, in, &in->total, err);
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
    const size_t left = in->total - in->next;
    enum contensou_status status = CONTENSOU_OK;

    *got = left < rows ? left : rows;
    if (in->csv) {
        status = read_block(in, rows, got, err);
        if (!status && !*got && !in->next)
            return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has no rows", in->setup->points);
        for (size_t i = 0; i < *got && !status; i++)
            for (size_t k = 0; k < 3; k++)
                value[k * *got + i] = in->values[3 * i + in->column[k]];
    } else if (in->setup->surface) {
        read_surface(in, *got, value, theta, phi);
    } else {
        for (size_t k = 0; k < 3 && *got; k++)
            value[k] = in->setup->load[k];
    }
    in->next += *got;
    return status;
}
