/* engine_genesis.c: parameters of Genesis, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_genesis = {
    .kind = contensou__engine_ellipsoid,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .feet_most = 4,
    .beyond = "its solver is MuJoCo's, where 8 turned a rectangle 2:1 by 0.513 instead of 0.675 "
              "(measured there)",
    .law = "Genesis, elliptic cone: (f/mu)^2 + (tau/torsional)^2 <= N^2, torsional a length",
    .source = "Genesis 1.4.5, options of RigidOptions and materials.Rigid; not run by us (it needs "
              "torch, of 0.5 GB and more)",
    .advice = "Torsion acts only with the option of the scene, and the pyramid, the default, errs "
              "three times as\n"
              "much. A pair takes the larger value of its two: give the ground the same material.",
    .feet_advice = "Give the ground a smaller friction, or the same: a pair takes the larger one. "
                   "Not run by us.",
    .setup = "rigid_options = gs.options.RigidOptions(friction_cone=gs.friction_cone.elliptic, "
             "enable_torsional_friction=True)\n",
    .values = "material = gs.materials.Rigid(friction={mu}, friction_torsional={mu c}, "
              "friction_rolling=0.0)\n",
    .feet = "material = gs.materials.Rigid(friction={mu}, friction_torsional=0.0, "
            "friction_rolling=0.0)\n"
            "feet = \"\".join('<geom type=\"sphere\" size=\"%g\" pos=\"%g %g %g\" mass=\"0\"/>' % "
            "(r, x, y, r)\n"
            "               for x, y, r in [",
    .foot = "[{x}, {y}, {r}]",
    .between = ",\n                               ",
    .feet_end = "])\n# for the <body> of a gs.morphs.MJCF\n",
};
