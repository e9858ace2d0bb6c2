/* engine_drake.c: parameters of Drake, in SDF. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)c;
    contensou__text_printf(
        out,
        "<drake:proximity_properties>\n"
        "  <drake:compliant_hydroelastic/>\n"
        "  <drake:mesh_resolution_hint>%s</drake:mesh_resolution_hint>\n"
        "  <drake:hydroelastic_modulus>1e7</drake:hydroelastic_modulus>\n"
        "  <drake:hunt_crossley_dissipation>10</drake:hunt_crossley_dissipation>\n"
        "  <drake:mu_static>%s</drake:mu_static>\n"
        "  <drake:mu_dynamic>%s</drake:mu_dynamic>\n"
        "</drake:proximity_properties>\n",
        number(0.1 * size), number(mu), number(mu));
}

static void surface(double mu, struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "  <drake:proximity_properties>\n    <drake:mu_static>%s</drake:mu_static>\n"
        "    <drake:mu_dynamic>%s</drake:mu_dynamic>\n"
        "  </drake:proximity_properties>\n",
        number(mu), number(mu));
}

const struct contensou__engine contensou__engine_drake = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .law = "Drake, point contact: Coulomb friction at the point, no torque about the normal",
    .source =
        "Drake documentation, hydroelastic contact, drake::multibody::CoulombFriction; measured "
        "with Drake 1.51.1",
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
    .feet_advice =
        "In <link>. A pair has 2 mu1 mu2/(mu1 + mu2): give the ground the same friction.",
    .values = values,
    .surface = surface,
};
