/* gegenbauer.c: Gegenbauer polynomials of index -1/2. SPDX-License-Identifier: MIT */
#include "contact/gegenbauer.h"

long double contensou__gegenbauer(int n, int l)
{
    long double product = l > 0 ? 2 : 1;

    for (int part = 0; part < 2; ++part)
        for (int i = 0, k = part ? (n + l) / 2 : (n - l) / 2; i < k; ++i)
            product *= (i - 0.5L) / (i + 1);
    return product;
}
