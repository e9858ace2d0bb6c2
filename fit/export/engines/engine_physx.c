/* engine_physx.c: parameters of PhysX, in C++. SPDX-License-Identifier: MIT */
#include "base/setting.h"
#include "fit/export/engines/pairs.h"

const struct contensou__engine contensou__engine_physx = {
    .kind = contensou__engine_separate,
    .equal_feet = 1,
    .feet_most = 4,
    .beyond = physx_beyond,
    .law = "PhysX: torque up to mu N times the torsional patch radius, sliding apart from it",
    .source = physx_source,
    .advice = physx_advice " In Python: " SETTING("engine") " sapien.",
    .feet_advice = physx_feet_advice,
    .values = "PxMaterial *material = physics->createMaterial({mu f}, {mu f}, 0.0f);\n"
              "shape->setMaterials(&material, 1);\n"
              "shape->setTorsionalPatchRadius({c f});\n"
              "shape->setMinTorsionalPatchRadius({c f});\n",
    .feet = "PxMaterial *material = physics->createMaterial({mu f}, {mu f}, 0.0f);\n",
    .foot = "PxRigidActorExt::createExclusiveShape(*body, PxSphereGeometry({r f}), *material)\n"
            "    ->setLocalPose(PxTransform({x f}, {y f}, {r f}));\n",
};
