/* engine_newton.c: parameters of Newton with its MuJoCo solver, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_newton = {
    .kind = contensou__engine_ellipsoid,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .feet_most = 4,
    .beyond = "its solver is MuJoCo's, where 8 turned a rectangle 2:1 by 0.513 instead of 0.675 "
              "(measured there)",
    .script = "newton",
    .flat = {{{1.152, 0.6213, 0.3868}, {1.104, 0.5888, 0.2925}, {0}}},
    .feet_four = {{{1.354, 0.6296, 0.7416}, {1.315, 0.6041, 0.7124}, {1.375, 0.6597, 0.7296}}},
    .law = "Newton, SolverMuJoCo, elliptic cone: (f/mu)^2 + (tau/mu_torsional)^2 <= N^2",
    .source = "Newton 1.8.0, ModelBuilder.ShapeConfig and SolverMuJoCo; measured on the CPU",
    .advice =
        "Torsion acts only with condim 4, the attribute that shapes need beside cfg, and the "
        "pyramid, the\n"
        "default, errs three times as much: make the solver with\n"
        "newton.solvers.SolverMuJoCo(model, cone=\"elliptic\"). Give the ground the same cfg. "
        "Contacts that are\n"
        "reduced to points of the rim hold 1.5 times the torque of a disk (Newton's own words): a "
        "flat body\n"
        "wants feet, or the script.",
    .feet_advice = "Make the solver with newton.solvers.SolverMuJoCo(model, cone=\"elliptic\"); "
                   "give the ground the same cfg.",
    .values = "newton.solvers.SolverMuJoCo.register_custom_attributes(builder)\n"
              "cfg = newton.ModelBuilder.ShapeConfig(density=0.0, mu={mu}, mu_torsional={mu c}, "
              "mu_rolling=0.0)\n"
              "condim = {\"mujoco:condim\": 4}  # builder.add_shape_..(body, .., cfg=cfg, "
              "custom_attributes=condim)\n",
    .feet = "cfg = newton.ModelBuilder.ShapeConfig(density=0.0, mu={mu}, mu_torsional=0.0, "
            "mu_rolling=0.0)\n"
            "for place in [",
    .foot = "[{x}, {y}, {r}]",
    .between = ",\n              ",
    .feet_end = "]:\n"
                "    builder.add_shape_sphere(body, xform=wp.transform(place, wp.quat_identity()), "
                "radius={r}, cfg=cfg)\n",
};
