/* polygon.c: contours read from a file, and what is wrong with them. SPDX-License-Identifier: MIT
 */
#include "catalogue/polygon.h"

#include "base/csv.h"
#include "base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void contensou__polygon_free(struct contensou__polygon *p)
{
    free(p->x);
    free(p->y);
    free(p->line);
    free(p->start);
    *p = (struct contensou__polygon){0};
}

static int grow(struct contensou__polygon *p, size_t room)
{
    double *x = realloc(p->x, room * sizeof *x);
    double *y = x ? realloc(p->y, room * sizeof *y) : NULL;
    long *line = y ? realloc(p->line, room * sizeof *line) : NULL;
    size_t *start = line ? realloc(p->start, (room + 2) * sizeof *start) : NULL;

    p->x = x ? x : p->x;
    p->y = y ? y : p->y;
    p->line = line ? line : p->line;
    p->start = start ? start : p->start;
    return start != NULL;
}

/* Ends the contour in hand; a last point equal to the first is dropped. */
static void end_contour(struct contensou__polygon *p)
{
    const size_t first = p->start[p->contours];

    if (p->count > first + 1 && p->x[p->count - 1] == p->x[first] &&
        p->y[p->count - 1] == p->y[first])
        --p->count;
    if (p->count > first)
        p->start[++p->contours] = p->count;
}

static void add_point(struct contensou__polygon *p, double x, double y, long line)
{
    if (p->count > p->start[p->contours] && p->x[p->count - 1] == x && p->y[p->count - 1] == y)
        return;
    p->x[p->count] = x;
    p->y[p->count] = y;
    p->line[p->count++] = line;
}

static enum contensou_status read_points(struct contensou__polygon *p, struct contensou__csv *csv,
                                         size_t column_x, const char *path,
                                         struct contensou_error *err)
{
    double block[2 * 1024];
    size_t got = 1;

    while (got) {
        const enum contensou_status status = contensou__csv_read(csv, 1024, block, &got, err);

        if (status)
            return status;
        if (!grow(p, p->count + got + 1))
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the polygon '%s'", path);
        if (p->count == 0 && p->contours == 0)
            p->start[0] = 0;
        for (size_t i = 0; i < got; ++i) {
            if (contensou__csv_gap_before(csv, i))
                end_contour(p);
            add_point(p, block[2 * i + column_x], block[2 * i + 1 - column_x],
                      contensou__csv_line(csv, i));
        }
    }
    end_contour(p);
    return CONTENSOU_OK;
}

enum contensou_status contensou__polygon_read(struct contensou__polygon *p, const char *path,
                                              struct contensou_error *err)
{
    static const char *const names[2] = {"x", "y"};
    struct contensou__csv *csv = NULL;
    enum contensou_status status = contensou__csv_open(&csv, path, err);

    *p = (struct contensou__polygon){0};
    for (size_t i = 0; !status && i < contensou__csv_columns(csv); ++i)
        if (contensou__names_find(contensou__csv_name(csv, i), names, 2) < 0)
            status =
                contensou_fail(err, CONTENSOU_EINPUT,
                               "%s:1: no column '%s' belongs here; a polygon has the columns x,y",
                               path, contensou__csv_name(csv, i));
    if (!status && contensou__csv_columns(csv) != 2)
        status = contensou_fail(err, CONTENSOU_EINPUT, "%s:1: a polygon has the columns x,y", path);
    if (!status)
        status = read_points(p, csv, strcmp(contensou__csv_name(csv, 0), "x") != 0, path, err);
    contensou__csv_close(csv);
    return status;
}

static double turn(const struct contensou__polygon *p, size_t a, size_t b, size_t c)
{
    return (p->x[b] - p->x[a]) * (p->y[c] - p->y[a]) - (p->y[b] - p->y[a]) * (p->x[c] - p->x[a]);
}

static size_t after(const struct contensou__polygon *p, size_t contour, size_t i)
{
    return i + 1 < p->start[contour + 1] ? i + 1 : p->start[contour];
}

/* 1 where the edges a-b and c-d have a point in common inside both. */
static int cross(const struct contensou__polygon *p, size_t a, size_t b, size_t c, size_t d)
{
    if (fmax(p->x[a], p->x[b]) < fmin(p->x[c], p->x[d]) ||
        fmax(p->x[c], p->x[d]) < fmin(p->x[a], p->x[b]) ||
        fmax(p->y[a], p->y[b]) < fmin(p->y[c], p->y[d]) ||
        fmax(p->y[c], p->y[d]) < fmin(p->y[a], p->y[b]))
        return 0;
    return turn(p, a, b, c) * turn(p, a, b, d) < 0 && turn(p, c, d, a) * turn(p, c, d, b) < 0;
}

static enum contensou_status check_crossings(const struct contensou__polygon *p, const char *path,
                                             struct contensou_error *err)
{
    for (size_t c = 0; c < p->contours; ++c)
        for (size_t i = p->start[c]; i < p->start[c + 1]; ++i)
            for (size_t e = c; e < p->contours; ++e)
                for (size_t j = e == c ? i + 1 : p->start[e]; j < p->start[e + 1]; ++j)
                    if (cross(p, i, after(p, c, i), j, after(p, e, j)))
                        return contensou_fail(
                            err, CONTENSOU_EINPUT,
                            "%s: the polygon crosses itself: the edge from line %ld meets the edge "
                            "from line %ld; contours must not cross",
                            path, p->line[i], p->line[j]);
    return CONTENSOU_OK;
}

static double area(const struct contensou__polygon *p, size_t contour)
{
    const size_t first = p->start[contour];
    double sum = 0;

    for (size_t i = first + 1; i + 1 < p->start[contour + 1]; ++i)
        sum += turn(p, first, i, i + 1);
    return sum / 2;
}

/* How often the other contours run around the first corner of this one, counter-clockwise. */
static int winding(const struct contensou__polygon *p, size_t contour)
{
    /* the middle of the first edge: a corner may touch another contour */
    const size_t a = p->start[contour], b = after(p, contour, a);
    const double x = 0.5 * (p->x[a] + p->x[b]), y = 0.5 * (p->y[a] + p->y[b]);
    int sum = 0;

    for (size_t c = 0; c < p->contours; ++c)
        for (size_t i = p->start[c]; c != contour && i < p->start[c + 1]; ++i) {
            const size_t j = after(p, c, i);
            const double side =
                (p->x[j] - p->x[i]) * (y - p->y[i]) - (p->y[j] - p->y[i]) * (x - p->x[i]);

            if (p->y[i] <= y && p->y[j] > y && side > 0)
                ++sum;
            else if (p->y[i] > y && p->y[j] <= y && side < 0)
                --sum;
        }
    return sum;
}

static enum contensou_status check_contour(const struct contensou__polygon *p, size_t c,
                                           const char *path, struct contensou_error *err)
{
    const size_t corners = p->start[c + 1] - p->start[c];
    const long line = p->line[p->start[c]];
    double span = 0;
    int around;

    for (size_t i = p->start[c]; i < p->start[c + 1]; ++i)
        span = fmax(span, hypot(p->x[i] - p->x[p->start[c]], p->y[i] - p->y[p->start[c]]));
    if (corners < 3)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "%s:%ld: the contour has %zu different corner%s; it needs at least three", path, line,
            corners, corners == 1 ? "" : "s");
    if (fabs(area(p, c)) <= 1e-14 * span * span)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: the contour has no area", path, line);
    around = winding(p, c);
    if (area(p, c) < 0 && around != 1)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "%s:%ld: the contour runs clockwise, so it is a hole, but it lies in no "
            "outline; outlines run counter-clockwise",
            path, line);
    if (area(p, c) > 0 && around != 0)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s:%ld: the outline lies inside another one; holes run clockwise",
                              path, line);
    return CONTENSOU_OK;
}

enum contensou_status contensou__polygon_check(const struct contensou__polygon *p, const char *path,
                                               struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (!p->contours)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: the polygon has no points", path);
    for (size_t c = 0; c < p->contours && !status; ++c)
        if (p->start[c + 1] - p->start[c] < 3)
            status = check_contour(p, c, path, err);
    if (!status)
        status = check_crossings(p, path, err);
    for (size_t c = 0; c < p->contours && !status; ++c)
        status = check_contour(p, c, path, err);
    return status;
}
