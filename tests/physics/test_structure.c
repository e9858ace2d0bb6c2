/* test_structure.c: what holds for the wrench of every patch, whatever its formula: the dissipation
 * Phi = slip.wrench is convex, homogeneous of degree 1, and the wrench is its gradient.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "problems/patches.h"
#include "support/agreement.h"

/* Every patch of the catalogue with slips and results; a test looks at one at a time. */
struct seen {
    const char *name;
    struct contensou_patch *patch;
    double radius;
    struct slips s;
    struct agreement_result got;
};

typedef void (*look)(struct agreement *a, const struct seen *seen);

static void slip_of(const struct slips *s, size_t i, double slip[3])
{
    for (size_t k = 0; k < 3; ++k)
        slip[k] = s->value[k * s->n + i];
}

static void every_patch(struct agreement *a, int jacobian, look at)
{
    for (size_t p = 0; p < patches_count; ++p) {
        struct seen seen = {.name = patches_all[p].name,
                            .patch = patches_make(&patches_all[p].spec)};

        seen.radius = contensou_patch_radius(seen.patch);
        seen.s = slips_for(seen.patch, 100 + p, 90);
        seen.got = agreement_host(seen.patch, &seen.s, NULL, jacobian);
        at(a, &seen);
        agreement_free(&seen.got);
        slips_free(&seen.s);
        contensou_patch_free(seen.patch);
    }
    agreement_finish(a);
}

/* Over the largest it can be, |v| + |w| radius. */
static double dissipation(const struct seen *seen, size_t i)
{
    const double *w = seen->got.wrench;
    double slip[3], size;

    slip_of(&seen->s, i, slip);
    size = fmax(fmax(fabs(slip[0]), fabs(slip[1])), fabs(slip[2]) * seen->radius);
    return (slip[0] / size * w[i] + slip[1] / size * w[seen->s.n + i] +
            slip[2] / size * w[2 * seen->s.n + i]) /
           (hypot(slip[0] / size, slip[1] / size) + fabs(slip[2]) / size * seen->radius);
}

static void look_at_dissipation(struct agreement *a, const struct seen *seen)
{
    const double *w = seen->got.wrench;

    for (size_t i = 0; i < seen->s.n; ++i) {
        const double phi = dissipation(seen, i), T = hypot(w[i], w[seen->s.n + i]);
        double slip[3];

        slip_of(&seen->s, i, slip);
        agreement_number(a, seen->name, "part of Phi below 0", slip, fmin(phi, 0), 0, 1);
        agreement_number(a, seen->name, "part of Phi above 1", slip, fmax(phi - 1, 0), 0, 1);
        agreement_number(a, seen->name, "part of |T| above 1", slip, fmax(T - 1, 0), 0, 1);
        agreement_number(a, seen->name, "part of |M| above the radius", slip,
                         fmax(fabs(w[2 * seen->s.n + i]) / seen->radius - 1, 0), 0, 1);
    }
}

/* 1e-13: sums of some 100 rounded terms. */
static void friction_never_gives_energy(void **state)
{
    struct agreement a = {.what = "dissipation", .bound = 1e-13};

    (void)state;
    every_patch(&a, 0, look_at_dissipation);
}

/* The Jacobian of slip i, with lengths in units of the radius and the slip brought to size 1. */
static double scaled_jacobian(const struct seen *seen, size_t i, double J[3][3], double slip[3])
{
    const size_t n = seen->s.n;
    double size, norm = 0;

    slip_of(&seen->s, i, slip);
    slip[2] *= seen->radius;
    size = fmax(fmax(fabs(slip[0]), fabs(slip[1])), fabs(slip[2]));
    for (size_t r = 0; r < 3; ++r) {
        slip[r] /= size;
        for (size_t c = 0; c < 3; ++c) {
            J[r][c] = seen->got.jacobian[(3 * r + c) * n + i] * size /
                      ((r == 2 ? seen->radius : 1) * (c == 2 ? seen->radius : 1));
            norm = fmax(norm, fabs(J[r][c]));
        }
    }
    return norm;
}

static void look_at_jacobian(struct agreement *a, const struct seen *seen)
{
    for (size_t i = 0; i < seen->s.n; ++i) {
        double J[3][3], slip[3];
        const double norm = fmax(scaled_jacobian(seen, i, J, slip), 1e-300);

        for (int r = 0; r < 3; ++r) {
            agreement_number(a, seen->name, "J.slip", slip,
                             J[r][0] * slip[0] + J[r][1] * slip[1] + J[r][2] * slip[2], 0, norm);
            for (int c = 0; c < r; ++c) {
                agreement_number(a, seen->name, "J - J'", slip, J[r][c], J[c][r], norm);
                agreement_number(a, seen->name, "negative part of a minor", slip,
                                 fmin(J[r][r] * J[c][c] - J[r][c] * J[c][r], 0), 0, norm * norm);
            }
            agreement_number(a, seen->name, "negative part of a diagonal", slip, fmin(J[r][r], 0),
                             0, norm);
        }
    }
}

/* All principal minors of orders 1 and 2 are not negative and the slip is in the kernel, so that
 * the determinant is 0: positive semidefinite. 1e-12 relative to the largest number of J. */
static void jacobian_is_symmetric_semidefinite_and_annihilates_the_slip(void **state)
{
    struct agreement a = {.what = "structure of the Jacobian", .bound = 1e-12};

    (void)state;
    every_patch(&a, 1, look_at_jacobian);
}

static const double scales[] = {1e-200, 0.3, 1e200, 0x1p-660, 0x1p660};
enum { scale_count = sizeof scales / sizeof *scales, first_power = 3 };

/* The list itself has slips of 1e-200 and 1e200. */
static int is_moderate(const struct slips *s, size_t i)
{
    double slip[3], size;

    slip_of(s, i, slip);
    size = fabs(slip[0]) + fabs(slip[1]) + fabs(slip[2]);
    return size > 1e-30 && size < 1e30;
}

static void look_at_scaled(struct agreement *a, const struct seen *seen)
{
    for (int k = 0; k < scale_count; ++k) {
        struct slips s = {.n = seen->s.n, .value = malloc(3 * seen->s.n * sizeof(double))};
        struct agreement_result got, expected = {.n = s.n, .wrench = seen->got.wrench};

        for (size_t i = 0; i < 3 * s.n; ++i)
            s.value[i] = seen->s.value[i] * (is_moderate(&seen->s, i % s.n) ? scales[k] : 1);
        got = agreement_host(seen->patch, &s, NULL, 1);
        agreement_results(a, seen->name, seen->radius, &s, &got, &expected);
        for (size_t i = 0; i < s.n && k >= first_power; ++i) {
            double J[9];

            for (size_t j = 0; j < 9; ++j)
                J[j] = seen->got.jacobian[j * s.n + i] / (is_moderate(&seen->s, i) ? scales[k] : 1);
            agreement_jacobian(a, seen->name, seen->radius, &s, i, &got, J);
        }
        agreement_free(&got);
        slips_free(&s);
    }
}

/* A slip scaled by s gives the same wrench and 1/s of the Jacobian. The latter only for powers of 2:
 * other scales round the slip, and at the rim of a Boussinesq disk the Jacobian changes with the
 * square root of that. */
static void only_the_direction_of_a_slip_counts(void **state)
{
    struct agreement a = {.what = "homogeneity", .bound = 1e-12};

    (void)state;
    every_patch(&a, 1, look_at_scaled);
}

/* Central differences of the wrench with the steps d and d/2, extrapolated. */
enum { stencil = 12 };

static void look_at_differences(struct agreement *a, const struct seen *all)
{
    const double d = 1e-3;
    struct slips centre = slips_away(all->patch, 17, 40, 0.15), s = {0};
    struct agreement_result at = agreement_host(all->patch, &centre, NULL, 1), near;
    double *size = malloc(centre.n * sizeof *size);

    for (size_t i = 0; i < centre.n; ++i) {
        double slip[3];

        slip_of(&centre, i, slip);
        size[i] = fmax(hypot(slip[0], slip[1]), fabs(slip[2]) * all->radius);
        for (int k = 0; k < stencil; ++k) {
            const double step = d * size[i] * (k & 1 ? -1 : 1) * (k & 2 ? 0.5 : 1);
            double moved[3] = {slip[0], slip[1], slip[2]};

            moved[k / 4] += k / 4 == 2 ? step / all->radius : step;
            slips_add(&s, moved[0], moved[1], moved[2]);
        }
    }
    slips_seal(&s);
    near = agreement_host(all->patch, &s, NULL, 0);
    for (size_t i = 0; i < centre.n; ++i) {
        double J[9];

        for (size_t r = 0; r < 3; ++r)
            for (size_t c = 0; c < 3; ++c) {
                const double *w = near.wrench + r * s.n + stencil * i + 4 * c;
                const double step = d * size[i] / (c == 2 ? all->radius : 1);

                J[3 * r + c] = (4 * (w[2] - w[3]) - (w[0] - w[1]) / 2) / (3 * step);
            }
        agreement_jacobian(a, all->name, all->radius, &centre, i, &at, J);
    }
    free(size);
    agreement_free(&near);
    agreement_free(&at);
    slips_free(&s);
    slips_free(&centre);
}

/* The extrapolation errs by d^4/480 times the fifth derivative of the wrench, which 0.15 radii from a
 * rim or corner is some 1e5 (0.15^-4 and a factor): 2e-10, and rounding gives 1e-15/d = 1e-12; 1.5e-9
 * was measured. */
static void jacobian_is_the_difference_of_wrenches(void **state)
{
    struct agreement a = {.what = "Jacobian by differences", .bound = 1e-8};

    (void)state;
    every_patch(&a, 0, look_at_differences);
}

/* The same with Phi and twice the step: 16 times the error, of one derivative less. */
static void look_at_gradient(struct agreement *a, const struct seen *all)
{
    const double d = 2e-3;
    struct slips centre = slips_away(all->patch, 23, 40, 0.15), s = {0};
    struct agreement_result at = agreement_host(all->patch, &centre, NULL, 0), near;

    for (size_t i = 0; i < centre.n; ++i) {
        double slip[3], size;

        slip_of(&centre, i, slip);
        size = fmax(hypot(slip[0], slip[1]), fabs(slip[2]) * all->radius);
        for (int k = 0; k < stencil; ++k) {
            double moved[3] = {slip[0] / size, slip[1] / size, slip[2] / size};

            moved[k / 4] +=
                d * (k & 1 ? -1 : 1) * (k & 2 ? 0.5 : 1) / (k / 4 == 2 ? all->radius : 1);
            slips_add(&s, moved[0], moved[1], moved[2]);
        }
    }
    slips_seal(&s);
    near = agreement_host(all->patch, &s, NULL, 0);
    for (size_t i = 0; i < centre.n; ++i) {
        double gradient[3];

        for (size_t c = 0; c < 3; ++c) {
            double phi[4];

            for (size_t k = 0; k < 4; ++k) {
                const size_t j = stencil * i + 4 * c + k;

                phi[k] = s.value[j] * near.wrench[j] + s.value[s.n + j] * near.wrench[s.n + j] +
                         s.value[2 * s.n + j] * near.wrench[2 * s.n + j];
            }
            gradient[c] = (4 * (phi[2] - phi[3]) - (phi[0] - phi[1]) / 2) / (3 * d) *
                          (c == 2 ? all->radius : 1);
        }
        agreement_wrench(a, all->name, all->radius, &centre, i, &at, gradient);
    }
    agreement_free(&near);
    agreement_free(&at);
    slips_free(&s);
    slips_free(&centre);
}

static void wrench_is_the_gradient_of_the_dissipation(void **state)
{
    struct agreement a = {.what = "gradient of Phi", .bound = 2e-9};

    (void)state;
    every_patch(&a, 0, look_at_gradient);
}

static void look_at_nothing(struct agreement *a, const struct seen *seen)
{
    const double bad[6][3] = {{0, 0, 0},   {-0.0, 0, -0.0},  {NAN, 1, 1},
                              {1, NAN, 0}, {1, 0, INFINITY}, {-INFINITY, 0, 1}};
    struct slips s = {0};
    struct agreement_result got;

    for (int i = 0; i < 6; ++i)
        slips_add(&s, bad[i][0], bad[i][1], bad[i][2]);
    slips_seal(&s);
    got = agreement_host(seen->patch, &s, NULL, 1);
    for (size_t i = 0; i < 9 * s.n; ++i)
        agreement_number(a, seen->name, "is NaN", bad[i % s.n],
                         isnan(got.jacobian[i]) && isnan(got.wrench[i % (3 * s.n)]), 1, 1);
    agreement_free(&got);
    slips_free(&s);
}

static void no_slip_or_no_number_gives_nan(void **state)
{
    struct agreement a = {.what = "slips without a direction", .bound = 0};

    (void)state;
    every_patch(&a, 0, look_at_nothing);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_never_gives_energy),
        cmocka_unit_test(jacobian_is_symmetric_semidefinite_and_annihilates_the_slip),
        cmocka_unit_test(only_the_direction_of_a_slip_counts),
        cmocka_unit_test(jacobian_is_the_difference_of_wrenches),
        cmocka_unit_test(wrench_is_the_gradient_of_the_dissipation),
        cmocka_unit_test(no_slip_or_no_number_gives_nan),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
