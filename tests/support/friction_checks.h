/* friction_checks.h: what holds for every regularised law of a contact, compiled as C. Include it behind the
 * laws and a variable checks_twice, which stands for patch_twice, and CHECKS_ADAPT each law. SPDX-License-Identifier: MIT */
#ifndef SUPPORT_FRICTION_CHECKS_H
#define SUPPORT_FRICTION_CHECKS_H

#include "laws/friction.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { checks_slips = 400 };

/* A law behind pointers; it keeps its numbers itself. */
struct checks_law {
    void (*make)(const real *field, number_table shared);
    struct wrench (*wrench)(struct slip s, int jacobian);
    real (*slide)(struct slip s);
    int fields;
};

#define CHECKS_ADAPT(prefix)                                                                 \
    static struct prefix prefix##_it;                                                        \
    static void prefix##_put(const real *field, number_table shared)                         \
    {                                                                                        \
        prefix##_it = prefix##_make(field, shared);                                          \
    }                                                                                        \
    static struct wrench prefix##_ask(struct slip s, int jacobian)                           \
    {                                                                                        \
        return prefix##_wrench(&prefix##_it, s, jacobian);                                   \
    }                                                                                        \
    static real prefix##_far(struct slip s)                                                  \
    {                                                                                        \
        return prefix##_slide(&prefix##_it, s);                                              \
    }                                                                                        \
    static const struct checks_law prefix##_law = {prefix##_put, prefix##_ask, prefix##_far, \
                                                   prefix##_fields}

/* Numbers between 0 and 1, the same in every run. */
static inline double checks_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Directions at random, every fifth a pure slide, every fifth a pure spin; lengths from 1e-3 to 1e3 of eps. */
static inline void checks_slip(int i, double eps, uint64_t *seed, double s[3])
{
    const double theta = 1.5707963267948966 * (2 * checks_random(seed) - 1);
    const double phi = 6.283185307179586 * checks_random(seed);
    const double size = eps * pow(10, 6 * checks_random(seed) - 3);

    s[0] = i % 5 == 1 ? 0 : size * cos(theta) * cos(phi);
    s[1] = i % 5 == 1 ? 0 : size * cos(theta) * sin(phi);
    s[2] = i % 5 == 2 ? 0 : size * sin(theta);
}

/* Gives the law these values of eps and eta, the rest at its defaults. */
static inline void checks_make(const struct checks_law *law, const struct contensou__friction *f,
                               double eps, double eta)
{
    static real shared[7000000];
    double value[3 + contensou__law_most], lane[3 + contensou__law_most];
    real field[3 + contensou__law_most];
    struct contensou_error err = {0};

    for (int i = 0; i < f->field_count; ++i)
        value[i] = f->fields[i].value;
    value[0] = eps;
    value[1] = eta;
    if (contensou__friction_lane(f, value, lane, &err))
        fail_msg("%s", err.message);
    assert_int_equal(f->lane_fields, law->fields);
    assert_true(f->shared_count < sizeof shared / sizeof *shared);
    for (int i = 0; i < f->lane_fields; ++i)
        field[i] = (real)lane[i];
    for (size_t i = 0; i < f->shared_count; ++i)
        shared[i] = (real)f->shared[i];
    checks_twice = f->patch.twice;
    law->make(field, shared);
}

static inline void checks_create(struct contensou__friction *f, const char *name, const char *shape,
                                 const char *pressure, double tilt)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = shape,
                                              .pressure = pressure,
                                              .tilt_k = tilt,
                                              .tilt_beta = 0.7};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou__friction_create(f, name, patch, 1e-3, sizeof(real) == 4, &err))
        fail_msg("%s on %s: %s", name, shape, err.message);
    contensou_patch_free(patch);
}

static inline struct wrench checks_wrench(const struct checks_law *law, const double s[3],
                                          int jacobian)
{
    struct slip slip;

    slip.vx = (real)s[0];
    slip.vy = (real)s[1];
    slip.w = (real)s[2];
    return law->wrench(slip, jacobian);
}

/* The complete Jacobian, rows Tx, Ty, M. */
static inline void checks_jacobian(struct wrench f, double J[3][3])
{
    J[0][0] = f.xx, J[0][1] = f.xy + f.kxy, J[0][2] = f.xw + f.kxw;
    J[1][0] = f.xy - f.kxy, J[1][1] = f.yy, J[1][2] = f.yw + f.kyw;
    J[2][0] = f.xw - f.kxw, J[2][1] = f.yw - f.kyw, J[2][2] = f.ww;
}

static inline void checks_vector(struct wrench f, double v[3])
{
    v[0] = (double)f.Tx;
    v[1] = (double)f.Ty;
    v[2] = (double)f.M;
}

/* The largest difference between the Jacobian and differences of the wrench (with Richardson's step), over its
 * largest entry. Where the slopes to both sides differ, the law has a corner (a pure slide or spin), and where
 * those of two steps do, a root: neither has a derivative. */
static inline double checks_slope_error(const struct checks_law *law, const double s[3])
{
    const double size = fmax(hypot(s[0], s[1]), fabs(s[2]));
    double J[3][3], middle[3], largest = 0, worst = 0;

    checks_vector(checks_wrench(law, s, 0), middle);
    checks_jacobian(checks_wrench(law, s, 1), J);
    for (int k = 0; k < 9; ++k)
        largest = fmax(largest, fabs(J[k / 3][k % 3]));
    for (int j = 0; j < 3; ++j) {
        double D[2][3], corner[3];

        for (int half = 0; half < 2; ++half) {
            const double h = (half ? 1e-4 : 2e-4) * size;
            double up[3] = {s[0], s[1], s[2]}, down[3] = {s[0], s[1], s[2]}, a[3], b[3];

            up[j] += h;
            down[j] -= h;
            checks_vector(checks_wrench(law, up, 0), a);
            checks_vector(checks_wrench(law, down, 0), b);
            for (int i = 0; i < 3; ++i) {
                D[half][i] = (a[i] - b[i]) / (2 * h);
                corner[i] = fabs(a[i] + b[i] - 2 * middle[i]) / h;
            }
        }
        for (int i = 0; i < 3; ++i)
            if (fabs(D[1][i] - D[0][i]) < 1e-5 * largest && corner[i] < 2e-2 * largest)
                worst = fmax(worst, fabs((4 * D[1][i] - D[0][i]) / 3 - J[i][j]) / largest);
    }
    return worst;
}

/* The Jacobian is the slope of the wrench, from far below eps to far above; pure: also at pure slides and spins. */
static inline void checks_slopes(const struct checks_law *law, const struct contensou__friction *f,
                                 double allowed, int pure)
{
    uint64_t seed = 7;

    for (int k = 0; k < 4; ++k) {
        const double eps = k % 2 ? 1e-5 : 1e-3, eta = k / 2 ? 2.7 : 1;

        checks_make(law, f, eps, eta);
        for (int i = 0; i < checks_slips; ++i) {
            double s[3], error;

            checks_slip(i, eps, &seed, s);
            if (!pure && (i % 5 == 1 || i % 5 == 2))
                continue;
            error = checks_slope_error(law, s);
            if (!(error < allowed))
                fail_msg("%s, eps %g, eta %g, slip %g %g %g: Jacobian off by %.2e of its largest",
                         f->name, eps, eta, s[0], s[1], s[2], error);
        }
    }
}

/* Without eps it is the plain wrench out of `exact`, here given for the slip s. */
static inline double checks_difference(const struct checks_law *law, const double s[3],
                                       const double out[3])
{
    const struct wrench w = checks_wrench(law, s, 0);

    return fmax(fabs((double)w.Tx - out[0]),
                fmax(fabs((double)w.Ty - out[1]), fabs((double)w.M - out[2])));
}

/* docs/maths.md 4: the largest force in pure sliding is eta times the plain one, where the slide is 1. */
static inline void checks_peak(const struct checks_law *law, const struct contensou__friction *f,
                               double eta, double allowed)
{
    const double eps = 1e-3, far[3] = {1e3, 0, 0};
    double best = 0, at = 0, plain;

    checks_make(law, f, eps, eta);
    plain = (double)checks_wrench(law, far, 0).Tx;
    for (double x = 0.3; x < 2; x += 1e-4) {
        const double s[3] = {x * eps, 0, 0}, T = (double)checks_wrench(law, s, 0).Tx;

        if (T > best)
            best = T, at = x;
    }
    if (!(fabs(best - eta * plain) < allowed))
        fail_msg("%s: the largest force is %.10g, not %.10g", f->name, best, eta * plain);
    plain = (double)law->slide((struct slip){(real)(at * eps), 0, 0});
    if (!(fabs(plain - 1) < 2e-2))
        fail_msg("%s: the slide at peak friction is %g, not 1", f->name, plain);
}

/* From 1e-12 to 1e12, and at zero, everything is finite, and the force at most eta times the plain one. */
static inline void checks_range(const struct checks_law *law, const struct contensou__friction *f)
{
    uint64_t seed = 5;

    for (int k = 0; k < 3; ++k) {
        checks_make(law, f, k == 0 ? 1e-3 : k == 1 ? 1e-5 : 0, 2.7);
        for (int i = 0; i < checks_slips; ++i) {
            double s[3], J[3][3], T;
            struct wrench w;

            checks_slip(i, i == 0 ? 0 : pow(10, i % 24 - 12), &seed, s);
            w = checks_wrench(law, s, 1);
            checks_jacobian(w, J);
            T = hypot((double)w.Tx, (double)w.Ty) + fabs((double)w.M);
            for (int j = 0; j < 9; ++j)
                if (!isfinite(J[j / 3][j % 3]))
                    fail_msg("%s at %g %g %g: entry %d of the Jacobian is %g", f->name, s[0], s[1],
                             s[2], j, J[j / 3][j % 3]);
            if (!(T < 2 * 2.71) || (i == 0 && T > 1e-12) || (k == 2 && i > 0 && T < 0.1))
                fail_msg("%s at %g %g %g: force and torque %g", f->name, s[0], s[1], s[2], T);
        }
    }
}

#endif
