/* ensemble_columns.c: the columns of an ensemble's results. SPDX-License-Identifier: MIT */
#include "device/ensemble.h"

#include <string.h>

static struct contensou__observer_shape shape_of(const struct contensou__ensemble_setup *setup)
{
    return (struct contensou__observer_shape){setup->system->dim, &setup->set};
}

/* Columns of a table that follow each other and repeat as often belong together: all of the first state, then all
 * of the second. Returns how many from `first` on. */
static size_t group_of(const struct contensou__observer *o,
                       const struct contensou__observer_shape *s, size_t first)
{
    size_t n = 1;

    while (first + n < o->columns && o->column[first + n].per == o->column[first].per &&
           o->repeats(s, first + n) == o->repeats(s, first))
        ++n;
    return n;
}

static size_t columns_of(const struct contensou__observer *o,
                         const struct contensou__observer_shape *s)
{
    size_t sum = 0;

    for (size_t c = 0; c < o->columns; ++c)
        sum += (size_t)o->repeats(s, c);
    return sum;
}

size_t contensou__ensemble_columns_count(const struct contensou__ensemble_setup *setup)
{
    const struct contensou__observer_shape shape = shape_of(setup);
    size_t sum = contensou__ensemble_head;

    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_shown(&setup->observe, k))
            sum += columns_of(&contensou__observer_all[k], &shape);
    return sum;
}

const struct contensou__observer *
contensou__ensemble_columns_from(const struct contensou__ensemble_setup *setup, size_t column,
                                 size_t *row, int *item)
{
    const struct contensou__observer_shape shape = shape_of(setup);

    if (column < contensou__ensemble_head)
        return NULL;
    column -= contensou__ensemble_head;
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const struct contensou__observer *o = &contensou__observer_all[k];
        size_t group;

        if (!contensou__observer_shown(&setup->observe, k))
            continue;
        for (size_t c = 0; c < o->columns; c += group) {
            const size_t repeats = (size_t)o->repeats(&shape, c);

            group = group_of(o, &shape, c);
            if (column < group * repeats) {
                *row = c + column % group;
                *item = (int)(column / group);
                return o;
            }
            column -= group * repeats;
        }
    }
    return NULL;
}

/* STATE.NAME, 1.NAME or NAME, of which either part may be missing; NAME.PARAMETER; NAME.STATE.PARAMETER, of which the first may be
 * missing. */
static void put_name(const struct contensou__ensemble_setup *setup,
                     enum contensou__observer_per per, const char *word, int item,
                     struct contensou__text *name)
{
    if (per == contensou__observer_by || per == contensou__observer_parameter) {
        const int count = contensou__ensemble_lane_parameters(setup);

        contensou__text_printf(name, "%s%s", word, *word ? "." : "");
        if (per == contensou__observer_parameter)
            contensou__text_printf(name, "%s.", setup->system->states[item / count].name);
        contensou__text_printf(name, "%s", setup->parameter[item % count].name);
        return;
    }
    if (per == contensou__observer_state)
        contensou__text_printf(name, "%s", setup->system->states[item].name);
    if (per == contensou__observer_number)
        contensou__text_printf(name, "%d", item + 1);
    contensou__text_printf(name, "%s%s", per != contensou__observer_once && *word ? "." : "", word);
}

void contensou__ensemble_columns_name(const struct contensou__ensemble_setup *setup, size_t column,
                                      struct contensou__text *name)
{
    static const char *const head[contensou__ensemble_head] = {"outcome", "steps", "rejections",
                                                               "t"};
    const struct contensou__observer *o;
    size_t row = 0;
    int item = 0;

    if (column < contensou__ensemble_head) {
        contensou__text_printf(name, "%s", head[column]);
        return;
    }
    o = contensou__ensemble_columns_from(setup, column, &row, &item);
    if (!o)
        return;
    contensou__text_printf(name, "%s.", o->name);
    put_name(setup, o->column[row].per, o->column[row].name, item, name);
}

size_t contensou__ensemble_columns_list(const struct contensou__ensemble_setup *setup, size_t k)
{
    size_t i = 0;

    for (; i < contensou__observer_count; ++i)
        if (contensou__observer_shown(&setup->observe, i) && contensou__observer_all[i].times &&
            contensou__ensemble_columns_most(setup, i) && k-- == 0)
            break;
    return i;
}

size_t contensou__ensemble_columns_wide(const struct contensou__ensemble_setup *setup,
                                        size_t observer)
{
    const struct contensou__observer_shape shape = shape_of(setup);

    return 1 + contensou__observer_cells(&contensou__observer_all[observer], &shape);
}

size_t contensou__ensemble_columns_most(const struct contensou__ensemble_setup *setup,
                                        size_t observer)
{
    const struct contensou__observer_shape shape = shape_of(setup);

    if (!contensou__observer_shown(&setup->observe, observer))
        return 0;
    return (size_t)contensou__observer_all[observer].most(&shape);
}

void contensou__ensemble_columns_cell(const struct contensou__ensemble_setup *setup,
                                      size_t observer, size_t cell, struct contensou__text *name,
                                      const char **words)
{
    const struct contensou__observer_shape shape = shape_of(setup);
    const struct contensou__observer *o = &contensou__observer_all[observer];
    size_t c = 0, at = cell - 1;

    *words = "";
    if (cell == 0) {
        contensou__text_printf(name, "t");
        return;
    }
    while (at >= (size_t)o->cell_repeats(&shape, c))
        at -= (size_t)o->cell_repeats(&shape, c++);
    *words = o->cell[c].words;
    if (o->cell[c].per == contensou__observer_number)
        contensou__text_printf(name, "%s.%zu", o->cell[c].name, at + 1);
    else
        put_name(setup, o->cell[c].per, o->cell[c].name, (int)at, name);
}

const char *contensou__ensemble_columns_unit(const struct contensou__ensemble_setup *setup,
                                             size_t column, const char *time, const char *rate)
{
    const struct contensou__observer *o;
    const char *unit;
    size_t row = 0;
    int item = 0;

    if (column < contensou__ensemble_head)
        return column + 1 == contensou__ensemble_head ? time : "-";
    o = contensou__ensemble_columns_from(setup, column, &row, &item);
    unit = o ? o->column[row].unit : "-";
    return strcmp(unit, "state") == 0    ? setup->system->states[item].unit
           : strcmp(unit, "time") == 0   ? time
           : strcmp(unit, "1/time") == 0 ? rate
                                         : unit;
}
