/* gegenbauer.h: the coefficients of sqrt(1 - 2 z t + t^2) = sum_n t^n sum_l g_nl cos(l chi), z =
 * cos chi. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_GEGENBAUER_H
#define CONTENSOU_CONTACT_GEGENBAUER_H

/* g_nl for l = n, n-2, .. >= 0: (-1/2)_k (-1/2)_{n-k}/(k! (n-k)!), k = (n-l)/2, doubled for l > 0.
 */
long double contensou__gegenbauer(int n, int l);

#endif
