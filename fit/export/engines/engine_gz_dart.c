/* engine_gz_dart.c: parameters of new Gazebo with DART, its default. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_gz_dart = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .law = "Gazebo with DART: Coulomb friction at each point, no torque about the normal",
    .source = "users' report and gz-physics; not run by us",
    .advice = "There is no parameter for spinning: <torsional> only makes DART warn. Use feet.",
    .feet_advice = "A pair takes the smaller friction: give the ground as much as any foot, or "
                   "more. Not run by us.",
    .values = "<surface>\n  <friction>\n    <ode>\n      <mu>{mu}</mu>\n      <mu2>{mu}</mu2>\n    "
              "</ode>\n"
              "  </friction>\n</surface>\n",
    .foot = contensou__engine_sdf_foot("  <surface><friction><ode><mu>{foot}</mu><mu2>{foot}</mu2>"
                                       "</ode></friction></surface>\n"),
};
