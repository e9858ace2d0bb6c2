/* eta_long.h: eta' of eta and back in long double, continued in a straight line below eta = 1, so
 * that a search may pass there. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_ETA_LONG_H
#define CONTENSOU_FIT_ETA_LONG_H

/* eta' of eta, at 1 its limit 1.1499 from above; *slope gets its derivative. */
long double contensou__eta_forward(long double eta, long double *slope);

/* Its inverse: eta of any eta'. The maximum of the law is this or 1, whichever is larger. */
long double contensou__eta_back(long double eta_prime);

#endif
