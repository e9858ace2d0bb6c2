/* engine_mujoco.c: parameters of MuJoCo. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, struct contensou__text *out)
{
    contensou__text_printf(out,
                           "<option cone=\"elliptic\"/>\n"
                           "<geom condim=\"4\" friction=\"%s %s 0\"/>\n",
                           number(mu), number(mu * c));
}

const struct contensou__engine contensou__engine_mujoco = {
    .kind = contensou__engine_ellipsoid,
    .xml = 1,
    .law = "MuJoCo, elliptic cone: (f/mu)^2 + (tau/torsional)^2 <= N^2, torsional a length",
    .source =
        "MuJoCo documentation, Computation (friction cones) and XML reference (geom/friction)",
    .advice =
        "A pair takes the larger value of its two geoms: give both the same. The pyramidal cone,\n"
        "MuJoCo's default, couples sliding and spinning less well.",
    .values = values,
};
