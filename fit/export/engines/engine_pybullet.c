/* engine_pybullet.c: parameters of Bullet, in Python. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_pybullet = {
    .kind = contensou__engine_separate,
    .comment = contensou__engine_python,
    .equal_feet = 1,
    .feet_most = 4,
    .beyond =
        "it keeps four points of a pair of bodies, and 8 turned a rectangle 2:1 by 1.015 instead "
        "of 0.675 (measured)",
    .script = "pybullet",
    .flat = {{{1.049, 0.5428, 0.2527}, {1.033, 0.5287, 0.2058}, {0}}},
    .feet_four = {{{1.44, 0.6498, 0.7842}, {1.388, 0.6097, 0.7729}, {1.486, 0.6869, 0.7767}}},
    .law = "pybullet: torque up to spinningFriction N, a length, sliding apart from it",
    .source = "Bullet source; measured with pybullet 3.2.7",
    .advice = "Without cone friction the spinning friction does nothing (measured: a puck spins on "
              "for ever),\n"
              "and with useMaximalCoordinates nothing without a rolling friction above zero. For a "
              "ground with\n"
              "lateralFriction=1 and spinningFriction=0: a pair has the product of the frictions. "
              "Measured, a\n" contensou__engine_puck,
    .feet_advice = "Bullet has one friction coefficient for a body, so that all feet carry the "
                   "same, and keeps "
                   "four\n"
                   "points of a pair of bodies. For a ground with friction (lateralFriction) 1.",
    .setup = "p.setPhysicsEngineParameter(enableConeFriction=1)\n",
    .values = "p.changeDynamics(body, -1, lateralFriction={mu}, spinningFriction={mu c}, "
              "rollingFriction=1e-9)\n",
    .feet = "places = [",
    .foot = "[{x}, {y}, {r}]",
    .between = ",\n          ",
    .feet_end = "]\n"
                "feet = p.createCollisionShapeArray([p.GEOM_SPHERE] * {n}, radii=[{r}] * {n},\n"
                "                                   collisionFramePositions=places)\n"
                "body = p.createMultiBody(mass, feet)\n"
                "p.changeDynamics(body, -1, lateralFriction={mu})\n",
};
