/* lanes_pack.c: what varies in a sweep as bytes:
 *
 *   u64     lanes, axes, kind, seed
 *   axis    name; with a grid or random: lo, hi, u64 count, u64 1 for a list and its numbers, 2: drawn
 *   rows    numbers, row by row
 *
 * in the byte order of the machine. SPDX-License-Identifier: MIT */
#include "sweep/lanes_pack.h"

#include <stdlib.h>
#include <string.h>

enum { grid, random_lanes, rows };

void contensou__lanes_pack(const struct contensou__lanes *l, struct contensou__text *bytes)
{
    const uint64_t head[4] = {l->count, l->axes,
                              l->row      ? rows
                              : l->random ? random_lanes
                                          : grid,
                              l->seed};

    contensou__text_append(bytes, (const char *)head, sizeof head);
    for (size_t a = 0; a < l->axes; a++) {
        const struct contensou__lanes_axis *const axis = &l->axis[a];
        const double ends[2] = {axis->span.lo, axis->span.hi};
        const uint64_t about[2] = {axis->span.count, axis->list ? 1u : axis->drawn ? 2u : 0u};

        contensou__text_append(bytes, l->name[axis->place], sizeof l->name[0]);
        if (l->row)
            continue;
        contensou__text_append(bytes, (const char *)ends, sizeof ends);
        contensou__text_append(bytes, (const char *)about, sizeof about);
        if (axis->list)
            contensou__text_append(bytes, (const char *)axis->list,
                                   axis->span.count * sizeof *axis->list);
    }
    if (l->row)
        contensou__text_append(bytes, (const char *)l->row, l->count * l->axes * sizeof *l->row);
}

/* What is left to read; at is NULL after a failure. */
struct source {
    const char *at;
    size_t left;
};

static void take(struct source *s, void *to, uint64_t count, size_t size)
{
    if (!s->at || count > s->left / size) {
        s->at = NULL;
        return;
    }
    memcpy(to, s->at, (size_t)count * size);
    s->at += count * size;
    s->left -= (size_t)count * size;
}

/* Numbers for free(), or NULL and a failed source. */
static double *take_numbers(struct source *s, uint64_t count)
{
    double *const number = s->at && count <= s->left / sizeof *number
                               ? malloc((size_t)count * sizeof *number + 1)
                               : NULL;

    if (number)
        take(s, number, count, sizeof *number);
    else
        s->at = NULL;
    return number;
}

static void take_axis(struct source *s, struct contensou__lanes *l, size_t a, int plain)
{
    struct contensou__lanes_axis *const axis = &l->axis[a];
    double ends[2] = {0};
    uint64_t about[2] = {0};

    take(s, l->name[a], 1, sizeof l->name[0]);
    l->name[a][sizeof l->name[0] - 1] = '\0';
    axis->place = a;
    if (plain)
        return;
    take(s, ends, 2, sizeof *ends);
    take(s, about, 2, sizeof *about);
    axis->span = (struct contensou__numbers_span){ends[0], ends[1], (size_t)about[0]};
    axis->drawn = about[1] == 2;
    if (about[1] == 1)
        axis->list = take_numbers(s, about[0]);
    if (about[0] == 0)
        s->at = NULL;
}

enum contensou_status contensou__lanes_pack_read(struct contensou__lanes *l, const char *bytes,
                                                 size_t size, size_t *used,
                                                 struct contensou_error *err)
{
    struct source s = {bytes, size};
    uint64_t head[4] = {0};

    *l = (struct contensou__lanes){0};
    take(&s, head, 4, sizeof *head);
    if (s.at && head[1] <= s.left / sizeof l->name[0]) {
        l->names = (size_t)head[1];
        l->name = calloc(l->names + 1, sizeof *l->name);
        l->value = calloc(l->names + 1, sizeof *l->value);
        l->axis = calloc(l->names + 1, sizeof *l->axis);
        if (!l->name || !l->value || !l->axis)
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu names", l->names);
    } else
        s.at = NULL;
    for (; s.at && l->axes < l->names; l->axes++)
        take_axis(&s, l, l->axes, head[2] == rows);
    if (head[2] > rows || (head[2] == rows && head[0] > SIZE_MAX / (l->axes + 1)))
        s.at = NULL;
    if (s.at && head[2] == rows)
        l->row = take_numbers(&s, head[0] * l->axes);
    if (!s.at)
        return contensou_fail(err, CONTENSOU_EINPUT, "what varies is not readable");
    l->count = head[0];
    l->random = head[2] == random_lanes;
    l->seed = head[3];
    *used = size - s.left;
    return CONTENSOU_OK;
}
