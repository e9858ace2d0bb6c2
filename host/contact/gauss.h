/* gauss.h: nodes and weights of the quadrature rules that the patches use.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_GAUSS_H
#define CONTENSOU_CONTACT_GAUSS_H

#include <contensou/status.h>

/* The Gauss rule with n nodes for int_{-1}^{1} (1 - x^2)^p f(x) dx, p > -1; p = 0 is
 * Gauss-Legendre. Nodes ascend; both arrays have n members. */
enum contensou_status contensou__gauss_rule(int n, long double p, long double *x, long double *w,
                                            struct contensou_error *err);

/* The double-exponential rule for int_0^1 f(z) dz where f is even in 1 - z and may have any
 * integrable power at 0: z_j = 1 - tanh(pi/2 sinh(j h)), down to z = smallest. Fills at most n
 * members and returns how many. */
int contensou__gauss_folded_tanh_sinh(double h, double smallest, int n, long double *z,
                                      long double *w);

#endif
