"""The options of simulate(), sweep() and Simulation for checkers of types. The rows of Settings are written from the library's
table (tests/python/test_types.py --write), and a test compares them. SPDX-License-Identifier: MIT"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, SupportsFloat, TypedDict, Union

from ._contact import Patch
from ._fit import Fit
from ._law import Law
from ._library import Device

Number = Union[SupportsFloat, str, None]
Word = Union[str, "PathLike[str]", None]


class Settings(TypedDict, total=False):
    transient: Number
    samples: Number
    lanes_from: Word
    random: Any
    starts: Any
    continue_: Union[str, int, None]
    observe: Any
    section: Any
    keep: Number
    keep_events: Number
    exponents: Number
    by: Any
    same: Number
    hold: Number
    shape: Word
    pressure: Word
    tilt: Any
    center: Any
    anisotropy: Any
    unit: Word
    cell: Any
    frame: Union[str, int, None]
    set: Any
    init: Any
    stepper: Word
    rtol: Number
    atol: Number
    step: Number
    h_min: Number
    h_max: Number
    max_steps: Number
    max_events: Number
    slice_limit: Number
    check_jacobian: bool
    system_file: Word
    precision: Union[str, int, None]
    pack: Union[str, int, None]
    shard: Any
    journal: Word
    part_size: Number
    resume: bool
    command_line: Word


class Options(Settings, total=False):
    """Those of Simulation that it names itself, but for the time."""

    source: Union[str, None]
    law: Union[str, PathLike[str], Fit, Law, None]
    patch: Union[Patch, str, None]
    lanes: Union[Mapping[str, Any], None]
    vary: Union[str, Mapping[str, Any], Sequence[str], None]
    device: Union[Device, str, int, None]


class WrenchOptions(TypedDict, total=False):
    """Those of Wrench beside `jacobian`."""

    method: str
    cells: int
    mu: float
    normal_force: float
    size: float
    precision: str
    pack: int
    device: Union[Device, str, int, None]
