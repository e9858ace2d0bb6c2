/* engine_brax.c: why there is no text for Brax. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_brax = {
    .refusal =
        "brax refuses models with the elliptic cone and has no torsional friction of its own "
        "(brax/io/mjcf.py, validate_model); use the engine mjx, whose pipeline brax has too",
};
