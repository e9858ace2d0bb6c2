/* cubature_reference.h: integrals over patches by adaptive quadrature (libcubature), from the
 * patch's description alone. It shares nothing with the library: no chords through the centre of
 * rotation, no edge formulas.
 *
 * Round patches are cut into rings around their middle. u = (1 - rho^2)^(q+1) is the share of the
 * mass outside of rho, so that any power of the rim becomes a constant weight; the singular point c
 * lies on one ring, where the integral over u is split; on each ring the angle from c is
 * delta sinh t, delta the ring's distance from c, which makes the near-singularity as smooth as
 * it is far away. Polygons and maps are cut into strips along x, split at all corners, at c and at
 * the feet of the perpendiculars from c; along a strip x - c_x = delta sinh t, delta the strip's
 * distance from c. Towards both ends of every outer interval the nodes are clustered by a
 * polynomial with triple zeros. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_CUBATURE_REFERENCE_H
#define CONTENSOU_TESTS_CUBATURE_REFERENCE_H

#include <contensou/patch.h>

enum { cubature_most = 9 };

/* A function of a point (from the reference point); fills count values. */
struct cubature_function {
    void (*at)(double x, double y, const void *data, double *value);
    const void *data;
    unsigned count;
    double singular[2]; /* where it is not smooth, from the reference point; may be far away */
    double loose;       /* factor on the errors asked for, 5e-14 of the mass */
};

/* <function> under the patch's pressure into mean[count]; returns the largest of the errors that
 * the quadrature admits. */
double cubature_reference(const struct contensou_patch_spec *spec,
                          const struct cubature_function *f, double *mean);

/* The wrench Tx, Ty, M of a slip; and its Jacobian <N N'/|V|> as xx xy yy xw yw ww. */
double cubature_wrench(const struct contensou_patch_spec *spec, const double slip[3],
                       double wrench[3]);
double cubature_jacobian(const struct contensou_patch_spec *spec, const double slip[3],
                         double jacobian[6]);

#endif
