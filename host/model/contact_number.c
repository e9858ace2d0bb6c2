/* contact_number.c: numbers of a contact by name, in its description. SPDX-License-Identifier: MIT */
#include <contensou/contact.h>

#include "base/decimal.h"
#include "base/kept.h"
#include "base/numbers.h"
#include "base/try.h"
#include "contact/patch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "power:0.5" has a number. */
static const char *exponent(const struct contensou_patch_spec *spec)
{
    const char *const colon = spec->pressure ? strchr(spec->pressure, ':') : NULL;

    return colon ? colon + 1 : NULL;
}

/* The shape, and what stands behind its colon; NULL where there is none. */
static const struct contensou__patch_shape *shape_of(const struct contensou_patch_spec *spec,
                                                     const char **rest)
{
    const struct contensou__patch_shape *row = NULL;
    struct contensou_error ignored;

    *rest = NULL;
    return spec->shape && !contensou__patch_find_shape(spec->shape, &row, rest, &ignored) ? row
                                                                                          : NULL;
}

const char *contensou_contact_number_name(const struct contensou_patch_spec *spec, size_t i)
{
    static const char *const others[] = {"tilt.k",           "tilt.beta",       "tilt.x",
                                         "tilt.y",           "center.x",        "center.y",
                                         "anisotropy.ratio", "anisotropy.angle"};
    const int stretched = spec->anisotropy[0] > 0 && spec->anisotropy[0] != 1;
    const char *rest;
    const struct contensou__patch_shape *const shape = shape_of(spec, &rest);
    size_t own = 0;

    while (shape && shape->needs[own])
        ++own;
    if (i < own)
        return contensou__kept_text("shape.%s", shape->needs[i]);
    i -= own;
    if (exponent(spec) && i-- == 0)
        return "pressure.q";
    return shape && i < sizeof others / sizeof *others - (stretched ? 0 : 2) ? others[i] : NULL;
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

/* anisotropy.ratio or anisotropy.angle. */
static int is_anisotropy(const char *name)
{
    return strncmp(name, "anisotropy.", 11) == 0;
}

enum contensou_status contensou_contact_number(const struct contensou_patch_spec *spec,
                                               const char *name, double *value,
                                               struct contensou_error *err)
{
    double number[contensou__patch_most] = {0};
    size_t count;
    int which;

    TRY(shape_numbers(spec, name, number, &count, &which, err));
    if (strcmp(name, "pressure.q") == 0)
        return contensou__numbers_parse(exponent(spec), "the pressure", value, err);
    *value = which >= 0                         ? number[which]
             : strcmp(name, "tilt.k") == 0      ? spec->tilt_k
             : strcmp(name, "tilt.beta") == 0   ? spec->tilt_beta
             : strncmp(name, "center.", 7) == 0 ? spec->center[is_second(name)]
             : is_anisotropy(name)              ? spec->anisotropy[name[11] == 'a']
             : is_second(name)                  ? -spec->tilt_k * sin(spec->tilt_beta)
                                                : spec->tilt_k * cos(spec->tilt_beta);
    return CONTENSOU_OK;
}

/* The tilt along x or y becomes this, the other one stays. */
static void put_tilt(struct contensou_patch_spec *spec, int second, double value)
{
    double g[2] = {spec->tilt_k * cos(spec->tilt_beta), -spec->tilt_k * sin(spec->tilt_beta)};

    g[second] = value;
    spec->tilt_k = hypot(g[0], g[1]);
    spec->tilt_beta = atan2(-g[1], g[0]);
}

enum contensou_status contensou_contact_number_put(struct contensou_patch_spec *spec,
                                                   const char *name, double value,
                                                   struct contensou_contact_words *words,
                                                   struct contensou_error *err)
{
    double number[contensou__patch_most] = {0};
    char digits[32];
    const char *rest;
    size_t count, used;
    int which;

    TRY(shape_numbers(spec, name, number, &count, &which, err));
    if (strcmp(name, "pressure.q") == 0) {
        contensou__decimal_short(value, digits);
        snprintf(words->pressure, sizeof words->pressure, "power:%s", digits);
        spec->pressure = words->pressure;
    } else if (strncmp(name, "center.", 7) == 0)
        spec->center[is_second(name)] = value;
    else if (is_anisotropy(name))
        spec->anisotropy[name[11] == 'a'] = value;
    else if (strcmp(name, "tilt.k") == 0)
        spec->tilt_k = value;
    else if (strcmp(name, "tilt.beta") == 0)
        spec->tilt_beta = value;
    else if (which < 0)
        put_tilt(spec, is_second(name), value);
    else {
        number[which] = value;
        used =
            (size_t)snprintf(words->shape, sizeof words->shape, "%s", shape_of(spec, &rest)->name);
        for (size_t i = 0; i < count && used < sizeof words->shape; ++i) {
            contensou__decimal_short(number[i], digits);
            used += (size_t)snprintf(words->shape + used, sizeof words->shape - used, "%c%s",
                                     i ? ',' : ':', digits);
        }
        spec->shape = words->shape;
    }
    return CONTENSOU_OK;
}
