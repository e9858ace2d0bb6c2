/* engine_mjx.c: MuJoCo MJX, which reads MuJoCo's models. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_mjx = {
    .base = &contensou__engine_mujoco,
    .law = "MJX: the law of MuJoCo, (f/mu)^2 + (tau/torsional)^2 <= N^2 with the elliptic cone",
    .advice =
        "MuJoCo's text works unchanged: load it with mujoco.MjModel and give that to "
        "mujoco.mjx.put_model\n"
        "(measured with MJX 3.17 in double precision: a puck on one point and a rectangle 2:1 "
        "slide and turn\n"
        "as in MuJoCo, to 1e-5). The elliptic cone is needed here as there.",
};
