/* branch.c: a system, its law, its numbers and a parameter with its values. SPDX-License-Identifier: MIT */
#include "cli/branch.h"

#include "base/names.h"

#include <contensou/version.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static enum contensou_status find_system(struct contensou__simulation *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    const char *file = contensou__options_value(o, "system-file");
    enum contensou_status status;

    if (!file && !o->word_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing SYSTEM argument, such as pendulum ('contensou list systems' "
                              "has them all), or --system-file");
    if (file && o->word_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a system is given twice: '%s' and --system-file %s", o->word[0],
                              file);
    if (!file && !(s->system = contensou__system_find(o->word[0])))
        return contensou__names_fail(err, "system", o->word[0], contensou__system_names,
                                     contensou__system_name_count);
    status = contensou_device_open(&s->device[0], contensou__options_value(o, "device"), err);
    s->devices = !status;
    if (!status && !contensou_device_about(s->device[0])->fp64)
        status = contensou_fail(err, CONTENSOU_EDEVICE,
                                "the device '%s' does not compute in double precision, which "
                                "this needs; choose another device",
                                contensou_device_about(s->device[0])->name);
    if (!status && file) {
        status = contensou__user_system_open(&s->own, file, s->device[0], err);
        if (!status) {
            s->system = contensou__user_system_about(s->own);
            s->setup.user_path = contensou__user_system_path(s->own);
            s->setup.user_text = contensou__user_system_text(s->own);
        }
    }
    s->setup.system = s->system;
    s->setup.friction = &s->friction;
    return status;
}

/* The numbers of the system, and the parameter with its values. */
static enum contensou_status read_numbers(struct contensou__branch *w,
                                          const struct contensou__options *o,
                                          struct contensou_error *err)
{
    struct contensou__simulation *s = &w->sim;
    const char *set = contensou__options_value(o, "set"),
               *init = contensou__options_value(o, "init");
    const struct contensou__lanes_group group[3] = {
        {"", s->system->fields, (size_t)s->system->field_count},
        {"law.", s->friction.fields, (size_t)s->friction.field_count},
        {contensou__lanes_init, s->system->states, (size_t)s->system->dim}};
    const struct contensou__lanes_request request = {.group = group,
                                                     .groups = 3,
                                                     .set = &set,
                                                     .sets = set != NULL,
                                                     .init = &init,
                                                     .inits = init != NULL,
                                                     .vary = o->repeat,
                                                     .varies = o->repeat_count};
    const struct contensou__lanes_axis *axis;
    enum contensou_status status;

    if (o->repeat_count > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary is given %zu times; there is one parameter to "
                              "follow: give it once",
                              o->repeat_count);
    status = contensou__lanes_create(&s->lanes, &request, err);
    if (!status)
        status = contensou__simulation_law_try(s, err);
    w->place = SIZE_MAX;
    if (status || !s->lanes.axes)
        return status;
    axis = &s->lanes.axis[0];
    w->place = axis->place;
    w->count = axis->span.count;
    if (w->place >= s->lanes.names - (size_t)s->system->dim)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary %s: an initial value is no parameter; vary "
                              "a field of the system or the law",
                              s->lanes.name[w->place]);
    if (w->count > 100000)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary %s: %zu values are too many; at most 100000",
                              s->lanes.name[w->place], w->count);
    w->grid = malloc(w->count * sizeof *w->grid);
    if (!w->grid)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu values", w->count);
    for (size_t i = 0; i < w->count; ++i)
        w->grid[i] = axis->list ? axis->list[i] : contensou__numbers_member(&axis->span, i);
    for (size_t i = 2; i < w->count; ++i)
        if (!((w->grid[i] - w->grid[i - 1]) * (w->grid[1] - w->grid[0]) > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--vary %s: the values must rise or fall, one after the other",
                                  s->lanes.name[w->place]);
    return status;
}

enum contensou_status contensou__branch_read(struct contensou__branch *b,
                                             const struct contensou__options *o,
                                             struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    b->place = SIZE_MAX;
    contensou__options_line(o, &b->sim.line);
    if (strcmp(contensou__options_value(o, "precision"), "double") != 0)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "this is computed in double precision; leave --precision out");
    if (!status)
        status = find_system(&b->sim, o, err);
    if (!status)
        status = contensou__simulation_law_make(&b->sim, o, err);
    return status ? status : read_numbers(b, o, err);
}

void contensou__branch_free(struct contensou__branch *b)
{
    free(b->grid);
    contensou__simulation_free(&b->sim);
}

enum contensou_status contensou__branch_table(const struct contensou__branch *b, const char *path,
                                              const struct contensou_table_column *column,
                                              size_t count, struct contensou_table **table,
                                              struct contensou_error *err)
{
    const struct contensou__simulation *s = &b->sim;
    const struct contensou_device_info *about = contensou_device_about(s->device[0]);
    const struct contensou_table_attribute last[] = {
        {"system", s->system->name, 0},    {"law", s->friction.name, 0},
        {"command_line", s->line.data, 0}, {"version", CONTENSOU_VERSION, 0},
        {"device", about->name, 0},        {"driver", about->driver, 0}};
    enum { lasts = sizeof last / sizeof *last };
    struct contensou_table_attribute *attribute =
        malloc((s->lanes.names + lasts) * sizeof *attribute);
    size_t attributes = 0;
    enum contensou_status status;

    if (!attribute)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the head of a table");
    for (size_t i = 0; i < s->lanes.names; ++i)
        if (i != b->place)
            attribute[attributes++] =
                (struct contensou_table_attribute){s->lanes.name[i], NULL, s->lanes.value[i]};
    for (size_t i = 0; i < lasts; ++i)
        attribute[attributes++] = last[i];
    status = contensou_table_open_columns(table, path, column, count, attribute, attributes, err);
    free(attribute);
    return status;
}
