/* engine_pybullet.c: parameters of Bullet, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/engines/bullet_feet.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)size;
    contensou__text_printf(out,
                           "p.changeDynamics(body, -1, lateralFriction=%s, spinningFriction=%s, "
                           "rollingFriction=1e-9)\n",
                           number(mu), number(mu * c));
}

static void feet(double mu, const struct contensou__feet *f, double radius,
                 struct contensou__text *out)
{
    contensou__text_printf(out, "places = [");
    contensou__export_engine_places(f, radius, 10, out);
    contensou__text_printf(
        out,
        "]\n"
        "feet = p.createCollisionShapeArray([p.GEOM_SPHERE] * %d, radii=[%s] * %d,\n"
        "                                   collisionFramePositions=places)\n"
        "body = p.createMultiBody(mass, feet)\n"
        "p.changeDynamics(body, -1, lateralFriction=%s)\n",
        f->count, number(radius), f->count, number(mu));
}

const struct contensou__engine contensou__engine_pybullet = {
    .kind = contensou__engine_separate,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .law = "pybullet: torque up to spinningFriction N, a length, sliding apart from it",
    .source = "Bullet source; measured with pybullet 3.2.7",
    .advice = "Without cone friction the spinning friction does nothing (measured: a puck spins on "
              "for ever),\n"
              "and with useMaximalCoordinates nothing without a rolling friction above zero. For a "
              "ground with\n"
              "lateralFriction=1 and spinningFriction=0: a pair has the product of the frictions. "
              "Measured, a\n"
              "puck with the numbers of a uniform disk (v = omega R) stops sliding at 0.99 and "
              "spinning at\n"
              "0.74, as this law says, instead of both at 1.340.",
    .feet_advice = bullet_feet_advice "ground with lateralFriction=1.",
    .setup = "p.setPhysicsEngineParameter(enableConeFriction=1)\n",
    .values = values,
    .feet = feet,
};
