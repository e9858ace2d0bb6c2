/* engine_physx.c: parameters of PhysX, in C++. SPDX-License-Identifier: MIT */
#include "base/setting.h"
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void material(double mu, struct contensou__text *out)
{
    contensou__text_printf(out, "PxMaterial *material = physics->createMaterial(%sf, %sf, 0.0f);\n",
                           contensou__engine_decimal(mu), contensou__engine_decimal(mu));
}

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)size;
    material(mu, out);
    contensou__text_printf(out,
                           "shape->setMaterials(&material, 1);\n"
                           "shape->setTorsionalPatchRadius(%sf);\n"
                           "shape->setMinTorsionalPatchRadius(%sf);\n",
                           contensou__engine_decimal(c), contensou__engine_decimal(c));
}

static void feet(double mu, const struct contensou__feet *f, double radius,
                 struct contensou__text *out)
{
    material(mu, out);
    for (int i = 0; i < f->count; ++i)
        contensou__text_printf(
            out,
            "PxRigidActorExt::createExclusiveShape(*body, PxSphereGeometry(%sf), *material)\n"
            "    ->setLocalPose(PxTransform(%sf, %sf, %sf));\n",
            contensou__engine_decimal(radius), contensou__engine_decimal(f->x[i]),
            contensou__engine_decimal(f->y[i]), contensou__engine_decimal(radius));
}

const struct contensou__engine contensou__engine_physx = {
    .kind = contensou__engine_separate,
    .equal_feet = 1,
    .law = "PhysX: torque up to mu N times the torsional patch radius, sliding apart from it",
    .source = "PhysX documentation, torsional friction; measured with SAPIEN 3.0.3 (PhysX 5)",
    .advice = "Of the two radii only the least one acts while bodies hardly penetrate (measured: "
              "without it a\n"
              "puck spins on for ever). Frictions of a pair are averaged: give the ground the "
              "same. Measured,\n"
              "a puck with the numbers of a uniform disk (v = omega R) stops sliding at 0.99 and "
              "spinning at\n"
              "0.74, as this law says, instead of both at 1.340. In Python: " SETTING(
                  "engine") " sapien.",
    .feet_advice =
        "All feet carry the same. Frictions of a pair are averaged: give the ground the same.",
    .values = values,
    .feet = feet,
};
