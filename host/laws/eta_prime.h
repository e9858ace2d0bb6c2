/* eta_prime.h: eta' of eta and back in long double, continued in a straight line below eta = 1, so
 * that a search may pass there. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_ETA_PRIME_H
#define CONTENSOU_LAWS_ETA_PRIME_H

/* eta' of eta, at 1 its limit 1.1499 from above; *slope gets its derivative. */
long double contensou__eta_prime_forward(long double eta, long double *slope);

/* Its inverse: eta of any eta'. The maximum of the law is this or 1, whichever is larger. */
long double contensou__eta_prime_back(long double eta_prime);

/* The slip at peak friction: the finite q where G(q) = q/sqrt(1 + q^2) + eta' q/(1 + q^2)^2 has its maximum. There is
 * one, local at least, for eta' above 1; for others 1 is taken, the scale of the law. */
double contensou__eta_prime_peak(double eta_prime);

#endif
