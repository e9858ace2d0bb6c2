"""A law from measurements: slips and wrenches of a pushed object, here made with noise from a known contact.
SPDX-License-Identifier: MIT"""

import numpy as np

import contensou as ct

random = np.random.default_rng(1)
mu, size = 0.35, 0.04  # what is to be found: friction coefficient and radius in metres
slips = random.normal(size=(300, 3)) * [1, 1, 1 / size]
exact = ct.wrench("disk", slips * [1, 1, size])
wrenches = mu * exact * [1, 1, size] + random.normal(size=(300, 3)) * 0.01 * [1, 1, size]

law = ct.fit_data("disk", "potential4", slips, wrenches, free="mu,a")
for name in ("mu", "a"):
    low, high = law.intervals[name]
    print(f"{name} = {law.parameters[name]:.5f}, 95 % in {low:.5f} to {high:.5f}")
