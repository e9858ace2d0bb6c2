/* test_table_friction.c: the exact wrench as a table. SPDX-License-Identifier: MIT */
#include "laws/round_table.h"
#define BARE         round_table
#define BARE_MEASURE gradient
#define BARE_ORDER   1
#define BARE_POLAR   0
#include "support/regularised_of.h"
#include "laws/table.h"
#define BARE         table
#define BARE_MEASURE gradient
#define BARE_ORDER   1
#define BARE_POLAR   0
#include "support/regularised_of.h"
static int checks_twice;
#include "support/friction_checks.h"

#include <string.h>

CHECKS_ADAPT(round_table_friction);
CHECKS_ADAPT(table_friction);

static const struct {
    const struct checks_law *law;
    const char *shape, *pressure;
    double tilt;
} cases[] = {
    {&round_table_friction_law, "disk", "uniform", 0},
    {&round_table_friction_law, "disk", "hertz", 0},
    {&round_table_friction_law, "disk", "boussinesq", 0},
    {&round_table_friction_law, "annulus:0.5", "uniform", 0},
    {&round_table_friction_law, "annulus:0.95", "uniform", 0},
    {&table_friction_law, "ellipse:1,0.5", "uniform", 0},
    {&table_friction_law, "ellipse:1,0.5", "hertz", 0},
    {&table_friction_law, "rectangle:1,0.5", "uniform", 0},
    {&table_friction_law, "disk", "uniform", 0.5},
    {&table_friction_law, "disk", "hertz", 0.5},
    {&table_friction_law, "rectangle:1,0.1", "uniform", 0},
    {&table_friction_law, "rectangle:0.01,1", "uniform", 0},
    {&table_friction_law, "ellipse:1,0.1", "hertz", 0},
};
enum { first_other = 5, first_slender = 10 };
enum { case_count = sizeof cases / sizeof *cases };

/* The error that a table reports is below 1e-6, and so it is against the exact wrench on other slips; what holds for
 * all regularised laws holds for it. */
static void check(int from, int to)
{
    for (int i = from; i < to; ++i) {
        struct contensou__friction f;
        uint64_t seed = 11;

        checks_create(&f, "table", cases[i].shape, cases[i].pressure, cases[i].tilt);
        if (!(f.table_error > 0 && f.table_error < 1e-6))
            fail_msg("%s, %s: the table errs by %g", cases[i].shape, cases[i].pressure,
                     f.table_error);
        checks_make(cases[i].law, &f, 0, 1);
        for (int k = 0; k < 20 * checks_slips; ++k) {
            double s[3], out[9], error;

            checks_slip(k, 1, &seed, s);
            contensou__patch_data_wrench(&f.patch, s, 0, out);
            error = checks_difference(cases[i].law, s, out);
            if (!(error < 1e-6))
                fail_msg("%s, %s at %g %g %g: off by %g", cases[i].shape, cases[i].pressure, s[0],
                         s[1], s[2], error);
        }
        /* differences see the corners that the Jacobian of a spline has at its knots */
        checks_slopes(cases[i].law, &f, i < first_other ? 1e-5 : 1e-4, 1);
        checks_peak(cases[i].law, &f, 2.7, 2e-6);
        checks_range(cases[i].law, &f);
        contensou__friction_free(&f);
    }
}

static void circular_patches_have_one_function(void **state)
{
    (void)state;
    check(0, first_other);
}

static void other_patches_have_three_faces(void **state)
{
    (void)state;
    check(first_other, first_slender);
}

/* Ten and a hundred times as long as wide: two scales in one table. It erred by 3e-5 and by 2e-2. */
static void slender_patches_are_as_exact(void **state)
{
    (void)state;
    check(first_slender, case_count);
}

/* What would take too large a table is refused with the error that was reached. */
static void too_slender_patches_are_refused(void **state)
{
    static const char *const shapes[] = {"rectangle:1,1e-5", "rectangle:1e-6,1"};

    (void)state;
    for (int i = 0; i < 2; ++i) {
        const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = shapes[i]};
        struct contensou_patch *patch = NULL;
        struct contensou__friction f;
        struct contensou_error err = {0};

        assert_int_equal(contensou_patch_create(&patch, &spec, &err), 0);
        assert_int_equal(contensou__friction_create(&f, "table", patch, 1e-3, 0, &err),
                         CONTENSOU_EARGUMENT);
        assert_non_null(strstr(err.message, shapes[i]));
        assert_non_null(strstr(err.message, "would err by"));
        assert_non_null(strstr(err.message, "integral"));
        contensou__friction_free(&f);
        contensou_patch_free(patch);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circular_patches_have_one_function),
        cmocka_unit_test(other_patches_have_three_faces),
        cmocka_unit_test(slender_patches_are_as_exact),
        cmocka_unit_test(too_slender_patches_are_refused),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
