/* engine_gz_bullet.c: parameters of new Gazebo with its physics engine bullet-featherstone. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)size;
    contensou__text_printf(
        out,
        "<surface>\n  <friction>\n    <ode>\n      <mu>%s</mu>\n      <mu2>%s</mu2>\n    </ode>\n"
        "    <bullet>\n      <friction>%s</friction>\n      <friction2>%s</friction2>\n    "
        "</bullet>\n"
        "    <torsional>\n      <coefficient>%s</coefficient>\n    </torsional>\n  </friction>\n"
        "</surface>\n",
        number(mu), number(mu), number(mu), number(mu), number(mu * c));
}

static void surface(double mu, struct contensou__text *out)
{
    contensou__text_printf(out,
                           "  <surface><friction><ode><mu>%s</mu><mu2>%s</mu2></ode>"
                           "<bullet><friction>%s</friction><friction2>%s</friction2></bullet>"
                           "</friction></surface>\n",
                           number(mu), number(mu), number(mu), number(mu));
}

const struct contensou__engine contensou__engine_gz_bullet = {
    .kind = contensou__engine_separate,
    .comment = contensou__engine_xml,
    .law =
        "Gazebo with bullet-featherstone: torque up to coefficient N, a length, sliding apart from "
        "it",
    .source = "users' report and gz-physics; not run by us",
    .advice = "This engine takes <coefficient> as a length, mu times the radius, and ignores "
              "<patch_radius>;\n"
              "the numbers of Gazebo classic are wrong here. For a ground with friction 1.",
    .feet_advice = "For a ground with friction 1. Not run by us.",
    .values = values,
    .surface = surface,
};
