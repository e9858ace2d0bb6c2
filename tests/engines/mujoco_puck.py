# mujoco_puck.py: MuJoCo with the text of 'contensou fit --engine mujoco', beside our ellipsoid law, which is meant to be the
# same, and the exact disk; the pyramidal cone errs as the text says. The puck on one point of contact
# cannot tip: three slides and a hinge. SPDX-License-Identifier: MIT
import re

import mujoco

from puck import *


def run(model, dt):
    data = mujoco.MjData(model)
    for _ in range(round(0.2 / dt)):  # until the contact carries the weight
        mujoco.mj_step(model, data)
    data.qvel[:] = 0
    data.qvel[[0, -1]] = 1
    return follow(lambda: mujoco.mj_step(model, data),
                  lambda: (*data.qpos[:2], *data.qvel[:2], data.qvel[-1]), dt)


JOINTS = """<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
  <joint type="slide" axis="0 0 1"/><joint type="hinge" axis="0 0 1"/>
  <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/>"""


def puck(text, dt=1e-3):
    """The printed file as it is, with a world behind it."""
    world = f"""<option timestep="{dt}" gravity="0 0 {-GRAVITY}"/><worldbody><geom type="plane" size="50 50 1"/>
      <body pos="0 0 0.1">{JOINTS}<geom type="sphere" size="0.1"/></body></worldbody></mujoco>"""
    return run(mujoco.MjModel.from_xml_string(text.replace("</mujoco>", world)), dt)


def rest(got):
    return max(got["slide"] or 99, got["spin"] or 99), got["distance"], got["angle"]


text = engine_text("mujoco")
slide, torsion = map(float, re.search(r'friction="(\S+) (\S+) 0"', text).groups())
c = torsion / slide
law = ours("ellipsoid", "--set", f"law.mu_lambda=1,law.mu_tau={c},law.c_omega={c}")
got = rest(puck(text))
check("MuJoCo and our ellipsoid law (stop, distance, angle)", got, law, 0.015)
check("our integral law and the exact numbers", ours("integral"), EXACT, 2e-4)
check("MuJoCo and the exact disk, which its law cannot follow closer", got, EXACT, 0.12)
pyramid = rest(puck(text.replace("elliptic", "pyramidal")))
check("the pyramidal cone and its stop in the text", pyramid[:1],
      [float(re.search(r"stops at ([0-9.]+) instead", text).group(1))], 0.01)
