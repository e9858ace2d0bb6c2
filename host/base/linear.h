/* linear.h: small linear systems, also singular ones. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_LINEAR_H
#define CONTENSOU_BASE_LINEAR_H

#include <stddef.h>

enum { contensou__linear_most = 33 };

/* Solves a x = b for n unknowns, with rows scaled and full pivots; a and b are used up. Pivots of zero to rounding leave
 * their unknowns at zero. Returns the rank. */
size_t contensou__linear_solve(size_t n, double a[][contensou__linear_most], double *b, double *x);

#endif
