"""Small formulas fitted to contacts or to measurements. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Mapping, Optional, Union

import numpy as np

from ._contact import Patch, choice, patch_of
from ._library import (Device, InputError, Progress, Watch, call, device_of, encode, ffi, fields_first, fields_last, lib,
                       numbers, options, owned_text, pointer, text)


class Fit:
    """A fitted law. Call it with slips (.., 3) for the wrench; ``parameters`` has its numbers, ``intervals`` their 95 %
    intervals (with data), ``rms``, ``max_T`` and so on its errors."""

    def __init__(self, patch: Patch, result: Any, *, given: Any = None, device: Optional[Device] = None, kept: Any = None):
        self.patch, self._result, self._given, self._device, self._kept = patch, result, given, device, kept
        self._file: Optional[bytes] = None  # where it comes from one
        self.model = text(result.model)
        rows = [result.parameter[i] for i in range(result.count)]
        self.parameters = {text(row.name): row.value for row in rows}
        self.intervals = {text(row.name): (row.low, row.high) for row in rows if row.free}
        self.warnings = (text(result.warning) or "").splitlines()
        for name in ("size", "rms", "rms_T", "rms_M", "max_T", "max_M", "gap", "passive", "monotone", "evaluations"):
            setattr(self, name, getattr(result, name))

    def __call__(self, slips: Any) -> np.ndarray:
        """(Tx, Ty, M) of the law, without mu and a where those were fitted."""
        slip, shape = fields_first(slips, 3, "slips")
        out = np.empty_like(slip)
        call(lib.contensou_fit_wrench, self.patch._handle, self._result, slip.shape[1], pointer(slip), pointer(out))
        return fields_last(out, shape)

    def export(self, language: str = "python", name: Optional[str] = None) -> str:
        """The law as a function to paste into a simulator.

        >>> "def " in fit(Patch("disk"), "I11").export("python")
        True
        """
        kept = encode(language), encode(name)
        given = options("export_options", {"language": kept[0], "name": kept[1]})
        out = ffi.new("char **")
        call(lib.contensou_export_code, self.patch._handle, self._result, given, out)
        return owned_text(out[0])

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the JSON of 'contensou fit -o', which load(), ``law=`` of simulations and the command line read. The
        contact must have a text, such as "disk" or "polygon:FILE": one made of arrays is an InputError."""
        if self._file is not None:
            Path(path).write_bytes(self._file)
            return
        spec, kept = self.patch._spec()
        name = encode(self._device.name)
        record = options("fit_record", {"spec": spec, "options": self._given, "device": name})
        call(lib.contensou_fit_file_write, self._result, record, encode(path))
        del kept

    def __repr__(self) -> str:
        numbers_ = ", ".join(f"{name}={value:.6g}" for name, value in self.parameters.items())
        return f"Fit({self.model}: {numbers_}; rms {self.rms:.3g})"


def fit(patch: Union[Patch, str], model: str = "I11", *, norm: str = "l2", loss: str = "square",
        fix: Optional[Mapping[str, float]] = None, bounds: Optional[Mapping[str, tuple[float, float]]] = None,
        slips: Any = None, wrenches: Any = None, weights: Any = None, free: str = "", starts: int = 0, seed: int = 0,
        device: Union[Device, str, int, None] = None, progress: Progress = None) -> Fit:
    """Fits a model to the exact wrench of a patch or, where `slips` (n, 3) and `wrenches` (n, 3) are given, to these
    measurements (NaN: not measured); `free` names what is unknown beside the model: ``"mu"``, ``"a"`` or ``"mu,a"``.

    >>> law = fit(Patch("disk"), "I11")
    >>> sorted(law.parameters)
    ['b', 'm']
    """
    patch, where, watch = patch_of(patch), device_of(device), Watch(progress)
    kept: list[Any] = [encode(model)]
    rows = [(name, value, value) for name, value in (fix or {}).items()]
    rows += [(name, low, high) for name, (low, high) in (bounds or {}).items()]
    names = [encode(name) for name, _, _ in rows]
    limits = ffi.new("struct contensou_fit_bound[]", [(name, row[1], row[2]) for name, row in zip(names, rows)])
    unknown = [word.strip() for word in free.split(",") if word.strip()]
    for word in unknown:
        if word not in ("mu", "a"):
            raise InputError(f"no unknown named {word!r}; available: mu, a", "ENOTFOUND")
    given = options("fit_options", {
        "model": kept[0], "norm": choice("norm", norm), "loss": choice("loss", loss),
        "bounds": limits, "bound_count": len(rows), "starts": starts, "seed": seed,
        "free_mu": int("mu" in unknown), "free_a": int("a" in unknown), "progress": watch.struct[0], "gap": int(slips is None)})
    if slips is not None:
        slip, _ = fields_first(slips, 3, "slips")
        wrench, _ = fields_first(wrenches, 3, "wrenches")
        if weights is None:
            weight = np.isfinite(wrench).astype(float)
        else:
            weight = np.broadcast_to(numbers(weights), wrench.shape) * np.isfinite(wrench)
        wrench, weight = np.nan_to_num(wrench), numbers(weight)
        data = ffi.new("struct contensou_fit_data *", {
            "n": slip.shape[1], "slip": pointer(slip), "wrench": pointer(wrench), "weight": pointer(weight)})
        given.data = data
        kept += [slip, wrench, weight, data]
    result = ffi.new("struct contensou_fit_result *")
    watch.call(lib.contensou_fit, patch._handle, where._handle, given, result)
    return Fit(patch, result, given=given, device=where, kept=(kept, names, limits, watch))


def engine(patch: Union[Patch, str], name: str, mu: float = 1.0, *, feet: int = 0,
           device: Union[Device, str, int, None] = None) -> str:
    """A physics engine's own friction parameters for a contact, as its users write them; with `feet` the contact as so
    many points with plain friction. catalogue("engines") lists the engines.

    >>> "friction=" in engine(Patch("disk"), "mujoco", 0.4)
    True
    """
    kept = encode(name)
    given = options("engine_options", {"engine": kept, "mu": mu, "feet": feet})
    out = ffi.new("char **")
    call(lib.contensou_export_engine, patch_of(patch)._handle, device_of(device)._handle, given, out)
    return owned_text(out[0])


def load(path: Union[str, os.PathLike]) -> "Fit":
    """A law from a file of 'contensou fit -o FILE.json'; ``mu`` and ``a`` are those that were identified, otherwise 1."""
    kept = ffi.gc(ffi.new("struct contensou_fit_file *"), lib.contensou_fit_file_free)
    call(lib.contensou_fit_file_read, kept, encode(path))
    patch = Patch.__new__(Patch)
    spec = kept.spec
    patch._describe(text(spec.shape) or "cells", text(spec.pressure), (spec.tilt_k, spec.tilt_beta), list(spec.center),
                    list(spec.anisotropy))
    patch._handle, patch._file = kept.patch, kept
    law = Fit(patch, ffi.new("struct contensou_fit_result *", kept.result))
    law.mu, law.a, law._file = kept.mu, kept.a, Path(path).read_bytes()
    return law
