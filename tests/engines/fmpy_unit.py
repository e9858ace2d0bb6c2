# fmpy_unit.py: the unit of 'contensou fit --export fmu' in FMPy: it is valid, its outputs are those of the exported Python
# module, its derivatives those of differences, and its state can be kept; in SI it is 'contensou eval' in SI, whatever the contact's
# unit of length. SPDX-License-Identifier: MIT
import importlib.util
import math
import os
import sys
import tempfile

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Slave
from fmpy.validation import validate_fmu

from puck import MU, contensou

for model in ("I11", "potential6", "table"):
    with tempfile.TemporaryDirectory() as folder:
        unit, module = os.path.join(folder, "law.fmu"), os.path.join(folder, "law.py")
        for language, path in (("fmu", unit), ("python", module)):
            contensou("fit", "--shape", "disk", "--model", model, "--name", "law", "--export", language, "-o", path, "--quiet")
        problems = validate_fmu(unit)
        if problems:
            sys.exit(f"{model}: {problems}")
        spec = importlib.util.spec_from_file_location("law", module)
        law = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(law)

        # a whole simulation, as a master makes it
        times = np.linspace(0, 1, 21)
        rows = np.array([(t, math.cos(3 * t), 0.3, math.sin(5 * t), 2 + t) for t in times],
                        dtype=[(n, float) for n in ("time", "vx", "vy", "omega", "normal_force")])
        result = fmpy.simulate_fmu(unit, input=rows, stop_time=1.0, step_size=0.05, output_interval=0.05,
                                   output=["vx", "vy", "omega", "normal_force", "Fx", "Fy", "M", "power"],
                                   start_values={"mu": MU, "eps": 0.01, "eta_prime": 1.0})
        for row in result:
            slip = [float(row[n]) for n in ("vx", "vy", "omega")]
            force = [-MU * row["normal_force"] * f for f in law.law_regularised(*slip, 0.01, 1.0)[0]]
            worst = max(abs(row[n] - f) for n, f in zip(("Fx", "Fy", "M"), force))
            assert worst < 1e-12, (model, row, force)
            assert abs(row["power"] + sum(p * q for p, q in zip(slip, force))) < 1e-12

        # derivatives and states, call by call
        description = fmpy.read_model_description(unit)
        slave = FMU2Slave(guid=description.guid, unzipDirectory=fmpy.extract(unit, os.path.join(folder, "unit")),
                          modelIdentifier="law", instanceName="test")
        slave.instantiate()
        slave.setupExperiment(startTime=0.0)
        slave.enterInitializationMode()
        slave.exitInitializationMode()
        point = [0.02, -0.03, 0.05, 2.0]
        slave.setReal([0, 1, 2, 3, 5], point + [0.1])
        kept = slave.getFMUstate()
        for by in range(4):
            slopes = slave.getDirectionalDerivative([7, 8, 9, 10], [by], [1.0])
            ends = []
            for sign in (1, -1):
                slave.setReal([by], [point[by] + sign * 1e-6])
                ends.append(slave.getReal([7, 8, 9, 10]))
            slave.setFMUstate(kept)
            for slope, p, m in zip(slopes, *ends):
                assert abs(slope - (p - m) / 2e-6) < 1e-6 * (1 + abs(slope)), (model, by, slope, (p - m) / 2e-6)
        assert slave.getReal([0, 1, 2, 3]) == point
        slave.doStep(0.0, 0.1)
        slave.freeFMUState(kept)
        slave.terminate()
        slave.freeInstance()
        print(f"{model}: valid, {len(result)} rows and 16 derivatives agree")

# The same contact in mm, in m, in units of 20 mm, and without a unit, whose parameter `length` says it.
SLIPS = [(0.05, 0.02, 3.0), (0.0, 0.1, -1.0), (0.01, 0.0, 2.0)]
CONTACTS = [("rectangle:30,20", "5,2", ["--unit", "mm"]), ("rectangle:0.03,0.02", "0.005,0.002", ["--unit", "m"]),
            ("rectangle:1.5,1", "0.25,0.1", ["--unit", "20mm"]), ("rectangle:1.5,1", "0.25,0.1", [])]
with tempfile.TemporaryDirectory() as folder:
    slips, table = os.path.join(folder, "slips.csv"), os.path.join(folder, "eval.csv")
    with open(slips, "w") as file:
        file.write("vx,vy,omega\n" + "".join("%.17g,%.17g,%.17g\n" % slip for slip in SLIPS))
    contensou("eval", "--shape", CONTACTS[0][0], "--center", CONTACTS[0][1], "--unit", "mm", "--mu", str(MU), "--normal-force", "20",
              "--points", slips, "-o", table)
    exact = np.loadtxt(table, delimiter=",", skiprows=2)[:, 3:]
    for k, (shape, center, words) in enumerate(CONTACTS):
        unit = os.path.join(folder, f"law{k}.fmu")
        contensou("fit", "--shape", shape, "--center", center, *words, "--model", "table", "--name", "law", "--export", "fmu", "-o",
                  unit, "--quiet")
        assert not validate_fmu(unit), (shape, words)
        description = fmpy.read_model_description(unit)
        variables = {v.name: v for v in description.modelVariables}
        assert [variables[n].unit for n in ("vx", "omega", "Fx", "M")] == ["m/s", "rad/s", "N", "N.m"]
        assert ("length" in variables) == (not words) and ("no unit of length" in description.description) == (not words)
        for slip, force in zip(SLIPS, exact):
            start = {"mu": MU, "eps": 0.0, "normal_force": 20.0, **dict(zip(("vx", "vy", "omega"), slip))}
            if not words:
                start["length"] = 0.02
            row = fmpy.simulate_fmu(unit, stop_time=0.1, step_size=0.1, start_values=start, output=["Fx", "Fy", "M"])[-1]
            for name, value in zip(("Fx", "Fy", "M"), force):
                assert abs(row[name] + value) < 2e-5 * np.abs(force).max(), (shape, words, slip, name, row[name], -value)
        print(f"{shape} {' '.join(words) or 'without a unit'}: {len(SLIPS)} slips agree with eval, in SI")
