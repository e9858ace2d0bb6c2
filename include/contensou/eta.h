/* eta.h: static over dynamic friction, eta, and the number eta' of the regularised law that makes
 * it.
 *
 * lambda = 1/sqrt(L^2 + eps^2) + eta' eps^3/(L^2 + eps^2)^2 times L has its maximum eta; in closed
 * form with the root S above 1/3 of 9 (eta^2 - 1) S^3 + 3 eta^2 S^2 - 5 eta^2 S + eta^2 = 0, eta' =
 * (1 + S)^(3/2)/(3 S - 1) (docs/maths.md 4).
 *
 * Threads: no state; any thread may call. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ETA_H
#define CONTENSOU_ETA_H

#include <contensou/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* eta' of eta >= 1, to the last digits; eta = 1 gives 0 (every eta' from 0 to 1.1499 has the
 * maximum 1, and just above 1 it is 1.1499). An eta' above the largest double is a failure. */
enum contensou_status contensou_eta_prime(double eta, double *eta_prime,
                                          struct contensou_error *err);

/* eta of eta' >= 0: the maximum of the regularised law. */
enum contensou_status contensou_eta_of_prime(double eta_prime, double *eta,
                                             struct contensou_error *err);

/* The polynomial of the given degree (1 to 8) in eta, lowest power first in coefficient[degree +
 * 1], that gives eta' on [low, high] with the smallest largest error measured in eta, as [1] does;
 * *error gets that error, found with the coefficients as they are returned. 1 <= low < high <= 1e6.
 * Where the error comes down to the rounding of the coefficients, the last of them may be 0. */
enum contensou_status contensou_eta_polynomial(double low, double high, int degree,
                                               double *coefficient, double *error,
                                               struct contensou_error *err);

/* The four coefficients of the cubic that [1] prints after (4.2) for this range, or NULL where it has none. */
const double *contensou_eta_polynomial_paper(double low, double high);

/* The largest error in eta on [low, high] of any such polynomial: of |eta(p(eta)) - eta|. */
enum contensou_status contensou_eta_polynomial_error(double low, double high, int degree,
                                                     const double *coefficient, double *error,
                                                     struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif
