/* engine_isaac.c: parameters of Isaac Sim and Isaac Lab, which have PhysX, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_isaac = {
    .base = &contensou__engine_sapien,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .law = "Isaac (PhysX): torque up to mu N times the patch radius, sliding apart from it",
    .source = "schemas UsdPhysics and PhysxSchema; PhysX itself measured with SAPIEN 3.0.3; Isaac "
              "not run by us",
    .values = "material = UsdPhysics.MaterialAPI.Apply(material_prim)\n"
              "material.CreateStaticFrictionAttr({mu})\n"
              "material.CreateDynamicFrictionAttr({mu})\n"
              "collision = PhysxSchema.PhysxCollisionAPI.Apply(shape_prim)\n"
              "collision.CreateTorsionalPatchRadiusAttr({c})\n"
              "collision.CreateMinTorsionalPatchRadiusAttr({c})\n",
    .feet = "material = UsdPhysics.MaterialAPI.Apply(material_prim)\n"
            "material.CreateStaticFrictionAttr({mu})\n"
            "material.CreateDynamicFrictionAttr({mu})\n"
            "for i, place in enumerate([",
    .foot = "({x}, {y}, {r})",
    .between = ",\n                           ",
    .feet_end = "]):\n"
                "    foot = UsdGeom.Sphere.Define(stage, f\"{body_path}/foot{i}\")\n"
                "    foot.CreateRadiusAttr({r})\n"
                "    UsdGeom.XformCommonAPI(foot).SetTranslate(place)\n"
                "    UsdPhysics.CollisionAPI.Apply(foot.GetPrim())\n"
                "    UsdShade.MaterialBindingAPI.Apply(foot.GetPrim()).Bind("
                "UsdShade.Material(material_prim), materialPurpose=\"physics\")\n",
};
