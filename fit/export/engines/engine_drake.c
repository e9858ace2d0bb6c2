/* engine_drake.c: parameters of Drake, in SDF and in URDF, which write an element with its value each in their own way.
 * SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define drake_sdf(name, value)  "<drake:" name ">" value "</drake:" name ">"
#define drake_urdf(name, value) "<drake:" name " value=\"" value "\"/>"

// clang-format off
#define drake_values(set) \
    "<drake:proximity_properties>\n  <drake:compliant_hydroelastic/>\n" \
    "  " set("mesh_resolution_hint", "{mesh}") "\n" \
    "  " set("hydroelastic_modulus", "1e7") "\n" \
    "  " set("hunt_crossley_dissipation", "10") "\n" \
    "  " set("mu_static", "{mu}") "\n" \
    "  " set("mu_dynamic", "{mu}") "\n" \
    "</drake:proximity_properties>\n"
#define drake_surface(set, mu) \
    "  <drake:proximity_properties>\n    " set("mu_static", mu) "\n    " set("mu_dynamic", mu) "\n" \
    "  </drake:proximity_properties>\n"
// clang-format on

const struct contensou__engine contensou__engine_drake = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .script = "drake",
    .flat = {{{1.387, 0.6349, 0.7785}, {1.399, 0.5966, 0.8192}, {0}}},
    .feet_four = {{{1.412, 0.6430, 0.7693}, {1.346, 0.6097, 0.7261}, {1.455, 0.6792, 0.7615}}},
    .law = "Drake, point contact: Coulomb friction at the point, no torque about the normal",
    .source = "Drake documentation, hydroelastic contact, drake::multibody::CoulombFriction; "
              "measured with "
              "Drake 1.51.1",
    .advice =
        "So much for point contact. Hydroelastic contact, which these lines ask for, integrates "
        "the\n"
        "friction over the contact surface, at the middle of each of its polygons; boxes have few "
        "large ones\n"
        "whatever the mesh (measured: a rectangle 2:1 turned by 0.819 instead of 0.675).\n"
        "For a uniform disk the rms "
        "error has a floor of 0.005 with triangles and 0.034 with "
        "polygons\n"
        "(set_contact_surface_representation), by users' report; measured with this mesh, a puck\n"
        "(v = omega R) stops at 1.353 and 1.377 instead of 1.340. The ground needs\n"
        "<drake:rigid_hydroelastic/> and the same friction. In <collision>.",
    .feet_advice =
        "In <link>. A pair has 2 mu1 mu2/(mu1 + mu2): give the ground the same friction.",
    .values = drake_values(drake_sdf),
    .foot = contensou__engine_sdf_foot(drake_surface(drake_sdf, "{foot}")),
};

const struct contensou__engine contensou__engine_drake_urdf = {
    .base = &contensou__engine_drake,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .values = drake_values(drake_urdf),
    .foot = "<collision name=\"foot{i}\">\n  <origin xyz=\"{x} {y} {r}\"/>\n"
            "  <geometry><sphere radius=\"{r}\"/></geometry>\n" drake_surface(
                drake_urdf, "{mu}") "</collision>\n",
};
