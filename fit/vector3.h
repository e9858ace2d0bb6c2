/* vector3.h: slips and loads as vectors of three. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_VECTOR3_H
#define CONTENSOU_FIT_VECTOR3_H

#include <math.h>

static inline double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double norm(const double a[3])
{
    return sqrt(dot(a, a));
}

static inline void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static inline void scale(double a[3], double by)
{
    for (int i = 0; i < 3; ++i)
        a[i] *= by;
}

#endif
