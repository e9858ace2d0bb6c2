/* series.h: the multipole series of an outline, as kernels/patches/multipole.h has it, and the unit of length about the
 * middle in which it and the formulas for near centres of rotation are written. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_SERIES_H
#define CONTENSOU_CONTACT_SERIES_H

#include "contact/outline.h"

struct contensou__series {
    double middle[2], size; /* of the outline: radius about the middle */
    double base, g[2];      /* the pressure's factor base + g.x, x from there in that unit */
    long double density;    /* pressure per unit of weight and of the scaled area */
    double far;             /* where the series takes over */
    int order;
};

/* Of the pressure density * (1 + g.x); single asks for float's accuracy only. */
struct contensou__series contensou__series_of(const struct contensou__outline *o, double density,
                                              const double g[2], int single);

/* Pairs of numbers that it has. */
size_t contensou__series_terms(const struct contensou__series *s);

/* The coefficients of sqrt(1 - 2 z t + t^2) = sum_n t^n sum_l g_nl cos(l chi), z = cos chi, Gegenbauer polynomials of index
 * -1/2: g_nl for l = n, n-2, .. >= 0: (-1/2)_k (-1/2)_{n-k}/(k! (n-k)!), k = (n-l)/2, doubled for l > 0. */
long double contensou__series_gegenbauer(int n, int l);

enum contensou_status contensou__series_put(const struct contensou__series *s,
                                            const struct contensou__outline *o, double *t,
                                            struct contensou_error *err);

#endif
