# export_bodies.py: export_bodies.c for an exported law.py (function `law`).
#     export_bodies.py COUNT
# SPDX-License-Identifier: MIT
import math
import random
import sys

sys.path.insert(0, ".")
from law import law, law_step

count = int(sys.argv[1])
between = random.Random(7).uniform
dot = lambda a, b: sum(x * y for x, y in zip(a, b))
angles = [(math.pi * ((i + 0.5) / 45 - 0.5), math.pi * j / 45) for i in range(45) for j in range(90)]
limit = [law(math.cos(t) * math.cos(p), math.cos(t) * math.sin(p), math.sin(t)) for t, p in angles]
seen = [0, 0, 0]
for k in range(count):
    away, angle, J, bound = between(0, 10), between(0, 2 * math.pi), 10 ** between(-1, 1), 10 ** between(-6, 0)
    x, y, scale = away * math.cos(angle), away * math.sin(angle), 10 ** between(-3, 1)
    W = [[1 + y * y / J, -x * y / J, -y / J], [-x * y / J, 1 + x * x / J, x / J], [-y / J, x / J, 1 / J]]
    slip = [scale * between(-1, 1) for _ in range(3)]
    if k % 2:  # of the mass centre
        slip = [slip[0] - slip[2] * y, slip[1] + slip[2] * x, slip[2]]
    if k % 3 == 0:  # an impulse near the limit stops it
        more = 1 + 10 ** between(-4, 0) * (1 if k % 2 else -1)
        f = [bound * more * part for part in law(between(-1, 1), between(-1, 1), between(-1, 1))]
        slip = [dot(row, f) for row in W]
    state, p, after = law_step(slip, W, bound)
    seen[state] += 1
    size = max(map(abs, slip))
    assert max(abs(after[i] + dot(W[i], p) - slip[i]) for i in range(3)) < 1e-9 * size, k
    assert 0.5 * (dot(p, slip) + dot(p, after)) >= -1e-12 * bound * size, k
    if state == 1:
        assert max(abs(a / bound - b) for a, b in zip(p, law(*after))) < 1e-9, k
    if state == 0:
        assert after == [0.0] * 3, k
        assert dot(p, p) < 1.05 * bound * max(dot(p, f) for f in limit), k
print(seen)
assert seen[2] == 0 and min(seen[:2]) > count / 10, seen
