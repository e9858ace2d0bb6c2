/* test_closed_forms.c: disks and annuli against closed forms in long double, over 24 decades of the
 * centre of rotation, densely across k = 1 and across the borders between the library's rules.
 * 1e-12 is the library's promise; the closed forms themselves are good to 1e-16.
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
#include "support/closed_forms.h"

static const double promise = 1e-12;

/* Distances k of the centre of rotation, in units of `rim`. */
static struct slips scan(double rim)
{
    static const double border[] = {0.7,  0.8, 0.85, 0.9,  0.94, 0.97, 1, 1.02,
                                    1.05, 1.1, 1.2,  1.35, 1.6,  2,    5};
    struct slips s = {0};

    for (int i = -120; i <= 120; ++i)
        slips_add(&s, rim * pow(10, 0.1 * i), 0, 1);
    for (int i = 0; i <= 400; ++i)
        slips_add(&s, rim * (0.5 + i * 0.01), 0, 1);
    for (int e = 1; e <= 16; ++e) /* onto the rim from both sides */
        for (int side = -1; side < 2; side += 2)
            for (int m = 1; m < 10; m += 2)
                slips_add(&s, rim * (1 + side * m * pow(10, -e)), 0, 1);
    for (size_t b = 0; b < sizeof border / sizeof *border; ++b)
        for (int i = -20; i <= 20; ++i)
            slips_add(&s, rim * border[b] * (1 + i * 1e-9), 0, 1);
    slips_seal(&s);
    return s;
}

typedef struct closed_forms (*form)(long double k);

/* The scan turned by phi and reversed: T lies along the slip, M has the sign of the spin. */
static void compare(const char *shape, const char *pressure, form exact, long double hole)
{
    /* full disks keep ten times the promise: their polynomials err by rounding */
    struct agreement a = {.what = shape, .bound = hole > 0 ? promise : 1e-14};
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = shape, .pressure = pressure};
    struct contensou_patch *patch = patches_make(&spec);

    for (int turn = 0; turn < 3; ++turn) {
        const double phi = 1.1 * turn, c = cos(phi), sine = sin(phi), sign = turn == 1 ? -1 : 1;
        struct slips s = scan(turn == 2 && hole > 0 ? (double)hole : 1);
        struct agreement_result got;

        for (size_t i = 0; i < s.n; ++i) {
            const double v = s.value[i];

            s.value[i] = c * v;
            s.value[s.n + i] = sine * v;
            s.value[2 * s.n + i] = sign;
        }
        got = agreement_host(patch, &s, NULL, 0);
        for (size_t i = 0; i < s.n; ++i) {
            const long double k = hypotl(s.value[i], s.value[s.n + i]);
            const struct closed_forms f = hole > 0 ? closed_forms_annulus(k, hole) : exact(k);
            const double expected[3] = {(double)(f.T * s.value[i] / k),
                                        (double)(f.T * s.value[s.n + i] / k), (double)(sign * f.M)};

            agreement_wrench(&a, pressure, 1, &s, i, &got, expected);
        }
        agreement_free(&got);
        slips_free(&s);
    }
    contensou_patch_free(patch);
    agreement_finish(&a);
}

static void uniform_disk_is_the_elliptic_integrals(void **state)
{
    (void)state;
    compare("disk", "uniform", closed_forms_uniform, 0);
}

static void hertz_disk_is_its_closed_form(void **state)
{
    (void)state;
    compare("disk", "hertz", closed_forms_hertz, 0);
}

static void boussinesq_disk_is_its_closed_form(void **state)
{
    (void)state;
    compare("disk", "boussinesq", closed_forms_boussinesq, 0);
}

static void annulus_is_the_difference_of_elliptic_integrals(void **state)
{
    (void)state;
    compare("annulus:0.1", "uniform", NULL, 0.1L);
    compare("annulus:0.5", "uniform", NULL, 0.5L);
    compare("annulus:0.9", "uniform", NULL, 0.9L);
    compare("annulus:0.99", "uniform", NULL, 0.99L);
}

/* The difference of two disks loses 1/(1 - q^2) = 500 times the rounding of each. */
static void very_thin_annulus_is_as_good_as_promised(void **state)
{
    (void)state;
    compare("annulus:0.999", "uniform", NULL, 0.999L);
}

static void any_power_follows_its_series_far_away(void **state)
{
    static const char *const pressure[] = {"parabolic",  "power:2",    "power:0.3",
                                           "power:-0.6", "power:-0.9", "power:20"};
    static const long double q[] = {1, 2, 0.3L, -0.6L, -0.9L, 20};
    struct agreement a = {.what = "power pressures by their series", .bound = promise};

    (void)state;
    for (size_t p = 0; p < sizeof q / sizeof *q; ++p) {
        const struct contensou_patch_spec spec = {
            .size = sizeof spec, .shape = "disk", .pressure = pressure[p]};
        struct contensou_patch *patch = patches_make(&spec);
        struct slips s = {0};
        struct agreement_result got;

        for (int i = 0; i <= 460; ++i)
            slips_add(&s, 2.5 * pow(10, 0.025 * i), 0, 1);
        slips_seal(&s);
        got = agreement_host(patch, &s, NULL, 0);
        for (size_t i = 0; i < s.n; ++i) {
            const struct closed_forms f = closed_forms_series(s.value[i], q[p]);

            agreement_wrench(&a, pressure[p], 1, &s, i, &got,
                             (const double[3]){(double)f.T, 0, (double)f.M});
        }
        agreement_free(&got);
        slips_free(&s);
        contensou_patch_free(patch);
    }
    agreement_finish(&a);
}

/* Sliding along x with the torque about the middle; beyond k = 30 the closed form loses its
 * digits and only the limit N1 = <y^2> = 1/5 is asked, with its next term of about 1/k^2. */
static void tilt_of_a_hertz_disk_is_its_closed_form(void **state)
{
    struct agreement near = {.what = "tilted Hertz disk", .bound = promise};
    struct agreement far = {.what = "tilted Hertz disk far away", .bound = promise};

    (void)state;
    for (int turn = 0; turn < 5; ++turn) {
        const double b = 0.3 + 1.3 * turn, kr = turn & 1 ? 1 : 0.4;
        const struct contensou_patch_spec spec = {.size = sizeof spec,
                                                  .shape = "disk",
                                                  .pressure = "hertz",
                                                  .tilt_k = kr,
                                                  .tilt_beta = b};
        struct contensou_patch *patch = patches_make(&spec);
        struct slips s = scan(1);
        struct agreement_result got = agreement_host(patch, &s, NULL, 0);

        for (size_t i = 0; i < s.n; ++i) {
            const long double k = s.value[i];
            const struct closed_forms f = closed_forms_hertz(k);
            const struct closed_forms_tilt g = closed_forms_hertz_tilt(k);
            const double expected[3] = {(double)(f.T + kr * sin(b) * g.P1),
                                        (double)(kr * cos(b) * g.Q),
                                        (double)(f.M + kr * sin(b) * g.N1)};

            if (k <= 30)
                agreement_wrench(&near, "hertz", 1, &s, i, &got, expected);
            else if (k >= 1e7L)
                agreement_number(&far, "hertz", "M", (const double[]){(double)k, 0, 1},
                                 got.wrench[2 * s.n + i], (double)f.M + kr * sin(b) / 5, 1);
        }
        agreement_free(&got);
        slips_free(&s);
        contensou_patch_free(patch);
    }
    agreement_finish(&near);
    agreement_finish(&far);
}

/* T'(k) and T/k of the Hertz disk, which are the Jacobian of a slip along x: w dTx/dvx = T', v dTy/dvy = T. By hand from the closed
 * form: T' = (3 pi/32)(4 - 3 k^2) inside, (3/16)((4 - 3 k^2) t + S (3 - 2/k^2)) outside, t = asin(1/k), S = sqrt(k^2 - 1),
 * which loses k^4 of its digits far away. The rest of the Jacobian follows, since it annihilates the slip. */
static void jacobian_of_a_hertz_disk_is_its_closed_form(void **state)
{
    struct agreement a = {.what = "Jacobian of a Hertz disk", .bound = 1e-13};
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "disk", .pressure = "hertz"};
    struct contensou_patch *patch = patches_make(&spec);
    struct slips s = scan(1);
    struct agreement_result got = agreement_host(patch, &s, NULL, 1);
    const long double pi = acosl(-1);

    (void)state;
    for (size_t i = 0; i < s.n; ++i) {
        const long double k = s.value[i], t = asinl(1 / fmaxl(k, 1)),
                          S = sqrtl(fmaxl(k * k - 1, 0));
        const long double slope = k <= 1
                                      ? 3 * pi / 32 * (4 - 3 * k * k)
                                      : 3.0L / 16 * ((4 - 3 * k * k) * t + S * (3 - 2 / (k * k)));
        const double slip[3] = {s.value[i], 0, 1};

        if (k < 20)
            agreement_number(&a, "hertz", "dTx/dvx", slip, got.jacobian[i], (double)slope, 1);
        agreement_number(&a, "hertz", "dTy/dvy", slip, got.jacobian[4 * s.n + i],
                         (double)(closed_forms_hertz(k).T / k), 1);
    }
    agreement_free(&got);
    slips_free(&s);
    contensou_patch_free(patch);
    agreement_finish(&a);
}

/* The two ways the reference itself is computed meet where one takes over from the other. */
static void closed_forms_meet_their_series(void **state)
{
    struct agreement a = {.what = "closed forms and series at k = 5", .bound = 1e-15};
    static const form exact[] = {closed_forms_uniform, closed_forms_hertz, closed_forms_boussinesq};
    static const long double q[] = {0, 0.5L, -0.5L};

    (void)state;
    for (int i = 0; i < 3; ++i) {
        const struct closed_forms f = exact[i](5), g = closed_forms_series(5, q[i]);
        const double slip[3] = {5, 0, 1};

        agreement_number(&a, "disk", "T", slip, (double)f.T, (double)g.T, 1);
        agreement_number(&a, "disk", "M", slip, (double)f.M, (double)g.M, 1);
    }
    agreement_finish(&a);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_disk_is_the_elliptic_integrals),
        cmocka_unit_test(hertz_disk_is_its_closed_form),
        cmocka_unit_test(boussinesq_disk_is_its_closed_form),
        cmocka_unit_test(annulus_is_the_difference_of_elliptic_integrals),
        cmocka_unit_test(very_thin_annulus_is_as_good_as_promised),
        cmocka_unit_test(any_power_follows_its_series_far_away),
        cmocka_unit_test(tilt_of_a_hertz_disk_is_its_closed_form),
        cmocka_unit_test(jacobian_of_a_hertz_disk_is_its_closed_form),
        cmocka_unit_test(closed_forms_meet_their_series),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
