"""Trajectories: one, or thousands at once. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy as np

from ._contact import Patch
from ._fit import Fit
from ._library import (Device, InputError, Progress, Turn, Watch, call, create, device_of, encode, ffi, lib, numbers, owned, pointer,
                       real, reals, strings, text)
from ._table import HDF5, Result, Table, load_result

if TYPE_CHECKING:  # Unpack is newer than the oldest Python that is served
    from typing_extensions import Unpack

    from ._law import Law
    from ._settings import Options, Settings


def settings() -> dict[str, dict[str, Optional[str]]]:
    """Every setting of simulate() and sweep(), with its type, the form of its value, its default and what it means. In Python
    names have underscores: ``max_steps`` is max-steps.

    >>> settings()["rtol"]["type"]
    'number'
    """
    rows: dict[str, dict[str, Optional[str]]] = {}
    head, types = "CONTENSOU_SETTING_", ffi.typeof("enum contensou_setting_type").elements
    while (row := lib.contensou_settings_row(len(rows))) != ffi.NULL:
        rows[text(row.name)] = {"argument": text(row.argument), "default": text(row.fallback), "text": text(row.text),
                                "type": types[row.type][len(head):].lower()}
    for row in rows.values():  # a text names other settings in braces
        row["text"] = re.sub(r"\{([a-z-]+)\}", lambda word: word[1].replace("-", "_") if word[1] in rows else word[0], row["text"] or "")
    return rows


def _spelt(value: Any) -> str:
    """What stands for a text: a text, a path, or names with their numbers, of which no digit is lost."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={_spelt(one)}" for name, one in value.items())
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    return ",".join(map(_digits, value)) if np.ndim(value) else _digits(value)


def _digits(value: Any) -> str:
    return str(int(value)) if isinstance(value, (int, np.integer)) else repr(real(value, "a number of the settings"))


class Trajectories(Result):
    """What came out of a sweep. ``r["final.phi"]`` is a column with one number a lane, ``r.lanes`` the table of them;
    ``r.section``, ``r.series`` and ``r.events`` are tables of the rows that were observed, of all lanes one after the
    other, with the column ``lane``; of the observer basin there are ``r.attractors``, ``r.survival`` and ``r.lifetime``."""

    def __init__(self, handle: Any):
        self._handle, self._merged = handle, False
        self._turn = Turn("these trajectories are being written: the function that is told of it cannot read them")
        names = [""]
        while (name := text(lib.contensou_trajectories_list(handle, len(names) - 1))) is not None:
            names.append(name)
        super().__init__({name: self._table(name or None) for name in names}, self._attributes())

    @classmethod
    def _kept_as(cls, tables: Mapping[str, Table], attributes: Any) -> Result:
        return Result(tables, attributes)  # the numbers without the journal

    def _attributes(self) -> dict[str, Union[str, float]]:
        key, value, number = ffi.new("const char **"), ffi.new("const char **"), ffi.new("double *")
        out: dict[str, Union[str, float]] = {}
        i = 0
        while lib.contensou_trajectories_attribute(self._handle, i, key, value, number):
            name, word = text(key[0]) or "", text(value[0])
            if not name.startswith("unit of "):  # those are of columns
                out[name] = number[0] if word is None else word
            i += 1
        return out

    def _table(self, name: Optional[str]) -> Table:
        handle, turn, what = self._handle, self._turn, encode(name)
        names: list[str] = []
        while (column := text(lib.contensou_trajectories_column(handle, what, len(names)))) is not None:
            names.append(column)
        words = {column: self._words(what, column) for column in names}

        def rows() -> int:
            out = ffi.new("uint64_t *")
            with turn:
                call(lib.contensou_trajectories_row_count, handle, what, out)
            return out[0]

        def read(columns: list[str]) -> list[np.ndarray]:
            value = np.empty((len(columns), rows()))
            pointers, kept = strings(columns)
            with turn:
                call(lib.contensou_trajectories_read, handle, what, pointers, len(columns), pointer(value))
            return [words[column][one.astype(int)] if len(words[column]) else one for column, one in zip(columns, value)]

        units = {column: text(lib.contensou_trajectories_unit(handle, what, encode(column))) or "-" for column in names}
        return Table._of(names, read, rows, units, {name: "word" for name in names if len(words[name])})

    def _words(self, what: Any, column: str) -> np.ndarray:
        word = ffi.new("char[]", 64)
        found: list[str] = []
        while lib.contensou_trajectories_word(self._handle, what, encode(column), len(found), word, 64):
            found.append(text(word))
        return np.array(found, dtype=str)

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the tables beside that of the lanes."""
        if self.attributes.get("run/observe.basin") and not self._merged:  # what is found over all lanes is in the file only
            self._merged = True
            with tempfile.TemporaryDirectory() as folder:
                self.save(Path(folder) / "all.h5")
                self._tables.update((name, table) for name, table in load_result(Path(folder) / "all.h5")._tables.items()
                                    if name not in self._tables)
        return super().lists

    def save(self, path: Union[str, os.PathLike], progress: Progress = None) -> None:
        """Writes NAME.h5 or NAME.csv, byte by byte as 'contensou sweep' does."""
        watch = Watch(progress)
        watch.call(lib.contensou_trajectories_write, self._handle, encode(path), watch.struct, turns=(self._turn, HDF5))


class Simulation:
    """A plan of trajectories: settings by name, then run(). simulate() and sweep() are shorter for most work. While it runs
    it cannot be set or run again, by another thread or a function that it calls: that is an Error."""

    def __init__(self, system: Optional[str] = None, *, source: Optional[str] = None,
                 law: Union[str, os.PathLike[str], Fit, Law, None] = None, patch: Union[Patch, str, None] = None,
                 lanes: Optional[Mapping[str, Any]] = None,
                 vary: Union[str, Mapping[str, Any], Sequence[str], None] = None, time: Any = None,
                 device: Union[Device, str, int, None] = None, **settings: Unpack[Settings]):
        self._turn = Turn("this Simulation is in use; it can be set and run again when run() is back: make another one for "
                          "another thread", waits=False)
        self._handle = create("simulation", lib.contensou_simulation_create, lib.contensou_simulation_free)
        self._device = device_of(device)
        call(lib.contensou_simulation_add_device, self._handle, self._device._handle)
        if source is not None:
            call(lib.contensou_simulation_set_system, self._handle, encode(system or "user"), encode(source))
        elif system is not None:
            self.set("system", system)
        law = getattr(law, "fit", None) or law  # of a Law
        if isinstance(law, Fit) and law.model == "table":
            law, patch = "table", law.patch
        if patch is not None:
            self._patch = patch if isinstance(patch, Patch) else Patch(patch)
            lib.contensou_simulation_set_patch(self._handle, self._patch._handle)
        if lanes is not None:
            self._give_lanes(lanes)
        if vary is not None:
            self.set("vary", vary)
        if time is not None and np.ndim(time):
            times = numbers(time, "time")
            if times.ndim != 1:
                raise InputError(f"time has the shape {times.shape}; it must be one number or a list of them", "EARGUMENT")
            call(lib.contensou_simulation_set_times, self._handle, pointer(times), len(times))
        elif time is not None:
            self.set("time", time)
        if isinstance(law, Fit):
            self._folder = tempfile.TemporaryDirectory()  # a law is a file there
            law.save(Path(self._folder.name) / "law.json")
            law = Path(self._folder.name) / "law.json"
        for name, value in {"law": law, **settings}.items():
            if value is not None and value is not False:
                self.set(name.rstrip("_").replace("_", "-"), value)

    def _give_lanes(self, lanes: Mapping[str, Any]) -> None:
        if not lanes:
            raise InputError("lanes has no columns; give the numbers of each lane by name, such as {'init.x': [0, 1]}", "EARGUMENT")
        given = [reals(column, f"lanes[{name!r}]") for name, column in lanes.items()]
        try:
            columns = np.broadcast_arrays(*given)
        except ValueError as failure:
            shapes = ", ".join(f"{name} {column.shape}" for name, column in zip(lanes, given))
            raise InputError(f"lanes have the shapes {shapes}; they must have one shape, or be single numbers", "EARGUMENT") from failure
        value = numbers(np.stack([column.ravel() for column in columns]), "lanes")
        pointers, kept = strings(list(lanes))
        call(lib.contensou_simulation_set_lanes, self._handle, pointers, len(lanes), value.shape[1], pointer(value))

    def set(self, name: str, value: Any) -> None:
        """Sets one setting; settings() lists them."""
        with self._turn:
            if name == "vary":
                self._vary(value)
            elif name in ("set", "init") and isinstance(value, Mapping):
                for one, number in value.items():
                    call(lib.contensou_simulation_set_parameter, self._handle, encode(f"init.{one}" if name == "init" else one),
                         real(number, f"{one} of the settings"))
            elif isinstance(value, (str, os.PathLike)):
                call(lib.contensou_simulation_set, self._handle, encode(name), encode(value))
            elif np.ndim(value) and any(isinstance(one, str) for one in value):  # such as an anisotropy and whose it is
                call(lib.contensou_simulation_set, self._handle, encode(name), encode(",".join(map(_spelt, value))))
            else:
                given = numbers(np.atleast_1d(reals(value, name)), name)
                call(lib.contensou_simulation_set_numbers, self._handle, encode(name), pointer(given), given.size)

    def _vary(self, vary: Any) -> None:
        """Ranges as texts, one or several, or the values of each name."""
        if not isinstance(vary, Mapping):
            for one in [vary] if isinstance(vary, str) else vary:
                call(lib.contensou_simulation_set, self._handle, encode("vary"), encode(one))
            return
        for name, value in vary.items():
            if isinstance(value, str):
                call(lib.contensou_simulation_set, self._handle, encode("vary"), encode(f"{name}={value}"))
                continue
            values = numbers(np.atleast_1d(reals(value, name)), name)
            call(lib.contensou_simulation_set_vary, self._handle, encode(name), pointer(values), values.size)

    def run(self, progress: Progress = None, notes: Any = None, steps: Any = None) -> Trajectories:
        """Computes all lanes. A lane that fails is a row with another outcome, not an error. `notes` is called with
        sentences such as warnings; `steps`, where there is one lane, with the time and the state behind every step."""
        with self._turn:
            return self._run(Watch(progress), notes, steps)

    def _run(self, watch: Watch, notes: Any, steps: Any) -> Trajectories:
        lib.contensou_simulation_set_progress(self._handle, watch.struct)
        taken = ffi.NULL
        if steps is not None:
            call(lib.contensou_simulation_prepare, self._handle)
            count = lib.contensou_simulation_state_count(self._handle)

            def tell(context: Any, t: float, state: Any, err: Any) -> int:
                steps(t, np.array(list(state[0:count])))
                return 0

            taken = ffi.callback("enum contensou_status(void *, double, const double *, struct contensou_error *)", tell,
                                 error=lib.CONTENSOU_ESTOPPED, onerror=watch.failed)
        lib.contensou_simulation_set_steps(self._handle, taken, ffi.NULL)
        told = ffi.NULL
        if notes is not None:
            told = ffi.callback("void(void *, const char *)", lambda context, sentence: notes(text(sentence)))
        lib.contensou_simulation_set_notes(self._handle, told, ffi.NULL)
        out = ffi.new("struct contensou_trajectories **")
        try:
            watch.call(lib.contensou_simulation_run, self._handle, out)
        finally:
            lib.contensou_simulation_set_progress(self._handle, ffi.NULL)
            lib.contensou_simulation_set_notes(self._handle, ffi.NULL, ffi.NULL)
            lib.contensou_simulation_set_steps(self._handle, ffi.NULL, ffi.NULL)
        return Trajectories(owned(out[0], lib.contensou_trajectories_free))


def _with_gradient(options: dict[str, Any], gradient: Union[str, Sequence[str], None], observe: str) -> dict[str, Any]:
    """The observer gradient beside those that are asked for, by these numbers."""
    if gradient is None:
        return options
    seen = _spelt(options.get("observe") or observe) if not isinstance(options.get("observe"), (list, tuple)) else ",".join(options["observe"])
    return {**options, "observe": seen if "gradient" in seen.split(",") else seen + ",gradient",
            "by": gradient if isinstance(gradient, str) else ",".join(gradient)}


def sweep(system: Optional[str] = None, *, time: Any = None, gradient: Union[str, Sequence[str], None] = None,
          progress: Progress = None, **options: Unpack[Options]) -> Trajectories:
    """Thousands of trajectories at once. `vary` names what differs from lane to lane, as a dict of values (several make
    a grid) or texts such as ``"omega_0=30:65:512"``; `lanes` gives each lane's own numbers; every option of 'contensou
    sweep' is a keyword (settings() lists them). ``source`` is the text of a system of your own. With ``gradient=["mu",
    "init.phi"]`` the columns ``gradient.STATE.NAME`` are the derivatives of the end by these numbers.

    >>> r = sweep("lorenz", vary={"rho": [5.0, 10.0]}, time=50)
    >>> r["final.z"].round(6)    # the equilibrium z = rho - 1
    array([4., 9.])
    """
    return Simulation(system, **_with_gradient({"time": time, **options}, gradient, "final")).run(progress)


def simulate(system: Optional[str] = None, *, time: Any, gradient: Union[str, Sequence[str], None] = None,
             progress: Progress = None, **options: Unpack[Options]) -> Result:
    """One trajectory: t and the states at the given times (an array, or a text t0:t1:n). With `gradient`, names of
    fields, of numbers of the law and of initial values, ``r.gradient`` has their derivatives at these times.

    >>> r = simulate("lorenz", time=np.linspace(0, 1, 11))
    >>> float(r["t"][-1]), r.rows
    (1.0, 11)
    >>> r = simulate("lorenz", time=[0.0, 0.5], gradient=["rho", "init.x"])
    >>> float(r.gradient["x.init.x"][0]), float(r.gradient["x.rho"][0])
    (1.0, 0.0)
    """
    given = _with_gradient({"time": time, "observe": "series", "pack": 1, **options}, gradient, "series")
    r = Simulation(system, **given).run(progress)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.h5"
        with r._turn, HDF5:
            call(lib.contensou_trajectories_write_one, r._handle, 0, encode(path))
        one = load_result(path)
    if gradient is not None:
        rows = r.gradient
        one._tables["gradient"] = Table({name: rows[name] for name in rows if name != "lane"})
    return one


def merge(*parts: Union[str, os.PathLike], allow_missing: bool = False) -> Trajectories:
    """The trajectories of a sweep from the journals that its shards left (``shard="1/2"``, ``journal="a.part"``), in any
    order; with `allow_missing` of those that are there and finished."""
    pointers, _kept = strings([os.fspath(part) for part in parts])
    return Trajectories(create("trajectories", lib.contensou_trajectories_open_some, lib.contensou_trajectories_free, pointers,
                               len(parts), int(allow_missing)))
