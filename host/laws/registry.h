/* registry.h: what friction laws say of themselves. Everything here is made from their tables
 * (kernels/laws/describe.h), none of it names a law. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_REGISTRY_H
#define CONTENSOU_LAWS_REGISTRY_H

#include "parts/system.h"
#include "contact/patch.h"
#include "source/bundle.h"

#include <stddef.h>

struct contensou__law;

enum { contensou__registry_arguments = 2 }; /* digits of a name, at most */

/* The contacts that a model suits. */
enum contensou__registry_contacts {
    contensou__registry_any,
    contensou__registry_half_turn,
    contensou__registry_circular
};

/* The kernel file behind a law in simulations: fused if it has eps itself. */
struct contensou__registry_form {
    const char *file;
    int fused;
};

struct contensou__registry_name {
    const char *name, *text;
};

/* What the expressions of a table know. */
struct contensou__registry_place {
    const int *argument;
    const struct contensou_patch *patch; /* whose moments they ask for */
    double radius, gx, gy, eps;
    int is_circular;
    enum contensou_status status; /* of the moments */
    struct contensou_error *err;
};

/* A parameter of a result, for reports. */
struct contensou__registry_shown {
    const char *param;
    double value;
    int tilted, general;
};

struct contensou__registry_law {
    const char *file;                     /* laws/FILE.h, and the prefix of its names */
    enum contensou__system_friction kind; /* contact, line or none */
    int model;                            /* 1: a formula with parameters that a fit finds */
    int gradient, polar, tilts, jumps, corners, holds, taylor, forms, integrated, tabulated;
    const struct contensou__registry_name *name; /* those that are listed */
    size_t names;
    const char *begin, *why; /* of names with arguments; why "": there are only those listed */
    int arguments;
    const char *const *param; /* the names of its parameters */
    size_t params;
    struct contensou__registry_form circular, general; /* file NULL: its own, bare */
    int (*possible)(const int *argument);
    enum contensou__registry_contacts (*suits)(const int *argument);
    int (*order)(const int *argument);
    void (*numbers)(struct contensou__registry_place *at, struct contensou__law *law);
    int (*on_disk)(struct contensou__registry_place *at, struct contensou__law *law);
    int (*shown)(const int *argument, const struct contensou__registry_shown *q);
    void (*bind)(const int *argument, int single, struct contensou__bundle *b);
    void (*wrench)(const struct contensou__law *law, const double slip[3], int jacobian,
                   double *out); /* of a model: as contensou__law_wrench */
};

extern const struct contensou__registry_law contensou__registry_all[];
extern const size_t contensou__registry_count;

/* All names that are listed, in the order of the rows; of models only. */
extern const char *const contensou__registry_names[], *const contensou__registry_models[];
extern const size_t contensou__registry_name_count, contensou__registry_model_count;

/* The law that a name stands for, also one that is not listed but of an open family, or NULL; argument may be NULL. */
const struct contensou__registry_law *
contensou__registry_find(const char *name, int argument[contensou__registry_arguments]);

/* What lists say of a name; "" where it is not listed. */
const char *contensou__registry_text(const char *name);

/* The words of lists for the contacts. */
const char *contensou__registry_contacts_text(enum contensou__registry_contacts contacts);

/* The fields that every law of a contact has beside its own parameters. */
void contensou__registry_common(struct contensou__registry_place *at, struct contensou__law *law);

#endif
