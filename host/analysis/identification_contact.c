/* identification_contact.c: numbers of a contact by name, in its description. SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/numbers.h"
#include "contact/patch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { wide = contensou__identification_name };

/* "power:0.5" has a number. */
static const char *exponent(const struct contensou_patch_spec *spec)
{
    const char *const colon = spec->pressure ? strchr(spec->pressure, ':') : NULL;

    return colon ? colon + 1 : NULL;
}

static const struct contensou__patch_shape *shape_of(const struct contensou_patch_spec *spec,
                                                     const char **rest)
{
    const struct contensou__patch_shape *row = NULL;
    struct contensou_error ignored;

    *rest = NULL;
    return spec->shape && !contensou__patch_find_shape(spec->shape, &row, rest, &ignored) ? row
                                                                                          : NULL;
}

size_t contensou__identification_contact_names(
    const struct contensou_patch_spec *spec,
    char name[contensou__identification_contact_most][contensou__identification_name])
{
    static const char *const others[] = {"tilt.x", "tilt.y", "center.x", "center.y"};
    const char *rest;
    const struct contensou__patch_shape *const shape = shape_of(spec, &rest);
    size_t count = 0;

    for (int i = 0; shape && shape->needs[i]; ++i)
        snprintf(name[count++], wide, "shape.%s", shape->needs[i]);
    if (exponent(spec))
        snprintf(name[count++], wide, "pressure.q");
    for (size_t i = 0; shape && i < sizeof others / sizeof *others; ++i)
        snprintf(name[count++], wide, "%s", others[i]);
    return count;
}

/* The numbers behind the colon of the shape, and which of them the name means; -1: none. */
static enum contensou_status shape_numbers(const struct contensou_patch_spec *spec,
                                           const char *name, double number[contensou__patch_most],
                                           size_t *count, int *which, struct contensou_error *err)
{
    const char *rest;
    const struct contensou__patch_shape *const shape = shape_of(spec, &rest);

    *which = -1;
    *count = 0;
    if (!shape || strncmp(name, "shape.", 6) != 0)
        return CONTENSOU_OK;
    for (; shape->needs[*count]; ++*count)
        if (strcmp(shape->needs[*count], name + 6) == 0)
            *which = (int)*count;
    if (!rest && shape->otherwise)
        memcpy(number, shape->otherwise, *count * sizeof *number);
    return rest && *count ? contensou__numbers_list(rest, "the shape", number, *count, err)
                          : CONTENSOU_OK;
}

/* "tilt.x", "center.y": 1 for the second of a pair. */
static int is_second(const char *name)
{
    return name[strlen(name) - 1] == 'y';
}

enum contensou_status
contensou__identification_contact_value(const struct contensou_patch_spec *spec, const char *name,
                                        double *value, struct contensou_error *err)
{
    double number[contensou__patch_most] = {0};
    size_t count;
    int which;
    enum contensou_status status = shape_numbers(spec, name, number, &count, &which, err);

    if (status)
        return status;
    if (strcmp(name, "pressure.q") == 0)
        return contensou__numbers_parse(exponent(spec), "the pressure", value, err);
    *value = which >= 0                         ? number[which]
             : strncmp(name, "center.", 7) == 0 ? spec->center[is_second(name)]
             : is_second(name)                  ? -spec->tilt_k * sin(spec->tilt_beta)
                                                : spec->tilt_k * cos(spec->tilt_beta);
    return CONTENSOU_OK;
}

enum contensou_status
contensou__identification_contact_put(struct contensou_patch_spec *spec, const char *name,
                                      double value, struct contensou__identification_words *words,
                                      struct contensou_error *err)
{
    double number[contensou__patch_most] = {0};
    size_t count, used;
    int which;
    enum contensou_status status = shape_numbers(spec, name, number, &count, &which, err);

    if (status)
        return status;
    if (strcmp(name, "pressure.q") == 0) {
        snprintf(words->pressure, sizeof words->pressure, "power:%.17g", value);
        spec->pressure = words->pressure;
    } else if (strncmp(name, "center.", 7) == 0) {
        spec->center[is_second(name)] = value;
    } else if (strncmp(name, "tilt.", 5) == 0) {
        double g[2] = {spec->tilt_k * cos(spec->tilt_beta), -spec->tilt_k * sin(spec->tilt_beta)};

        g[is_second(name)] = value;
        spec->tilt_k = hypot(g[0], g[1]);
        spec->tilt_beta = atan2(-g[1], g[0]);
    } else {
        const char *rest;

        number[which] = value;
        used =
            (size_t)snprintf(words->shape, sizeof words->shape, "%s", shape_of(spec, &rest)->name);
        for (size_t i = 0; i < count && used < sizeof words->shape; ++i)
            used += (size_t)snprintf(words->shape + used, sizeof words->shape - used, "%c%.17g",
                                     i ? ',' : ':', number[i]);
        spec->shape = words->shape;
    }
    return CONTENSOU_OK;
}
