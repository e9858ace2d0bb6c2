/* pi.h: the number pi. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_PI_H
#define CONTENSOU_BASE_PI_H

static const long double pi_long = 3.14159265358979323846264338327950288L;
static const double pi = 3.14159265358979323846;

#endif
