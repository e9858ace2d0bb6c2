/* test_eigen.c: eigenvalues of small matrices whose answer is known. SPDX-License-Identifier: MIT */
#include "base/eigen.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void expect(size_t n, const double *a, const double *re, const double *im, double bound)
{
    double r[8], m[8];

    assert_true(contensou__eigen_values(n, a, r, m));
    for (size_t i = 0; i < n; ++i)
        if (!(fabs(r[i] - re[i]) <= bound && fabs(m[i] - im[i]) <= bound))
            fail_msg("%zu: %.17g %.17g, not %.17g %.17g", i, r[i], m[i], re[i], im[i]);
}

static void known_matrices_have_their_eigenvalues(void **state)
{
    /* x'' = -4 x - x', a rotation, a triangle, the companion of (x - 1)(x - 2)(x - 3)(x^2 + 1) */
    const double oscillator[4] = {0, 1, -4, -1}, turn[4] = {0, -2, 2, 0};
    const double triangle[9] = {3, 5, 7, 0, -1, 9, 0, 0, 2};
    const double companion[25] = {6, -12, 12, -11, 6, 1, 0, 0, 0, 0, 0, 1, 0,
                                  0, 0,   0,  0,   1, 0, 0, 0, 0, 0, 1, 0};
    const double zero[9] = {0};
    const double root = sqrt(15) / 2;

    (void)state;
    expect(2, oscillator, (const double[]){-0.5, -0.5}, (const double[]){root, -root}, 1e-15);
    expect(2, turn, (const double[]){0, 0}, (const double[]){2, -2}, 1e-15);
    expect(3, triangle, (const double[]){3, 2, -1}, (const double[]){0, 0, 0}, 1e-14);
    expect(5, companion, (const double[]){3, 2, 1, 0, 0}, (const double[]){0, 0, 0, 1, -1}, 1e-12);
    expect(3, zero, (const double[]){0, 0, 0}, (const double[]){0, 0, 0}, 0);
}

/* Rows and columns of very different size lose nothing: diag(d) A diag(1/d) has the eigenvalues of A. */
static void scaled_matrices_keep_their_eigenvalues(void **state)
{
    const double d[3] = {1, 1e8, 1e-6}, a[9] = {1, 2, 0, -2, 1, 0.5, 0.1, 0, -3};
    double b[9], re[3], im[3];

    (void)state;
    assert_true(contensou__eigen_values(3, a, re, im));
    for (int i = 0; i < 9; ++i)
        b[i] = a[i] * d[i / 3] / d[i % 3];
    expect(3, b, re, im, 1e-14);
}

static void a_matrix_that_is_not_finite_has_none(void **state)
{
    double re[2], im[2];

    (void)state;
    assert_false(contensou__eigen_values(2, (const double[]){1, NAN, 0, 1}, re, im));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_matrices_have_their_eigenvalues),
        cmocka_unit_test(scaled_matrices_keep_their_eigenvalues),
        cmocka_unit_test(a_matrix_that_is_not_finite_has_none),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
