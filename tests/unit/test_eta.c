/* test_eta.c: eta' of eta, its inverse and the polynomials. SPDX-License-Identifier: MIT */
#include <contensou/eta.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The cubics that [1] prints for eta from 1 to 1.3 and from 1.3 to 2.7. */
static const double paper[2][4] = {{-13.607, 30.893, -22.01, 5.878},
                                   {-2.41, 3.985, -0.3581, 0.0493}};
static const double limit = 1.1499288835389847; /* eta' where eta leaves 1, docs/maths.md 4 */

static double prime(double eta)
{
    double value = NAN;

    assert_int_equal(contensou_eta_prime(eta, &value, NULL), CONTENSOU_OK);
    return value;
}

static double of_prime(double eta_prime)
{
    double value = NAN;

    assert_int_equal(contensou_eta_of_prime(eta_prime, &value, NULL), CONTENSOU_OK);
    return value;
}

static void near(double found, double expected, double relative)
{
    if (!(fabs(found - expected) <= relative * fabs(expected)))
        fail_msg("%.17g instead of %.17g, off by %.3g relative", found, expected,
                 found / expected - 1);
}

static double polynomial(const double *c, int degree, double x)
{
    double sum = 0;

    for (int k = degree; k >= 0; k--)
        sum = sum * x + c[k];
    return sum;
}

/* docs/maths.md 4 and docs/errata.md [1].8, to the digits printed there. */
static void eta_prime_has_the_known_values(void **state)
{
    (void)state;
    near(prime(nextafter(1, 2)), 1.1499289, 0.5e-7);
    near(prime(2), 4.5215542, 0.5e-7 / 4);
    near(prime(2.7), 6.7085189, 0.5e-7 / 6);
    near(prime(4.98), 13.7626670, 0.5e-7 / 13);
    assert_true(prime(1) == 0);
}

/* The law x/sqrt(x^2 + 1) + eta' x/(x^2 + 1)^2. */
static long double law(long double x, long double eta_prime)
{
    const long double s = x * x + 1;

    return x / sqrtl(s) + eta_prime * x / (s * s);
}

/* Its maximum in x, by a grid and then by golden sections: it has one hill. */
static long double maximum(long double eta_prime)
{
    const long double part = (sqrtl(5) - 1) / 2;
    long double best = 0, a, b;

    for (long double x = 0.01L; x < 10; x += 0.01L)
        if (law(x, eta_prime) > law(best, eta_prime))
            best = x;
    a = best - 0.02L;
    b = best + 0.02L;
    for (int i = 0; i < 100; i++) {
        const long double x = b - part * (b - a), y = a + part * (b - a);

        if (law(x, eta_prime) > law(y, eta_prime))
            b = y;
        else
            a = x;
    }
    return law((a + b) / 2, eta_prime);
}

/* 1e-15 in eta is 1e-15 to 4e-15 in eta', whose logarithmic slope falls from 4.3 at 1 to 1. */
static void the_regularised_law_has_the_maximum_eta(void **state)
{
    static const double eta[] = {1.0000001, 1.001, 1.1, 1.3,  1.7,   2,    2.7,
                                 4.98,      10,    1e3, 1e10, 1e100, 1e300};

    (void)state;
    for (size_t i = 0; i < sizeof eta / sizeof eta[0]; i++) {
        near((double)maximum(prime(eta[i])), eta[i], 1e-15);
        near(of_prime(prime(eta[i])), eta[i], 1e-15);
    }
}

/* eta' -> infinity: the second term alone has its maximum 9/(16 sqrt 3) eta' at x^2 = 1/3. */
static void a_huge_eta_prime_is_proportional_to_eta(void **state)
{
    (void)state;
    near(prime(1e300) / 1e300, 16 / (3 * sqrt(3)), 1e-15);
    near(of_prime(1e300) / 1e300, 3 * sqrt(3) / 16, 1e-15);
}

static void there_and_back_gives_the_same_eta(void **state)
{
    (void)state;
    for (int i = 0; i <= 20000; i++) {
        const double eta = pow(1e6, i / 20000.0);

        near(of_prime(prime(eta)), eta, 1e-14);
    }
}

static void both_ways_are_monotone(void **state)
{
    double last = 0, last_eta = 1;

    (void)state;
    for (int i = 1; i <= 20000; i++) {
        const double eta = pow(1e6, i / 20000.0), eta_prime = prime(eta);

        assert_true(eta_prime > last && eta_prime > limit);
        assert_true(of_prime(eta_prime) > last_eta);
        last = eta_prime;
        last_eta = of_prime(eta_prime);
    }
}

/* docs/errata.md [1].9: eta'(1) is not unique. */
static void every_eta_prime_up_to_the_limit_has_the_maximum_one(void **state)
{
    (void)state;
    for (int i = 0; i <= 1000; i++)
        assert_true(of_prime(limit * i / 1000 * (1 - 1e-15)) == 1);
    assert_true(of_prime(1.14993) > 1);
    assert_true(of_prime(1.14993) < 1 + 1e-6);
}

/* docs/errata.md [1].8 and [4].3. */
static void misprinted_numbers_realise_another_eta(void **state)
{
    (void)state;
    assert_true(fabs(of_prime(6.7627) - 2.7174) < 0.5e-4);
    assert_true(fabs(of_prime(13.7627) - 4.98) < 0.5e-4);
    assert_true(fabs(of_prime(4.479) - 1.9865) < 0.5e-4);
}

/* docs/errata.md [1].9: the claim |d eta| < 0.001 holds with 8.3e-4 and 9.7e-4, and not at 4.98. */
static void the_cubics_of_the_paper_keep_their_claim(void **state)
{
    double first, second;

    (void)state;
    assert_int_equal(contensou_eta_polynomial_error(1, 1.3, 3, paper[0], &first, NULL), 0);
    assert_int_equal(contensou_eta_polynomial_error(1.3, 2.7, 3, paper[1], &second, NULL), 0);
    assert_true(fabs(first - 8.3e-4) < 0.5e-5);
    assert_true(fabs(second - 9.7e-4) < 0.5e-5);
    assert_true(fabs(fabs(of_prime(polynomial(paper[1], 3, 4.98)) - 4.98) - 0.29) < 0.005);
}

/* The extrema of the error that alternate, on a fine grid; returns how many. */
static int extrema(double low, double high, int degree, const double *c, double *extremum)
{
    enum { steps = 100000 };
    int count = 0;

    for (int i = 0; i <= steps; i++) {
        const double x = low + (high - low) * i / steps;
        const double e = of_prime(polynomial(c, degree, x)) - x;

        if (!count || e * extremum[count - 1] < 0)
            extremum[count++] = e;
        else if (fabs(e) > fabs(extremum[count - 1]))
            extremum[count - 1] = e;
        assert_in_range(count, 1, degree + 2);
    }
    return count;
}

/* Alternation over degree + 2 points proves that no polynomial of that degree is better. The
 * coefficients in double leave about 1e-12 of it, which the errors of degrees up to 5 outweigh. */
static void the_error_alternates_with_equal_extrema(void **state)
{
    static const double end[] = {1, 1.3, 2.7, 10};

    (void)state;
    for (int piece = 0; piece < 3; piece++)
        for (int degree = 1; degree <= 5; degree++) {
            double c[9], error, extremum[12];

            assert_int_equal(
                contensou_eta_polynomial(end[piece], end[piece + 1], degree, c, &error, NULL), 0);
            assert_int_equal(extrema(end[piece], end[piece + 1], degree, c, extremum), degree + 2);
            for (int i = 0; i < degree + 2; i++)
                near(fabs(extremum[i]), error, 1e-6);
        }
}

/* The same through the measure that [1] uses for its own: 8.3e-4 and 9.7e-4. */
static void our_cubics_are_better_than_those_of_the_paper(void **state)
{
    double c[4], error, again;

    (void)state;
    assert_int_equal(contensou_eta_polynomial(1, 1.3, 3, c, &error, NULL), 0);
    near(error, 4.7478e-4, 1e-4);
    assert_int_equal(contensou_eta_polynomial_error(1, 1.3, 3, c, &again, NULL), 0);
    near(again, error, 1e-15);
    assert_int_equal(contensou_eta_polynomial(1.3, 2.7, 3, c, &error, NULL), 0);
    near(error, 4.4115e-4, 1e-4);
    assert_int_equal(contensou_eta_polynomial(2.7, 10, 3, c, &error, NULL), 0);
    near(error, 3.5913e-4, 1e-4);
}

/* The maximum is 1 for eta' = 0.5: from 1 to 1.2 that is off by 0.2 at the end and by 0 at 1. */
static void a_polynomial_below_the_limit_realises_one(void **state)
{
    const double c[2] = {0.5, 0};
    double error;

    (void)state;
    assert_int_equal(contensou_eta_polynomial_error(1, 1.2, 1, c, &error, NULL), 0);
    near(error, 0.2, 1e-15);
}

/* Over the whole range, over none to speak of, and far out: the error never grows with the degree.
 */
static void a_higher_degree_is_never_worse(void **state)
{
    static const double range[][2] = {
        {1, 1.3},   {1.3, 2.7},    {1, 10},   {1, 1e6},      {10, 1e3},           {1.5, 1.501},
        {1e5, 1e6}, {999999, 1e6}, {1, 1.01}, {1, 1 + 1e-9}, {1.5, 1.5 + 4.5e-16}};

    (void)state;
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++) {
        double last = INFINITY;

        for (int degree = 1; degree <= 8; degree++) {
            double c[9], error;

            assert_int_equal(
                contensou_eta_polynomial(range[i][0], range[i][1], degree, c, &error, NULL), 0);
            if (!(error <= last))
                fail_msg("%g to %g, degree %d: %g after %g", range[i][0], range[i][1], degree,
                         error, last);
            last = error;
        }
        assert_true(last < 0.06);
    }
}

static void refuse(enum contensou_status status, const struct contensou_error *err,
                   const char *piece)
{
    assert_int_equal(status, CONTENSOU_EARGUMENT);
    assert_int_equal(err->status, CONTENSOU_EARGUMENT);
    if (!strstr(err->message, piece))
        fail_msg("'%s' is not in: %s", piece, err->message);
}

static void impossible_input_is_refused(void **state)
{
    static const double wrong[] = {1 - 1e-15, 0, -2, NAN, INFINITY, -INFINITY};
    struct contensou_error err;
    double x = 7, c[9] = {7};

    (void)state;
    for (size_t i = 0; i < 6; i++)
        refuse(contensou_eta_prime(wrong[i], &x, &err), &err, "from 1 on");
    refuse(contensou_eta_prime(1e308, &x, &err), &err, "too large");
    for (size_t i = 2; i < 6; i++)
        refuse(contensou_eta_of_prime(wrong[i], &x, &err), &err, "from 0 on");
    for (size_t i = 0; i < 6; i++) {
        refuse(contensou_eta_polynomial(wrong[i], 2, 3, c, &x, &err), &err, "between 1 and");
        refuse(contensou_eta_polynomial(1.1, wrong[i], 3, c, &x, &err), &err, "between 1 and");
    }
    refuse(contensou_eta_polynomial(2, 2, 3, c, &x, &err), &err, "ascends");
    refuse(contensou_eta_polynomial(1, 2, 0, c, &x, &err), &err, "from 1 to 8");
    refuse(contensou_eta_polynomial(1, 2, 9, c, &x, &err), &err, "from 1 to 8");
    refuse(contensou_eta_polynomial_error(1, 2, 1, (double[]){1, NAN}, &x, &err), &err, "finite");
    assert_true(x == 7 && c[0] == 7);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eta_prime_has_the_known_values),
        cmocka_unit_test(the_regularised_law_has_the_maximum_eta),
        cmocka_unit_test(a_huge_eta_prime_is_proportional_to_eta),
        cmocka_unit_test(there_and_back_gives_the_same_eta),
        cmocka_unit_test(both_ways_are_monotone),
        cmocka_unit_test(every_eta_prime_up_to_the_limit_has_the_maximum_one),
        cmocka_unit_test(misprinted_numbers_realise_another_eta),
        cmocka_unit_test(the_cubics_of_the_paper_keep_their_claim),
        cmocka_unit_test(the_error_alternates_with_equal_extrema),
        cmocka_unit_test(our_cubics_are_better_than_those_of_the_paper),
        cmocka_unit_test(a_polynomial_below_the_limit_realises_one),
        cmocka_unit_test(a_higher_degree_is_never_worse),
        cmocka_unit_test(impossible_input_is_refused),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
