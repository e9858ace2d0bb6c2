/* round_potential_friction.h: the potential of circular patches (potential.h), regularised with l = Phi, n = 1:
 * Phi^d = q(a, e), a = v^2, e = (size w)^2, the constant potential_degree d = 4, 6 or 8. With D = (vx q_a, vy q_a,
 * size^2 w q_e) the wrench is h D, h = (2/d) Phi^(2-d) lambda, lambda = R + eta' eps^3 R^4, R = 1/sqrt(Phi^2 + eps^2).
 *
 * The slip is divided by its own length first if the constant potential_scaled is set, for single precision;
 * without, slips above 1e-18 are right. Fields: eps, eta', peak, then those of potential.h.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_ROUND_POTENTIAL_FRICTION_H
#define LAWS_ROUND_POTENTIAL_FRICTION_H

#include "core/power.h"
#include "laws/potential.h"
#include "laws/regularised.h"

enum {
    round_potential_friction_fields = regularised_fields + potential_params_count,
    round_potential_half = potential_degree / 2
};

struct round_potential_friction {
    struct regularised eps;
    real size2, k[round_potential_half + 1]; /* of a^(d/2-i) e^i */
};

static inline struct round_potential_friction round_potential_friction_make(const real *field,
                                                                            number_table shared)
{
    struct round_potential_friction law;
    real spin = field[6];

    law.eps = regularised_make(field);
    law.size2 = field[7] * field[7];
    law.k[0] = 1.0;
    for (int i = 1; i < round_potential_half; ++i)
        law.k[i] = field[2 + i];
    spin *= spin;
    law.k[round_potential_half] = spin;
    for (int i = 1; i < round_potential_half; ++i)
        law.k[round_potential_half] *= spin;
    return law;
}

/* q with its derivatives. */
struct round_potential_form {
    real q, a, e, aa, ae, ee;
};

static inline struct round_potential_form
round_potential_horner(const struct round_potential_friction *law, real a, real e)
{
    struct round_potential_form f;
    real power = 1.0, lower = 0.0, lowest = 0.0; /* e^i and its derivatives */

    f.q = f.a = f.e = f.aa = f.ae = f.ee = 0.0;
    for (int i = 0; i <= round_potential_half; ++i) {
        f.aa = f.aa * a + 2.0 * f.a;
        f.ae = f.ae * a + f.e;
        f.a = f.a * a + f.q;
        f.q = f.q * a + law->k[i] * power;
        f.e = f.e * a + law->k[i] * lower;
        f.ee = f.ee * a + law->k[i] * lowest;
        lowest = (number)(i + 1) * lower;
        lower = (number)(i + 1) * power;
        power *= e;
    }
    return f;
}

/* Phi^2 = q^(2/d). */
static inline real round_potential_square(real q)
{
    if (potential_degree == 4)
        return sqrt(q);
    if (potential_degree == 8)
        return sqrt(sqrt(q));
    return power_exp2(power_log2(q) * (1.0 / 3.0));
}

/* The squares of slip and spin, and by what they are divided. A slip of zero is taken for a tiny one along x. */
struct round_potential_slip {
    struct slip s;
    real a, e, is;
};

static inline struct round_potential_slip
round_potential_load(const struct round_potential_friction *law, struct slip s)
{
    struct round_potential_slip r;

    r.a = s.vx * s.vx + s.vy * s.vy;
    r.e = law->size2 * s.w * s.w;
    r.s = s;
    r.is = 1.0;
    if (potential_scaled) {
        const real big = fmax(r.a, r.e);

        r.is = 1.0 / sqrt(fmax(big, (real)1e-36));
        r.a = pick(big > 1e-36, r.a * r.is * r.is, (real)1.0);
        r.e *= r.is * r.is;
        r.s.vx *= r.is;
        r.s.vy *= r.is;
        r.s.w *= r.is;
    } else {
        r.a = fmax(r.a, (real)1e-36);
    }
    return r;
}

static inline struct wrench
round_potential_friction_wrench(const struct round_potential_friction *law, struct slip slip,
                                int jacobian)
{
    const struct round_potential_slip r = round_potential_load(law, slip);
    const struct slip s = r.s;
    const struct round_potential_form q = round_potential_horner(law, r.a, r.e);
    const real eps = law->eps.eps * r.is, two = round_potential_square(q.q);
    const real root = 1.0 / sqrt(two + eps * eps), k = eps * root;
    const real lift = law->eps.eta_prime * k * k * k, lambda = root * (1.0 + lift);
    const real power = potential_degree == 4 ? 1.0 / two : two / q.q; /* Phi^(2-d) */
    const real fall = (1.0 / round_potential_half) * power, h = fall * lambda;
    const real Dx = s.vx * q.a, Dy = s.vy * q.a, Dw = law->size2 * s.w * q.e;
    struct wrench f = wrench_zero();

    f.Tx = h * Dx;
    f.Ty = h * Dy;
    f.M = h * Dw;
    if (jacobian) {
        /* dh/d(Phi^2) times 2 d(Phi^2)/dD */
        const real slope =
            -(lambda * (round_potential_half - 1) / two + root * root * root * (0.5 + 2.0 * lift));
        const real bend = 2.0 * fall * fall * slope, ha = 2.0 * h, hw = ha * law->size2;

        f.xx = r.is * (h * q.a + ha * s.vx * s.vx * q.aa + bend * Dx * Dx);
        f.xy = r.is * (ha * s.vx * s.vy * q.aa + bend * Dx * Dy);
        f.yy = r.is * (h * q.a + ha * s.vy * s.vy * q.aa + bend * Dy * Dy);
        f.xw = r.is * (hw * s.vx * s.w * q.ae + bend * Dx * Dw);
        f.yw = r.is * (hw * s.vy * s.w * q.ae + bend * Dy * Dw);
        f.ww = r.is * (law->size2 * (h * q.e + hw * s.w * s.w * q.ee) + bend * Dw * Dw);
    }
    return f;
}

static inline real round_potential_friction_slide(const struct round_potential_friction *law,
                                                  struct slip s)
{
    const struct round_potential_slip r = round_potential_load(law, s);
    const real l = sqrt(round_potential_square(round_potential_horner(law, r.a, r.e).q));
    const real x = l / fmax(law->eps.eps * law->eps.peak * r.is, (real)real_tiny);
    const real none =
        pick(s.vx * s.vx + s.vy * s.vy + s.w * s.w > 0.0, (real)real_large, (real)0.0);

    return pick(law->eps.eps > 0.0, x, none);
}

#endif
