/* reference_laws.c: the laws of reference_laws.h. SPDX-License-Identifier: MIT */
#include "support/reference_laws.h"

#include <math.h>

/* The numerators of [4](2) and (3), circular pressure: vx P, vy P, w Q. */
struct numerators {
    double P, P_a, P_e, Q, Q_a, Q_e; /* a = v^2, e = w^2 */
};

static struct numerators numerators_of(const struct reference_law *law, double a, double e)
{
    if (law->kind == reference_I00)
        return (struct numerators){.P = 1, .Q = law->b * law->r};
    return (struct numerators){.P = a + law->b / 2 * law->r_inverse * e,
                               .P_a = 1,
                               .P_e = law->b / 2 * law->r_inverse,
                               .Q = law->b * law->r * e + law->r_sq / 2 * a,
                               .Q_a = law->r_sq / 2,
                               .Q_e = law->b * law->r};
}

static int order_of(const struct reference_law *law)
{
    return law->kind == reference_I11 ? 3 : 1;
}

/* lambda_sb_eps of [4](6), the second denominator squared; into by[] its derivatives by v and |w|. */
static double lambda_of(const struct reference_law *law, double v, double w, double by[2])
{
    const int n = order_of(law);
    const double m = law->m, bm = pow(law->b, m);
    const double sum = pow(v, m * n) + bm * pow(w, m * n), L = pow(sum, 1 / m);
    const double E = pow(law->eps, n), S = L * L + E * E;

    if (by) {
        const double slope =
            -L * pow(S, -1.5) - 4 * law->eta_prime * pow(law->eps, 3 * n) * L * pow(S, -3);
        const double outer = sum > 0 ? n * pow(sum, 1 / m - 1) : 0;

        by[0] = v > 0 ? slope * outer * pow(v, m * n - 1) : 0;
        by[1] = w > 0 ? slope * outer * bm * pow(w, m * n - 1) : 0;
    }
    return 1 / sqrt(S) + law->eta_prime * pow(law->eps, 3 * n) / (S * S);
}

/* (x^2 + k x y)/(x^2 + k x y + y^2). */
static double share(double x, double y, double k)
{
    return (x * x + k * x * y) / (x * x + k * x * y + y * y);
}

/* [5](12) for v along the first axis; tilt = (k_r cos beta, -k_r sin beta) there. A contact that spins
 * the other way is the mirror image. */
static void pade2(const struct reference_law *law, double v, double w, const double tilt[2],
                  double out[3])
{
    const double u = fabs(w), sign = w < 0 ? -1 : 1;
    const double cosine = tilt[0], sine = -sign * tilt[1];
    const double F_r = law->r / 2, M_ur = law->r_sq / 2;
    const double rim = v * v + u * u;

    out[0] = share(v, u, law->r_inverse / 2) + F_r * sine * u * u / rim;
    out[1] = sign * F_r * cosine * share(u, v, M_ur / F_r);
    out[2] = sign * (law->r * share(u, v, M_ur / law->r) + M_ur * sine * v * v / rim);
}

static void tilted(const struct reference_law *law, const double slip[3], const double tilt[2],
                   double out[3])
{
    const double v = hypot(slip[0], slip[1]), l = hypot(v, slip[2]),
                 S = l * l + law->eps * law->eps;
    const double c = v > 0 ? slip[0] / v : 1, s = v > 0 ? slip[1] / v : 0;
    const double frame[2] = {tilt[0] * c + tilt[1] * s, tilt[1] * c - tilt[0] * s};
    const double G = l * (1 / sqrt(S) + law->eta_prime * pow(law->eps, 3) / (S * S));
    double f[3];

    out[0] = out[1] = out[2] = 0;
    if (l == 0)
        return;
    pade2(law, v, slip[2], frame, f);
    out[0] = G * (c * f[0] - s * f[1]);
    out[1] = G * (s * f[0] + c * f[1]);
    out[2] = G * f[2];
}

void reference_laws_wrench(const struct reference_law *law, const double slip[3],
                           const double tilt[2], double wrench[3])
{
    static const double flat[2] = {0, 0};

    if (law->kind == reference_pade2) {
        tilted(law, slip, tilt ? tilt : flat, wrench);
    } else {
        const double a = slip[0] * slip[0] + slip[1] * slip[1], e = slip[2] * slip[2];
        const struct numerators N = numerators_of(law, a, e);
        const double lambda = lambda_of(law, sqrt(a), fabs(slip[2]), 0);

        wrench[0] = slip[0] * N.P * lambda;
        wrench[1] = slip[1] * N.P * lambda;
        wrench[2] = slip[2] * N.Q * lambda;
    }
}

void reference_laws_jacobian(const struct reference_law *law, const double slip[3], double J[3][3])
{
    const double a = slip[0] * slip[0] + slip[1] * slip[1], e = slip[2] * slip[2], v = sqrt(a);
    const struct numerators N = numerators_of(law, a, e);
    double by[2];
    const double lambda = lambda_of(law, v, fabs(slip[2]), by);
    const double slope[3] = {v > 0 ? by[0] * slip[0] / v : 0, v > 0 ? by[0] * slip[1] / v : 0,
                             slip[2] < 0 ? -by[1] : by[1]};

    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double top = i < 2 ? N.P : N.Q;
            const double top_j =
                2 * slip[j] * (i < 2 ? (j < 2 ? N.P_a : N.P_e) : (j < 2 ? N.Q_a : N.Q_e));

            J[i][j] = ((i == j) * top + slip[i] * top_j) * lambda + slip[i] * top * slope[j];
        }
}

static double sign_of(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* [2](1), region by region, with the derivatives of docs/maths.md 4. */
static double continuous(const struct reference_law *law, double v, double load, double by[2])
{
    const double F_s = law->F_s, x = fabs(v) / law->eps, A3 = x * x * (3 - 2 * x);
    const double slope = 6 * v / (law->eps * law->eps) * (1 - x); /* of A3 */

    by[0] = by[1] = 0;
    if (x > 1) { /* V1 */
        const double fall = 1 + law->delta * (fabs(v) - law->eps);

        by[0] = -law->delta * F_s / (fall * fall);
        return F_s / fall * sign_of(v);
    }
    if (fabs(load) <= F_s) { /* V4 */
        by[0] = slope * (F_s * sign_of(v) - load);
        by[1] = 1 - A3;
        return A3 * (F_s * sign_of(v) - load) + load;
    }
    if (v * load >= 0) /* V2 */
        return F_s * sign_of(load);
    by[0] = 2 * slope * F_s * sign_of(v); /* V3 */
    return (2 * A3 - 1) * F_s * sign_of(v);
}

double reference_laws_force(const struct reference_law *law, double v, double load, double by[2])
{
    const double fall = 1 + law->delta * fabs(v), step = tanh(v / law->eps);
    double slopes[2];

    if (!by)
        by = slopes;
    if (law->kind == reference_continuous)
        return continuous(law, v, load, by);
    by[0] = law->F_s *
            ((1 - step * step) / law->eps / fall - step * law->delta * sign_of(v) / (fall * fall));
    by[1] = 0;
    return law->F_s / fall * step;
}
