/* test_plots.c: the pictures of run and sweep, asked from the real program.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"

/* Runs the line, which must draw p.svg, and gives the picture. */
static struct contensou__text draws(const char *line)
{
    struct run_result result = run_program("%s --plot p.svg --quiet", line);
    struct contensou__text text = {0};

    if (result.code)
        fail_msg("%s: code %d, signal %d: %s", line, result.code, result.signal, result.err);
    assert_int_equal(contensou__text_read_file(&text, "p.svg", NULL), 0);
    unlink("p.svg");
    run_free(&result);
    return text;
}

/* Fails unless the picture has every one of the pieces, up to a NULL, so many times. */
static void shows(const struct contensou__text *picture, size_t times, ...)
{
    const char *piece;
    va_list pieces;

    va_start(pieces, times);
    while ((piece = va_arg(pieces, const char *))) {
        size_t n = 0;

        for (const char *at = picture->data; (at = strstr(at, piece)); at += strlen(piece))
            ++n;
        if (n != times)
            fail_msg("'%s' is there %zu times, expected %zu", piece, n, times);
    }
    va_end(pieces);
}

/* States against time and against each other: their labels are there for both. */
static void trajectories_have_states_and_portraits(void **state)
{
    struct contensou__text picture = draws("run pendulum --time 0:0.1:11");

    (void)state;
    shows(&picture, 2, ">X_A (m)<", ">Y_A (m)<", ">phi (rad)<", ">Xdot (m/s)<", ">Ydot (m/s)<",
          ">phidot (rad/s)<", NULL);
    shows(&picture, 1, ">t (s)<", NULL);
    contensou__text_free(&picture);
    picture = draws("run lorenz --time 0:1:101");
    shows(&picture, 1, ">t (-)<", NULL);
    shows(&picture, 2, ">y (-)<", ">z (-)<", NULL); /* y over x and z over x */
    contensou__text_free(&picture);
}

static void one_number_gives_a_diagram(void **state)
{
    struct contensou__text picture = draws("sweep lorenz --vary rho=20:30:8 --time 20 --transient "
                                           "10 --observe section,extrema -o a.csv");

    (void)state;
    shows(&picture, 1, ">rho (-)<", ">x (-)<", ">y (-)<", NULL);
    shows(&picture, 0, ">z (-)<", NULL); /* the section holds z still */
    shows(&picture, 2, ">min, max</text>", ">section</text>", NULL);
    contensou__text_free(&picture);
    picture = draws("sweep lorenz --vary init.x=-8:8:9 --time 1 --observe extrema,final -o b.csv");
    shows(&picture, 3, ">min, max</text>", ">mean</text>", NULL);
    shows(&picture, 1, ">init.x (-)<", ">x (-)<", ">y (-)<", ">z (-)<", NULL);
    contensou__text_free(&picture);
}

static void two_numbers_give_maps(void **state)
{
    struct contensou__text picture =
        draws("sweep lorenz --vary rho=20:30:4 --vary sigma=8:12:3 --time 1 "
              "--observe final,extrema -o a.csv");

    (void)state;
    shows(&picture, 4, ">rho (-)<", ">sigma (-)<", NULL);
    shows(&picture, 1, ">x, max - min (-)<", ">x, at the end (-)<", ">y, max - min (-)<",
          ">y, at the end (-)<", NULL);
    contensou__text_free(&picture);
    picture =
        draws("sweep lorenz --vary rho=20:30 --vary sigma=8:12 --random 1,30 --time 1 --observe "
              "final -o b.csv");
    shows(&picture, 3, ">rho (-)<", ">sigma (-)<", NULL);
    contensou__text_free(&picture);
}

static void what_cannot_be_drawn_is_said_first(void **state)
{
    (void)state;
    run_refuse(
        "sweep lorenz --vary rho=1:2:2 --vary sigma=1:2:2 --vary beta=1:2:2 --time 1 -o a.csv "
        "--plot p.png",
        "one or two numbers", "3 vary");
    run_refuse(
        "sweep lorenz --vary rho=1:2:2 --vary sigma=1:2:2 --time 1 --observe section -o a.csv "
        "--plot "
        "p.png",
        "two varied numbers", "final, extrema, period or stick");
    run_refuse(
        "sweep lorenz --vary rho=1:2:2000 --vary sigma=1:2:2000 --time 1 -o a.csv --plot p.png",
        "too many lanes", "1000000");
    run_refuse("sweep lorenz --vary rho=1:2:2 --time 1 -o a.csv --plot p.jpg", ".png, .svg, .pdf",
               "p.jpg");
    run_refuse("run lorenz --time 1 -o a.csv --plot p.jpg", ".png, .svg, .pdf", "p.jpg");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trajectories_have_states_and_portraits),
        cmocka_unit_test(one_number_gives_a_diagram),
        cmocka_unit_test(two_numbers_give_maps),
        cmocka_unit_test(what_cannot_be_drawn_is_said_first),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, run_enter_folder, run_leave_folder);
}
