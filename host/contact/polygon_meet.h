/* polygon_meet.h: the places where the contours of a polygon meet, and how they lie in one another.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_POLYGON_MEET_H
#define CONTENSOU_CONTACT_POLYGON_MEET_H

#include "contact/polygon.h"

enum contensou__polygon_meeting_kind {
    contensou__polygon_disjoint,
    contensou__polygon_edges_cross,     /* the edges that start in corners a and b */
    contensou__polygon_corner_on_edge,  /* corner a lies on the edge that starts in corner b */
    contensou__polygon_corners_coincide /* corners a and b are one point */
};

struct contensou__polygon_meeting {
    enum contensou__polygon_meeting_kind kind;
    size_t a, b;
};

/* Looks for two edges with a point in common, other than the corner that neighbours share; a corner
 * that is on an edge to rounding counts as on it. *found is one such place, or `disjoint`. Where all are
 * apart, around[c] is how often the other contours run around contour c, counter-clockwise. Contours
 * have three corners or more. The time is that of sorting the corners. */
enum contensou_status contensou__polygon_meet(const struct contensou__polygon *p,
                                              struct contensou__polygon_meeting *found, int *around,
                                              struct contensou_error *err);

#endif
