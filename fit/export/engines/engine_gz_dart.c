/* engine_gz_dart.c: parameters of new Gazebo with DART, its default. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void surface(double mu, struct contensou__text *out)
{
    contensou__text_printf(
        out, "  <surface><friction><ode><mu>%s</mu><mu2>%s</mu2></ode></friction></surface>\n",
        number(mu), number(mu));
}

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)c;
    (void)size;
    contensou__text_printf(
        out,
        "<surface>\n  <friction>\n    <ode>\n      <mu>%s</mu>\n      <mu2>%s</mu2>\n    </ode>\n"
        "  </friction>\n</surface>\n",
        number(mu), number(mu));
}

const struct contensou__engine contensou__engine_gz_dart = {
    .kind = contensou__engine_point,
    .comment = contensou__engine_xml,
    .law = "Gazebo with DART: Coulomb friction at each point, no torque about the normal",
    .source = "users' report and gz-physics; not run by us",
    .advice = "There is no parameter for spinning: <torsional> only makes DART warn. Use feet.",
    .feet_advice = "A pair takes the smaller friction: give the ground as much as any foot, or "
                   "more. Not run by us.",
    .values = values,
    .surface = surface,
};
