/* approximant_fixed.h: the family I of approximant.h in programs that know its n, n2 and degree: the constants
 * approximant_n, approximant_n2 and approximant_degree are those at the head of the table. SPDX-License-Identifier: MIT */
#ifndef LAWS_APPROXIMANT_FIXED_H
#define LAWS_APPROXIMANT_FIXED_H

#include "laws/approximant.h"

#define approximant_fixed_params       approximant_params
#define approximant_fixed_params_count approximant_params_count
#define approximant_fixed_make         approximant_make

static inline struct wrench approximant_fixed_wrench(const struct approximant_params *p,
                                                     number_table t, struct slip s, int jacobian)
{
    struct approximant_shape k;

    k.n = approximant_n;
    k.n2 = approximant_n2;
    k.degree = approximant_degree;
    return approximant_shaped(p, t, k, s, jacobian);
}

static inline struct regularised_length
approximant_fixed_measure(const struct approximant_params *p, number_table t, struct slip s,
                          struct wrench f)
{
    return approximant_length(p, approximant_n, s);
}

#endif
