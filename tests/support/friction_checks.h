/* friction_checks.h: what holds for every regularised law of a contact, compiled as C. Include it behind the
 * law and its role names. SPDX-License-Identifier: MIT */
#ifndef SUPPORT_FRICTION_CHECKS_H
#define SUPPORT_FRICTION_CHECKS_H

#include "catalogue/friction.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { checks_slips = 400 };

/* Numbers between 0 and 1, the same in every run. */
static double checks_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Directions at random, every fifth a pure slide, every fifth a pure spin; lengths from 1e-3 to 1e3 of eps. */
static void checks_slip(int i, double eps, uint64_t *seed, double s[3])
{
    const double theta = 1.5707963267948966 * (2 * checks_random(seed) - 1);
    const double phi = 6.283185307179586 * checks_random(seed);
    const double size = eps * pow(10, 6 * checks_random(seed) - 3);

    s[0] = i % 5 == 1 ? 0 : size * cos(theta) * cos(phi);
    s[1] = i % 5 == 1 ? 0 : size * cos(theta) * sin(phi);
    s[2] = i % 5 == 2 ? 0 : size * sin(theta);
}

/* A law with these values of eps and eta, the rest at its defaults. */
static struct friction checks_make(const struct contensou__friction *f, double eps, double eta)
{
    double value[3 + contensou__law_most], lane[3 + contensou__law_most];
    real field[3 + contensou__law_most];
    struct contensou_error err = {0};

    for (int i = 0; i < f->field_count; ++i)
        value[i] = f->fields[i].value;
    value[0] = eps;
    value[1] = eta;
    if (contensou__friction_lane(f, value, lane, &err))
        fail_msg("%s", err.message);
    assert_int_equal(f->lane_fields, friction_fields);
    for (int i = 0; i < f->lane_fields; ++i)
        field[i] = (real)lane[i];
    return friction_make(field, (number_table)f->shared);
}

static void checks_create(struct contensou__friction *f, const char *name, const char *shape,
                          const char *pressure, double tilt)
{
    const struct contensou_patch_spec spec = {
        .shape = shape, .pressure = pressure, .tilt_k = tilt, .tilt_beta = 0.7};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou__friction_create(f, name, patch, 1e-3, sizeof(real) == 4, &err))
        fail_msg("%s on %s: %s", name, shape, err.message);
    contensou_patch_free(patch);
}

static struct wrench checks_wrench(const struct friction *law, const double s[3], int jacobian)
{
    struct slip slip;

    slip.vx = (real)s[0];
    slip.vy = (real)s[1];
    slip.w = (real)s[2];
    return friction_wrench(law, slip, jacobian);
}

/* The complete Jacobian, rows Tx, Ty, M. */
static void checks_jacobian(struct wrench f, double J[3][3])
{
    J[0][0] = f.xx, J[0][1] = f.xy + f.kxy, J[0][2] = f.xw + f.kxw;
    J[1][0] = f.xy - f.kxy, J[1][1] = f.yy, J[1][2] = f.yw + f.kyw;
    J[2][0] = f.xw - f.kxw, J[2][1] = f.yw - f.kyw, J[2][2] = f.ww;
}

/* The largest difference between the Jacobian and differences of the wrench, over its largest entry. Differences
 * of two steps tell where the law has no slope (a root of a pure slide or spin), and are left out there. */
static double checks_slope_error(const struct friction *law, const double s[3])
{
    const double size = fmax(hypot(s[0], s[1]), fabs(s[2]));
    double J[3][3], largest = 0, worst = 0;

    checks_jacobian(checks_wrench(law, s, 1), J);
    for (int k = 0; k < 9; ++k)
        largest = fmax(largest, fabs(J[k / 3][k % 3]));
    for (int j = 0; j < 3; ++j) {
        double D[2][3];

        for (int half = 0; half < 2; ++half) {
            const double h = (half ? 1e-4 : 2e-4) * size;
            double up[3] = {s[0], s[1], s[2]}, down[3] = {s[0], s[1], s[2]};
            struct wrench a, b;

            up[j] += h;
            down[j] -= h;
            a = checks_wrench(law, up, 0), b = checks_wrench(law, down, 0);
            D[half][0] = (double)(a.Tx - b.Tx) / (2 * h);
            D[half][1] = (double)(a.Ty - b.Ty) / (2 * h);
            D[half][2] = (double)(a.M - b.M) / (2 * h);
        }
        for (int i = 0; i < 3; ++i) { /* Richardson's step */
            const double slope = (4 * D[1][i] - D[0][i]) / 3;

            if (fabs(D[1][i] - D[0][i]) < 1e-5 * largest)
                worst = fmax(worst, fabs(slope - J[i][j]) / largest);
        }
    }
    return worst;
}

/* The Jacobian is the slope of the wrench, from far below eps to far above. */
static void checks_slopes(const struct contensou__friction *f, double allowed)
{
    uint64_t seed = 7;

    for (int k = 0; k < 4; ++k) {
        const double eps = k % 2 ? 1e-5 : 1e-3, eta = k / 2 ? 2.7 : 1;
        const struct friction law = checks_make(f, eps, eta);

        for (int i = 0; i < checks_slips; ++i) {
            double s[3], error;

            checks_slip(i, eps, &seed, s);
            error = checks_slope_error(&law, s);
            if (!(error < allowed))
                fail_msg("%s, eps %g, eta %g, slip %g %g %g: Jacobian off by %.2e of its largest",
                         f->name, eps, eta, s[0], s[1], s[2], error);
        }
    }
}

#endif
