"""Trajectories that JAX differentiates, maps and compiles. Needs the package jax; take 64 bits
(``jax.config.update("jax_enable_x64", True)``), as with 32 the results are rounded to them. SPDX-License-Identifier: MIT"""

from __future__ import annotations

from typing import Any, Mapping, Optional

import jax
import jax.numpy as jnp
import numpy as np

from ._gradient import Flow


def _call(flow: Flow, value: Any, gradient: bool) -> Any:
    """The numbers of a Flow from within a compiled function; lanes that vmap makes are lanes of one launch."""
    shape: tuple[int, ...] = (len(flow.time), len(flow.states(flow.like)))
    if gradient:
        shape = (*shape, len(flow.names))

    def host(x: Any) -> Any:
        return flow(np.asarray(x), gradient)[int(gradient)].astype(value.dtype)

    return jax.pure_callback(host, jax.ShapeDtypeStruct(shape, value.dtype), value, vmap_method="broadcast_all")


def simulate(system: Any, parameters: Mapping[str, Any], *, time: Any, like: Optional[Mapping[str, float]] = None, **options: Any) -> Any:
    """The states at the given times, an array (times, states), as a function of `parameters`: fields of the system,
    ``law.NAME`` and ``init.STATE``, by name. Derivatives are those of the observer gradient: forward and backward, under
    ``jit`` and ``vmap``. `like` has values of the parameters with which the plan is checked before any are known
    (default: 1 each). Other keywords are those of contensou.simulate.

    >>> from contensou.jax import simulate  # doctest: +SKIP
    >>> jax.grad(lambda mu: simulate("pendulum", {"mu": mu}, time=[0.5], law="I11")[-1, 2])(1.0)  # doctest: +SKIP
    """
    flow = Flow(system, list(parameters), time, options, like)
    value = jnp.stack([jnp.asarray(x, dtype=jnp.result_type(float)) for x in parameters.values()])

    @jax.custom_jvp
    def states(p: Any) -> Any:
        return _call(flow, p, False)

    @states.defjvp
    def states_jvp(primals: Any, tangents: Any) -> Any:
        return states(primals[0]), jnp.einsum("tik,k->ti", _call(flow, primals[0], True), tangents[0])

    return states(value)
