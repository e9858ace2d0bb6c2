/* cmd_eval_input.c: the slips of contensou eval, a block at a time, from a grid or from a file.
 *
 * v = cos theta (cos phi, sin phi), omega = sin theta; theta is the outer axis, phi the inner one:
 * row = i_theta * n_phi + i_phi. SPDX-License-Identifier: MIT */
#include "cli/cmd_eval.h"
#include "cli/csv_rows.h"

#include "base/pi.h"
#include "base/numbers.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { longest_list = 1 << 18 };

static const char *const columns[5] = {"theta", "phi", "vx", "vy", "omega"};

double contensou__cmd_eval_input_member(const struct contensou__cmd_eval_axis *axis, size_t i)
{
    if (axis->list)
        return axis->list[i];
    return i + 1 == axis->count
               ? axis->hi
               : axis->lo + (axis->hi - axis->lo) * (double)i / (double)(axis->count - 1);
}

/* Takes "lo:hi:count" as a range to be computed if its count is large; 0 if it is anything else. */
static int read_long_range(struct contensou__cmd_eval_axis *axis, const char *text)
{
    char ends[256];
    const char *first = strchr(text, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    long count;

    if (!second || (size_t)(second - text) >= sizeof ends)
        return 0;
    memcpy(ends, text, (size_t)(second - text));
    ends[second - text] = '\0';
    ends[first - text] = '\0';
    if (contensou__numbers_whole(second + 1, "", longest_list + 1, 1000000000, &count, NULL) ||
        contensou__numbers_parse(ends, "", &axis->lo, NULL) ||
        contensou__numbers_parse(ends + (first + 1 - text), "", &axis->hi, NULL) ||
        !isfinite((axis->hi - axis->lo) * (double)count))
        return 0;
    axis->count = (size_t)count;
    return 1;
}

static enum contensou_status read_axis(struct contensou__cmd_eval_axis *axis, const char *text,
                                       const char *what, struct contensou_error *err)
{
    enum contensou_status status;

    if (read_long_range(axis, text))
        return CONTENSOU_OK;
    status = contensou__numbers_range(text, what, &axis->list, &axis->count, err);
    if (status)
        return status;
    axis->cosine = malloc(axis->count * sizeof *axis->cosine);
    axis->sine = malloc(axis->count * sizeof *axis->sine);
    if (!axis->cosine || !axis->sine)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the %zu values of %s",
                              axis->count, what);
    for (size_t i = 0; i < axis->count; i++) {
        axis->cosine[i] = cos(axis->list[i]);
        axis->sine[i] = sin(axis->list[i]);
    }
    return CONTENSOU_OK;
}

/* Beyond a right angle the slip is that of another theta and phi, so a larger theta is a mistake as a
 * rule: degrees where radians are meant. The room is for pi/2 in a few digits. */
static int beyond(const struct contensou__cmd_eval_input *in, double theta)
{
    return !in->any_theta && !(fabs(theta) <= pi / 2 + 1e-3);
}

static enum contensou_status refuse_theta(double theta, const char *where,
                                          struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "%s: theta = %.6g is beyond pi/2, which is pure spinning; angles are in "
                          "radians unless they end in deg, such as 90deg; --any-theta takes it as "
                          "it is",
                          where, theta);
}

static enum contensou_status open_grid(struct contensou__cmd_eval_input *in, const char *theta,
                                       const char *phi, struct contensou_error *err)
{
    enum contensou_status status = read_axis(&in->theta, theta, "--theta", err);

    for (size_t i = 0; i < in->theta.count && !status; i++) {
        const double t = contensou__cmd_eval_input_member(&in->theta, i);

        if (beyond(in, t))
            status = refuse_theta(t, "--theta", err);
        else if (!in->theta.list && i == 0)
            i = in->theta.count - 2; /* a long range lies between its ends */
    }
    if (!status)
        status = read_axis(&in->phi, phi, "--phi", err);
    if (status)
        return status;
    if (in->theta.count > SIZE_MAX / 64 / in->phi.count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--theta and --phi make %zu x %zu directions; that is too many",
                              in->theta.count, in->phi.count);
    in->total = in->theta.count * in->phi.count;
    in->key_count = 2;
    in->keys[0] = columns[0];
    in->keys[1] = columns[1];
    return CONTENSOU_OK;
}

/* Finds theta,phi or vx,vy,omega in the header, in any order; other columns are passed over. */
static enum contensou_status find_columns(struct contensou__cmd_eval_input *in,
                                          struct contensou_error *err)
{
    int where[5], angles, slips;
    const enum contensou_status status = contensou__csv_find(in->csv, columns, 5, where, err);

    if (status)
        return status;
    angles = (where[0] >= 0) + (where[1] >= 0);
    slips = (where[2] >= 0) + (where[3] >= 0) + (where[4] >= 0);
    if (angles && slips)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:1: the header mixes angles and velocities; the columns must be "
                              "either theta,phi or vx,vy,omega",
                              in->path);
    in->key_count = angles ? 2 : 3;
    for (size_t k = 0; k < in->key_count; k++) {
        const size_t at = angles ? k : k + 2;

        if (where[at] < 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the header has no column '%s'; the columns must be either "
                                  "theta,phi or vx,vy,omega",
                                  in->path, columns[at]);
        in->keys[k] = columns[at];
        in->column[k] = (size_t)where[at];
    }
    return CONTENSOU_OK;
}

/* Reads a block of the file and makes sure that every row is a slip. */
static enum contensou_status read_block(void *input, size_t rows, size_t *got,
                                        struct contensou_error *err)
{
    struct contensou__cmd_eval_input *in = input;
    const size_t width = contensou__csv_columns(in->csv);
    enum contensou_status status;

    if (rows * width > in->values_size) {
        double *values = realloc(in->values, rows * width * sizeof *values);

        if (!values)
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu rows of '%s'", rows,
                                  in->path);
        in->values = values;
        in->values_size = rows * width;
    }
    status = contensou__csv_read(in->csv, rows, in->values, got, err);
    for (size_t i = 0; i < *got && in->key_count == 2 && !status; i++) {
        const double theta = in->values[i * width + in->column[0]];
        char where[512];

        if (!beyond(in, theta))
            continue;
        snprintf(where, sizeof where, "%.480s:%ld", in->path, contensou__csv_line(in->csv, i));
        status = refuse_theta(theta, where, err);
    }
    if (status || in->key_count == 2)
        return status;
    for (size_t i = 0; i < *got; i++) {
        const double *v = in->values + i * width;

        if (v[in->column[0]] == 0.0 && v[in->column[1]] == 0.0 && v[in->column[2]] == 0.0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:%ld: the slip vx = vy = omega = 0 has no direction; at least "
                                  "one of them must differ from 0",
                                  in->path, contensou__csv_line(in->csv, i));
    }
    return CONTENSOU_OK;
}

static enum contensou_status open_points(struct contensou__cmd_eval_input *in, const char *path,
                                         struct contensou_error *err)
{
    struct stat info;
    enum contensou_status status;

    in->path = path;
    status = contensou__csv_open(&in->csv, path, err);
    if (!status)
        status = find_columns(in, err);
    if (!status)
        status = contensou__real_units_file(&in->units, contensou__csv_units(in->csv), path, err);
    if (!status && !stat(path, &info) && S_ISREG(info.st_mode))
        status =
            contensou__csv_rows_check(in->csv, in->path, "slip", read_block, in, &in->total, err);
    return status;
}

enum contensou_status contensou__cmd_eval_input_open(struct contensou__cmd_eval_input *in,
                                                     const struct contensou__cmd_eval_setup *s,
                                                     struct contensou_error *err)
{
    *in = (struct contensou__cmd_eval_input){.any_theta = s->any_theta, .units = s->units};
    return s->points ? open_points(in, s->points, err) : open_grid(in, s->theta, s->phi, err);
}

static void free_axis(struct contensou__cmd_eval_axis *axis)
{
    free(axis->list);
    free(axis->cosine);
    free(axis->sine);
}

void contensou__cmd_eval_input_close(struct contensou__cmd_eval_input *in)
{
    free_axis(&in->theta);
    free_axis(&in->phi);
    contensou__csv_close(in->csv);
    free(in->values);
    *in = (struct contensou__cmd_eval_input){0};
}

static void put(double *slip, size_t n, size_t i, double ct, double st, double cp, double sp)
{
    slip[i] = ct * cp;
    slip[n + i] = ct * sp;
    slip[2 * n + i] = st;
}

static void read_grid(struct contensou__cmd_eval_input *in, size_t n, double *slip,
                      double *const *key)
{
    const struct contensou__cmd_eval_axis *theta = &in->theta, *phi = &in->phi;
    size_t it = in->next / phi->count, ip = in->next % phi->count, last = SIZE_MAX;
    double t = 0, ct = 1, st = 0;

    for (size_t i = 0; i < n; i++) {
        const double p = contensou__cmd_eval_input_member(phi, ip);

        if (it != last) {
            t = contensou__cmd_eval_input_member(theta, it);
            ct = theta->list ? theta->cosine[it] : cos(t);
            st = theta->list ? theta->sine[it] : sin(t);
            last = it;
        }
        key[0][i] = t;
        key[1][i] = p;
        put(slip, n, i, ct, st, phi->list ? phi->cosine[ip] : cos(p),
            phi->list ? phi->sine[ip] : sin(p));
        if (++ip == phi->count) {
            ip = 0;
            it++;
        }
    }
}

static void spread_points(const struct contensou__cmd_eval_input *in, size_t n, double *slip,
                          double *const *key)
{
    const size_t width = contensou__csv_columns(in->csv);

    for (size_t i = 0; i < n; i++) {
        const double *row = in->values + i * width;

        for (size_t k = 0; k < in->key_count; k++)
            key[k][i] = row[in->column[k]];
        if (in->key_count == 2)
            put(slip, n, i, cos(key[0][i]), sin(key[0][i]), cos(key[1][i]), sin(key[1][i]));
        else
            for (size_t k = 0; k < 3; k++)
                slip[k * n + i] = key[k][i];
    }
}

/* Slips into the contact's own units: velocities and spins of a file are real ones, angles are between the slide and the
 * spin of the contact as it is given. */
static void to_contact(const struct contensou__cmd_eval_input *in, size_t n, double *slip)
{
    const struct contensou__real_units *u = &in->units;
    const int real = in->key_count == 3;
    const double v = real ? u->table.length / u->table.time : 1;
    const double w = real ? u->table.angle / u->table.time * contensou__real_units_length(u) : u->a;

    for (size_t i = 0; i < 3 * n && (v != 1 || w != 1); i++)
        slip[i] *= i < 2 * n ? v : w;
}

enum contensou_status contensou__cmd_eval_input_read(struct contensou__cmd_eval_input *in,
                                                     size_t rows, double *slip, double *const *key,
                                                     size_t *got, struct contensou_error *err)
{
    if (in->csv) {
        const enum contensou_status status = read_block(in, rows, got, err);

        if (status)
            return status;
        if (!*got && !in->next)
            return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has no rows", in->path);
        spread_points(in, *got, slip, key);
        to_contact(in, *got, slip);
    } else {
        const size_t left = in->total - in->next;

        *got = left < rows ? left : rows;
        read_grid(in, *got, slip, key);
        to_contact(in, *got, slip);
    }
    in->next += *got;
    return CONTENSOU_OK;
}
