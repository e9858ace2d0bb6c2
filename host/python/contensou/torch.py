"""Trajectories that PyTorch differentiates. Needs the package torch; take tensors of float64. SPDX-License-Identifier: MIT"""

from __future__ import annotations

from typing import Any, Mapping

import torch

from ._gradient import Flow


class _States(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, flow: Flow, value: Any) -> Any:
        y, g = flow(value.detach().cpu().numpy(), bool(value.requires_grad))
        ctx.g = torch.as_tensor(g, dtype=value.dtype, device=value.device)
        return torch.as_tensor(y, dtype=value.dtype, device=value.device)

    @staticmethod
    def backward(ctx: Any, by: Any) -> Any:
        return None, torch.einsum("...ti,...tik->...k", by, ctx.g)


def simulate(system: Any, parameters: Mapping[str, Any], *, time: Any, **options: Any) -> Any:
    """The states at the given times, a tensor (.., times, states), as a function of `parameters`: fields of the system,
    ``law.NAME`` and ``init.STATE``, by name, tensors of one shape (..) or numbers; all of them are lanes of one launch.
    ``backward()`` takes the derivatives of the observer gradient. Other keywords are those of contensou.simulate.

    >>> from contensou.torch import simulate  # doctest: +SKIP
    >>> mu = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)  # doctest: +SKIP
    >>> simulate("pendulum", {"mu": mu}, time=[0.5], law="I11")[-1, 2].backward()  # doctest: +SKIP
    """
    flow = Flow(system, list(parameters), time, options)
    given = [torch.as_tensor(x, dtype=torch.float64) if not torch.is_tensor(x) else x for x in parameters.values()]
    return _States.apply(flow, torch.stack(torch.broadcast_tensors(*given), -1))
