/* reference_systems.c: the systems of reference_systems.h; the pendulum has a file of its own.
 * SPDX-License-Identifier: MIT */
#include "support/reference_systems.h"
#include "support/reference_pendulum.h"

#include <math.h>
#include <string.h>

static const struct {
    int dim;
    double field[reference_most_fields];
    struct reference_law law;
} defaults[] = {
    {4,
     {90, 0.85, 1e-4, 0, 0.15, 5},
     {.kind = reference_I00,
      .eps = 1e-5,
      .b = 1,
      .m = 2,
      .r = 2. / 3,
      .r_sq = 0.5,
      .r_inverse = 2}},
    {6,
     {2e-5, 0.2, 0, 0, 0, 2, 0},
     {.kind = reference_continuous, .eps = 1e-3, .F_s = 1, .delta = 3}},
    {6,
     {1.2, 0.01, 0.1, 1000, 1000, 0.1, 0.1, 0.1, 0, 0, 0.02, 25, 1, 40, 9.81},
     {.kind = reference_I11,
      .eps = 1e-3,
      .b = 0.452,
      .m = 0.765,
      .r = 2. / 3,
      .r_sq = 0.5,
      .r_inverse = 2}},
    {6,
     {1, 0.5},
     {.kind = reference_I11,
      .eps = 1e-3,
      .b = 0.452,
      .m = 0.765,
      .r = 2. / 3,
      .r_sq = 0.5,
      .r_inverse = 2}},
    {7,
     {0.0286, 0.4, 0.2, 9.81, 0.002, 0.5, 0.2, 0.01},
     {.kind = reference_pade2,
      .eps = 1e-3,
      .r = 3 * 3.14159265358979323846 / 16,
      .r_sq = 0.4,
      .r_inverse = 3 * 3.14159265358979323846 / 4}},
    {3, {10, 28, 8. / 3}, {.kind = reference_none}},
};

struct reference_problem reference_systems_problem(enum reference_system system)
{
    struct reference_problem p = {.system = system, .law = defaults[system].law};

    memcpy(p.field, defaults[system].field, sizeof p.field);
    return p;
}

int reference_systems_dim(enum reference_system system)
{
    return defaults[system].dim;
}

/* [1](5.1) as printed: x'' + C q' + K q = Gamma, Omega; friction on the disk is minus mu_bar (T, M). */
static void disk_belt(const struct reference_problem *p, const double *y, double *dy)
{
    const double m = p->field[0], k12 = p->field[1], c = p->field[2], c12 = p->field[3];
    const double slip[3] = {y[2] - p->field[4], 0, y[3]};
    double f[3];

    reference_laws_wrench(&p->law, slip, NULL, f);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -p->field[5] * f[0] - (c * y[2] + c12 * y[3]) - (y[0] + k12 * y[1]);
    dy[3] = (-p->field[5] * f[2] - (c12 * y[2] + c * y[3]) - (k12 * y[0] + y[1])) / m;
}

/* [2](5); F_ex is all that friction must bear for the block to keep up with the belt. */
static void block_belt(const struct reference_problem *p, const double *y, double *dy)
{
    const double V0 = p->field[2], Omega = p->field[3], F0 = p->field[4];
    const double belt = p->field[1] + V0 * cos(y[4]), speeding = -V0 * Omega * sin(y[4]);
    const double load = (y[0] - y[2]) - F0 * cos(y[5]) + p->field[6] * speeding;

    dy[0] = y[1];
    dy[1] =
        -(y[0] - y[2]) + reference_laws_force(&p->law, belt - y[1], load, NULL) + F0 * cos(y[5]);
    dy[2] = y[3];
    dy[3] = p->field[0] * (y[0] - y[2]);
    dy[4] = Omega;
    dy[5] = p->field[5];
}

static void free_disk(const struct reference_problem *p, const double *y, double *dy)
{
    double f[3];

    reference_laws_wrench(&p->law, y + 3, NULL, f);
    for (int i = 0; i < 3; ++i) {
        dy[i] = y[3 + i];
        dy[3 + i] = -p->field[0] * f[i] / (i == 2 ? p->field[1] : 1);
    }
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* A ball on a plane: Newton and Euler in vectors, the pressure of [5](4), the torque of [5](9). Fields:
 * r, k_sq, mu, g, a, k_r, s, w_eps. */
static void rolling_ball(const struct reference_problem *p, const double *y, double *dy)
{
    const double r = p->field[0], mu = p->field[2], g = p->field[3], a = p->field[4];
    const double k_r = p->field[5], s = p->field[6], w_eps = p->field[7];
    const double inertia = p->field[1] * r * r, foot[3] = {0, 0, -r}, *omega = y + 4;
    const double rolling = sqrt(omega[0] * omega[0] + omega[1] * omega[1] + w_eps * w_eps);
    const double tilt[2] = {k_r * omega[1] / rolling, -k_r * omega[0] / rolling};
    double turned[3], torque[3], f[3];

    cross(omega, foot, turned);

    const double slip[3] = {(y[2] + turned[0]) / a, (y[3] + turned[1]) / a, omega[2]};

    reference_laws_wrench(&p->law, slip, tilt, f);

    const double force[3] = {-mu * g * f[0], -mu * g * f[1], 0};

    cross(foot, force, torque);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = force[0];
    dy[3] = force[1];
    dy[4] = (torque[0] - s * k_r * g * a * omega[0] / rolling) / inertia;
    dy[5] = (torque[1] - s * k_r * g * a * omega[1] / rolling) / inertia;
    dy[6] = -mu * g * a * f[2] / inertia;
}

static void lorenz(const struct reference_problem *p, const double *y, double *dy)
{
    dy[0] = p->field[0] * (y[1] - y[0]);
    dy[1] = y[0] * (p->field[1] - y[2]) - y[1];
    dy[2] = y[0] * y[1] - p->field[2] * y[2];
}

void reference_systems_rhs(const struct reference_problem *problem, const double *y, double *dy)
{
    switch (problem->system) {
    case reference_disk_belt:
        disk_belt(problem, y, dy);
        break;
    case reference_block_belt:
        block_belt(problem, y, dy);
        break;
    case reference_pendulum:
        reference_pendulum_rhs(problem, y, dy);
        break;
    case reference_free_disk:
        free_disk(problem, y, dy);
        break;
    case reference_rolling_ball:
        rolling_ball(problem, y, dy);
        break;
    case reference_lorenz:
        lorenz(problem, y, dy);
        break;
    }
}

static void disk_belt_slopes(const struct reference_problem *p, const double *y, double *J)
{
    const double m = p->field[0], k12 = p->field[1], c = p->field[2], c12 = p->field[3];
    const double slip[3] = {y[2] - p->field[4], 0, y[3]}, mu = p->field[5];
    double f[3][3];

    reference_laws_jacobian(&p->law, slip, f);

    const double row[4][4] = {
        {0, 0, 1, 0},
        {0, 0, 0, 1},
        {-1, -k12, -mu * f[0][0] - c, -mu * f[0][2] - c12},
        {-k12 / m, -1 / m, (-mu * f[2][0] - c12) / m, (-mu * f[2][2] - c) / m}};

    memcpy(J, row, sizeof row);
}

static void block_belt_slopes(const struct reference_problem *p, const double *y, double *J)
{
    const double V0 = p->field[2], Omega = p->field[3], F0 = p->field[4], in = p->field[6];
    const double belt = p->field[1] + V0 * cos(y[4]), speeding = -V0 * Omega * sin(y[4]);
    double by[2];

    reference_laws_force(&p->law, belt - y[1], (y[0] - y[2]) - F0 * cos(y[5]) + in * speeding, by);

    const double row[6][6] = {{0, 1},
                              {by[1] - 1, -by[0], 1 - by[1], 0,
                               -by[0] * V0 * sin(y[4]) - by[1] * in * V0 * Omega * cos(y[4]),
                               by[1] * F0 * sin(y[5]) - F0 * sin(y[5])},
                              {0, 0, 0, 1},
                              {p->field[0], 0, -p->field[0]}};

    memcpy(J, row, sizeof row);
}

static void free_disk_slopes(const struct reference_problem *p, const double *y, double *J)
{
    double f[3][3];

    reference_laws_jacobian(&p->law, y + 3, f);
    memset(J, 0, 36 * sizeof *J);
    for (int i = 0; i < 3; ++i) {
        J[6 * i + 3 + i] = 1;
        for (int j = 0; j < 3; ++j)
            J[6 * (3 + i) + 3 + j] = -p->field[0] * f[i][j] / (i == 2 ? p->field[1] : 1);
    }
}

static void lorenz_slopes(const struct reference_problem *p, const double *y, double *J)
{
    const double row[3][3] = {{-p->field[0], p->field[0], 0},
                              {p->field[1] - y[2], -1, -y[0]},
                              {y[1], y[0], -p->field[2]}};

    memcpy(J, row, sizeof row);
}

int reference_systems_jacobian(const struct reference_problem *problem, const double *y, double *J)
{
    switch (problem->system) {
    case reference_disk_belt:
        disk_belt_slopes(problem, y, J);
        return 1;
    case reference_block_belt:
        block_belt_slopes(problem, y, J);
        return 1;
    case reference_pendulum:
        reference_pendulum_jacobian(problem, y, J);
        return 1;
    case reference_free_disk:
        free_disk_slopes(problem, y, J);
        return 1;
    case reference_lorenz:
        lorenz_slopes(problem, y, J);
        return 1;
    case reference_rolling_ball:
        break;
    }
    return 0;
}
