/* picture_look.c: the words of a picture's look, as they are asked for. SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/setting.h"

#include "base/try.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A page of a journal, and a slide of 16 to 9 that is read from afar. */
static const char *const styles[] = {"paper", "slide"};
static const struct contensou_plot_look looks[] = {
    {.width = 16, .font = 9, .resolution = 300},
    {.width = 25.4, .height = 14.29, .font = 14, .weight = 1.4, .resolution = 160}};

static enum contensou_status read_canvas(struct contensou_plot_look *look, const char *text,
                                         struct contensou_error *err)
{
    OWNED(contensou__try_free) char *copy = strdup(text);
    char *const by = copy ? strchr(copy, 'x') : NULL;

    TRY(contensou__try_memory(copy, err, "the picture"));
    if (by)
        *by = '\0';
    look->height = 0;
    TRY(contensou__numbers_parse(copy, SETTING("size"), &look->width, err));
    if (by)
        TRY(contensou__numbers_parse(by + 1, SETTING("size"), &look->height, err));
    if (!(look->width >= 4 && look->width <= 200 &&
          (!by || (look->height >= 4 && look->height <= 200))))
        return WRONG(err,
                     SETTING("size") " %s: the width, or WIDTHxHEIGHT, in cm, each from 4 to 200, "
                                     "such as 12x8",
                     text);
    return CONTENSOU_OK;
}

static enum contensou_status read_range(struct contensou_plot_range *r, char *text,
                                        struct contensou_error *err)
{
    char *const equals = strchr(text, '='), *const colon = equals ? strchr(equals, ':') : NULL;

    if (!colon || equals == text)
        return WRONG(err, SETTING("range") " %s: NAME=LOW:HIGH is meant, such as phi=-1:1", text);
    *equals = *colon = '\0';
    snprintf(r->name, sizeof r->name, "%s", text);
    TRY(contensou__numbers_parse(equals + 1, SETTING("range"), &r->low, err));
    TRY(contensou__numbers_parse(colon + 1, SETTING("range"), &r->high, err));
    if (!(r->low < r->high))
        return WRONG(err, SETTING("range") " %s: %g is not less than %g; NAME=LOW:HIGH is meant",
                     text, r->low, r->high);
    return CONTENSOU_OK;
}

static enum contensou_status read_ranges(struct contensou_plot_look *look, const char *text,
                                         struct contensou_error *err)
{
    const size_t most = sizeof look->range / sizeof *look->range;
    OWNED(contensou__try_free) char *copy = strdup(text);
    char *save = NULL;

    TRY(contensou__try_memory(copy, err, "the picture"));
    for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        if (look->ranges == most)
            return WRONG(err, SETTING("range") " has more than %zu axes", most);
        TRY(read_range(&look->range[look->ranges++], word, err));
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__picture_look_read(struct contensou_plot_look *look,
                                                   const struct contensou_picture_options *o,
                                                   struct contensou_error *err)
{
    const int style = o->style ? contensou__names_find(o->style, styles, 2) : 0;

    if (style < 0)
        return contensou__names_fail(err, SETTING("style"), o->style, styles, 2);
    *look = o->style ? looks[style] : (struct contensou_plot_look){0};
    look->data = o->data;
    if (o->data && (strlen(o->data) < 5 || strcasecmp(o->data + strlen(o->data) - 4, ".csv") != 0))
        return WRONG(err, SETTING("data") " %s: FILE.csv is meant", o->data);
    if (o->canvas)
        TRY(read_canvas(look, o->canvas, err));
    if (o->font)
        TRY(contensou__numbers_parse(o->font, SETTING("font"), &look->font, err));
    if (o->font && !(look->font >= 4 && look->font <= 72))
        return WRONG(err, SETTING("font") " %s: a size from 4 to 72 points is meant", o->font);
    return o->range ? read_ranges(look, o->range, err) : CONTENSOU_OK;
}
