/* test_defaults.c: sweeps without a stepper end, whatever the motion does, at the cost of the best stepper; and the same command
 * gives the same bytes. The whole product of systems, laws and lanes is in test_defaults_slow.c.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setenv, kill */
#include "support/attempts.h"
#include "support/run_program.h"
#include "support/sweep_runs.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* 160 lanes each, or as many as are said, that once did not end: all come to rest, stick and slip in turn, or turn stiff. best:
 * attempts of a lane in the mean with the best stepper given by hand (rodas54, for exact laws event), seen when this was
 * written. */
static const struct {
    const char *line;
    double best;
} rows[] = {
    {"free_disk --vary init.omega=1:9:160 --time 3", 92.6},
    {"free_disk --law ellipsoid --vary init.omega=1:9:160 --time 3 --rtol 1e-4", 47.9},
    {"rolling_ball --vary init.vx=1:5:160 --time 5", 478},
    {"rolling_ball --init wz=0 --vary init.vx=0.1:15:160 --time 10", 171},
    {"rolling_ball --init wz=0 --set k_r=0,law.eps=1e-4 --vary init.vx=0.1:15:160 --time 10 --rtol "
     "1e-6",
     70},
    {"block_belt --law tanh --set law.eps=1e-6 --vary V_dr=0.05:1.5:160 --time 50", 2384},
    {"pendulum --law ellipsoid --set law.eps=1e-6 --vary omega_0=0.1:20:160 --time 2", 1175},
    {"block_belt --law signum --vary V_dr=0.05:1.5:160 --time 50", 518},
    {"free_disk --precision single --vary init.omega=1:9:160 --time 20", 80.4},
    /* the phase has few digits left for its angle: a passage of the load is met to these, not closer */
    {"block_belt --law signum --set F0=0.5 --precision single --vary V_dr=0.1:0.3:160 --time 100",
     400},
    {"block_belt --law signum --set F0=1.5,Omega1=200 --init phi=1e7 --vary V_dr=0.1:0.3:5 --time "
     "2",
     970},
    {"--system-file " CONTENSOU_SOURCE_DIR
     "/bench/examples/van_der_pol.h --set mu=1e5,F=0 --vary init.x=1.9:2:4 --time 2e5",
     2627},
};

static void sweeps_by_default_end_at_the_cost_of_the_best_stepper(void **state)
{
    int worse = 0;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const struct attempts a = attempts_of(rows[i].line, "auto", 1e6);
        const double mean = a.sum / a.lanes;

        print_message("%d of %d finished, %.1f attempts a lane, %.2f of the best: %s\n", a.finished,
                      a.lanes, mean, mean / rows[i].best, rows[i].line);
        worse += a.lanes == 0 || a.finished < a.lanes || mean > 2 * rows[i].best;
    }
    assert_int_equal(worse, 0);
}

/* What a law without smoothing needs is chosen by itself. */
static void exact_laws_are_switched_by_event(void **state)
{
    static const char *const lines[] = {
        "run free_disk --law ellipsoid --set law.eps=0 --init vx=1,omega=2 --time 0:3:2",
        "run block_belt --law signum --time 0:20:2",
        "sweep disk_belt --vary v_b=0.1,0.2 --time 50 --observe events",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        struct run_result result = run_well("%s", lines[i]);

        print_message("%s", result.err);
        assert_non_null(strstr(result.err, "event"));
        run_free(&result);
    }
    run_refuse("run rolling_ball --set law.eps=0 --time 0:1:2", "law.eps = 0", "above 0");
    run_refuse("sweep free_disk --vary law.eps=0,1e-3 --time 1", "law.eps is 0 in some lanes",
               "apart");
    run_refuse("run free_disk --precision single --set law.eps=1e-9 --time 0:1:2",
               "law.eps = 1e-09", "1e-06");
}

/* Of these some lanes change to the stiff program and some do not, at different times. */
#define MIXED "sweep free_disk --vary init.omega=1:9:160 --time 3 --observe final,extrema --quiet"

/* Two processes that do nothing but compute, so that no core is free. */
static void load_begin(pid_t busy[2])
{
    for (int i = 0; i < 2; ++i) {
        busy[i] = fork();
        if (busy[i] == 0)
            for (volatile unsigned k = 0;; ++k)
                ;
    }
}

static void load_end(const pid_t busy[2])
{
    for (int i = 0; i < 2; ++i) {
        kill(busy[i], SIGKILL);
        waitpid(busy[i], NULL, 0);
    }
}

static void the_same_command_gives_the_same_bytes(void **state)
{
    pid_t busy[2];

    (void)state;
    run_finish(MIXED " -o one.csv");
    load_begin(busy);
    run_finish(MIXED " -o loaded.csv");
    load_end(busy);
    run_same_files("one.csv", "loaded.csv");
    setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
    run_finish(MIXED " -o core.csv");
    unsetenv("POCL_MAX_PTHREAD_COUNT");
    run_same_files("one.csv", "core.csv");
    for (int i = 1; i <= 3; ++i)
        run_finish(MIXED " --shard %d/3 -o %d.part", i, i);
    run_finish("merge 1.part 2.part 3.part -o merged.csv --quiet");
    run_same_files("one.csv", "merged.csv");
}

/* A lane alone ends with the digits that it has among others. */
static void a_lane_depends_on_itself_alone(void **state)
{
    struct run_result all, one;
    char *row;

    (void)state;
    all = run_well("sweep free_disk --vary init.omega=1,3,5,9 --time 3 --pack 4 --quiet");
    one = run_well("sweep free_disk --vary init.omega=5,9 --time 3 --pack 4 --quiet");
    row = strstr(one.out, "\n0,") + 2;
    row[strcspn(row, "\n") + 1] = '\0';
    assert_non_null(strstr(strstr(all.out, "\n2,"), row));
    run_free(&all);
    run_free(&one);
}

/* The sentences that help where a stepper was given that cannot do it. */
static void what_does_not_end_says_why(void **state)
{
    struct run_result result =
        run_program("run free_disk --init vx=1,omega=3 --time 0:3:2 --stepper dopri54 "
                    "--max-steps 20000");

    (void)state;
    print_message("%s", result.err);
    assert_int_equal(result.code, 3);
    assert_non_null(strstr(result.err, "'step limit'"));
    assert_non_null(strstr(result.err, "turned stiff"));
    run_free(&result);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sweeps_by_default_end_at_the_cost_of_the_best_stepper,
                                        run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(exact_laws_are_switched_by_event, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(the_same_command_gives_the_same_bytes, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(a_lane_depends_on_itself_alone, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(what_does_not_end_says_why, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
