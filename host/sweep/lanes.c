/* lanes.c: the numbers of each lane of a sweep. SPDX-License-Identifier: MIT */
#include "sweep/lanes.h"

#include "base/decimal.h"
#include "base/random.h"
#include "sweep/lanes_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum contensou_status allocate(struct contensou__lanes *l, size_t names, size_t axes,
                                      struct contensou_error *err)
{
    *l = (struct contensou__lanes){.count = 1};
    l->name = calloc(names + 1, sizeof *l->name);
    l->value = calloc(names + 1, sizeof *l->value);
    l->axis = calloc(axes + 1, sizeof *l->axis);
    if (!l->name || !l->value || !l->axis)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the names of %zu numbers",
                              names);
    l->names = names;
    return CONTENSOU_OK;
}

enum contensou_status contensou__lanes_create(struct contensou__lanes *l,
                                              const struct contensou__lanes_request *request,
                                              struct contensou_error *err)
{
    size_t names = 0, place = 0;
    enum contensou_status status;

    for (size_t g = 0; g < request->groups; g++)
        names += request->group[g].count;
    /* a file can vary every number */
    status = allocate(l, names, request->varies + names, err);
    for (size_t g = 0; g < request->groups && !status; g++)
        for (size_t i = 0; i < request->group[g].count; i++, place++) {
            snprintf(l->name[place], sizeof l->name[place], "%s%s", request->group[g].prefix,
                     request->group[g].fields[i].name);
            l->value[place] = request->group[g].fields[i].value;
        }
    return status ? status : contensou__lanes_read(l, request, err);
}

void contensou__lanes_free(struct contensou__lanes *l)
{
    for (size_t a = 0; a < l->axes; a++)
        free(l->axis[a].list);
    free(l->axis);
    free(l->name);
    free(l->value);
    free(l->row);
    *l = (struct contensou__lanes){0};
}

static double member(const struct contensou__lanes_axis *axis, size_t i)
{
    return axis->list ? axis->list[i] : contensou__numbers_member(&axis->span, i);
}

static double drawn(const struct contensou__lanes *l, const struct contensou__lanes_axis *axis,
                    uint64_t lane)
{
    const double u = contensou__random_unit(l->seed, lane, l->name[axis->place]);
    const double lo = axis->span.lo, hi = axis->span.hi;
    double value;

    if (axis->list) {
        const size_t i = (size_t)(u * (double)axis->span.count);

        return axis->list[i < axis->span.count ? i : axis->span.count - 1];
    }
    value = isfinite(hi - lo) ? lo + (hi - lo) * u : lo * (1 - u) + hi * u;
    return fmin(fmax(value, fmin(lo, hi)), fmax(lo, hi)); /* rounding leaves no range */
}

void contensou__lanes_varied(const struct contensou__lanes *l, uint64_t lane, double *value)
{
    uint64_t rest = lane;

    if (l->row) {
        memcpy(value, l->row + lane * l->axes, l->axes * sizeof *value);
        return;
    }
    for (size_t a = l->axes; a-- > 0;) {
        const struct contensou__lanes_axis *const axis = &l->axis[a];

        value[a] =
            l->random || axis->drawn ? drawn(l, axis, lane) : member(axis, rest % axis->span.count);
        if (!l->random)
            rest /= axis->span.count;
    }
}

void contensou__lanes_values(const struct contensou__lanes *l, uint64_t lane, double *value)
{
    uint64_t rest = lane;

    memcpy(value, l->value, l->names * sizeof *value);
    for (size_t a = l->axes; a-- > 0;) {
        const struct contensou__lanes_axis *const axis = &l->axis[a];
        double *const to = &value[axis->place];

        if (l->row)
            *to = l->row[lane * l->axes + a];
        else if (l->random || axis->drawn)
            *to = drawn(l, axis, lane);
        else {
            *to = member(axis, rest % axis->span.count);
            rest /= axis->span.count;
        }
    }
}

int contensou__lanes_find(const struct contensou__lanes *l, const char *name)
{
    for (size_t i = 0; i < l->names; i++)
        if (strcmp(l->name[i], name) == 0)
            return (int)i;
    return -1;
}

int contensou__lanes_varies(const struct contensou__lanes *l, size_t place)
{
    for (size_t a = 0; a < l->axes; a++)
        if (l->axis[a].place == place)
            return 1;
    return 0;
}

static void put_number(struct contensou__text *text, double value)
{
    char digits[32];

    contensou__text_append(text, digits, contensou__decimal_write(value, digits));
}

void contensou__lanes_text(const struct contensou__lanes *l, struct contensou__text *text)
{
    for (size_t a = 0; a < l->axes; a++) {
        const struct contensou__lanes_axis *const axis = &l->axis[a];

        contensou__text_printf(text, "%s%s",
                               a == 0   ? ""
                               : l->row ? ","
                                        : " ",
                               l->name[axis->place]);
        if (l->row)
            continue;
        contensou__text_printf(text, "=");
        for (size_t i = 0; axis->list && i < axis->span.count; i++) {
            contensou__text_printf(text, i ? "," : "");
            put_number(text, axis->list[i]);
        }
        if (axis->list)
            continue;
        put_number(text, axis->span.lo);
        contensou__text_printf(text, ":");
        put_number(text, axis->span.hi);
        if (!l->random && !axis->drawn)
            contensou__text_printf(text, ":%zu", axis->span.count);
    }
}
