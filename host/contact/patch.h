/* patch.h: what a contact patch is made of, for the layers above. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_PATCH_H
#define CONTENSOU_CONTACT_PATCH_H

#include "contact/outline.h"
#include "contact/round.h"
#include "contact/stretch.h"

#include <contensou/patch.h>

enum contensou__patch_kind {
    contensou__patch_round,   /* an ellipse or an annulus, under a pressure (1 - s)^q */
    contensou__patch_outline, /* straight edges between uniform pressures */
    contensou__patch_points,  /* points with weights, without an exact method */
};

struct contensou_patch {
    enum contensou__patch_kind kind;
    char *shape, *pressure; /* as given */
    double g[2];            /* the tilt as a gradient: pressure * (1 + g.x), shape's coordinates */
    double center[2];
    struct contensou__round round;
    struct contensou__outline outline;
    double density; /* of an outline: pressure per unit of weight */
    double *point;  /* of points: x[], y[], mass[], from the reference point */
    size_t points;
    /* Friction that depends on the direction of sliding; everything above is then in the coordinates in which it is
     * plain. */
    struct contensou__stretch stretch;
};

/* The contact with plain friction in its own coordinates: a view that shares the arrays, not for freeing. */
struct contensou_patch contensou__patch_plain(const struct contensou_patch *patch);

/* The data of the exact method; single asks for float's accuracy only. */
enum contensou_status contensou__patch_make_data(const struct contensou_patch *patch, int single,
                                                 struct contensou__patch_data *t,
                                                 struct contensou_error *err);

#endif
