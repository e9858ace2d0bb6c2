#!/usr/bin/env python3
"""cases.py CONTENSOU: makes cases.json, twelve motions of flat bodies with their answers, and checks them.

The answers are those of 'contensou sweep' (law integral, stepper event). Each is computed a second time without any of our
code: the wrench of polygons by closed forms over edges, that of disks and annuli by complete elliptic integrals, the motion by
SciPy's DOP853 at 1e-13 up to a speed of 1e-7, from where the rest of the way is taken from the constant direction of
the slip. The largest difference stands in the file; more than 1e-8 is an error. SPDX-License-Identifier: MIT"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipe, ellipk

HERE = os.path.dirname(os.path.abspath(__file__))
TERMINAL = 0.65300178920559764  # v/(omega R) of a uniform disk at rest, k^2 = 1/2: Farkas; Weidman and Malhotra
RECTANGLE = [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]
L_SHAPE = [[x - 5 / 6, y - 5 / 6] for x, y in [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]]
DISK, RING = {"shape": "disk", "radius": 1.0}, {"shape": "annulus", "radius": 1.0, "inner": 0.5}
BOX, L = {"shape": "polygon", "outline": RECTANGLE}, {"shape": "polygon", "outline": L_SHAPE}
FOOT = {"shape": "polygon", "outline": [[0.12 * x, 0.1 * y] for x, y in RECTANGLE]}
K_SQ = {"disk": 0.5, "annulus": 0.625}


def case(name, about, body, start=(0, 0, 0), until="rest", **fields):
    return {"name": name, "about": about, "body": body, "start": dict(zip(("vx", "vy", "w"), start)), "until": until,
            "fields": {"mu_g": 1.0, "k_sq": K_SQ.get(body["shape"]) or gyration(body["outline"]), **fields}}


def gyration(outline):
    """<r^2> of a uniform polygon about 0, 0."""
    area = second = 0.0
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1]):
        cross = ax * by - bx * ay
        area += cross / 2
        second += cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12
    return second / area


def disk_wrench(k):
    """T and M of the unit disk at k = v/w, MATHS of the uniform disk in elliptic integrals; k > 1 with modulus 1/k."""
    if k <= 1:
        m = k * k
        K, E = (ellipk(m), ellipe(m)) if m < 1 else (0.0, 1.0)
        T = 4 / (3 * math.pi * k) * ((1 + m) * E - (1 - m) * K) if k > 1e-4 else k - k**3 / 8
        return T, 4 / (9 * math.pi) * (2 * (2 - m) * E - (1 - m) * K)
    if k > 20:  # the closed form cancels like k^4: series in 1/k^2 with <r^2n> = 1/(n + 1)
        c = [math.comb(2 * n, n) / 4**n for n in range(12)]
        return (1 + sum((2 * n - 1) / (4 * n - 1) * (c[n]**2 - c[n - 1]**2) / (n + 1) * k**(-2 * n) for n in range(1, 10)),
                sum((2 * n + 2) / (4 * n + 3) * (c[n]**2 - c[n + 1]**2) / (n + 2) * k**(-2 * n - 1) for n in range(10)))
    m = 1 / (k * k)
    K, E = ellipk(m), ellipe(m)
    return (4 / (3 * math.pi) * ((k * k + 1) * E - (k * k - 1) * K),
            4 / (9 * math.pi * k) * (-2 * k * k * (k * k - 2) * E + (k * k - 1) * (2 * k * k - 3) * K))


def wrench(body, vx, vy, w):
    v = math.hypot(vx, vy)
    if body["shape"] == "polygon":
        return polygon_wrench(np.array(body["outline"]), vx, vy, w)
    k = v / abs(w) if w else math.inf
    q = body.get("inner", 0.0)
    T, M = (1.0, 0.0) if math.isinf(k) else disk_wrench(k)
    if q and not math.isinf(k):
        t, m = disk_wrench(k / q)
        T, M = (T - q**2 * t) / (1 - q**2), (M - q**3 * m) / (1 - q**2)
    return (T * vx / v if v else 0.0), (T * vy / v if v else 0.0), math.copysign(M, w) if w else 0.0


def polygon_wrench(outline, vx, vy, w):
    """About the centre of rotation c: int rho^ dA = contour rho n ds, 3 int rho dA = contour rho (rho . n) ds."""
    if abs(w) < 1e-300:
        v = math.hypot(vx, vy)
        return vx / v, vy / v, 0.0
    c = np.array([-vy / w, vx / w])
    A = outline - c
    B = np.roll(A, -1, axis=0)
    area = 0.5 * np.sum(outline[:, 0] * np.roll(outline, -1, 0)[:, 1] - np.roll(outline, -1, 0)[:, 0] * outline[:, 1])
    e = (B - A) / np.linalg.norm(B - A, axis=1)[:, None]
    n = np.stack([e[:, 1], -e[:, 0]], 1)
    h = np.sum(A * n, 1)
    H = np.where(h == 0, 1.0, np.abs(h))
    ta, tb = np.sum(A * e, 1), np.sum(B * e, 1)
    ra, rb = np.linalg.norm(A, axis=1), np.linalg.norm(B, axis=1)
    # int rho ds along an edge at distance H, with the part that is zero on an edge through c
    log = np.where(h == 0, 0.0, h * h * (np.arcsinh(tb / H) - np.arcsinh(ta / H)))
    length = 0.5 * (tb * rb - ta * ra + log)
    G = np.sum(n * length[:, None], 0) / area
    Q = np.sum(length * h) / 3 / area
    s = math.copysign(1.0, w)
    return -s * G[1], s * G[0], s * (Q + c @ G)


def slopes(c, y):
    f, (x, Y, phi, vx, vy, w) = c["fields"], y
    get = lambda name: f.get(name, 0.0)
    sx, sy, sw = vx + get("Omega") * Y, vy - get("Omega") * x, w - get("Omega")
    C, S = math.cos(phi), math.sin(phi)
    Tx, Ty, M = wrench(c["body"], C * sx + S * sy, -S * sx + C * sy, sw)
    return [vx, vy, w, get("ax") + get("push") - f["mu_g"] * (C * Tx - S * Ty), get("ay") - f["mu_g"] * (S * Tx + C * Ty),
            (get("torque") - get("push") * (get("line_y") - Y) - f["mu_g"] * M) / f["k_sq"]]


def second_answer(c):
    """The same from SciPy."""
    f, s = c["fields"], c["start"]
    y = [s.get("x", 0.0), s.get("y", 0.0), 0.0, s["vx"], s["vy"], s["w"]]
    if not any(y[3:]) and not f.get("Omega"):  # from rest: a first slip along the load; the direction soon follows
        load = np.array([f.get("ax", 0) + f.get("push", 0), f.get("ay", 0),
                         (f.get("torque", 0) - f.get("push", 0) * f.get("line_y", 0)) / f["k_sq"]])
        y[3:] = 1e-13 * load
    size = lambda v: math.sqrt(v[0]**2 + v[1]**2 + f["k_sq"] * v[2]**2)
    slow = lambda t, y: size(y[3:]) - 1e-7
    slow.terminal = c["until"] == "rest"
    slow.direction = -1
    end = 20.0 if c["until"] == "rest" else c["until"]
    r = solve_ivp(lambda t, y: slopes(c, y), (0, end), y, "DOP853", rtol=1e-13, atol=1e-16, events=slow)
    y, t = r.y[:, -1], r.t[-1]
    if c["until"] == "rest":
        t += size(y[3:]) / size(slopes(c, y)[3:])
    return {"t": t, "x": y[0], "y": y[1], "phi": y[2]}


def our_answer(program, c, folder):
    f, s = c["fields"], c["start"]
    body = c["body"]
    shape = {"disk": "disk", "annulus": "annulus:0.5"}.get(body["shape"])
    if not shape:
        path = os.path.join(folder, "outline.csv")
        with open(path, "w") as file:
            file.write("x,y\n" + "".join("%.17g,%.17g\n" % tuple(p) for p in body["outline"]))
        shape = "polygon:" + path
    out = os.path.join(folder, c["name"] + ".csv")
    subprocess.run([program, "sweep", "--system-file", os.path.join(HERE, "planar_body.h"), "--law", "integral", "--shape", shape,
                    "--set", ",".join("%s=%.17g" % i for i in f.items()), "--init", ",".join("%s=%.17g" % i for i in s.items()),
                    "--time", "20" if c["until"] == "rest" else "%.17g" % c["until"], "--stepper", "event", "--rtol", "1e-13",
                    "--atol", "1e-15", "--observe", "final,events", "-o", out, "--quiet"], check=True, capture_output=True)
    final = list(csv.DictReader(open(out)))[0]
    if c["until"] != "rest":
        return {"t": c["until"], **{k: float(final["final." + k]) for k in ("x", "y", "phi")}}
    stops = [row for row in csv.DictReader(open(out.replace(".csv", ".events.csv"))) if row["event"] == "stick"]
    return {k: float(stops[-1][k]) for k in ("t", "x", "y", "phi")}


def make(program):
    load = polygon_wrench(np.array(RECTANGLE), 1.0, 0.5, 0.8)  # on the limit surface: the wrench of a slip
    stick, slip = (dict(zip(("ax", "ay", "torque"), (part * x for x in load))) for part in (0.999, 1.001))
    cases = [
        case("puck", "a uniform disk slides and spins to rest", DISK, (1, 0, 1)),
        case("ring", "a ring with an inner radius of half the outer one slides and spins to rest", RING, (1, 0, 1)),
        case("rectangle", "a rectangle 2:1 slides and spins to rest", BOX, (1, 0, 1)),
        case("l_shape", "an L of three squares slides and spins to rest", L, (1, 0, 1)),
        case("terminal", "a disk that starts with the terminal ratio v/(omega R) keeps it; 0.9 of the time to rest", DISK,
             (TERMINAL, 0, 1), 0.9 * 0.5 / disk_wrench(TERMINAL)[1]),
        case("pivoting_foot", "a foot of 24 cm x 10 cm that pivots is pushed aside by 0.3 mu N", FOOT, (0, 0, 3), mu_g=5.0, ay=1.5),
        case("pinch", "a part between two pads, each pressed with half the load, under a weight and a torque that each alone would "
             "not move it; by symmetry one contact with the whole load", DISK, until=1.0, mu_g=2.0, ax=1.2, torque=1.2),
        case("accelerated_table", "a rectangle that spins on a table which accelerates by 0.5 mu g, seen from the table", BOX,
             (0, 0, 2), ax=-0.4, ay=-0.3),
        case("turning_table", "a disk put down at rest 1 m off the axis of a table that turns", DISK, until=2.0, Omega=1.0),
        case("stick", "a rectangle under 0.999 of the load that moves it", BOX, until=1.0, **stick),
        case("slip", "a rectangle under 1.001 of the load that moves it", BOX, until=1.0, **slip),
        case("push_line", "a rectangle pushed by 1.5 mu N along a line 0.2 m off its middle, from rest", BOX, until=1.0, push=1.5,
             line_y=0.2),
    ]
    cases[8]["start"] = {"x": 1.0, "y": 0.0, "vx": 0.0, "vy": 0.0, "w": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        for c in cases:
            got = our_answer(program, c, folder)
            if c["name"] == "stick":  # its answer is rest: all slips need more power than the load gives
                want = {"t": 1.0, "x": 0.0, "y": 0.0, "phi": 0.0}
            else:
                want = second_answer(c)
            apart = max(abs(got[k] - want[k]) for k in want)
            c["answer"] = {k: float("%.12g" % v) for k, v in got.items()}
            c["agreement"] = float("%.1g" % apart)
            if c["name"] == "terminal":
                c["answer"]["ratio"] = float("%.12g" % TERMINAL)
            print(f"{c['name']:18} " + " ".join(f"{k} {v:.12g}" for k, v in c["answer"].items()) + f"  second: {apart:.1e}")
            if not apart < 1e-8:
                sys.exit(f"{c['name']}: {got} and {want}")
    return {"about": "Flat bodies with dry friction of uniform pressure: exact motions, for engines. Mass 1 kg; the body's mass centre "
                     "is above the middle of its contact (0, 0 of the outline) and starts at x = y = phi = 0 unless 'start' says "
                     "otherwise; 'fields' are per unit of mass. 'until': the time of the answer, or rest. 'agreement': how far SciPy's "
                     "DOP853 with closed forms of the wrench is from the answer.",
            "units": {"length": "m", "time": "s", "angle": "rad", "mu_g": "m/s^2 (friction coefficient times normal force)",
                      "k_sq": "m^2 (radius of gyration, squared)", "ax, ay, push": "m/s^2 (force)", "torque": "m^2/s^2",
                      "line_y": "m (line of action of push)", "Omega": "rad/s (of the table, about 0, 0)",
                      "ratio": "v/(omega R)"},
            "cases": cases}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: cases.py CONTENSOU (the program; writes cases.json beside this file)")
    data = make(sys.argv[1])
    with open(os.path.join(HERE, "cases.json"), "w") as file:
        json.dump(data, file, indent=1)
        file.write("\n")
