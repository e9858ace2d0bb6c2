"""A bifurcation diagram with Lyapunov exponents: a block on a belt under a harmonic force ([2]), over the belt's velocity.
Writes bifurcation.csv and bifurcation.png; needs Matplotlib. SPDX-License-Identifier: MIT"""

import contensou as ct

r = ct.sweep("block_belt", law="continuous", set={"Omega0_sq": 0, "F0": 0.5, "Omega1": 2, "law.eps": 1e-3},
             vary="V_dr=0.05:0.6:64", time=600, transient=300, observe="section,lyapunov",
             section="period=3.141592653589793", exponents=1)
print(r)
chaotic = r["lyapunov.1"] > 3 * r["lyapunov.1.error"]
print(f"{chaotic.sum()} of {r.lanes.rows} lanes are chaotic")
r.save("bifurcation.csv")

import matplotlib.pyplot as plt

figure, (above, below) = plt.subplots(2, sharex=True)
above.plot(r.section["V_dr"], r.section["X"], ",k")
above.set_ylabel("X (-)")
below.errorbar(r["V_dr"], r["lyapunov.1"], r["lyapunov.1.error"], fmt=".-")
below.axhline(0, color="grey")
below.set(xlabel="V_dr, velocity of the belt (-)", ylabel="largest exponent (-)")
figure.savefig("bifurcation.png")
