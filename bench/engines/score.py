"""score.py CONTENSOU OUT NAME..: plays the cases of cases.json in engines, each in a process of its own, with three steps; writes
OUT.json (all errors), OUT.md (the table at the middle step) and OUT.svg (errors over the step). SPDX-License-Identifier: MIT"""
import concurrent.futures
import json
import math
import os
import subprocess
import sys
import tempfile
import time

import bodies

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = (50, 200, 800)  # of the time of an answer


def one(program, name):
    """All errors of one engine, as rows of JSON."""
    import importlib
    runner = importlib.import_module("run_" + name)
    cases = json.load(open(os.path.join(HERE, "cases.json")))["cases"]
    with tempfile.TemporaryDirectory() as folder:
        texts = bodies.Texts(program, folder)
        for case in cases:
            for recipe in bodies.RECIPES:
                for n in STEPS:
                    row = {"engine": runner.NAME, "case": case["name"], "recipe": recipe, "steps": n}
                    began = time.process_time()
                    try:
                        got = bodies.play(lambda c, dt: runner.Body(c, recipe, texts, dt), case, case["answer"]["t"] / n)
                        row.update(error=bodies.error(case, got), got=got)
                    except bodies.Unable:
                        row["error"] = None
                    row["seconds"] = time.process_time() - began
                    print(json.dumps(row), flush=True)


def shown(error):
    if error is None:
        return "-"
    if not math.isfinite(error) or error > 10:
        return "lost"
    percent = 100 * error
    return "%.0f %%" % percent if percent >= 10 else "%.2g %%" % percent if error >= 1e-5 else "%.0e" % error


def table(rows, runners):
    """Engines and recipes across, cases down, at the middle step; the way of a stick in metres."""
    heads = [(n, r) for n in runners for r in bodies.RECIPES]
    lines = ["| case | " + " | ".join(f"{n}, {r}" for n, r in heads) + " |", "| --- |" + " --- |" * len(heads)]
    found = {(r["engine"], r["recipe"], r["case"]): r["error"] for r in rows if r["steps"] == STEPS[1]}
    for case in dict.fromkeys(r["case"] for r in rows):
        cells = [found.get((n, r, case)) for n, r in heads]
        text = [shown(e) if case != "stick" or e is None else "%.1g m" % e for e in cells]
        lines.append(f"| {case} | " + " | ".join(text) + " |")
    return "\n".join(lines) + "\n"


def plot(rows, runners, path):
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "contensou"
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, len(runners), figsize=(3.2 * len(runners), 3.6), sharey=True, squeeze=False)
    for axis, name in zip(axes[0], runners):
        for recipe, colour in zip(bodies.RECIPES, ("tab:red", "tab:orange", "tab:blue")):
            label = recipe
            for case in dict.fromkeys(r["case"] for r in rows):
                of = [r for r in rows if (r["engine"], r["recipe"], r["case"]) == (name, recipe, case) and r["error"]]
                points = [(1 / r["steps"], min(r["error"], 10)) for r in of if math.isfinite(r["error"])]
                if points and case != "stick":
                    axis.loglog(*zip(*points), "o-", color=colour, alpha=0.6, ms=3, lw=1, label=label)
                    label = None
        axis.set_title(name)
        axis.set_xticks([1 / n for n in STEPS], [f"1/{n}" for n in STEPS])
        axis.minorticks_off()
        axis.set_xlabel("step over the time of the answer")
    axes[0][0].set_ylabel("largest error of time, place, angle")
    axes[0][0].legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    program, out, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    play = lambda name: subprocess.run([sys.executable, os.path.abspath(__file__), "--one", program, name], stdout=subprocess.PIPE,
                                       text=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # two engines at a time
        jobs = list(pool.map(play, names))
    if any(job.returncode for job in jobs):
        sys.exit("a runner failed: " + ", ".join(n for n, j in zip(names, jobs) if j.returncode))
    rows = [json.loads(line) for job in jobs for line in job.stdout.splitlines() if line.startswith('{"engine"')]
    runners = list(dict.fromkeys(r["engine"] for r in rows))
    json.dump(rows, open(out + ".json", "w"), indent=0)
    open(out + ".md", "w").write(table(rows, runners))
    plot(rows, runners, out + ".svg")
    print(table(rows, runners), end="")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(*sys.argv[2:])
    elif len(sys.argv) < 4:
        sys.exit("usage: score.py CONTENSOU OUT NAME..")
    else:
        main()
