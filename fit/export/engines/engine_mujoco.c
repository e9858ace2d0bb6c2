/* engine_mujoco.c: parameters of MuJoCo, as a file to include. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_mujoco = {
    .kind = contensou__engine_ellipsoid,
    .comment = contensou__engine_xml,
    .unitless = 1,
    .feet_most = 4,
    .beyond = "8 turned a rectangle 2:1 by 0.513 instead of 0.675 (measured), because it loads the "
              "slower ones",
    .script = "mujoco",
    .flat = {{{1.152, 0.6219, 0.3838}, {1.103, 0.5889, 0.2923}, {0}}},
    .feet_four = {{{1.41, 0.6322, 0.7488}, {1.314, 0.6051, 0.72}, {1.373, 0.6595, 0.7294}}},
    .law = "MuJoCo, elliptic cone: (f/mu)^2 + (tau/torsional)^2 <= N^2, torsional a length",
    .source =
        "MuJoCo documentation, Computation (friction cones) and XML reference (geom/friction); "
        "measured with MuJoCo 4.0.0",
    .advice = "A pair takes the larger value of its two geoms: give both the same, as this "
              "<default> does.\n"
              "The pyramidal cone, which is MuJoCo's default, errs far more with the same numbers: "
              "measured\n"
              "rms 0.19 for a uniform disk that slides along an axis, 0.27 over all directions; a "
              "puck of\n"
              "that kind (v = omega R) stops at 1.744 instead of 1.340, with the elliptic cone at "
              "1.248.\n"
              "The export mujoco of contensou fit is a script that follows the exact law.",
    .feet_advice =
        "The geoms go into the body that slides; their priority makes their friction count, not "
        "that\n"
        "of the ground. The body must be free to tilt: where joints keep it level nothing "
        "determines the\n"
        "weight on each foot, and MuJoCo loads the slowest one alone (measured: a stop at 0.998).",
    .values = "<mujoco>\n  <option cone=\"elliptic\"/>\n  <default>\n"
              "    <geom condim=\"4\" friction=\"{mu} {mu c} 0\"/>\n  </default>\n</mujoco>\n",
    .feet = "<mujoco>\n  <option cone=\"elliptic\"/>\n  <worldbody>\n    <body name=\"feet\">\n",
    .foot = "      <geom type=\"sphere\" size=\"{r}\" pos=\"{x} {y} {r}\" mass=\"0\" condim=\"3\" "
            "priority=\"1\" friction=\"{foot} 0 0\"/>\n",
    .feet_end = "    </body>\n  </worldbody>\n</mujoco>\n",
};
