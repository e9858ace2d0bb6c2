/* test_identify_command.c: contensou identify as it is run. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "support/filmed_pucks.h"
#include "support/run_program.h"

#define PUCKS \
    "identify free_disk --shape disk:0.05 --set mu_g=2,k_sq=0.00125 --free mu_g,shape.R --quiet "

/* Frames of four pucks, angles as a camera has them, within a turn; in mm and degrees where asked. */
static void film(const char *path, int millimetres, size_t first, size_t last)
{
    const double degrees = 57.295779513082321;
    size_t rows, frames = 80;
    double *value = filmed_pucks(4, frames, &rows);
    FILE *file = fopen(path, "w");

    assert_non_null(value);
    assert_non_null(file);
    filmed_noise(value, rows, 11);
    fprintf(file, "%srun,t,x,y,phi,comment\n", millimetres ? "# units deg\n" : "");
    for (size_t i = first * frames; i < last * frames; ++i) {
        const double turn = remainder(value[4 * rows + i], 2 * 3.14159265358979323846);

        fprintf(file, "%g,%.9g,%.9g,", value[i], value[rows + i], value[2 * rows + i]);
        if (i % 7)
            fprintf(file, "%.9g", value[3 * rows + i]);
        fprintf(file, ",%.9g,-\n", millimetres ? degrees * turn : turn);
    }
    fclose(file);
    free(value);
}

/* A number of a JSON file: the first behind "key": behind "object". */
static double number(const char *path, const char *object, const char *key)
{
    struct contensou__text text = {0};
    char word[64];
    const char *at;
    double value;

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    snprintf(word, sizeof word, "\"%s\":", object);
    at = strstr(text.data, word);
    snprintf(word, sizeof word, "\"%s\":", key);
    at = at ? strstr(at, word) : NULL;
    if (!at)
        fail_msg("%s has no %s of %s", path, key, object);
    at += strlen(word);
    value = strtod(at + strspn(at, " ["), NULL);
    contensou__text_free(&text);
    return value;
}

static void near_to(double value, double expected, double by)
{
    if (!(fabs(value - expected) <= by))
        fail_msg("%.12g is not %.12g within %g", value, expected, by);
}

/* mu_g and R of tests/support/filmed_pucks.h to 0.2 % and 0.5 % (ten standard errors), from a file with gaps and angles within a turn; its
 * contact is a law that other commands read. */
static void pucks_are_identified_and_read_back(void **state)
{
    struct run_result r;

    (void)state;
    film("pucks.csv", 0, 0, 4);
    run_finish(PUCKS "--data pucks.csv -o id.json --plot fit.png");
    near_to(number("id.json", "parameters", "mu_g"), filmed_mu_g, 2e-3 * filmed_mu_g);
    near_to(number("id.json", "parameters", "shape.R"), filmed_radius, 5e-3 * filmed_radius);
    assert_true(number("id.json", "intervals", "mu_g") < filmed_mu_g);
    near_to(number("id.json", "noise", "phi"), 2e-3, 3e-4);
    near_to(number("id.json", "residuals", "durbin_watson"), 2, 0.4);
    near_to(number("id.json", "init", "vx"), 0.5 * cos(0.3), 5e-3);
    assert_int_equal(run_count_files(), 3);
    r = run_well("eval --model id.json --theta 0 --phi pi/2 --quiet");
    run_free(&r);
    r = run_well("run free_disk --law id.json --set k_sq=0.00125 --time 0.1 --quiet -o -");
    run_free(&r);
    r = run_well(PUCKS "--data pucks.csv");
    assert_non_null(strstr(r.out, "mu_g"));
    assert_non_null(strstr(r.out, "durbin-watson"));
    run_free(&r);
}

/* The same rows in two files, and with angles in degrees, give the same numbers. */
static void files_and_units_make_no_difference(void **state)
{
    (void)state;
    film("all.csv", 0, 0, 4);
    film("a.csv", 0, 0, 2);
    film("b.csv", 1, 2, 4);
    run_finish(PUCKS "--data all.csv -o one.json");
    run_finish(PUCKS "--data a.csv,b.csv -o two.json");
    run_finish(PUCKS "--data a.csv --data b.csv -o again.json");
    near_to(number("two.json", "parameters", "mu_g"), number("one.json", "parameters", "mu_g"),
            1e-7);
    near_to(number("two.json", "sigma", "shape.R"), number("one.json", "sigma", "shape.R"), 1e-8);
    assert_true(number("again.json", "parameters", "mu_g") ==
                number("two.json", "parameters", "mu_g"));
}

/* A limit that keeps the truth out is named, and the answer does not pass for one. */
static void a_limit_that_holds_a_number_is_named(void **state)
{
    struct run_result r;

    (void)state;
    film("pucks.csv", 0, 0, 4);
    r = run_well(
        "identify free_disk --shape disk:0.04 --set mu_g=2,k_sq=0.00125 --free mu_g --quiet "
        "--data pucks.csv --bounds mu_g=0.1:2.5");
    assert_non_null(strstr(r.err, "mu_g lies on a limit that was given, 2.5"));
    assert_non_null(strstr(r.err, "are not noise"));
    run_free(&r);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    run_write_file("ok.csv", "t,x,y,phi\n0,0,0,0\n.1,.1,0,.1\n.2,.2,0,.2\n.3,.3,0,.3\n");
    run_write_file("twice.csv", "run,t,x\n1,0,1\n1,0.1,2\n1,0.1,3\n");
    run_write_file("word.csv", "run,t,x\n1,0,1\n1,0.1,abc\n");
    run_write_file("hole.csv", "run,t,x\n1,0,1\n1,,2\n");
    run_write_file("one.csv", "run,t,x\n1,0,1\n2,0,1\n1,0.1,2\n");
    run_write_file("still.csv", "t,x,y\n0,1,1\n1,1,1\n2,1,1\n3,1,1\n4,1,1\n5,1,1\n");
    run_write_file("no_t.csv", "x,y\n1,1\n");
    run_write_file("no_state.csv", "t,q\n1,1\n");
    run_refuse("identify free_disk --data ok.csv --free mu", "'mu'", "mu_g, k_sq");
    run_refuse("identify free_disk --data ok.csv --free shape.a", "'shape.a'", "shape.R");
    run_refuse("identify free_disk --data ok.csv", "missing --free", "mu_g");
    run_refuse("identify free_disk --free mu_g", "missing --data", "states of free_disk");
    run_refuse("identify free_disk --data none.csv --free mu_g", "none.csv", "No such file");
    run_refuse("identify free_disk --data twice.csv --free mu_g", "twice.csv:4: column t",
               "must rise");
    run_refuse("identify free_disk --data word.csv --free mu_g", "word.csv:3: column x", "'abc'");
    run_refuse("identify free_disk --data hole.csv --free mu_g", "hole.csv:3: column t",
               "only states may have gaps");
    run_refuse("identify free_disk --data one.csv --free mu_g", "run 2 has 1 frame",
               "at least two");
    run_refuse("identify free_disk --data still.csv --free mu_g", "constant", "nothing moves");
    run_refuse("identify free_disk --data no_t.csv --free mu_g", "no column 't'", "run");
    run_refuse("identify free_disk --data no_state.csv --free mu_g", "no state of free_disk",
               "x, y, phi");
    run_refuse("identify free_disk --data ok.csv --free "
               "mu_g,k_sq,law.eta,shape.R,center,tilt.x",
               "12 measured values are too few for 13 unknowns", "--init");
    run_refuse("identify free_disk --data ok.csv --free mu_g --noise z=1", "'z'", "x, y, phi");
    run_refuse("identify free_disk --data ok.csv --free mu_g --noise x=0", "x=0", "above 0");
    run_refuse("identify free_disk --data ok.csv --free mu_g --bounds k_sq=1:2", "k_sq is not free",
               "--free");
    run_refuse("identify free_disk --data ok.csv --free mu_g -o id.csv", "id.csv", "FILE.json");
    run_refuse("identify free_disk --data ok.csv --free mu_g,mu_g", "mu_g twice", "once");
    run_refuse("identify free_disk --data ok.csv --free tilt,tilt.x", "tilt.x twice", "once");
    run_refuse("identify free_disk --data ok.csv --free mu_g=0:1", "names stand alone", "--bounds");
    run_refuse("identify free_disk --data ok.csv --free mu_g,,k_sq", "a name is missing",
               "mu_g,law.eta");
    run_refuse("identify free_disk --data ok.csv --free mu_g --bounds mu_g=2:1",
               "2 does not lie below 1", "--bounds mu_g");
    run_refuse("identify free_disk --data ok.csv --free mu_g --bounds mu_g=1", "NAME=LO:HI",
               "mu_g=0.1:5");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pucks_are_identified_and_read_back, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(files_and_units_make_no_difference, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_limit_that_holds_a_number_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(bad_input_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
