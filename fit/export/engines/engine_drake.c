/* engine_drake.c: parameters of Drake. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, struct contensou__text *out)
{
    (void)c;
    contensou__text_printf(out,
                           "<drake:proximity_properties>\n"
                           "  <drake:mu_static>%s</drake:mu_static>\n"
                           "  <drake:mu_dynamic>%s</drake:mu_dynamic>\n"
                           "</drake:proximity_properties>\n",
                           number(mu), number(mu));
}

const struct contensou__engine contensou__engine_drake = {
    .kind = contensou__engine_point,
    .xml = 1,
    .law = "Drake, point contact: Coulomb friction at the point, no torque about the normal",
    .source = "Drake documentation, hydroelastic contact; drake::multibody::CoulombFriction",
    .advice = "There is no parameter for spinning. Hydroelastic contact integrates the friction "
              "over the\n"
              "contact surface, so that a patch of the right shape and pressure has the exact law, "
              "but for\n"
              "its mesh and its regularisation. Give both bodies the same.",
    .values = values,
};
