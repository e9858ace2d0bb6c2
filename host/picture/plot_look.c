/* plot_look.c: sizes, ranges and the data file of a picture that was given a look. SPDX-License-Identifier: MIT */
#include "picture/plot_look.h"

#include "base/beside.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double inch = 2.54;  /* cm */
static const double pixels = 160; /* to the inch, at the default font */
static const double points = 8.5; /* the default font */

double contensou__plot_look_scale(const struct contensou_plot_look *look)
{
    return look && look->font > 0 ? look->font / points : 1;
}

void contensou__plot_look_canvas(const struct contensou_plot_look *look, int *width, int *height)
{
    const double proportion = (double)*height / *width;
    double w = *width, h = *height;

    if (look && look->width > 0) {
        w = look->width / inch * pixels;
        h = look->height > 0 ? look->height / inch * pixels : w * proportion;
    }
    *width = (int)lround(w / contensou__plot_look_scale(look));
    *height = (int)lround(h / contensou__plot_look_scale(look));
}

/* The length of the name at the start of a label: "phi" of "phi mod 2 pi (rad)". */
static size_t name_size(const char *label)
{
    return strcspn(label, " ,");
}

static void note_axis(struct contensou_plot_look *look, const char *label, size_t size)
{
    const size_t end = strlen(look->axes);

    for (const char *at = look->axes; *at; at += strspn(at, ", ")) {
        if (strcspn(at, ",") == size && strncmp(at, label, size) == 0)
            return;
        at += strcspn(at, ",");
    }
    if (size + end + 3 < sizeof look->axes)
        snprintf(look->axes + end, sizeof look->axes - end, "%s%.*s", end ? ", " : "", (int)size,
                 label);
}

struct contensou__plot_trace_range
contensou__plot_look_range(struct contensou_plot_look *look, const char *label,
                           struct contensou__plot_trace_range otherwise)
{
    const size_t size = label ? name_size(label) : 0;

    if (!look || !size)
        return otherwise;
    note_axis(look, label, size);
    for (size_t i = 0; i < look->ranges; ++i) {
        struct contensou_plot_range *const r = &look->range[i];

        if (strlen(r->name) == size && strncmp(r->name, label, size) == 0) {
            r->used = 1;
            return (struct contensou__plot_trace_range){r->low, r->high};
        }
    }
    return otherwise;
}

enum contensou_status contensou__plot_look_check(const struct contensou_plot_look *look,
                                                 struct contensou_error *err)
{
    for (size_t i = 0; look && i < look->ranges; ++i)
        if (!look->range[i].used)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "no axis of the picture is named '%s'; available: %s",
                                  look->range[i].name, look->axes);
    return CONTENSOU_OK;
}

void contensou__plot_look_cell(struct contensou__text *csv, const char *text, const char *after)
{
    contensou__text_append(csv, "\"", 1);
    for (; text && *text; ++text)
        contensou__text_append(csv, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    contensou__text_printf(csv, "\"%s", after);
}

enum contensou_status contensou__plot_look_save(const struct contensou_plot_look *look,
                                                const struct contensou__text *csv,
                                                struct contensou_error *err)
{
    if (!look || !look->data)
        return CONTENSOU_OK;
    if (csv->failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for '%s'", look->data);
    if (contensou__beside_write(look->data, csv->data, csv->size) == 0)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", look->data, strerror(errno));
}
