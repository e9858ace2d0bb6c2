/* engine_drake_urdf.c: parameters of Drake, in URDF. SPDX-License-Identifier: MIT */
#include "fit/export/engines/drake.h"

#define set(name, value) "<drake:" name " value=\"" value "\"/>"

const struct contensou__engine contensou__engine_drake_urdf = {
    .base = &contensou__engine_drake,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .values = drake_values(set),
    .foot = "<collision name=\"foot{i}\">\n  <origin xyz=\"{x} {y} {r}\"/>\n"
            "  <geometry><sphere radius=\"{r}\"/></geometry>\n" drake_surface(
                set, "{mu}") "</collision>\n",
};
