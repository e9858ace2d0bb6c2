/* openmp_loop.c: built with -O3 -march=native -ffast-math and OpenMP; nothing of the library is
 * built so. SPDX-License-Identifier: MIT */
#include "openmp_loop.h"

#include <math.h>

#define define_loop(name, number, root)                                                        \
    void name(size_t count, const number *cells, size_t n, const number *slip, number *wrench) \
    {                                                                                          \
        const number *x = cells, *y = cells + count, *m = cells + 2 * count;                   \
                                                                                               \
        _Pragma("omp parallel for schedule(static)") for (size_t i = 0; i < n; ++i)            \
        {                                                                                      \
            const number vx = slip[i], vy = slip[n + i], w = slip[2 * n + i];                  \
            number Tx = 0, Ty = 0, M = 0;                                                      \
                                                                                               \
            _Pragma("omp simd reduction(+ : Tx, Ty, M)") for (size_t k = 0; k < count; ++k)    \
            {                                                                                  \
                const number ax = vx - w * y[k], ay = vy + w * x[k];                           \
                const number f = m[k] / root(ax * ax + ay * ay);                               \
                                                                                               \
                Tx += ax * f;                                                                  \
                Ty += ay * f;                                                                  \
                M += (x[k] * ay - y[k] * ax) * f;                                              \
            }                                                                                  \
            wrench[i] = Tx;                                                                    \
            wrench[n + i] = Ty;                                                                \
            wrench[2 * n + i] = M;                                                             \
        }                                                                                      \
    }
define_loop(openmp_loop_double, double, sqrt) define_loop(openmp_loop_single, float, sqrtf)
