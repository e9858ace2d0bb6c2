/* form.h: what every program knows about its system: its traits as constants, and calls that take states as arrays, as
 * steppers have them. Roles: system_params, system_states, system_dim, system_traits. SPDX-License-Identifier: MIT */
#ifndef CONTACT_FORM_H
#define CONTACT_FORM_H

#include "core/fields.h"
#include "core/traits.h"
#include "core/wrench.h"

#ifndef system_traits
#    define system_traits 0
#endif

enum {
    system_second = (system_traits & trait_second_order) != 0,
    system_timed = (system_traits & trait_autonomous) == 0,
    system_line = (system_traits & trait_line) != 0,
    system_angles = system_traits >> trait_angles, /* bit i: state i */
    system_phases = system_traits & trait_phases ? system_angles : 0,
    system_rated = (system_traits & trait_rate) != 0,
    system_frame_fixed = (system_traits & trait_frame_fixed) != 0,
    system_rows = system_second ? system_dim / 2 : system_dim, /* of a Jacobian: the last ones */
    system_above = system_dim - system_rows
};

#define form_clear(rows, J)               \
    do {                                  \
        unrolled_for (i_, rows)           \
            unrolled_for (j_, system_dim) \
                (J)[i_][j_] = 0.0;        \
    } while (0)

/* A step of differences in a state. */
merged static inline real form_step(real y)
{
    const number small = sizeof(number) == 4 ? 3e-4 : 1.5e-8;

    return small * fmax(fabs(y), (real)1e-3);
}

/* The state y, its number j moved by d. */
merged static inline void form_moved(const real y[system_dim], int j, real d,
                                     real there[system_dim])
{
    unrolled_for (i, system_dim)
        there[i] = i == j ? y[i] + d : y[i];
}

/* Numbers that a derivative by a parameter is made of: f(p + x d), x = form_side(i), times form_share(i)/d, i = 0 ..
 * form_sides - 1, has an error of order d^4. Motions are short, and what they have in common is computed once. */
enum { form_sides = 4 };
#define form_side(i) ((number)((i) < 2 ? (i)-2 : (i)-1))
#define form_share(i) \
    ((number)((i) == 0 ? 1.0 : (i) == 1 ? -8.0 : (i) == 2 ? 8.0 : -1.0) / (number)12.0)

/* d for a parameter x. */
merged static inline real form_part(real x)
{
    const number part = sizeof(number) == 4 ? 5e-2 : 1e-3;

    return part * pick(fabs(x) > 0.0, fabs(x), (real)1.0);
}

/* The fields, one of them moved by d. */
merged static inline struct system_params form_fields(const struct system_params *p, int place,
                                                      real d)
{
    struct system_params there = *p;

    ((real *)&there)[place] += d;
    return there;
}

/* Number j of an array, and x as that: GPUs, on which the array is to stay in registers, choose it by value. */
merged static inline real form_get(const real a[system_dim], int j)
{
#if PACK == 1
    real x = a[0];

    unrolled_from (i, 1, system_dim) {
        const real here = a[i]; /* before the choice, or compilers choose the place */

        x = i == j ? here : x;
    }
    return x;
#else
    return a[j];
#endif
}

/* a[j] = x where the compiler may not know j. */
merged static inline void form_set(real a[system_dim], int j, real x)
{
#if PACK == 1
    unrolled_for (i, system_dim) {
        const real here = a[i];

        a[i] = i == j ? x : here;
    }
#else
    a[j] = x;
#endif
}

#endif
