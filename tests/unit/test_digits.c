/* test_digits.c: doubles as text, fast and exact. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/decimal.h"
#include "io/digits.h"

static struct contensou__digits digits;

static int fill_digits(void **state)
{
    (void)state;
    contensou__digits_init(&digits);
    return 0;
}

/* A double of one of four kinds, from 64 random bits. */
static double sample(int kind, uint64_t bits)
{
    double value;

    if (kind == 1) /* subnormal */
        bits &= 0x800fffffffffffffu;
    if (kind == 2) /* whole numbers, halves, quarters: many exact ties */
        return ldexp((double)(bits >> 11), (int)(bits % 60) - 45);
    if (kind == 3) /* powers of ten and their neighbours */
        return nextafter(pow(10.0, (double)(bits % 632) - 323.0), (double)(bits >> 62) - 1.5);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t next(uint64_t bits) /* Marsaglia's xorshift */
{
    bits ^= bits << 13;
    bits ^= bits >> 7;
    return bits ^ bits << 17;
}

static void digits_are_those_of_printf(void **state)
{
    uint64_t bits = 88172645463325252u;

    (void)state;
    for (int i = 0; i < 1200000; i++) {
        char ours[40], theirs[40];
        double value;

        bits = next(bits);
        value = sample(i % 4, bits);
        ours[contensou__digits_write(&digits, value, ours)] = '\0';
        snprintf(theirs, sizeof theirs, "%.17g", value);
        if (strcmp(ours, theirs) != 0)
            fail_msg("wrote %s for %s", ours, theirs);
    }
}

static void written_is(double value, const char *expected)
{
    char text[40];

    text[contensou__digits_write(&digits, value, text)] = '\0';
    assert_string_equal(text, expected);
}

static void special_values_have_their_text(void **state)
{
    (void)state; /* as C11 7.21.6.1 describes %g */
    written_is(0.0, "0");
    written_is(-0.0, "-0");
    written_is(100000.0, "100000");
    written_is(1e16, "10000000000000000");
    written_is(1e17, "1e+17");
    written_is(0.0001, "0.0001");
    written_is(0.00001, "1.0000000000000001e-05");
    written_is(0.1, "0.10000000000000001");
    written_is(4.9406564584124654e-324, "4.9406564584124654e-324");  /* the smallest */
    written_is(-1.7976931348623157e308, "-1.7976931348623157e+308"); /* the largest */
    written_is(-INFINITY, "-inf");
}

static void what_is_written_reads_back_bit_for_bit(void **state)
{
    uint64_t bits = 4711;

    (void)state;
    for (int i = 0; i < 400000; i++) {
        char text[40];
        double value, back = 0.0;
        const char *end;

        bits = next(bits);
        value = sample(i % 4, bits);
        if (!isfinite(value))
            continue;
        text[contensou__digits_write(&digits, value, text)] = '\0';
        end = contensou__decimal_read(text, &back);
        assert_true(end && !*end);
        assert_memory_equal(&back, &value, sizeof value); /* 17 digits tell all doubles apart */
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_those_of_printf),
        cmocka_unit_test(special_values_have_their_text),
        cmocka_unit_test(what_is_written_reads_back_bit_for_bit),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, fill_digits, NULL);
}
