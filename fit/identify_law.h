/* identify_law.h: the exact law of a contact whose loads, place, size, tilt and anisotropy are unknown, with its
 * derivatives by them. Lengths are in the unit L of the angles, so that slip and load are plain vectors of three.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_IDENTIFY_LAW_H
#define CONTENSOU_FIT_IDENTIFY_LAW_H

#include "contact/patch.h"
#include "fit/identify_sums.h"

#include <contensou/identify.h>

enum {
    contensou__identify_law_cells = 64,
    contensou__identify_law_extras = CONTENSOU_IDENTIFY_EXTRAS,
    contensou__identify_law_most = contensou__identify_law_cells + contensou__identify_law_extras
};

/* The points of the contact under one exponent q of the pressure, each in a cell with whose load it shares; and what
 * they are with the unknowns of contensou__identify_law_at. Fields of one block of memory, [points] each. */
struct contensou__identify_points {
    double q;
    double *x, *y, *share; /* x begins the block */
    int *cell;
    double middle[2]; /* the mean place under the given loads, from the origin of the shape */
    struct contensou__identify_sums_points sums; /* the points as moved, grown and stretched */
    double *load, *part,
        *by_tilt[2]; /* the load, the share in that of its cell, the load's slopes by the tilt */
};

struct contensou__identify_law {
    const struct contensou_patch *patch;
    int cells; /* whose loads are unknown; 1 where the pressure is given: all points are in it */
    int along; /* points along the larger side */
    size_t points;
    double x[contensou__identify_law_cells], y[contensou__identify_law_cells],
        mass[contensou__identify_law_cells]; /* as the contact is given */
    double unit;                             /* L */
    double origin[2];                        /* of the shape, from the reference point, over L */
    int given;                               /* 1: cells:FILE */
    int free_q;                              /* 1: the exponent is unknown */
    double u[2], B[3], moved[2], grown;      /* the stretch, the place and the size that were set */
    /* at q, and a little below and above it where q is unknown */
    struct contensou__identify_points at[3];
};

/* The contact as cells of unknown loads, or, with options->fixed, as points under the given pressure. */
enum contensou_status contensou__identify_law_create(struct contensou__identify_law *m,
                                                     const struct contensou_patch *patch,
                                                     const struct contensou_identify_options *o,
                                                     struct contensou_error *err);
void contensou__identify_law_free(struct contensou__identify_law *m);

/* Sets the unknowns p: the loads, then the extras. The calls below are about them, and may come from several threads. */
enum contensou_status contensou__identify_law_at(struct contensou__identify_law *m, const double *p,
                                                 struct contensou_error *err);

/* Phi, its gradient g (the wrench of a unit of load) and its Hessian H (xx xy xw yy yw ww);
 * of[cell][3] are the wrenches of unit loads where it is not NULL. */
double contensou__identify_law_wrench(const struct contensou__identify_law *m, const double s[3],
                                      double g[3], double H[6], double (*of)[3]);

/* The derivatives of the wrench by the extras with free[k], 0 for the others; g and H are those at s. */
void contensou__identify_law_by_extras(const struct contensou__identify_law *m, const int *free,
                                       const double s[3], const double g[3], const double H[6],
                                       double (*of)[3]);

/* The slip under the load l, where Phi is least on the plane l.s = 1, from the direction in s. */
void contensou__identify_law_slip(const struct contensou__identify_law *m, const double l[3],
                                  double s[3]);

/* Derivatives of that slip: of[unknown][3] are those of the wrench at s, and become those of s. */
void contensou__identify_law_slip_by(const double l[3], const double H[6], int unknowns,
                                     double (*of)[3]);

/* Points and loads as they were found: x[], y[] from the reference point in the contact's unit, load[] to the sum 1. */
void contensou__identify_law_points(const struct contensou__identify_law *m, double *x, double *y,
                                    double *load);

/* contensou__patch_tilt_depth in the unit of the angles: a tilt is admissible while it is at most 1. */
double contensou__identify_law_tilt_depth(const struct contensou__identify_law *m,
                                          const double tilt[2], double at[2]);

#endif
