/* test_decimal.c: numbers for people are short and read back as themselves. SPDX-License-Identifier: MIT */
#include "base/decimal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* The shortest texts by D. M. Gay's dtoa: 15 digits name any decimal, 17 any double. */
static void short_numbers_read_back(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0.1, "0.1"},
                {1e-9, "1e-09"},
                {40, "40"},
                {-2.5, "-2.5"},
                {0, "0"},
                {1.0 / 3, "0.3333333333333333"},
                {2.0 / 3, "0.6666666666666666"},
                {0.1 + 0.2, "0.30000000000000004"},
                {HUGE_VAL, "inf"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[32];
        double back = rows[i].value;

        contensou__decimal_short(rows[i].value, text);
        assert_string_equal(text, rows[i].text);
        contensou__decimal_read(text, &back);
        assert_true(back == rows[i].value);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_numbers_read_back),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
