"""Pictures of results and contacts, the tables of the catalogue, and the command line. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Optional, Sequence, Union

import numpy as np

from ._contact import Patch
from ._library import (HERE, Device, Error, InputError, Progress, Watch, call, device_of, encode, ffi, lib, options, owned,
                       owned_text, text, vector)
from ._simulate import Trajectories, _spelt
from ._table import HDF5, Result, Table


def plot(what: Union[Result, Patch, str, os.PathLike], picture: Union[str, os.PathLike], *, slip: Optional[Sequence[float]] = None,
         overlay: Sequence[Union[str, os.PathLike]] = (), **given: Any) -> None:
    """Draws a result, its file, or a contact (with a `slip`, if wanted) to PICTURE.png, .svg or .pdf through gnuplot, as
    'contensou plot' does, or with Matplotlib where there is no gnuplot: `kind`, `x`, `y`, `lane`, `title`, `range`, `canvas` (cm), `font`, `style` ("paper", "slide"), `data`
    (FILE.csv of what is drawn), `overlay` (other files) and `label` are its options."""
    known = [name for name, _ in ffi.typeof("struct contensou_picture_options").fields if name not in ("size", "overlays")]
    for name in given:
        if name not in known:
            raise InputError(f"no option named {name!r}; available: {', '.join(known)}", "ENOTFOUND")
    kept = [encode(os.fspath(path)) for path in overlay]
    words = {name: encode(None if value is None else _spelt(value)) for name, value in given.items()}
    look = options("picture_options", {
        **words, "overlay": ffi.new("const char *[]", kept) if kept else ffi.NULL, "overlays": len(kept)})
    with getattr(what, "_turn", HDF5), HDF5, tempfile.TemporaryDirectory() as folder:
        chart = None
        drawn = os.fsdecode(ffi.string(encode(picture)))
        if shutil.which("gnuplot") is None and drawn.lower().endswith((".png", ".svg", ".pdf")):
            chart = os.path.join(folder, "chart.json")
        target = encode(chart or picture)
        if isinstance(what, Patch):
            spec, held = what._spec()
            place = ffi.NULL if slip is None else ffi.new("double[3]", vector(slip, "slip", 3))
            call(lib.contensou_picture_patch, spec, place, target, look)
        elif isinstance(what, Trajectories):
            call(lib.contensou_picture_trajectories, what._handle, target, look)
        elif isinstance(what, Result):
            what.save(Path(folder) / "result.h5")
            call(lib.contensou_picture_draw, encode(Path(folder) / "result.h5"), target, look)
        else:
            call(lib.contensou_picture_draw, encode(what), target, look)
        if chart:
            try:
                from ._matplotlib import draw
                draw(chart, drawn)
            except ImportError as missing:
                raise Error(f"cannot draw {drawn!r}: neither gnuplot (on Debian: gnuplot-nox) nor Matplotlib is installed "
                            f"({missing})", "ENOTFOUND") from None


class Tables:
    """The fitted laws of the catalogue of contacts, eta' and the published numbers, as 'contensou tables' has them: ``markdown`` is
    their text, ``fits`` a Table of the errors, ``eta`` one of eta and eta', ``published`` a list of rows."""

    def __init__(self, handle: Any):
        self._handle = handle
        out = ffi.new("char **")
        call(lib.contensou_tables_markdown, handle, out)
        self.markdown = owned_text(out[0])
        rows = [handle.fit[i] for i in range(handle.fits)]
        contacts = [handle.contact[row.contact] for row in rows]
        columns: dict[str, Any] = {name: np.array([text(getattr(one, name)) for one in contacts])
                                   for name in ("family", "shape", "pressure")}
        columns["tilt"] = [one.tilt for one in contacts]
        columns["model"] = np.array([text(row.model) for row in rows])
        columns["norm"] = np.array(["max" if row.norm == lib.CONTENSOU_NORM_MAX else "l2" for row in rows])
        for name in ("rms", "rms_T", "rms_M", "max_T", "max_M", "passive", "monotone"):
            columns[name] = [getattr(row.result, name) for row in rows]
        self.fits = Table(columns)
        self.parameters = [{text(row.result.parameter[k].name): row.result.parameter[k].value
                            for k in range(row.result.count)} for row in rows]
        self.eta = Table({"eta": list(handle.eta[0:handle.etas]), "eta_prime": list(handle.eta_prime[0:handle.etas])})
        self.published = [{"source": text(row.source), "what": text(row.what), "printed": text(row.printed), "ours": row.ours,
                           "verdict": text(row.verdict)} for row in (handle.published[i] for i in range(handle.publisheds))]

    def write(self, folder: Union[str, os.PathLike], pictures: bool = True) -> None:
        """Writes tables.md, the CSV files and, through gnuplot, the pictures into the folder, all at once."""
        call(lib.contensou_tables_write, self._handle, encode(folder), int(pictures))


def tables(*, quick: bool = False, thorough: bool = False, threads: int = 0, device: Union[Device, str, int, None] = None,
           progress: Progress = None) -> Tables:
    """Fits the whole catalogue, one to two minutes on two processors; `quick` is a disk, an annulus and an ellipse only."""
    where, watch = device_of(device), Watch(progress)
    given = options("tables_options", {"quick": int(quick), "thorough": int(thorough), "threads": threads,
                                       "progress": watch.struct[0]})
    out = ffi.new("struct contensou_tables **")
    watch.call(lib.contensou_tables_run, out, where._handle, given)
    return Tables(owned(out[0], lib.contensou_tables_run_free))


def command(*arguments: Union[str, os.PathLike]) -> str:
    """What a line of the command line prints, such as ``command("figures", "--list")``; its errors are raised.

    >>> command("version").startswith("contensou ")
    True
    """
    words = [os.fsdecode(ffi.string(encode(word))) for word in arguments]
    done = subprocess.run([HERE / "bin" / "contensou", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        kind = InputError if done.returncode == 2 else Error
        raise kind(done.stderr.strip() or f"contensou ended with the code {done.returncode}")
    return done.stdout
