/* filmed_pucks.c: disks that slide and spin to rest, filmed. SPDX-License-Identifier: MIT */
#include "support/filmed_pucks.h"

#include "base/pi.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>

const char *const filmed_names[filmed_columns] = {"run", "t", "x", "y", "phi"};
const double filmed_mu_g = 0.3 * 9.81, filmed_radius = 0.04, filmed_k_sq = 0.05 * 0.05 / 2;

/* K and E of the parameter m = k^2. */
static void elliptic(double m, double *K, double *E)
{
    double a = 1, b = sqrt(1 - m), sum = m / 2, weight = 0.5;

    for (int i = 0; i < 30 && fabs(a - b) > 1e-16 * a; ++i) {
        const double c = (a - b) / 2, next = (a + b) / 2;

        b = sqrt(a * b);
        a = next;
        weight *= 2;
        sum += weight * c * c;
    }
    *K = pi / (2 * a);
    *E = *K * (1 - sum);
}

void filmed_friction(double v, double w, double *force, double *torque)
{
    const double e = v / w, m = e * e;
    double K, E;

    if (v < 1e-9 * w) { /* the limits of both ends */
        *force = e;
        *torque = 2.0 / 3;
    } else if (w < 1e-6 * v) {
        *force = 1;
        *torque = w / (4 * v);
    } else if (e <= 1) {
        elliptic(fmin(m, 1 - 1e-15), &K, &E);
        *force = 4 / (3 * pi) * ((m + 1) * E - (1 - m) * K) / e;
        *torque = 4 / (9 * pi) * ((4 - 2 * m) * E + (m - 1) * K);
    } else {
        elliptic(fmin(1 / m, 1 - 1e-15), &K, &E);
        *force = 4 / (3 * pi) * ((m + 1) * E - (m - 1) * K);
        *torque = 4 / (9 * pi) * ((4 - 2 * m) * e * E + (2 * m * m - 5 * m + 3) / e * K);
    }
}

/* d/dt of path, angle, velocity, spin. */
static void slope(const double y[4], double dy[4])
{
    double force, torque;

    filmed_friction(fmax(y[2], 0), fmax(filmed_radius * y[3], 1e-300), &force, &torque);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -filmed_mu_g * force;
    dy[3] = -filmed_mu_g / filmed_k_sq * filmed_radius * torque;
}

/* One frame on, in steps of Runge and Kutta; at rest it stays. */
static void advance(double y[4], double span)
{
    enum { steps = 400 };
    const double h = span / steps;

    for (int s = 0; s < steps; ++s) {
        double k[4][4], z[4];

        if (y[2] + filmed_radius * y[3] < 4 * filmed_mu_g * h)
            break; /* within the last step: 1e-8 m of its way are left */
        slope(y, k[0]);
        for (int i = 1; i < 4; ++i) {
            for (int n = 0; n < 4; ++n)
                z[n] = y[n] + (i < 3 ? 0.5 : 1) * h * k[i - 1][n];
            slope(z, k[i]);
        }
        for (int n = 0; n < 4; ++n)
            y[n] += h / 6 * (k[0][n] + 2 * k[1][n] + 2 * k[2][n] + k[3][n]);
    }
    if (y[2] + filmed_radius * y[3] < 4 * filmed_mu_g * h)
        y[2] = y[3] = 0;
}

double *filmed_pucks(size_t pucks, size_t frames, size_t *rows)
{
    double *const value = malloc(filmed_columns * pucks * frames * sizeof *value);

    *rows = pucks * frames;
    for (size_t p = 0; p < pucks && value; ++p) {
        const double along = 2 * pi * (double)p / (double)pucks + 0.3;
        double y[4] = {0, 0, 0.5 + 0.1 * (double)(p % 8), 5 + 5 * (double)(3 * p % 8)};

        for (size_t i = 0; i < frames; ++i) {
            const double cell[filmed_columns] = {(double)(p + 1), (double)i / 240,
                                                 y[0] * cos(along), y[0] * sin(along), y[1]};

            for (size_t c = 0; c < filmed_columns; ++c)
                value[c * *rows + p * frames + i] = cell[c];
            if (y[2] > 0 || y[3] > 0)
                advance(y, 1.0 / 240);
        }
    }
    return value;
}

void filmed_noise(double *value, size_t rows, uint64_t seed)
{
    for (size_t c = 2; c < filmed_columns; ++c)
        for (size_t i = 0; i < rows; ++i) {
            const double u = contensou__random_unit(seed, 2 * (c * rows + i), "radius"),
                         v = contensou__random_unit(seed, 2 * (c * rows + i) + 1, "angle");

            value[c * rows + i] += (c == 4 ? 2e-3 : 1e-4) * sqrt(-2 * log(1 - u)) * cos(2 * pi * v);
        }
}
