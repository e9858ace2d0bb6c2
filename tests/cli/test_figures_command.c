/* test_figures_command.c: contensou figures, asked from the real program. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int has(const char *path, const char *piece)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "r");
    size_t size;

    if (!file)
        fail_msg("there is no %s", path);
    size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    return strstr(text, piece) != NULL;
}

static void the_list_names_every_paper(void **state)
{
    struct run_result r = run_program("figures --list");

    (void)state;
    assert_int_equal(r.code, 0);
    for (const char *const *name = (const char *const[]){"1-2",
                                                         "1-4",
                                                         "2-1",
                                                         "2-3",
                                                         "2-4",
                                                         "2-5",
                                                         "2-6",
                                                         "2-7a",
                                                         "2-7b",
                                                         "2-8",
                                                         "3-1",
                                                         "3-ambiguity",
                                                         "4-2",
                                                         "4-3",
                                                         "4-5",
                                                         "4-6",
                                                         "4-7",
                                                         "4-8",
                                                         "5-3",
                                                         "5-4",
                                                         "5-hertz",
                                                         "basin",
                                                         "exact-stick-slip",
                                                         "limit-surfaces",
                                                         "lyapunov-map",
                                                         "transitions-map",
                                                         NULL};
         *name; name++)
        assert_non_null(strstr(r.out, *name));
    assert_int_equal(run_count_files(), 0);
    run_free(&r);
}

static void a_figure_that_does_not_exist_is_refused_with_the_list(void **state)
{
    struct run_result r = run_program("figures 4-55 --folder out");

    (void)state;
    run_assert_refused(&r, 0, "4-55", "4-5", "1-2", NULL);
}

/* The limit surfaces need no more than the exact wrench. M of the uniform disk in pure spin is 2/3. */
static void a_figure_has_picture_tables_and_page(void **state)
{
    struct run_result r = run_program("figures limit-surfaces --folder out/of/here");

    (void)state;
    if (r.code)
        fail_msg("%s", r.err);
    assert_true(has("out/of/here/index.html", "data:image/png;base64,iVBOR"));
    assert_true(has("out/of/here/index.html", "0.666667"));
    assert_true(has("out/of/here/index.md", "![limit-surfaces](limit-surfaces.png)"));
    assert_true(has("out/of/here/limit-surfaces.disk.csv", "theta,phi,Tx,Ty,M"));
    assert_true(has("out/of/here/limit-surfaces.png", "PNG"));
    assert_true(
        has("out/of/here/index.md", "| [3] | ambiguous cases, hinted at | reproduced | 3-"));
    assert_true(has("out/of/here/index.html", "<td>drawing only</td>"));
    assert_false(has("out/of/here/index.md", "Not so in this run"));
    for (const char *const *patch =
             (const char *const[]){"disk", "hertz", "annulus", "ellipse", "along", NULL};
         *patch; patch++) { /* five patches */
        char path[64];

        snprintf(path, sizeof path, "out/of/here/limit-surfaces.%s.csv", *patch);
        assert_true(has(path, "theta,phi,Tx,Ty,M"));
    }
    run_free(&r);
}

/* A caption that the tables do not bear out is named on the page and ends the command with code 3: the page is
 * written from the tables in the folder, of which one is changed here. */
static void a_caption_that_is_not_true_is_named(void **state)
{
    struct run_result r = run_program("figures 5-hertz --folder out");

    (void)state;
    if (r.code)
        fail_msg("%s", r.err);
    run_free(&r);
    run_write_file("out/5-hertz.error.csv", "Tx,Ty,M\n1e-15,0.25,1e-15\n");
    r = run_program("figures 5-3 --folder out");
    assert_int_equal(r.code, 3);
    assert_non_null(strstr(r.err, "5-hertz: {max error.csv Ty} < 1e-12, that is 0.25 < 1e-12"));
    assert_true(has("out/index.md", "**Not so in this run.** {max error.csv Ty} < 1e-12"));
    run_free(&r);
}

/* Steps are taken from the first to the last time, each later than the one before. */
static void a_run_writes_its_steps(void **state)
{
    struct run_result r = run_program("run lorenz --time 0:2:3 -o times.csv --steps steps.csv");
    FILE *file = fopen("steps.csv", "r");
    char line[512];
    double t = 0, last = 0;
    int rows = 0;

    (void)state;
    if (r.code)
        fail_msg("%s", r.err);
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "t,x,y,z\n");
    while (fgets(line, sizeof line, file)) {
        t = strtod(line, NULL);
        assert_true(t > last);
        last = t;
        rows++;
    }
    fclose(file);
    assert_true(t == 2 && rows > 20);
    run_free(&r);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_run_writes_its_steps, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_list_names_every_paper, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(a_figure_that_does_not_exist_is_refused_with_the_list,
                                        run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_caption_that_is_not_true_is_named, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(a_figure_has_picture_tables_and_page, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
