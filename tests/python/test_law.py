"""Laws as objects of Python: their numbers against those of evaluation, fits and exports, their time, contacts made of
arrays, pickles. Run as tests/python/package does. SPDX-License-Identifier: MIT"""

import contextlib
import io
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

import contensou as ct

RANDOM = np.random.default_rng(1)
SLIPS = RANDOM.normal(size=(200, 3))


def exported(law, name="law"):
    """The functions of a law's text in Python."""
    space = {}
    exec(law.export("python", name), space)
    return space


class Laws(unittest.TestCase):
    def test_a_law_is_its_fit_and_its_contact(self):
        for patch in (ct.Patch("disk"), ct.Patch("ellipse:2,1", "hertz", center=(0.3, 0.1))):
            law = ct.Law(patch)
            wrench, jacobian = ct.wrench(patch, SLIPS, jacobian=True)
            for many in (SLIPS, np.tile(SLIPS, (5, 1))):  # on the host, and on the device
                mine = law.wrench(many, jacobian=True)
                np.testing.assert_allclose(mine[0][:200], wrench, rtol=0, atol=1e-13)
                np.testing.assert_allclose(mine[1][:200], jacobian, rtol=1e-10, atol=1e-12)
            fit = ct.fit(patch, "I00")
            np.testing.assert_allclose(ct.Law(fit)(SLIPS), fit(SLIPS), rtol=0, atol=1e-14)
            one = ct.Law(fit).wrench(SLIPS[0], jacobian=True)
            np.testing.assert_array_equal(one[0], ct.Law(fit)(SLIPS)[0])
            np.testing.assert_array_equal(one[1], ct.Law(fit).wrench(SLIPS, jacobian=True)[1][0])
            np.testing.assert_array_equal(one[0], ct.Law(fit)(SLIPS[0].tolist()))
            np.testing.assert_allclose(law.potential(SLIPS), np.einsum("ij,ij->i", SLIPS, wrench), rtol=1e-13)

    def test_derivatives_and_steps_are_those_of_the_exported_text(self):
        fit = ct.fit("rectangle:1,0.5", "I11")  # no gradient: its derivatives are not symmetric
        law, text = ct.Law(fit), exported(fit)
        mass = np.array([[1.0, 0.2, 0.1], [0.2, 2.0, 0.0], [0.1, 0.0, 1.5]])
        steps = law.step(SLIPS, mass, 0.4)
        for i, slip in enumerate(SLIPS[:50]):
            np.testing.assert_allclose(law.wrench(slip, jacobian=True)[1], text["law_jacobian"](*slip)[1], rtol=1e-9, atol=1e-10)
            state, impulse, after = text["law_step"](slip, mass.tolist(), 0.4)
            self.assertEqual(int(steps.state[i]), state)
            np.testing.assert_allclose(steps.impulse[i], impulse, atol=1e-9)
            np.testing.assert_allclose(steps.after[i], after, atol=1e-9)
        self.assertFalse(law.gradient)

    def test_shapes_are_broadcast(self):
        law = ct.Law("disk")
        grid = SLIPS[:12].reshape(3, 4, 3)
        self.assertEqual(law(grid).shape, (3, 4, 3))
        self.assertEqual(law.wrench(grid, jacobian=True)[1].shape, (3, 4, 3, 3))
        self.assertEqual(law.potential(grid).shape, (3, 4))
        step = law.step(grid, np.eye(3), np.linspace(0, 1, 4))
        self.assertEqual((step.state.shape, step.impulse.shape), ((3, 4), (3, 4, 3)))
        np.testing.assert_array_equal(step.after[1, 2], law.step(grid[1, 2], np.eye(3), 2 / 3).after)
        np.testing.assert_array_equal(law([0, 0, 0]), np.zeros(3))

    def test_metres(self):
        patch = ct.Patch("rectangle:30,20", unit="mm")
        law = ct.Law(patch, size=patch.unit)
        np.testing.assert_allclose(law([0.1, 0, 2.0]), ct.wrench(patch, [0.1, 0, 2.0], size=patch.unit), rtol=1e-13)
        held = law.limit([1.0, 0.0, 0.01], mu=0.5, normal_force=4.0)
        self.assertAlmostEqual(float(held["xi"]),
                               float(ct.limit(patch, [1.0, 0.0, 0.01], mu=0.5, normal_force=4.0, size=patch.unit)["xi"]), 12)

    def test_feet_slide_as_the_contact(self):
        feet = ct.Law("rectangle:1,0.5").feet(4)
        errors = ct.Law(feet)(SLIPS) - ct.wrench("rectangle:1,0.5", SLIPS)
        self.assertLess(np.sqrt((errors ** 2).mean()), 0.06)
        self.assertLess(np.sqrt((errors ** 2).mean()), np.sqrt(((ct.Law(ct.Law("rectangle:1,0.5").feet(2))(SLIPS)
                                                                 - ct.wrench("rectangle:1,0.5", SLIPS)) ** 2).mean()))

    def test_what_is_wrong_is_told(self):
        law = ct.Law("disk")
        for given, words in (([1, 2], "last axis must have 3"), ([1, np.nan, 0], "finite"), ([1j, 0, 0], "complex"),
                             ("abc", "words"), (np.ma.masked_equal([1.0, 0.0, 2.0], 2.0), "masked"),
                             (np.full((600, 3), np.inf), "slip 0 is"), ([True, None, 0], "real numbers")):
            with self.assertRaisesRegex(ct.InputError, words):
                law(given)
        for arguments, words in ((([1, 0], np.eye(3), 1.0), "slip has the shape"), (([1, 0, 0], np.eye(2), 1.0), "3 by 3"),
                                 (([1, 0, 0], np.zeros((3, 3)), 1.0), "positive definite"), (([1, 0, 0], np.eye(3), -1.0), "at least 0"),
                                 ((SLIPS, np.eye(3), [1.0, 2.0]), "one shape"), (([1, np.nan, 0], np.eye(3), 1.0), "finite")):
            with self.assertRaisesRegex(ct.InputError, words):
                law.step(*arguments)
        soft = ct.Law("disk", "I11", set={"eps": 0.1})
        with self.assertRaisesRegex(ct.InputError, "regularised"):
            soft.step([1, 0, 0], np.eye(3), 1.0)
        with self.assertRaisesRegex(ct.InputError, "2 to 16"):
            law.feet(99)
        with self.assertRaisesRegex(ct.InputError, "no language named"):
            law.export("cobol")

    def test_one_slip_costs_little(self):
        """Below a hundredth of what a launch on the device costs, in processor time; it is about a thousandth (1.2 us)."""
        law, device = ct.Law(ct.fit("disk", "I11")), ct.Law("disk", "I11", set={"eps": 0.1})
        slip, best = SLIPS[0], []
        for function, count in ((law, 2000), (device, 20)):
            times = []
            for _ in range(5):
                start = time.process_time()
                for _ in range(count):
                    function(slip)
                times.append((time.process_time() - start) / count)
            best.append(min(times))
        self.assertLess(best[0], best[1] / 10)

    def test_texts_take_arrays(self):
        """C over arrays, vectorised as gcc says itself, and MATLAB in Octave."""
        slips = np.vstack([SLIPS[:40], np.zeros((1, 3)), [[0, 0, -2.0]]])
        for shape, model in (("disk", "I11"), ("rectangle:1,0.5", "potential4"), ("disk", "pade2"), ("annulus:0.5", "table")):
            fit = ct.fit(shape, model)
            want = ct.Law(fit)(slips)
            with tempfile.TemporaryDirectory() as folder:
                place = Path(folder)
                numbers = [", ".join(map(repr, slips[:, k].tolist())) for k in range(3)]
                if shutil.which("gcc"):
                    (place / "law.h").write_text(fit.export("c", "law"))
                    arrays = ", ".join([f"const double *restrict s{k}" for k in range(3)] + [f"double *restrict f{k}" for k in range(3)])
                    (place / "go.c").write_text('#include "law.h"\nvoid go(int n, %s);\nvoid go(int n, %s)\n{\n'
                                                "    law_many(n, s0, s1, s2, f0, f1, f2);\n}\n" % (arrays, arrays))
                    (place / "many.c").write_text(
                        f"#include <stdio.h>\nvoid go(int n, {arrays});\n" + 'enum { n = %d };\n' % len(slips)
                        + "".join(f"static const double s{k}[n] = {{{numbers[k]}}};\n" for k in range(3))
                        + "static double f[3][n];\nint main(void)\n{\n    go(n, s0, s1, s2, f[0], f[1], f[2]);\n"
                        '    for (int i = 0; i < n; ++i)\n        printf("%.17g %.17g %.17g\\n", f[0][i], f[1][i], f[2][i]);\n}\n')
                    built = subprocess.run(["gcc", "-std=c99", "-O3", "-ffast-math", "-Wall", "-Wextra", "-Werror", "-fopt-info-vec",
                                            "many.c", "go.c", "-o", "many", "-lm"], cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(built.returncode, 0, built.stderr)
                    if model != "table":
                        self.assertRegex(built.stderr, "law.h:.*loop vectorized")
                    got = subprocess.run(["./many"], cwd=folder, capture_output=True, text=True, check=True).stdout
                    np.testing.assert_allclose(np.loadtxt(got.splitlines()), want, rtol=0, atol=1e-12)
                if shutil.which("octave") and model != "table":
                    (place / "law.m").write_text(fit.export("matlab", "law"))
                    (place / "main.m").write_text("".join(f"s{k} = [{numbers[k]}];\n" for k in range(3))
                                                  + 'a = cell(1, 3); [a{:}] = law(s0, s1, s2); printf("%.17g %.17g %.17g\\n", vertcat(a{:}));\n')
                    got = subprocess.run(["octave", "--quiet", "--no-init-file", "main.m"], cwd=folder, capture_output=True, text=True,
                                         check=False)
                    self.assertEqual(got.returncode, 0, got.stderr)
                    np.testing.assert_allclose(np.loadtxt(got.stdout.splitlines()), want, rtol=0, atol=1e-13)

    def test_the_box_of_the_manual_is_pushed_as_points_with_coulomb_friction_are(self):
        """The lines as they stand, against explicit steps of a box on 25 points a cell, each with plain friction."""
        page = (Path(__file__).parents[2] / "docs" / "python.md").read_text()
        blocks = [block.split("```")[0] for block in page.split("```python\n")[1:]]
        lines = next(block for block in blocks if "Patch.map" in block)
        found: dict = {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(lines, found)
        np.testing.assert_array_equal(found["velocity"], 0)
        fine = (np.arange(5) - 2) * 4e-3
        x, y = ((1e-3 * found[name][:, None] + fine).reshape(-1) for name in "xy")
        share = np.kron(found["pad"], np.ones((5, 5)))
        share *= 0.4 * 2.0 * 9.81 / share.sum()
        pose, v, dt = np.zeros(3), np.zeros(3), 2e-4
        for k in range(5000):  # v, in the box's axes, turns with them
            u, w = v[0] - v[2] * y[:, None], v[1] + v[2] * x[None, :]
            pull = share / np.sqrt(u * u + w * w + 1e-6)
            force = np.array([-(pull * u).sum(), -(pull * w).sum(), (pull * (u * y[:, None] - w * x[None, :])).sum()])
            force += found["push"] * (k < 2500)
            turn = np.array([v[2] * v[1], -v[2] * v[0], 0.0])
            c, s = np.cos(pose[2]), np.sin(pose[2])
            pose += dt * np.array([c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]])
            v += dt * (found["inverse_mass"] @ force + turn)
        np.testing.assert_allclose(found["pose"], pose, rtol=0.05)

    def test_a_bar_without_tqdm_is_a_plain_one(self):
        text = ("import sys; sys.modules['tqdm'] = sys.modules['tqdm.auto'] = None\n"
                "import contensou as ct; ct.sweep('lorenz', vary='rho=1:5:4', time=1, progress=True)")
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("100 %", done.stderr)


GRID = 0.5 + RANDOM.uniform(size=(6, 9))
SQUARE = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
CONTACTS = {"map": ct.Patch.map(GRID, (4.0, 5.0), unit="mm", tilt=(0.01, 0.3)),
            "polygon": ct.Patch.polygon([SQUARE, 0.5 * SQUARE[::-1]], center=(0.2, 0.1)),
            "cells": ct.Patch.points([[0, 0], [1, 0], [0, 1]], [1, 2, 3])}


class Arrays(unittest.TestCase):
    """Contacts that are made of arrays are contacts everywhere."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def test_rings(self):
        rings = [SQUARE, 0.5 * SQUARE[::-1]]
        one = ct.Patch.polygon(*rings).moment(2, 2, 1)
        for other in (ct.Patch.polygon(rings), ct.Patch.polygon([ring.tolist() for ring in rings]), ct.Patch.polygon(np.array(rings)),
                      ct.Patch.polygon(SQUARE, 0.5 * SQUARE[::-1], pressure="uniform")):
            self.assertEqual(other.moment(2, 2, 1), one)
        self.assertEqual(ct.Patch.polygon(SQUARE.tolist()).size, ct.Patch.polygon([SQUARE]).size)
        for wrong, words in ((([[1, 2, 3]],), "must be \\(n, 2\\)"), ((), "needs a contour")):
            with self.assertRaisesRegex(ct.InputError, words):
                ct.Patch.polygon(*wrong)
        with self.assertRaisesRegex(ct.InputError, "hertz"):
            ct.Patch.polygon(SQUARE, pressure="hertz")

    def test_a_fit_is_saved_read_simulated_and_drawn(self):
        for name, patch in CONTACTS.items():
            law = ct.fit(patch, "potential4", nodes=(31, 8), starts=1)
            law.save(self.path / f"{name}.json")
            again = ct.load(self.path / f"{name}.json")
            np.testing.assert_allclose(again(SLIPS), law(SLIPS), rtol=0, atol=1e-15)
            self.assertEqual(again.patch.moment(1, 1, 0), patch.moment(1, 1, 0))
            self.assertEqual((again.patch.shape, again.patch.unit), (patch.shape, patch.unit))
            r = ct.simulate("free_disk", law=law, init="vx=1,omega=1", time="0:1:3")
            same = ct.simulate("free_disk", law=self.path / f"{name}.json", init="vx=1,omega=1", time="0:1:3")
            np.testing.assert_array_equal(r["x"], same["x"])
            self.assertLess(r["vx"][-1], 1.0)
            swept = ct.sweep("free_disk", law=law, init="vx=1,omega=1", vary={"mu_g": [0.5, 1.0]}, time=0.3)
            self.assertEqual(swept.rows, 2)
            ct.plot(patch, self.path / f"{name}.svg")
            self.assertGreater((self.path / f"{name}.svg").stat().st_size, 2000)
            again.save(self.path / "twice.json")
            self.assertEqual((self.path / "twice.json").read_bytes(), (self.path / f"{name}.json").read_bytes())
            ct.command("limit", "--model", str(self.path / f"{name}.json"), "--load", "0.1,0.1,0.1")

    def test_damaged_numbers_are_told(self):
        ct.fit(CONTACTS["map"], "I00").save(self.path / "map.json")
        text = (self.path / "map.json").read_text()
        for old, new, words in (('"columns": 9', '"columns": 7', "rows of 7"), ('"pressure": [', '"pressure": [null, ', "rows of 9")):
            self.assertIn(old, text)
            (self.path / "bad.json").write_text(text.replace(old, new))
            with self.assertRaisesRegex(ct.InputError, words):
                ct.load(self.path / "bad.json")


class Pickles(unittest.TestCase):
    def test_what_comes_back_is_equal(self):
        for patch in (ct.Patch("ellipse:2,1", "hertz", tilt=(0.1, 0.2), anisotropy=(2, 0.1, "ground"), unit="mm"), *CONTACTS.values()):
            again = pickle.loads(pickle.dumps(patch))
            self.assertEqual(repr(again), repr(patch))
            self.assertEqual(again.moment(2, 0, 1), patch.moment(2, 0, 1))
        slips = np.random.default_rng(2).normal(size=(30, 3))
        data = ct.fit_data("disk", "potential4", slips, 0.3 * ct.wrench("disk", slips), free="mu")
        bound = ct.fit("disk", "I11", fix={"b": 0.5}), ct.fit("disk", "I11", bounds={"b": (0.1, 0.4)})
        self.assertTrue(bound[1].warnings)
        for law in (ct.fit("disk", "I11"), ct.fit("disk", "table"), ct.fit(CONTACTS["map"], "I00"), data, *bound):
            again = pickle.loads(pickle.dumps(law))
            np.testing.assert_array_equal(again(SLIPS), law(SLIPS))
            self.assertEqual((again.parameters, again.mu, again.intervals), (law.parameters, law.mu, law.intervals))
            for name in ("size", "rms", "max_T", "gap", "passive", "monotone", "evaluations", "sameness", "warnings"):
                np.testing.assert_equal(getattr(again, name), getattr(law, name), name)
            if law.model != "table":
                self.assertEqual(again.export("python"), law.export("python"))
            np.testing.assert_array_equal(pickle.loads(pickle.dumps(ct.Law(law)))(SLIPS), ct.Law(law)(SLIPS))
        for function in (ct.Law("disk"), ct.Law("disk", "I11", set={"eps": 0.1}), ct.Wrench("disk", mu=0.3)):
            np.testing.assert_array_equal(pickle.loads(pickle.dumps(function))(SLIPS), function(SLIPS))
        swept = ct.sweep("lorenz", vary={"rho": [5.0, 10.0]}, time=1)
        for result in (swept, ct.simulate("lorenz", time="0:1:5"), ct.equilibrium("lorenz", set={"rho": 14.0}, starts=2)):
            again = pickle.loads(pickle.dumps(result))
            self.assertEqual(list(again), list(result))
            for name in result:
                np.testing.assert_array_equal(again[name], result[name])
            self.assertEqual((again.units, again.attributes), (result.units, result.attributes))

    def test_processes_that_are_spawned_share_the_work(self):
        text = ("import multiprocessing, numpy as np, contensou as ct\n"
                "if __name__ == '__main__':\n"
                "    law = ct.Law(ct.fit(ct.Patch.map(np.ones((2, 3)), 1.0), 'I00'))\n"
                "    slips = np.random.default_rng(1).normal(size=(2, 50, 3))\n"
                "    with multiprocessing.get_context('spawn').Pool(2) as pool:\n"
                "        np.testing.assert_array_equal(pool.map(law, slips), law(slips))\n"
                "    print('same')\n")
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "spawn.py").write_text(text)
            done = subprocess.run([sys.executable, str(Path(folder) / "spawn.py")], capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout.strip(), "same", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
