/* contacts.c: which shapes and pressures exist. SPDX-License-Identifier: MIT */
#include "contact/contacts.h"

#include "base/names.h"

#include <string.h>

#define SHAPE(name) &contensou__shape_##name,
const struct contensou__contacts_shape *const contensou__contacts_shapes[] = {ALL_SHAPES(SHAPE)};

#define PRESSURE(name, example, low, high, text) {#name, example, low, high, text},
const struct contensou__contacts_pressure contensou__contacts_pressures[] = {
    ALL_PRESSURES(PRESSURE)};

enum { name_size = 32 };

/* Splits "name:rest"; rest is NULL where there is no colon. */
static void split(const char *text, char name[name_size], const char **rest)
{
    const char *colon = strchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const size_t kept = length < name_size - 1 ? length : name_size - 1;

    memcpy(name, text, kept);
    name[kept] = '\0';
    *rest = colon ? colon + 1 : NULL;
}

enum contensou_status contensou__contacts_find_shape(const char *text,
                                                     const struct contensou__contacts_shape **row,
                                                     const char **rest, struct contensou_error *err)
{
    const char *names[contensou__contacts_shape_count];
    char name[name_size];
    int at;

    for (size_t i = 0; i < contensou__contacts_shape_count; ++i)
        names[i] = contensou__contacts_shapes[i]->name;
    split(text, name, rest);
    at = contensou__names_find(name, names, contensou__contacts_shape_count);
    if (at < 0)
        return contensou__names_fail(err, "shape", name, names, contensou__contacts_shape_count);
    *row = contensou__contacts_shapes[at];
    return CONTENSOU_OK;
}

enum contensou_status
contensou__contacts_find_pressure(const char *text, const struct contensou__contacts_pressure **row,
                                  const char **rest, struct contensou_error *err)
{
    const char *names[contensou__contacts_pressure_count];
    char name[name_size];
    int at;

    for (size_t i = 0; i < contensou__contacts_pressure_count; ++i)
        names[i] = contensou__contacts_pressures[i].name;
    split(text, name, rest);
    at = contensou__names_find(name, names, contensou__contacts_pressure_count);
    if (at < 0)
        return contensou__names_fail(err, "pressure", name, names,
                                     contensou__contacts_pressure_count);
    *row = &contensou__contacts_pressures[at];
    return CONTENSOU_OK;
}

int contensou__contacts_brings_pressure(const char *shape)
{
    const struct contensou__contacts_shape *row;
    struct contensou_error unknown;
    const char *rest;

    return !contensou__contacts_find_shape(shape, &row, &rest, &unknown) &&
           row->takes == contensou__contacts_own;
}

enum contensou_status contensou__contacts_check_sizes(const char *name, const char *rest,
                                                      const double *number, int count,
                                                      struct contensou_error *err)
{
    for (int i = 0; i < count; ++i)
        if (!(number[i] > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT, "%s:%s is not possible; %s positive",
                                  name, rest, count == 2 ? "both sizes must be" : "sizes are");
    for (int i = 0; i < count; ++i)
        if (!(number[i] > 1e-100 && number[i] < 1e100))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "%s:%s is not possible; sizes lie between 1e-100 and 1e100", name,
                                  rest);
    return CONTENSOU_OK;
}

void contensou__contacts_syntax(const struct contensou__contacts_shape *shape,
                                struct contensou__text *out)
{
    contensou__text_printf(out, "%s", shape->name);
    if (shape->wants == contensou__contacts_file)
        contensou__text_printf(out, ":FILE");
    for (int i = 0; shape->needs[i]; ++i)
        contensou__text_printf(out, "%c%s", i ? ',' : ':', shape->needs[i]);
}

const char *contensou__contacts_takes_text(const struct contensou__contacts_shape *shape)
{
    return (const char *const[]){"all", "uniform", "its own"}[shape->takes];
}

const char *contensou__contacts_methods_text(const struct contensou__contacts_shape *shape)
{
    return shape->has_exact ? "exact, cells" : "cells";
}
