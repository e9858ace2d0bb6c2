/* polygon.c: contours from a file or an array, and what is wrong with them. SPDX-License-Identifier: MIT */
#include "contact/polygon.h"

#include "base/csv.h"
#include "base/names.h"
#include "base/stop.h"
#include "base/try.h"
#include "contact/polygon_meet.h"

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

static enum contensou_status grow(struct contensou__polygon *p, size_t capacity, const char *path,
                                  struct contensou_error *err)
{
    double *x = realloc(p->x, capacity * sizeof *x);
    double *y = x ? realloc(p->y, capacity * sizeof *y) : NULL;
    long *line = y ? realloc(p->line, capacity * sizeof *line) : NULL;
    size_t *start = line ? realloc(p->start, (capacity + 2) * sizeof *start) : NULL;

    p->x = x ? x : p->x;
    p->y = y ? y : p->y;
    p->line = line ? line : p->line;
    p->start = start ? start : p->start;
    return contensou__try_memory(start, err, "the polygon '%s'", path);
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
        TRY(contensou__csv_read(csv, 1024, block, &got, err));
        TRY(contensou__stop_check("the reading of a polygon", err));
        TRY(grow(p, p->count + got + 1, path, err));
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

static void close_csv(struct contensou__csv **csv)
{
    contensou__csv_close(*csv);
}

enum contensou_status contensou__polygon_read(struct contensou__polygon *p, const char *path,
                                              struct contensou__units *units,
                                              struct contensou_error *err)
{
    static const char *const names[2] = {"x", "y"};
    OWNED(close_csv) struct contensou__csv *csv = NULL;

    *p = (struct contensou__polygon){0};
    TRY(contensou__csv_open(&csv, path, err));
    for (size_t i = 0; i < contensou__csv_columns(csv); ++i)
        if (contensou__names_find(contensou__csv_name(csv, i), names, 2) < 0)
            return contensou_fail(
                err, CONTENSOU_EINPUT,
                "%s:1: no column '%s' belongs here; a polygon has the columns x,y", path,
                contensou__csv_name(csv, i));
    if (contensou__csv_columns(csv) != 2)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s:1: a polygon has the columns x,y", path);
    TRY(read_points(p, csv, strcmp(contensou__csv_name(csv, 0), "x") != 0, path, err));
    return contensou__units_of_file(units, NULL, contensou__csv_units(csv), path, err);
}

enum contensou_status contensou__polygon_take(struct contensou__polygon *p, const double *corner,
                                              const size_t *contour, size_t contours,
                                              const char *name, struct contensou_error *err)
{
    size_t n = 0, at = 0;

    *p = (struct contensou__polygon){.is_array = 1};
    for (size_t c = 0; c < contours; ++c)
        n += contour[c];
    TRY(grow(p, n + 1, name, err));
    p->start[0] = 0;
    for (size_t c = 0; c < contours; ++c) {
        for (size_t i = 0; i < contour[c]; ++i, ++at) {
            if (!isfinite(corner[at]) || !isfinite(corner[n + at]))
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "%s: the corner %zu is not two finite numbers", name, at + 1);
            add_point(p, corner[at], corner[n + at], (long)at + 1);
        }
        end_contour(p);
    }
    return CONTENSOU_OK;
}

static double turn(const struct contensou__polygon *p, size_t a, size_t b, size_t c)
{
    return (p->x[b] - p->x[a]) * (p->y[c] - p->y[a]) - (p->y[b] - p->y[a]) * (p->x[c] - p->x[a]);
}

/* What the numbers in messages count. */
static const char *word(const struct contensou__polygon *p)
{
    return p->is_array ? "corner" : "line";
}

static enum contensou_status check_meetings(const struct contensou__polygon *p, int *around,
                                            const char *path, struct contensou_error *err)
{
    static const char remedy[] =
        "contours must not touch, neither themselves nor one another; move "
        "the corner by a billionth of the size, or join the contours";
    struct contensou__polygon_meeting m;
    const enum contensou_status status = contensou__polygon_meet(p, &m, around, err);
    long first, second;

    if (status || m.kind == contensou__polygon_disjoint)
        return status;
    first = p->line[m.a];
    second = p->line[m.b];
    if (m.kind == contensou__polygon_edges_cross)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: the polygon crosses itself: the edge from %s %ld meets the "
                              "edge from %s %ld; contours must not cross",
                              path, word(p), first < second ? first : second, word(p),
                              first < second ? second : first);
    if (m.kind == contensou__polygon_corners_coincide)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "%s: the polygon touches itself: the corners of %ss %ld and %ld are both "
            "(%.9g, %.9g); %s",
            path, word(p), first < second ? first : second, first < second ? second : first,
            p->x[m.a], p->y[m.a], remedy);
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "%s: the polygon touches itself: the corner (%.9g, %.9g) of %s %ld lies "
                          "on the edge from %s %ld; %s",
                          path, p->x[m.a], p->y[m.a], word(p), first, word(p), second, remedy);
}

static double area(const struct contensou__polygon *p, size_t contour)
{
    const size_t first = p->start[contour];
    double sum = 0;

    for (size_t i = first + 1; i + 1 < p->start[contour + 1]; ++i)
        sum += turn(p, first, i, i + 1);
    return sum / 2;
}

static enum contensou_status check_contour(const struct contensou__polygon *p, size_t c, int around,
                                           const char *path, struct contensou_error *err)
{
    const long line = p->line[p->start[c]];
    double span = 0;

    for (size_t i = p->start[c]; i < p->start[c + 1]; ++i)
        span = fmax(span, hypot(p->x[i] - p->x[p->start[c]], p->y[i] - p->y[p->start[c]]));
    if (fabs(area(p, c)) <= 1e-14 * span * span)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s:%ld: the contour has no area", path, line);
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

static enum contensou_status check_size(const struct contensou__polygon *p, const char *path,
                                        struct contensou_error *err)
{
    double box[4] = {p->x[0], p->x[0], p->y[0], p->y[0]}, size;

    for (size_t c = 0; c < p->contours; ++c) {
        const size_t corners = p->start[c + 1] - p->start[c];

        if (corners < 3)
            return contensou_fail(
                err, CONTENSOU_EINPUT,
                "%s:%ld: the contour has %zu different corner%s; it needs at least three", path,
                p->line[p->start[c]], corners, corners == 1 ? "" : "s");
    }
    for (size_t i = 1; i < p->count; ++i) {
        box[0] = fmin(box[0], p->x[i]);
        box[1] = fmax(box[1], p->x[i]);
        box[2] = fmin(box[2], p->y[i]);
        box[3] = fmax(box[3], p->y[i]);
    }
    size = fmax(box[1] - box[0], box[3] - box[2]);
    if (!(size > 1e-100 && size < 1e100))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s: the polygon is %g wide; sizes lie between 1e-100 and 1e100",
                              path, size);
    return CONTENSOU_OK;
}

enum contensou_status contensou__polygon_check(const struct contensou__polygon *p, const char *path,
                                               struct contensou_error *err)
{
    OWNED(contensou__try_free) int *around = calloc(p->contours + 1, sizeof *around);

    TRY(contensou__try_memory(around, err, "the polygon '%s'", path));
    if (!p->contours)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: the polygon has no points", path);
    TRY(check_size(p, path, err));
    TRY(check_meetings(p, around, path, err));
    for (size_t c = 0; c < p->contours; ++c)
        TRY(check_contour(p, c, around[c], path, err));
    return CONTENSOU_OK;
}
