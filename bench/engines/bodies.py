"""bodies.py: what the runners of all engines share: the texts of 'contensou fit' for a body, the motion of a case, its errors.

A runner is a file run_NAME.py with a class Body: Body(case, recipe, texts, dt) puts the body of a case into a world of its
engine, with its mass centre at the height of the ground (the exact motions know no shift of weight); start(x, y, vx, vy, w);
step(load), the load (fx, fy, torque) in newtons; state() gives x, y, phi, vx, vy, w. Recipes: flat, the engine's own contacts of
a flat shape with its own friction parameters; feet, four points; law, the exported script. SPDX-License-Identifier: MIT"""
import importlib.util
import math
import os
import subprocess

MU = 0.3
FEET = 4
RECIPES = ("flat", "feet", "law")


class Unable(Exception):
    """The engine has no such thing; the table shows a dash."""


class Texts:
    """What the program prints for a contact."""

    def __init__(self, program, folder):
        self.program, self.folder, self.kept = program, folder, {}

    def shape(self, body):
        if body["shape"] != "polygon":
            return {"disk": "disk", "annulus": "annulus:0.5"}[body["shape"]]
        path = os.path.join(self.folder, "outline%08x.csv" % (hash(str(body["outline"])) & 0xffffffff))
        with open(path, "w") as file:
            file.write("x,y\n" + "".join("%.17g,%.17g\n" % tuple(p) for p in body["outline"]))
        return "polygon:" + path

    def fit(self, body, *words):
        key = (str(body), words)
        if key not in self.kept:
            self.kept[key] = subprocess.run([self.program, "fit", "--shape", self.shape(body), "--unit", "m", *words, "--quiet"],
                                            check=True, capture_output=True, text=True).stdout
        return self.kept[key]

    def engine(self, body, name, feet=0):
        return self.fit(body, "--engine", name, "--mu", str(MU), *(["--feet", str(feet)] if feet else []))

    def law(self, body, name):
        """The exported script, as a module."""
        key = (str(body), name)
        if key not in self.kept:
            path = os.path.join(self.folder, "law_%s_%d.py" % (name, len(self.kept)))
            with open(path, "w") as file:
                file.write(self.fit(body, "--model", "table", "--name", "law", "--export", name))
            spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
            self.kept[key] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(self.kept[key])
        return self.kept[key]


def boxes(body):
    """A polygon as boxes: middle and half sides of each. The L is two, a rectangle one."""
    outline = body["outline"]
    xs, ys = sorted({p[0] for p in outline}), sorted({p[1] for p in outline})
    if len(outline) == 4:
        spans = [(xs[0], xs[1], ys[0], ys[1])]
    else:
        spans = [(xs[0], xs[2], ys[0], ys[1]), (xs[0], xs[1], ys[1], ys[2])]
    return [((a + b) / 2, (c + d) / 2, (b - a) / 2, (d - c) / 2) for a, b, c, d in spans]


def extent(body):
    return body.get("radius") or max(abs(x) for p in body["outline"] for x in p)


def height(body):
    return 0.1 * extent(body)


def inertia(case):
    k = case["fields"]["k_sq"]
    return [k / 2, k / 2, k]


def gravity(case):
    return case["fields"]["mu_g"] / MU


def yaw(w, x, y, z):
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def play(make, case, dt):
    """The answer of an engine: t, x, y, phi at rest, or at the time of the case, and its velocities there."""
    f, s, k = case["fields"], case["start"], case["fields"]["k_sq"]
    body = make(case, dt)
    get = lambda name: f.get(name, 0.0)
    for _ in range(max(100, round(0.4 / dt))):  # until the contact carries the weight
        body.step((0.0, 0.0, 0.0))
    x0, y0, phi0 = body.state()[:3]
    x0, y0 = x0 - s.get("x", 0.0), y0 - s.get("y", 0.0)
    body.start(s["vx"], s["vy"], s["w"])
    speed = lambda q: math.sqrt(q[3]**2 + q[4]**2 + k * q[5]**2)
    t, angle, last, top = 0.0, 0.0, phi0, 0.0
    rest, end = case["until"] == "rest", case["answer"]["t"]
    now = 9.0
    while t < (3 * end if rest else end - dt / 2):
        y = body.state()[1] - y0
        body.step((get("ax") + get("push"), get("ay"), get("torque") - get("push") * (get("line_y") - y)))
        t += dt
        q = body.state()
        turn = (q[2] - last + math.pi) % (2 * math.pi) - math.pi
        angle, last = angle + turn, q[2]
        before, now = now, speed(q)
        top = max(top, now)
        if rest and now < 0.02 * top and t > 4 * dt:
            break
    left = min(now / max((before - now) / dt, 1e-9), 0.1 * end) if rest else 0.0  # to rest, at the same deceleration
    return {"t": t + left, "x": q[0] - x0 + q[3] * left / 2, "y": q[1] - y0 + q[4] * left / 2, "phi": angle + q[5] * left / 2,
            "vx": q[3], "vy": q[4], "w": q[5]}


def error(case, got):
    """The largest of the errors of time, place and angle over their answers; of the ratio; of a stick its way in metres."""
    want = case["answer"]
    apart = math.hypot(got["x"] - want["x"], got["y"] - want["y"])
    if case["name"] == "stick":
        return apart + extent(case["body"]) * abs(got["phi"])
    if "ratio" in want:
        return abs(math.hypot(got["vx"], got["vy"]) / abs(got["w"]) / want["ratio"] - 1) if got["w"] else math.inf
    return max(abs(got["t"] / want["t"] - 1), apart / math.hypot(want["x"], want["y"]), abs(got["phi"] / want["phi"] - 1))
