"""Trajectories with their derivatives, as packages that differentiate need them (contensou.jax, contensou.torch).
SPDX-License-Identifier: MIT"""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

import numpy as np

from ._library import InputError, call, lib, numbers, text
from ._simulate import Simulation


class Flow:
    """The states of a system at given times as a function of some of its numbers: fields, ``law.NAME``, ``init.STATE``, and of the
    contact, such as ``shape.R`` or ``tilt.x``."""

    def __init__(self, system: Any, names: Sequence[str], time: Any, options: dict[str, Any],
                 like: Optional[Mapping[str, float]] = None):
        for name in ("observe", "by", "lanes", "vary", "gradient"):
            if name in options:
                raise InputError(f"{name} cannot be given here: the numbers and the times say what is computed", "EARGUMENT")
        if not names:
            raise InputError("no numbers are given; name some, such as {'mu': 0.3, 'init.phi': 0.5}", "EARGUMENT")
        self.system, self.names, self.options = system, list(names), options
        self.time = numbers(np.atleast_1d(time), "time")
        none = ("tilt.", "center.")  # which most contacts have not
        self.like = np.array([(like or {}).get(name, 0.0 if name.startswith(none) else 1.0) for name in names])  # stands for numbers that are not known yet
        self._states: tuple[str, ...] = ()

    def states(self, value: np.ndarray) -> tuple[str, ...]:
        """Their names, in the order of the last axis of what follows."""
        if not self._states:
            plan = self._plan(np.reshape(value, (-1, len(self.names)))[:1], "series")
            call(lib.contensou_simulation_prepare, plan._handle)
            self._states = tuple(text(lib.contensou_simulation_state(plan._handle, i)) or ""
                                 for i in range(lib.contensou_simulation_state_count(plan._handle)))
        return self._states

    def _plan(self, value: np.ndarray, observe: str, **more: Any) -> Simulation:
        lanes = {name: value[:, k] for k, name in enumerate(self.names)}
        return Simulation(self.system, lanes=lanes, time=self.time, observe=observe, **more, **self.options)

    def __call__(self, value: Any, gradient: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """value[.., K]: states[.., times, states], and their derivatives [.., times, states, K], or an empty array. One launch
        computes all lanes. A lane that does not reach the last time is an error."""
        value = np.asarray(value, dtype=float)
        lanes = np.ascontiguousarray(value.reshape(-1, len(self.names)))
        r = self._plan(lanes, "series,gradient" if gradient else "series", **({"by": ",".join(self.names)} if gradient else {})).run()
        reached = np.isin(r["outcome"], ("finished", "ambiguous"))
        if not reached.all():
            k = int(np.flatnonzero(~reached)[0])
            at = ", ".join(f"{name} = {x:.6g}" for name, x in zip(self.names, lanes[k]))
            raise InputError(f"the trajectory with {at} ended as '{r['outcome'][k]}'", "EARGUMENT")
        shape = (*value.shape[:-1], len(self.time))
        states = self.states(lanes)
        y = np.stack([r.series[name] for name in states], -1).reshape(*shape, len(states))
        if not gradient:
            return y, np.empty(0)
        g = np.stack([np.stack([r.gradient[f"{state}.{name}"] for name in self.names], -1) for state in states], -2)
        return y, g.reshape(*shape, len(states), len(self.names))
