"""run_drake.py: the cases in Drake; see bodies.py. SPDX-License-Identifier: MIT"""
import math

import numpy as np
from pydrake.common.value import AbstractValue
from pydrake.geometry import AddContactMaterial, AddRigidHydroelasticProperties, Box, HalfSpace, ProximityProperties, Sphere
from pydrake.math import RigidTransform
from pydrake.multibody.math import SpatialForce, SpatialVelocity
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import (AddMultibodyPlant, ContactModel, CoulombFriction, ExternallyAppliedSpatialForce,
                                     MultibodyPlantConfig)
from pydrake.multibody.tree import default_model_instance, RevoluteJoint, SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

import bodies

NAME, PACKAGES, WHAT = "Drake", ["drake"], "drake"
SDF = """<sdf version="1.7" xmlns:drake="http://drake.mit.edu"><model name="m"><link name="body"><inertial><mass>1</mass><inertia>
<ixx>{0}</ixx><iyy>{1}</iyy><izz>{2}</izz></inertia></inertial>{3}</link></model></sdf>"""


def collision(i, x, y, h, geometry, text):
    return f'<collision name="c{i}"><pose>{x} {y} {h} 0 0 0</pose><geometry>{geometry}</geometry>{text}</collision>'


class Body:
    def __init__(self, case, recipe, texts, dt):
        body, h = case["body"], bodies.height(case["body"])
        builder = DiagramBuilder()
        plant, _ = AddMultibodyPlant(MultibodyPlantConfig(time_step=dt, use_sampled_output_ports=True), builder)
        plant.mutable_gravity_field().set_gravity_vector([0, 0, -bodies.gravity(case)])
        plant.set_contact_model(ContactModel.kHydroelastic if recipe == "flat" else ContactModel.kPoint)
        if recipe == "feet":
            shapes = texts.engine(body, "drake", bodies.FEET)
        elif recipe == "flat":
            text = texts.engine(body, "drake")
            if body["shape"] == "annulus":
                raise bodies.Unable
            if body["shape"] == "disk":
                shapes = collision(0, 0, 0, h, f"<cylinder><radius>{body['radius']}</radius><length>{2 * h}</length></cylinder>", text)
            else:
                shapes = "".join(collision(i, x, y, h, f"<box><size>{2 * a} {2 * b} {2 * h}</size></box>", text)
                                 for i, (x, y, a, b) in enumerate(bodies.boxes(body)))
        else:
            shapes = ""
        Parser(plant).AddModelsFromString(SDF.format(*bodies.inertia(case), shapes), "sdf")
        self.body, self.omega, self.plant = plant.GetBodyByName("body"), case["fields"].get("Omega", 0.0), plant
        mu, base = 0.0 if recipe == "law" else bodies.MU, plant.world_body()
        if self.omega:  # a flywheel
            base = plant.AddRigidBody("table", default_model_instance(), SpatialInertia(1e6, [0, 0, 0], UnitInertia(1, 1, 1)))
            self.joint = plant.AddJoint(RevoluteJoint("table", plant.world_frame(), base.body_frame(), [0, 0, 1]))
        ground = ProximityProperties()
        AddContactMaterial(dissipation=10.0, friction=CoulombFriction(mu, mu), properties=ground)
        AddRigidHydroelasticProperties(1.0, ground)
        if self.omega:
            plant.RegisterCollisionGeometry(base, RigidTransform([0, 0, -1]), Box(20, 20, 2), "ground", ground)
        else:
            plant.RegisterCollisionGeometry(base, RigidTransform(), HalfSpace(), "ground", ground)
        if recipe == "law":
            r = 0.05 * bodies.extent(body)
            for i in range(4):
                place = [10 * r * math.cos(math.pi / 2 * i), 10 * r * math.sin(math.pi / 2 * i), r]
                plant.RegisterCollisionGeometry(self.body, RigidTransform(place), Sphere(r), f"carrier{i}", CoulombFriction(0.0, 0.0))
        plant.Finalize()
        self.load, self.clock, self.steps, self.dt, self.place = (0, 0, 0), 0.0, 0, dt, case["start"]
        self.port = None
        if recipe == "law":
            texts.law(body, "drake").law_friction.add(builder, plant, self.body, bodies.MU, force=lambda t, c: (
                np.array([self.load[0], self.load[1], 0.0]), np.array([0, 0, self.load[2]])))
        self.simulator = Simulator(builder.Build())
        self.context = plant.GetMyMutableContextFromRoot(self.simulator.get_mutable_context())
        if recipe != "law":
            self.port = plant.get_applied_spatial_force_input_port()
        plant.SetFreeBodyPose(self.context, self.body, RigidTransform([self.place.get("x", 0.0), self.place.get("y", 0.0), 0]))

    def start(self, vx, vy, w):
        self.plant.SetFreeBodySpatialVelocity(self.context, self.body, SpatialVelocity([0, 0, w], [vx, vy, 0]))
        if self.omega:
            self.joint.set_angular_rate(self.context, self.omega)

    def step(self, load):
        self.load = load
        if self.port:
            applied = ExternallyAppliedSpatialForce()
            applied.body_index, applied.p_BoBq_B = self.body.index(), np.zeros(3)
            applied.F_Bq_W = SpatialForce(tau=[0, 0, load[2]], f=[load[0], load[1], 0])
            self.port.FixValue(self.context, AbstractValue.Make([applied]))
        self.steps += 1
        self.simulator.AdvanceTo(self.steps * self.dt)

    def state(self):
        pose = self.plant.EvalBodyPoseInWorld(self.context, self.body)
        motion = self.plant.EvalBodySpatialVelocityInWorld(self.context, self.body)
        turn = pose.rotation().matrix()
        return (*pose.translation()[:2], math.atan2(turn[1, 0], turn[0, 0]), *motion.translational()[:2], motion.rotational()[2])
