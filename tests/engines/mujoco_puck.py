# mujoco_puck.py: a puck that slides and spins to rest in MuJoCo with the friction parameters that
# 'contensou fit --engine mujoco' gives, beside our ellipsoid law, which is meant to be the same, and beside
# the exact disk (k^2 = 1/2, from v = omega = 1: t = 1.3402982821, distance 0.6373972241, angle 0.7240835138).
# The puck has one point of contact and cannot tip: three slides and a hinge.
# SPDX-License-Identifier: MIT
import csv
import io
import math
import re
import subprocess
import sys

import mujoco

MU = 0.3
EXACT = {1.0: (1.3402982821, 0.6373972241, 0.7240835138)}


def contensou(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout


def engine_parameters():
    text = contensou("fit", "--shape", "disk", "--engine", "mujoco", "--mu", str(MU))
    slide, torsion = re.search(r'friction="(\S+) (\S+)', text).groups()
    return float(slide), float(torsion)


def puck(slide, torsion, spin, dt):
    surface = f'condim="4" friction="{slide} {torsion} 0" solref="0.002 1"'
    model = mujoco.MjModel.from_xml_string(f"""
<mujoco>
  <option timestep="{dt}" gravity="0 0 {-1 / MU}" cone="elliptic" impratio="100" iterations="200"
          tolerance="1e-14" solver="Newton" integrator="implicitfast"/>
  <worldbody>
    <geom type="plane" size="50 50 1" {surface}/>
    <body pos="0 0 0.1">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <joint type="slide" axis="0 0 1"/><joint type="hinge" axis="0 0 1"/>
      <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/>
      <geom type="sphere" size="0.1" {surface}/>
    </body>
  </worldbody>
</mujoco>""")
    data = mujoco.MjData(model)
    for _ in range(round(0.05 / dt)):  # until the contact carries the weight
        mujoco.mj_step(model, data)
    data.qpos[[0, 1, 3]] = 0
    data.qvel[:] = [1, 0, 0, spin]
    begin = data.time
    while math.hypot(data.qvel[0], data.qvel[3]) > 1e-3:
        mujoco.mj_step(model, data)
    return data.time - begin, data.qpos[0], data.qpos[3]


def ours(law, spin, *words):
    text = contensou("sweep", "free_disk", "--law", law, *words, "--init", f"vx=1,omega={spin}",
                     "--time", "4", "--observe", "section", "--section", "omega=1e-4,down", "--quiet")
    row = list(csv.DictReader(io.StringIO(text)))[0]
    return float(row["t"]), float(row["x"]), float(row["phi"])


def check(what, got, want, within):
    worst = max(abs(g - w) / w for g, w in zip(got, want))
    print(f"{what}: {', '.join(f'{g:.5f}' for g in got)} against "
          f"{', '.join(f'{w:.5f}' for w in want)}: {100 * worst:.2f} %")
    if not worst <= within:
        sys.exit(f"{what}: more than {100 * within} % away")


slide, torsion = engine_parameters()
length = torsion / slide
for spin in (1.0, 3.0):
    engine = puck(slide, torsion, spin, 1e-4)
    law = ours("ellipsoid", spin, "--set", f"law.mu_lambda=1,law.mu_tau={length},law.c_omega={length}")
    exact = ours("integral", spin)
    check(f"omega = {spin}: MuJoCo and our ellipsoid law (stop, distance, angle)", engine, law, 0.01)
    if spin in EXACT:
        check("our integral law and the exact numbers", exact, EXACT[spin], 2e-4)
    check("MuJoCo and the exact disk, which its law cannot follow closer", engine, exact, 0.15)
