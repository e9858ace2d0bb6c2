/* branch.c: a system, its law, its numbers and a parameter with its values. SPDX-License-Identifier: MIT */
#include "analysis/branch.h"

#include "base/pi.h"
#include "base/setting.h"
#include "base/try.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { most_values = 100000 };

void *contensou__branch_more(void *array, size_t count, size_t size)
{
    /* full where count is a power of two */
    return count & (count - 1) ? array : realloc(array, (count ? 2 * count : 1) * size);
}

int contensou__branch_varies(const struct contensou_branch *b)
{
    return b->place != SIZE_MAX;
}

double contensou__branch_difference(const struct contensou_branch *b, size_t state, double d)
{
    return b->plan.setup.system->angles >> state & 1 ? remainder(d, 2 * pi) : d;
}

void contensou__branch_put(const struct contensou_branch *b, const double *y, double p, double *to)
{
    const size_t names = b->plan.lanes.names, dim = contensou_branch_state_count(b);

    memcpy(to, b->plan.lanes.value, names * sizeof *to);
    memcpy(to + names - dim, y, dim * sizeof *to);
    if (contensou__branch_varies(b))
        to[b->place] = p;
}

/* Of all settings of a simulation those that have no meaning here are refused. */
static enum contensou_status check(const struct contensou__settings *asked,
                                   struct contensou_error *err)
{
    const struct contensou__lanes_choice *const lanes = &asked->lanes;

    if (asked->devices.precision == 2)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "this is computed in double precision; leave " SETTING("precision") " out");
    if (lanes->varies > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("vary") " is given %zu times; there is one parameter to "
                                              "follow: give it once",
                              lanes->varies);
    if (lanes->random.count || lanes->starts.count || lanes->from || lanes->givens)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "lanes are for sweeps; here one parameter is followed, that "
                              "of " SETTING("vary"));
    return CONTENSOU_OK;
}

/* The parameter and its values. */
static enum contensou_status read_axis(struct contensou_branch *b,
                                       const struct contensou__lanes_axis *axis,
                                       struct contensou_error *err)
{
    const char *name = b->plan.lanes.name[axis->place];

    if (axis->place >= b->plan.lanes.names - (size_t)b->plan.setup.system->dim)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("vary") " %s: an initial value is no parameter; vary a field "
                                              "of the system or the law",
                              name);
    if (axis->span.count > most_values)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("vary") " %s: %zu values are too many; at most %d", name,
                              (size_t)axis->span.count, (int)most_values);
    b->place = axis->place;
    b->count = axis->span.count;
    b->grid = malloc(b->count * sizeof *b->grid);
    TRY(contensou__try_memory(b->grid, err, "%zu values", b->count));
    for (size_t i = 0; i < b->count; ++i)
        b->grid[i] = axis->list ? axis->list[i] : contensou__numbers_member(&axis->span, i);
    for (size_t i = 2; i < b->count; ++i)
        if (!((b->grid[i] - b->grid[i - 1]) * (b->grid[1] - b->grid[0]) > 0))
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                SETTING("vary") " %s: the values must rise or fall, one after the other", name);
    b->plan.lanes.value[b->place] = b->grid[0];
    return CONTENSOU_OK;
}

/* Only one that switches makes a difference here. */
static enum contensou_status take_stepper(struct contensou_branch *b, const char *name,
                                          struct contensou_error *err)
{
    const struct contensou__stepper *const found = contensou__stepper_find(name);

    if (!found || !found->switches)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            SETTING("stepper") " %s: orbits are found in equal steps of order 8, or with " SETTING(
                "stepper") " event, exact stick-slip; leave it out, or give event",
            name);
    /* variations have no control of their own: steps are shorter than trajectories alone need */
    b->asked.steps.rtol = 1e-13;
    return contensou__plan_stepper(&b->plan, err);
}

static void release(struct contensou_branch **b)
{
    contensou_branch_free(*b);
}

enum contensou_status contensou__branch_create(struct contensou_branch **out,
                                               const struct contensou__settings *asked,
                                               struct contensou_error *err)
{
    OWNED(release) struct contensou_branch *b = calloc(1, sizeof *b);

    *out = NULL;
    TRY(contensou__try_memory(b, err, "a system"));
    b->asked = *asked;
    b->plan.asked = &b->asked;
    b->place = SIZE_MAX;
    TRY(check(asked, err));
    TRY(contensou__plan_model(&b->plan, err));
    if (!contensou_device_about(b->plan.device[0])->fp64)
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "the device '%s' does not compute in double precision, which "
                              "this needs; choose another device",
                              contensou_device_about(b->plan.device[0])->name);
    TRY(contensou__plan_law(&b->plan, err));
    TRY(contensou__plan_lanes(&b->plan, err));
    if (asked->lanes.varies)
        TRY(read_axis(b, &b->plan.lanes.axis[0], err));
    if (contensou__settings_given(asked, "stepper"))
        TRY(take_stepper(b, contensou__settings_value(asked, "stepper"), err));
    *out = b;
    b = NULL;
    return CONTENSOU_OK;
}

void contensou_branch_free(struct contensou_branch *b)
{
    if (!b)
        return;
    free(b->grid);
    contensou__plan_free(&b->plan);
    free(b);
}

const char *contensou_branch_system(const struct contensou_branch *b)
{
    return b->plan.setup.system->name;
}

const char *contensou_branch_law(const struct contensou_branch *b)
{
    return b->plan.friction.name;
}

size_t contensou_branch_state_count(const struct contensou_branch *b)
{
    return (size_t)b->plan.setup.system->dim;
}

const char *contensou_branch_state(const struct contensou_branch *b, size_t state)
{
    return state < contensou_branch_state_count(b) ? b->plan.setup.system->states[state].name
                                                   : NULL;
}

size_t contensou_branch_position_count(const struct contensou_branch *b)
{
    return contensou_branch_state_count(b) / (b->plan.setup.system->second ? 2 : 1);
}

const char *contensou_branch_unit(const struct contensou_branch *b, const char *name)
{
    const struct contensou__system *const system = b->plan.setup.system;
    const char *unit = strcmp(name, "t") == 0      ? b->plan.time_unit
                       : strcmp(name, "rate") == 0 ? b->plan.rate_unit
                                                   : "";

    for (int i = 0; i < system->dim; ++i)
        if (strcmp(system->states[i].name, name) == 0)
            unit = system->states[i].unit;
    for (int i = 0; i < system->field_count; ++i)
        if (strcmp(system->fields[i].name, name) == 0)
            unit = system->fields[i].unit;
    for (int i = 0; i < b->plan.friction.field_count && strncmp(name, "law.", 4) == 0; ++i)
        if (strcmp(b->plan.friction.fields[i].name, name) == 0 ||
            strcmp(b->plan.friction.fields[i].name, name + 4) == 0)
            unit = b->plan.friction.fields[i].unit;
    return *unit ? unit : "-";
}

const char *contensou_branch_parameter(const struct contensou_branch *b)
{
    return contensou__branch_varies(b) ? b->plan.lanes.name[b->place] : NULL;
}

size_t contensou_branch_value_count(const struct contensou_branch *b)
{
    return b->count;
}

const char *contensou_branch_number(const struct contensou_branch *b, size_t number, double *value)
{
    if (number >= b->plan.lanes.names)
        return NULL;
    *value = b->plan.lanes.value[number];
    return b->plan.lanes.name[number];
}
