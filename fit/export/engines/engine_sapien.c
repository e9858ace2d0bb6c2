/* engine_sapien.c: parameters of PhysX in SAPIEN, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/engines/pairs.h"

const struct contensou__engine contensou__engine_sapien = {
    .kind = contensou__engine_separate,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .feet_most = 4,
    .beyond = physx_beyond,
    .script = "sapien",
    .flat = {{{0}, {1.144, 0.5992, 0.3928}, {0}}},
    .feet_four = {{{1.437, 0.6489, 0.7842}, {1.312, 0.5793, 0.7619}, {1.425, 0.6594, 0.7635}}},
    .law = "SAPIEN (PhysX): torque up to mu N times the patch radius, sliding apart from it",
    .source = physx_source,
    .advice = physx_advice,
    .feet_advice = physx_feet_advice,
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
