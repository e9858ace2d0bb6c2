"""Equilibria, periodic orbits and slip-stick transitions. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import warnings
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._contact import Patch, eval_options, patch_of
from ._simulate import Simulation, _spelt
from ._table import Result, Table
from ._library import (Device, InputError, Progress, Watch, _Process, call, create, device_of, encode, ffi, lib, numbers, options,
                       owned, pointer, real, reals, text, vector)


def transitions(mass: Any, drive: Sequence[float], *, mu_lambda: float = 1.0, mu_tau: float = 0.5, c_omega: float = 0.5,
                lambda_n: float = 1.0, patch: Union[Patch, str, None] = None, a: float = 1.0) -> dict[str, Any]:
    """In which directions slip ends in stick or starts from it ([3]): the fixed points of the fast flow with their types,
    whether stick is admissible and whether it is ambiguous. `mass` is the local mass matrix, 3 x 3 or its six numbers
    m11, m12, m13, m22, m23, m33; `drive` the acceleration of the slip without friction. With a patch the law is the
    exact one of that contact, mu_lambda its friction coefficient and `a` its unit of length.

    >>> r = transitions([2, 0, 0, 1, 0, 0.1], [0.05, 0.08, 0.1])
    >>> r["stick_admissible"], len(r["fixed_points"])
    (True, 6)
    """
    matrix = numbers(mass, "mass")
    if matrix.shape == (3, 3):
        if not np.array_equal(matrix, matrix.T):
            raise InputError("the mass matrix is not symmetric", "EARGUMENT")
        matrix = matrix[np.triu_indices(3)]
    if matrix.shape != (6,):
        raise InputError(f"the mass matrix has the shape {matrix.shape}; give 3 x 3 numbers, or six", "EARGUMENT")
    one = ffi.new("struct contensou_transitions_case *", {
        "mass": list(matrix), "drive": vector(drive, "drive", 3), "mu_lambda": real(mu_lambda, "mu_lambda"),
        "mu_tau": real(mu_tau, "mu_tau"), "c_omega": real(c_omega, "c_omega"), "lambda_n": real(lambda_n, "lambda_n")})
    result = ffi.new("struct contensou_transitions_result *")
    if patch is None:
        call(lib.contensou_transitions, one, result)
    else:
        call(lib.contensou_transitions_contact, one, patch_of(patch)._handle, mu_lambda, a, result)
    return _transitions(result)


def _transitions(result: Any) -> dict[str, Any]:
    points = [{
        "n": np.array(list(point.n)), "slip": np.array(list(point.slip)), "rdot": point.rdot,
        "type": text(lib.contensou_transitions_type_name(point.type)),
        "eigenvalues": np.array([complex(*list(pair)) for pair in point.eigenvalue]),
    } for point in (result.point[i] for i in range(result.count))]
    return {"stick_load": result.stick_load, "stick_admissible": bool(result.stick_admissible),
            "ambiguous": bool(result.ambiguous), "limit_cycle": {1: True, 0: False}.get(result.limit_cycle),
            "fixed_points": points}


def transitions_of_system(system: Optional[str] = None, *, init: Any = None, law: Optional[str] = None, patch: Any = None,
                          set: Any = None, mass: Optional[Sequence[float]] = None, drive: Optional[Sequence[float]] = None,
                          vary: Any = None, random: Optional[str] = None, device: Optional[str] = None,
                          progress: Progress = None) -> list[dict[str, Any]]:
    """Transitions of the states of a system, of a fitted law, or of cases drawn at random: what 'contensou transitions' does
    with ``--system``, ``--law``, ``--vary`` and ``--random`` ("seed,n"). A row each as transitions() gives it, with ``varied``.

    >>> rows = transitions_of_system("pendulum", vary="init.phi=0,1")
    >>> [row["varied"]["init.phi"] for row in rows]
    [0.0, 1.0]
    """
    simulation, watch = Simulation(system, law=law, patch=patch, set=set, init=init, vary=vary, random=random, device=device), \
        Watch(progress)
    lib.contensou_simulation_set_progress(simulation._handle, watch.struct)
    fixed = [ffi.NULL if value is None else ffi.new("double[]", vector(value, name, count))
             for name, value, count in (("mass", mass, 6), ("drive", drive, 3))]
    out = ffi.new("struct contensou_cases **")
    watch.call(lib.contensou_simulation_cases, simulation._handle, *fixed, out)
    cases = owned(out[0], lib.contensou_cases_free)
    n, varied = lib.contensou_cases_count(cases), lib.contensou_cases_varied_count(cases)
    names = [text(lib.contensou_cases_varied_name(cases, i)) for i in range(varied)]
    one, unit = ffi.new("struct contensou_transitions_case[]", n), np.empty(n)
    values = np.empty((varied, n))
    call(lib.contensou_cases_read, cases, 0, n, one, pointer(unit), pointer(values), ffi.NULL)
    rows = []
    for i in range(n):
        result = ffi.new("struct contensou_transitions_result *")
        call(lib.contensou_cases_solve, cases, ffi.addressof(one, i), float(unit[i]), result)
        rows.append({"varied": dict(zip(names, values[:, i].tolist())), **_transitions(result)})
    return rows


def transitions_of_many(cases: Mapping[str, Any], *, precision: str = "double", pack: int = 0,
                        device: Union[Device, str, int, None] = None) -> dict[str, np.ndarray]:
    """The same for many cases at once on the device: arrays, or single numbers, by the names m11 .. m33, b1, b2, b3,
    mu_lambda, mu_tau, c_omega and lambda_n (the last four have defaults as above). Gives one array a column, such as
    ``fixed_points``.

    >>> r = transitions_of_many(dict(m11=2, m12=0, m13=0, m22=1, m23=0, m33=0.1, b1=[0.05, 2], b2=0.08, b3=0.1))
    >>> r["fixed_points"]
    array([6., 2.])
    """
    fields = [text(lib.contensou_transitions_field(i)) for i in range(lib.CONTENSOU_TRANSITIONS_FIELDS)]
    given = {"mu_lambda": 1.0, "mu_tau": 0.5, "c_omega": 0.5, "lambda_n": 1.0, **cases}
    for name in given:
        if name not in fields:
            raise InputError(f"no number named {name!r}; available: {', '.join(fields)}", "ENOTFOUND")
    for name in fields:
        if name not in given:
            raise InputError(f"the number {name} is missing", "EARGUMENT")
    columns = np.broadcast_arrays(*(reals(given[name], name) for name in fields))
    values = numbers(np.stack([column.ravel() for column in columns]), "cases")
    where = device_of(device)
    handle = create("transitions_ensemble", lib.contensou_transitions_create, lib.contensou_transitions_free,
                    where._handle, eval_options("auto", precision, 0, False, pack))
    count, n = lib.contensou_transitions_column_count(), values.shape[1]
    rows = np.empty((count, n))
    call(lib.contensou_transitions_run, handle, n, pointer(values), pointer(rows))
    return {text(lib.contensou_transitions_column(i)): rows[i].reshape(columns[0].shape) for i in range(count)}


def _branch(system: Optional[str], **chosen: Any) -> tuple[Any, Simulation]:
    """The branch of what is chosen, as for a simulation, which must stay with it."""
    simulation, notes, out = Simulation(system, **chosen), [], ffi.new("struct contensou_branch **")
    told = ffi.callback("void(void *, const char *)", lambda context, sentence: notes.append(text(sentence)))
    lib.contensou_simulation_set_notes(simulation._handle, told, ffi.NULL)
    try:
        call(lib.contensou_simulation_branch, simulation._handle, out)
    finally:
        lib.contensou_simulation_set_notes(simulation._handle, ffi.NULL, ffi.NULL)
    for note in notes:
        warnings.warn(note.removeprefix("warning: "), stacklevel=3)
    return owned(out[0], lib.contensou_branch_free), simulation


class Branch(Result):
    """Equilibria or periodic orbits along a parameter, a row each, with the columns of the command line: ``point`` (regular,
    fold, hopf, ..), the parameter, the states, ``unstable`` and so on; ``spectrum`` are the eigenvalues, or the Floquet
    multipliers, (rows, n)."""

    @property
    def spectrum(self) -> np.ndarray:
        n = sum(name.startswith("re.") for name in self)
        return np.stack([self[f"re.{i + 1}"] + 1j * self[f"im.{i + 1}"] for i in range(n)], axis=-1)


def _word(name: str) -> str:
    """The word of the command line for CONTENSOU_CYCLE_GRAZING_SLIDING: grazing-sliding."""
    return name.split("_", 2)[2].lower().replace("_", "-")


def _rows(branch: Any, found: Any, kinds: str, each: Any) -> Branch:
    """A table with the columns that `each` gives of a point, in the order of the command line's."""
    states = [text(lib.contensou_branch_state(branch, i)) for i in range(lib.contensou_branch_state_count(branch))]
    parameter = text(lib.contensou_branch_parameter(branch))
    words = ffi.typeof(kinds).elements
    rows = [each(found.point[i], _word(words[found.point[i].kind]), parameter, states)
            for i in range(found.count)]
    names = list(rows[0]) if rows else ["point", *states]
    whole = ("branch", "stable", "unstable", "sticks")
    columns = {name: np.array([row[name] for row in rows], dtype=str if name == "point" else float) for name in names}
    table = Table(columns)
    table._kinds.update({name: "whole" for name in whole if name in columns})
    return Branch({"": table}, {"system": text(lib.contensou_branch_system(branch)) or "",
                                "law": text(lib.contensou_branch_law(branch)) or ""})


def _parts(point: Any, count: int) -> dict[str, float]:
    return {f"{part}.{k + 1}": getattr(point, part)[k] for k in range(count) for part in ("re", "im")}


def equilibrium(system: Optional[str] = None, *, law: Optional[str] = None, patch: Any = None, system_file: Any = None,
                set: Any = None, init: Any = None, vary: Any = None, starts: int = 16, seed: int = 0,
                device: Union[Device, str, int, None] = None, progress: Progress = None) -> Branch:
    """Equilibria of a system, followed along the parameter of `vary` (``"omega_0=30:65:71"``) past folds: a row each with
    the state, the eigenvalues (``spectrum``), how many of them are ``unstable``, and ``point``: regular, fold, hopf or branch. They are searched from `init` and from
    `starts` random places.

    >>> r = equilibrium("lorenz", set={"rho": 14.0}, init={"x": 5.0, "y": 5.0, "z": 13.0}, starts=0)
    >>> r["z"].round(9), r["stable"]    # z = rho - 1
    (array([13.]), array([1.]))
    """
    branch, _kept = _branch(system, device=device, law=law, patch=patch, system_file=system_file, set=set, init=init, vary=vary)
    watch = Watch(progress)
    given = options("equilibrium_options", {
        "starts": starts, "seed": seed, "progress": watch.struct[0]})
    found = ffi.new("struct contensou_equilibrium_list *")
    try:
        watch.call(lib.contensou_equilibrium_find, branch, given, found)
        return _rows(branch, found, "enum contensou_equilibrium_kind", lambda point, kind, parameter, states: {
            "branch": point.branch + 1, "point": kind, **({parameter: point.p} if parameter else {}),
            **dict(zip(states, point.y[0:len(states)])), "stable": point.unstable == 0, "unstable": point.unstable,
            **_parts(point, len(states))})
    finally:
        lib.contensou_equilibrium_free(found)


def cycle(system: Optional[str] = None, *, law: Optional[str] = None, patch: Any = None, system_file: Any = None,
          set: Any = None, init: Any = None, vary: Any = None, stepper: Optional[str] = None, transient: float = 100.0,
          period: float = 0.0, periods: int = 16, branches: bool = False, by: Union[str, Sequence[str], None] = None,
          device: Union[Device, str, int, None] = None, progress: Progress = None) -> Branch:
    """Periodic orbits, followed along the parameter of `vary` past folds: a row each with a state, the ``period``, the
    extremes ``x.min`` and ``x.max`` of the states, the Floquet multipliers (``spectrum``), and ``point``: regular, fold, flip,
    torus, branch or hopf. With ``stepper="event"`` (exact stick-slip) they may stick, ``sticks`` times in a period, and
    ``point`` says what happens where that changes, such as grazing-sliding. The trajectory from `init` over `transient`
    leads to the orbit, or `init` is near it and `period` about its period. Where something drives the system, an orbit takes at
    most `periods` periods of the forcing; with `branches` those that are born at flips are followed too (column ``branch``).
    Multipliers are sorted by modulus, the largest first. `by` names numbers, such as ``["mu", "law.b"]``, by which the period and the
    state are differentiated: columns ``gradient.period.mu``, ``gradient.phi.mu``."""
    names = by.split(",") if isinstance(by, str) else list(by or ())
    branch, _kept = _branch(system, device=device, law=law, patch=patch, system_file=system_file, set=set, init=init, vary=vary,
                            stepper=stepper)
    watch = Watch(progress)
    given = options("cycle_options", {
        "transient": 0.0 if period else transient, "period": period, "periods": periods, "branches": bool(branches),
        "progress": watch.struct[0]})
    text_of_by = ffi.new("char[]", ",".join(names).encode())
    given.by = text_of_by if names else ffi.NULL
    found = ffi.new("struct contensou_cycle_list *")
    try:
        watch.call(lib.contensou_cycle_find, branch, given, found)
        return _rows(branch, found, "enum contensou_cycle_kind", lambda point, kind, parameter, states: {
            "branch": point.branch + 1, "point": kind, **({parameter: point.p} if parameter else {}),
            "period": point.period,
            **dict(zip(states, point.y[0:len(states)])),
            **{f"{state}.{side}": (point.low, point.high)[k][i] for i, state in enumerate(states)
               for k, side in enumerate(("min", "max"))},
            "stable": point.unstable == 0, "unstable": point.unstable, "sticks": point.sticks,
            **_parts(point, found.multipliers),
            **{f"gradient.{what}.{name}": point.by[k * (1 + len(states)) + i] for k, name in enumerate(names)
               for i, what in enumerate(("period", *states))}})
    finally:
        lib.contensou_cycle_free(found)
