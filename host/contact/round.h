/* round.h: the data of disks, annuli and ellipses, with node counts and borders between the rules
 * chosen by measuring. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_ROUND_H
#define CONTENSOU_CONTACT_ROUND_H

#include "contact/patch_data.h"

struct contensou__round {
    double a, b, q;   /* semi-axes, exponent of the pressure */
    double hole;      /* inner radius of an annulus (a = b = 1), or 0 */
    double g[2];      /* gradient of the pressure */
    double middle[2]; /* from the reference point */
    int even;         /* 1: nodes inside are spread evenly, whatever the semi-axes are */
};

/* Fills *t so that each rule errs by less than tolerance (absolute, in T and in M over the larger
 * semi-axis) at its worst place. */
enum contensou_status contensou__round_data(const struct contensou__round *r, double tolerance,
                                            struct contensou__patch_data *t,
                                            struct contensou_error *err);

/* The same without measuring: nodes enough for any ellipse up to about 20 to 1, more than needed for
 * most. For a few hundred directions of many patches the search would cost more than it saves. */
enum contensou_status contensou__round_data_plain(const struct contensou__round *r,
                                                  struct contensou__patch_data *t,
                                                  struct contensou_error *err);

#endif
