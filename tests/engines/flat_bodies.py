# flat_bodies.py CONTENSOU ENGINE [FEET..]: a disk, a rectangle 2:1 and a ring slide and spin to rest in an engine, from v = omega = 1
# with mu g = 1, by each recipe of its printed texts; what they measure is what the text claims, to 3 %, and the exported law
# is within 1 % of the exact motion. Feet beyond what the engine carries are refused. With numbers of feet: prints only.
# SPDX-License-Identifier: MIT
import json
import math
import os
import re
import subprocess
import sys
import tempfile

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench", "engines")
sys.path.insert(0, BENCH)
import bodies  # noqa: E402
import importlib  # noqa: E402

program, name, counts = sys.argv[1], sys.argv[2], [int(n) for n in sys.argv[3:]]
runner = importlib.import_module("run_" + name)
cases = {c["name"]: c for c in json.load(open(os.path.join(BENCH, "cases.json")))["cases"]}
NAMES = {"puck": "disk", "rectangle": "rectangle 2:1", "ring": "ring"}
texts = bodies.Texts(program, tempfile.mkdtemp())
failed = []


def play(case, recipe):
    try:
        got = bodies.play(lambda c, dt: runner.Body(c, recipe, texts, dt), case, 1e-3)
    except bodies.Unable:
        return None
    return got["t"], math.hypot(got["x"], got["y"]), got["phi"]


def claimed(text, what):
    """The three numbers behind the name of a body, of the lines that are measured."""
    lines = re.sub(r"\s*\n[#/ ]*", " ", text)
    found = re.search(r"Measured.*?" + re.escape(what) + r" ([0-9.]+) ([0-9.]+) ([0-9.]+)", lines)
    return tuple(map(float, found.groups())) if found else None


for count in counts or [0]:
    if count:
        bodies.FEET = count
    for key, what in NAMES.items():
        case = cases[key]
        exact = tuple(case["answer"][k] if k != "d" else math.hypot(case["answer"]["x"], case["answer"]["y"]) for k in ("t", "d", "phi"))
        for recipe in ("feet",) if count else bodies.RECIPES:
            got = play(case, recipe)
            if got is None:
                continue
            worst = max(abs(g / e - 1) for g, e in zip(got, exact))
            print(f"{runner.NAME} {what}, {recipe}{count or ''}: " + " ".join("%.4f" % g for g in got) + f" (off by {100 * worst:.1f} %)",
                  flush=True)
            if count:
                continue
            if recipe == "law":
                if worst > 0.01:
                    failed.append(f"{what}: the law is off by {100 * worst:.2f} %")
                continue
            text = texts.engine(case["body"], name, bodies.FEET if recipe == "feet" else 0)
            told = claimed(text, what)
            if told is None or max(abs(g / t - 1) for g, t in zip(got, told)) > 0.03:
                failed.append(f"{what}, {recipe}: the text claims {told}")
if not counts:
    refused = subprocess.run([program, "fit", "--shape", "disk", "--engine", name, "--feet", "16"], capture_output=True, text=True)
    if name == "drake":  # whose compliant points share the weight among all
        if refused.returncode != 0:
            failed.append(f"16 feet are refused: {refused.stderr}")
    elif refused.returncode != 2 or "measured" not in refused.stderr:
        failed.append(f"16 feet are not refused: {refused.stderr}")
if failed:
    sys.exit("\n".join(failed))
