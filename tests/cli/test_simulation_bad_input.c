/* test_simulation_bad_input.c: wrong input of run and sweep gets one sentence that names it and what would
 * be right, exit code 2, and leaves no file behind. SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* By run and by sweep, which read these the same way. */
static void refuse_both(const char *words, const char *culprit, const char *remedy)
{
    char line[512];

    snprintf(line, sizeof line, "run %s --time 1 -o out.csv", words);
    run_refuse(line, culprit, remedy);
    snprintf(line, sizeof line, "sweep %s --time 1 -o out.h5", words);
    run_refuse(line, culprit, remedy);
}

static void refuse_sweep(const char *words, const char *culprit, const char *remedy)
{
    char line[512];

    snprintf(line, sizeof line, "sweep pendulum %s", words);
    run_refuse(line, culprit, remedy);
}

static void an_unknown_name_gets_the_nearest(void **state)
{
    (void)state;
    refuse_both("pendulm", "'pendulm'", "did you mean 'pendulum'?");
    refuse_both("pendulum --law I1", "'I1'", "did you mean 'I11'?");
    refuse_both("pendulum --law ellipsiod", "'ellipsiod'", "did you mean 'ellipsoid'?");
    refuse_both("block_belt --law continous", "'continous'", "did you mean 'continuous'?");
    refuse_both("pendulum --init Xa=1", "'Xa'", "did you mean 'X_A'?");
    refuse_both("pendulum --set omega0=1", "'omega0'", "did you mean 'omega_0'?");
    refuse_both("pendulum --set law.et=1", "'law.et'", "did you mean 'law.eta'?");
    refuse_both("pendulum --stepper rodas34", "'rodas34'", "did you mean 'rodas43'?");
    refuse_sweep("--vary M=1,2 --observe exterma --time 1 -o o.h5", "'exterma'",
                 "did you mean 'extrema'?");
    refuse_sweep("--vary omega=1,2 --time 1 -o o.h5", "'omega'", "did you mean 'omega_0'?");
    refuse_sweep("--vary init.phidt=1,2 --time 1 -o o.h5", "'init.phidt'", "'init.phidot'");
    refuse_sweep("--vary M=1,2 --section phdot=0 --time 1 -o o.h5", "'phdot'", "'phidot'");
    refuse_sweep("--vary M=1,2 --section phi=0,dwn --time 1 -o o.h5", "'dwn'", "'down'");
    refuse_sweep("--vary M=1,2 --tim 1 -o o.h5", "'--tim'", "'--time'");
}

static void a_name_is_given_once_and_where_it_belongs(void **state)
{
    (void)state;
    refuse_both("pendulum --set M=1,M=2", "--set gives M twice", "once");
    refuse_both("pendulum --set M=1 --set B=2", "--set is given twice", "once");
    refuse_both("pendulum --set X_A=1", "'X_A' is a state", "--init X_A=..");
    refuse_both("pendulum --init M=1", "'M' is not a state", "--set M=..");
    refuse_both("pendulum --set M", "'M' is not a name with its value", "a=1,b=2");
    refuse_both("pendulum --set law.eta=2,law.eta_prime=3", "law.eta_prime = 3", "give one");
    refuse_sweep("--vary M=1,2 --set M=2 --time 1 -o o.h5", "M is given by --set and by --vary",
                 "once");
    refuse_sweep("--vary M=1,2 --vary M=2,3 --time 1 -o o.h5", "--vary gives M twice", "once");
    refuse_sweep("--vary init.phi=1,2 --init phi=2 --time 1 -o o.h5", "init.phi", "--init");
    refuse_sweep("--vary phi=1,2 --time 1 -o o.h5", "'phi' is a state", "init.phi");
    refuse_sweep("--vary init.M=1,2 --time 1 -o o.h5", "'M' is not a state", "named M here");
    refuse_sweep("--vary rtol=1e-6,1e-8 --time 1 -o o.h5", "'rtol'", "available: M, B, e");
    refuse_sweep("--vary M=1,2 --observe final,final --time 1 -o o.h5", "'final' twice",
                 "--observe");
    run_refuse("run pendulum disk --time 1", "'disk'", "--");
    run_refuse("sweep --vary M=1,2 --time 1", "missing SYSTEM", "list systems");
}

static void a_number_out_of_range_is_refused(void **state)
{
    (void)state;
    refuse_both("pendulum --set M=-1", "M = -1", "above 0");
    refuse_both("pendulum --set k_X=-1", "k_X = -1", "at least 0");
    refuse_both("disk_belt --set m=0", "m = 0", "above 0");
    refuse_both("pendulum --set law.eps=-1e-3", "law.eps = -0.001", "at least 0");
    refuse_both("block_belt --set law.eps=0", "law.eps = 0", "above 0");
    refuse_both("pendulum --set law.eta=0.9", "law.eta = 0.9", "at least 1");
    refuse_both("pendulum --set M=nan", "--set M: 'nan'", "number");
    refuse_both("pendulum --set M=", "--set M", "missing");
    refuse_both("pendulum --rtol 0", "--rtol 0", "positive");
    refuse_both("pendulum --atol -1", "--atol -1", "positive");
    refuse_both("pendulum --max-steps 0", "--max-steps 0", "positive");
    refuse_both("pendulum --h-min 1 --h-max 0.1", "smallest step 1", "largest 0.1");
    refuse_both("pendulum --stepper rk4", "rk4", "--step H");
    refuse_both("pendulum --stepper rk4 --step 0", "--step 0", "positive");
    refuse_sweep("--vary M=-1:1:3 --time 1 -o o.h5", "M = -1", "above 0");
    refuse_sweep("--vary law.eta=2:0.5:3 --time 1 -o o.h5", "law.eta = 0.5", "at least 1");
    refuse_sweep("--vary law.eta=2,1e60 --precision single --time 1 -o o.h5", "law.eta",
                 "too large");
}

static void time_runs_forwards(void **state)
{
    (void)state;
    run_refuse("run pendulum -o o.csv", "missing output times", "--time t0:t1:n");
    run_refuse("run pendulum --time 5:1:3 -o o.csv", "--time 5:1:3 runs backwards",
               "3 comes after 5");
    run_refuse("run pendulum --time 0,2,2 -o o.csv", "repeats", "2 comes after 2");
    run_refuse("run pendulum --time -1 -o o.csv", "--time -1 runs backwards", "time 0");
    run_refuse("run pendulum --time inf -o o.csv", "--time", "'inf'");
    refuse_sweep("--vary M=1,2 -o o.h5", "missing end", "--time T");
    refuse_sweep("--vary M=1,2 --time 10 --transient 10 -o o.h5", "--transient 10", "the end 10");
    refuse_sweep("--vary M=1,2 --time 10 --transient 20 -o o.h5", "--transient 20", "the end 10");
    refuse_sweep("--vary M=1,2 --time 10 --transient -1 -o o.h5", "--transient -1", "the start 0");
}

static void lanes_must_be_some(void **state)
{
    (void)state;
    refuse_sweep("--vary M --time 1 -o o.h5", "'M'", "name=lo:hi:n");
    refuse_sweep("--vary M= --time 1 -o o.h5", "'M='", "name=lo:hi:n");
    refuse_sweep("--vary M=1:2 --time 1 -o o.h5", "'1:2' is not a range", "lo:hi:count");
    refuse_sweep("--vary M=1:2:0 --time 1 -o o.h5", "the count 0", "at least 1");
    refuse_sweep("--vary M=1,,2 --time 1 -o o.h5", "--vary M", "missing");
    refuse_sweep("--random 1,10 --time 1 -o o.h5", "--random", "--vary name=lo:hi");
    refuse_sweep("--random 1 --vary M=1:2 --time 1 -o o.h5", "'1' is not seed,n", "1,1000");
    refuse_sweep("--random 1,0 --vary M=1:2 --time 1 -o o.h5", "how many lanes: 0", "from 1 to");
    refuse_sweep("--vary M=1,2 --lanes-from x.csv --time 1 -o o.h5", "--lanes-from", "--vary");
    refuse_sweep("--lanes-from x.csv --time 1 -o o.h5", "'x.csv'", "No such file");
    run_write_file("x.csv", "M,B\n");
    refuse_sweep("--lanes-from x.csv --time 1 -o o.h5", "x.csv", "one row a lane");
    run_write_file("x.csv", "M,b\n1,2\n");
    refuse_sweep("--lanes-from x.csv --time 1 -o o.h5", "'b'", "did you mean 'B'?");
    run_write_file("x.csv", "M,B\n1,2\n-1,2\n");
    refuse_sweep("--lanes-from x.csv --time 1 -o o.h5", "x.csv:3", "above 0");
    refuse_sweep("--vary M=1,2 --keep 0 --time 1 -o o.h5", "--keep: 0", "from 1 to");
    refuse_sweep("--vary M=1,2 --observe , --time 1 -o o.h5", "--observe ,", "missing");
    refuse_sweep("--vary M=1,2 --observe final,,stick --time 1 -o o.h5", "final,,stick", "missing");
    refuse_sweep("--vary M=1,2 --section phi --time 1 -o o.h5", "--section phi", "period=T");
    refuse_sweep("--vary M=1,2 --section period=0 --time 1 -o o.h5", "period=0", "positive");
    run_refuse("sweep free_disk --vary mu_g=1,2 --observe section --time 1 -o o.h5",
               "free_disk has no section", "--section period=T");
}

static void single_precision_counts_up_to_2_24(void **state)
{
    (void)state;
    refuse_both("pendulum --precision single --max-steps 1e8", "16777216 steps, not 100000000",
                "--max-steps");
    run_refuse("run pendulum --precision single --time 0:1:16777217 -o out.csv",
               "16777216 times of a series, not 16777217", "--time");
}

static void a_law_must_make_sense_in_its_system(void **state)
{
    (void)state;
    refuse_both("pendulum --law tanh", "the law tanh cannot be used with pendulum", "I11");
    refuse_both("block_belt --law I11", "the law I11 cannot be used with block_belt", "tanh");
    refuse_both("rolling_ball --law I11", "cannot be used with rolling_ball", "pade1, pade2");
    refuse_both("lorenz --law I11", "cannot be used with lorenz, which has no friction", "none");
    refuse_both("pendulum --law none", "the law none cannot be used with pendulum", "I11");
    refuse_both("block_belt --shape disk", "--shape cannot be used with block_belt", "continuous");
    refuse_both("pendulum --shape dsik", "'dsik'", "did you mean 'disk'?");
    refuse_both("pendulum --law pade2 --shape rectangle:1,2", "pade2", "circular");
}

static void refuse_fit(const char *text, const char *culprit, const char *remedy)
{
    run_write_file("f.json", text);
    run_refuse("run pendulum --law f.json --time 1 -o out.csv", culprit, remedy);
}

#define ON_DISK "\"contact\": {\"shape\": \"disk\"}"
#define DISK    "\"model\": \"I11\", " ON_DISK
static void a_fit_must_be_one(void **state)
{
    (void)state;
    run_refuse("run pendulum --law nothere.json --time 1 -o o.csv", "nothere.json", "No such file");
    refuse_fit("", "f.json is not a file of 'contensou fit'", "'model'");
    refuse_fit("{", "f.json is not a file of 'contensou fit'", "'model'");
    refuse_fit("[1]", "f.json is not a file of 'contensou fit'", "'model'");
    refuse_fit("{\"model\": \"I11\"}", "f.json is not a file of 'contensou fit'", "'contact'");
    refuse_fit("{\"model\": \"I1\", " ON_DISK ", \"parameters\": {}}", "'I1'",
               "did you mean 'I11'?");
    refuse_fit("{\"model\": \"tanh\", " ON_DISK ", \"parameters\": {}}", "'tanh'",
               "available: I00");
    refuse_fit("{" DISK "}", "f.json", "'parameters'");
    refuse_fit("{" DISK ", \"parameters\": {\"b\": 0.4}}", "'m' of the law I11", "missing");
    refuse_fit("{" DISK ", \"parameters\": {\"b\": 0.4, \"m\": \"x\"}}", "'m'", "no number");
    refuse_fit("{" DISK ", \"parameters\": {\"b\": -0.4, \"m\": 0.7}}", "b = -0.4", "above 0");
    refuse_fit("{" DISK ", \"parameters\": {\"b\": 1, \"m\": 0.7, \"q\": 1}}", "I11", "'q'");
    run_write_file("f.json", "{" DISK ", \"parameters\": {\"b\": 0.4, \"m\": 0.7}}");
    refuse_both("block_belt --law f.json", "the law I11 cannot be used with block_belt", "tanh");
    refuse_both("lorenz --law f.json", "the law I11 cannot be used with lorenz", "none");
    refuse_both("pendulum --law f.json --shape disk", "--shape", "the file has the contact");
}

static void a_file_must_be_possible(void **state)
{
    (void)state;
    run_refuse("run pendulum --time 1 -o nodir/o.csv", "'nodir/o.csv'", "no folder 'nodir'");
    run_refuse("run pendulum --time 1 -o o.txt", "'o.txt'", ".csv, .h5");
    run_refuse("run pendulum --time 1 --plot o.bmp", "'o.bmp'", ".png, .svg, .pdf");
    run_refuse("run pendulum --time 1 --plot nodir/o.png", "'nodir/o.png'", "no folder 'nodir'");
    refuse_sweep("--vary M=1,2 --time 1 -o nodir/o.h5", "'nodir/o.h5'", "no folder 'nodir'");
    refuse_sweep("--vary M=1,2 --time 1 -o o.txt", "'o.txt'", ".csv, .h5");
    refuse_sweep("--vary M=1,2 --time 1 -o .", "'.'", ".csv, .h5");
    refuse_sweep("--vary M=1,2 --time 1 --plot o.bmp", "'o.bmp'", ".png, .svg, .pdf");
    refuse_sweep("--vary M=1,2 --time 1 --resume", "--resume", "-o FILE");
    refuse_sweep("--vary M=1,2 --time 1 --resume -o -", "--resume", "-o FILE");
    refuse_sweep("--vary M=1,2 --time 1 --shard 0/3 -o a.part", "0 is not", "from 1 to 3");
    refuse_sweep("--vary M=1,2 --time 1 --shard 4/3 -o a.part", "4 is not", "from 1 to 3");
    refuse_sweep("--vary M=1,2 --time 1 --shard 2 -o a.part", "--shard 2 is not K/N", "2/8");
    refuse_sweep("--vary M=1,2 --time 1 --shard 1/2", "a shard leaves a part", "-o FILE.part");
    refuse_sweep("--vary M=1,2 --time 1 --device 99 -o o.h5", "99", "available: 0");
    refuse_sweep("--vary M=1,2 --time 1 --pack 3 -o o.h5", "'3'", "1, 2, 4, 8, 16");
}

static void a_picture_needs_gnuplot(void **state)
{
    const char *path = getenv("PATH");
    char before[4096];

    (void)state;
    snprintf(before, sizeof before, "%s", path ? path : "");
    setenv("PATH", "nowhere", 1);
    run_refuse("run pendulum --time 1 --plot o.png", "gnuplot", "o.png");
    refuse_sweep("--vary M=1,2 --time 1 --plot o.png -o o.h5", "gnuplot", "o.png");
    setenv("PATH", before, 1);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_unknown_name_gets_the_nearest, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_name_is_given_once_and_where_it_belongs, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_number_out_of_range_is_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(time_runs_forwards, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(lanes_must_be_some, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(single_precision_counts_up_to_2_24, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_law_must_make_sense_in_its_system, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_fit_must_be_one, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_file_must_be_possible, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_picture_needs_gnuplot, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
