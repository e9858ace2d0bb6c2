# mujoco_others.py CONTENSOU ENGINE: the engines that read MuJoCo's models, mjx and mujoco_warp, with the text printed for them: a puck
# on one point slides and turns to rest as in MuJoCo itself. brax refuses that model, as the program says. SPDX-License-Identifier: MIT
import sys

import mujoco
import numpy as np

from puck import *

DT, STEPS, name = 1e-3, 1500, sys.argv[2]
PUCK = f"""<option timestep="{DT}" gravity="0 0 {-GRAVITY}"/><worldbody><geom type="plane" size="50 50 1"/>
  <body pos="0 0 0.1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
  <joint type="hinge" axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/>
  <geom type="sphere" size="0.1"/></body></worldbody></mujoco>"""


def in_mujoco(model, data):
    for _ in range(STEPS):
        mujoco.mj_step(model, data)
        yield *data.qpos[[0, 3]], *data.qvel[[0, 3]]


def in_mjx(model, data):
    import jax
    jax.config.update("jax_enable_x64", True)
    from mujoco import mjx
    there = mjx.put_model(model)

    def step(d, _):
        d = mjx.step(there, d)
        return d, (d.qpos, d.qvel)

    first = mjx.make_data(there).replace(qpos=jax.numpy.array(data.qpos), qvel=jax.numpy.array(data.qvel))
    places, speeds = jax.jit(lambda d: jax.lax.scan(step, d, None, length=STEPS)[1])(first)
    yield from np.hstack([np.array(places)[:, [0, 3]], np.array(speeds)[:, [0, 3]]])


def in_mujoco_warp(model, data):
    import mujoco_warp
    there, inside = mujoco_warp.put_model(model), mujoco_warp.put_data(model, data)
    for _ in range(STEPS):
        mujoco_warp.step(there, inside)
        yield *inside.qpos.numpy()[0, [0, 3]], *inside.qvel.numpy()[0, [0, 3]]


def play(motion, model):
    """Stop, distance and angle."""
    data = mujoco.MjData(model)
    for _ in range(200):  # until the contact carries the weight
        mujoco.mj_step(model, data)
    data.qvel[:], start = (1, 0, 0, 1), data.qpos[[0, 3]].copy()
    rows = np.array(list(motion(model, data)))
    stop = int(np.argmax(np.hypot(rows[:, 2], rows[:, 3]) < 1e-2))
    return DT * (stop + 1), *(rows[stop, :2] - start)


if name == "brax":
    from brax.generalized import pipeline
    from brax.io import mjcf
    try:
        system = mjcf.loads(engine_text("mjx").replace("</mujoco>", PUCK))
        pipeline.init(system, np.zeros(4), np.zeros(4))
    except NotImplementedError as refusal:
        print("brax:", refusal)
    else:
        sys.exit("brax takes the elliptic cone now: write a text for it")
else:
    model = mujoco.MjModel.from_xml_string(engine_text(name).replace("</mujoco>", PUCK))
    check(f"{name} and MuJoCo (stop, distance, angle)", play(globals()["in_" + name], model), play(in_mujoco, model), 1e-3)
