/* branch.c: a system, its law, its numbers and a parameter with its values. SPDX-License-Identifier: MIT */
#include "simulate/branch.h"

#include "base/names.h"
#include "simulate/law_choice.h"

#include <stdint.h>
#include <stdlib.h>

enum { most_values = 100000 };

void *contensou__branch_more(void *array, size_t count, size_t size)
{
    /* full where count is a power of two */
    return count & (count - 1) ? array : realloc(array, (count ? 2 * count : 1) * size);
}

static enum contensou_status find_system(struct contensou_branch *b,
                                         const struct contensou_branch_options *o,
                                         struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (!o->system && !o->system_file)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing SYSTEM argument, such as pendulum ('contensou list systems' "
                              "has them all), or --system-file");
    if (o->system && o->system_file)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a system is given twice: '%s' and --system-file %s", o->system,
                              o->system_file);
    if (o->system && !(b->setup.system = contensou__system_find(o->system)))
        return contensou__names_fail(err, "system", o->system, contensou__system_names,
                                     contensou__system_name_count);
    if (!contensou_device_about(b->device)->fp64)
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "the device '%s' does not compute in double precision, which "
                              "this needs; choose another device",
                              contensou_device_about(b->device)->name);
    if (o->system_file) {
        status = contensou__user_system_open(&b->own, o->system_file, b->device, err);
        if (status)
            return status;
        b->setup.system = contensou__user_system_about(b->own);
        b->setup.user_path = contensou__user_system_path(b->own);
        b->setup.user_text = contensou__user_system_text(b->own);
    }
    b->setup.friction = &b->friction;
    return status;
}

static enum contensou_status make_law(struct contensou_branch *b,
                                      const struct contensou_branch_options *o,
                                      struct contensou_error *err)
{
    const struct contensou__system *system = b->setup.system;
    const char *law = o->law ? o->law : system->law;
    enum contensou_status status;

    if (contensou_fit_file_is(law) && o->contact)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "a contact cannot be used with the law %s: the file has the "
            "contact; leave --shape, --pressure, --tilt, --center and --anisotropy out",
            law);
    if (contensou_fit_file_is(law))
        return contensou__law_file_read(&b->contact, law, system, 0, &b->friction, err);
    status = contensou__law_choice_check(system, law, err);
    if (status)
        return status;
    if (contensou__registry_find(law, NULL)->kind == contensou__system_contact) {
        b->contact.spec = o->contact ? *o->contact : (struct contensou_patch_spec){.shape = "disk"};
        status = contensou_patch_create(&b->contact.patch, &b->contact.spec, err);
        b->contact.spec = (struct contensou_patch_spec){0}; /* its words are the caller's */
    } else if (o->contact) {
        status =
            contensou_fail(err, CONTENSOU_EARGUMENT,
                           "a contact cannot be used with %s: the law %s has no contact patch; "
                           "leave --shape, --pressure, --tilt, --center and --anisotropy out",
                           system->name, law);
    }
    return status ? status
                  : contensou__law_choice_make(&b->friction, system, law, b->contact.patch,
                                               b->device, 0, NULL, err);
}

/* The parameter and its values. */
static enum contensou_status read_axis(struct contensou_branch *b,
                                       const struct contensou__lanes_axis *axis,
                                       struct contensou_error *err)
{
    const char *name = b->lanes.name[axis->place];

    if (axis->place >= b->lanes.names - (size_t)b->setup.system->dim)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary %s: an initial value is no parameter; vary "
                              "a field of the system or the law",
                              name);
    if (axis->span.count > most_values)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary %s: %zu values are too many; at most %d", name,
                              (size_t)axis->span.count, (int)most_values);
    b->place = axis->place;
    b->count = axis->span.count;
    b->grid = malloc(b->count * sizeof *b->grid);
    if (!b->grid)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu values", b->count);
    for (size_t i = 0; i < b->count; ++i)
        b->grid[i] = axis->list ? axis->list[i] : contensou__numbers_member(&axis->span, i);
    for (size_t i = 2; i < b->count; ++i)
        if (!((b->grid[i] - b->grid[i - 1]) * (b->grid[1] - b->grid[0]) > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--vary %s: the values must rise or fall, one after the other",
                                  name);
    b->lanes.value[b->place] = b->grid[0];
    return CONTENSOU_OK;
}

static enum contensou_status read_numbers(struct contensou_branch *b,
                                          const struct contensou_branch_options *o,
                                          struct contensou_error *err)
{
    const struct contensou__system *system = b->setup.system;
    const struct contensou__lanes_group group[3] = {
        {"", system->fields, (size_t)system->field_count},
        {"law.", b->friction.fields, (size_t)b->friction.field_count},
        {contensou__lanes_init, system->states, (size_t)system->dim}};
    const struct contensou__lanes_request request = {.group = group,
                                                     .groups = 3,
                                                     .set = &o->set,
                                                     .sets = o->set != NULL,
                                                     .init = &o->init,
                                                     .inits = o->init != NULL,
                                                     .vary = &o->vary,
                                                     .varies = o->vary != NULL};
    enum contensou_status status = contensou__lanes_create(&b->lanes, &request, err);

    b->place = SIZE_MAX;
    return status || !o->vary ? status : read_axis(b, &b->lanes.axis[0], err);
}

enum contensou_status contensou_branch_create(struct contensou_branch **out,
                                              struct contensou_device *device,
                                              const struct contensou_branch_options *options,
                                              struct contensou_error *err)
{
    struct contensou_branch *b = calloc(1, sizeof *b);
    enum contensou_status status;

    *out = NULL;
    if (!b)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a system");
    b->device = device;
    status = find_system(b, options, err);
    if (!status)
        status = make_law(b, options, err);
    if (!status)
        status = read_numbers(b, options, err);
    if (status)
        contensou_branch_free(b);
    else
        *out = b;
    return status;
}

void contensou_branch_free(struct contensou_branch *b)
{
    if (!b)
        return;
    free(b->grid);
    contensou__lanes_free(&b->lanes);
    contensou__friction_free(&b->friction);
    contensou_fit_file_free(&b->contact);
    contensou__user_system_close(b->own);
    free(b);
}

const char *contensou_branch_system(const struct contensou_branch *b)
{
    return b->setup.system->name;
}

const char *contensou_branch_law(const struct contensou_branch *b)
{
    return b->friction.name;
}

size_t contensou_branch_states(const struct contensou_branch *b)
{
    return (size_t)b->setup.system->dim;
}

const char *contensou_branch_state(const struct contensou_branch *b, size_t state)
{
    return state < contensou_branch_states(b) ? b->setup.system->states[state].name : NULL;
}

size_t contensou_branch_positions(const struct contensou_branch *b)
{
    return contensou_branch_states(b) / (b->setup.system->second ? 2 : 1);
}

const char *contensou_branch_parameter(const struct contensou_branch *b)
{
    return b->place == SIZE_MAX ? NULL : b->lanes.name[b->place];
}

size_t contensou_branch_values(const struct contensou_branch *b)
{
    return b->count;
}

const char *contensou_branch_number(const struct contensou_branch *b, size_t number, double *value)
{
    if (number >= b->lanes.names)
        return NULL;
    *value = b->lanes.value[number];
    return b->lanes.name[number];
}
