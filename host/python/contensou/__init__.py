"""Finite-contact dry friction (the Coulomb-Contensou model) on OpenCL devices.

A bifurcation diagram in five lines::

    import contensou as ct, matplotlib.pyplot as plt
    r = ct.sweep("pendulum", law="I11", vary="omega_0=30:65:512", time=60, transient=40, observe="section")
    plt.plot(r.section["omega_0"], r.section["phi"] % 6.283185, ",k")
    plt.xlabel("omega_0 (rad/s)"), plt.ylabel("phi (rad)")
    plt.savefig("bifurcation.png")

A law from measured pushes in three::

    law = ct.fit(ct.Patch("disk"), "potential4", slips=slips, wrenches=wrenches, free="mu,a")
    print(law.parameters, law.intervals)
    wrench = law([[1.0, 0.0, 0.5]])

Arrays have the fields (vx, vy, omega) and (Tx, Ty, M) along their last axis. SPDX-License-Identifier: MIT"""

from ._analysis import cycle, equilibrium, transitions, transitions_of_many
from ._contact import Patch, Wrench, eta, eta_prime, limit, slips, wrench
from ._fit import Fit, engine, fit, load
from ._library import Device, Error, InputError, Stopped, catalogue, devices
from ._report import report
from ._simulate import Simulation, Trajectories, settings, simulate, sweep
from ._table import Table

__all__ = ["Device", "Error", "Fit", "InputError", "Patch", "Simulation", "Stopped", "Table", "Trajectories", "Wrench",
           "catalogue", "cycle", "devices", "engine", "equilibrium", "eta", "eta_prime", "fit", "limit", "load", "report", "settings", "simulate", "slips",
           "sweep", "transitions", "transitions_of_many", "wrench"]
