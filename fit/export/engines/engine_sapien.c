/* engine_sapien.c: parameters of PhysX in SAPIEN, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void material(double mu, struct contensou__text *out)
{
    contensou__text_printf(out, "material = sapien.physx.PhysxMaterial(%s, %s, 0.0)\n", number(mu),
                           number(mu));
}

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)size;
    material(mu, out);
    contensou__text_printf(out,
                           "shape.physical_material = material\nshape.patch_radius = %s\n"
                           "shape.min_patch_radius = %s\n",
                           number(c), number(c));
}

static void feet(double mu, const struct contensou__feet *f, double radius,
                 struct contensou__text *out)
{
    material(mu, out);
    contensou__text_printf(out, "for place in [");
    contensou__export_engine_places(f, radius, 14, out);
    contensou__text_printf(out,
                           "]:\n"
                           "    foot = sapien.physx.PhysxCollisionShapeSphere(%s, material)\n"
                           "    foot.local_pose = sapien.Pose(place)\n"
                           "    body.attach(foot)\n",
                           number(radius));
}

const struct contensou__engine contensou__engine_sapien = {
    .kind = contensou__engine_separate,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .law = "SAPIEN (PhysX): torque up to mu N times the patch radius, sliding apart from it",
    .source = "PhysX documentation, torsional friction; measured with SAPIEN 3.0.3 (PhysX 5)",
    .advice = "Of the two radii only the least one acts while bodies hardly penetrate (measured: "
              "without it a\n"
              "puck spins on for ever). Frictions of a pair are averaged: give the ground the "
              "same. Measured,\n"
              "a puck with the numbers of a uniform disk (v = omega R) stops sliding at 0.99 and "
              "spinning at\n"
              "0.74, as this law says, instead of both at 1.340.",
    .feet_advice =
        "All feet carry the same. Frictions of a pair are averaged: give the ground the same.",
    .values = values,
    .feet = feet,
};
