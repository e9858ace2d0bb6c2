/* test_lost_pictures.c: a picture that cannot be drawn costs no result. What every observer gives in its degenerate cases is
 * in tests/unit/test_degenerate.c. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setenv, chmod */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* A gnuplot that says yes to the question whether it can draw, and fails at a picture. */
static void break_gnuplot(void)
{
    char path[4096];

    run_write_file("gnuplot", "#!/bin/sh\n[ $(cat | wc -c) -lt 400 ] && exit 0\n"
                              "echo 'palette of one colour' >&2\nexit 1\n");
    assert_int_equal(chmod("gnuplot", 0700), 0);
    assert_non_null(getcwd(path, sizeof path - 64));
    strcat(path, ":/usr/bin:/bin");
    setenv("PATH", path, 1);
}

/* The command ends with code 4, a warning, and this much on standard output; it leaves one file. */
static void lost(const char *line, const char *file, const char *printed)
{
    struct run_result r = run_program("%s", line);

    if (r.code != 4 || !strstr(r.err, "palette of one colour"))
        fail_msg("%s: code %d, %s", line, r.code, r.err);
    assert_true(!printed || strncmp(r.out, printed, strlen(printed)) == 0);
    assert_int_equal(run_count_files(), 1 + (file != NULL));
    assert_true(!file || remove(file) == 0);
    run_free(&r);
}

/* What was computed is written, also where only the picture was asked for. */
static void a_lost_picture_loses_no_result(void **state)
{
    struct run_result r;

    (void)state;
    break_gnuplot();
    lost("sweep lorenz --vary rho=1:2:3 --time 1 --plot b.png --quiet", NULL, "lane,rho,");
    lost("sweep lorenz --vary rho=1:2:3 --time 1 --plot b.png -o s.csv --quiet", "s.csv", "");
    lost("sweep lorenz --vary rho=1:2:3 --time 1 --plot b.png -o s.h5 --quiet", "s.h5", "");
    lost("run lorenz --time 0:1:3 --plot b.svg --quiet", NULL, "t,x,y,z\n");
    lost("equilibrium lorenz --vary rho=1:2:3 --plot b.svg --quiet", NULL, "branch");
    lost("eta --eta 1:2:3 --plot b.svg -o e.csv", "e.csv", "");
    lost("eval --shape disk --theta 0:1:3 --plot b.svg -o e.csv --quiet", "e.csv", "");
    run_finish("eta --eta 1:2:3 -o e.h5");
    r = run_program("report e.h5 -o e.html");
    assert_int_equal(r.code, 4);
    assert_non_null(strstr(r.err, "'e.html' is written without a picture"));
    run_free(&r);
    assert_int_equal(run_count_files(), 3);
}

/* A gnuplot that cannot even begin is known before anything is computed: a refusal, and no lost picture. */
static void a_gnuplot_that_cannot_begin_is_refused_at_once(void **state)
{
    struct run_result r;

    (void)state;
    break_gnuplot();
    run_write_file("gnuplot", "#!/bin/sh\necho 'no terminal' >&2\nexit 1\n");
    r = run_program("sweep lorenz --vary rho=1:2:3 --time 1 --plot b.png -o s.h5");
    run_assert_refused(&r, 1, "cannot draw 'b.png'", "no terminal", NULL);
}

/* Every lane of this one is without an attractor at its end: a map of one word. */
static void a_map_of_one_word_is_drawn(void **state)
{
    (void)state;
    run_finish("sweep block_belt --vary init.Y=0:1:6 --vary init.V=0:1:3 --time 50 --observe basin "
               "--plot b.png --quiet");
    assert_int_equal(run_count_files(), 1);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_map_of_one_word_is_drawn, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_gnuplot_that_cannot_begin_is_refused_at_once, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_lost_picture_loses_no_result, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
