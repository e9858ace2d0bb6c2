# pybullet_puck.py: pybullet with the text of 'contensou fit --engine pybullet': a sphere whose large inertia keeps it from
# rolling. SPDX-License-Identifier: MIT
import pybullet as p

from puck import *

DT = 1e-3


def begin():
    p.resetSimulation()
    p.setGravity(0, 0, -GRAVITY)
    p.setTimeStep(DT)
    p.setPhysicsEngineParameter(numSolverIterations=200)
    ground = p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE))
    p.changeDynamics(ground, -1, lateralFriction=1, spinningFriction=0, rollingFriction=0)


def run(body, across):
    p.changeDynamics(body, -1, localInertiaDiagonal=[across, across, 0.5], linearDamping=0, angularDamping=0)
    for _ in range(300):
        p.stepSimulation()
    p.resetBaseVelocity(body, [1, 0, 0], [0, 0, 1])

    def state():
        v, w = p.getBaseVelocity(body)
        return (*p.getBasePositionAndOrientation(body)[0][:2], *v[:2], w[2])

    return follow(p.stepSimulation, state, DT)


def puck(text):
    begin()
    body = p.createMultiBody(1, p.createCollisionShape(p.GEOM_SPHERE, radius=0.1), basePosition=[0, 0, 0.1])
    exec(text)
    return run(body, 1e6)


p.connect(p.DIRECT)
text = engine_text("pybullet")
check_separate("pybullet (slide, distance, spin, angle)", puck(text))
free = puck(text.replace("enableConeFriction=1", "enableConeFriction=0"))
if free["spin"] is not None:
    sys.exit("without cone friction the puck stopped spinning, which the text denies")
