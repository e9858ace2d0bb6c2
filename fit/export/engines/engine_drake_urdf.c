/* engine_drake_urdf.c: parameters of Drake, in URDF. SPDX-License-Identifier: MIT */
#include "fit/export/engines/pairs.h"

#define set(name, value) "<drake:" name " value=\"" value "\"/>"

const struct contensou__engine contensou__engine_drake_urdf = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .script = "drake",
    .law = drake_law,
    .source = drake_source,
    .advice = "So much for point contact. Hydroelastic contact, which these lines ask for, "
              "integrates the\n"
              "friction over the contact surface, with an error that the engine drake tells. The "
              "ground needs\n"
              "<drake:rigid_hydroelastic/> and the same friction. In <collision>.",
    .feet_advice = drake_feet_advice,
    .values = drake_values(set),
    .foot = "<collision name=\"foot{i}\">\n  <origin xyz=\"{x} {y} {r}\"/>\n"
            "  <geometry><sphere radius=\"{r}\"/></geometry>\n" drake_surface(
                set, "{mu}") "</collision>\n",
};
