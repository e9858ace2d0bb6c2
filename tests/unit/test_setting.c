/* test_setting.c: settings named in messages. SPDX-License-Identifier: MIT */
#include "base/setting.h"

#include <contensou/status.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* One sentence with two settings, as three edges spell it. */
static void a_setting_is_named_as_its_edge_writes_it(void **state)
{
    static const struct {
        const char *prefix;
        char joint;
        const char *expected;
    } edge[] = {
        {"--", '-', "give --check-jacobian, or --rtol 1e-3 - not both"},
        {"", '_', "give check_jacobian, or rtol 1e-3 - not both"},
        {"", '-', "give check-jacobian, or rtol 1e-3 - not both"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof edge / sizeof *edge; ++i) {
        struct contensou_error err = {CONTENSOU_OK, ""};

        contensou__setting_spelling(edge[i].prefix, edge[i].joint);
        assert_int_equal(
            contensou_fail(
                &err, CONTENSOU_EARGUMENT,
                "give " SETTING("check-jacobian") ", or " SETTING("%s") " 1e-3 - not both", "rtol"),
            CONTENSOU_EARGUMENT);
        assert_string_equal(err.message, edge[i].expected);
    }
}

/* The text grows by a byte for each mark and must stay in its array. */
static void a_text_that_grows_is_cut_at_the_end_of_its_array(void **state)
{
    char text[10];

    (void)state;
    contensou__setting_spelling("--", '-');
    for (size_t size = 9; size <= 10; ++size) {
        memcpy(text, SETTING("ab") " cdef", 9);
        text[9] = '#';
        contensou__setting_spell(text, size);
        assert_string_equal(text, size == 9 ? "--ab cde" : "--ab cdef");
        assert_int_equal(text[9], size == 9 ? '#' : 0);
    }
    memcpy(text, SETTING(""), 2);
    contensou__setting_spell(text, 2);
    assert_string_equal(text, "-");
}

/* Two marks of one byte become four dashes: 2 bytes more than were collected. */
static void a_collected_text_grows_as_it_must(void **state)
{
    struct contensou__text text = {0};

    (void)state;
    contensou__setting_spelling("--", '-');
    contensou__text_printf(&text, "%s", SETTING("ab") " or " SETTING("cd"));
    contensou__setting_spell_text(&text);
    assert_string_equal(text.data, "--ab or --cd");
    assert_int_equal(text.size, 12);
    contensou__text_free(&text);
    contensou__setting_spell_text(&text);
    assert_null(text.data);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_setting_is_named_as_its_edge_writes_it),
        cmocka_unit_test(a_text_that_grows_is_cut_at_the_end_of_its_array),
        cmocka_unit_test(a_collected_text_grows_as_it_must),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
