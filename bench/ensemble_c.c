/* ensemble_c.c: the systems and laws in plain C as one would write them for CVODE, with every constant of a
 * lane worked out beforehand: [1](4.3) and (5.1), [2](1) and (5), [4](2), (3), (6) to (8).
 * SPDX-License-Identifier: MIT */
#include "ensemble.h"

#include "laws/law.h"

#include <math.h>
#include <string.h>

/* v: eps, eta, eta', b, m of a uniform disk of radius 1; n = 1 is I00, 3 is I11. */
static void prepare_circle(const double *v, int n, struct bench_circle *k)
{
    const double eps = v[0], b = v[3], m = v[4];
    long double slope, eta_prime = v[2];

    if (isnan(v[2]))
        eta_prime = v[1] > 1 ? contensou__law_eta_prime_forward(v[1], &slope) : 0;
    k->n = n;
    k->half_mn = 0.5 * m * n;
    k->two_over_m = 2 / m;
    k->c = pow(b, 2.0 / n);
    k->E2 = pow(eps, 2 * n);
    k->E3 = (double)eta_prime * pow(eps, 3 * n);
    k->P[0] = 1;
    k->P[1] = n == 3 ? b : 0;
    k->Q[0] = n == 3 ? 0.25 : b * 2 / 3;
    k->Q[1] = n == 3 ? b * 2 / 3 : 0;
}

/* Tx, Ty, M of a slip; into J, unless NULL, their derivatives. */
static inline void circle(const struct bench_circle *k, const double s[3], double f[3],
                          double J[3][3])
{
    const double a = s[0] * s[0] + s[1] * s[1], e = s[2] * s[2], spin = k->c * e;
    const double big = a > spin ? a : spin, small = a > spin ? spin : a;
    const double t = small > 0 ? pow(small / big, k->half_mn) : 0, sum = 1 + t;
    const double L2 = (k->n == 3 ? big * big * big : big) * pow(sum, k->two_over_m);
    const double R2 = 1 / (L2 + k->E2), R = sqrt(R2), lambda = R + k->E3 * R2 * R2;
    const double P = k->n == 3 ? k->P[0] * a + k->P[1] * e : k->P[0];
    const double Q = k->n == 3 ? k->Q[0] * a + k->Q[1] * e : k->Q[0];

    f[0] = s[0] * P * lambda;
    f[1] = s[1] * P * lambda;
    f[2] = s[2] * Q * lambda;
    if (J) {
        const double by_L2 = -0.5 * R2 * R - 2 * k->E3 * R2 * R2 * R2, nL2 = k->n * L2 / sum;
        const double by_a = a > 0 ? by_L2 * nL2 * (a > spin ? 1 : t) / a : 0;
        const double by_e = e > 0 ? by_L2 * nL2 * (a > spin ? t : 1) / e : 0;
        const int cubic = k->n == 3;

        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                const double N = i < 2 ? P : Q, *c = i < 2 ? k->P : k->Q;
                const double slope = (cubic ? c[j == 2] * lambda : 0) + N * (j == 2 ? by_e : by_a);

                J[i][j] = (i == j) * N * lambda + 2 * s[i] * s[j] * slope;
            }
    }
}

static void copy_fields(const double *value, int count, struct bench_lane *lane)
{
    memcpy(lane->field, value, (size_t)count * sizeof *value);
}

static void lorenz_prepare(const double *value, struct bench_lane *lane)
{
    copy_fields(value, 3, lane);
}

static void lorenz_rhs(const struct bench_lane *l, const double *y, double *dy)
{
    dy[0] = l->field[0] * (y[1] - y[0]);
    dy[1] = y[0] * (l->field[1] - y[2]) - y[1];
    dy[2] = y[0] * y[1] - l->field[2] * y[2];
}

static void lorenz_jacobian(const struct bench_lane *l, const double *y, double *J)
{
    const double row[9] = {-l->field[0], l->field[0], 0,    l->field[1] - y[2], -1,
                           -y[0],        y[1],        y[0], -l->field[2]};

    memcpy(J, row, sizeof row);
}

enum { disk_m, disk_k12, disk_c, disk_c12, disk_v_b, disk_mu, disk_fields };

static void disk_belt_prepare(const double *value, struct bench_lane *lane)
{
    copy_fields(value, disk_fields, lane);
    prepare_circle(value + disk_fields, 1, &lane->circle);
}

static void disk_belt_rhs(const struct bench_lane *l, const double *y, double *dy)
{
    const double *p = l->field, slip[3] = {y[2] - p[disk_v_b], 0, y[3]};
    double f[3];

    circle(&l->circle, slip, f, NULL);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] =
        -(p[disk_mu] * f[0] + p[disk_c] * y[2] + p[disk_c12] * y[3] + y[0] + p[disk_k12] * y[1]);
    dy[3] =
        -(p[disk_mu] * f[2] + p[disk_c12] * y[2] + p[disk_c] * y[3] + p[disk_k12] * y[0] + y[1]) /
        p[disk_m];
}

static void disk_belt_jacobian(const struct bench_lane *l, const double *y, double *J)
{
    const double *p = l->field, slip[3] = {y[2] - p[disk_v_b], 0, y[3]}, mu = p[disk_mu],
                 im = 1 / p[disk_m];
    double f[3], by[3][3];

    circle(&l->circle, slip, f, by);

    const double row[16] = {0,
                            0,
                            1,
                            0,
                            0,
                            0,
                            0,
                            1,
                            -1,
                            -p[disk_k12],
                            -mu * by[0][0] - p[disk_c],
                            -mu * by[0][2] - p[disk_c12],
                            -im * p[disk_k12],
                            -im,
                            -im * (mu * by[2][0] + p[disk_c12]),
                            -im * (mu * by[2][2] + p[disk_c])};

    memcpy(J, row, sizeof row);
}

enum {
    arm_M,
    arm_B,
    arm_e,
    arm_k_X,
    arm_k_Y,
    arm_c_X,
    arm_c_Y,
    arm_c_phi,
    arm_X_S,
    arm_Y_S,
    arm_R,
    arm_N,
    arm_mu,
    arm_omega,
    arm_g,
    arm_fields
};

static void pendulum_prepare(const double *value, struct bench_lane *lane)
{
    copy_fields(value, arm_fields, lane);
    prepare_circle(value + arm_fields, 3, &lane->circle);
}

/* What both functions need: friction, K_X and K_Y, the angular acceleration. */
struct arm {
    double f[3], by[3][3], s, c, X, Y, turn;
};

static inline void arm_forces(const struct bench_lane *l, const double *y, struct arm *a,
                              int slopes)
{
    const double *p = l->field, load = p[arm_mu] * p[arm_N];
    const double slip[3] = {(y[3] + p[arm_omega] * (y[1] - p[arm_Y_S])) / p[arm_R],
                            (y[4] - p[arm_omega] * (y[0] - p[arm_X_S])) / p[arm_R],
                            y[5] - p[arm_omega]};

    circle(&l->circle, slip, a->f, slopes ? a->by : NULL);
    a->s = sin(y[2]);
    a->c = cos(y[2]);
    a->X = p[arm_k_X] * y[0] + p[arm_c_X] * y[3] + load * a->f[0];
    a->Y = p[arm_k_Y] * y[1] + p[arm_c_Y] * y[4] + load * a->f[1];
    a->turn = -(p[arm_e] * ((p[arm_M] * p[arm_g] + a->X) * a->s - a->Y * a->c) +
                p[arm_c_phi] * y[5] + load * p[arm_R] * a->f[2]) /
              p[arm_B];
}

static void pendulum_rhs(const struct bench_lane *l, const double *y, double *dy)
{
    const double *p = l->field, square = y[5] * y[5];
    struct arm a;

    arm_forces(l, y, &a, 0);
    dy[0] = y[3];
    dy[1] = y[4];
    dy[2] = y[5];
    dy[3] = p[arm_e] * (a.turn * a.s + square * a.c) - a.X / p[arm_M];
    dy[4] = p[arm_e] * (square * a.s - a.turn * a.c) - a.Y / p[arm_M];
    dy[5] = a.turn;
}

static void pendulum_jacobian(const struct bench_lane *l, const double *y, double *J)
{
    const double *p = l->field, square = y[5] * y[5], load = p[arm_mu] * p[arm_N];
    const double e = p[arm_e], iM = 1 / p[arm_M], iB = 1 / p[arm_B], iR = 1 / p[arm_R];
    struct arm a;

    arm_forces(l, y, &a, 1);
    for (int j = 0; j < 6; ++j) {
        double F[3];

        for (int i = 0; i < 3; ++i) { /* through the slip */
            const double *by = a.by[i], arm = i == 2 ? p[arm_R] : 1;
            const double column[6] = {-p[arm_omega] * by[1] * iR,
                                      p[arm_omega] * by[0] * iR,
                                      0,
                                      by[0] * iR,
                                      by[1] * iR,
                                      by[2]};

            F[i] = load * arm * column[j];
        }
        F[0] += j == 0 ? p[arm_k_X] : j == 3 ? p[arm_c_X] : 0;
        F[1] += j == 1 ? p[arm_k_Y] : j == 4 ? p[arm_c_Y] : 0;
        if (j == 2)
            F[2] += e * ((p[arm_M] * p[arm_g] + a.X) * a.c + a.Y * a.s);
        if (j == 5)
            F[2] += p[arm_c_phi];

        const double turn = -iB * (e * (F[0] * a.s - F[1] * a.c) + F[2]);

        for (int i = 0; i < 3; ++i)
            J[6 * i + j] = j == i + 3;
        J[18 + j] = e * turn * a.s - iM * F[0];
        J[24 + j] = -e * turn * a.c - iM * F[1];
        J[30 + j] = turn;
    }
    J[18 + 2] += e * (a.turn * a.c - square * a.s);
    J[24 + 2] += e * (square * a.c + a.turn * a.s);
    J[18 + 5] += 2 * e * y[5] * a.c;
    J[24 + 5] += 2 * e * y[5] * a.s;
}

enum {
    block_mass,
    block_V_dr,
    block_V0,
    block_Omega,
    block_F0,
    block_Omega1,
    block_in,
    block_fields
};

static void block_belt_prepare(const double *value, struct bench_lane *lane)
{
    copy_fields(value, block_fields, lane);
    lane->line =
        (struct bench_line){value[block_fields], value[block_fields + 1], value[block_fields + 2]};
}

/* [2](1), region by region; by: its derivatives by the slip and by the load. */
static inline double line(const struct bench_line *k, double v, double load, double by[2])
{
    const double speed = fabs(v), sign = v > 0 ? 1 : v < 0 ? -1 : 0;

    by[0] = by[1] = 0;
    if (speed > k->eps) {
        const double fall = 1 / (1 + k->delta * (speed - k->eps));

        by[0] = -k->delta * k->F_s * fall * fall;
        return k->F_s * fall * sign;
    }

    const double x = speed / k->eps, A = x * x * (3 - 2 * x),
                 slope = 6 * x * (1 - x) / k->eps * sign;
    const double held = load > k->F_s ? k->F_s : load < -k->F_s ? -k->F_s : load;

    by[0] = slope * (k->F_s * sign - held);
    by[1] = held == load ? 1 - A : 0;
    return A * (k->F_s * sign - held) + held;
}

static void block_belt_rhs(const struct bench_lane *l, const double *y, double *dy)
{
    const double *p = l->field, push = p[block_F0] * cos(y[5]), spring = y[0] - y[2];
    const double load = spring - push - p[block_in] * p[block_V0] * p[block_Omega] * sin(y[4]);
    double by[2];

    dy[0] = y[1];
    dy[1] =
        line(&l->line, p[block_V_dr] + p[block_V0] * cos(y[4]) - y[1], load, by) - spring + push;
    dy[2] = y[3];
    dy[3] = p[block_mass] * spring;
    dy[4] = p[block_Omega];
    dy[5] = p[block_Omega1];
}

static void block_belt_jacobian(const struct bench_lane *l, const double *y, double *J)
{
    const double *p = l->field, belt = p[block_in] * p[block_V0] * p[block_Omega];
    const double load = y[0] - y[2] - p[block_F0] * cos(y[5]) - belt * sin(y[4]);
    double by[2];

    line(&l->line, p[block_V_dr] + p[block_V0] * cos(y[4]) - y[1], load, by);

    const double row[36] = {[1] = 1,
                            [6] = by[1] - 1,
                            [7] = -by[0],
                            [8] = 1 - by[1],
                            [10] = -by[0] * p[block_V0] * sin(y[4]) - by[1] * belt * cos(y[4]),
                            [11] = (by[1] - 1) * p[block_F0] * sin(y[5]),
                            [15] = 1,
                            [18] = p[block_mass],
                            [20] = -p[block_mass]};

    memcpy(J, row, sizeof row);
}

const struct bench_ode bench_lorenz = {lorenz_prepare, lorenz_rhs, lorenz_jacobian, 3, 3};
const struct bench_ode bench_disk_belt = {disk_belt_prepare, disk_belt_rhs, disk_belt_jacobian, 4,
                                          disk_fields + 5};
const struct bench_ode bench_pendulum = {pendulum_prepare, pendulum_rhs, pendulum_jacobian, 6,
                                         arm_fields + 5};
const struct bench_ode bench_block_belt = {block_belt_prepare, block_belt_rhs, block_belt_jacobian,
                                           6, block_fields + 3};
