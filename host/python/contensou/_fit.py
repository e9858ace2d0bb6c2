"""Small formulas fitted to contacts or to measurements, and contacts identified from them. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._contact import Patch, Wrench, choice, patch_of
from ._library import (Device, InputError, Progress, Watch, call, device_of, encode, ffi, fields_first, fields_last, lib, libc,
                       numbers, options, owned, owned_text, pointer, real, reals, text, vector, whole)

Data = Union[str, os.PathLike, Mapping[str, Any], Any]


class Fit:
    """A fitted law. Call it with slips (.., 3) for the wrench; ``parameters`` has its numbers, ``intervals`` their 95 %
    intervals (with data), ``rms``, ``max_T`` and so on its errors. Where they were identified, ``mu`` and ``a`` are
    friction coefficient and size; otherwise 1."""

    model: str
    size: float  # the unit of length of theta, power and slope, and of the errors of the torque
    rms: float
    rms_T: float
    rms_M: float
    max_T: float
    max_M: float
    gap: float
    passive: int
    monotone: int
    evaluations: int

    def __init__(self, patch: Patch, result: Any, *, given: Any = None, device: Optional[Device] = None, kept: Any = None,
                 record: Optional[Mapping[str, Any]] = None):
        self.patch, self._result, self._given, self._device, self._kept = patch, result, given, device, kept
        self._record = dict(record or {})
        self._file: Optional[bytes] = None  # where it comes from one
        self._exact: Optional[Wrench] = None
        rows = [result.parameter[i] for i in range(result.count)]
        self.parameters = {text(row.name): row.value for row in rows}
        self.intervals = {text(row.name): (row.low, row.high) for row in rows if row.free}
        self.mu, self.a = self.parameters.get("mu", 1.0), self.parameters.get("a", 1.0)
        self.warnings = (text(result.warning) or "").splitlines()
        for name, kind in ffi.typeof("struct contensou_fit_result").fields:
            if kind.type.kind == "primitive" and name != "count":
                setattr(self, name, getattr(result, name))
        self.model = text(result.model)

    def __call__(self, slips: Any) -> np.ndarray:
        """(Tx, Ty, M) of the law, without mu and a where those were fitted."""
        if self.model in ("exact", "table"):
            self._exact = self._exact or Wrench(self.patch, device=self._device)
            return self._exact(slips)
        slip, shape = fields_first(slips, 3, "slips")
        out = np.empty_like(slip)
        call(lib.contensou_fit_wrench, self.patch._handle, self._result, slip.shape[1], pointer(slip), pointer(out))
        return fields_last(out, shape)

    def export(self, language: str = "python", name: Optional[str] = None) -> Union[str, bytes]:
        """The law as a function to paste into a simulator; ``"fmu"`` gives the bytes of a co-simulation unit, with a library
        for this machine where there is a C compiler.

        >>> "def " in fit(Patch("disk"), "I11").export("python")
        True
        """
        kept = encode(language), encode(name)
        given = options("export_options", {"language": kept[0], "name": kept[1]})
        if language == "fmu":
            data, size, compiled = ffi.new("unsigned char **"), ffi.new("size_t *"), ffi.new("int *")
            call(lib.contensou_export_fmu, self.patch._handle, self._result, given, encode("cc"), data, size, compiled)
            try:
                return bytes(ffi.buffer(data[0], size[0]))
            finally:
                libc.free(data[0])
        out = ffi.new("char **")
        call(lib.contensou_export_code, self.patch._handle, self._result, given, out)
        return owned_text(out[0])

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the JSON of 'contensou fit -o', which load(), ``law=`` of simulations and the command line read. A contact made of
        arrays is in it with all its numbers."""
        if self._file is not None:
            Path(path).write_bytes(self._file)
            return
        if self.model == "table":
            raise InputError("a table is made of its contact anew, and has no file; save a fitted law, or the text of export()", "EARGUMENT")
        record, _kept = self._about()
        call(lib.contensou_fit_file_write, self._result, record, encode(path))

    def _text(self) -> bytes:
        """That of its file."""
        if self._file is not None:
            return self._file
        record, _kept = self._about()
        out = ffi.new("char **")
        call(lib.contensou_fit_file_write_text, self._result, record, out)
        return owned_text(out[0]).encode()

    def _about(self) -> tuple[Any, Any]:
        """What the file says beside the result, and what must live as long."""
        spec, kept = self.patch._spec()
        words = {key: encode(value) if isinstance(value, str) else value for key, value in self._record.items()}
        name = encode(device_of(self._device).name)
        return options("fit_record", {"spec": spec, "options": self._given or ffi.NULL, "device": name, **words}), (spec, kept, words, name)

    def __reduce__(self) -> Any:
        if self.model == "table":
            return fit, (self.patch, "table")
        return _fit_again, (self.patch, self._text(), self.mu, self.a)

    def __repr__(self) -> str:
        numbers_ = ", ".join(f"{name}={value:.6g}" for name, value in list(self.parameters.items())[:12])
        return f"{type(self).__name__}({self.model}: {numbers_}; rms {self.rms:.3g})"


def _fit_again(patch: Patch, file: bytes, mu: float, a: float) -> Fit:
    law = _fit_read(file, "a pickled fit")
    law.patch, law.mu, law.a = patch, mu, a
    return law


class Identified(Fit):
    """A contact from measurements: ``cells`` (n, 3) with x, y and load of its points, ``parameters`` and ``intervals`` of what
    was free (the loads as p1, p2, ..), ``errors`` as mean angles in degrees, ``angles`` (rows, 2) of slip and wrench of each
    row, ``choice`` what was compared where `free` was chosen. It is a law too: call it with slips (per unit of mu N). ``residual``
    is True where slip() has one, ``held`` the mean angles of slips held out without and with it, in degrees."""

    def __init__(self, law: Fit, file: str, result: Any, given: Any, asked: Patch, kept: Any):
        import json

        super().__init__(law.patch, law._result)
        report = json.loads(file)
        self.mu, self.a, self._file, self._found, self._options = law.mu, law.a, file.encode(), result, given
        self._asked, self._kept = asked, (law, kept)
        self.parameters, self.errors = dict(report["parameters"]), dict(report["errors"])
        self.intervals = {name: tuple(pair) for name, pair in report["intervals"].items()}
        self.cells = np.array([[cell["x"], cell["y"], cell["load"]] for cell in report["cells"]])
        self.warnings = [line for line in report["warning"].splitlines() if line]
        self.size, self.smoothing = report["size"], report["smoothing"]
        self.choice = report.get("choice")
        self.residual = result.residual != ffi.NULL
        self.held = (float(np.degrees(result.held_law)), float(np.degrees(result.held_corrected))) if given.residual else None
        self.angles = np.degrees(np.frombuffer(ffi.buffer(result.angle, 16 * result.rows)).reshape(2, -1).T)

    def slip(self, loads: Any) -> np.ndarray:
        """The slip that starts under loads (.., 3) on the body, as unit vectors of (vx, vy, omega L), L = ``size``."""
        load, shape = fields_first(loads, 3, "loads")
        out = np.empty_like(load)
        call(lib.contensou_identify_slip, self._asked._handle, self._options, self._found, load.shape[1], pointer(load),
             pointer(out))
        return fields_last(out, shape)

    def __repr__(self) -> str:
        named = ", ".join(f"{name}={value:.6g}" for name, value in self.parameters.items() if name[1:].isdigit() is False)
        errors = ", ".join(f"{name} {value:.3g}" for name, value in self.errors.items())
        return f"Identified({len(self.cells)} cells; {named or 'loads'}; {errors})"


def _whole_options(model: Optional[str], norm: str, weight: str, weights: Sequence[float], nodes: Any, length_unit: float,
                   fix: Optional[Mapping[str, float]], bounds: Optional[Mapping[str, tuple[float, float]]], starts: int,
                   seed: int, watch: Watch) -> tuple[Any, list[Any]]:
    """The options of fit.h that all fits have, and what must live as long."""
    rows = [(name, *[real(value, name)] * 2) for name, value in (fix or {}).items()]
    rows += [(name, *vector(pair, f"the bounds of {name}", 2)) for name, pair in (bounds or {}).items()]
    names = [encode(name) for name, _, _ in rows]
    limits = ffi.new("struct contensou_fit_bound[]", [(name, row[1], row[2]) for name, row in zip(names, rows)])
    force, torque = vector(weights, "weights", 2)
    grid = [int(n) for n in np.atleast_1d(0 if nodes is None else nodes)] + [0]
    word = encode(model)
    return options("fit_options", {
        "model": word, "norm": choice("norm", norm), "weight": choice("weight", weight),
        "weight_force": force, "weight_torque": torque, "theta_nodes": grid[0], "phi_nodes": grid[1],
        "length_unit": length_unit, "bounds": limits, "bound_count": len(rows), "starts": starts, "seed": seed,
        "progress": watch.struct[0]}), [word, names, limits, watch]


def fit(patch: Union[Patch, str], model: str = "I11", *, norm: str = "l2", weight: str = "theta",
        weights: Sequence[float] = (1.0, 1.0), nodes: Union[int, Sequence[int], None] = None, length_unit: float = 0.0,
        fix: Optional[Mapping[str, float]] = None, bounds: Optional[Mapping[str, tuple[float, float]]] = None,
        starts: int = 0, seed: int = 0, device: Union[Device, str, int, None] = None, progress: Progress = None) -> Fit:
    """Fits a model to the exact wrench of a patch; options are those of 'contensou fit'. The model ``"table"`` is the exact
    law itself, for export().

    >>> law = fit(Patch("disk"), "I11")
    >>> sorted(law.parameters)
    ['b', 'm']
    """
    patch, where, watch = patch_of(patch), device_of(device), Watch(progress)
    result = ffi.new("struct contensou_fit_result *")
    if model == "table":
        result.model = kept = encode(model)
        return Fit(patch, result, device=where, kept=kept)
    given, kept = _whole_options(model, norm, weight, weights, nodes, length_unit, fix, bounds, starts, seed, watch)
    given.gap = 1
    watch.call(lib.contensou_fit, patch._handle, where._handle, given, result)
    return Fit(patch, result, given=given, device=where, kept=kept)


def fit_scan(patches: Sequence[Union[Patch, str]], model: str = "I11", *, norm: str = "l2", weight: str = "theta",
             weights: Sequence[float] = (1.0, 1.0), nodes: Union[int, Sequence[int], None] = None, length_unit: float = 0.0,
             fix: Optional[Mapping[str, float]] = None, bounds: Optional[Mapping[str, tuple[float, float]]] = None,
             starts: int = 0, seed: int = 0, device: Union[Device, str, int, None] = None,
             progress: Progress = None) -> list[Fit]:
    """Fits one model to many patches, as 'contensou fit --vary' does: for I<n1><n2> all at once, which is far faster than
    one after the other.

    >>> laws = fit_scan([f"annulus:{q}" for q in (0.2, 0.4)], "I11")
    >>> len(laws), laws[0].rms < 0.02
    (2, True)
    """
    contacts, where, watch = [patch_of(patch) for patch in patches], device_of(device), Watch(progress)
    given, kept = _whole_options(model, norm, weight, weights, nodes, length_unit, fix, bounds, starts, seed, watch)
    results = ffi.new("struct contensou_fit_result[]", len(contacts))
    handles = ffi.new("const struct contensou_patch *[]", [patch._handle for patch in contacts])
    watch.call(lib.contensou_fit_scan, handles, len(contacts), where._handle, given, results)
    return [Fit(patch, ffi.new("struct contensou_fit_result *", results[i]), given=given, device=where, kept=kept)
            for i, patch in enumerate(contacts)]


class _Rows:
    """Measured rows as the library takes them, in the contact's own units, and where they come from."""

    def __init__(self, data: Data, wrenches: Any, row_weights: Any, mu: float, normal_force: float, size: float,
                 units: Optional[str], groups: bool = False):
        self.group: Any = ffi.NULL  # rows of one push, where the data name them
        mu, normal_force, size = real(mu, "mu"), real(normal_force, "normal_force"), real(size, "size")
        self.record: dict[str, Any] = {"mu": mu, "normal_force": normal_force, "length": size}
        if isinstance(data, (str, os.PathLike)):
            self.record["data"] = self.name = os.fspath(data)
            held = encode(units)
            push = encode("push")
            given = options("fit_units", {"list": held, "group": push if groups else ffi.NULL, **{key: self.record[key] for key in ("mu", "normal_force", "length")}})
            self._kept = owned(ffi.new("struct contensou_fit_rows *"), lib.contensou_fit_rows_free)
            call(lib.contensou_fit_rows_read, self._kept, encode(data), given)
            self.data, self.group = ffi.addressof(self._kept, "data"), self._kept.group
            return
        if units is not None:
            raise InputError("units are those of a file; give arrays in m/s, rad/s, newtons and newton metres", "EARGUMENT")
        self.name = "the rows"
        if wrenches is None:
            push = self._push(data) if groups else None
            data, wrenches, row_weights = self._columns(data, row_weights)
            if push is not None:
                self._group = numbers(push, "push")
                self.group = pointer(self._group)
        slip, wrench = (fields_first(values, 3, name)[0].copy() for values, name in ((data, "slips"), (wrenches, "wrenches")))
        if slip.shape != wrench.shape:
            raise InputError(f"there are {slip.shape[1]} slips and {wrench.shape[1]} wrenches; each row needs both", "EARGUMENT")
        slip[2] *= size or 1.0
        wrench /= (mu or 1.0) * (normal_force or 1.0)
        wrench[2] /= size or 1.0
        known = np.isfinite(wrench)
        each = reals(1.0 if row_weights is None else row_weights, "row_weights")
        if each.shape not in ((), (wrench.shape[1],), wrench.shape):
            raise InputError(f"row_weights has the shape {each.shape}; there are {wrench.shape[1]} rows", "EARGUMENT")
        weight = numbers(np.broadcast_to(each, wrench.shape) * known, "row_weights")
        wrench[~known] = 0.0
        self._kept = slip, wrench, weight
        self.data = ffi.new("struct contensou_fit_data *", {
            "n": slip.shape[1], "slip": pointer(slip), "wrench": pointer(wrench), "weight": pointer(weight)})

    @staticmethod
    def _push(table: Any) -> Any:
        names = table.dtype.names if hasattr(table, "dtype") and getattr(table.dtype, "names", None) else list(table)
        return table["push"] if "push" in names else None

    @staticmethod
    def _columns(table: Any, row_weights: Any) -> tuple[np.ndarray, np.ndarray, Any]:
        """vx, vy, omega, Tx, Ty, M and weight of a mapping, a DataFrame or a structured array; NaN: not measured."""
        names = table.dtype.names if hasattr(table, "dtype") and getattr(table.dtype, "names", None) else list(table)
        missing = [name for name in ("vx", "vy", "omega") if name not in names]
        if missing:
            raise InputError(f"the rows have no {missing[0]}; the slip needs vx, vy, omega", "EINPUT")
        column = {name: reals(table[name], name) for name in ("vx", "vy", "omega", "Tx", "Ty", "M", "weight") if name in names}
        rows = column["vx"].shape
        for name, values in column.items():
            if values.ndim != 1 or values.shape != rows:
                raise InputError(f"the columns vx and {name} have the shapes {rows} and {values.shape}; each row needs both", "EARGUMENT")
        slip = np.stack([column[name] for name in ("vx", "vy", "omega")], axis=-1)
        wrench = np.stack([column.get(name, np.full(rows, np.nan)) for name in ("Tx", "Ty", "M")], axis=-1)
        return slip, wrench, column.get("weight", row_weights)


def _unknown(free: Union[str, Sequence[str]], choices: Sequence[str]) -> list[str]:
    words = [word.strip() for word in (free.split(",") if isinstance(free, str) else free) if word.strip()]
    for word in words:
        if word not in choices:
            raise InputError(f"no unknown named {word!r}; available: {', '.join(choices)}", "ENOTFOUND")
    return words


def fit_data(patch: Union[Patch, str], model: str, data: Data, wrenches: Any = None, *, free: Union[str, Sequence[str], None] = None,
             row_weights: Any = None, mu: float = 0.0, normal_force: float = 0.0, size: float = 0.0, units: Optional[str] = None,
             loss: str = "square", huber: float = 0.0, norm: str = "l2", weights: Sequence[float] = (1.0, 1.0),
             length_unit: float = 0.0, fix: Optional[Mapping[str, float]] = None,
             bounds: Optional[Mapping[str, tuple[float, float]]] = None, starts: int = 0, seed: int = 0,
             device: Union[Device, str, int, None] = None, progress: Progress = None, **identify: Any) -> Fit:
    """A law from measurements: `data` is FILE.csv, a mapping or DataFrame with vx, vy, omega, Tx, Ty, M and, if wanted, weight,
    or slips (n, 3) with `wrenches` (n, 3); NaN is not measured. They are per unit of normal force and of the contact's length,
    or in newtons and metres with `normal_force` and `size`; `units` are those of a file, such as ``"mm,deg,N"``. `free` names
    what is unknown beside the model: ``"mu"``, ``"a"`` or ``"mu,a"``.

    The model ``"exact"`` identifies the contact itself and gives an Identified: `free` is then ``"auto"`` (the default: what
    predicts rows held out best, those of one number in a column push together; `choice` has the comparison) or some of mu,
    pressure, a, center, anisotropy, tilt and q, and there are `target` ("both", "wrench", "slip"), `folds`, `smoothing`,
    `map` (cells along the larger side), `normalise` and `residual` (``"gp"``: a Gaussian process of what the law leaves of
    slips, where slips held out are the better for it), as 'contensou fit --model exact' has them.

    >>> directions = np.random.default_rng(1).normal(size=(60, 3))
    >>> from contensou import wrench
    >>> law = fit_data("disk", "potential4", directions, 0.3 * wrench("disk", directions), free="mu")
    >>> round(law.mu, 2)
    0.3
    """
    rows = _Rows(data, wrenches, row_weights, mu, normal_force, size, units, model == "exact")
    patch, watch = patch_of(patch), Watch(progress)
    if model == "exact":
        return _identify(patch, rows, free, length_unit, seed, watch, **identify)
    if identify:
        raise InputError(f"{next(iter(identify))} is for the model exact", "EARGUMENT")
    where, unknown = device_of(device), _unknown(free or "", ("mu", "a"))
    given, kept = _whole_options(model, norm, "theta", weights, None, length_unit, fix, bounds, starts, seed, watch)
    given.data, given.loss, given.huber = rows.data, choice("loss", loss), huber
    given.free_mu, given.free_a = int("mu" in unknown), int("a" in unknown)
    result = ffi.new("struct contensou_fit_result *")
    watch.call(lib.contensou_fit, patch._handle, where._handle, given, result)
    call(lib.contensou_fit_rows_check, rows.data, encode(rows.name), result)
    return Fit(patch, result, given=given, device=where, kept=(kept, rows), record=rows.record)


def _identify(patch: Patch, rows: _Rows, free: Union[str, Sequence[str], None], length_unit: float, seed: int, watch: Watch, *,
              target: Optional[str] = None, map: int = 0, smoothing: Optional[float] = None, folds: int = 0,
              normalise: bool = False, residual: Optional[str] = None) -> Identified:
    auto = free is None or free == "auto"
    if residual not in (None, "gp"):
        raise InputError(f"residual is 'gp' or None, not {residual!r}", "EARGUMENT")
    words = _unknown("mu,pressure" if auto else free, ("mu", "pressure", "a", "center", "anisotropy", "tilt", "q"))
    given = options("identify_options", {
        "data": rows.data, "group": rows.group, "target": choice("target", target or "both"), "cells": map, "length_unit": length_unit,
        "fixed": int("pressure" not in words), "anisotropy": int("anisotropy" in words), "free_a": int("a" in words),
        "free_center": int("center" in words), "free_tilt": int("tilt" in words), "free_q": int("q" in words),
        "normalise": int(normalise or "mu" not in words), "folds": folds, "seed": seed, "residual": int(residual is not None), "progress": watch.struct[0],
        "smoothing": 0.0 if smoothing is None else smoothing if smoothing > 0 else -1.0})
    compared = ffi.new("struct contensou_identify_choice *")
    if auto:
        watch.call(lib.contensou_identify_choose, patch._handle, given, int(target is not None), compared)
    result = owned(ffi.new("struct contensou_identify_result *"), lib.contensou_identify_free)
    watch.call(lib.contensou_identify, patch._handle, given, result)
    spec, held = patch._spec()
    kept = {key: encode(value) if isinstance(value, str) else value for key, value in rows.record.items()}
    residual_of, texts = result.residual, []
    for part in (residual_of, ffi.NULL):  # the file, and the law alone, which has wrenches
        out = ffi.new("char **")
        result.residual = part
        call(lib.contensou_identify_file_text, result, given, options("fit_record", {"spec": spec, **kept}), out)
        texts.append(owned_text(out[0]))
    result.residual = residual_of
    law = _fit_read(texts[1].encode(), "the contact that was found")
    return Identified(law, texts[0], result, given, patch, (rows, held, watch, compared))


def engine(patch: Union[Patch, str], name: str, mu: float = 1.0, *, feet: int = 0,
           device: Union[Device, str, int, None] = None) -> str:
    """A physics engine's own friction parameters for a contact, as its users write them; with `feet` the contact as so
    many points with plain friction. catalogue("engines") lists the engines.

    >>> "friction=" in engine(Patch("disk"), "mujoco", 0.4)
    True
    """
    kept = encode(name)
    given = options("engine_options", {"engine": kept, "mu": real(mu, "mu"), "feet": whole(feet, "feet")})
    out = ffi.new("char **")
    call(lib.contensou_export_engine, patch_of(patch)._handle, device_of(device)._handle, given, out)
    return owned_text(out[0])


def load_fit(path: Union[str, os.PathLike]) -> Fit:
    kept = owned(ffi.new("struct contensou_fit_file *"), lib.contensou_fit_file_free)
    call(lib.contensou_fit_file_read, kept, encode(path))
    return _fit_of(kept, Path(path).read_bytes())


def _fit_read(file: bytes, name: str) -> Fit:
    """Of the text of a file; messages call it by the name."""
    kept = owned(ffi.new("struct contensou_fit_file *"), lib.contensou_fit_file_free)
    call(lib.contensou_fit_file_read_text, kept, file, encode(name))
    return _fit_of(kept, file)


def _fit_of(kept: Any, file: bytes) -> Fit:
    import json

    patch = Patch.__new__(Patch)
    spec = kept.spec
    patch._describe(text(spec.shape) or "cells", text(spec.pressure), (spec.tilt_k, spec.tilt_beta), list(spec.center),
                    [*spec.anisotropy, *((["body", "ground"][spec.anisotropy_frame - 1],) if spec.anisotropy_frame else ())],
                    text(spec.unit) or None, list(spec.cell))
    patch._handle, patch._file = kept.patch, kept
    if spec.arrays != ffi.NULL:
        patch._take_arrays(spec.arrays)
    elif spec.shape == ffi.NULL:  # identified cells
        rows = json.loads(file)["cells"]
        patch._arrays = {"kind": lib.CONTENSOU_PATCH_ARRAYS_CELLS, "count": len(rows), "number": np.array(
            [[row["x"] for row in rows], [row["y"] for row in rows], [1.0] * len(rows), [row["load"] for row in rows]])}
    law = Fit(patch, ffi.new("struct contensou_fit_result *", kept.result))
    law.mu, law.a, law._file = kept.mu, kept.a, file
    return law
