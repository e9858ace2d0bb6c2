/* test_examples.c: contensou examples: the tutorials as notebooks, and example files. SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void has(const char *path, const char *const *piece)
{
    struct contensou__text text = {0};

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    for (; *piece; ++piece)
        if (!strstr(text.data, *piece))
            fail_msg("%s lacks %s", path, *piece);
    contensou__text_free(&text);
}

static void pages_are_notebooks(void **state)
{
    static const char *const cells[] = {
        "\"%%writefile pad.csv\\nx,y\\n-1,-0.5\\n",
        "\"%%bash -e\\ncontensou eval --shape polygon:pad.csv --theta 0,0.4,pi/2 --phi 0\"",
        "display(Image(\\\"wrench.png\\\"))",
        "minus `mu N` times `Tx, Ty, M` (signs).", /* a link to another page is its text */
        "[4].7 has one",
        "\"nbformat\": 4",
        NULL};
    static const char *const python[] = {"\"import contensou as ct\\nfinger = ct.fit(", NULL};
    static const char *const system[] = {"van_der_pol", NULL};

    (void)state;
    run_finish("examples mine");
    has("mine/tutorial.ipynb", cells);
    has("mine/tutorial-roboticist.ipynb", python);
    has("mine/van_der_pol.h", system);
    run_finish("run --system-file mine/van_der_pol.h --time 1");
}

static void work_in_a_notebook_is_not_lost(void **state)
{
    struct run_result result;

    (void)state;
    run_finish("examples");
    result = run_program("examples");
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "is there already; give another folder, or --force"));
    run_free(&result);
    run_finish("examples --force");
    result = run_program("examples no/such/folder");
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "cannot make the folder 'no/such/folder'"));
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pages_are_notebooks, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(work_in_a_notebook_is_not_lost, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
