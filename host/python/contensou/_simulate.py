"""Trajectories: one, or thousands at once. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Iterator, Optional, Sequence, Union

import numpy as np

from ._contact import Patch
from ._library import (Device, Progress, Watch, call, create, device_of, encode, ffi, lib, numbers, pointer,
                       strings, text)
from ._table import Table


def settings() -> dict[str, dict[str, Optional[str]]]:
    """Every setting of simulate() and sweep(), with the form of its value, its default and what it means. In Python names
    have underscores: ``max_steps`` is max-steps.

    >>> settings()["time"]["text"] != ""
    True
    """
    rows, i = {}, 0
    while (row := lib.contensou_settings_row(i)) != ffi.NULL:
        rows[text(row.name)] = {"argument": text(row.argument), "default": text(row.fallback), "text": text(row.text)}
        i += 1
    return rows


def _spelt(value: Any) -> str:
    """A number, a sequence, or a text, as the command line takes it; numbers keep all their digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "1" if value else ""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={_spelt(one)}" for name, one in value.items())
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if np.ndim(value):
        return ",".join(_spelt(one) for one in value)
    return repr(float(value)) if not isinstance(value, (int, np.integer)) else str(int(value))


class Trajectories(Mapping):
    """What came out of a sweep. ``r["final.phi"]`` is a column with one number a lane, ``r.lanes`` the table of them;
    ``r.section``, ``r.series`` and ``r.events`` are tables of the rows that were observed, of all lanes one after the
    other, with the column ``lane``."""

    def __init__(self, handle: Any):
        self._handle = handle
        self._lists: list[str] = []
        while (name := text(lib.contensou_trajectories_list(handle, len(self._lists)))) is not None:
            self._lists.append(name)
        self.lanes = self._table(None)

    def _table(self, name: Optional[str]) -> Table:
        handle, what = self._handle, encode(name)
        names: list[str] = []
        while (column := text(lib.contensou_trajectories_column(handle, what, len(names)))) is not None:
            names.append(column)
        rows = ffi.new("uint64_t *")
        call(lib.contensou_trajectories_rows, handle, what, rows)

        def read(columns: list[str]) -> np.ndarray:
            value = np.empty((len(columns), rows[0]))
            pointers, kept = strings(columns)
            call(lib.contensou_trajectories_read, handle, what, pointers, len(columns), pointer(value))
            return value

        units = {column: text(lib.contensou_trajectories_unit(handle, what, encode(column))) or "-" for column in names}
        return Table(names, read, rows[0], units)

    def __getattr__(self, name: str) -> Table:
        if name.startswith("_") or name not in self.__dict__.get("_lists", []):
            raise AttributeError(f"no rows named {name!r}; available: {', '.join(self.__dict__.get('_lists', [])) or 'none'}")
        table = self._table(name)
        setattr(self, name, table)
        return table

    def __getitem__(self, name: str) -> np.ndarray:
        return self.lanes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.lanes)

    def __len__(self) -> int:
        return len(self.lanes)

    @property
    def lists(self) -> tuple[str, ...]:
        """The tables of rows that there are, such as section and series."""
        return tuple(self._lists)

    @property
    def outcomes(self) -> dict[str, int]:
        """How many lanes ended how."""
        count = ffi.new("uint64_t[]", lib.CONTENSOU_OUTCOMES)
        call(lib.contensou_trajectories_tally, self._handle, count, ffi.NULL, 0)
        return {text(lib.contensou_trajectories_outcome_word(i)): count[i] for i in range(len(count)) if count[i]}

    @property
    def attributes(self) -> dict[str, Union[str, float]]:
        """What the run was: system, law, numbers, stepper, tolerances."""
        key, value, number = ffi.new("const char **"), ffi.new("const char **"), ffi.new("double *")
        out: dict[str, Union[str, float]] = {}
        i = 0
        while lib.contensou_trajectories_attribute(self._handle, i, key, value, number):
            word = text(value[0])
            out[text(key[0]) or ""] = number[0] if word is None else word
            i += 1
        return out

    def to_pandas(self) -> Any:
        """The lanes as a DataFrame."""
        return self.lanes.to_pandas()

    def to_xarray(self) -> Any:
        """The lanes as a Dataset."""
        return self.lanes.to_xarray("lane_index")

    def save(self, path: Union[str, os.PathLike], progress: Progress = None) -> None:
        """Writes NAME.h5 or NAME.csv, byte by byte as 'contensou sweep' does."""
        watch = Watch(progress)
        watch.call(lib.contensou_trajectories_write, self._handle, encode(path), watch.struct)

    def __repr__(self) -> str:
        tally = ", ".join(f"{count} {word}" for word, count in self.outcomes.items())
        return f"Trajectories({self.lanes.rows} lanes: {tally}; {', '.join(self.lanes)})"


class Simulation:
    """A plan of trajectories: settings by name, then run(). simulate() and sweep() are shorter for most work."""

    def __init__(self, system: Optional[str] = None, *, source: Optional[str] = None,
                 patch: Union[Patch, str, None] = None, lanes: Optional[Mapping[str, Any]] = None,
                 vary: Union[str, Mapping[str, Any], Sequence[str], None] = None, time: Any = None,
                 device: Union[Device, str, int, None] = None, **settings: Any):
        self._handle = create("simulation", lib.contensou_simulation_create, lib.contensou_simulation_free)
        self._device = device_of(device)
        call(lib.contensou_simulation_device, self._handle, self._device._handle)
        if source is not None:
            call(lib.contensou_simulation_system, self._handle, encode(system or "user"), encode(source))
        elif system is not None:
            self.set("system", system)
        if patch is not None:
            self._patch = patch if isinstance(patch, Patch) else Patch(patch)
            lib.contensou_simulation_patch(self._handle, self._patch._handle)
        if lanes is not None:
            self._give_lanes(lanes)
        for one in self._ranges(vary):
            self.set("vary", one)
        if time is not None and np.ndim(time):
            times = numbers(time)
            call(lib.contensou_simulation_times, self._handle, pointer(times), len(times))
        elif time is not None:
            self.set("time", time)
        for name, value in settings.items():
            if value is not None and value is not False:
                self.set(name.rstrip("_").replace("_", "-"), value)

    @staticmethod
    def _ranges(vary: Any) -> list[str]:
        if vary is None:
            return []
        if isinstance(vary, str):
            return [vary]
        if isinstance(vary, Mapping):
            return [f"{name}={_spelt(value)}" for name, value in vary.items()]
        return list(vary)

    def _give_lanes(self, lanes: Mapping[str, Any]) -> None:
        columns = np.broadcast_arrays(*(np.asarray(column, dtype=np.float64) for column in lanes.values()))
        value = numbers(np.stack([column.ravel() for column in columns]))
        pointers, kept = strings(list(lanes))
        call(lib.contensou_simulation_lanes, self._handle, pointers, len(lanes), value.shape[1], pointer(value))

    def set(self, name: str, value: Any) -> None:
        """Sets one setting; settings() lists them."""
        call(lib.contensou_simulation_set, self._handle, encode(name), encode(_spelt(value)))

    def run(self, progress: Progress = None, notes: Any = None) -> Trajectories:
        """Computes all lanes. A lane that fails is a row with another outcome, not an error. `notes` is called with
        sentences such as warnings."""
        watch = Watch(progress)
        lib.contensou_simulation_progress(self._handle, watch.struct)
        told = ffi.NULL
        if notes is not None:
            told = ffi.callback("void(void *, const char *)", lambda context, sentence: notes(text(sentence)))
        lib.contensou_simulation_notes(self._handle, told, ffi.NULL)
        out = ffi.new("struct contensou_trajectories **")
        try:
            watch.call(lib.contensou_simulation_run, self._handle, out)
        finally:
            lib.contensou_simulation_progress(self._handle, ffi.NULL)
            lib.contensou_simulation_notes(self._handle, ffi.NULL, ffi.NULL)
        return Trajectories(ffi.gc(out[0], lib.contensou_trajectories_free))


def sweep(system: Optional[str] = None, *, progress: Progress = None, **options: Any) -> Trajectories:
    """Thousands of trajectories at once. `vary` names what differs from lane to lane, as a dict of values (several make
    a grid) or texts such as ``"omega_0=30:65:512"``; `lanes` gives each lane's own numbers; every option of 'contensou
    sweep' is a keyword (settings() lists them). ``source`` is the text of a system of your own.

    >>> r = sweep("lorenz", vary={"rho": [5.0, 10.0]}, time=50)
    >>> r["final.z"].round(6)    # the equilibrium z = rho - 1
    array([4., 9.])
    """
    return Simulation(system, **options).run(progress)


def simulate(system: Optional[str] = None, *, time: Any, progress: Progress = None, **options: Any) -> Table:
    """One trajectory: t and the states at the given times (an array, or a text t0:t1:n).

    >>> r = simulate("lorenz", time=np.linspace(0, 1, 11))
    >>> float(r["t"][-1]), r.rows
    (1.0, 11)
    """
    r = Simulation(system, **{"time": time, "observe": "series", "pack": 1, **options}).run(progress)
    table = r.series
    names = [name for name in table if name not in ("lane", "k")]
    return Table(names, lambda columns: np.stack([table[name] for name in columns]), table.rows,
                 {name: table.units[name] for name in names})
