/* engine_brax.c: why there is no text for Brax. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_brax = {
    .refusal = "brax refuses models with the elliptic cone in its three pipelines (generalized, "
               "spring and "
               "positional; seen with 0.14.2) and has no torsional friction of its own; use the "
               "engine mjx",
};
