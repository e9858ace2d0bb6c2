/* engine_mujoco_warp.c: MuJoCo Warp, which reads MuJoCo's models. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_mujoco_warp = {
    .base = &contensou__engine_mujoco,
    .law = "MuJoCo Warp: the law of MuJoCo, (f/mu)^2 + (tau/torsional)^2 <= N^2 with the elliptic "
           "cone",
    .advice =
        "MuJoCo's text works unchanged: load it with mujoco.MjModel and give that to "
        "mujoco_warp.put_model\n"
        "(measured with MuJoCo Warp 4.0 on the CPU: a puck on one point slides and turns as in "
        "MuJoCo, to 1e-4).\n"
        "The elliptic cone is needed here as there: pyramids err three times as much.",
};
