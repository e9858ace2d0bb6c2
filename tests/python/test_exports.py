"""Exported laws that run over arrays: JAX, PyTorch and Warp from PyPI against the exported text of Python, which other tests compare
with the library; their derivatives against differences. tests/python/exported makes the environment.
SPDX-License-Identifier: MIT"""

import importlib.util
import pathlib
import sys
import tempfile
import unittest

import numpy as np

import contensou as ct

RANDOM = np.random.default_rng(1)
COUNT = 40
SLIPS = RANDOM.normal(size=(COUNT, 3))
SLIPS[0], SLIPS[1], SLIPS[2] = 0, (0, 0, 1), (1, 0, 0)
ROOT = RANDOM.normal(size=(COUNT, 3, 3))
MASS = ROOT @ ROOT.transpose(0, 2, 1) + 0.3 * np.eye(3)
BOUND = 10 ** RANDOM.uniform(-1, 1, COUNT)
LAWS = (("disk", "I11"), ("rectangle:1,0.5", "potential6"), ("annulus:0.5", "table"), ("rectangle:1,0.5", "table"))


def space(fit, language):
    """The functions of a law's text."""
    found = {}
    exec(fit.export(language, "law"), found)
    return found


class Arrays(unittest.TestCase):
    def compare(self, language, run):
        """run(function, arrays) gives the arrays of a function of that language."""
        for shape, model in LAWS:
            fit = ct.fit(shape, model)
            self.compare_with(fit, space(fit, language), run)

    def compare_with(self, fit, text, run):
        """`text` gives what `run` calls, by name; expected are the exported functions of plain Python."""
        plain = space(fit, "python")
        wrench, jacobian = run(text["law_jacobian"], (SLIPS,))
        many, slopes = plain["law_jacobian"](*SLIPS.T)  # plain Python takes arrays of NumPy, too
        np.testing.assert_allclose(np.transpose(many), wrench, rtol=0, atol=1e-13)
        np.testing.assert_allclose(np.moveaxis(np.broadcast_arrays(*(d for row in slopes for d in row)), 0, 1).reshape(COUNT, 3, 3),
                                   jacobian, rtol=1e-10, atol=1e-11)
        for i, slip in enumerate(SLIPS.tolist()):
            np.testing.assert_allclose(wrench[i], plain["law"](*slip), rtol=0, atol=1e-13)
            np.testing.assert_allclose(jacobian[i], plain["law_jacobian"](*slip)[1], rtol=1e-10, atol=1e-11)
        state, impulse, after = run(text["law_step"], (SLIPS, MASS, BOUND))
        for i in range(COUNT):
            expected = plain["law_step"](SLIPS[i].tolist(), MASS[i].tolist(), BOUND[i])
            self.assertEqual(int(state[i]), expected[0], (fit.model, i))
            np.testing.assert_allclose(impulse[i], expected[1], rtol=1e-7, atol=1e-8)
            np.testing.assert_allclose(after[i], expected[2], rtol=1e-7, atol=1e-8)
        self.assertGreater(np.count_nonzero(state == 0), 5)
        self.assertGreater(np.count_nonzero(state == 1), 5)
        bad = run(text["law_step"], (SLIPS[3:4], -np.eye(3)[None], BOUND[:1]))
        self.assertEqual((int(bad[0][0]), float(abs(bad[1]).max())), (-1, 0.0))

    def differences(self, state_of, run):
        """Central differences of a step along one direction, where no contact changes between stick and slip."""
        change = [RANDOM.normal(size=SLIPS.shape), RANDOM.normal(size=MASS.shape), RANDOM.normal(size=BOUND.shape)]
        change[1] = change[1] + change[1].transpose(0, 2, 1)
        step = 1e-6
        sides = [state_of(*(x + side * step * d for x, d in zip((SLIPS, MASS, BOUND), change))) for side in (-1, 1)]
        same = (sides[0][0] == sides[1][0])
        same[:3] = False  # no slip, and directions without a derivative
        for k in (1, 2):
            found = (sides[1][k] - sides[0][k]) / (2 * step)
            np.testing.assert_allclose(run(change)[k - 1][same], found[same], rtol=1e-4, atol=1e-4)
        self.assertGreater(np.count_nonzero(same), 25)

    def test_jax(self):
        try:
            import jax
        except ImportError:
            self.skipTest("there is no jax here")
        jax.config.update("jax_enable_x64", True)
        self.compare("jax", lambda function, arrays: [np.array(x) for x in jax.jit(function)(*arrays)])
        text = space(ct.fit("rectangle:1,0.5", "potential6"), "jax")
        slopes = jax.jit(jax.vmap(jax.jacrev(text["law"])))(SLIPS)
        np.testing.assert_allclose(slopes, jax.jit(text["law_jacobian"])(SLIPS)[1], rtol=1e-12, atol=1e-13)
        step = jax.jit(text["law_step"])
        tangent = jax.jit(lambda d: jax.jvp(lambda *x: text["law_step"](*x)[1:], (SLIPS, MASS, BOUND), tuple(d))[1])
        self.differences(lambda *x: [np.array(y) for y in step(*x)], lambda d: [np.array(y) for y in tangent(d)])
        single = jax.jit(text["law_step"])(SLIPS.astype(np.float32), MASS.astype(np.float32), BOUND.astype(np.float32))
        np.testing.assert_allclose(single[2], step(SLIPS, MASS, BOUND)[2], atol=2e-3)

    def test_torch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("there is no torch here")

        def run(function, arrays):
            return [x.detach().numpy() for x in function(*(torch.tensor(a) for a in arrays))]

        self.compare("torch", run)
        text = space(ct.fit("rectangle:1,0.5", "potential6"), "torch")
        slips = torch.tensor(SLIPS, requires_grad=True)
        text["law"](slips)[:, 2].sum().backward()
        np.testing.assert_allclose(slips.grad, run(text["law_jacobian"], (SLIPS,))[1][:, 2], rtol=1e-12, atol=1e-13)

        def tangent(d):
            inside = [torch.tensor(x, requires_grad=True) for x in (SLIPS, MASS, BOUND)]
            out = text["law_step"](*inside)
            rows = []
            for k in (1, 2):
                whole = np.zeros(SLIPS.shape)
                for i in range(3):
                    parts = torch.autograd.grad(out[k][:, i].sum(), inside, retain_graph=True, allow_unused=True)
                    for part, change in zip(parts, d):
                        if part is not None:
                            whole[:, i] += (part.numpy() * change).reshape(COUNT, -1).sum(-1)
                rows.append(whole)
            return rows

        self.differences(lambda *x: run(text["law_step"], x), tangent)

    def test_warp(self):
        try:
            import warp as wp
        except ImportError:
            self.skipTest("there is no warp here")
        wp.config.quiet = True
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)

        def module(fit, name, change=("", "")):
            """Warp reads its functions again from their file."""
            file = pathlib.Path(folder.name) / f"{name}.py"
            file.write_text(fit.export("warp", "law").replace(*change))
            spec = importlib.util.spec_from_file_location(name, file)
            found = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(found)
            return found

        def launch(law, kernel, given, tape=None):
            kinds = {1: law.real, 2: law.law_vec, 3: law.law_mat}
            inside = [wp.array(x, dtype=kinds[x.ndim], device="cpu", requires_grad=True) for x in given]
            kind = (int, law.law_vec, law.law_vec) if kernel == "law_steps" else (law.law_vec, law.law_mat)
            out = [wp.zeros(len(given[0]), dtype=k, device="cpu", requires_grad=k is not int) for k in kind]
            with tape or wp.ScopedTimer("", active=False):
                wp.launch(getattr(law, kernel), len(given[0]), inside, out, device="cpu")
            return inside, out

        def run(law):
            return lambda kernel, given: [x.numpy() for x in launch(law, kernel, given)[1]]

        for shape, model in LAWS[:2]:  # a table is not for Warp
            fit = ct.fit(shape, model)
            law = module(fit, f"law_{model}")
            self.compare_with(fit, {"law_jacobian": "law_jacobians", "law_step": "law_steps"}, run(law))

        slips, out = (wp.array(x, dtype=law.law_vec, device="cpu", requires_grad=True) for x in (SLIPS, 0.0 * SLIPS))
        with wp.Tape() as tape:
            wp.launch(law.law_wrenches, COUNT, [slips], [out], device="cpu")
        tape.backward(grads={out: wp.array(np.tile((0.0, 0.0, 1.0), (COUNT, 1)), dtype=law.law_vec, device="cpu")})
        rows = run(law)("law_jacobians", (SLIPS,))[1]
        np.testing.assert_allclose(slips.grad.numpy(), rows[:, 2], rtol=1e-12, atol=1e-13)

        def tangent(d):
            """J d from J' e of each unit vector e."""
            whole = np.zeros((2, *SLIPS.shape))
            tape = wp.Tape()
            inside, out = launch(law, "law_steps", (SLIPS, MASS, BOUND), tape)
            for k in (0, 1):
                for i in range(3):
                    tape.zero()
                    seed = wp.array(np.tile(np.eye(3)[i], (COUNT, 1)), dtype=law.law_vec, device="cpu")
                    tape.backward(grads={out[1 + k]: seed})
                    for x, change in zip(inside, d):
                        whole[k, :, i] += (x.grad.numpy() * change).reshape(COUNT, -1).sum(-1)
            return whole

        self.differences(lambda *x: run(law)("law_steps", x), tangent)
        single = module(fit, "law_single", ("real = wp.float64", "real = wp.float32"))
        np.testing.assert_allclose(run(single)("law_steps", (SLIPS, MASS, BOUND))[2],
                                   run(law)("law_steps", (SLIPS, MASS, BOUND))[2], atol=2e-3)


if __name__ == "__main__":
    unittest.main(verbosity=2, argv=[sys.argv[0]])
