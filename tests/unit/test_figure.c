/* test_figure.c: recipes of figures: entries, paths, words and numbers of tables.
 * SPDX-License-Identifier: MIT */
#include "figures/figure.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char recipe[] =
    "title: a\n    title\nrun: eval 'b c' -o @x.csv\nrun: points @.csv "
    "v=0:1:3\nplot: 30x20\n    one\n    two\nfind: {max x.csv v} of {count "
    "x.csv v}, {values x.csv v}\n";

static void entries_go_on_in_lines_that_begin_with_a_blank(void **state)
{
    struct contensou__figure f;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou__figure_parse(&f, "n", recipe, &err), CONTENSOU_OK);
    assert_string_equal(f.title.data, "a title");
    assert_string_equal(f.plot.data, "one\ntwo");
    assert_int_equal(f.runs, 2);
    assert_int_equal(f.width, 30);
    assert_int_equal(f.height, 20);
    contensou__figure_free(&f);
}

static void a_recipe_that_is_wrong_names_its_line(void **state)
{
    struct contensou__figure f;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou__figure_parse(&f, "n", "title: a\ntitel: b\n", &err),
                     CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "line 2"));
    contensou__figure_free(&f);
    assert_int_equal(contensou__figure_parse(&f, "n", "title: a\nplot: big\n", &err),
                     CONTENSOU_EINPUT);
    contensou__figure_free(&f);
}

static void words_and_paths_are_those_of_the_folder(void **state)
{
    struct contensou__figure f = {.name = "1-2"};
    struct contensou__text line = {0};
    struct contensou_error err = {0};
    char *word[contensou__figure_words];
    int count;

    (void)state;
    contensou__figure_paths(&f, "d", "eval 'b c' -o @x.csv @.png", &line);
    assert_string_equal(line.data, "eval 'b c' -o d/1-2.x.csv d/1-2.png");
    assert_int_equal(contensou__figure_split(line.data, word, &count, &err), CONTENSOU_OK);
    assert_int_equal(count, 5);
    assert_string_equal(word[1], "b c");
    assert_string_equal(word[4], "d/1-2.png");
    contensou__text_free(&line);
}

static void numbers_are_those_of_the_table(void **state)
{
    struct contensou__figure f;
    struct contensou__text text = {0};
    struct contensou_error err = {0};

    (void)state;
    run_write_file("n.x.csv", "lane,outcome,v\n0,finished,1.5\n1,stopped,\n2,finished,-3\n");
    assert_int_equal(contensou__figure_parse(&f, "n", recipe, &err), CONTENSOU_OK);
    assert_int_equal(contensou__figure_values(&f, ".", f.find.data, &text, &err), CONTENSOU_OK);
    assert_string_equal(text.data, "1.5 of 2, 1.5, -3");
    assert_int_equal(contensou__figure_values(&f, ".", "{max x.csv w}", &text, &err),
                     CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "no column 'w'"));
    assert_int_equal(contensou__figure_values(&f, ".", "{most x.csv v}", &text, &err),
                     CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "available: first"));
    contensou__text_free(&text);
    run_write_file("n.x.csv", "v,v.error\n-0.0839243,0.0013973\n12.34,1.2\n2,0\n123,45\n");
    assert_int_equal(contensou__figure_values(&f, ".", "{values x.csv v}", &text, &err),
                     CONTENSOU_OK);
    assert_string_equal(text.data, "-0.0839(14), 12.3(12), 2, 123(45)");
    contensou__text_free(&text);
    contensou__figure_free(&f);
}

/* Every recipe can be read, and what it plots has axes with names. */
static void all_recipes_are_whole(void **state)
{
    (void)state;
    assert_true(contensou__figure_count() >= 16);
    for (size_t i = 0; i < contensou__figure_count(); i++) {
        struct contensou__figure f;
        struct contensou_error err = {0};

        if (contensou__figure_read(&f, i, &err))
            fail_msg("%s", err.message);
        if (f.plot.size) {
            assert_non_null(strstr(f.plot.data, "set xlabel"));
            assert_non_null(strstr(f.plot.data, "set ylabel"));
        }
        assert_true(f.paper.size && f.differ.size);
        contensou__figure_free(&f);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_go_on_in_lines_that_begin_with_a_blank),
        cmocka_unit_test(a_recipe_that_is_wrong_names_its_line),
        cmocka_unit_test(words_and_paths_are_those_of_the_folder),
        cmocka_unit_test_setup_teardown(numbers_are_those_of_the_table, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test(all_recipes_are_whole),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
