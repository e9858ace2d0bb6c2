/* test_rosenbrock_tables.c: the coefficients of positions follow from those that the authors of the methods give:
 * L = gamma (a + 1 + n L), place = a L, h_place = h L (rosenbrock.h), evaluated here in long double. Of a motion at
 * constant velocity the stages stand at alpha, their parts are d, and the dense output is the chord.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "steppers/rodas43.h"
#include "support/no_tableau.h"
#include "steppers/rodas54.h"
#include "support/no_tableau.h"
#include "steppers/dimarzo54.h"

enum { most = 8 };

struct method {
    int stages, dense;
    double gamma;
    const double *alpha, *d, *a, *m, *h, *place, *lift, *h_place;
};

/* L, and in its last column what a constant velocity gives. */
static void lifts(const struct method *t, long double L[most][most + 1])
{
    const int n = t->stages;

    for (int s = 0; s < n; ++s)
        for (int j = 0; j <= n; ++j) {
            long double sum = j == n || j == s ? 1.0L : 0.0L;

            if (j < n)
                sum += t->a[s * n + j];
            for (int r = 0; r < s; ++r)
                sum += t->m[s * n + r] * L[r][j];
            L[s][j] = t->gamma * sum;
        }
}

/* A row times column j of L. */
static double lifted(const struct method *t, const double *row, long double L[most][most + 1],
                     int j)
{
    long double sum = 0;

    for (int r = 0; r < t->stages; ++r)
        sum += row[r] * L[r][j];
    return (double)sum;
}

static void check(const struct method *t)
{
    const double allowed = 1e-13; /* the authors give 16 digits of numbers up to 165 */
    const int n = t->stages;
    long double L[most][most + 1];

    lifts(t, L);
    for (int s = 0; s < n; ++s) {
        assert_true(fabs((double)L[s][n] - t->d[s]) < allowed);
        assert_true(fabs(lifted(t, t->a + s * n, L, n) - t->alpha[s]) < allowed);
        for (int j = 0; j < n; ++j) {
            const double lift = j < s ? (double)L[s][j] : 0;

            assert_true(fabs(lift - t->lift[s * n + j]) < allowed);
            assert_true(fabs(lifted(t, t->a + s * n, L, j) - t->place[s * n + j]) < allowed);
        }
    }
    for (int k = 0; k < t->dense; ++k) {
        assert_true(fabs(lifted(t, t->h + k * n, L, n)) < 2 * allowed);
        for (int j = 0; j < n; ++j)
            assert_true(fabs(lifted(t, t->h + k * n, L, j) - t->h_place[k * n + j]) < allowed);
    }
}

static void rodas43_positions_follow_from_velocities(void **state)
{
    const struct method t = {rodas43_stages, rodas43_dense, rodas43_gamma,  rodas43_alpha,
                             rodas43_d,      rodas43_a,     rodas43_m,      rodas43_h,
                             rodas43_place,  rodas43_lift,  rodas43_h_place};

    (void)state;
    check(&t);
}

static void rodas54_positions_follow_from_velocities(void **state)
{
    const struct method t = {rodas54_stages, rodas54_dense, rodas54_gamma,  rodas54_alpha,
                             rodas54_d,      rodas54_a,     rodas54_m,      rodas54_h,
                             rodas54_place,  rodas54_lift,  rodas54_h_place};

    (void)state;
    check(&t);
}

static void dimarzo54_positions_follow_from_velocities(void **state)
{
    const struct method t = {dimarzo54_stages, dimarzo54_dense, dimarzo54_gamma,  dimarzo54_alpha,
                             dimarzo54_d,      dimarzo54_a,     dimarzo54_m,      dimarzo54_h,
                             dimarzo54_place,  dimarzo54_lift,  dimarzo54_h_place};

    (void)state;
    check(&t);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rodas43_positions_follow_from_velocities),
        cmocka_unit_test(rodas54_positions_follow_from_velocities),
        cmocka_unit_test(dimarzo54_positions_follow_from_velocities),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
