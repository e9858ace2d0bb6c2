/* ensemble_columns.c: the names of what a lane gives. SPDX-License-Identifier: MIT */
#include "engine/ensemble.h"

size_t contensou__ensemble_columns_count(const struct contensou__ensemble_setup *setup)
{
    const struct contensou__ensemble_observers *o = &setup->observe;
    const size_t dim = (size_t)setup->system->dim;

    return contensou__ensemble_head + (o->final ? dim : 0) + (o->extrema ? 3 * dim : 0) +
           (o->section ? 1 : 0) + (o->period ? 2 : 0) + (o->stick ? 2 : 0);
}

void contensou__ensemble_columns_name(const struct contensou__ensemble_setup *setup, size_t column,
                                      struct contensou__text *name)
{
    static const char *const head[contensou__ensemble_head] = {"outcome", "steps", "rejections",
                                                               "t"};
    static const char *const extreme[3] = {"min", "max", "mean"};
    static const char *const period[2] = {"time", "cycle"}, *const stick[2] = {"fraction",
                                                                               "phases"};
    const struct contensou__ensemble_observers *o = &setup->observe;
    const struct contensou__field *state = setup->system->states;
    const size_t dim = (size_t)setup->system->dim;

    if (column < contensou__ensemble_head) {
        contensou__text_printf(name, "%s", head[column]);
        return;
    }
    column -= contensou__ensemble_head;
    if (o->final && column < dim) {
        contensou__text_printf(name, "final.%s", state[column].name);
        return;
    }
    column -= o->final ? dim : 0;
    if (o->extrema && column < 3 * dim) {
        contensou__text_printf(name, "extrema.%s.%s", state[column / 3].name, extreme[column % 3]);
        return;
    }
    column -= o->extrema ? 3 * dim : 0;
    if (o->section && column < 1) {
        contensou__text_printf(name, "section.count");
        return;
    }
    column -= o->section ? 1 : 0;
    if (o->period && column < 2) {
        contensou__text_printf(name, "period.%s", period[column]);
        return;
    }
    column -= o->period ? 2 : 0;
    contensou__text_printf(name, "stick.%s", stick[column % 2]);
}

const char *contensou__ensemble_columns_unit(const struct contensou__ensemble_setup *setup,
                                             size_t column, const char *time)
{
    const struct contensou__ensemble_observers *o = &setup->observe;
    const struct contensou__field *state = setup->system->states;
    const size_t dim = (size_t)setup->system->dim;

    if (column < contensou__ensemble_head)
        return column + 1 == contensou__ensemble_head ? time : "-";
    column -= contensou__ensemble_head;
    if (o->final && column < dim)
        return state[column].unit;
    column -= o->final ? dim : 0;
    if (o->extrema && column < 3 * dim)
        return state[column / 3].unit;
    column -= o->extrema ? 3 * dim : 0;
    if (o->section && column == 0)
        return "-";
    column -= o->section ? 1 : 0;
    return o->period && column == 0 ? time : "-";
}
