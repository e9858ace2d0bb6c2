# sapien_puck.py: PhysX, in SAPIEN, with the text of 'contensou fit --engine sapien', and that the numbers of --engine physx are
# the same. SPDX-License-Identifier: MIT
import re

import numpy as np
import sapien

from puck import *

DT = 1e-3


def run(attach):
    config = sapien.physx.PhysxSceneConfig()
    config.gravity = np.array([0, 0, -GRAVITY])
    sapien.physx.set_scene_config(config)
    system = sapien.physx.PhysxCpuSystem()
    system.timestep = DT
    scene = sapien.Scene([system])
    material = sapien.physx.PhysxMaterial(MU, MU, 0.0)
    ground, fixed = sapien.Entity(), sapien.physx.PhysxRigidStaticComponent()
    box = sapien.physx.PhysxCollisionShapeBox([50, 50, 1], material)
    box.local_pose = sapien.Pose([0, 0, -1])
    fixed.attach(box)
    ground.add_component(fixed)
    scene.add_entity(ground)
    puck, body = sapien.Entity(), sapien.physx.PhysxRigidDynamicComponent()
    attach(body)
    body.mass = 1.0
    body.cmass_local_pose = sapien.Pose()
    body.inertia = [1e6, 1e6, 0.5]
    body.linear_damping = body.angular_damping = 0
    puck.add_component(body)
    scene.add_entity(puck)
    for _ in range(300):
        scene.step()
    body.set_linear_velocity([1, 0, 0])
    body.set_angular_velocity([0, 0, 1])
    return follow(scene.step, lambda: (*puck.pose.p[:2], *body.get_linear_velocity()[:2],
                                       body.get_angular_velocity()[2]), DT)


def one_point(text):
    def attach(body):
        shape = sapien.physx.PhysxCollisionShapeSphere(0.1, sapien.physx.PhysxMaterial(1, 1, 0))
        shape.local_pose = sapien.Pose([0, 0, 0.1])
        exec(text, {"sapien": sapien, "shape": shape})
        body.attach(shape)
    return run(attach)


text = engine_text("sapien")
check_separate("SAPIEN (slide, distance, spin, angle)", one_point(text))
if one_point(text.replace("shape.min_patch_radius", "unused"))["spin"] is not None:
    sys.exit("without the least patch radius the puck stopped spinning, which the text denies")
radius = re.search(r"min_patch_radius = (\S+)", text).group(1)
if f"setMinTorsionalPatchRadius({radius}f)" not in engine_text("physx"):
    sys.exit("the text of physx has another radius")
