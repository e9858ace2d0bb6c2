/* test_single_friction.c: the laws of a contact in single precision, compiled as C: nothing under- or overflows,
 * and they agree with double precision. SPDX-License-Identifier: MIT */
#define REAL float
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#include "core/real.h"
/* as the device has them in single precision */
#undef real_tiny
#undef real_large
#define real_tiny          1e-37f
#define real_large         1e18f
#define approximant_n      5
#define approximant_n2     ((int)shared[1]) /* several here; one in a program */
#define approximant_degree ((int)shared[2])
#define approximant_scaled 1
#include "laws/circular_friction.h"
#undef approximant_n
#undef approximant_n2
#undef approximant_degree
#define approximant_n      ((int)t[0])
#define approximant_n2     ((int)t[1])
#define approximant_degree ((int)t[2])
#include "laws/approximant_fixed.h"
#define BARE         approximant_fixed
#define BARE_MEASURE approximant_fixed
#define BARE_ORDER   ((int)law->table[0])
#define BARE_POLAR   1
#include "support/regularised_of.h"
#include "laws/ellipsoid.h"
#define BARE         ellipsoid
#define BARE_MEASURE ellipsoid
#define BARE_ORDER   1
#define BARE_POLAR   0
#include "support/regularised_of.h"
#include "laws/pade.h"
#define BARE         pade
#define BARE_MEASURE pade
#define BARE_ORDER   1
#define BARE_POLAR   1
#define BARE_TILTED
#include "support/regularised_of.h"
#define potential_degree 8
#define potential_scaled 1
#include "laws/round_potential_friction.h"
#define BARE         potential
#define BARE_MEASURE gradient
#define BARE_ORDER   1
#define BARE_POLAR   0
#include "support/regularised_of.h"
static int checks_twice;
#include "support/friction_checks.h"

CHECKS_ADAPT(circular_friction);
CHECKS_ADAPT(approximant_fixed_friction);
CHECKS_ADAPT(ellipsoid_friction);
CHECKS_ADAPT(pade_friction);
CHECKS_ADAPT(potential_friction);
CHECKS_ADAPT(round_potential_friction);

static const struct {
    const struct checks_law *law;
    const char *name, *shape, *pressure;
    double tilt;
} cases[] = {
    {&circular_friction_law, "I22", "disk", "uniform", 0},
    {&approximant_fixed_friction_law, "I11", "ellipse:1,0.5", "hertz", 0},
    {&approximant_fixed_friction_law, "I22", "rectangle:1,0.5", "uniform", 0},
    {&ellipsoid_friction_law, "ellipsoid", "disk", "uniform", 0},
    {&pade_friction_law, "pade1", "disk", "hertz", 0},
    {&pade_friction_law, "pade2", "disk", "hertz", 0.5},
    {&potential_friction_law, "potential8", "ellipse:1,0.5", "uniform", 0},
    {&round_potential_friction_law, "potential8", "disk", "uniform", 0},
};
enum { case_count = sizeof cases / sizeof *cases };

static void nothing_under_or_overflows(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; ++i) {
        struct contensou__friction f;

        checks_create(&f, cases[i].name, cases[i].shape, cases[i].pressure, cases[i].tilt);
        checks_range(cases[i].law, &f);
        contensou__friction_free(&f);
    }
}

/* contensou__law_wrench is double precision. */
static void without_eps_they_are_the_plain_laws(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; ++i) {
        struct contensou__friction f;
        uint64_t seed = 3;

        checks_create(&f, cases[i].name, cases[i].shape, cases[i].pressure, cases[i].tilt);
        checks_make(cases[i].law, &f, 0, 1);
        for (int k = 0; k < checks_slips; ++k) {
            double s[3], out[9], error;

            checks_slip(k, pow(10, k % 16 - 8), &seed, s);
            contensou__law_wrench(&f.law, s, 0, out);
            error = checks_difference(cases[i].law, s, out);
            if (!(error < 2e-5))
                fail_msg("%s on %s at %g %g %g: off by %g", f.name, cases[i].shape, s[0], s[1],
                         s[2], error);
        }
        contensou__friction_free(&f);
    }
}

static void the_largest_force_is_eta_at_peak_friction(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; ++i) {
        struct contensou__friction f;

        checks_create(&f, cases[i].name, cases[i].shape, cases[i].pressure, cases[i].tilt);
        checks_peak(cases[i].law, &f, 2.7, 1e-5);
        contensou__friction_free(&f);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_under_or_overflows),
        cmocka_unit_test(without_eps_they_are_the_plain_laws),
        cmocka_unit_test(the_largest_force_is_eta_at_peak_friction),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
