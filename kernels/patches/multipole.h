/* multipole.h: the wrench of any patch for a distant centre of rotation, from its multipole moments.
 *
 * For the slip v in the direction phi and kap = w/v, |V|/v = sqrt(1 - 2 kap y' + kap^2 r^2) is the
 * generating function of the Gegenbauer polynomials of index -1/2, so that
 *
 *     Phi/v = F(kap, phi) = sum_n kap^n sum_l A_nl cos(l phi') + B_nl sin(l phi'),  phi' = phi +
 * pi/2,
 *
 * l = n, n-2, .. >= 0, where A, B hold <r^n cos l psi>, <r^n sin l psi> of the patch times
 * (-1/2)_k (-1/2)_{n-k}/(k! (n-k)!), k = (n-l)/2, doubled for l > 0. T along v is F - kap F_kap,
 * across it F_phi, and M = F_kap. Lengths in units of the patch's radius; the error is about
 * kap^(order+1).
 *
 * The table holds for l = 0..order the pairs A, B for n from the highest down to l.
 * SPDX-License-Identifier: MIT */
#ifndef PATCHES_MULTIPOLE_H
#define PATCHES_MULTIPOLE_H

#include "core/wrench.h"

/* Pairs in the table. */
static inline int multipole_terms(int order)
{
    return (order + 2) * (order + 2) / 4;
}

/* F and its derivatives. */
struct multipole_sums {
    real F, Fk, Fp, Fkk, Fkp, Fpp;
};

/* A polynomial in kap^2 and its first two derivatives, by Horner's rule. */
struct multipole_poly {
    real q, q1, q2; /* q2 is half the second derivative */
};

static inline void multipole_horner(struct multipole_poly *p, real x, real a, int jacobian)
{
    if (jacobian)
        p->q2 = p->q2 * x + p->q1;
    p->q1 = p->q1 * x + p->q;
    p->q = p->q * x + a;
}

/* kap^l q(kap^2) and its derivatives with respect to kap; power[j] = kap^(l-j), 0 where that is
 * negative. */
static inline struct multipole_poly multipole_with_power(struct multipole_poly p, real kap, int l,
                                                         const real power[3])
{
    const real x = kap * kap;
    struct multipole_poly r;

    r.q = power[0] * p.q;
    r.q1 = (number)l * power[1] * p.q + 2.0 * kap * power[0] * p.q1;
    r.q2 = (number)(l * (l - 1)) * power[2] * p.q + (number)(4 * l + 2) * power[0] * p.q1 +
           8.0 * x * power[0] * p.q2;
    return r;
}

static inline struct multipole_sums multipole_sum(number_table t, int order, real kap, real c1,
                                                  real s1, int jacobian)
{
    real c = 1.0, s = 0.0, power[3];
    struct multipole_sums f;

    f.F = f.Fk = f.Fp = f.Fkk = f.Fkp = f.Fpp = 0.0;
    power[0] = 1.0;
    power[1] = power[2] = 0.0;
    for (int l = 0; l <= order; ++l) {
        const real turn = c * c1 - s * s1;
        struct multipole_poly A = {0.0, 0.0, 0.0}, B = {0.0, 0.0, 0.0};

        for (int n = order - ((order - l) & 1); n >= l; n -= 2, t += 2) {
            multipole_horner(&A, kap * kap, t[0], jacobian);
            multipole_horner(&B, kap * kap, t[1], jacobian);
        }
        A = multipole_with_power(A, kap, l, power);
        B = multipole_with_power(B, kap, l, power);
        f.F += c * A.q + s * B.q;
        f.Fk += c * A.q1 + s * B.q1;
        f.Fp += (number)l * (c * B.q - s * A.q);
        if (jacobian) {
            f.Fkk += c * A.q2 + s * B.q2;
            f.Fkp += (number)l * (c * B.q1 - s * A.q1);
            f.Fpp -= (number)(l * l) * (c * A.q + s * B.q);
        }
        s = s * c1 + c * s1;
        c = turn;
        power[2] = power[1];
        power[1] = power[0];
        power[0] *= kap;
        if (sizeof(number) == 4 &&
            l > 0) /* CPUs compute slowly with numbers below the smallest normal one */
            power[0] = pick(fabs(power[0]) < 1e-16, (real)0.0, power[0]);
    }
    return f;
}

static inline struct wrench multipole_wrench(number_table t, int order, struct slip slip,
                                             int jacobian)
{
    const real v = fmax(sqrt(slip.vx * slip.vx + slip.vy * slip.vy), (real)real_tiny);
    const real c = slip.vx / v, s = slip.vy / v, kap = slip.w / v;
    const struct multipole_sums a = multipole_sum(t, order, kap, -s, c, jacobian);
    const real along = a.F - kap * a.Fk;
    struct wrench f = wrench_zero();

    f.Tx = c * along - s * a.Fp;
    f.Ty = s * along + c * a.Fp;
    f.M = a.Fk;
    if (jacobian) {
        const real iv = 1.0 / v;
        const real aa = kap * kap * a.Fkk * iv, ac = -kap * a.Fkp * iv;
        const real cc = (along + a.Fpp) * iv, aw = -kap * a.Fkk * iv, cw = a.Fkp * iv;

        f.xx = c * c * aa - 2.0 * c * s * ac + s * s * cc;
        f.xy = c * s * (aa - cc) + (c * c - s * s) * ac;
        f.yy = s * s * aa + 2.0 * c * s * ac + c * c * cc;
        f.xw = c * aw - s * cw;
        f.yw = s * aw + c * cw;
        f.ww = a.Fkk * iv;
    }
    return f;
}

#endif
