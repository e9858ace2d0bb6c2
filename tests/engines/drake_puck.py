# drake_puck.py: Drake with the texts of 'contensou fit --engine drake' (SDF) and drake_urdf: hydroelastic contact of a cylinder
# with both representations, point contact of a sphere, feet in URDF. A prismatic and a planar joint keep the puck upright.
# SPDX-License-Identifier: MIT
import re

from pydrake.geometry import AddContactMaterial, AddRigidHydroelasticProperties, HalfSpace, ProximityProperties
from pydrake.math import RigidTransform
from pydrake.geometry import HydroelasticContactRepresentation as Representation
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, ContactModel, CoulombFriction
from pydrake.multibody.tree import default_model_instance, PlanarJoint, PrismaticJoint, SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

from puck import *

DT = 1e-3
INERTIA = "<mass>1</mass><inertia><ixx>0.5</ixx><iyy>0.5</iyy><izz>0.5</izz></inertia>"
SDF = """<sdf version="1.7" xmlns:drake="http://drake.mit.edu"><model name="m"><link name="puck">
  <inertial>%s</inertial>%s</link></model></sdf>"""
URDF = """<robot name="m" xmlns:drake="http://drake.mit.edu"><link name="puck"><inertial><mass value="1"/>
  <inertia ixx="0.5" iyy="0.5" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial>%s</link></robot>"""
CYLINDER = "<geometry><cylinder><radius>1</radius><length>0.2</length></cylinder></geometry>"
SPHERE = "<geometry><sphere><radius>0.1</radius></sphere></geometry>"


def in_sdf(geometry, text):
    return SDF % (INERTIA, f'<collision name="c"><pose>0 0 0.1 0 0 0</pose>{geometry}{text}</collision>')


def run(model, kind, representation, contact):
    builder = DiagramBuilder()
    plant, _ = AddMultibodyPlantSceneGraph(builder, DT)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -GRAVITY])
    plant.set_contact_surface_representation(representation)
    plant.set_contact_model(contact)
    Parser(plant).AddModelsFromString(model, kind)
    ground = ProximityProperties()
    AddContactMaterial(dissipation=10.0, friction=CoulombFriction(MU, MU), properties=ground)
    AddRigidHydroelasticProperties(1.0, ground)
    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "ground", ground)
    lift = plant.AddRigidBody("lift", default_model_instance(),
                              SpatialInertia(1e-3, [0, 0, 0], UnitInertia(1e-3, 1e-3, 1e-3)))
    plant.AddJoint(PrismaticJoint("lift", plant.world_frame(), lift.body_frame(), [0, 0, 1]))
    plant.AddJoint(PlanarJoint("plane", lift.body_frame(), plant.GetFrameByName("puck"), [0, 0, 0]))
    plant.Finalize()
    diagram = builder.Build()
    simulator = Simulator(diagram)
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    simulator.AdvanceTo(0.3)
    joint = plant.GetJointByName("plane")
    joint.set_translational_velocity(context, [1, 0])
    joint.set_angular_velocity(context, 1)
    clock = [0.3]

    def step():
        clock[0] += DT
        simulator.AdvanceTo(clock[0])

    return follow(step, lambda: (*joint.get_translation(context), *joint.get_translational_velocity(context),
                                 joint.get_angular_velocity(context)), DT, 2.0)


def rest(got):
    return max(got["slide"] or 99, got["spin"] or 99), got["distance"], got["angle"]


text = engine_text("drake")
told = re.search(r"stops at ([0-9.]+) and ([0-9.]+) instead", text.replace("\n     ", " ")).groups()
for representation, stop in ((Representation.kTriangle, told[0]), (Representation.kPolygon, told[1])):
    got = rest(run(in_sdf(CYLINDER, text), "sdf", representation, ContactModel.kHydroelastic))
    check(f"Drake, {representation.name} (stop, distance, angle)", got, EXACT, 0.08)
    check(f"Drake, {representation.name}, and its stop in the text", got[:1], [float(stop)], 0.005)
got = run(in_sdf(SPHERE, text), "sdf", Representation.kTriangle, ContactModel.kPoint)
if got["spin"] is not None or abs(got["slide"] - 1) > 0.02:
    sys.exit(f"point contact did not slide as the text says: {got}")
urdf = URDF % ('<collision name="c"><origin xyz="0 0 0.1"/><geometry><cylinder radius="1" length="0.2"/></geometry>'
               + engine_text("drake_urdf") + "</collision>")
check("Drake from URDF", rest(run(urdf, "urdf", Representation.kTriangle, ContactModel.kHydroelastic)), EXACT, 0.08)
run(URDF % engine_text("drake_urdf", 4), "urdf", Representation.kTriangle, ContactModel.kPoint)
