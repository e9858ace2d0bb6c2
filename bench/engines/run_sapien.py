"""run_sapien.py: the cases in SAPIEN, that is PhysX; see bodies.py. SPDX-License-Identifier: MIT"""
import numpy as np
import sapien

import bodies

NAME, PACKAGES, WHAT = "PhysX", ["sapien"], "SAPIEN"
physx = sapien.physx


class Body:
    def __init__(self, case, recipe, texts, dt):
        body, h = case["body"], bodies.height(case["body"])
        if case["fields"].get("Omega"):
            raise bodies.Unable
        config = physx.PhysxSceneConfig()
        config.gravity = np.array([0, 0, -bodies.gravity(case)])
        physx.set_scene_config(config)
        system = physx.PhysxCpuSystem()
        system.timestep = dt
        self.scene, self.dt, self.law = sapien.Scene([system]), dt, None
        mu = 0.0 if recipe == "law" else bodies.MU
        ground = physx.PhysxCollisionShapeBox([50, 50, 1], physx.PhysxMaterial(mu, mu, 0))
        ground.local_pose = sapien.Pose([0, 0, -1])
        fixed, self.body = physx.PhysxRigidStaticComponent(), physx.PhysxRigidDynamicComponent()
        fixed.attach(ground)
        if recipe == "feet":
            exec(texts.engine(body, "sapien", bodies.FEET), {"sapien": sapien, "body": self.body})
        else:
            material, side = physx.PhysxMaterial(mu, mu, 0), bodies.extent(body) / 2
            parts = [(0, 0, side, side)]
            if recipe == "flat":
                if body["shape"] != "polygon":
                    raise bodies.Unable  # its cylinders are meshes of their own
                parts = bodies.boxes(body)
            else:
                self.law = texts.law(body, "sapien")
            for x, y, a, b in parts:
                shape = physx.PhysxCollisionShapeBox([a, b, h], material)
                shape.local_pose = sapien.Pose([x, y, h])
                if recipe == "flat":
                    exec(texts.engine(body, "sapien"), {"sapien": sapien, "shape": shape})
                self.body.attach(shape)
        self.entity = sapien.Entity()
        for component, entity in ((fixed, sapien.Entity()), (self.body, self.entity)):
            entity.add_component(component)
            self.scene.add_entity(entity)
        self.body.mass, self.body.cmass_local_pose = 1.0, sapien.Pose()
        self.body.inertia = bodies.inertia(case)
        self.body.linear_damping = self.body.angular_damping = 0

    def start(self, vx, vy, w):
        self.body.set_linear_velocity([vx, vy, 0])
        self.body.set_angular_velocity([0, 0, w])

    def step(self, load):
        force, torque = np.array([load[0], load[1], 0], np.float32), np.array([0, 0, load[2]], np.float32)
        self.body.wake_up()
        if self.law:
            self.law.law_friction(self.scene, self.body, bodies.MU, self.dt, (0, 0, 0), force, torque)
        self.body.add_force_torque(force, torque, "force")
        self.scene.step()

    def state(self):
        b, pose = self.body, self.entity.pose
        return tuple(map(float, (*pose.p[:2], bodies.yaw(*map(float, pose.q)), *b.linear_velocity[:2], b.angular_velocity[2])))
