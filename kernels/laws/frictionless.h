/* frictionless.h: the law of systems without friction. SPDX-License-Identifier: MIT */
#ifndef LAWS_FRICTIONLESS_H
#define LAWS_FRICTIONLESS_H

#include "core/real.h"

// clang-format off
#define frictionless_table      \
    NAME("none", "no friction")
// clang-format on

struct frictionless {
    real nothing;
};
enum { frictionless_fields = 0 };

static inline struct frictionless frictionless_make(const real *field, number_table shared)
{
    struct frictionless law;

    law.nothing = 0.0;
    return law;
}

#endif
