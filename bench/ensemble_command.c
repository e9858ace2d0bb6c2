/* ensemble_command.c: a work as a user runs it: the whole process of `contensou sweep`, from its start to the file, with
 * its own choice of packs. SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* wait4 */
#include "ensemble.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_words = 40 };

/* The program beside this one; 0 where there is none. */
static int find_program(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 16);
    char *slash;

    if (length <= 0)
        return 0;
    path[length] = '\0';
    slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, "contensou");
    return access(path, X_OK) == 0;
}

static void become(char *const word[])
{
    const int null = open("/dev/null", O_WRONLY);

    dup2(null, STDOUT_FILENO);
    execv(word[0], word);
    _exit(127);
}

/* 0 where it fails. */
static int run_once(char *const word[], struct bench_time *took)
{
    const struct bench_time begin = bench_time_now();
    struct rusage use = {0};
    int state = 1;
    const pid_t child = fork();

    if (child == 0)
        become(word);
    if (child < 0 || wait4(child, &state, 0, &use) != child || !WIFEXITED(state) ||
        WEXITSTATUS(state))
        return 0;
    took->wall = bench_time_since(begin).wall;
    took->cpu = ((double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                 1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec)) /
                (double)sysconf(_SC_NPROCESSORS_ONLN);
    return 1;
}

int bench_command_run(const struct bench_work *work, const char *stepper, double rtol, size_t lanes,
                      struct bench_time *best)
{
    char program[4096], vary[128], text[3][40], file[4200];
    char *word[most_words] = {program,   "sweep",   (char *)work->system,
                              "--vary",  vary,      "--time",
                              text[0],   "--rtol",  text[1],
                              "--atol",  text[2],   "--observe",
                              "final",   "--quiet", "--allow-failed",
                              "--force", "-o",      file};
    const struct {
        const char *option, *value;
    } more[] = {{"--stepper", stepper},
                {"--law", strcmp(work->law, "none") != 0 ? work->law : NULL},
                {"--set", work->set}};
    const char *const folder = getenv("TMPDIR");
    size_t words = 0;
    int made, good;

    snprintf(file, sizeof file, "%.4000s/contensou-bench-XXXXXX.h5",
             folder && *folder ? folder : P_tmpdir);
    made = find_program(program, sizeof program) ? mkstemps(file, 3) : -1;
    good = made >= 0;
    if (!good)
        return 0;
    close(made);
    while (word[words])
        ++words;
    for (size_t k = 0; k < sizeof more / sizeof *more; ++k)
        if (more[k].value) {
            word[words++] = (char *)more[k].option;
            word[words++] = (char *)more[k].value;
        }
    snprintf(vary, sizeof vary, "%s:%zu", work->vary, lanes);
    snprintf(text[0], sizeof text[0], "%.17g", work->t_end);
    snprintf(text[1], sizeof text[1], "%.17g", rtol);
    snprintf(text[2], sizeof text[2], "%.17g", rtol * work->atol);
    for (int turn = 0; turn < 2 && good; ++turn) { /* the first may build */
        struct bench_time took;

        good = run_once(word, &took);
        if (turn == 0)
            *best = took;
        else if (good)
            bench_time_keep_best(best, took);
    }
    unlink(file);
    return good;
}
