/* test_json.c: JSON as RFC 8259 has it. SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Compares the text and releases it. */
static void is(struct contensou__json *j, const char *expected)
{
    assert_int_equal(j->text.failed, 0);
    assert_string_equal(j->text.data, expected);
    contensou__text_free(&j->text);
}

static void members_stand_on_lines_of_their_own(void **state)
{
    struct contensou__json j = {0};

    (void)state;
    contensou__json_object(&j, NULL);
    contensou__json_string(&j, "model", "I11");
    contensou__json_object(&j, "parameters");
    contensou__json_number(&j, "b", 0.5);
    contensou__json_whole(&j, "n", -3);
    contensou__json_end(&j);
    contensou__json_flag(&j, "passive", 1);
    contensou__json_flag(&j, "monotone", 0);
    contensou__json_end(&j);
    is(&j, "{\n  \"model\": \"I11\",\n  \"parameters\": {\n    \"b\": 0.5,\n    \"n\": -3\n  },\n"
           "  \"passive\": true,\n  \"monotone\": false\n}\n");
}

static void numbers_of_an_array_share_a_line(void **state)
{
    struct contensou__json j = {0};

    (void)state;
    contensou__json_array(&j, NULL);
    for (int i = 0; i < 2; ++i) {
        contensou__json_array(&j, NULL);
        contensou__json_number(&j, NULL, i);
        contensou__json_number(&j, NULL, 2.5);
        contensou__json_end(&j);
    }
    contensou__json_end(&j);
    is(&j, "[\n  [0, 2.5],\n  [1, 2.5]\n]\n");
}

static void what_is_empty_stays_short(void **state)
{
    struct contensou__json j = {0};

    (void)state;
    contensou__json_object(&j, NULL);
    contensou__json_array(&j, "warnings");
    contensou__json_end(&j);
    contensou__json_object(&j, "intervals");
    contensou__json_end(&j);
    contensou__json_end(&j);
    is(&j, "{\n  \"warnings\": [],\n  \"intervals\": {}\n}\n");
}

static void a_number_comes_back_to_the_last_bit(void **state)
{
    static const double value[] = {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 6.02e23};

    (void)state;
    for (size_t i = 0; i < sizeof value / sizeof *value; ++i) {
        struct contensou__json j = {0};
        double back;

        contensou__json_number(&j, NULL, value[i]);
        back = strtod(j.text.data, NULL);
        assert_memory_equal(&back, &value[i], sizeof back);
        contensou__text_free(&j.text);
    }
}

static void what_is_not_a_number_is_null(void **state)
{
    struct contensou__json j = {0};

    (void)state;
    contensou__json_array(&j, NULL);
    contensou__json_number(&j, NULL, NAN);
    contensou__json_number(&j, NULL, INFINITY);
    contensou__json_number(&j, NULL, -INFINITY);
    contensou__json_string(&j, NULL, NULL);
    contensou__json_end(&j);
    is(&j, "[null, null, null, null]\n");
}

static void strings_are_escaped(void **state)
{
    struct contensou__json j = {0};

    (void)state;
    contensou__json_object(&j, NULL);
    contensou__json_string(&j, "a\"b", "c:\\d \"e\"\n\t\x01\x7f \xCE\xB8 \xF0\x9F\x98\x80");
    contensou__json_end(&j);
    is(&j, "{\n  \"a\\\"b\": \"c:\\\\d \\\"e\\\"\\n\\u0009\\u0001\x7f \xCE\xB8 "
           "\xF0\x9F\x98\x80\"\n}\n");
}

/* A command line may hold any bytes; a reader of JSON refuses a file that is not UTF-8. */
static void bytes_that_are_not_utf8_are_replaced(void **state)
{
    /* a lone continuation, a cut character, a long form, a surrogate, one above U+10FFFF */
    static const char *const wrong[] = {"\x80", "\xCE", "\xC0\x80", "\xED\xA0\x80",
                                        "\xF4\x90\x80\x80"};
    static const size_t bytes[] = {1, 1, 2, 3, 4};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        struct contensou__json j = {0};
        char expected[32] = "\"";

        for (size_t k = 0; k < bytes[i]; ++k)
            strcat(expected, "\xEF\xBF\xBD");
        strcat(expected, "\"");
        contensou__json_string(&j, NULL, wrong[i]);
        is(&j, expected);
    }
}

static void too_deep_is_a_failure(void **state)
{
    struct contensou__json j = {0};

    (void)state;
    for (int i = 0; i <= contensou__json_deepest; ++i)
        contensou__json_array(&j, NULL);
    assert_int_equal(j.text.failed, 1);
    contensou__text_free(&j.text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_stand_on_lines_of_their_own),
        cmocka_unit_test(numbers_of_an_array_share_a_line),
        cmocka_unit_test(what_is_empty_stays_short),
        cmocka_unit_test(a_number_comes_back_to_the_last_bit),
        cmocka_unit_test(what_is_not_a_number_is_null),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
        cmocka_unit_test(too_deep_is_a_failure),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
