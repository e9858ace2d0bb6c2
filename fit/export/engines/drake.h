/* drake.h: the properties of Drake's contacts, in SDF and in URDF, each as `set` writes an element with its value.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_ENGINES_DRAKE_H
#define CONTENSOU_FIT_EXPORT_ENGINES_DRAKE_H

#include "fit/export/export_engine.h"

// clang-format off
#define drake_values(set) \
    "<drake:proximity_properties>\n  <drake:compliant_hydroelastic/>\n" \
    "  " set("mesh_resolution_hint", "{mesh}") "\n" \
    "  " set("hydroelastic_modulus", "1e7") "\n" \
    "  " set("hunt_crossley_dissipation", "10") "\n" \
    "  " set("mu_static", "{mu}") "\n" \
    "  " set("mu_dynamic", "{mu}") "\n" \
    "</drake:proximity_properties>\n"
#define drake_surface(set, mu) \
    "  <drake:proximity_properties>\n    " set("mu_static", mu) "\n    " set("mu_dynamic", mu) "\n" \
    "  </drake:proximity_properties>\n"
// clang-format on

#endif
