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

    void openmp_loop_disk(size_t n, const double *slip, double *wrench)
{
    const double pi = 3.14159265358979323846;

    _Pragma("omp parallel for simd schedule(static)") for (size_t i = 0; i < n; ++i)
    {
        const double vx = slip[i], vy = slip[n + i], spin = slip[2 * n + i], w = fabs(spin);
        const double v = sqrt(vx * vx + vy * vy), most = v > w ? v : w, least = v > w ? w : v;
        const double m = least / most, m2 = m * m; /* k inside, 1/k outside */
        double a = 1, b = sqrt(1 - m2), sum = m2 / 2, power = 1, K, E, T, M, along;

        b = b > 1e-16 ? b : 1e-16;
        for (int step = 0; step < 5; ++step) {
            const double mean = (a + b) / 2, c = (a - b) / 2;

            b = sqrt(a * b);
            a = mean;
            sum += power * c * c;
            power *= 2;
        }
        K = pi / (2 * a);
        E = K * (1 - sum);
        if (v <= w) {
            T = 4 / (3 * pi) * ((1 + m2) * E - (1 - m2) * K) / (m > 1e-150 ? m : 1e-150);
            M = 4 / (9 * pi) * (2 * (2 - m2) * E - (1 - m2) * K);
        } else {
            const double k2 = 1 / (m2 > 1e-300 ? m2 : 1e-300);

            T = 4 / (3 * pi) * ((k2 + 1) * E - (k2 - 1) * K);
            M = 4 / (9 * pi) * m * (-2 * k2 * (k2 - 2) * E + (k2 - 1) * (2 * k2 - 3) * K);
        }
        along = T / (v > 1e-150 ? v : 1e-150);
        wrench[i] = along * vx;
        wrench[n + i] = along * vy;
        wrench[2 * n + i] = spin < 0 ? -M : M;
    }
}
