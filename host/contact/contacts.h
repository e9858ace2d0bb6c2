/* contacts.h: which shapes and pressures exist: one row each, for the parser of patches, its
 * messages, and lists. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_CONTACTS_H
#define CONTENSOU_CONTACT_CONTACTS_H

#include "base/text.h"
#include "contact/pressures.h"
#include "contact/shapes/list.h"

#include <contensou/patch.h>
#include <contensou/status.h>

#include <stddef.h>

/* What stands behind the colon of a shape. */
enum contensou__contacts_wants {
    contensou__contacts_nothing,
    contensou__contacts_numbers,
    contensou__contacts_file
};

/* Which pressures go with a shape. */
enum contensou__contacts_takes {
    contensou__contacts_all,
    contensou__contacts_uniform,
    contensou__contacts_own /* the file brings it */
};

enum { contensou__contacts_most = 4 }; /* numbers of a shape */

/* What a shape's file says of it. */
struct contensou__contacts_shape {
    const char *name, *example;
    enum contensou__contacts_wants wants;
    const char
        *needs[contensou__contacts_most + 1]; /* the numbers behind the colon by name, then NULL */
    const char *needs_text;                   /* what they are, where they are missing */
    enum contensou__contacts_takes takes;
    int has_exact; /* 0: the method cells only */
    const char *text;
    /* Makes the patch (contact/patch.h): its kind, and what that kind consists of. number: those behind the colon,
     * read but not checked; rest: the text behind the colon. The round part has semi-axes of 1 and the exponent of the
     * pressure already. */
    enum contensou_status (*make)(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err);
};

/* A pressure (1 - s)^q with s = x^2/a^2 + y^2/b^2. */
struct contensou__contacts_pressure {
    const char *name, *example;
    double low, high; /* of q; equal where the name decides it */
    const char *text;
};

#define CONTENSOU__CONTACTS_EXTERN(name) \
    extern const struct contensou__contacts_shape contensou__shape_##name;
#define CONTENSOU__CONTACTS_ONE(...) +1
ALL_SHAPES(CONTENSOU__CONTACTS_EXTERN)

enum {
    contensou__contacts_shape_count = 0 ALL_SHAPES(CONTENSOU__CONTACTS_ONE),
    contensou__contacts_pressure_count = 0 ALL_PRESSURES(CONTENSOU__CONTACTS_ONE)
};
extern const struct contensou__contacts_shape
    *const contensou__contacts_shapes[contensou__contacts_shape_count];
extern const struct contensou__contacts_pressure
    contensou__contacts_pressures[contensou__contacts_pressure_count];

/* The row that "name" or "name:rest" names; *rest is NULL where there is no colon. Fails with the
 * nearest name. */
enum contensou_status contensou__contacts_find_shape(const char *text,
                                                     const struct contensou__contacts_shape **row,
                                                     const char **rest,
                                                     struct contensou_error *err);
enum contensou_status
contensou__contacts_find_pressure(const char *text, const struct contensou__contacts_pressure **row,
                                  const char **rest, struct contensou_error *err);

/* 1 if the text names a shape that brings its own pressure. */
int contensou__contacts_brings_pressure(const char *shape);

/* For shapes: fails unless the numbers are sizes between 1e-100 and 1e100. */
enum contensou_status contensou__contacts_check_sizes(const char *name, const char *rest,
                                                      const double *number, int count,
                                                      struct contensou_error *err);

/* The words for a list: "ellipse:a,b", "polygon:FILE"; "all", "uniform", "its own"; "exact, cells", "cells". */
void contensou__contacts_syntax(const struct contensou__contacts_shape *shape,
                                struct contensou__text *out);
const char *contensou__contacts_takes_text(const struct contensou__contacts_shape *shape);
const char *contensou__contacts_methods_text(const struct contensou__contacts_shape *shape);

#endif
