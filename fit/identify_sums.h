/* identify_sums.h: sums over the points of a contact, which is where an identification spends its time.
 *
 * A point with the load p at t = B (-y, x) moves with V = v + t w, v = B (vx, vy), where B stretches the plane (see
 * identify_law.c). The dissipation is Phi = sum p n, n = sqrt(Vx^2 + Vy^2 + e2 w^2). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_IDENTIFY_SUMS_H
#define CONTENSOU_FIT_IDENTIFY_SUMS_H

#include <stddef.h>

struct contensou__identify_sums_points {
    size_t n;
    double *tx, *ty; /* t of each */
    double e2;       /* keeps |V| smooth, see identify_law.c */
};

/* Phi at s = (vx, vy, w), its gradient and Hessian (xx xy xw yy yw ww). */
double contensou__identify_sums_wrench(const struct contensou__identify_sums_points *at,
                                       const double *load, const double s[3], double g[3],
                                       double H[6]);

/* The gradients of n of the points from..to, of which there are at most contensou__identify_sums_block. */
enum { contensou__identify_sums_block = 256 };
void contensou__identify_sums_units(const struct contensou__identify_sums_points *at, size_t from,
                                    size_t to, const double s[3],
                                    double (*unit)[contensou__identify_sums_block]);

/* What moves the points: each t by K t + k (K xx xy yx yy), and v by dv. Gives the change of the gradient. */
struct contensou__identify_sums_motion {
    double K[4], k[2], dv[2];
};
void contensou__identify_sums_moved(const struct contensou__identify_sums_points *at,
                                    const double *load, const double s[3],
                                    const struct contensou__identify_sums_motion *by, double dg[3]);

#endif
