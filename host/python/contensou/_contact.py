"""Contacts: patches, their exact wrench, limit surfaces, eta. SPDX-License-Identifier: MIT"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, Sequence, Union, overload

import numpy as np

from ._library import (Device, InputError, Turn, call, create, device_of, encode, ffi, fields_first, fields_last, lib, libc,
                       numbers, options, pointer, real, reals, vector)

if TYPE_CHECKING:  # Unpack is newer than the oldest Python that is served
    from typing_extensions import Unpack

    from ._settings import WrenchOptions


def choice(what: str, value: str) -> int:
    """The number of a word of an enum: its constants are CONTENSOU_WHAT_WORD."""
    kind, head = ffi.typeof(f"enum contensou_{what}"), f"CONTENSOU_{what.upper()}_"
    words = {name[len(head):].lower(): number for name, number in kind.relements.items()}
    if value not in words:
        raise InputError(f"no {what} named {value!r}; available: {', '.join(words)}", "ENOTFOUND")
    return words[value]


def eval_options(method: str, precision: str, cells: int, jacobian: bool, pack: int) -> Any:
    return options("eval_options", {
        "method": choice("method", method), "precision": choice("precision", precision),
        "cells": cells, "jacobian": int(jacobian), "pack": pack})


class Patch:
    """A contact: a shape, the pressure on it, and the reference point. Functions of slips and loads work in its own unit of
    length, or with ``size=patch.unit`` in metres.

    Texts are those of the command line; lengths are in the contact's own unit, which `unit` names ("mm", "50mm"; with the unit of
    a map's pressures "mm,MPa"), and angles in radians. `frame`, "body" or "ground", says whose shape, pressure and tilt are where
    a body turns; a third member of `anisotropy` whose that is, by default the same.

    >>> Patch("disk", "hertz").size
    1.0
    >>> Patch("ellipse:2,1", center=(0.5, 0)).radius
    2.5
    >>> Patch("ellipse:2,1", anisotropy=(3, 0.5, "ground"), frame="ground")
    Patch('ellipse:2,1', None, anisotropy=(3.0, 0.5, 'ground'), frame='ground')
    """

    def __init__(self, shape: str = "disk", pressure: Optional[str] = None, *,
                 tilt: Sequence[float] = (0.0, 0.0), center: Sequence[float] = (0.0, 0.0),
                 anisotropy: Sequence[Any] = (1.0, 0.0), unit: Optional[str] = None,
                 cell: Sequence[float] = (0.0, 0.0), frame: str = "body"):
        self._describe(shape, pressure, tilt, center, anisotropy, unit, cell, frame)
        spec, _kept = self._spec()
        self._handle = create("patch", lib.contensou_patch_create, lib.contensou_patch_free, spec)

    _file: Any = None  # that of a fit that made it
    _arrays: Optional[dict[str, Any]] = None  # of a contact that is made of them: the fields of contensou_patch_arrays

    def _describe(self, shape: str, pressure: Optional[str], tilt: Any, center: Any, anisotropy: Any,
                  unit: Optional[str] = None, cell: Any = (0.0, 0.0), frame: str = "body") -> None:
        self.shape, self.pressure, self._unit, self.frame = shape, pressure, unit, frame
        whose = tuple(anisotropy[2:3]) if len(anisotropy) == 3 else ()
        self.tilt, self.center, self.anisotropy, self.cell = (tuple(vector(values, name, 2)) for values, name in (
            (tilt, "tilt"), (center, "center"), (anisotropy[:2] if whose else anisotropy, "anisotropy"), (cell, "cell")))
        self.anisotropy += whose

    def _spec(self) -> tuple[Any, Any]:
        """As the library takes it, and what must live as long."""
        kept: list[Any] = [encode(self.shape), encode(self.pressure), encode(self._unit), ffi.NULL]
        if self._arrays is not None:
            fields = {**self._arrays, "number": pointer(self._arrays["number"])}
            if "contour" in fields:
                fields["contour"] = ffi.new("size_t[]", fields["contour"])
            kept += [fields]
            kept[3] = ffi.new("struct contensou_patch_arrays *", fields)
        return options("patch_spec", {
            "shape": kept[0], "pressure": kept[1], "tilt_k": self.tilt[0], "tilt_beta": self.tilt[1],
            "center": list(self.center), "anisotropy": list(self.anisotropy[:2]), "unit": kept[2], "cell": list(self.cell),
            "frame": choice("frame", self.frame), "arrays": kept[3],
            "anisotropy_frame": choice("frame", self.anisotropy[2] if len(self.anisotropy) > 2 else "default")}), kept

    @classmethod
    def _from(cls, kind: str, arrays: dict[str, Any], pressure: Optional[str], *look: Any) -> "Patch":
        """Of arrays; `look` is what follows in _describe."""
        patch = cls.__new__(cls)
        patch._describe(kind, pressure, *look)
        patch._arrays = {"kind": getattr(lib, f"CONTENSOU_PATCH_ARRAYS_{kind.upper()}"), **arrays}
        spec, _kept = patch._spec()
        patch._handle = create("patch", lib.contensou_patch_create, lib.contensou_patch_free, spec)
        return patch

    def _take_arrays(self, arrays: Any) -> None:
        """Those of a file."""
        fields: dict[str, Any] = {name: getattr(arrays, name) for name in ("kind", "count", "columns", "rows")}
        if arrays.contour != ffi.NULL and arrays.kind == lib.CONTENSOU_PATCH_ARRAYS_POLYGON:
            fields["contour"] = list(arrays.contour[0:arrays.count])
        fields["origin"], fields["spacing"] = list(arrays.origin), list(arrays.spacing)
        count = {lib.CONTENSOU_PATCH_ARRAYS_POLYGON: 2 * sum(fields.get("contour", ())), lib.CONTENSOU_PATCH_ARRAYS_MAP:
                 arrays.columns * arrays.rows, lib.CONTENSOU_PATCH_ARRAYS_CELLS: 4 * arrays.count}[arrays.kind]
        fields["number"] = np.frombuffer(ffi.buffer(arrays.number, 8 * count)).copy()
        self.shape = {number: name for name, number in ffi.typeof("enum contensou_patch_arrays_kind").relements.items()}[
            arrays.kind].rsplit("_", 1)[1].lower()
        self._arrays = fields

    def __reduce__(self) -> Any:
        look = self.tilt, self.center, self.anisotropy, self._unit, self.cell, self.frame
        return _patch_again, (self.shape, self.pressure, look, self._arrays)

    @classmethod
    def polygon(cls, *contours: Any, pressure: Optional[str] = None, tilt: Sequence[float] = (0.0, 0.0),
                center: Sequence[float] = (0.0, 0.0), anisotropy: Sequence[Any] = (1.0, 0.0), unit: Optional[str] = None,
                frame: str = "body") -> "Patch":
        """Outlines (n, 2), one or several or a list of them: counter-clockwise, holes clockwise. The pressure is uniform, and
        `tilt` makes it rise along a direction.

        >>> square = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
        >>> round(Patch.polygon(square, pressure="uniform").moment(2, 0, 0), 12)   # <x^2> of a square
        0.333333333333
        >>> hole = [[0.5 * x, 0.5 * y] for x, y in reversed(square)]
        >>> round(Patch.polygon([square, hole]).moment(2, 0, 0), 12)
        0.416666666667
        """
        corners = [ring for contour in contours for ring in _rings(contour)]
        if not corners:
            raise InputError("a polygon needs a contour", "EARGUMENT")
        every = numbers(np.concatenate(corners).T, "a contour")
        return cls._from("polygon", {"number": every, "contour": [len(corner) for corner in corners], "count": len(corners)}, pressure,
                         tilt, center, anisotropy, unit, (0.0, 0.0), frame)

    @classmethod
    def map(cls, pressure: Any, spacing: Union[float, Sequence[float]], origin: Optional[Sequence[float]] = None, *,
            tilt: Sequence[float] = (0.0, 0.0), center: Sequence[float] = (0.0, 0.0),
            anisotropy: Sequence[Any] = (1.0, 0.0), unit: Optional[str] = None, frame: str = "body") -> "Patch":
        """A grid of pressures (rows, columns), lowest y first, in cells of the given size; `origin` is the corner with the
        smallest x and y (by default the middle of the map is at 0, 0)."""
        grid = numbers(pressure, "a map")
        if grid.ndim != 2:
            raise InputError(f"a map has the shape {grid.shape}; it must be (rows, columns)", "EARGUMENT")
        size = [real(spacing, "spacing")] * 2 if np.ndim(spacing) == 0 else vector(spacing, "spacing", 2)
        corner = vector(-0.5 * np.array(size) * grid.shape[::-1] if origin is None else origin, "origin", 2)
        return cls._from("map", {"number": grid.copy(), "columns": grid.shape[1], "rows": grid.shape[0], "origin": corner,
                                 "spacing": size}, None, tilt, center, anisotropy, unit, (0.0, 0.0), frame)

    @classmethod
    def points(cls, places: Any, loads: Any = 1.0, *, tilt: Sequence[float] = (0.0, 0.0),
               center: Sequence[float] = (0.0, 0.0), anisotropy: Sequence[Any] = (1.0, 0.0),
               unit: Optional[str] = None, frame: str = "body") -> "Patch":
        """Feet: places (n, 2) that carry the given loads."""
        place, load = reals(places, "places"), reals(loads, "loads")
        if place.ndim != 2 or place.shape[1] != 2 or load.shape not in ((), (len(place),)):
            raise InputError(f"places have the shape {place.shape} and loads {load.shape}; they must be (n, 2), and n or one",
                             "EARGUMENT")
        cell = np.ones((4, len(place)))
        cell[:2], cell[3] = place.T, load
        return cls._from("cells", {"number": cell, "count": cell.shape[1]}, None, tilt, center, anisotropy, unit, (0.0, 0.0), frame)

    @property
    def unit(self) -> Optional[float]:
        """Metres of the unit of length, None where it is not known.

        >>> Patch("disk", unit="50mm").unit
        0.05
        """
        return lib.contensou_patch_unit(self._handle) or None

    @property
    def load(self) -> Optional[float]:
        """The integral of the pressure in newtons, None where pressures or their units are not known."""
        return lib.contensou_patch_load(self._handle) or None

    @property
    def radius(self) -> float:
        """No point of the patch is farther from the reference point."""
        return lib.contensou_patch_radius(self._handle)

    @property
    def size(self) -> float:
        """The length by which fits measure angles and torques."""
        out = ffi.new("double *")
        call(lib.contensou_patch_size, self._handle, out)
        return out[0]

    def moment(self, i: int, j: int, k: int) -> float:
        """c_ijk = <x^i y^j r^-k> about the reference point.

        >>> round(Patch("disk").moment(0, 0, -1), 12)  # <r> of a uniform disk
        0.666666666667
        """
        out = ffi.new("double *")
        call(lib.contensou_patch_moment, self._handle, i, j, k, out)
        return out[0]

    def cells(self, n: int = 101) -> np.ndarray:
        """The patch as points: rows x, y, mass from the reference point, n cells along the larger side.

        >>> round(float(Patch("disk").cells(51)[:, 2].sum()), 12)
        1.0
        """
        out, count = ffi.new("double **"), ffi.new("size_t *")
        call(lib.contensou_patch_cells, self._handle, n, out, count)
        try:
            return np.frombuffer(ffi.buffer(out[0], 24 * count[0])).reshape(3, -1).T.copy()
        finally:
            libc.free(out[0])

    def __repr__(self) -> str:
        more = "".join(f", {name}={value}" for name, value in (("tilt", self.tilt), ("center", self.center)) if any(value))
        more += f", anisotropy={self.anisotropy}" if self.anisotropy[0] not in (0, 1) else ""
        more += f", unit={self._unit!r}" if self._unit else ""
        more += f", frame={self.frame!r}" if self.frame != "body" else ""
        return f"Patch({self.shape!r}, {self.pressure!r}{more})"


def _rings(contour: Any) -> list[np.ndarray]:
    """The contours of (n, 2) numbers, or of several of those."""
    if isinstance(contour, (list, tuple)) and contour and all(np.ndim(one[0]) for one in contour if hasattr(one, "__len__") and len(one)):
        return [ring for one in contour for ring in _rings(one)]
    ring = reals(contour, "a contour")
    if ring.ndim == 3:
        return [one for many in ring for one in _rings(many)]
    if ring.ndim != 2 or ring.shape[1] != 2:
        raise InputError(f"a contour has the shape {ring.shape}; it must be (n, 2)", "EARGUMENT")
    return [ring]


def _patch_again(shape: str, pressure: Optional[str], look: Any, arrays: Optional[dict[str, Any]]) -> Patch:
    tilt, center, anisotropy, unit, cell, frame = look
    if arrays is None:
        return Patch(shape, pressure, tilt=tilt, center=center, anisotropy=anisotropy, unit=unit, cell=cell, frame=frame)
    return Patch._from(shape, arrays, pressure, *look)


def patch_of(patch: Union[Patch, str]) -> Patch:
    return patch if isinstance(patch, Patch) else Patch(patch)


class Function:
    """A function of slips whose device program is built once; `scale` is mu N and the length of a unit. Threads take turns:
    the device's buffers are those of one call."""

    _run: Any
    _program: Any

    def __init__(self, handle: Any, patch: Patch, jacobian: bool, device: Any, scale: tuple[float, float] = (1.0, 1.0)):
        self._handle, self.patch, self.jacobian, self._device, self._scale = handle, patch, jacobian, device, scale
        self._turn = Turn(shared=True)

    @property
    def program(self) -> str:
        """The text of the device program."""
        return ffi.string(self._program(self._handle)).decode()

    def __call__(self, slips: Any) -> Any:
        """(Tx, Ty, M) for slips (vx, vy, omega) along the last axis, with jacobian=True also the derivatives (.., 3, 3).
        Arrays of the shape (n, 3) that are the transpose of (3, n) in one piece are not copied."""
        slip, shape = fields_first(slips, 3, "slips")
        n, (force, length) = slip.shape[1], self._scale
        if length != 1.0:
            slip = slip * np.array([[1.0], [1.0], [length]])
        wrench = np.empty((3, n))
        jacobian = np.empty((9, n)) if self.jacobian else None
        with self._turn:
            call(self._run, self._handle, n, pointer(slip), pointer(wrench), pointer(jacobian))
        if self._scale != (1.0, 1.0):
            unit = np.array([1.0, 1.0, length])
            wrench *= force * unit[:, None]
            if jacobian is not None:
                jacobian *= force * np.outer(unit, unit).reshape(9, 1)
        if jacobian is None:
            return fields_last(wrench, shape)
        return fields_last(wrench, shape), jacobian.T.reshape(*shape, 3, 3)


class Wrench(Function):
    """The exact wrench of a patch as a function of slips; the program is built once. It is per unit of mu N and of the
    contact's length, or with `mu`, `normal_force` (N) and `size` (metres of a unit of length) in newtons and newton metres
    for slips in m/s and rad/s.

    >>> Wrench(Patch("disk"))([1.0, 0.0, 0.0]).round(12) + 0.0
    array([1., 0., 0.])
    """

    _run, _program = lib.contensou_eval_run, lib.contensou_eval_program

    def __init__(self, patch: Union[Patch, str], *, jacobian: bool = False, method: str = "auto", cells: int = 101,
                 mu: float = 1.0, normal_force: float = 1.0, size: float = 1.0, precision: str = "double", pack: int = 0,
                 device: Union[Device, str, int, None] = None):
        contact, where = patch_of(patch), device_of(device)
        self._given = contact, {"jacobian": jacobian, "method": method, "cells": cells, "mu": mu, "normal_force": normal_force,
                                "size": size, "precision": precision, "pack": pack}
        given = eval_options(method, precision, cells, jacobian, pack)
        super().__init__(create("eval", lib.contensou_eval_create, lib.contensou_eval_free, contact._handle, where._handle, given),
                         contact, jacobian, where, (real(mu, "mu") * real(normal_force, "normal_force"), real(size, "size")))

    def __reduce__(self) -> Any:
        return _wrench_again, self._given


def _wrench_again(patch: Patch, given: dict[str, Any]) -> Wrench:
    return Wrench(patch, **given)


@overload
def wrench(patch: Union[Patch, str], slips: Any, *, jacobian: Literal[False] = False,
           **options: Unpack[WrenchOptions]) -> np.ndarray: ...


@overload
def wrench(patch: Union[Patch, str], slips: Any, *, jacobian: Literal[True],
           **options: Unpack[WrenchOptions]) -> tuple[np.ndarray, np.ndarray]: ...


@overload
def wrench(patch: Union[Patch, str], slips: Any, *, jacobian: bool, **options: Unpack[WrenchOptions]) -> Any: ...


def wrench(patch: Union[Patch, str], slips: Any, *, jacobian: bool = False, **options: Unpack[WrenchOptions]) -> Any:
    """The exact wrench (Tx, Ty, M), per unit of mu N, for slips (.., 3); options are those of Wrench.

    >>> wrench(Patch("disk"), [[0, 0, 1.0]]).round(6) + 0.0   # <r> = 2/3 in pure spinning
    array([[0.      , 0.      , 0.666667]])
    """
    return Wrench(patch, jacobian=jacobian, **options)(slips)


def slips(theta: Any, phi: Any = 0.0) -> np.ndarray:
    """Unit slips of directions: (vx, vy) = cos theta (cos phi, sin phi), omega = sin theta."""
    theta, phi = np.broadcast_arrays(reals(theta, "theta"), reals(phi, "phi"))
    out = np.empty((3, theta.size))
    out[0] = (np.cos(theta) * np.cos(phi)).ravel()
    out[1] = (np.cos(theta) * np.sin(phi)).ravel()
    out[2] = np.sin(theta).ravel()
    return out.T.reshape(*theta.shape, 3)


def limit(contact: Any, loads: Any, *, eta: float = 1.0, mu: float = 1.0, normal_force: float = 1.0, size: float = 1.0,
          precision: str = "double", pack: int = 0, device: Union[Device, str, int, None] = None) -> dict[str, np.ndarray]:
    """How a contact, or a fitted law, holds loads (Fx, Fy, M) on the body, along the last axis: ``xi`` and ``sticks``, whether
    xi <= eta; ``theta`` and ``phi`` of the slip that starts, and ``slip``, that slip itself. Loads are per unit of mu N, or
    in newtons and newton metres with `mu`, `normal_force` and `size`.

    >>> float(limit(Patch("disk"), [0.5, 0, 0])["xi"].round(12))
    0.5
    """
    return limits(limiter(contact, device, precision, pack), loads, eta, mu, normal_force, size)


def limiter(contact: Any, device: Union[Device, str, int, None], precision: str = "double", pack: int = 0) -> Any:
    """The solver of limit(), which may be used again."""
    from ._fit import Fit

    where, given = device_of(device), eval_options("auto", precision, 0, False, pack)
    if isinstance(contact, Fit) and contact.model not in ("exact", "table"):
        return create("limit", lib.contensou_fit_limit, lib.contensou_limit_free, contact.patch._handle, contact._result,
                      where._handle, given), where
    return create("limit", lib.contensou_limit_create, lib.contensou_limit_free,
                  patch_of(getattr(contact, "patch", contact))._handle, where._handle, given), where


def limits(solver: Any, loads: Any, eta: float, mu: float, normal_force: float, size: float) -> dict[str, np.ndarray]:
    load, shape = fields_first(loads, 3, "loads")
    for place in np.flatnonzero(~np.isfinite(load).all(axis=0))[:1]:
        raise InputError(f"load {place} is {tuple(load[:, place].tolist())}; loads must be finite numbers", "EINPUT")
    mu, normal_force, size = real(mu, "mu"), real(normal_force, "normal_force"), real(size, "size")
    held, result = load / (-mu * normal_force * np.array([[1.0], [1.0], [size]])), np.empty_like(load)
    call(lib.contensou_limit_run, solver[0], load.shape[1], pointer(held), pointer(result))
    xi, theta, phi = (row.reshape(shape) for row in result)
    slip = slips(theta, np.where(np.isnan(phi), 0.0, phi))
    slip[..., 2] /= size
    return {"xi": xi, "sticks": xi <= eta, "theta": theta, "phi": phi, "slip": slip}


def limit_surface(contact: Any, n: int = 40, *, device: Union[Device, str, int, None] = None) -> dict[str, np.ndarray]:
    """The limit surface itself: n x 2n loads (``load``, the last axis Fx, Fy, M, per unit of mu N) with the directions
    ``theta`` and ``phi`` of the slips that they start, spread over it; `contact` is a patch or a fitted law.

    >>> limit_surface("disk", 5)["load"].shape
    (5, 10, 3)
    """
    from ._fit import Fit

    patch = patch_of(getattr(contact, "patch", contact))
    angle, phi = np.meshgrid(np.linspace(-np.pi / 2, np.pi / 2, n), np.linspace(-np.pi, np.pi, 2 * n), indexing="ij")
    slip = slips(angle, phi)
    slip[[0, -1], :, :2] = 0.0
    slip[..., 2] /= patch.radius
    load = contact(slip) if isinstance(contact, Fit) else wrench(patch, slip, device=device)
    return {"load": load, "theta": np.arctan2(slip[..., 2], np.hypot(slip[..., 0], slip[..., 1])), "phi": phi}


def _each(function: Any, values: Any) -> Any:
    array, out = reals(values, "eta"), ffi.new("double *")

    def one(value: float) -> float:
        call(function, value, out)
        return out[0]

    result = np.array([one(float(value)) for value in array.ravel()]).reshape(array.shape)
    return result if array.ndim else float(result)


def eta_prime(eta: Any) -> Any:
    """eta' of the regularised law whose maximum is eta, static over dynamic friction.

    >>> eta_prime(1.0), round(eta(eta_prime(2.7)), 12)
    (0.0, 2.7)
    """
    return _each(lib.contensou_eta_prime, eta)


def eta(prime: Any) -> Any:
    """The way back: the maximum of the regularised law for eta'."""
    return _each(lib.contensou_eta_of_prime, prime)


def eta_polynomial(low: float, high: float, degree: int = 3) -> tuple[np.ndarray, float]:
    """The polynomial in eta, lowest power first, that gives eta' on [low, high] with the smallest largest error measured
    in eta, and that error, as 'contensou eta --polynomial'.

    >>> coefficients, error = eta_polynomial(1.5, 2.7)
    >>> abs(eta(np.polynomial.polynomial.polyval(2.0, coefficients)) - 2.0) <= error < 1e-3
    True
    """
    coefficient, error = np.empty(degree + 1), ffi.new("double *")
    call(lib.contensou_eta_polynomial, low, high, degree, pointer(coefficient), error)
    return coefficient, error[0]
