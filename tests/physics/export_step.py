# export_step.py: the implicit step of an exported law.py (function `law`), as export_step.c has it for C: velocity and
# impulse belong together, the impulse is the law's or within its limits, and a free disk stops in time.
# SPDX-License-Identifier: MIT
import random
import sys

sys.path.insert(0, ".")
from law import law, law_gradient, law_jacobian, law_regularised, law_step

shake = lambda: random.uniform(-1, 1)
random.seed(1)
seen = {True: 0, False: 0}
for k in range(300):
    B = [[shake() for _ in range(3)] for _ in range(3)]
    W = [[sum(p * q for p, q in zip(a, b)) + 0.05 * (i == j) for j, b in enumerate(B)] for i, a in enumerate(B)]
    slip = [shake() for _ in range(3)]
    bound = 10 ** (2 * shake())
    if k % 3 == 0:  # near the border of stick
        f = [bound * (1 + 0.01 * shake()) * x for x in law(shake(), shake(), shake())]
        slip = [sum(p * q for p, q in zip(row, f)) for row in W]
    slides, impulse, after = law_step(slip, W, bound)
    seen[slides] += 1
    for i in range(3):
        off = after[i] + sum(p * q for p, q in zip(W[i], impulse)) - slip[i]
        assert abs(off) < 1e-9 * max(map(abs, slip)), (k, off)
    if slides:
        assert max(abs(p - bound * f) for p, f in zip(impulse, law(*after))) < 1e-9 * bound, k
    else:
        for _ in range(20 * law_gradient):
            u = [shake(), shake(), shake()]
            power = sum(p * q for p, q in zip(u, law(*u)))
            assert sum(p * q for p, q in zip(u, impulse)) <= bound * power * (1 + 1e-7), k
assert min(seen.values()) > 30, seen

u, t = [1.0, 0.0, 1.0], 0.0
while True:
    slides, impulse, u = law_step(u, [[1, 0, 0], [0, 1, 0], [0, 0, 2]], 2e-3)
    if not slides:
        break
    t += 2e-3
assert abs(t - 1.3403) < 0.03, t

f, J = law_regularised(0.03, -0.02, 0.05, 0.1, 4.5)
h = 1e-7
g = law_regularised(0.03, -0.02 + h, 0.05, 0.1, 4.5)[0]
assert max(abs((g[i] - f[i]) / h - J[i][1]) for i in range(3)) < 1e-4
assert law_regularised(0.3, 0.2, 0.1, 0.0)[0] == law(0.3, 0.2, 0.1) == law_jacobian(0.3, 0.2, 0.1)[0]
