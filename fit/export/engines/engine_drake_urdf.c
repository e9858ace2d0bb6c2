/* engine_drake_urdf.c: parameters of Drake, in URDF. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)c;
    contensou__text_printf(out,
                           "<drake:proximity_properties>\n"
                           "  <drake:compliant_hydroelastic/>\n"
                           "  <drake:mesh_resolution_hint value=\"%s\"/>\n"
                           "  <drake:hydroelastic_modulus value=\"1e7\"/>\n"
                           "  <drake:hunt_crossley_dissipation value=\"10\"/>\n"
                           "  <drake:mu_static value=\"%s\"/>\n"
                           "  <drake:mu_dynamic value=\"%s\"/>\n"
                           "</drake:proximity_properties>\n",
                           number(0.1 * size), number(mu), number(mu));
}

static void feet(double mu, const struct contensou__feet *f, double radius,
                 struct contensou__text *out)
{
    for (int i = 0; i < f->count; ++i)
        contensou__text_printf(
            out,
            "<collision name=\"foot%d\">\n  <origin xyz=\"%s %s %s\"/>\n"
            "  <geometry><sphere radius=\"%s\"/></geometry>\n"
            "  <drake:proximity_properties>\n    <drake:mu_static value=\"%s\"/>\n"
            "    <drake:mu_dynamic value=\"%s\"/>\n"
            "  </drake:proximity_properties>\n</collision>\n",
            i + 1, number(f->x[i]), number(f->y[i]), number(radius), number(radius), number(mu),
            number(mu));
}

const struct contensou__engine contensou__engine_drake_urdf = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .equal_feet = 1,
    .law = "Drake, point contact: Coulomb friction at the point, no torque about the normal",
    .source =
        "Drake documentation, hydroelastic contact, drake::multibody::CoulombFriction; measured "
        "with Drake 1.51.1",
    .advice = "So much for point contact. Hydroelastic contact, which these lines ask for, "
              "integrates the\n"
              "friction over the contact surface, with an error that the engine drake tells. The "
              "ground needs\n"
              "<drake:rigid_hydroelastic/> and the same friction. In <collision>.",
    .feet_advice =
        "In <link>. A pair has 2 mu1 mu2/(mu1 + mu2): give the ground the same friction.",
    .values = values,
    .feet = feet,
};
