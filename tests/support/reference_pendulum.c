/* reference_pendulum.c: [4](7) as it stands, A(phi) (X'', Y'', phi'') = h(state), solved by elimination;
 * its Jacobian is A^-1 (dh - dA (X'', Y'', phi'')). SPDX-License-Identifier: MIT */
#include "support/reference_pendulum.h"

#include <math.h>
#include <string.h>

struct names {
    double M, B, e, k_X, k_Y, c_X, c_Y, c_phi, X_S, Y_S, R, N, mu, omega_0, g;
};

static struct names names_of(const struct reference_problem *problem)
{
    struct names p;

    memcpy(&p, problem->field, sizeof p);
    return p;
}

/* A x = b by Gauss with pivots; x takes the place of b. */
static void solve(double A[3][3], double b[3])
{
    for (int k = 0; k < 3; ++k) {
        int top = k;

        for (int i = k + 1; i < 3; ++i)
            if (fabs(A[i][k]) > fabs(A[top][k]))
                top = i;
        for (int j = 0; j < 3; ++j) {
            const double swap = A[k][j];

            A[k][j] = A[top][j];
            A[top][j] = swap;
        }

        const double swap = b[k];

        b[k] = b[top];
        b[top] = swap;
        for (int i = k + 1; i < 3; ++i) {
            const double factor = A[i][k] / A[k][k];

            for (int j = k; j < 3; ++j)
                A[i][j] -= factor * A[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = 2; k >= 0; --k) {
        for (int j = k + 1; j < 3; ++j)
            b[k] -= A[k][j] * b[j];
        b[k] /= A[k][k];
    }
}

static void inertia(const struct names *p, double phi, double A[3][3])
{
    const double row[3][3] = {
        {p->M, 0, -p->M * p->e * sin(phi)}, {0, p->M, p->M * p->e * cos(phi)}, {0, 0, p->B}};

    memcpy(A, row, sizeof row);
}

static void slip_of(const struct names *p, const double *y, double slip[3])
{
    slip[0] = (y[3] + p->omega_0 * (y[1] - p->Y_S)) / p->R;
    slip[1] = (y[4] - p->omega_0 * (y[0] - p->X_S)) / p->R;
    slip[2] = y[5] - p->omega_0;
}

/* What (7) adds to the terms in M at the joint: springs, dampers and friction. */
static void pulls(const struct names *p, const struct reference_problem *problem, const double *y,
                  double pull[3])
{
    double slip[3], f[3];

    slip_of(p, y, slip);
    reference_laws_wrench(&problem->law, slip, NULL, f);
    pull[0] = p->k_X * y[0] + p->c_X * y[3] + p->mu * p->N * f[0];
    pull[1] = p->k_Y * y[1] + p->c_Y * y[4] + p->mu * p->N * f[1];
    pull[2] = p->c_phi * y[5] + p->mu * p->N * p->R * f[2];
}

static void accelerate(const struct names *p, const double pull[3], const double *y, double a[3])
{
    double A[3][3];

    a[0] = p->M * p->e * y[5] * y[5] * cos(y[2]) - pull[0];
    a[1] = p->M * p->e * y[5] * y[5] * sin(y[2]) - pull[1];
    a[2] = -p->e * (p->M * p->g + pull[0]) * sin(y[2]) + p->e * pull[1] * cos(y[2]) - pull[2];
    inertia(p, y[2], A);
    solve(A, a);
}

void reference_pendulum_rhs(const struct reference_problem *problem, const double *y, double *dy)
{
    const struct names p = names_of(problem);
    double pull[3];

    pulls(&p, problem, y, pull);
    memcpy(dy, y + 3, 3 * sizeof *dy);
    accelerate(&p, pull, y, dy + 3);
}

/* Column j of the derivatives of the pulls. */
static void pull_slopes(const struct names *p, double f[3][3], int j, double pull[3])
{
    const double load = p->mu * p->N;
    const double slip[3] = {j == 3   ? 1 / p->R
                            : j == 1 ? p->omega_0 / p->R
                                     : 0,
                            j == 4   ? 1 / p->R
                            : j == 0 ? -p->omega_0 / p->R
                                     : 0,
                            j == 5};

    for (int i = 0; i < 3; ++i) {
        pull[i] = 0;
        for (int k = 0; k < 3; ++k)
            pull[i] += load * (i == 2 ? p->R : 1) * f[i][k] * slip[k];
    }
    pull[0] += (j == 0) * p->k_X + (j == 3) * p->c_X;
    pull[1] += (j == 1) * p->k_Y + (j == 4) * p->c_Y;
    pull[2] += (j == 5) * p->c_phi;
}

void reference_pendulum_jacobian(const struct reference_problem *problem, const double *y,
                                 double *J)
{
    const struct names p = names_of(problem);
    const double s = sin(y[2]), c = cos(y[2]), w = y[5], Me = p.M * p.e;
    double slip[3], f[3][3], pull[3], a[3];

    slip_of(&p, y, slip);
    reference_laws_jacobian(&problem->law, slip, f);
    pulls(&p, problem, y, pull);
    accelerate(&p, pull, y, a);
    memset(J, 0, 36 * sizeof *J);
    for (int j = 0; j < 6; ++j) {
        double d[3], h[3], A[3][3];

        pull_slopes(&p, f, j, d);
        h[0] = -d[0] + (j == 5) * 2 * Me * w * c;
        h[1] = -d[1] + (j == 5) * 2 * Me * w * s;
        h[2] = -p.e * d[0] * s + p.e * d[1] * c - d[2];
        if (j == 2) { /* cos and sin on both sides */
            h[0] += -Me * w * w * s + Me * c * a[2];
            h[1] += Me * w * w * c + Me * s * a[2];
            h[2] += -p.e * (p.M * p.g + pull[0]) * c - p.e * pull[1] * s;
        }
        inertia(&p, y[2], A);
        solve(A, h);
        for (int i = 0; i < 3; ++i)
            J[6 * (3 + i) + j] = h[i];
    }
    for (int i = 0; i < 3; ++i)
        J[6 * i + 3 + i] = 1;
}
