"""run_pybullet.py: the cases in Bullet; see bodies.py. SPDX-License-Identifier: MIT"""
import pybullet as p

import bodies

NAME, PACKAGES, WHAT = "Bullet", ["pybullet"], "pybullet"


class Body:
    connected = False

    def __init__(self, case, recipe, texts, dt):
        body, h = case["body"], bodies.height(case["body"])
        if case["fields"].get("Omega"):
            raise bodies.Unable  # a ground that moves has a mass, and there is no joint that holds its speed
        if not Body.connected:
            p.connect(p.DIRECT)
            Body.connected = True
        p.resetSimulation()
        p.setGravity(0, 0, -bodies.gravity(case))
        p.setTimeStep(dt)
        p.setPhysicsEngineParameter(numSolverIterations=200)
        ground = p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE))
        p.changeDynamics(ground, -1, lateralFriction=1, spinningFriction=0, rollingFriction=0)
        self.dt, self.law = dt, None
        if recipe == "feet":
            scope = {"p": p, "mass": 1}
            exec(texts.engine(body, "pybullet", bodies.FEET), scope)
            self.body = scope["body"]
        else:
            side = bodies.extent(body) / 2
            kinds, sizes, places = [p.GEOM_BOX], [[side, side, h]], [[0, 0, h]]
            if recipe == "flat":
                if body["shape"] == "annulus":
                    raise bodies.Unable
                if body["shape"] == "disk":
                    shape = p.createCollisionShape(p.GEOM_CYLINDER, radius=body["radius"], height=2 * h, collisionFramePosition=[0, 0, h])
                else:
                    parts = bodies.boxes(body)
                    shape = p.createCollisionShapeArray([p.GEOM_BOX] * len(parts), halfExtents=[[a, b, h] for x, y, a, b in parts],
                                                        collisionFramePositions=[[x, y, h] for x, y, a, b in parts])
            else:
                shape = p.createCollisionShapeArray(kinds, halfExtents=sizes, collisionFramePositions=places)
                self.law = texts.law(body, "pybullet")
            self.body = p.createMultiBody(1, shape)
            if recipe == "flat":
                exec(texts.engine(body, "pybullet"), {"p": p, "body": self.body})
            else:
                p.changeDynamics(self.body, -1, lateralFriction=0)
        p.changeDynamics(self.body, -1, localInertiaDiagonal=bodies.inertia(case), linearDamping=0, angularDamping=0)

    def start(self, vx, vy, w):
        p.resetBaseVelocity(self.body, [vx, vy, 0], [0, 0, w])

    def step(self, load):
        force, torque = [load[0], load[1], 0], [0, 0, load[2]]
        if self.law:
            self.law.law_friction(self.body, bodies.MU, self.dt, (0, 0, 0), force, torque)
        p.applyExternalForce(self.body, -1, force, p.getBasePositionAndOrientation(self.body)[0], p.WORLD_FRAME)
        p.applyExternalTorque(self.body, -1, torque, p.WORLD_FRAME)
        p.stepSimulation()

    def state(self):
        place, (x, y, z, w) = p.getBasePositionAndOrientation(self.body)
        velocity, spin = p.getBaseVelocity(self.body)
        return (*place[:2], bodies.yaw(w, x, y, z), *velocity[:2], spin[2])
