"""The friction law of one contact as an object: of a fit, of a contact itself, or regularised as simulations have it.

Laws of fits and contacts are evaluated on the host by the formulas of the kernels compiled as C: one slip costs a few
microseconds, most of them Python's own. SPDX-License-Identifier: MIT"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Optional, Union, overload

import numpy as np

from ._contact import Function, Patch, Wrench, eval_options, limiter, limits, patch_of
from ._fit import Fit, fit
from ._library import (Device, InputError, call, create, device_of, encode, ffi, fields_first, fields_last, lib, options, pointer,
                       raise_from, real, reals, whole)

_THREE, _DOUBLES = ffi.typeof("double[3]"), ffi.typeof("double[]")
_NUMBERS, _NULL, _EMPTY, _DOUBLE = (list, tuple), ffi.NULL, np.empty, np.dtype(np.float64)
_new, _buffer, _run = ffi.new, ffi.from_buffer, lib.contensou_contact_law_wrench

_MANY = 512  # slips from which the device is faster than the host for the exact wrench


class Step(NamedTuple):
    """What Law.step() gives: ``state`` is 1 where the contact slides, 0 where it sticks, 2 where it slides but no velocity
    was found that the law agrees with; ``impulse`` that of friction, along the slip; ``after`` the velocity behind it."""

    state: np.ndarray
    impulse: np.ndarray
    after: np.ndarray


class Law(Function):
    """The friction law of a contact. ``Law(fit)`` is the formula that was fitted (without mu and a where those were), and
    ``Law(patch)`` the exact wrench; `size` are metres of the contact's unit of length, by which slips in m/s and rad/s give
    torques in metres per mu N. Neither needs a device for single slips, and threads may share them.

    >>> law = Law(fit("disk", "I11"))
    >>> law([0.0, 0.0, 3.0]).round(6) + 0.0    # <r> = 2/3 of a disk that spins
    array([0.      , 0.      , 0.666667])
    >>> wrench, jacobian = law.wrench([1.0, 0.0, 0.5], jacobian=True)
    >>> jacobian.shape, round(float(law.potential([2.0, 0.0, 0.0])), 12)
    ((3, 3), 2.0)

    ``Law(patch, "I11", set={"eps": 1e-3})`` is a law as simulations have it, regularised, so that the size of a slip counts:
    `set` are its numbers, and what depends on the contact is fitted to it. It is computed on the device. catalogue("laws")
    lists the laws.

    >>> soft = Law("disk", "I11", set={"eps": 0.1})
    >>> soft([[0.1, 0, 0], [10, 0, 0]])[:, 0].round(3)
    array([0.707, 1.   ])
    """

    _run, _program = lib.contensou_regularised_run, lib.contensou_regularised_program

    def __init__(self, of: Union[Fit, Patch, str], law: Optional[str] = None, *,
                 set: Union[str, Mapping[str, float], None] = None, size: float = 1.0, jacobian: bool = False,
                 precision: str = "double", pack: int = 0, device: Union[Device, str, int, None] = None):
        self._given = of, law, dict(set) if isinstance(set, Mapping) else set, size, jacobian, precision, pack
        self.fit = of if isinstance(of, Fit) else None
        contact = of.patch if isinstance(of, Fit) else patch_of(of)
        self._size, self._law, self._limiter, self._many = real(size, "size"), None, None, None
        if law is not None or set is not None:
            if self.fit is not None:
                raise InputError("a law by its name, or with numbers of its own, is made of a patch: Law(fit.patch, 'I11')", "EARGUMENT")
            if self._size != 1.0:
                raise InputError("size is for the law of a fit or of a patch; a regularised law is in the contact's own unit", "EARGUMENT")
            if isinstance(set, Mapping):
                set = ",".join(f"law.{name.removeprefix('law.')}={real(value, name)!r}" for name, value in set.items())
            where = device_of(device)
            handle = create("regularised", lib.contensou_regularised_create, lib.contensou_regularised_free, contact._handle,
                            where._handle, encode(law or "I11"), encode(set), eval_options("auto", precision, 0, jacobian, pack))
            super().__init__(handle, contact, jacobian, where)
            return
        for name, value, plain in (("precision", precision, "double"), ("pack", pack, 0)):
            if value != plain:
                raise InputError(f"{name} is for a law that is computed on the device: Law(patch, 'I11', {name}=..)", "EARGUMENT")
        super().__init__(None, contact, jacobian, device)
        is_table = self.fit is not None and self.fit.model == "table"
        result = ffi.NULL if self.fit is None else self.fit._result
        self._law = create("contact_law", lib.contensou_contact_law_create, lib.contensou_contact_law_free, contact._handle, result,
                           options("contact_law_options", {"length": self._size,
                                                           "device": device_of(device)._handle if is_table else ffi.NULL}))
        self._is_exact = self.fit is None or self.fit.model == "exact"

    def __reduce__(self) -> Any:
        return _again, self._given

    def __repr__(self) -> str:
        return f"Law({self._given[0]!r}{'' if self._given[1] is None else f', {self._given[1]!r}'})"

    @property
    def gradient(self) -> bool:
        """Whether the law is the gradient of its potential: a step has one solution then."""
        return bool(lib.contensou_contact_law_gradient(self._host()))

    def _host(self) -> Any:
        if self._law is None:
            raise InputError("a regularised law gives wrenches only; make the law of a fit, Law(fit(patch, 'I11')), or of a patch",
                             "EARGUMENT")
        return self._law

    def __call__(self, slips: Any) -> Any:
        """(Tx, Ty, M) for slips (vx, vy, omega) along the last axis; of a law that was made with jacobian=True also the
        derivatives. No slip has no friction: zero."""
        return self.wrench(slips, self.jacobian)

    @overload
    def wrench(self, slips: Any, jacobian: Literal[False] = False) -> np.ndarray: ...

    @overload
    def wrench(self, slips: Any, jacobian: Literal[True]) -> tuple[np.ndarray, np.ndarray]: ...

    @overload
    def wrench(self, slips: Any, jacobian: bool) -> Any: ...

    def wrench(self, slips: Any, jacobian: bool = False) -> Any:
        """The same, with `jacobian` also the derivatives (.., 3, 3): row i holds those of component i by vx, vy, omega."""
        law = self._law
        if law is not None:  # one slip: nothing between here and the formula that costs time
            kind = type(slips)
            if kind is np.ndarray:
                slip = _buffer(_DOUBLES, slips) if slips.shape == (3,) and slips.dtype is _DOUBLE and slips.strides == (8,) else None
            elif kind in _NUMBERS and len(slips) == 3:
                try:
                    slip = _new(_THREE, slips)
                except TypeError:  # rows, or no numbers: told below
                    slip = None
            else:
                slip = None
            if slip is not None:
                out = _EMPTY(3)
                if not jacobian:
                    if not _run(law, 1, slip, _buffer(_DOUBLES, out), _NULL, _NULL):
                        return out
                else:
                    slopes = _EMPTY((3, 3))
                    if not _run(law, 1, slip, _buffer(_DOUBLES, out), _buffer(_DOUBLES, slopes), _NULL):
                        return out, slopes
        return self._rows(slips, jacobian)

    def _rows(self, slips: Any, jacobian: bool) -> Any:
        """Slips of any shape."""
        if self._law is None:
            if jacobian and not self.jacobian:
                raise InputError("this law was made without derivatives: Law(.., jacobian=True)", "EARGUMENT")
            found = super().__call__(slips)
            return found[0] if self.jacobian and not jacobian else found
        slip, shape = fields_first(slips, 3, "slips")
        n = slip.shape[1]
        if self._is_exact and n >= _MANY and lib.contensou_patch_has_exact(self.patch._handle):
            return self._on_device(slip, shape, jacobian)
        wrench, slopes = np.empty((3, n)), np.empty((9, n)) if jacobian else None
        call(_run, self._law, n, pointer(slip), pointer(wrench), pointer(slopes))
        if slopes is None:
            return fields_last(wrench, shape)
        return fields_last(wrench, shape), slopes.T.reshape(*shape, 3, 3)

    def _on_device(self, slip: np.ndarray, shape: tuple[int, ...], jacobian: bool) -> Any:
        """The exact wrench of many slips."""
        if not np.isfinite(slip).all():
            place = int(np.flatnonzero(~np.isfinite(slip).all(axis=0))[0])
            raise InputError(f"slip {place} is {tuple(slip[:, place].tolist())}; slips must be finite numbers", "EINPUT")
        if self._many is None or (jacobian and not self._many.jacobian):
            self._many = Wrench(self.patch, jacobian=jacobian, size=self._size, device=self._device)
        found = self._many(slip.T)
        rest = ~slip.any(axis=0)
        parts = list(found) if self._many.jacobian else [found]
        for part in parts if rest.any() else ():
            part[rest] = 0.0
        wrench = parts[0].reshape(*shape, 3)
        return (wrench, parts[1].reshape(*shape, 3, 3)) if jacobian else wrench

    def potential(self, slips: Any) -> Any:
        """The power that friction takes, per mu N: vx Tx + vy Ty + omega M."""
        slip, shape = fields_first(slips, 3, "slips")
        out = np.empty(slip.shape[1])
        call(lib.contensou_contact_law_potential, self._host(), slip.shape[1], pointer(slip), pointer(out))
        return out.reshape(shape) if shape else float(out[0])

    def limit(self, loads: Any, *, eta: float = 1.0, mu: float = 1.0, normal_force: float = 1.0) -> dict[str, np.ndarray]:
        """How the law holds loads on the body, as limit() does: ``xi``, ``sticks``, ``theta``, ``phi``, ``slip``. The solver
        is built once.

        >>> float(Law("disk").limit([0.5, 0, 0])["xi"].round(12))
        0.5
        """
        self._host()
        if self._limiter is None:
            self._limiter = limiter(self.patch if self.fit is None else self.fit, self._device)
        with self._turn:
            return limits(self._limiter, loads, eta, mu, normal_force, self._size)

    def step(self, slip: Any, inverse_mass: Any, impulse: Any) -> Step:
        """One implicit step of friction at one contact, or at many that do not touch each other: `slip` (.., 3) is the
        velocity at the end of the step if there were no friction, `inverse_mass` (.., 3, 3) what an impulse changes it by
        (J M^-1 J'), and `impulse` the bound mu N dt. The three are broadcast. Stable for steps of any length; friction never
        gives energy.

        >>> step = Law("disk").step([1.0, 0.0, 0.0], np.eye(3), 0.25)
        >>> int(step.state), step.impulse.round(12) + 0.0, step.after.round(12) + 0.0
        (1, array([0.25, 0.  , 0.  ]), array([0.75, 0.  , 0.  ]))
        """
        v, m, b = reals(slip, "slip"), reals(inverse_mass, "inverse_mass"), reals(impulse, "impulse")
        if not v.ndim or v.shape[-1] != 3:
            raise InputError(f"slip has the shape {v.shape}; its last axis must have 3 numbers", "EARGUMENT")
        if m.ndim < 2 or m.shape[-2:] != (3, 3):
            raise InputError(f"inverse_mass has the shape {m.shape}; its last two axes must be 3 by 3", "EARGUMENT")
        try:
            shape = np.broadcast_shapes(v.shape[:-1], m.shape[:-2], b.shape)
        except ValueError as failure:
            raise InputError(f"slip, inverse_mass and impulse have the shapes {v.shape}, {m.shape} and {b.shape}; before their own "
                             "axes they must have one shape, or be single", "EARGUMENT") from failure
        v = np.ascontiguousarray(np.broadcast_to(v, (*shape, 3)).reshape(-1, 3).T)
        m = np.ascontiguousarray(np.broadcast_to(m, (*shape, 3, 3)).reshape(-1, 9).T)
        b = np.ascontiguousarray(np.broadcast_to(b, shape).reshape(-1))
        state, found, after = np.empty(b.size, np.uint32), np.empty_like(v), np.empty_like(v)
        call(lib.contensou_contact_law_step, self._host(), b.size, pointer(v), pointer(m), pointer(b), pointer(found),
             pointer(after), ffi.cast("enum contensou_contact_law_state *", state.ctypes.data))
        return Step(state.astype(np.int64).reshape(shape), fields_last(found, shape), fields_last(after, shape))

    def feet(self, n: int) -> Patch:
        """The contact as n points with plain friction that come closest to it, as contensou fit --feet has them: a Patch.

        >>> feet = Law("rectangle:1,0.5").feet(4)
        >>> feet.cells().shape, bool(abs(feet.cells()[:, 2].sum() - 1) < 1e-12)
        ((4, 3), True)
        """
        count, rms = whole(n, "feet"), ffi.new("double *")
        place, share = np.empty((2, max(count, 0))), np.empty(max(count, 0))
        call(lib.contensou_export_points, self.patch._handle, device_of(self._device)._handle, count, pointer(place), pointer(share),
             rms)
        return Patch.points(place.T + np.array(self.patch.center), share, center=self.patch.center, unit=self.patch._unit,
                            frame=self.patch.frame)

    def export(self, language: str = "python", name: Optional[str] = None) -> Union[str, bytes]:
        """The law as code that needs nothing else: "c", "python", "jax", "torch", "warp" and whatever catalogue("languages")
        has. The exact law of a patch becomes a table of it, with errors below 1e-6.

        >>> "def " in Law(fit("disk", "I11")).export("python")
        True
        """
        self._host()
        return (self.fit or fit(self.patch, "table", device=self._device)).export(language, name)


def _again(of: Any, law: Any, numbers: Any, size: float, jacobian: bool, precision: str, pack: int) -> Law:
    return Law(of, law, set=numbers, size=size, jacobian=jacobian, precision=precision, pack=pack)
