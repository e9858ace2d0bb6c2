/* oscillator.h: a block on a spring and a damper, x'' + 2 D x' + x = 0: an example of a system that is one file and one
 * row of a list. SPDX-License-Identifier: MIT */
#ifndef SYSTEMS_OSCILLATOR_H
#define SYSTEMS_OSCILLATOR_H

#include "core/fields.h"
#include "core/traits.h"

// clang-format off
#define oscillator_table(ABOUT, LAW, SECTION) \
    ABOUT("a block on a spring and a damper") \
    SECTION(v, 0, down)

#define oscillator_state_table(STATE)      \
    STATE(x, 1.0, "-", "deflection")       \
    STATE(v, 0.0, "-", "velocity")

#define oscillator_field_table(FIELD)      \
    FIELD(D, 0.1, "- >= 0", "damping ratio")
// clang-format on
define_states(oscillator, oscillator_state_table);
define_fields(oscillator_params, oscillator_field_table);

enum { oscillator_traits = trait_second_order | trait_autonomous };

static inline void oscillator_rhs(const struct oscillator_params *p, const struct friction *law,
                                  real t, const struct oscillator_states *y,
                                  struct oscillator_states *dy)
{
    (void)law;
    (void)t;
    dy->x = y->v;
    dy->v = -y->x - 2.0 * p->D * y->v;
}

#endif
