/* turn.h: sine and cosine of angles that may have turned many times. The angle is first brought into
 * [-pi, pi]; inside of it the functions of the CPU's library take one path only, so that no lane of a
 * pack sees other last bits because of a large angle beside it.
 *
 * 2 pi is subtracted in three pieces (Cody and Waite): 201/32, 2029/2^20 and the rest. The first two
 * have 8 and 11 bits, so their products with the number of turns are exact in single precision too, up
 * to some thousand turns; angles within [-pi, pi] stay as they are. SPDX-License-Identifier: MIT */
#ifndef CORE_TURN_H
#define CORE_TURN_H

#include "core/real.h"

/* sin and cos of one angle. */
struct turn {
    real s, c;
};

/* 0 for angles without a digit behind the point, infinities and what is no number: a lane that has lost its
 * way must not disturb those beside it. */
static inline real turn_reduce(real x)
{
    const real n = rint(x * 0.15915494309189533577);
    const real y = ((x - n * 6.28125) - n * 0.00193500518798828125) - n * 3.01991598195675286767e-7;

    return pick(fabs(y) < 4.0, y, (real)0.0);
}

static inline real turn_sin(real x)
{
    return sin(turn_reduce(x));
}

static inline real turn_cos(real x)
{
    return cos(turn_reduce(x));
}

static inline struct turn turn_both(real x)
{
    const real y = turn_reduce(x);
    struct turn r;

    r.s = sin(y);
    r.c = cos(y);
    return r;
}

#endif
