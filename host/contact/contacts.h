/* contacts.h: which shapes and pressures exist: one row each, for the parser of patches, its
 * messages, and lists. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_CONTACTS_H
#define CONTENSOU_CONTACT_CONTACTS_H

#include <contensou/status.h>

#include <stddef.h>

/* What stands behind the colon of a shape. */
enum contensou__contacts_wants {
    contensou__contacts_nothing,
    contensou__contacts_ratio,     /* the inner radius, between 0 and 1 */
    contensou__contacts_two_sizes, /* both positive */
    contensou__contacts_file
};

/* Which pressures go with a shape. */
enum contensou__contacts_takes {
    contensou__contacts_all,
    contensou__contacts_uniform,
    contensou__contacts_own /* the file brings it */
};

struct contensou__contacts_shape {
    const char *name, *syntax, *example;
    enum contensou__contacts_wants wants;
    const char *needs[2]; /* the numbers behind the colon by name; NULL where there are fewer */
    enum contensou__contacts_takes takes;
    int has_exact; /* 0: the method cells only */
    const char *text;
};

/* A pressure (1 - s)^q with s = x^2/a^2 + y^2/b^2. */
struct contensou__contacts_pressure {
    const char *name, *syntax, *example;
    double low, high; /* of q; equal where the name decides it */
    const char *text;
};

enum { contensou__contacts_shape_count = 7, contensou__contacts_pressure_count = 5 };
extern const struct contensou__contacts_shape
    contensou__contacts_shapes[contensou__contacts_shape_count];
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

/* The words for a list: "all", "uniform", "its own"; "exact, cells", "cells". */
const char *contensou__contacts_takes_text(const struct contensou__contacts_shape *shape);
const char *contensou__contacts_methods_text(const struct contensou__contacts_shape *shape);

#endif
