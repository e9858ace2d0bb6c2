/* stretch.h: contacts whose friction depends on the direction of sliding: into their plain coordinates and back
 * (kernels/core/stretch.h). F is row by row. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_STRETCH_H
#define CONTENSOU_CONTACT_STRETCH_H

#include <stddef.h>

struct contensou__stretch {
    int is; /* 0: friction is plain, and F is not set */
    double F[4];
    double ratio, angle; /* as given; of an ellipse also its semi-axes before */
    double a, b;
};

/* One slip, and its wrench (Tx, Ty, M, then xx xy yy xw yw ww, with a jacobian of 2 also kxy kxw kyw) back; nothing is done
 * where friction is plain. */
void contensou__stretch_slip(const struct contensou__stretch *s, double slip[3]);
void contensou__stretch_wrench(const struct contensou__stretch *s, int jacobian, double *out);

/* n of them, field-major; the Jacobian has nine fields, row by row, or is NULL. */
void contensou__stretch_slips(const struct contensou__stretch *s, size_t n, const double *slip,
                              double *plain);
void contensou__stretch_wrenches(const struct contensou__stretch *s, size_t n, double *wrench,
                                 double *jacobian);

/* A place into the plain coordinates: F^-T, the same for the force of a wrench; and a slip out of them: F^-1. Both act on the
 * first two of three numbers. */
void contensou__stretch_point(const double F[4], double *x, double *y);
void contensou__stretch_load(const struct contensou__stretch *s, double load[3]);
void contensou__stretch_slip_back(const struct contensou__stretch *s, double slip[3]);

#endif
