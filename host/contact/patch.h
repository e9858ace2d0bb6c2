/* patch.h: which shapes and pressures exist, one row each, and what a contact patch is made of, for the layers above.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_PATCH_H
#define CONTENSOU_CONTACT_PATCH_H

#include "base/text.h"
#include "contact/outline.h"
#include "contact/pressures.h"
#include "contact/round.h"
#include "contact/shapes/list.h"
#include "contact/stretch.h"

#include <contensou/patch.h>
#include <contensou/status.h>

#include <stddef.h>

/* What stands behind the colon of a shape. */
enum contensou__patch_wants {
    contensou__patch_nothing,
    contensou__patch_numbers,
    contensou__patch_file
};

/* Which pressures go with a shape. */
enum contensou__patch_takes {
    contensou__patch_all,
    contensou__patch_uniform,
    contensou__patch_own /* the file brings it */
};

enum { contensou__patch_most = 4 }; /* numbers of a shape */

/* What a shape's file says of it. */
struct contensou__patch_shape {
    const char *name, *example;
    enum contensou__patch_wants wants;
    const char
        *needs[contensou__patch_most + 1]; /* the numbers behind the colon by name, then NULL */
    const char *needs_text;                /* what they are, where they are missing */
    const double *otherwise; /* what they are where none is given; NULL: they must be given */
    enum contensou__patch_takes takes;
    int has_exact; /* 0: the method cells only */
    const char *text;
    /* Makes the patch: its kind, and what that kind consists of. number: those behind the colon,
     * read but not checked; rest: the text behind the colon. The round part has semi-axes of 1 and the exponent of the
     * pressure already. */
    enum contensou_status (*make)(struct contensou_patch *p, const double *number, const char *rest,
                                  struct contensou_error *err);
};

/* A pressure (1 - s)^q with s = x^2/a^2 + y^2/b^2. */
struct contensou__patch_pressure {
    const char *name, *example;
    double low, high; /* of q; equal where the name decides it */
    const char *text;
};

#define CONTENSOU__PATCH_EXTERN(name) \
    extern const struct contensou__patch_shape contensou__shape_##name;
#define CONTENSOU__PATCH_ONE(...) +1
ALL_SHAPES(CONTENSOU__PATCH_EXTERN)

enum {
    contensou__patch_shape_count = 0 ALL_SHAPES(CONTENSOU__PATCH_ONE),
    contensou__patch_pressure_count = 0 ALL_PRESSURES(CONTENSOU__PATCH_ONE)
};
extern const struct contensou__patch_shape
    *const contensou__patch_shapes[contensou__patch_shape_count];
extern const struct contensou__patch_pressure
    contensou__patch_pressures[contensou__patch_pressure_count];

/* The row that "name" or "name:rest" names; *rest is NULL where there is no colon. Fails with the
 * nearest name. */
enum contensou_status contensou__patch_find_shape(const char *text,
                                                  const struct contensou__patch_shape **row,
                                                  const char **rest, struct contensou_error *err);

/* 1 if the text names a shape that brings its own pressure. */
int contensou__patch_brings_pressure(const char *shape);

/* The pressure as it is shown: that of the spec, or what stands for it, "uniform" or "of the file". */
const char *contensou__patch_pressure_shown(const struct contensou_patch_spec *spec);

/* For shapes: fails unless the numbers are sizes between 1e-100 and 1e100. */
enum contensou_status contensou__patch_check_sizes(const char *name, const char *rest,
                                                   const double *number, int count,
                                                   struct contensou_error *err);

/* The words for a list: "ellipse:a,b", "polygon:FILE"; "all", "uniform", "its own"; "exact, cells", "cells". */
void contensou__patch_syntax(const struct contensou__patch_shape *shape,
                             struct contensou__text *out);
const char *contensou__patch_takes_text(const struct contensou__patch_shape *shape);
const char *contensou__patch_methods_text(const struct contensou__patch_shape *shape);

enum contensou__patch_kind {
    contensou__patch_round,   /* an ellipse or an annulus, under a pressure (1 - s)^q */
    contensou__patch_outline, /* straight edges between uniform pressures */
    contensou__patch_points,  /* points with weights, without an exact method */
};

struct contensou_patch {
    enum contensou__patch_kind kind;
    char *shape, *pressure;        /* as given */
    struct contensou__units units; /* that the shape's file names */
    double unit,
        load;       /* metres of the unit of length; newtons of the normal force: 0 if not known */
    double cell[2]; /* of a bare grid of pressures, otherwise 0, 0 */
    double g[2];    /* the tilt as a gradient: pressure * (1 + g.x), shape's coordinates */
    double center[2];
    struct contensou__round round;
    struct contensou__outline outline;
    double density; /* of an outline: pressure per unit of weight */
    double *point;  /* of points: x[], y[], mass[], from the reference point */
    size_t points;
    /* Friction that depends on the direction of sliding; everything above is then in the coordinates in which it is
     * plain. */
    struct contensou__stretch stretch;
    /* Whose axes they are: of the shape, and of that friction; never the default. */
    enum contensou_frame frame, stretch_frame;
    int turns; /* 0: the shape itself is a centred circle, the same at every angle */
    struct contensou__patch_trees *trees; /* of a large map; views share them */
};

/* The contact with plain friction in its own coordinates: a view that shares the arrays, not for freeing. */
struct contensou_patch contensou__patch_plain(const struct contensou_patch *patch);

/* Sets frame and stretch_frame to what the description has. */
enum contensou_status contensou__patch_take_frames(struct contensou_patch *p,
                                                   const struct contensou_patch_spec *spec,
                                                   struct contensou_error *err);

/* 1 where shape and anisotropy are of two bodies: what turns against what is then not one contact at all angles. */
int contensou__patch_has_two_frames(const struct contensou_patch *patch);

/* The data of the exact method for any angle of the anisotropy against the shape, and the numbers of the anisotropy at the angle 0
 * (kernels/patches/anisotropy.h). */
enum contensou_status contensou__patch_make_anisotropic(const struct contensou_patch *patch,
                                                        int single, double anisotropy[3],
                                                        struct contensou__patch_data *t,
                                                        struct contensou_error *err);

/* The data of the exact method; single asks for float's accuracy only. */
enum contensou_status contensou__patch_make_data(const struct contensou_patch *patch, int single,
                                                 struct contensou__patch_data *t,
                                                 struct contensou_error *err);

/* The tree of a map that is large enough for one grows when it is first asked for; here is where it will be. */
enum contensou_status contensou__patch_make_trees(struct contensou_patch *p,
                                                  struct contensou_error *err);
void contensou__patch_make_free(struct contensou__patch_trees *trees);

/* The one rule for an admissible tilt: 1 + g.x, x from the origin of the shape, is nowhere below 0 while this, the largest
 * -g.x of the patch, is at most 1. at: the place where it is. */
double contensou__patch_tilt_depth(const struct contensou_patch *patch, const double g[2],
                                   double at[2]);

#endif
