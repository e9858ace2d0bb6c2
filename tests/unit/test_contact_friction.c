/* test_contact_friction.c: the laws of a contact as simulations use them, in double precision.
 * SPDX-License-Identifier: MIT */
#define approximant_n      3
#define approximant_n2     ((int)shared[1]) /* several here; one in a program */
#define approximant_degree ((int)shared[2])
#define approximant_scaled 0
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
#define potential_degree 4
#define potential_scaled 0
#include "laws/round_potential_friction.h"
#define BARE         potential
#define BARE_MEASURE gradient
#define BARE_ORDER   1
#define BARE_POLAR   0
#include "support/regularised_of.h"
#include "patches/disk.h"
static int checks_twice; /* how the patch at hand is to be summed */
#define patch_params       disk_params
#define patch_params_count disk_params_count
#define patch_wrench       disk_wrench
#define patch_twice        checks_twice
#define patch_tilted       0
#include "laws/integral.h"
#define BARE         integral
#define BARE_MEASURE gradient
#define BARE_ORDER   1
#define BARE_POLAR   0
#include "support/regularised_of.h"
#include "support/friction_checks.h"

#include <string.h>

CHECKS_ADAPT(circular_friction);
CHECKS_ADAPT(approximant_fixed_friction);
CHECKS_ADAPT(ellipsoid_friction);
CHECKS_ADAPT(pade_friction);
CHECKS_ADAPT(potential_friction);
CHECKS_ADAPT(round_potential_friction);
CHECKS_ADAPT(integral_friction);

/* The laws, and the contacts that they are tested on. */
static const struct {
    const struct checks_law *law;
    const char *name, *shape, *pressure;
    double tilt;
} cases[] = {
    {&circular_friction_law, "I11", "disk", "uniform", 0},
    {&circular_friction_law, "I20", "annulus:0.5", "uniform", 0},
    {&circular_friction_law, "I02", "disk", "hertz", 0},
    {&approximant_fixed_friction_law, "I11", "ellipse:1,0.5", "hertz", 0},
    {&approximant_fixed_friction_law, "I11", "disk", "hertz", 0.5},
    {&approximant_fixed_friction_law, "I22", "rectangle:1,0.5", "uniform", 0},
    {&ellipsoid_friction_law, "ellipsoid", "disk", "uniform", 0},
    {&pade_friction_law, "pade1", "disk", "hertz", 0},
    {&pade_friction_law, "pade2", "disk", "hertz", 0.5},
    {&potential_friction_law, "potential6", "ellipse:1,0.5", "uniform", 0},
    {&round_potential_friction_law, "potential4", "disk", "uniform", 0},
    {&integral_friction_law, "integral", "disk", "uniform", 0},
    {&integral_friction_law, "integral", "disk", "hertz", 0},
};
enum { case_count = sizeof cases / sizeof *cases };

/* pade1 has corners at pure slides and spins, and pade2 jumps of the second derivative. */
static void jacobians_are_slopes(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; ++i) {
        struct contensou__friction f;
        const int pade = strncmp(cases[i].name, "pade", 4) == 0;

        checks_create(&f, cases[i].name, cases[i].shape, cases[i].pressure, cases[i].tilt);
        checks_slopes(cases[i].law, &f, pade ? 1e-5 : 1e-6, !pade);
        contensou__friction_free(&f);
    }
}

/* The plain wrench of a model is that of contensou__law_wrench; of the exact law and its table, that of the
 * tables of the patch, which other tests hold against cubature. */
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

            checks_slip(k, 1, &seed, s);
            if (f.law.params)
                contensou__law_wrench(&f.law, s, 0, out);
            else
                contensou__patch_data_wrench(&f.patch, s, 0, out);
            error = checks_difference(cases[i].law, s, out);
            if (!(error < (f.table_error > 0 ? 2e-6 : 1e-12)))
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
        checks_peak(cases[i].law, &f, 2.7, 1e-6);
        contensou__friction_free(&f);
    }
}

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

/* With m = 2 the denominator is the root of a plain sum, which is the limit of the others. */
static void m_of_two_is_the_limit_of_others(void **state)
{
    const struct checks_law *law = &circular_friction_law;
    struct contensou__friction f;
    uint64_t seed = 11;
    int m = 0;

    (void)state;
    checks_create(&f, "I11", "disk", "uniform", 0);
    while (strcmp(f.fields[m].name, "m") != 0)
        ++m;
    f.fields[m].value = 2;
    checks_slopes(law, &f, 1e-6, 1);
    checks_range(law, &f);
    for (int i = 0; i < checks_slips; ++i) {
        double s[3], J[2][3][3], v[3], error;

        checks_slip(i, 1e-3, &seed, s);
        f.fields[m].value = 2 + 1e-9;
        checks_make(law, &f, 1e-3, 2.7);
        checks_vector(checks_wrench(law, s, 0), v);
        checks_jacobian(checks_wrench(law, s, 1), J[0]);
        f.fields[m].value = 2;
        checks_make(law, &f, 1e-3, 2.7);
        error = checks_difference(law, s, v);
        checks_jacobian(checks_wrench(law, s, 1), J[1]);
        for (int k = 0; k < 9; ++k)
            error = fmax(error, 1e-3 * fabs(J[1][k / 3][k % 3] - J[0][k / 3][k % 3]));
        if (!(error < 1e-8))
            fail_msg("at %g %g %g: off by %g", s[0], s[1], s[2], error);
    }
    contensou__friction_free(&f);
}

/* A ball that rolls brings its own tilt: with that of the contact it is the law of the contact, and the wrench is
 * linear in it, so that differences with large steps are exact. */
static void pade_under_a_moving_tilt(void **state)
{
    static const char *const names[] = {"pade1", "pade2"};
    uint64_t seed = 17;

    (void)state;
    for (int k = 0; k < 2; ++k) {
        struct contensou__friction f;

        checks_create(&f, names[k], "disk", "hertz", 0.5);
        assert_int_equal(f.rolling, 1);
        checks_make(&pade_friction_law, &f, 1e-3, 2.7);
        for (int i = 0; i < checks_slips; ++i) {
            const struct pade_friction *law = &pade_friction_it;
            struct wrench own, at, by[2];
            struct slip slip;
            double s[3];

            checks_slip(i, 1e-3, &seed, s);
            slip = (struct slip){s[0], s[1], s[2]};
            own = pade_friction_wrench(law, slip, 1);
            at = pade_friction_wrench_tilted(law, slip, law->p.gx, law->p.gy, 1, by);
            assert_true(at.Tx == own.Tx && at.Ty == own.Ty && at.M == own.M && at.xw == own.xw &&
                        at.kxy == own.kxy);
            for (int g = 0; g < 2; ++g) {
                const double x = g == 0 ? 0.3 : 0, y = g == 0 ? 0 : 0.3;
                struct wrench unused[2];
                const struct wrench far =
                    pade_friction_wrench_tilted(law, slip, law->p.gx + x, law->p.gy + y, 0, unused);

                assert_true(fabs((far.Tx - at.Tx) / 0.3 - by[g].Tx) < 1e-14 &&
                            fabs((far.Ty - at.Ty) / 0.3 - by[g].Ty) < 1e-14 &&
                            fabs((far.M - at.M) / 0.3 - by[g].M) < 1e-14);
            }
        }
        contensou__friction_free(&f);
    }
}

/* A body of mass 1 and moment of inertia 1/2 with a slip of eps, after 2000 eps of time by small steps of Euler:
 * v' = -v/eps leaves nothing, v' = -(v/eps)^3 leaves eps/sqrt(4000), and so on. */
static double what_is_left(const struct checks_law *law, double eps)
{
    double s[3] = {0.6 * eps, 0, 0.8 * eps};

    for (int k = 0; k < 20000; ++k) {
        const struct wrench f = checks_wrench(law, s, 0);

        s[0] -= 0.1 * eps * f.Tx;
        s[1] -= 0.1 * eps * f.Ty;
        s[2] -= 0.2 * eps * f.M;
    }
    return fmax(hypot(s[0], s[1]), fabs(s[2])) / eps;
}

static void laws_that_creep_say_so(void **state)
{
    static const struct {
        const struct checks_law *law;
        const char *name;
        int order;
    } rows[] = {{&circular_friction_law, "I11", 3},
                {&circular_friction_law, "I20", 3},
                {&circular_friction_law, "I02", 3},
                {&ellipsoid_friction_law, "ellipsoid", 1},
                {&pade_friction_law, "pade1", 1},
                {&pade_friction_law, "pade2", 1},
                {&round_potential_friction_law, "potential4", 1},
                {&integral_friction_law, "integral", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct contensou__friction f;
        double left;

        checks_create(&f, rows[i].name, "disk", "uniform", 0);
        checks_make(rows[i].law, &f, 1e-3, 1);
        left = what_is_left(rows[i].law, 1e-3);
        print_message("%s: %.3g eps left, order %d\n", rows[i].name, left,
                      contensou__friction_lane_order(&f));
        assert_int_equal(contensou__friction_lane_order(&f), rows[i].order);
        if (rows[i].order > 1)
            assert_true(left > 0.3 / sqrt(4000) && left < 3 / sqrt(4000));
        else
            assert_true(left < 1e-12);
        contensou__friction_free(&f);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobians_are_slopes),
        cmocka_unit_test(without_eps_they_are_the_plain_laws),
        cmocka_unit_test(the_largest_force_is_eta_at_peak_friction),
        cmocka_unit_test(nothing_under_or_overflows),
        cmocka_unit_test(m_of_two_is_the_limit_of_others),
        cmocka_unit_test(pade_under_a_moving_tilt),
        cmocka_unit_test(laws_that_creep_say_so),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
