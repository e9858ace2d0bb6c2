"""Gradients in Python: keywords of simulate() and sweep(), and the function that JAX and PyTorch differentiate.
SPDX-License-Identifier: MIT"""

import unittest

import numpy as np

import contensou as ct
from contensou._gradient import Flow

OPTIONS = {"set": {"mu_g": 0.4}, "init": {"vx": 1.3, "omega": 0.0}, "law": "I11", "stepper": "event", "rtol": 1e-12, "atol": 1e-13}


class Gradients(unittest.TestCase):
    def test_of_a_disk_that_slides_to_rest(self):
        """It rests at v^2/(2 mu g) from v/(mu g) on, and before that is at v t - mu g t^2/2."""
        r = ct.simulate("free_disk", time=[0.0, 1.0, 5.0], gradient=["mu_g", "init.vx"], **OPTIONS)
        np.testing.assert_allclose(r.gradient["x.mu_g"], [0, -0.5, -0.5 * 1.3**2 / 0.16], atol=1e-9)
        np.testing.assert_allclose(r.gradient["x.init.vx"], [0, 1, 1.3 / 0.4], atol=1e-9)
        np.testing.assert_allclose(r["x"], [0, 1.1, 0.5 * 1.3**2 / 0.4], atol=1e-9)
        lanes = ct.sweep("free_disk", time=5, gradient="mu_g", vary={"mu_g": [0.4, 0.5]}, **{**OPTIONS, "set": None})
        np.testing.assert_allclose(lanes["gradient.x.mu_g"], [-0.5 * 1.3**2 / 0.16, -0.5 * 1.3**2 / 0.25], atol=1e-9)

    def test_of_many_lanes_at_once(self):
        flow = Flow("free_disk", ["mu_g", "init.vx"], [1.0, 5.0], {**OPTIONS, "set": None, "init": {"omega": 0.0}})
        value = np.array([[[0.4, 1.3]], [[0.5, 1.0]]])
        y, g = flow(value, gradient=True)
        x = flow.states(value).index("x")
        self.assertEqual(y.shape, (2, 1, 2, 6))
        self.assertEqual(g.shape, (2, 1, 2, 6, 2))
        np.testing.assert_allclose(g[:, 0, 1, x, 0], [-0.5 * 1.3**2 / 0.16, -0.5 / 0.25], atol=1e-9)
        np.testing.assert_allclose(g[:, 0, 1, x, 1], [1.3 / 0.4, 1 / 0.5], atol=1e-9)

    def test_of_the_contact(self):
        """Lanes differ in their contacts; a disk that only slides is stopped by mu g alone, one that only spins by 2/3 mu g R."""
        flow = Flow("free_disk", ["shape.R", "tilt.x"], [0.5], {"law": "integral", "set": {"mu_g": 1.0, "k_sq": 0.5}, "stepper": "dop853",
                                                                "init": {"vx": 0.0, "omega": 2.0}, "rtol": 1e-12, "atol": 1e-13})
        y, g = flow(np.array([[0.5, 0.0], [0.8, 0.0]]), gradient=True)
        omega, x = flow.states(np.array([[0.5, 0.0]])).index("omega"), flow.states(np.array([[0.5, 0.0]])).index("x")
        np.testing.assert_allclose(y[:, 0, omega], [2 - 0.5 * 2 / 3 * R / 0.5 for R in (0.5, 0.8)], atol=1e-3)
        np.testing.assert_allclose(g[:, 0, omega, 0], -2 / 3, atol=1e-3)
        lane = ct.simulate("free_disk", time=0.5, law="integral", set={"shape.R": 0.8}, init={"vx": 1.0, "omega": 0.0}, gradient=["shape.R", "tilt.k"])
        np.testing.assert_allclose(lane.gradient["x.shape.R"], 0, atol=1e-9)
        self.assertTrue(np.isfinite(g[:, 0, x, 1]).all())

    def test_of_times(self):
        """That disk rests after v/(mu g). A strobe and a cycle move with the period of the force, 2 pi/Omega1."""
        r = ct.sweep("free_disk", time=5, observe="events", gradient=["mu_g", "init.vx"], **OPTIONS)
        np.testing.assert_allclose([r.events["gradient.t.mu_g"][0], r.events["gradient.t.init.vx"][0]], [-1.3 / 0.16, 2.5], rtol=1e-9)
        np.testing.assert_allclose(r.events["gradient.x.init.vx"], 1.3 / 0.4, rtol=1e-9)
        drive = {"Omega0_sq": 0, "F0": 0.5, "V_dr": 0.1, "Omega1": 2}
        r = ct.sweep("block_belt", law="tanh", stepper="dop853", time=10, section="period", observe="section",
                     gradient="Omega1", set={**drive, "law.eps": 0.1})
        np.testing.assert_allclose(r.section["gradient.t.Omega1"], -np.pi / 2 * np.arange(4), rtol=1e-9)
        r = ct.cycle("block_belt", law="signum", stepper="event", transient=400, set=drive, by=["Omega1"])
        np.testing.assert_allclose(r["gradient.period.Omega1"], -1.5 * np.pi, rtol=1e-9)

    def test_refuses_what_has_no_derivative(self):
        with self.assertRaisesRegex(ct.InputError, "available: mu_g, k_sq"):
            ct.simulate("free_disk", time=1, gradient=["mu"])
        with self.assertRaisesRegex(ct.InputError, "no numbers are given"):
            Flow("free_disk", [], [1.0], {})
        with self.assertRaisesRegex(ct.InputError, "observe cannot be given"):
            Flow("free_disk", ["mu_g"], [1.0], {"observe": "final"})


if __name__ == "__main__":
    unittest.main()
