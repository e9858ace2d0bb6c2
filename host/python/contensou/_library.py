"""The C library: loaded with the declarations of its public headers, its failures as exceptions; what Python gives it,
checked where C would take something else for it; who may use an object at a time.

Every call releases the interpreter's lock. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, Optional, Sequence, Union

import cffi
import numpy as np

from . import _driver, _warm

HERE = Path(__file__).resolve().parent
_driver.add()

ffi = cffi.FFI()
ffi.cdef((HERE / "cdef.h").read_text() + "\nvoid free(void *);\n")


def _load() -> Any:
    for path in sorted((HERE / "lib").glob("libcontensou.*")):
        return ffi.dlopen(str(path))
    raise ImportError(f"the library libcontensou is not in {HERE / 'lib'}; install the package with pip")


lib = _load()
_warm.begin(HERE / "bin" / "contensou", ffi.string(lib.contensou_version()).decode())
lib.contensou_process_spell_settings(b"", b"_")  # messages name settings as the keyword arguments that they are here
libc = ffi.dlopen(None)


class Error(Exception):
    """A failure of the library, with its sentence; `status` is the name of its kind, such as ``EDEVICE``."""

    def __init__(self, sentence: str, status: str = ""):
        super().__init__(sentence)
        self.status = status


class InputError(Error, ValueError):
    """Something that was given is not possible; the sentence names it and the valid choices."""


class Stopped(Error):
    """The caller's progress function ended the work."""


_WRONG = {"CONTENSOU_EARGUMENT", "CONTENSOU_ENOTFOUND", "CONTENSOU_EINPUT"}


def text(pointer: Any) -> Any:
    """A C string as str; None for NULL."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "surrogateescape")


def raise_from(status: int, err: Any) -> None:
    name = ffi.typeof("enum contensou_status").elements.get(status, str(status))
    sentence = text(err.message) or text(lib.contensou_status_text(status)) or name
    kind = InputError if name in _WRONG else Stopped if name == "CONTENSOU_ESTOPPED" else Error
    if name == "CONTENSOU_EMEMORY":
        raise MemoryError(sentence)
    raise kind(sentence, name.replace("CONTENSOU_", ""))


class _Process:
    """Whether OpenCL runs in this process, and whether it ran in the one that this was forked from: its threads are not
    here then, and a call would wait for them without end."""

    opened = forked = False

    @classmethod
    def after_fork(cls) -> None:
        cls.forked = cls.forked or cls.opened

    @classmethod
    def check(cls) -> None:
        if cls.forked:
            raise Error("this process was forked from one that had opened an OpenCL device, whose threads are not here; start "
                        "processes with multiprocessing.get_context('spawn'), or fork before the first use of a device", "EDEVICE")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Process.after_fork)


class Turn:
    """One thread at a time: ``with turn:`` waits for the thread before, or, where `waits` is false, raises `sentence` at
    once. The thread that has the turn may not take it again, as a function that the library calls would, unless it is
    `shared` by what that thread does."""

    def __init__(self, sentence: str = "", waits: bool = True, shared: bool = False):
        self._lock, self._sentence, self._waits, self._shared = threading.RLock(), sentence, waits, shared
        self._depth = 0

    def __enter__(self) -> None:
        _Process.check()  # before the lock: who had it may not be here
        if not self._lock.acquire(blocking=self._waits):
            raise Error(self._sentence)
        if self._depth and not self._shared:
            self._lock.release()
            raise Error(self._sentence)
        self._depth += 1

    def __exit__(self, *failure: Any) -> None:
        self._depth -= 1
        self._lock.release()


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is the error; a status other than OK is raised."""
    _Process.check()
    for argument in arguments:
        _refuse_unreal(argument, "an argument")
    err = ffi.new("struct contensou_error *")
    status = function(*arguments, err)
    if status:
        raise_from(status, err)


def create(type_name: str, function: Any, free: Any, *arguments: Any) -> Any:
    """An object of the library that `function(&object, ..)` makes; it is freed with the Python object."""
    out = ffi.new(f"struct contensou_{type_name} **")
    call(function, out, *arguments)
    return owned(out[0], free)


def owned(handle: Any, free: Any) -> Any:
    """The handle, which is freed with the Python object, but not in a process that was forked: nothing would answer."""
    return ffi.gc(handle, lambda freed, process=_Process: None if process.forked else free(freed))


def options(name: str, fields: dict[str, Any]) -> Any:
    """A struct of options; those that carry their own size get it."""
    kind = ffi.typeof(f"struct contensou_{name}")
    if kind.fields[0][0] == "size":
        fields = {"size": ffi.sizeof(kind), **fields}
    for field, value in fields.items():
        _refuse_unreal(value, field)
    return ffi.new(f"struct contensou_{name} *", fields)


def owned_text(pointer: Any) -> str:
    """A string that the library made with malloc."""
    try:
        return ffi.string(pointer).decode()
    finally:
        libc.free(pointer)


def encode(value: Union[str, os.PathLike, None]) -> Any:
    """A text or a path as a C string, which must not be cut at a NUL; NULL for None."""
    if value is None:
        return ffi.NULL
    word = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(word, str):
        raise InputError(f"{word!r} is no text: a name or a path is a str (os.fsdecode makes one of bytes)", "EARGUMENT")
    if "\0" in word:
        raise InputError(f"the text {word!r} has a NUL character, behind which nothing would be read", "EARGUMENT")
    try:
        return ffi.new("char[]", os.fsencode(word))
    except UnicodeEncodeError as failure:
        raise InputError(f"the text {word!r} has no form in UTF-8", "EARGUMENT") from failure


def strings(names: Sequence[str]) -> tuple[Any, list[Any]]:
    """An array of C strings, and what must live as long as it does."""
    kept = [encode(name) for name in names]
    return ffi.new("const char *[]", kept), kept


def _masked(values: Any) -> bool:
    if isinstance(values, np.ma.MaskedArray):
        return bool(np.ma.is_masked(values))
    return isinstance(values, (list, tuple)) and any(map(_masked, values))


def _unreal(value: Any) -> bool:
    """What float() takes for a number though it is none."""
    return isinstance(value, (str, bytes, np.ma.MaskedArray)) or (isinstance(value, np.generic) and value.dtype.kind not in "biuf")


def _refuse_unreal(value: Any, what: str) -> None:
    """C would get a number of a scalar of NumPy that is none."""
    if not isinstance(value, (str, bytes)) and _unreal(value):
        raise InputError(f"{what} is {value!r}; it must be a real number", "EARGUMENT")


def reals(values: Any, what: str) -> np.ndarray:
    """Doubles of anything that is real numbers: neither complex numbers nor dates nor words, and nothing masked."""
    if _masked(values):
        raise InputError(f"{what} has masked entries; fill them, with NaN where nothing was measured, or leave them out", "EARGUMENT")
    try:
        array = np.asarray(values)
        if array.dtype.kind == "O" and not any(map(_unreal, array.flat)):  # such as fractions
            array = np.array([float(one) for one in array.flat], dtype=np.float64).reshape(array.shape)
    except (TypeError, ValueError) as failure:
        raise InputError(f"{what}: {failure}; it must be real numbers, all rows of one length", "EARGUMENT") from failure
    if array.dtype.kind not in "biuf":
        kinds = {"c": "complex numbers", "M": "dates", "m": "spans of time"}
        raise InputError(f"{what} is made of {kinds.get(array.dtype.kind, 'words or objects')}; it must be real numbers", "EARGUMENT")
    return array.astype(np.float64, copy=False)


def numbers(values: Any, what: str) -> np.ndarray:
    """The same in one piece; no copy where they are so already."""
    return np.ascontiguousarray(reals(values, what))


def real(value: Any, what: str) -> float:
    """One number."""
    array = reals(value, what)
    if array.ndim:
        raise InputError(f"{what} has the shape {array.shape}; it must be one number", "EARGUMENT")
    return float(array)


def whole(value: Any, what: str) -> int:
    """One whole number, as C's int has it."""
    number = real(value, what)
    if not number.is_integer() or abs(number) > 2**31 - 1:
        raise InputError(f"{what} = {number:g} is no whole number", "EARGUMENT")
    return int(number)


def vector(values: Any, what: str, count: int) -> list[float]:
    """As many numbers as that."""
    array = reals(values, what)
    if array.shape != (count,):
        raise InputError(f"{what} has the shape {array.shape}; it must be {count} numbers", "EARGUMENT")
    return array.tolist()


def pointer(array: Optional[np.ndarray]) -> Any:
    return ffi.NULL if array is None else ffi.cast("double *", array.ctypes.data)


def fields_first(values: Any, width: int, what: str) -> tuple[np.ndarray, tuple[int, ...]]:
    """(.., width) numbers as the library has them, (width, n) in one piece, and the shape before. Arrays that are the
    transpose of such a piece are not copied."""
    array = reals(values, what)
    if array.ndim == 0 or array.shape[-1] != width:
        raise InputError(f"{what} has the shape {array.shape}; its last axis must have {width} numbers", "EARGUMENT")
    return np.ascontiguousarray(array.reshape(-1, width).T), array.shape[:-1]


def fields_last(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The way back, without a copy for n rows."""
    return array.T.reshape(*shape, array.shape[0])


Progress = Union[bool, Callable[[str, float, float], Any], None]


class _Bar:
    """A line on standard error where tqdm is not installed, at most ten times a second."""

    def __init__(self) -> None:
        self._work, self._then, self._length = "", 0.0, 0

    def tell(self, work: str, done: float, total: float) -> None:
        now = time.monotonic()
        if work != self._work and self._work:
            self.close()
        if work == self._work and now - self._then < 0.1 and not (total and done >= total):
            return
        self._work, self._then = work, now
        part = min(done / total, 1.0) if total else 0.0
        marks = f" |{'#' * int(30 * part):30s}| {100 * part:3.0f} %" if total else ""
        line = f"{work}{marks} {done:.6g}{f'/{total:.6g}' if total else ''}"
        sys.stderr.write("\r" + line.ljust(self._length))
        sys.stderr.flush()
        self._length = len(line)

    def close(self) -> None:
        if self._length:
            sys.stderr.write("\n")
        self._length = 0


class Watch:
    """What the library tells and asks during long work: `progress` is None, True (a bar of tqdm, or a plain one) or a function
    of (work, done, total), which ends the work by returning something true. Ctrl-C ends it too: the work runs in a thread
    of its own, so that the interpreter sees the signal at once."""

    def __init__(self, progress: Progress = None):
        self._stop = False
        self._failure: Optional[BaseException] = None
        self._bar: Any = None
        self._told = _bar_of(self) if progress is True else progress or None
        self._callback = ffi.callback("int(void *, const char *, double, double)", self._report, error=1)
        self.struct = ffi.new("struct contensou_progress *", {"report": self._callback, "context": ffi.NULL})

    def _report(self, context: Any, work: Any, done: float, total: float) -> int:
        if self._told is not None and not self._stop:
            try:
                self._stop = bool(self._told(ffi.string(work).decode(), done, total))
            except BaseException as failure:
                self.failed(type(failure), failure, None)
        return int(self._stop)

    def failed(self, kind: Any, failure: Any, trace: Any) -> None:
        """What a function of the caller's raised: told when the library is back."""
        self._failure, self._stop = failure, True

    def call(self, function: Any, *arguments: Any, turns: Sequence[Turn] = ()) -> None:
        """As call(), in a thread, which takes the turns: a function that it calls then knows that they are taken."""
        failures: list[BaseException] = []
        interrupted: Optional[BaseException] = None
        done = threading.Event()

        def work() -> None:
            try:
                with contextlib.ExitStack() as taken:
                    for turn in turns:
                        taken.enter_context(turn)
                    call(function, *arguments)
            except BaseException as failure:
                failures.append(failure)
            finally:
                done.set()

        threading.Thread(target=work, name="contensou").start()
        while not done.is_set():  # Thread.join forgets a thread that runs when Ctrl-C interrupts it
            try:
                done.wait()
            except BaseException as signal:
                self._stop, interrupted = True, signal
        if self._bar is not None:
            self._bar.close()
        if interrupted is not None:
            raise interrupted
        if self._failure is not None:
            raise self._failure
        if failures:
            raise failures[0]


def _bar_of(watch: Watch) -> Optional[Callable[[str, float, float], None]]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        watch._bar = _Bar()
        return watch._bar.tell

    def tell(work: str, done: float, total: float) -> None:
        bar = watch._bar
        if bar is None or bar.unit != work:
            if bar is not None:
                bar.close()
            bar = watch._bar = tqdm(total=total or None, unit=work)
        bar.n = done
        bar.refresh()

    return tell


class Device:
    """An OpenCL device: by its index, a piece of its name, or the one that suits best.

    >>> Device().name != ""
    True
    """

    _default: Optional["Device"] = None
    _opening = Turn(shared=True)
    name: str

    def __init__(self, choice: Union[str, int, None] = None):
        choice = None if choice is None else str(choice)
        _Process.opened = True
        self._handle = create("device", lib.contensou_device_open, lib.contensou_device_close, encode(choice))
        about = lib.contensou_device_about(self._handle)
        for field, _ in ffi.typeof(about[0]).fields:
            value = getattr(about, field)
            setattr(self, field, text(value) if isinstance(value, ffi.CData) else value)

    def __reduce__(self) -> Any:
        return Device, (self.name,)

    def __repr__(self) -> str:
        return f"Device({self.name!r})"


def device_of(device: Union[Device, str, int, None]) -> Device:
    """The device of a parameter; the default one is opened once."""
    if isinstance(device, Device):
        return device
    if device is not None:
        return Device(device)
    with Device._opening:
        if Device._default is None:
            Device._default = Device()
        return Device._default


def devices() -> list[dict[str, Any]]:
    """The OpenCL devices of this machine; ``chosen`` is 1 for the default one, ``why`` says why.

    >>> any(d["chosen"] for d in devices())
    True
    """
    rows, count = ffi.new("struct contensou_device_info **"), ffi.new("size_t *")
    _Process.opened = True
    call(lib.contensou_device_list, rows, count, ffi.NULL)
    try:
        return [
            {
                name: text(value) if isinstance(value := getattr(rows[0][i], name), ffi.CData) else value
                for name, _ in ffi.typeof("struct contensou_device_info").fields
            }
            for i in range(count[0])
        ]
    finally:
        lib.contensou_device_list_free(rows[0])


def catalogue(kind: str) -> dict[str, dict[str, Any]]:
    """What the library has: shapes, pressures, models, laws, systems, steppers, observers, engines or languages, by name,
    with the text, the numbers (unit, default, limits) and what else is known of each.

    >>> catalogue("systems")["pendulum"]["numbers"]["omega_0"]["unit"]
    'rad/s'
    """
    head = "CONTENSOU_CATALOGUE_"
    kinds = {name[len(head):].lower(): number for name, number in ffi.typeof("enum contensou_catalogue_kind").relements.items()}
    if kind not in kinds:
        raise InputError(f"no kind of parts named {kind!r}; available: {', '.join(kinds)}", "ENOTFOUND")
    handle = create("catalogue", lib.contensou_catalogue_create, lib.contensou_catalogue_free, kinds[kind])
    roles = ffi.typeof("enum contensou_catalogue_role").elements
    out = {}
    for i in range(lib.contensou_catalogue_count(handle)):
        part = lib.contensou_catalogue_part(handle, i)
        out[text(part.name)] = {
            "form": text(part.form), "text": text(part.text),
            "numbers": {text(row.name): {
                "role": roles[row.role][len(head):].lower(), "unit": text(row.unit), "text": text(row.text),
                "default": row.value, "low": row.low, "high": row.high,
            } for row in (part.number[k] for k in range(part.numbers))},
            **{text(part.property[k].name): text(part.property[k].text) for k in range(part.properties)},
        }
    return out
