"""Numbers of a system from measured trajectories. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import json
import os
import warnings
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._library import InputError, Progress, Watch, _Process, call, create, encode, ffi, lib, owned_text, pointer, reals, strings
from ._simulate import _spelt


class Identification:
    """What was found: ``parameters``, ``intervals`` (95 %), ``sigma`` and ``correlation`` by name, ``not_told_apart``,
    ``residuals`` and ``noise`` by column, ``init`` of each run, ``warning``; ``report`` is all of it as the file has it."""

    def __init__(self, report: dict[str, Any], said: str):
        self.report, self._said = report, said
        self.parameters: dict[str, float] = report["parameters"]
        self.intervals = {name: tuple(pair) for name, pair in report["intervals"].items()}
        self.sigma, self.correlation = report["sigma"], report["correlation"]
        self.not_told_apart, self.without_influence = report["not_told_apart"], report["without_influence"]
        self.residuals, self.noise, self.init = report["residuals"], report["noise"], report["init"]
        self.warning: str = report["warning"]

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes NAME.json, which every command takes as its law."""
        Path(path).write_text(self._said)

    def __repr__(self) -> str:
        return ", ".join(f"{name} = {value:.6g} +- {self.sigma[name] or float('inf'):.2g}" for name, value in self.parameters.items())


def identify(system: Optional[str] = None, data: Any = None, free: Union[str, Sequence[str]] = (), *, noise: Optional[Mapping[str, float]] = None,
             bounds: Optional[Mapping[str, tuple[float, float]]] = None, progress: Progress = None, **settings: Any) -> Identification:
    """The numbers `free` of a system, its law and its contact from measured trajectories: what 'contensou identify' does.
    `data` is FILE.csv, a list of files, or a mapping or DataFrame with ``t``, states by their names and, where there are several
    runs, ``run``; NaN is a gap. Other keywords are those of the command: ``law``, ``shape``, ``set``, ``init``, ``starts``,
    ``segments``, ``stepper`` and so on.

    >>> t = np.linspace(0, 0.5, 60)
    >>> stop = np.minimum(t, 1 / 2.5)                   # x = t - 2.5 t^2/2 until it rests
    >>> r = identify("free_disk", {"t": t, "x": stop - 1.25 * stop**2}, free="mu_g", init="y=0,phi=0,vy=0,omega=0")
    >>> round(r.parameters["mu_g"], 6)
    2.5
    """
    handle = create("identification", lib.contensou_identification_create, lib.contensou_identification_free)
    given = {"system": system, "free": free if isinstance(free, str) else ",".join(free),
             "noise": noise, "bounds": bounds and {name: f"{low!r}:{high!r}" for name, (low, high) in bounds.items()}, **settings}
    for name, value in given.items():
        if value is not None and value is not False:
            call(lib.contensou_identification_set, handle, encode(name.replace("_", "-")), encode("1" if value is True else _spelt(value)))
    if data is None:
        raise InputError("there is no data: a file, or columns t, states and run", "EARGUMENT")
    if isinstance(data, (str, os.PathLike)):
        data = [data]
    if isinstance(data, (list, tuple)):
        for path in data:
            call(lib.contensou_identification_set, handle, encode("data"), encode(path))
    else:
        _add(handle, data)
    watch = Watch(progress)
    lib.contensou_identification_set_progress(handle, watch.struct)
    _Process.opened = True
    watch.call(lib.contensou_identification_run, handle)
    out = ffi.new("char **")
    call(lib.contensou_identification_text, handle, ffi.NULL, out)
    said = owned_text(out[0])
    found = Identification(json.loads(said), said)
    if found.warning:
        warnings.warn(found.warning, stacklevel=2)
    return found


def _add(handle: Any, table: Any) -> None:
    names = list(table.dtype.names) if getattr(getattr(table, "dtype", None), "names", None) else [str(name) for name in table]
    column = [reals(table[name], name) for name in names]
    for name, values in zip(names, column):
        if values.ndim != 1 or values.shape != column[0].shape:
            raise InputError(f"the columns {names[0]} and {name} have the shapes {column[0].shape} and {values.shape}", "EARGUMENT")
    value = np.ascontiguousarray(np.stack(column)) if column else np.empty((0, 0))
    each, _kept = strings(names)
    call(lib.contensou_identification_add_rows, handle, each, len(names), value.shape[1], pointer(value))
