"""The Python package against the command line: equal to the last bit, errors, threads, memory, Ctrl-C.

Run in the virtual environment of tests/python/run. SPDX-License-Identifier: MIT"""

import csv
import doctest
import importlib
import os
import pkgutil
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy as np

import contensou as ct

EXAMPLES = Path(__file__).resolve().parents[2] / "host" / "python" / "examples"


def command(*arguments):
    """The command line of the package."""
    done = subprocess.run([sys.executable, "-m", "contensou", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"contensou {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def columns(text):
    rows = list(csv.reader(text.splitlines()))
    return {name: [row[i] for row in rows[1:]] for i, name in enumerate(rows[0])}


def floats(column):
    return np.array([float(cell) if cell else np.nan for cell in column])


class Equal(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def test_wrench_is_that_of_eval(self):
        table = columns(command("eval", "--shape", "ellipse:2,1", "--pressure", "hertz", "--theta", "0:pi/2:7",
                                "--phi", "0.3", "--jacobian"))
        theta, phi = floats(table["theta"]), floats(table["phi"])
        patch = ct.Patch("ellipse:2,1", "hertz")
        wrench, jacobian = ct.wrench(patch, ct.slips(theta, phi), jacobian=True)
        for i, name in enumerate(("Tx", "Ty", "M")):
            np.testing.assert_allclose(wrench[:, i], floats(table[name]), rtol=0, atol=2e-16)
        np.testing.assert_allclose(jacobian[:, 2, 2], floats(table["dM_domega"]), rtol=1e-12, atol=1e-15)

    def test_rows_in_one_piece_are_not_copied(self):
        slips = np.random.default_rng(1).normal(size=(3, 1000)).T
        np.testing.assert_array_equal(ct.wrench("disk", slips), ct.wrench("disk", np.ascontiguousarray(slips)))

    def test_limit_is_that_of_limit(self):
        table = columns(command("limit", "--shape", "disk", "--pressure", "hertz", "--load", "0.5,0.1,0.1"))
        found = ct.limit(ct.Patch("disk", "hertz"), [0.5, 0.1, 0.1])
        for name in ("xi", "theta", "phi"):
            self.assertEqual(float(found[name]), float(table[name][0]))

    def test_fit_is_that_of_fit(self):
        import json

        report = json.loads(command("fit", "--shape", "annulus:0.5", "--model", "I11", "--quiet"))
        law = ct.fit(ct.Patch("annulus:0.5"), "I11")
        for name, value in law.parameters.items():
            self.assertEqual(value, report["parameters"][name])

    def test_a_saved_fit_is_the_file_of_fit(self):
        import json

        ours, theirs, again = (self.path / name for name in ("ours.json", "theirs.json", "again.json"))
        law = ct.fit(ct.Patch("annulus:0.5", center=(0.1, 0)), "I11")
        law.save(ours)
        command("fit", "--shape", "annulus:0.5", "--center", "0.1,0", "--model", "I11", "--quiet", "-o", str(theirs))
        one, two = json.loads(ours.read_text()), json.loads(theirs.read_text())
        self.assertIsNone(one.pop("command"))
        self.assertIn("annulus:0.5", two.pop("command"))
        self.assertEqual(one, two)
        slips = ct.slips(np.linspace(0, np.pi / 2, 5), 0.4)
        loaded = ct.load(ours)
        np.testing.assert_array_equal(loaded(slips), law(slips))
        self.assertEqual((loaded.rms, loaded.gap, loaded.size), (law.rms, law.gap, law.size))
        loaded.save(again)
        self.assertEqual(again.read_bytes(), ours.read_bytes())

    def test_a_fit_to_rows_is_saved_with_its_intervals(self):
        import json

        slips = ct.slips(np.linspace(0, np.pi / 2, 9), 0.3)
        law = ct.fit("disk", "I00", slips=slips, wrenches=0.4 * ct.wrench("disk", slips), free="mu")
        law.save(self.path / "rows.json")
        saved = json.loads((self.path / "rows.json").read_text())
        self.assertEqual(saved["data"]["rows"], 9)
        self.assertEqual(saved["intervals"]["b"], list(law.intervals["b"]))
        self.assertEqual(ct.load(self.path / "rows.json").mu, law.parameters["mu"])

    def test_a_fit_of_a_contact_of_arrays_is_not_saved(self):
        law = ct.fit(ct.Patch.polygon([[-1, -1], [1, -1], [1, 1], [-1, 1]]), "ellipsoid")
        with self.assertRaisesRegex(ct.InputError, "polygon"):
            law.save(self.path / "square.json")
        self.assertFalse((self.path / "square.json").exists())

    def test_sweep_writes_the_file_of_sweep(self):
        ours, theirs = self.path / "ours.csv", self.path / "theirs.csv"
        r = ct.sweep("disk_belt", law="I00", set={"law.b": 1, "law.m": 2}, vary={"law.eta": [2.0, 3.0, 4.98]}, time=100,
                     transient=50, observe="final,stick,section")
        r.save(ours)
        command("sweep", "disk_belt", "--law", "I00", "--set", "law.b=1,law.m=2", "--vary", "law.eta=2,3,4.98", "--time",
                "100", "--transient", "50", "--observe", "final,stick,section", "--quiet", "-o", str(theirs))
        self.assertEqual(ours.read_bytes(), theirs.read_bytes())
        self.assertEqual(ours.with_suffix(".section.csv").read_bytes(), theirs.with_suffix(".section.csv").read_bytes())
        np.testing.assert_array_equal(r["final.x"], floats(columns(theirs.read_text())["final.x"]))
        self.assertEqual(r.outcomes, {"finished": 3})
        self.assertEqual(r.section.rows, len(columns(theirs.with_suffix(".section.csv").read_text())["t"]))

    def test_simulate_is_run(self):
        table = columns(command("run", "pendulum", "--law", "I11", "--time", "0:1:11", "--quiet"))
        r = ct.simulate("pendulum", law="I11", time="0:1:11")
        np.testing.assert_array_equal(r["phi"], floats(table["phi"]))
        self.assertEqual(r.units["phi"], "rad")

    def test_lanes_of_arrays_are_those_of_vary(self):
        rho = np.linspace(1, 30, 5)
        one = ct.sweep("lorenz", lanes={"rho": rho}, time=1)
        two = ct.sweep("lorenz", vary={"rho": rho}, time=1)
        np.testing.assert_array_equal(one["final.x"], two["final.x"])

    def test_a_system_from_a_text(self):
        source = """
        #define SYSTEM_STATES(STATE) STATE(x, 1.0, "-", "position") STATE(v, 0.0, "-", "velocity")
        #define SYSTEM_FIELDS(FIELD) FIELD(k, 1.0, "-", "stiffness")
        define_states(system, SYSTEM_STATES);
        define_fields(system_params, SYSTEM_FIELDS);
        static inline void system_rhs(const struct system_params *p, const struct friction *law, real t,
                                      const real y[system_dim], real dy[system_dim])
        {
            dy[0] = y[1];
            dy[1] = -p->k * y[0];
        }
        """
        r = ct.sweep("oscillator", source=source, lanes={"k": [1.0, 4.0]}, time=1)
        np.testing.assert_allclose(r["final.x"], np.cos([1.0, 2.0]), rtol=0, atol=1e-7)

    def test_eta(self):
        self.assertAlmostEqual(ct.eta(ct.eta_prime(3.5)), 3.5, places=12)


class Errors(unittest.TestCase):
    def test_are_exceptions_with_our_sentence(self):
        with self.assertRaisesRegex(ct.InputError, "no shape named 'dsik'; did you mean 'disk'"):
            ct.Patch("dsik")
        with self.assertRaisesRegex(ct.InputError, "dopri45"):
            ct.sweep("lorenz", vary={"rho": [1.0, 2.0]}, time=1, stepper="dopri45")
        with self.assertRaisesRegex(ct.InputError, "last axis must have 3"):
            ct.wrench("disk", [[1.0, 2.0]])
        with self.assertRaises(ValueError):
            ct.fit("disk", "I12")
        with self.assertRaisesRegex(KeyError, "available: lane"):
            ct.sweep("lorenz", vary={"rho": [1.0]}, time=1)["nothing"]

    def test_what_a_progress_function_raises_arrives(self):
        def tell(work, done, total):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            ct.sweep("lorenz", vary="rho=1:30:20000", time=200, progress=tell)

    def test_a_progress_function_ends_the_work(self):
        with self.assertRaises(ct.Stopped):
            ct.sweep("lorenz", vary="rho=1:30:20000", time=200, progress=lambda *told: True)

    def test_ctrl_c_ends_the_work_within_a_second(self):
        done = []
        timer = threading.Timer(1.5, lambda: (done.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT)))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            ct.sweep("lorenz", vary="rho=1:30:100000", time=1000)
        self.assertLess(time.monotonic() - done[0], 1.5)


class Use(unittest.TestCase):
    def test_two_threads_compute_at_once(self):
        found = {}

        def work(name, pressure):
            found[name] = ct.wrench(ct.Patch("disk", pressure), np.tile([1.0, 0.0, 0.5], (20000, 1)))

        threads = [threading.Thread(target=work, args=(k, p)) for k, p in enumerate(("uniform", "hertz") * 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        np.testing.assert_array_equal(found[0], found[2])
        np.testing.assert_array_equal(found[1], found[3])
        self.assertFalse(np.array_equal(found[0], found[1]))

    def test_ten_thousand_calls_take_no_more_memory(self):
        wrench = ct.Wrench("disk")
        slips = np.ones((10, 3))
        for _ in range(1000):
            wrench(slips)
            ct.eta_prime(2.0)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(10000):
            wrench(slips)
            ct.eta_prime(2.0)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 4096)  # kB

    def test_the_examples_in_the_documentation_run(self):
        for module in pkgutil.iter_modules(ct.__path__):
            if module.name != "__main__":
                result = doctest.testmod(importlib.import_module(f"contensou.{module.name}"))
                self.assertEqual(result.failed, 0, module.name)

    def test_the_notebook_is_made_of_the_scripts(self):
        import json

        sys.path.insert(0, str(EXAMPLES))
        import make_notebook

        self.assertEqual(json.loads((EXAMPLES / "examples.ipynb").read_text()), make_notebook.notebook())

    def test_the_examples_run(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("contact_to_simulation", "pushing_data"):
                done = subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py")], cwd=folder, capture_output=True,
                                      text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
