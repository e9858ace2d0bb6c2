/* engine_bullet.c: parameters of Bullet. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, struct contensou__text *out)
{
    contensou__text_printf(out, "body->setFriction(%s);\nbody->setSpinningFriction(%s);\n",
                           number(mu), number(mu * c));
}

const struct contensou__engine contensou__engine_bullet = {
    .kind = contensou__engine_separate,
    .law = "Bullet: torque up to spinningFriction N, a length, sliding apart from it",
    .source = "Bullet source, btSequentialImpulseConstraintSolver and btManifoldResult",
    .advice =
        "For a ground with friction 1 and spinning friction 0: a pair has the product of the "
        "frictions,\n"
        "and the sum of each spinning friction times the other's friction. The solver caps the "
        "impulse\n"
        "of the torque in a step at the spinning friction itself: keep N times the step below 1 N "
        "s.",
    .values = values,
};
