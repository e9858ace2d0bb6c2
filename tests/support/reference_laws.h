/* reference_laws.h: friction laws as the papers print them (with docs/errata.md), by plain pow() and sqrt() in
 * double. They share nothing with kernels/. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_REFERENCE_LAWS_H
#define CONTENSOU_TESTS_REFERENCE_LAWS_H

enum reference_law_kind {
    reference_none,
    reference_I00,        /* [4](2), regularised as [1](4.3) */
    reference_I11,        /* [4](3), regularised as [4](6) */
    reference_pade2,      /* [5](12) times the same regularisation with n = 1 */
    reference_continuous, /* [2](1) */
    reference_tanh        /* F_s/(1 + delta |V_r|) tanh(V_r/eps) */
};

struct reference_law {
    enum reference_law_kind kind;
    double eps, eta_prime;
    double b, m;               /* of I00 and I11 */
    double r, r_sq, r_inverse; /* moments <r>, <r^2>, <1/r> of the untilted pressure */
    double F_s, delta;
};

/* Tx, Ty, M of a slip in units of the contact's size, under a pressure tilted by 1 + gx x + gy y (which
 * only pade2 knows); along the slip. */
void reference_laws_wrench(const struct reference_law *law, const double slip[3],
                           const double tilt[2], double wrench[3]);

/* J[i][j] = d wrench_i/d slip_j of I00 and I11. */
void reference_laws_jacobian(const struct reference_law *law, const double slip[3], double J[3][3]);

/* F(V_r, F_ex), and by[] = its derivatives with respect to V_r and F_ex (may be NULL). */
double reference_laws_force(const struct reference_law *law, double v, double load, double by[2]);

#endif
