/* test_bundle.c: the program text that is made of the embedded files and a user's own.
 * SPDX-License-Identifier: MIT */
#include "source/bundle.h"
#include "source/embedded.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct contensou__text out;
static struct contensou_error err;

static int clear(void **state)
{
    (void)state;
    contensou__text_free(&out);
    memset(&err, 0, sizeof err);
    return 0;
}

static int occurrences(const char *whole, const char *piece)
{
    int count = 0;

    for (whole = strstr(whole, piece); whole; whole = strstr(whole + 1, piece))
        ++count;
    return count;
}

static void write_user(const char *path, const char *text, enum contensou_status expected)
{
    struct contensou__bundle b = {.user_path = path, .user_text = text};

    contensou__bundle_include(&b, path);
    assert_int_equal(contensou__bundle_write(&b, &out, &err), expected);
}

static void an_included_file_is_expanded_once(void **state)
{
    struct contensou__bundle b = {.user_path = "mine.h",
                                  .user_text = "#include \"core/real.h\"\nint mine;\n"};

    (void)state;
    contensou__bundle_include(&b, "core/real.h");
    contensou__bundle_include(&b, "mine.h");
    contensou__bundle_include(&b, "mine.h");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_OK);
    assert_int_equal(occurrences(out.data, "#line 1 \"core/real.h\"\n"), 1);
    assert_int_equal(occurrences(out.data, "#ifndef CORE_REAL_H"), 1);
    assert_int_equal(occurrences(out.data, "int mine;"), 1);
    assert_int_equal(occurrences(out.data, "#include \""), 0);
}

static void entries_keep_their_order(void **state)
{
    struct contensou__bundle b = {.user_path = "mine.h", .user_text = "role value;"};
    const char *define, *text, *last;

    (void)state;
    contensou__bundle_define(&b, "role", "mine_role");
    contensou__bundle_include(&b, "mine.h");
    contensou__bundle_define(&b, "last", "");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_OK);
    define = strstr(out.data, "#define role mine_role\n");
    text = strstr(out.data, "#line 1 \"mine.h\"\nrole value;\n");
    last = strstr(out.data, "#line 3 \"program\"\n#define last \n");
    assert_non_null(define);
    assert_non_null(text);
    assert_non_null(last); /* the third entry is the third line of the program's head */
    assert_true(define < text && text < last);
}

static void the_line_after_an_include_keeps_its_number(void **state)
{
    (void)state;
    write_user("mine.h", "int one;\n\n  #  include \"core/real.h\" // why\nint four;\n",
               CONTENSOU_OK);
    /* The rest of line 3 follows its mark, so int four is on line 4. */
    assert_non_null(strstr(out.data, "#line 3 \"mine.h\"\n // why\nint four;\n"));
}

static void an_unknown_include_names_file_line_and_the_nearest(void **state)
{
    (void)state;
    write_user("mine.h", "\n\n#include \"core/reel.h\"\n", CONTENSOU_ENOTFOUND);
    assert_non_null(strstr(err.message, "mine.h:3 includes 'core/reel.h'"));
    assert_non_null(strstr(err.message, "did you mean 'core/real.h'?"));
}

static void an_unknown_entry_names_the_line_of_the_program(void **state)
{
    struct contensou__bundle b = {0};

    (void)state;
    contensou__bundle_define(&b, "a", "b");
    contensou__bundle_include(&b, "laws/none.h");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_ENOTFOUND);
    assert_non_null(strstr(err.message, "program:2 includes 'laws/none.h'"));
}

static void an_include_in_a_comment_is_left_alone(void **state)
{
    static const char text[] = "/* an example:\n#include \"my/parts.h\"\n*/ char *c = \"/*\";\n"
                               "// /* not opened\n#include \"core/real.h\"\n";

    (void)state;
    write_user("mine.h", text, CONTENSOU_OK);
    assert_non_null(strstr(out.data, "\n#include \"my/parts.h\"\n"));
    assert_int_equal(occurrences(out.data, "#line 1 \"core/real.h\"\n"), 1);
}

static void system_includes_are_left_to_the_compiler(void **state)
{
    (void)state;
    write_user("mine.h", "#include <tgmath.h>\n", CONTENSOU_OK);
    assert_non_null(strstr(out.data, "#include <tgmath.h>\n"));
}

static void quotes_and_backslashes_in_a_path_are_escaped(void **state)
{
    (void)state;
    write_user("my \"own\"\\file.h", "int one;\n", CONTENSOU_OK);
    assert_non_null(strstr(out.data, "#line 1 \"my \\\"own\\\"\\\\file.h\"\nint one;\n"));
}

static void a_byte_order_mark_and_a_missing_newline_do_no_harm(void **state)
{
    (void)state;
    write_user("mine.h", "\xEF\xBB\xBFint one;", CONTENSOU_OK);
    assert_non_null(strstr(out.data, "#line 1 \"mine.h\"\nint one;\n"));
}

static void a_users_path_may_be_long(void **state)
{
    char path[1001];

    (void)state;
    memset(path, 'p', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    write_user(path, "int one;\n", CONTENSOU_OK);
    assert_int_equal(occurrences(out.data, path), 1); /* 1000 letters, more than include[96] */
}

static void a_users_file_named_like_a_kernel_file_does_not_replace_it(void **state)
{
    struct contensou__bundle b = {.user_path = "core/real.h", .user_text = "int mine;\n"};

    (void)state;
    contensou__bundle_include(&b, "core/wrench.h"); /* which includes the true core/real.h */
    contensou__bundle_include(&b, "core/real.h");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_OK);
    assert_int_equal(occurrences(out.data, "#ifndef CORE_REAL_H"), 1);
    assert_int_equal(occurrences(out.data, "int mine;"), 1);
}

static void too_many_entries_fail_when_the_text_is_written(void **state)
{
    struct contensou__bundle b = {0};

    (void)state;
    for (int i = 0; i < contensou__bundle_max; ++i)
        contensou__bundle_define(&b, "a", "b");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_OK);
    contensou__bundle_define(&b, "straw", "b");
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "at most 320"));
    assert_non_null(strstr(err.message, "'straw'"));
}

static void a_word_that_is_too_long_fails_when_the_text_is_written(void **state)
{
    struct contensou__bundle b = {0};
    char value[257];

    (void)state;
    memset(value, 'v', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    contensou__bundle_define(&b, "name", value); /* 256 letters; value[256] holds 255 */
    assert_int_equal(contensou__bundle_write(&b, &out, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "255 characters"));
}

static void every_kernel_file_can_be_bundled(void **state)
{
    (void)state;
    assert_true(contensou__embedded_count > 0);
    for (size_t i = 0; i < contensou__embedded_count; ++i) {
        struct contensou__bundle b = {0};

        contensou__text_free(&out);
        contensou__bundle_include(&b, contensou__embedded_files[i].path);
        if (contensou__bundle_write(&b, &out, &err))
            fail_msg("%s", err.message);
        assert_true(out.size >= contensou__embedded_files[i].size / 2);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(an_included_file_is_expanded_once, clear),
        cmocka_unit_test_teardown(entries_keep_their_order, clear),
        cmocka_unit_test_teardown(the_line_after_an_include_keeps_its_number, clear),
        cmocka_unit_test_teardown(an_unknown_include_names_file_line_and_the_nearest, clear),
        cmocka_unit_test_teardown(an_unknown_entry_names_the_line_of_the_program, clear),
        cmocka_unit_test_teardown(an_include_in_a_comment_is_left_alone, clear),
        cmocka_unit_test_teardown(system_includes_are_left_to_the_compiler, clear),
        cmocka_unit_test_teardown(quotes_and_backslashes_in_a_path_are_escaped, clear),
        cmocka_unit_test_teardown(a_byte_order_mark_and_a_missing_newline_do_no_harm, clear),
        cmocka_unit_test_teardown(a_users_path_may_be_long, clear),
        cmocka_unit_test_teardown(a_users_file_named_like_a_kernel_file_does_not_replace_it, clear),
        cmocka_unit_test_teardown(too_many_entries_fail_when_the_text_is_written, clear),
        cmocka_unit_test_teardown(a_word_that_is_too_long_fails_when_the_text_is_written, clear),
        cmocka_unit_test_teardown(every_kernel_file_can_be_bundled, clear),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
