/* engine_bullet.c: parameters of Bullet, in C++. SPDX-License-Identifier: MIT */
#include "base/setting.h"
#include "fit/export/export_engine.h"

const struct contensou__engine contensou__engine_bullet = {
    .base = &contensou__engine_pybullet,
    .equal_feet = 1,
    .law = "Bullet: torque up to spinningFriction N, a length, sliding apart from it",
    .source =
        "Bullet source, btSequentialImpulseConstraintSolver and btManifoldResult; measured with "
        "pybullet 3.2.7",
    .advice = "The spinning friction of a btRigidBody acts only with a rolling friction above "
              "zero: hence the\n"
              "last line (measured: without it a puck spins as if there were none). That of "
              "multibodies needs\n"
              "cone friction: the first line. For a ground with friction 1 and spinning friction "
              "0: a pair has\n"
              "the product of the frictions, and the sum of each spinning friction times the "
              "other's friction.\n"
              "The solver caps the impulse of the torque in a step at the spinning friction "
              "itself: keep N\n"
              "times the step below 1 N s. In Python: " SETTING("engine") " pybullet.",
    .setup = "world->getSolverInfo().m_solverMode &= ~SOLVER_DISABLE_IMPLICIT_CONE_FRICTION;\n",
    .values = "body->setFriction({mu});\nbody->setSpinningFriction({mu c});\n"
              "body->setRollingFriction(1e-9);\n",
    .feet = "btCompoundShape *feet = new btCompoundShape();\n",
    .foot = "feet->addChildShape(btTransform(btQuaternion::getIdentity(), "
            "btVector3({x}, {y}, {r})), new btSphereShape({r}));\n",
    .feet_end = "body->setCollisionShape(feet);\nbody->setFriction({mu});\n",
};
