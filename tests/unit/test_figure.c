/* test_figure.c: recipes of figures: entries, paths, words and numbers of tables.
 * SPDX-License-Identifier: MIT */
#include "figures/figure.h"
#include "figures/figure_files.h"
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

/* Differences go row by row, `where` picks rows, and a check is a chain of comparisons. */
static void captions_compute_differences_and_check_what_they_say(void **state)
{
    static const char text[] =
        "title: a\nrun: eval -o @.png --plot @.png\nfind: {size:3 a.csv v - b.csv v}\n"
        "check: {max a.csv v} < 5\ncheck: 1 = {first a.csv v} < {last a.csv v} < 4\n"
        "check: {count a.csv v where k=y} = 2\ncheck: {least a.csv v} ~ 3\n";
    struct contensou__figure f;
    struct contensou__text out = {0};
    struct contensou_error err = {0};
    int holds[3];

    (void)state;
    run_write_file("n.a.csv", "k,v\nx,1\ny,2.5\nyy,7\ny,4\n");
    run_write_file("n.b.csv", "v\n1\n-0.625\n7\n");
    assert_int_equal(contensou__figure_parse(&f, "n", text, &err), CONTENSOU_OK);
    assert_int_equal(contensou__figure_values(&f, ".", f.find.data, &out, &err), CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "4 rows minus 3"));
    run_write_file("n.b.csv", "v\n1\n-0.625\n7\n4\n");
    assert_int_equal(contensou__figure_values(&f, ".", f.find.data, &out, &err), CONTENSOU_OK);
    assert_string_equal(out.data, "3.12");
    for (size_t k = 0; k < 3; k++)
        assert_int_equal(contensou__figure_check(&f, ".", k, &holds[k], &err), CONTENSOU_OK);
    assert_int_equal(holds[0], 0); /* 7 < 5 */
    assert_int_equal(holds[1], 0); /* 4 < 4 */
    assert_int_equal(holds[2], 1);
    assert_int_equal(contensou__figure_check(&f, ".", 3, &holds[0], &err), CONTENSOU_EINPUT);
    contensou__text_free(&out);
    contensou__figure_free(&f);
}

/* The number at *at, if there is one that stands alone: no part of a word, of [3], (11) or 4-5. */
static size_t number_size(const char *text, const char *at)
{
    const char before = at > text ? at[-1] : ' ';
    size_t size;

    if (*at < '0' || *at > '9' || strchr("._-[(", before) || (before >= '0' && before <= '9') ||
        (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z'))
        return 0;
    size = strspn(at, "0123456789.");
    if (at[size] == 'e' && strchr("-0123456789", at[size + 1]))
        size += 2 + strspn(at + size + 2, "0123456789");
    while (at[size - 1] == '.')
        size--;
    return memchr(at, '.', size) || memchr(at, 'e', size) || size > 2 ? size : 0;
}

/* What a caption states in digits is read from a table, is what the commands or the plot were given or the
 * paper states, is compared with a table by a check, or is a finding of docs/errata.md, which has its tests. */
static void no_caption_states_a_number_that_nothing_computes(void **state)
{
    struct contensou__text errata = {0};
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(
        contensou__text_read_file(&errata, CONTENSOU_SOURCE_DIR "/docs/errata.md", &err),
        CONTENSOU_OK);
    for (size_t i = 0; i < contensou__figure_count(); i++) {
        struct contensou__figure f;
        struct contensou__text known = {0};

        assert_int_equal(contensou__figure_read(&f, i, &err), CONTENSOU_OK);
        contensou__text_printf(&known, "%s %s %s %s", errata.data, f.paper.data, f.title.data,
                               f.plot.size ? f.plot.data : "");
        for (size_t k = 0; k < f.runs; k++)
            contensou__text_printf(&known, " %s", f.run[k].data);
        for (size_t k = 0; k < f.checks; k++)
            contensou__text_printf(&known, " %s", f.check[k].data);
        for (int part = 0; part < 2; part++)
            for (const char *text = part ? f.differ.data : f.find.data, *at = text; *at; at++) {
                const size_t size = number_size(text, at);
                char number[40];

                if (*at == '{')
                    at += strcspn(at, "}");
                if (!size)
                    continue;
                snprintf(number, sizeof number, "%.*s", (int)size, at);
                if (!strstr(known.data, number))
                    fail_msg("figure %s states %s, which no table has", f.name, number);
                at += size - 1;
            }
        contensou__text_free(&known);
        contensou__figure_free(&f);
    }
    contensou__text_free(&errata);
}

/* The papers have 4, 9, 1, 8 and 5 figures ([2] has two with the number 7) and no tables. Every row of the list
 * says one of three things and names a figure of ours, a command or a document unless there is nothing to
 * compute; every figure of ours that is about a paper is named. */
static void the_list_of_claims_is_whole(void **state)
{
    static const int expected[] = {4, 9, 1, 8, 5};
    int figures[5] = {0};
    size_t named = 0, numbered = 0;

    (void)state;
    assert_int_equal(contensou__claim_files_count, 1);
    for (const char *at = contensou__claim_files_all[0].text; *at; at += strcspn(at, "\n") + 1) {
        char row[512], none[] = "", *field[4] = {row};
        int paper, figure = 0;

        snprintf(row, sizeof row, "%.*s", (int)strcspn(at, "\n"), at);
        for (int k = 1; k < 4; k++) {
            field[k] = strstr(field[k - 1], " | ");
            if (!field[k]) { /* a drawing names no place */
                field[k] = none;
                assert_true(k == 3 && !strcmp(field[2], "drawing only"));
                continue;
            }
            *field[k] = '\0';
            field[k] += 3;
        }
        assert_int_equal(sscanf(field[0], "[%d] figure %d", &paper, &figure) >= 1, 1);
        assert_in_range(paper, 1, 5);
        figures[paper - 1] += figure > 0;
        if (!strcmp(field[2], "drawing only"))
            continue;
        assert_true(!strcmp(field[2], "reproduced") || !strcmp(field[2], "partly"));
        for (size_t i = 0; i < contensou__figure_count() && figure >= 0; i++)
            if (!strcmp(contensou__figure_name(i), field[3]))
                figure = -1;
        if (figure >= 0 && strncmp(field[3], "contensou ", 10) && strncmp(field[3], "docs/", 5))
            fail_msg("'%s' is no figure, command or document", field[3]);
    }
    for (int k = 0; k < 5; k++)
        assert_int_equal(figures[k], expected[k]);
    for (size_t i = 0; i < contensou__figure_count(); i++) {
        char end[80];

        if (contensou__figure_name(i)[0] > '5')
            continue;
        numbered++;
        snprintf(end, sizeof end, " | %s\n", contensou__figure_name(i));
        named += strstr(contensou__claim_files_all[0].text, end) != NULL;
    }
    assert_int_equal(named, numbered);
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
        cmocka_unit_test_setup_teardown(captions_compute_differences_and_check_what_they_say,
                                        run_enter_folder, run_leave_folder),
        cmocka_unit_test(no_caption_states_a_number_that_nothing_computes),
        cmocka_unit_test(the_list_of_claims_is_whole),
        cmocka_unit_test(all_recipes_are_whole),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
