/* contacts.c: which shapes and pressures exist. SPDX-License-Identifier: MIT */
#include "contact/contacts.h"

#include "base/names.h"

#include <string.h>

// clang-format off
const struct contensou__contacts_shape contensou__contacts_shapes[contensou__contacts_shape_count] = {
    {"disk", "disk", "disk", contensou__contacts_nothing, {NULL, NULL},
     contensou__contacts_all, 1, "the unit disk"},
    {"annulus", "annulus:q", "annulus:0.5", contensou__contacts_ratio, {"q", NULL},
     contensou__contacts_uniform, 1, "the ring q <= r <= 1, 0 < q <= 0.999"},
    {"ellipse", "ellipse:a,b", "ellipse:1,0.5", contensou__contacts_two_sizes, {"a", "b"},
     contensou__contacts_all, 1, "semi-axes a along x and b along y"},
    {"rectangle", "rectangle:a,b", "rectangle:1,0.5", contensou__contacts_two_sizes, {"a", "b"},
     contensou__contacts_uniform, 1, "half sides a along x and b along y"},
    {"polygon", "polygon:FILE", "polygon:FILE.csv", contensou__contacts_file, {NULL, NULL},
     contensou__contacts_uniform, 1,
     "CSV x,y of the corners; a blank line starts the next contour, clockwise ones are holes"},
    {"map", "map:FILE", "map:FILE.csv", contensou__contacts_file, {NULL, NULL},
     contensou__contacts_own, 1,
     "CSV x_min,x_max,y_min,y_max, those numbers, then rows of cell pressures, lowest y first"},
    {"cells", "cells:FILE", "cells:FILE.csv", contensou__contacts_file, {NULL, NULL},
     contensou__contacts_own, 0, "CSV x,y,area,pressure: points with their own weight"},
};

const struct contensou__contacts_pressure contensou__contacts_pressures[contensou__contacts_pressure_count] = {
    {"uniform",    "uniform",    "uniform",    0,    0,    "constant"},
    {"hertz",      "hertz",      "hertz",      0.5,  0.5,  "(1 - s)^(1/2): elastic contact of curved bodies"},
    {"parabolic",  "parabolic",  "parabolic",  1,    1,    "1 - s"},
    {"power",      "power:q",    "power:0.5",  -0.9, 20,   "(1 - s)^q"},
    {"boussinesq", "boussinesq", "boussinesq", -0.5, -0.5, "(1 - s)^(-1/2): a rigid flat punch"},
};
// clang-format on

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
        names[i] = contensou__contacts_shapes[i].name;
    split(text, name, rest);
    at = contensou__names_find(name, names, contensou__contacts_shape_count);
    if (at < 0)
        return contensou__names_fail(err, "shape", name, names, contensou__contacts_shape_count);
    *row = &contensou__contacts_shapes[at];
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

const char *contensou__contacts_takes_text(const struct contensou__contacts_shape *shape)
{
    return (const char *const[]){"all", "uniform", "its own"}[shape->takes];
}

const char *contensou__contacts_methods_text(const struct contensou__contacts_shape *shape)
{
    return shape->has_exact ? "exact, cells" : "cells";
}
