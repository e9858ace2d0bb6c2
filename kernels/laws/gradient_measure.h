/* gradient_measure.h: the measure of slip of laws that are gradients of a dissipation Phi, which is l. Role: law_params.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_GRADIENT_MEASURE_H
#define LAWS_GRADIENT_MEASURE_H

#include "laws/regularised.h"

static inline struct regularised_length gradient_measure(const struct law_params *p, number_table t,
                                                         struct slip s, struct wrench f)
{
    return regularised_phi(s, f);
}

#endif
