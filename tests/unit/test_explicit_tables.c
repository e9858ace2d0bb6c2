/* test_explicit_tables.c: what explicit methods say of positions is what they say of velocities, applied twice: each row of
 * places is the row times the tableau (explicit_rk.h, order853.h), evaluated here in long double; of a motion at constant
 * velocity the stages stand at c, and neither an error nor the dense output beyond the chord is left.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "steppers/dop853.h"
#include "steppers/dopri54.h"

/* Rows of numbers, those of places, and the sums of the rows, or NULL where these are 0. */
struct rows {
    int count, width;
    const double *row, *place, *sum;
};

/* a: of n columns. */
static void check(const double *a, int n, struct rows t)
{
    const double digits = 4e-16; /* of which the authors give 16 */

    for (int k = 0; k < t.count; ++k) {
        const double *row = t.row + k * t.width;
        long double all = 0, size = 0;

        for (int s = 0; s < t.width; ++s)
            all += row[s], size += fabs(row[s]);
        assert_true(fabsl(all - (t.sum ? t.sum[k] : 0)) <= digits * size);
        for (int j = 0; j < t.width; ++j) {
            long double place = 0, terms = 0;

            for (int s = 0; s < t.width; ++s) {
                place += (long double)row[s] * a[s * n + j];
                terms += fabsl((long double)row[s] * a[s * n + j]);
            }
            assert_true(fabsl(place - t.place[k * t.width + j]) <= digits * terms);
        }
    }
}

static void dop853_positions_follow_from_velocities(void **state)
{
    const int n = dop853_all;

    (void)state;
    check(dop853_a, n, (struct rows){n, n, dop853_a, dop853_place, dop853_c});
    check(dop853_a, n, (struct rows){4, n, dop853_d, dop853_d_place, NULL});
    check(dop853_a, n, (struct rows){1, dop853_stages, dop853_e5, dop853_e5_place, NULL});
    check(dop853_a, n, (struct rows){1, dop853_stages, dop853_e3, dop853_e3_place, NULL});
}

static void dopri54_positions_follow_from_velocities(void **state)
{
    const int n = dopri54_stages;

    (void)state;
    check(dopri54_a, n, (struct rows){n, n, dopri54_a, dopri54_place, dopri54_c});
    check(dopri54_a, n, (struct rows){1, n, dopri54_d, dopri54_d_place, NULL});
    check(dopri54_a, n, (struct rows){1, n, dopri54_e, dopri54_e_place, NULL});
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dop853_positions_follow_from_velocities),
        cmocka_unit_test(dopri54_positions_follow_from_velocities),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
