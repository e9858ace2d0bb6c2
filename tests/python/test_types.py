"""What checkers of types see: the settings of _settings.py are those of the tables, and mypy, where it is installed, refuses
wrong names and kinds. Run as tests/python/package does; test_types.py --write writes _settings.py. SPDX-License-Identifier: MIT"""

import importlib.util
import inspect
import os
import subprocess
import sys
import tempfile
import unittest
from keyword import iskeyword
from pathlib import Path

import contensou as ct
from contensou import _settings

KINDS = {"number": "Number", "whole": "Number", "numbers": "Any", "form": "Any", "word": "Word", "choice": "Union[str, int, None]",
         "flag": "bool"}
SOURCE = Path(__file__).parents[2] / "host/python/contensou/_settings.py"
BEGIN = "class Settings(TypedDict, total=False):\n"
END = "\n\nclass Options("


def described():
    """The rows of the class, but for what Simulation names itself."""
    named = inspect.signature(ct.Simulation).parameters
    rows = ((name.replace("-", "_"), row["type"]) for name, row in ct.settings().items())
    return "".join(f"    {name}{'_' if iskeyword(name) else ''}: {KINDS[kind]}\n" for name, kind in rows if name not in named)


RIGHT = """
import numpy as np
import contensou as ct
r: ct.Trajectories = ct.sweep("lorenz", vary={"rho": [5.0, 10.0]}, time=50, rtol=np.float64(1e-6), max_steps=10**6, pack=4)
r = ct.sweep("free_disk", law=ct.fit("disk"), init={"vx": 1.0}, continue_="up", resume=False, observe=["final"])
one: ct.Result = ct.simulate("free_disk", time=[0.0, 1.0], patch=ct.Patch("disk"), gradient="mu", set="mu=1")
force: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = ct.wrench("disk", [1.0, 0.0, 0.0], mu=0.4)
force, slopes = ct.Law("disk").wrench([1.0, 0.0, 0.0], jacobian=True)
"""
WRONG = ('ct.sweep("free_disk", tim=3)', 'ct.simulate("free_disk", time=1, max_step=3)', 'ct.Simulation("lorenz", rtoll=1e-3)',
         'ct.sweep("free_disk", time=3, rtol=[1e-3])', 'x: int = ct.wrench("disk", [1.0, 0.0, 0.0])',
         'ct.wrench("disk", [1.0, 0.0, 0.0], precisoin="single")', 'y: float = ct.Law("disk").wrench([1.0, 0.0, 0.0])',
         'a, b, c = ct.wrench("disk", [1.0, 0.0, 0.0], jacobian=True)', 'ct.fit("disk", norm=2)')


class Types(unittest.TestCase):
    def test_the_settings_are_those_of_the_tables(self):
        text = (Path(ct.__file__).parent / "_settings.py").read_text()
        self.assertEqual(text[text.index(BEGIN) + len(BEGIN):text.index(END)], described())

    def test_the_named_options_are_those_of_the_signatures(self):
        simulation, wrench = (set(inspect.signature(made).parameters) for made in (ct.Simulation, ct.Wrench))
        self.assertEqual(set(_settings.Options.__annotations__) - set(_settings.Settings.__annotations__),
                         simulation - {"system", "time", "settings"})
        self.assertEqual(set(_settings.WrenchOptions.__annotations__), wrench - {"patch", "jacobian"})

    def test_mypy_refuses_wrong_names_and_kinds(self):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("there is no mypy here")
        place = Path(ct.__file__).parents[1]  # mypy finds what pip installed itself, and refuses that folder by name
        found = {} if place.name == "site-packages" else {"MYPYPATH": str(place)}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "right.py").write_text(RIGHT)
            (Path(folder) / "wrong.py").write_text("import contensou as ct\n" + "\n".join(WRONG) + "\n")
            done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir=cache", "right.py",
                                   "wrong.py"], cwd=folder, capture_output=True, text=True, check=False,
                                  env={**os.environ, **found})
        told = [line for line in done.stdout.splitlines() if ": error:" in line]
        self.assertEqual([line for line in told if not line.startswith("wrong.py:")], [], done.stdout + done.stderr)
        self.assertEqual({int(line.split(":")[1]) - 2 for line in told}, set(range(len(WRONG))), done.stdout)


if __name__ == "__main__":
    if "--write" in sys.argv:
        old = SOURCE.read_text()
        SOURCE.write_text(old[:old.index(BEGIN) + len(BEGIN)] + described() + old[old.index(END):])
    else:
        unittest.main(verbosity=1)
