/* engine_drake.c: parameters of Drake, in SDF. SPDX-License-Identifier: MIT */
#include "fit/export/engines/pairs.h"

#define set(name, value) "<drake:" name ">" value "</drake:" name ">"

const struct contensou__engine contensou__engine_drake = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .script = "drake",
    .flat = {{{1.387, 0.6349, 0.7785}, {1.399, 0.5966, 0.8192}, {0}}},
    .feet_four = {{{1.412, 0.6430, 0.7693}, {1.346, 0.6097, 0.7261}, {1.455, 0.6792, 0.7615}}},
    .law = drake_law,
    .source = drake_source,
    .advice =
        "So much for point contact. Hydroelastic contact, which these lines ask for, integrates "
        "the\n"
        "friction over the contact surface, at the middle of each of its polygons; boxes have few "
        "large ones\n"
        "whatever the mesh (measured below: a rectangle turns too far).\n"
        "For a uniform disk the rms "
        "error has a floor of 0.005 with triangles and 0.034 with "
        "polygons\n"
        "(set_contact_surface_representation), by users' report; measured with this mesh, a puck\n"
        "(v = omega R) stops at 1.353 and 1.377 instead of 1.340. The ground needs\n"
        "<drake:rigid_hydroelastic/> and the same friction. In <collision>; URDF: the engine "
        "drake_urdf.",
    .feet_advice = drake_feet_advice,
    .values = drake_values(set),
    .foot = contensou__engine_sdf_foot(drake_surface(set, "{foot}")),
};
