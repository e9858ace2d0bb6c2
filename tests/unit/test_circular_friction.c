/* test_circular_friction.c: the family I on circular patches as simulations use it.
 * SPDX-License-Identifier: MIT */
#define circular_n      3
#define circular_scaled 0
#include "laws/circular_friction.h"
#define friction        circular_friction
#define friction_fields circular_friction_fields
#define friction_make   circular_friction_make
#define friction_wrench circular_friction_wrench
#define friction_slide  circular_friction_slide
#include "support/friction_checks.h"

static void the_jacobian_of_I11_is_its_slope(void **state)
{
    struct contensou__friction f;

    (void)state;
    checks_create(&f, "I11", "disk", "uniform", 0);
    checks_slopes(&f, 1e-6);
    contensou__friction_free(&f);
}

/* Without eps it is the plain law, to rounding. */
static void without_eps_it_is_the_plain_law(void **state)
{
    static const char *const names[] = {"I11", "I20", "I02"};
    uint64_t seed = 3;

    (void)state;
    for (size_t k = 0; k < 3; ++k) {
        struct contensou__friction f;
        struct friction law;

        checks_create(&f, names[k], "annulus:0.5", "uniform", 0);
        law = checks_make(&f, 0, 1);
        for (int i = 0; i < checks_slips; ++i) {
            double s[3], out[9];
            struct wrench w;

            checks_slip(i, 1, &seed, s);
            w = checks_wrench(&law, s, 0);
            contensou__law_wrench(&f.law, s, 0, out);
            if (!(fabs(w.Tx - out[0]) + fabs(w.Ty - out[1]) + fabs(w.M - out[2]) < 1e-13))
                fail_msg("%s at %g %g %g: %g %g %g, not %g %g %g", names[k], s[0], s[1], s[2], w.Tx,
                         w.Ty, w.M, out[0], out[1], out[2]);
        }
        contensou__friction_free(&f);
    }
}

/* MATHS 4: the largest force is eta, at the fold, where friction_slide is 1. */
static void the_largest_force_is_eta_at_the_fold(void **state)
{
    const double eta = 2.7;
    struct contensou__friction f;
    struct friction law;
    double best = 0, at = 0;

    (void)state;
    checks_create(&f, "I11", "disk", "uniform", 0);
    law = checks_make(&f, 1e-3, eta);
    for (double x = 0.5; x < 2; x += 1e-4) {
        const double s[3] = {x * 1e-3, 0, 0}, T = checks_wrench(&law, s, 0).Tx;

        if (T > best)
            best = T, at = x;
    }
    assert_true(fabs(best - eta) < 1e-6);
    assert_true(fabs(friction_slide(&law, (struct slip){at * 1e-3, 0, 0}) - 1) < 1e-3);
    contensou__friction_free(&f);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_jacobian_of_I11_is_its_slope),
        cmocka_unit_test(without_eps_it_is_the_plain_law),
        cmocka_unit_test(the_largest_force_is_eta_at_the_fold),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
