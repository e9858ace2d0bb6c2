"""Finite-contact dry friction (the Coulomb-Contensou model) on OpenCL devices.

A bifurcation diagram in five lines::

    import contensou as ct, matplotlib.pyplot as plt
    r = ct.sweep("pendulum", law="I11", vary="omega_0=30:65:512", time=60, transient=40, observe="section")
    plt.plot(r.section["omega_0"], r.section["phi"] % 6.283185, ",k")
    plt.xlabel("omega_0 (rad/s)"), plt.ylabel("phi (rad)")
    plt.savefig("bifurcation.png")

A law from measured pushes in three::

    law = ct.fit_data("disk", "potential4", slips, wrenches, free="mu,a")
    print(law.parameters, law.intervals)
    wrench = law([[1.0, 0.0, 0.5]])

Arrays have the fields (vx, vy, omega) and (Tx, Ty, M) along their last axis. SPDX-License-Identifier: MIT"""

from importlib import import_module
from os import PathLike
from typing import Any, Union

from ._analysis import Branch, cycle, equilibrium, transitions, transitions_of_many, transitions_of_system
from ._contact import Patch, Wrench, eta, eta_polynomial, eta_prime, limit, limit_surface, slips, wrench
from ._fit import Fit, Identified, engine, fit, fit_data, fit_scan, load_fit
from ._identify import Identification, identify
from ._law import Law, Step
from ._library import Device, Error, InputError, Stopped, catalogue, devices
from ._picture import Tables, command, plot, tables
from ._report import report
from ._simulate import Simulation, Trajectories, merge, settings, simulate, sweep
from ._table import Result, Table, load_result


def __getattr__(name: str) -> Any:
    """ct.jax and ct.torch are imported where they are asked for: they need packages that others do not have."""
    if name in ("jax", "torch"):
        return import_module("." + name, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load(path: Union[str, PathLike]) -> Union[Result, Fit]:
    """What a file of the command line, or of save(), has: NAME.h5 is a Result, NAME.json a law of 'contensou fit', whose
    ``mu`` and ``a`` are those that were identified, otherwise 1.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sweep("lorenz", vary={"rho": [5.0, 10.0]}, time=50).save(folder + "/lorenz.h5")
    ...     load(folder + "/lorenz.h5")["final.z"].round(6)
    array([4., 9.])
    """
    return load_fit(path) if str(path).endswith(".json") else load_result(path)


__all__ = ["Branch", "Device", "Error", "Fit", "Identification", "Identified", "InputError", "Law", "Patch", "Result", "Simulation", "Step", "Stopped", "Table",
           "Tables", "Trajectories", "Wrench", "catalogue", "command", "cycle", "devices", "engine", "equilibrium", "eta",
           "eta_polynomial", "eta_prime", "fit", "fit_data", "fit_scan", "identify", "limit", "limit_surface", "load", "merge", "plot", "report",
           "settings", "simulate", "slips", "sweep", "tables", "transitions", "transitions_of_many", "transitions_of_system",
           "wrench"]
