/* engine_gazebo.c: parameters of Gazebo. SPDX-License-Identifier: MIT */
#include "base/pi.h"
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "<surface>\n  <friction>\n    <ode>\n      <mu>%s</mu>\n      <mu2>%s</mu2>\n"
        "    </ode>\n    <torsional>\n      <coefficient>%s</coefficient>\n"
        "      <use_patch_radius>true</use_patch_radius>\n"
        "      <patch_radius>%s</patch_radius>\n    </torsional>\n  </friction>\n</surface>\n",
        number(mu), number(mu), number(mu), number(c * 16 / (3 * pi)));
}

const struct contensou__engine contensou__engine_gazebo = {
    .kind = contensou__engine_separate,
    .xml = 1,
    .law =
        "Gazebo with ODE: torque up to (3 pi/16) patch_radius coefficient N, sliding apart from it",
    .source = "Gazebo tutorial Torsional friction; SDFormat specification, surface",
    .advice = "Give both bodies the same. Other physics engines of Gazebo ignore <torsional>.",
    .values = values,
};
