/* test_fit_bad_input.c: what contensou fit refuses: one sentence, exit code 2, nothing half-written.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void a_model_is_needed_and_known(void **state)
{
    struct run_result r = run_program("fit --model I11 -o out.json");

    (void)state;
    run_assert_refused(&r, 0, "--shape", NULL);
    run_refuse("fit --shape disk -o out.json", "--model", "potential8");
    run_refuse("fit --shape disk --model ellipsiod -o out.json", "'ellipsiod'",
               "did you mean 'ellipsoid'?");
    run_refuse("fit --shape disk --model potential5 -o out.json", "'potential5'", "available: I00");
    run_refuse("fit --shape disk --model I12 -o out.json", "I12", "n1 + n2 must be even");
    run_refuse("fit --shape disk --center 0.1,0 --model I33 -o out.json", "I33", "I00 or I11");
    run_refuse("fit --shape disk --tilt 0.5,0 --model I22 -o out.json", "I22", "I00 or I11");
    run_refuse("fit --shape disk --center 0.1,0 --model pade1 -o out.json", "pade1", "circular");
}

static void a_choice_must_be_one_of_them(void **state)
{
    (void)state;
    run_refuse("fit --shape disk --model I11 --norm l1 -o out.json", "--norm", "'l1'");
    run_refuse("fit --shape disk --model I11 --weight theat -o out.json", "--weight",
               "did you mean 'theta'?");
    run_refuse("fit --shape disk --model I11 --export cobol -o out.json", "--export", "'cobol'");
    run_refuse("fit --shape disk --model I11 --engine unity -o out.xml", "--engine", "'unity'");
    run_refuse("fit --shape disk --model I11 --loss hubre --data d.csv", "--loss",
               "did you mean 'huber'?");
    run_refuse("fit --shape disk --model I11 --data d.csv --free mu,b", "--free", "'b'");
    run_refuse("fit --shape disk --model I11 --precision single", "--precision single", "double");
    run_refuse("fit --shape disk --model I11 --pressure hrtz", "'hrtz'", "did you mean 'hertz'?");
    run_refuse("fit --shape disk --model I11 --modle I11", "--modle", "--model");
    run_refuse("fit --shape disk --model I11 --data d.csv --target slip", "--target",
               "--model exact");
    run_refuse("fit --shape disk --model I11 --data d.csv --folds 5", "--folds", "--model exact");
}

static void a_number_must_make_sense(void **state)
{
    (void)state;
    run_refuse("fit --shape disk --model I11 --weights 0,0 -o out.json", "--weights", "above 0");
    run_refuse("fit --shape disk --model I11 --weights -1,2 -o out.json", "--weights", "0 or more");
    run_refuse("fit --shape disk --model I11 --weights 1 -o out.json", "--weights", "2");
    run_refuse("fit --shape disk --model I11 --nodes 1 -o out.json", "--nodes", "2");
    run_refuse("fit --shape disk --model I11 --nodes 181,0 -o out.json", "--nodes", "1");
    run_refuse("fit --shape disk --model I11 --nodes 90000,900 -o out.json", "--nodes", "81000000");
    run_refuse("fit --shape disk --model I11 --starts 0 -o out.json", "--starts", "1");
    run_refuse("fit --shape disk --model I11 --seed -1 -o out.json", "--seed", "0");
    run_refuse("fit --shape disk --engine mujoco --mu 0 -o out.xml", "--mu", "above 0");
    run_refuse("fit --shape disk --engine mujoco --mu nan -o out.xml", "--mu", "nan");
    run_refuse("fit --shape disk --model potential4 --export drake -o out.py", "no unit", "--unit");
    run_refuse("fit --shape disk --engine mujoco --feet 1 -o out.xml", "--feet", "2");
    run_refuse("fit --shape disk --engine mujoco --feet 8 -o out.xml", "--feet 8", "measured");
    run_refuse("fit --shape disk --engine drake -o out.xml", "unit of length", "--unit");
    run_refuse("fit --shape disk --engine isaac --feet 4 -o out.xml", "unit of length", "--unit");
    run_refuse("fit --shape disk --model table --export sapien -o out.py", "unit of length",
               "--unit");
    run_refuse("fit --shape disk --engine brax -o out.xml", "brax", "mjx");
    run_refuse("fit --shape disk --engine mujoco --feet 17 -o out.xml", "--feet", "16");
}

static void bounds_must_leave_something(void **state)
{
    (void)state;
    run_refuse("fit --shape disk --model I11 --fix m -o out.json", "--fix", "name=value");
    run_refuse("fit --shape disk --model I11 --fix =2 -o out.json", "--fix", "name=value");
    run_refuse("fit --shape disk --model I11 --fix m=x -o out.json", "--fix", "x");
    run_refuse("fit --shape disk --model I11 --fix m=2, -o out.json", "--fix", "name=value");
    run_refuse("fit --shape disk --model I11 --fix mm=2 -o out.json", "'mm'", "available: b, m");
    run_refuse("fit --shape disk --model I11 --fix mu=0.5 -o out.json", "'mu'", "available: b, m");
    run_refuse("fit --shape disk --model I11 --fix m=2,m=3 -o out.json", "m is given twice",
               "once");
    run_refuse("fit --shape disk --model I11 --fix m=2 --bounds m=1:3 -o out.json",
               "m is given twice", "once");
    run_refuse("fit --shape disk --model I11 --fix m=0.2 -o out.json", "m = 0.2",
               "I11 keeps its conditions");
    run_refuse("fit --shape disk --model I11 --bounds b=1 -o out.json", "--bounds", "name=lo:hi");
    run_refuse("fit --shape disk --model I11 --bounds b=2:1 -o out.json", "b=2:1", "no room");
    run_refuse("fit --shape disk --model I11 --bounds b=inf:2 -o out.json", "--bounds", "inf");
    run_refuse("fit --shape disk --model I11 --bounds m=0.1:2 -o out.json", "0.1 to 2 of m",
               "above 0.333333");
    run_refuse("fit --shape disk --model I11 --bounds b=-1:2 -o out.json", "-1 to 2 of b",
               "above 0");
    run_refuse("fit --shape disk --model ellipsoid --bounds mu_tau=0:2 -o out.json",
               "0 to 2 of mu_tau", "above 0");
    run_refuse("fit --shape disk --model potential4 --fix c1=-5 -o out.json", "potential4",
               "no finite wrench");
}

static void options_that_mean_nothing_together_are_refused(void **state)
{
    (void)state;
    run_write_file("d.csv", "vx,vy,omega,M\n1,0,1,0.2\n1,0,2,0.3\n1,0,3,0.4\n");
    run_refuse("fit --shape disk --model I11 --free mu -o out.json", "--free needs --data",
               "measurements");
    run_refuse("fit --shape disk --model I11 --loss huber -o out.json", "--loss needs --data",
               "measurements");
    run_refuse("fit --shape disk --model I11 --data d.csv --weight sphere", "--weight", "--data");
    run_refuse("fit --shape disk --model I11 --data d.csv --nodes 50", "--nodes", "--data");
    run_refuse("fit --shape disk --model I11 --data d.csv --norm max", "--norm max", "--data");
    run_refuse("fit --shape disk --model I11 --norm max --weight sphere", "--weight", "--norm max");
    run_refuse("fit --shape disk --model I11 --export c --engine drake", "--export", "--engine");
    run_refuse("fit --shape disk --model I11 --name f -o out.json", "--name needs --export",
               "function");
    run_refuse("fit --shape disk --model I11 --export json --name f", "--name", "json");
    run_refuse("fit --shape disk --model I11 --mu 0.5", "--mu needs --engine", "engine");
    run_refuse("fit --shape disk --model pade1 --data d.csv --free a", "--free a", "--bounds R=");
    run_refuse("fit --shape disk --engine mujoco --plot p.png", "--plot", "--model");
    run_refuse("fit --shape disk --model I11 --feet 4", "--feet needs --engine", "points");
    run_refuse("fit --shape disk --model table -o out.json", "--model table",
               "c, python, jax, torch, fmu, or one of");
    run_refuse("fit --shape disk --model table --export matlab -o out.m",
               "a table of the exact law", "c, python, jax, torch, fmu, or one of");
    run_refuse("fit --shape disk --model table --norm max --export c -o out.h", "--norm",
               "nothing of it is fitted");
    run_refuse("fit --shape disk --model potential4 --export fmu -o out.zip", "out.zip", ".fmu");
    run_refuse("fit --shape disk --model potential4 --export mujoco --name MU -o out.py", "'MU'",
               "meaning");
}

static void a_name_must_be_one_of_the_language(void **state)
{
    (void)state;
    run_refuse("fit --shape disk --model I11 --export c --name 2nd -o out.c", "'2nd'",
               "identifier");
    run_refuse("fit --shape disk --model I11 --export c --name a-b -o out.c", "'a-b'",
               "identifier");
    run_refuse("fit --shape disk --model I11 --export c --name while -o out.c", "'while'",
               "c already");
    run_refuse("fit --shape disk --model I11 --export python --name lambda -o out.py", "'lambda'",
               "python");
    run_refuse("fit --shape disk --model I11 --export matlab --name end -o out.m", "'end'",
               "matlab");
    run_refuse("fit --shape disk --model I11 --export modelica --name model -o out.mo", "'model'",
               "modelica");
}

static void a_place_for_output_must_be_there(void **state)
{
    struct run_result r;

    (void)state;
    run_refuse("fit --shape disk --model I11 -o out.csv", "out.csv", ".json");
    run_refuse("fit --shape disk --model I11 -o out.c", "out.c", ".json");
    run_refuse("fit --shape disk --model I11 --export python -o out.c", "out.c", ".py");
    run_refuse("fit --shape disk --model I11 --export c -o out", "'out'", ".c");
    run_refuse("fit --shape disk --model I11 -o no/out.json", "no/out.json", "cannot write");
    run_refuse("fit --shape disk --model I11 --plot no/out.png", "no/out.png", "no folder");
    run_refuse("fit --shape disk --model I11 --plot out.bmp", "out.bmp", ".png");
    assert_int_equal(mkdir("folder.json", 0700), 0);
    run_refuse("fit --shape disk --model I11 -o folder.json", "folder.json", "not a file");
    r = run_program_to("/dev/full", "fit --shape disk --model potential4 --quiet");
    assert_int_equal(r.code, 2); /* behind the report of the fit */
    assert_non_null(
        strstr(r.err, "\ncontensou fit: cannot write to standard output: No space left"));
    run_free(&r);
    run_refuse("fit --shape disk --model I11 --device nosuch -o out.json", "nosuch", "device");
}

static void an_old_file_survives_a_refusal(void **state)
{
    char text[40] = "";
    FILE *file;

    (void)state;
    run_write_file("out.json", "precious, of contensou\n");
    run_refuse("fit --shape disk --model I11 --bounds m=0.1:2 -o out.json", "0.1 to 2", "m");
    file = fopen("out.json", "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "precious, of contensou\n");
}

static void data(const char *text, const char *line, const char *piece, const char *other)
{
    char whole[256];

    run_write_file("d.csv", text);
    snprintf(whole, sizeof whole, "fit --shape disk --data d.csv -o out.json %s", line);
    run_refuse(whole, piece, other);
}

static void columns_must_have_their_names(void **state)
{
    (void)state;
    data("vx,vy,omga,M\n1,0,1,1\n", "--model I11", "'omga'", "did you mean 'omega'?");
    data("vx,vy,omega,Tz\n1,0,1,1\n", "--model I11", "none of the columns", "d.csv");
    data("vx,vy,omega,Tx,Ty,M\n1,0,1,0,0,0\n", "--model I11", "d.csv:2", "no direction");
    data("vx,vy,M\n1,0,1\n", "--model I11", "d.csv:1", "no column 'omega'");
    data("vx,vy,omega\n1,0,1\n", "--model I11", "d.csv:1", "none of the columns Tx, Ty, M");
    data("vx,vy,omega,M,M\n1,0,1,1,1\n", "--model I11", "d.csv", "'M'");
    data("", "--model I11", "d.csv", "empty");
    data("vx,vy,omega,M\n", "--model I11", "d.csv", "no rows");
    run_refuse("fit --shape disk --model I11 --data nosuch.csv -o out.json", "nosuch.csv", "");
}

static void a_wrong_row_is_named(void **state)
{
    (void)state;
    data("vx,vy,omega,M\n1,0,1,0.1\n1,0,2,nan\n", "--model I11", "d.csv:3", "nan");
    data("vx,vy,omega,M\n1,0,1,0.1\n1,0,,0.1\n", "--model I11", "d.csv:3", "");
    data("vx,vy,omega,M\n1,0,1,0.1\n0,0,0,0.1\n", "--model I11", "d.csv:3", "no direction");
    data("vx,vy,omega,M\n1,0,1\n", "--model I11", "d.csv:2", "");
    data("vx,vy,omega,M,weight\n1,0,1,0.1,1\n1,0,2,0.2,-1\n", "--model I11", "d.csv:3",
         "weight -1");
}

static void data_must_suffice(void **state)
{
    (void)state;
    data("vx,vy,omega,M\n1,0,1,0.1\n", "--model I11", "1 measured values for 2 unknowns", "I11");
    data("vx,vy,omega,M,weight\n1,0,1,0.1,0\n1,0,2,0.1,0\n1,0,3,0.1,0\n", "--model I11",
         "0 measured values for 2 unknowns", "I11");
    /* the same direction, its opposite, and another speed */
    data("vx,vy,omega,Tx,M\n1,0,1,0.7,0.3\n-1,0,-1,-0.7,-0.3\n2,0,2,0.71,0.31\n",
         "--model I11 --free mu", "b, mu cannot be determined", "1 : 0 : 1");
    data("vx,vy,omega,Tx\n1,0,0,1\n2,0,0,1\n-1,0,0,-1\n", "--model potential4",
         "c1 cannot be determined", "one direction");
}

/* With one unknown, one direction is enough where it matters. */
static void one_direction_may_suffice(void **state)
{
    struct run_result r;

    (void)state;
    run_write_file("d.csv", "vx,vy,omega,Tx\n1,0,0,0.3\n2,0,0,0.31\n-1,0,0,-0.29\n");
    r = run_program("fit --shape disk --model I11 --fix b=0.45,m=0.76 --data d.csv --free mu "
                    "--quiet");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\"mu\": "));
    /* least squares weight nothing: the mean of 0.3, 0.31, 0.29 */
    assert_true(fabs(strtod(strstr(r.out, "\"mu\": ") + 6, NULL) - 0.3) < 1e-7);
    run_free(&r);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_model_is_needed_and_known, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_choice_must_be_one_of_them, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_number_must_make_sense, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(bounds_must_leave_something, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(options_that_mean_nothing_together_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_name_must_be_one_of_the_language, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_place_for_output_must_be_there, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_old_file_survives_a_refusal, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(columns_must_have_their_names, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_row_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(data_must_suffice, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(one_direction_may_suffice, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
