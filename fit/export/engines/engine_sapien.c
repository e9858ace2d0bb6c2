/* engine_sapien.c: parameters of PhysX in SAPIEN, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_sapien = {
    .kind = contensou__engine_separate,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .feet_most = 4,
    .beyond = "8 turned a rectangle 2:1 by 0.872 instead of 0.675 (measured)",
    .script = "sapien",
    .flat = {{{0}, {1.144, 0.5992, 0.3928}, {0}}},
    .feet_four = {{{1.437, 0.6489, 0.7842}, {1.312, 0.5793, 0.7619}, {1.425, 0.6594, 0.7635}}},
    .law = "SAPIEN (PhysX): torque up to mu N times the patch radius, sliding apart from it",
    .source = "PhysX documentation, torsional friction; measured with SAPIEN 3.0.3 (PhysX 5)",
    .advice =
        "Of the two radii only the least one acts while bodies hardly penetrate (measured: without "
        "it a\n"
        "puck spins on for ever). Frictions of a pair are averaged: give the ground the same. "
        "Measured,\n"
        "a " contensou__engine_puck,
    .feet_advice =
        "All feet carry the same. Frictions of a pair are averaged: give the ground the same.",
    .values = "material = sapien.physx.PhysxMaterial({mu}, {mu}, 0.0)\n"
              "shape.physical_material = material\nshape.patch_radius = {c}\n"
              "shape.min_patch_radius = {c}\n",
    .feet = "material = sapien.physx.PhysxMaterial({mu}, {mu}, 0.0)\nfor place in [",
    .foot = "[{x}, {y}, {r}]",
    .between = ",\n              ",
    .feet_end = "]:\n"
                "    foot = sapien.physx.PhysxCollisionShapeSphere({r}, material)\n"
                "    foot.local_pose = sapien.Pose(place)\n"
                "    body.attach(foot)\n",
};
