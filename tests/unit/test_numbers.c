/* test_numbers.c: numbers, ranges and lists of the command line. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/numbers.h"

static const double pi = 3.14159265358979323846;

static double parsed(const char *text)
{
    struct contensou_error err = {0};
    double value = -77.0;

    if (contensou__numbers_parse(text, "--x", &value, &err) != CONTENSOU_OK)
        fail_msg("'%s': %s", text, err.message);
    return value;
}

static void rejects(const char *text, const char *reason)
{
    struct contensou_error err = {0};
    double *values = &(double){0};
    size_t count = 9;

    assert_int_equal(contensou__numbers_range(text, "--x", &values, &count, &err),
                     CONTENSOU_EARGUMENT);
    assert_null(values);
    assert_int_equal(count, 0);
    assert_memory_equal(err.message, "--x: ", 5);
    if (!strstr(err.message, reason))
        fail_msg("'%s' gives '%s' without '%s'", text, err.message, reason);
}

static void the_forms_of_the_header_have_their_values(void **state)
{
    (void)state;
    assert_true(parsed("0.5") == 0.5); /* all right sides: the same expression in C */
    assert_true(parsed("-1e-3") == -1e-3);
    assert_true(parsed("pi") == pi);
    assert_true(parsed("-pi") == -pi);
    assert_true(parsed("pi/2") == pi / 2);
    assert_true(parsed("2pi") == 2 * pi);
    assert_true(parsed("-3*pi/4") == -3 * pi / 4);
    assert_true(parsed("8/3") == 8.0 / 3.0);
    assert_true(parsed(" +.5 ") == 0.5);
    assert_true(parsed("0x1p-4") == 0.0625); /* 2^-4 */
}

static void degrees_become_radians(void **state)
{
    (void)state;
    assert_true(parsed("180deg") == pi); /* half a turn */
    assert_true(parsed("90deg") == pi / 2);
    assert_true(fabs(parsed("30deg") - pi / 6) <= 1.2e-16); /* one ulp of 0.52 */
    assert_true(fabs(parsed("45/2deg") - pi / 8) <= 1.2e-16);
}

static void minus_zero_keeps_its_sign(void **state)
{
    (void)state;
    assert_true(signbit(parsed("-0.0")));
    assert_true(signbit(parsed("-0")));
    assert_false(signbit(parsed("0")));
}

static void what_is_not_a_finite_number_is_rejected(void **state)
{
    (void)state;
    rejects("", "missing");
    rejects("  ", "missing");
    rejects("abc", "not a number");
    rejects("1e999", "not a finite number"); /* the largest double is 1.8e308 */
    rejects("1e308*pi", "not a finite number");
    rejects("1/0", "not a finite number");
    rejects("nan", "not a number");
    rejects("inf", "not a number");
    rejects("-inf", "not a number");
    rejects("1x", "not a number");
    rejects("--1", "not a number");
    rejects("1/-2", "not a number");
    rejects("pideg", "not a number");
    rejects("1,,2", "missing");
    rejects("1,2,", "missing");
}

static void wrong_ranges_say_why(void **state)
{
    (void)state;
    rejects("0:1:0", "at least 1");
    rejects("0:1:-3", "at least 1");
    rejects("0:1:2.5", "not a whole number");
    rejects("0:1:", "not a whole number");
    rejects("0:1:inf", "not a whole number");
    rejects("0:1:2000000000", "at most 1e9");
    rejects("1:2", "lo:hi:count");
    rejects("1:2:3:4", "lo:hi:count");
    rejects("0:1:1", "one point needs lo = hi");
    rejects(":1:3", "missing");
    rejects("0:1:3,5", "not a whole number");
}

static void a_range_has_both_ends_and_even_steps(void **state)
{
    double *v;
    size_t n;

    (void)state;
    assert_int_equal(contensou__numbers_range("0:pi:5", "--x", &v, &n, NULL), CONTENSOU_OK);
    assert_int_equal(n, 5);
    for (size_t i = 0; i < 5; i++)
        assert_true(fabs(v[i] - pi * (double)i / 4) <= 4.5e-16); /* one ulp of pi */
    assert_true(v[0] == 0.0 && v[4] == pi);
    free(v);
    assert_int_equal(contensou__numbers_range("1:-1:1e3", "--x", &v, &n, NULL), CONTENSOU_OK);
    assert_int_equal(n, 1000);
    assert_true(v[0] == 1.0 && v[999] == -1.0 && v[1] < v[0]);
    free(v);
    assert_int_equal(contensou__numbers_range("-1:1e-17:3", "--x", &v, &n, NULL), CONTENSOU_OK);
    assert_true(v[2] == 1e-17); /* where -1 + (1e-17 - -1) is 0 */
    free(v);
    assert_int_equal(contensou__numbers_range("2:2:1", "--x", &v, &n, NULL), CONTENSOU_OK);
    assert_true(n == 1 && v[0] == 2.0);
    free(v);
}

static void a_range_between_huge_ends_stays_finite(void **state)
{
    double *v;
    size_t n;

    (void)state;
    assert_int_equal(contensou__numbers_range("-1e308:1e308:5", "--x", &v, &n, NULL), CONTENSOU_OK);
    assert_true(v[0] == -1e308 && v[4] == 1e308);
    assert_true(v[2] == 0.0);                    /* the middle */
    assert_true(fabs(v[3] / 5e307 - 1) < 1e-15); /* three quarters of the way */
    free(v);
}

static void a_list_keeps_its_order(void **state)
{
    double *v, three[3] = {0};
    size_t n;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou__numbers_range("3, -1,pi", "--x", &v, &n, NULL), CONTENSOU_OK);
    assert_int_equal(n, 3);
    assert_true(v[0] == 3.0 && v[1] == -1.0 && v[2] == pi);
    free(v);
    assert_int_equal(contensou__numbers_list("1,2,3", "--load", three, 3, &err), CONTENSOU_OK);
    assert_true(three[0] == 1.0 && three[1] == 2.0 && three[2] == 3.0);
    assert_int_equal(contensou__numbers_list("1,2", "--load", three, 3, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "has 2 numbers; it needs 3"));
}

static void whole_numbers_respect_their_bounds(void **state)
{
    struct contensou_error err = {0};
    long v = -7;

    (void)state;
    assert_int_equal(contensou__numbers_whole("101", "--cells", 1, 4096, &v, &err), CONTENSOU_OK);
    assert_int_equal(v, 101);
    assert_int_equal(contensou__numbers_whole("1e3", "--cells", 1, 4096, &v, &err), CONTENSOU_OK);
    assert_int_equal(v, 1000);
    v = -7;
    assert_int_equal(contensou__numbers_whole("0", "--cells", 1, 4096, &v, &err),
                     CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "from 1 to 4096"));
    assert_int_equal(
        contensou__numbers_whole("99999999999999999999", "--n", 0, INT32_MAX, &v, &err),
        CONTENSOU_EARGUMENT); /* above 2^63 */
    assert_int_equal(contensou__numbers_whole("1.5", "--n", 0, 9, &v, &err), CONTENSOU_EARGUMENT);
    assert_int_equal(contensou__numbers_whole("", "--n", 0, 9, &v, &err), CONTENSOU_EARGUMENT);
    assert_int_equal(contensou__numbers_whole("7x", "--n", 0, 9, &v, &err), CONTENSOU_EARGUMENT);
    assert_int_equal(v, -7); /* untouched by failures */
}

static void no_bytes_crash_the_parser(void **state)
{
    static const char letters[] = "0123456789.+-eExXpPiInN/*:,deg \t\xff";
    uint32_t seed = 12345;

    (void)state;
    for (int round = 0; round < 200000; round++) {
        char text[24];
        double *v, one;
        size_t n = 0, size;
        long whole;

        seed = seed * 1664525u + 1013904223u;
        size = seed >> 28;
        for (size_t i = 0; i < size; i++) {
            seed = seed * 1664525u + 1013904223u;
            text[i] = letters[(seed >> 16) % (sizeof letters - 1)];
        }
        text[size] = '\0';
        if (strchr(text, ':')) /* not a long range by chance */
            continue;
        if (contensou__numbers_range(text, "--x", &v, &n, NULL) == CONTENSOU_OK)
            for (size_t i = 0; i < n; i++)
                assert_true(isfinite(v[i]));
        free(v);
        (void)contensou__numbers_parse(text, "--x", &one, NULL);
        (void)contensou__numbers_whole(text, "--x", -5, 5, &whole, NULL);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_forms_of_the_header_have_their_values),
        cmocka_unit_test(degrees_become_radians),
        cmocka_unit_test(minus_zero_keeps_its_sign),
        cmocka_unit_test(what_is_not_a_finite_number_is_rejected),
        cmocka_unit_test(wrong_ranges_say_why),
        cmocka_unit_test(a_range_has_both_ends_and_even_steps),
        cmocka_unit_test(a_range_between_huge_ends_stays_finite),
        cmocka_unit_test(a_list_keeps_its_order),
        cmocka_unit_test(whole_numbers_respect_their_bounds),
        cmocka_unit_test(no_bytes_crash_the_parser),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
