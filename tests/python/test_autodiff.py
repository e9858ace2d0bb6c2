"""JAX and PyTorch check the derivatives that they get: of a disk that slides to rest, and of the pendulum.
SPDX-License-Identifier: MIT"""

import importlib.util
import unittest

import numpy as np

import contensou as ct

DISK = {"law": "I11", "init": {"omega": 0.0}, "stepper": "event", "rtol": 1e-12, "atol": 1e-13}
PENDULUM = {"law": "I11", "set": {"law.eps": 1e-2, "law.b": 0.452, "law.m": 0.765}, "rtol": 1e-12, "atol": 1e-13}
TIMES, SHORT = np.array([0.5, 1.0, 5.0]), np.array([0.2, 0.4])


@unittest.skipUnless(importlib.util.find_spec("jax"), "jax is not here")
class Jax(unittest.TestCase):
    def test_check_grads(self):
        import jax
        from jax.test_util import check_grads

        jax.config.update("jax_enable_x64", True)

        def disk(mu, v):
            return ct.jax.simulate("free_disk", {"mu_g": mu, "init.vx": v}, time=TIMES, **DISK)[:, 0]

        def pendulum(mu, phi):
            return ct.jax.simulate("pendulum", {"mu": mu, "init.phi": phi}, time=SHORT, **PENDULUM)

        check_grads(disk, (0.4, 1.3), order=1, modes=("fwd", "rev"), atol=1e-6, rtol=1e-6, eps=1e-5)
        check_grads(pendulum, (1.0, 0.5), order=1, modes=("fwd", "rev"), atol=1e-5, rtol=1e-6, eps=1e-5)
        by = jax.jit(jax.vmap(jax.grad(lambda mu: disk(mu, 1.3)[-1])))(np.array([0.4, 0.5]))
        np.testing.assert_allclose(by, [-0.5 * 1.3**2 / 0.16, -0.5 * 1.3**2 / 0.25], atol=1e-9)


@unittest.skipUnless(importlib.util.find_spec("torch"), "torch is not here")
class Torch(unittest.TestCase):
    def test_gradcheck(self):
        import torch

        def tensor(x):
            return torch.tensor(x, dtype=torch.float64, requires_grad=True)

        def disk(mu, v):
            return ct.torch.simulate("free_disk", {"mu_g": mu, "init.vx": v}, time=TIMES, **DISK)

        def pendulum(mu, phi):
            return ct.torch.simulate("pendulum", {"mu": mu, "init.phi": phi}, time=SHORT, **PENDULUM)

        self.assertTrue(torch.autograd.gradcheck(disk, (tensor([0.4, 0.5]), tensor(1.3)), eps=1e-5, atol=1e-6))
        self.assertTrue(torch.autograd.gradcheck(pendulum, (tensor(1.0), tensor(0.5)), eps=1e-5, atol=1e-5))
        mu = tensor(0.4)
        disk(mu, tensor(1.3))[-1, 0].backward()
        self.assertAlmostEqual(mu.grad.item(), -0.5 * 1.3**2 / 0.16, places=9)


if __name__ == "__main__":
    unittest.main()
