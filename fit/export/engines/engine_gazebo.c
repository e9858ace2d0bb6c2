/* engine_gazebo.c: parameters of Gazebo classic with ODE. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_gazebo = {
    .kind = contensou__engine_separate,
    .comment = contensou__engine_xml,
    .law =
        "Gazebo classic with ODE: torque up to (3 pi/16) patch_radius coefficient N, sliding apart "
        "from it",
    .source = "Gazebo tutorial Torsional friction; SDFormat specification, surface; not run by us",
    .advice = "The torque needs the cone_model: the pyramid_model, ODE's default, has none of it. "
              "Give both\n"
              "bodies the same. New Gazebo: the engines gz_bullet and gz_dart.",
    .feet_advice = "A pair takes the smaller friction: give the ground as much as any foot, or "
                   "more. Not run by us.",
    .setup = "<!-- in <world>: -->\n<physics type=\"ode\">\n  <ode>\n    <solver>\n"
             "      <friction_model>cone_model</friction_model>\n    </solver>\n"
             "  </ode>\n</physics>\n<!-- in <collision>: -->\n",
    .values = "<surface>\n  <friction>\n    <ode>\n      <mu>{mu}</mu>\n      <mu2>{mu}</mu2>\n"
              "    </ode>\n    <torsional>\n      <coefficient>{mu}</coefficient>\n"
              "      <use_patch_radius>true</use_patch_radius>\n"
              "      <patch_radius>{patch radius}</patch_radius>\n    </torsional>\n"
              "  </friction>\n</surface>\n",
    .foot = contensou__engine_sdf_foot("  <surface><friction><ode><mu>{foot}</mu><mu2>{foot}</mu2>"
                                       "</ode></friction></surface>\n"),
};
