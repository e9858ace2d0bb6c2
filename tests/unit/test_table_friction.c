/* test_table_friction.c: the exact wrench as a table. SPDX-License-Identifier: MIT */
#include "laws/round_table_friction.h"
static int checks_twice;
#include "support/friction_checks.h"

CHECKS_ADAPT(round_table_friction);

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
};
enum { case_count = sizeof cases / sizeof *cases };

static void errors_are_below_a_millionth(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; ++i) {
        struct contensou__friction f;

        checks_create(&f, "table", cases[i].shape, cases[i].pressure, cases[i].tilt);
        print_message("%s %s: error %.2e, %zu numbers\n", cases[i].shape, cases[i].pressure, f.table_error, f.shared_count);
        if (!(f.table_error < 1e-6))
            fail_msg("%s, %s: the table errs by %g", cases[i].shape, cases[i].pressure, f.table_error);
        contensou__friction_free(&f);
    }
}

static void jacobians_are_slopes(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; ++i) {
        struct contensou__friction f;

        checks_create(&f, "table", cases[i].shape, cases[i].pressure, cases[i].tilt);
        checks_slopes(cases[i].law, &f, 1e-5, 1);
        checks_fold(cases[i].law, &f, 2.7, 1e-6);
        checks_range(cases[i].law, &f);
        contensou__friction_free(&f);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_below_a_millionth),
        cmocka_unit_test(jacobians_are_slopes),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
