/* language_drake.c: a system of Drake: the law in Python, and how the engine takes it. SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

const struct contensou__language contensou__language_drake = {
    .base = &contensou__language_python,
    .scripts = {"contact.py.txt", "body.py.txt", "drake.py.txt", "main.py.txt"},
    .needs_unit = 1,
    .ending = {".py"},
    .words = " AbstractValue ContactResults ExternallyAppliedSpatialForce LeafSystem MU "
             "RigidTransform SIZE SpatialForce SpatialVelocity main math np ",
};
