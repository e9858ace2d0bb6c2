/* test_sweep_mpi.c: mpirun shares a sweep among processes. Skipped where MPI is not installed.
 * SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/text.h"
#include "support/run_program.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#ifndef CONTENSOU_MPIRUN
#    define CONTENSOU_MPIRUN      ""
#    define CONTENSOU_MPI_PROGRAM ""
#endif

static const char plan[] = "lorenz --vary rho=0:28:1000 --time 4 --observe final,extrema,section "
                           "--section z=20,up --keep 8";
static const char long_plan[] = "lorenz --vary rho=20:28:2048 --time 1000 --observe final,extrema";

enum { processes = 4 };

/* What mpirun and all its processes say goes to said.txt. */
static pid_t start(const char *line)
{
    char command[2048];
    pid_t child;

    snprintf(command, sizeof command,
             "exec %s --oversubscribe -n %d %s %s >said.txt 2>&1 </dev/null", CONTENSOU_MPIRUN,
             processes, CONTENSOU_MPI_PROGRAM, line);
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
        /* where the program is built with sanitizers: MPI's own memory is its own affair */
        setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
        alarm(1200); /* only a hang takes that long */
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    return child;
}

/* Its exit code, or -1. */
static int end(pid_t child, struct contensou__text *said)
{
    int status = 0;

    assert_int_equal(waitpid(child, &status, 0), child);
    if (contensou__text_read_file(said, "said.txt", NULL))
        fail_msg("there is no said.txt");
    unlink("said.txt");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void share(const char *format, const char *words)
{
    struct contensou__text said = {0};
    char line[1024];

    snprintf(line, sizeof line, format, words);
    if (end(start(line), &said))
        fail_msg("it said: %s", said.data);
    contensou__text_free(&said);
}

/* Open MPI; the others know no --oversubscribe. */
static void need_mpi(void)
{
    if (!CONTENSOU_MPIRUN[0] ||
        system(CONTENSOU_MPIRUN " --version 2>/dev/null | grep -q 'Open MPI'") != 0)
        skip();
}

static size_t count(const char *text, const char *piece)
{
    size_t found = 0;

    for (; (text = strstr(text, piece)) != NULL; text++)
        found++;
    return found;
}

/* Waits until some lanes are in the journal: records of 56 bytes and thirteen numbers. */
static void wait_for_lanes(const char *output, const char *part)
{
    const struct timespec moment = {0, 20000000};
    const double begin = contensou__clock_seconds();
    struct stat about = {0};

    while (about.st_size < 200 * 160) {
        nanosleep(&moment, NULL);
        if (stat(part, &about) != 0)
            about.st_size = 0;
        if (access(output, F_OK) == 0 || contensou__clock_seconds() - begin > 1000)
            fail_msg("too early or too late");
    }
}

/* The process of the given rank, among the children of mpirun. */
static pid_t find_rank(pid_t parent, int rank)
{
    char path[64], text[4096] = "", *at = text;
    long found = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)parent, (long)parent);
    file = fopen(path, "r");
    if (!file || !fgets(text, sizeof text, file))
        skip();
    fclose(file);
    for (int i = 0; i <= rank; i++)
        found = strtol(at, &at, 10);
    assert_true(found > 1);
    return (pid_t)found;
}

static void four_processes_write_the_bytes_of_one(void **state)
{
    (void)state;
    need_mpi();
    run_finish("sweep %s -o one.h5", plan);
    share("sweep %s -o four.h5", plan);
    run_same_files("one.h5", "four.h5");
    run_finish("sweep %s -o one.csv", plan);
    share("sweep %s -o four.csv", plan);
    run_same_files("one.csv", "four.csv");
    run_same_files("one.section.csv", "four.section.csv");
    assert_int_equal(run_count_files(), 6);
}

static void a_process_that_dies_leaves_what_resumes(void **state)
{
    struct contensou__text said = {0};
    char line[1024];
    pid_t child;

    (void)state;
    need_mpi();
    run_finish("sweep %s -o one.h5", long_plan);
    snprintf(line, sizeof line, "sweep %s -o four.h5", long_plan);
    child = start(line);
    wait_for_lanes("four.h5", "four.h5.part");
    kill(find_rank(child, 2), SIGKILL);
    assert_true(end(child, &said) != 0);
    assert_true(said.size > 0);
    assert_int_equal(access("four.h5", F_OK), -1);
    run_finish("sweep %s -o four.h5 --resume", long_plan);
    run_same_files("one.h5", "four.h5");
    contensou__text_free(&said);
}

static void an_interrupt_says_how_to_go_on(void **state)
{
    struct contensou__text said = {0};
    char line[1024];
    pid_t child;

    (void)state;
    need_mpi();
    run_finish("sweep %s -o one.h5", long_plan);
    snprintf(line, sizeof line, "sweep %s -o four.h5", long_plan);
    child = start(line);
    wait_for_lanes("four.h5", "four.h5.part");
    kill(child, SIGINT);
    assert_true(end(child, &said) != 0);
    assert_int_equal(count(said.data, "of 2048 lanes in four.h5.part; the same command with"), 1);
    share("sweep %s -o four.h5 --resume", long_plan);
    run_same_files("one.h5", "four.h5");
    contensou__text_free(&said);
}

static void a_wrong_line_is_told_once(void **state)
{
    static const char *const lines[][2] = {
        {"sweep lorenz --vary rho=0:28:64 --tim 4", "--time"},
        {"sweep lorentz --vary rho=0:28:64 --time 4", "no system named 'lorentz'"},
        {"sweep lorenz --vary rho=0:28:64 --time 4 -o none/out.csv", "there is no folder 'none'"}};

    (void)state;
    need_mpi();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct contensou__text said = {0};

        assert_int_equal(end(start(lines[i][0]), &said), 2);
        assert_int_equal(count(said.data, "contensou sweep: "), 1);
        assert_non_null(strstr(said.data, lines[i][1]));
        contensou__text_free(&said);
    }
    assert_int_equal(run_count_files(), 0);
}

static void other_commands_are_the_first_ones_alone(void **state)
{
    struct contensou__text said = {0};

    (void)state;
    need_mpi();
    assert_int_equal(end(start("eta --eta 1"), &said), 0);
    assert_int_equal(count(said.data, "eta,eta_prime"), 1);
    said.size = 0;
    assert_int_equal(end(start("sweep --help"), &said), 0);
    assert_int_equal(count(said.data, "usage:"), 1);
    contensou__text_free(&said);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(four_processes_write_the_bytes_of_one, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_process_that_dies_leaves_what_resumes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_interrupt_says_how_to_go_on, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_line_is_told_once, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(other_commands_are_the_first_ones_alone, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
