"""run_mujoco.py: the cases in MuJoCo; see bodies.py. SPDX-License-Identifier: MIT"""
import re

import mujoco
import numpy as np

import bodies

NAME, PACKAGES, WHAT = "MuJoCo", ["mujoco"], "mujoco"
GROUND = '<geom name="ground" type="plane" size="50 50 1" {0}/>'
TABLE = """<body name="table"><joint name="table" type="hinge" axis="0 0 1"/><inertial pos="0 0 0" mass="1e6" diaginertia="1e6 1e6 1e6"/>
<geom name="ground" type="box" size="50 50 1" pos="0 0 -1" {0}/></body>"""


class Body:
    def __init__(self, case, recipe, texts, dt):
        body, h = case["body"], bodies.height(case["body"])
        self.omega, self.recipe = case["fields"].get("Omega", 0.0), recipe
        ground = (TABLE if self.omega else GROUND)
        shapes, head = "", ""
        if recipe == "law":
            side = bodies.extent(body) / 2
            shapes = f'<geom name="carrier" type="box" size="{side} {side} {h}" pos="0 0 {h}" condim="1"/>'
            ground = ground.format('condim="1"')
            self.law = texts.law(body, "mujoco")
        elif recipe == "feet":
            shapes = "".join(re.findall(r"<geom [^>]*/>", texts.engine(body, "mujoco", bodies.FEET)))
            head, ground = '<option cone="elliptic"/>', ground.format("")
        else:
            head = re.search(r"<mujoco>(.*)</mujoco>", texts.engine(body, "mujoco"), re.S).group(1)
            ground = ground.format("")
            if body["shape"] == "annulus":
                raise bodies.Unable
            if body["shape"] == "disk":
                shapes = f'<geom type="cylinder" size="{body["radius"]} {h}" pos="0 0 {h}"/>'
            else:
                shapes = "".join(f'<geom type="box" size="{a} {b} {h}" pos="{x} {y} {h}"/>' for x, y, a, b in bodies.boxes(body))
        start = case["start"]
        self.model = mujoco.MjModel.from_xml_string(f"""<mujoco>{head}<option timestep="{dt}" gravity="0 0 {-bodies.gravity(case)}"/>
          <worldbody>{ground}<body name="body" pos="{start.get('x', 0)} {start.get('y', 0)} 0"><freejoint name="free"/>
          <inertial pos="0 0 0" mass="1" diaginertia="{' '.join(map(str, bodies.inertia(case)))}"/>{shapes}</body></worldbody></mujoco>""")
        self.data = mujoco.MjData(self.model)
        self.body = self.model.body("body").id
        self.v, self.q = self.model.joint("free").dofadr[0], self.model.joint("free").qposadr[0]
        self.moving = False

    def start(self, vx, vy, w):
        self.data.qvel[self.v:self.v + 6] = [vx, vy, 0, 0, 0, w]
        self.moving = True

    def step(self, load):
        d = self.data
        if self.omega and self.moving:
            d.qvel[self.model.joint("table").dofadr[0]] = self.omega
        d.xfrc_applied[self.body] = [load[0], load[1], 0, 0, 0, load[2]]
        if self.recipe == "law":
            self.law.law_friction(self.model, d, self.model.geom("carrier").id, bodies.MU)
        mujoco.mj_step(self.model, d)

    def state(self):
        d, v, q = self.data, self.v, self.q
        return (*d.qpos[q:q + 2], bodies.yaw(*d.qpos[q + 3:q + 7]), *d.qvel[v:v + 2], d.qvel[v + 5])
