/* engine_physx.c: parameters of PhysX, in C++. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_physx = {
    .base = &contensou__engine_sapien,
    .equal_feet = 1,
    .law = "PhysX: torque up to mu N times the torsional patch radius, sliding apart from it",
    .values = "PxMaterial *material = physics->createMaterial({mu f}, {mu f}, 0.0f);\n"
              "shape->setMaterials(&material, 1);\n"
              "shape->setTorsionalPatchRadius({c f});\n"
              "shape->setMinTorsionalPatchRadius({c f});\n",
    .feet = "PxMaterial *material = physics->createMaterial({mu f}, {mu f}, 0.0f);\n",
    .foot = "PxRigidActorExt::createExclusiveShape(*body, PxSphereGeometry({r f}), *material)\n"
            "    ->setLocalPose(PxTransform({x f}, {y f}, {r f}));\n",
};
