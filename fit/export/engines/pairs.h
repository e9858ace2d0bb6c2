/* pairs.h: what is said of engines that have two forms, in C++ and in Python or in SDF and in URDF.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_ENGINES_PAIRS_H
#define CONTENSOU_FIT_EXPORT_ENGINES_PAIRS_H

#include "fit/export/export_engine.h"

// clang-format off
#define bullet_feet_advice \
    "Bullet has one friction coefficient for a body, so that all feet carry the same, and keeps four\n" \
    "points of a pair of bodies. For a "

#define bullet_beyond \
    "it keeps four points of a pair of bodies, and 8 turned a rectangle 2:1 by 1.015 instead of 0.675 (measured)"
#define physx_beyond \
    "8 turned a rectangle 2:1 by 0.872 instead of 0.675 (measured)"

#define puck_advice /* of engines that keep sliding and spinning apart */ \
    "puck with the numbers of a uniform disk (v = omega R) stops sliding at 0.99 and spinning at\n" \
    "0.74, as this law says, instead of both at 1.340."

#define physx_source "PhysX documentation, torsional friction; measured with SAPIEN 3.0.3 (PhysX 5)"
#define physx_advice \
    "Of the two radii only the least one acts while bodies hardly penetrate (measured: without it a\n" \
    "puck spins on for ever). Frictions of a pair are averaged: give the ground the same. Measured,\n" \
    "a " puck_advice
#define physx_feet_advice \
    "All feet carry the same. Frictions of a pair are averaged: give the ground the same."

#define drake_law "Drake, point contact: Coulomb friction at the point, no torque about the normal"
#define drake_source \
    "Drake documentation, hydroelastic contact, drake::multibody::CoulombFriction; measured with Drake 1.51.1"
#define drake_feet_advice \
    "In <link>. A pair has 2 mu1 mu2/(mu1 + mu2): give the ground the same friction."
/* The properties, each as `set` writes an element with its value. */
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
