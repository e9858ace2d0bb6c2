"""From a contact to a simulation: the exact wrench, a fitted law, its error, and a disk that slides to rest under both.
SPDX-License-Identifier: MIT"""

import numpy as np

import contensou as ct

patch = ct.Patch("disk", "hertz")
theta = np.linspace(0, np.pi / 2, 91)
exact = ct.wrench(patch, ct.slips(theta))

law = ct.fit(patch, "I11")
print(law)
print("largest difference from the exact wrench: %.1e" % np.abs(law(ct.slips(theta)) - exact).max())

times = np.linspace(0, 2, 201)
for name in ("I11", "table"):
    r = ct.simulate("free_disk", law=name, patch=patch, init={"vx": 1, "omega": 1}, time=times)
    moving = np.hypot(r["vx"], r["omega"]) > 1e-3
    print(f"{name}: comes to rest after t = {r['t'][moving][-1]:.2f}, at x = {r['x'][-1]:.6f}")
