/* engine_gz_bullet.c: parameters of new Gazebo with its physics engine bullet-featherstone. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_gz_bullet = {
    .base = &contensou__engine_pybullet,
    .comment = contensou__engine_xml,
    .law =
        "Gazebo with bullet-featherstone: torque up to coefficient N, a length, sliding apart from "
        "it",
    .source = "users' report and gz-physics; not run by us",
    .advice = "This engine takes <coefficient> as a length, mu times the radius, and ignores "
              "<patch_radius>;\n"
              "the numbers of Gazebo classic are wrong here. For a ground with friction 1.",
    .feet_advice = "For a ground with friction 1. Not run by us.",
    .values = "<surface>\n  <friction>\n    <ode>\n      <mu>{mu}</mu>\n      <mu2>{mu}</mu2>\n    "
              "</ode>\n"
              "    <bullet>\n      <friction>{mu}</friction>\n      <friction2>{mu}</friction2>\n"
              "    </bullet>\n    <torsional>\n      <coefficient>{mu c}</coefficient>\n"
              "    </torsional>\n  </friction>\n</surface>\n",
    .foot = contensou__engine_sdf_foot("  <surface><friction><ode><mu>{foot}</mu><mu2>{foot}</mu2>"
                                       "</ode><bullet><friction>{foot}</friction>"
                                       "<friction2>{foot}</friction2></bullet></friction>"
                                       "</surface>\n"),
};
