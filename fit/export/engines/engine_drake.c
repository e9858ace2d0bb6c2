/* engine_drake.c: parameters of Drake, in SDF. SPDX-License-Identifier: MIT */
#include "fit/export/engines/pairs.h"

#define set(name, value) "<drake:" name ">" value "</drake:" name ">"

const struct contensou__engine contensou__engine_drake = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .law = drake_law,
    .source = drake_source,
    .advice =
        "So much for point contact. Hydroelastic contact, which these lines ask for, integrates "
        "the\n"
        "friction over the contact surface: the exact law, but for the mesh and the "
        "regularisation.\n"
        "For a uniform disk the rms error has a floor of 0.005 with triangles and 0.034 with "
        "polygons\n"
        "(set_contact_surface_representation), by users' report; measured with this mesh, a puck\n"
        "(v = omega R) stops at 1.353 and 1.377 instead of 1.340. The ground needs\n"
        "<drake:rigid_hydroelastic/> and the same friction. In <collision>; URDF: the engine "
        "drake_urdf.",
    .feet_advice = drake_feet_advice,
    .values = drake_values(set),
    .foot = contensou__engine_sdf_foot(drake_surface(set, "{foot}")),
};
