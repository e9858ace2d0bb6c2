/* friction.h: a friction law as simulations use it: regularised, its numbers by name, one value of each per
 * lane, and the kernel file behind it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_FRICTION_H
#define CONTENSOU_LAWS_FRICTION_H

#include "parts/system.h"
#include "laws/law.h"
#include "contact/patch_data.h"

struct contensou__friction {
    char name[24];
    enum contensou__system_friction kind; /* contact, line or none */
    int rolling;                     /* 1: serves systems whose tilt of the pressure moves too */
    struct contensou__field *fields; /* what people set as law.NAME */
    int field_count;
    int lane_fields;     /* numbers of one lane, as the kernel reads them */
    double *shared;      /* numbers that all lanes share */
    size_t shared_count; /* may be 0 */
    int jumps;           /* 1: discontinuous, or nearly so */
    int needs_fit; /* 1: the model's own numbers are only a start; a fit should replace them */
    double
        table_error; /* of a table: the largest error of T and M/a seen, at most 1e-6 (single: 3e-6); otherwise 0 */
    struct contensou__stretch stretch; /* friction that depends on the direction of sliding */
    enum contensou__system_axes axes;  /* of its contact: whose they are */
    const struct contensou__registry_law *about;
    int argument[contensou__registry_arguments]; /* of its name */
    /* for friction_*.c */
    struct contensou__registry_form form;
    int single;
    struct contensou__law law;          /* of a model */
    struct contensou__patch_data patch; /* of the exact wrench */
};

/* Where a law that is made of many exact wrenches gets them: slip i and its wrench are at 3 i. */
struct contensou__friction_source {
    enum contensou_status (*wrench)(void *context, const struct contensou__patch_data *patch,
                                    size_t n, const double *slip, double *wrench,
                                    struct contensou_error *err);
    void *context;
    const struct contensou_device
        *device; /* what computes them: its name is in the key of the cache */
    /* The numbers of a table whose intervals are taken as they are, so that differences between the two are smooth; or NULL. */
    const double *like;
};

/* Makes the law of this name for the patch (NULL for laws along a line), eps as its default; single: the
 * kernel computes in single precision. *f is for contensou__friction_free, also after a failure. */
enum contensou_status contensou__friction_create(struct contensou__friction *f, const char *name,
                                                 const struct contensou_patch *patch, double eps,
                                                 int single, struct contensou_error *err);

/* The same with a source; what it gave is kept in the cache of device programs. */
enum contensou_status
contensou__friction_create_from(struct contensou__friction *f, const char *name,
                                const struct contensou_patch *patch, double eps, int single,
                                const struct contensou__friction_source *source,
                                struct contensou_error *err);
void contensou__friction_free(struct contensou__friction *f);

/* Changes the default of a field, or a coefficient that all lanes share (k10 .. of general potentials), as a
 * fit gives them. */
enum contensou_status contensou__friction_set(struct contensou__friction *f, const char *name,
                                              double value, struct contensou_error *err);

/* The numbers of a lane, lane[lane_fields], from the values of fields[]; CONTENSOU_EARGUMENT names a value
 * that is not possible. */
enum contensou_status contensou__friction_lane(const struct contensou__friction *f,
                                               const double *value, double *lane,
                                               struct contensou_error *err);

/* Friction beyond the load that is borne goes as slip^order below eps: 1 comes to rest exponentially, more
 * than 1 creeps, as t^(-1/(order - 1)). For approximants it is their n. */
int contensou__friction_lane_order(const struct contensou__friction *f);

/* The axes of a contact: those of its shape, or of a centred circle those of its anisotropy. */
enum contensou__system_axes contensou__friction_axes(const struct contensou_patch *patch);

/* Appends the kernel file and the role names of the law. */
void contensou__friction_bind(const struct contensou__friction *f, struct contensou__bundle *b);

#endif
