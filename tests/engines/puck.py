# puck.py: what the tests of the engines share. The puck is a uniform disk of radius 1 and mass 1 with mu g = 1, which
# slides and spins to rest from v = omega = 1. SPDX-License-Identifier: MIT
import csv
import io
import math
import re
import subprocess
import sys

MU = 0.3
GRAVITY = 1 / MU
# stop, distance and angle of the exact law (docs/maths.md 5), and of T = 1, M = 2/3 apart from each other
EXACT = (1.3402982821, 0.6373972241, 0.7240835138)
SEPARATE = {"slide": 1.0, "distance": 0.5, "spin": 0.75, "angle": 0.375}


def contensou(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout


def engine_text(engine, feet=0):
    return contensou("fit", "--shape", "disk", "--unit", "m", "--engine", engine, "--mu", str(MU),
                     *(["--feet", str(feet)] if feet else []))


def ours(law, *words):
    """Stop, distance and angle under a law of ours."""
    text = contensou("sweep", "free_disk", "--law", law, *words, "--init", "vx=1,omega=1", "--time", "4",
                     "--observe", "section", "--section", "omega=1e-4,down", "--quiet")
    row = list(csv.DictReader(io.StringIO(text)))[0]
    return float(row["t"]), float(row["x"]), float(row["phi"])


def follow(step, state, dt, most=5.0):
    """Steps until both velocities are below 0.01: the times when each got there, then distance and angle from the
    state (x, y, vx, vy, omega)."""
    t = angle = 0.0
    slide = spin = None
    x0 = state()[:2]
    while t < most and (slide is None or spin is None):
        step()
        t += dt
        x, y, vx, vy, omega = state()
        angle += omega * dt
        if slide is None and math.hypot(vx, vy) < 1e-2:
            slide = t
        if spin is None and abs(omega) < 1e-2:
            spin = t
    return {"slide": slide, "spin": spin, "distance": math.hypot(x - x0[0], y - x0[1]), "angle": angle}


def check(what, got, want, within):
    worst = max(abs(g - w) / w for g, w in zip(got, want))
    print(f"{what}: {', '.join(f'{g:.4f}' for g in got)} against "
          f"{', '.join(f'{w:.4f}' for w in want)}: {100 * worst:.2f} %")
    if not worst <= within:
        sys.exit(f"{what}: more than {100 * within} % away")


def check_separate(what, got):
    """Sliding and spinning stop each in its own time, as the text says."""
    keys = list(SEPARATE)
    check(what, [got[k] or 99 for k in keys], [SEPARATE[k] for k in keys], 0.02)
