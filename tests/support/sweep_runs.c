/* sweep_runs.c: one small sweep, complete or cut short. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* waitid, nanosleep */
#include "support/sweep_runs.h"

#include "base/clock.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

const char sweep_runs_line[] =
    "sweep pendulum --vary omega_0=30:65:200 --time 0:40:9 --transient 37 --keep 40 "
    "--observe section,extrema,series --stepper dopri54";

void sweep_runs_complete(const char *words)
{
    run_finish("%s %s", sweep_runs_line, words);
}

long sweep_runs_size(const char *path)
{
    struct stat about;

    return stat(path, &about) ? -1 : (long)about.st_size;
}

static int has_ended(pid_t child)
{
    siginfo_t about = {0};

    return !waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT) &&
           about.si_pid == child;
}

struct run_result sweep_runs_cut(const char *words, const char *part, long size, double seconds,
                                 int signal)
{
    const struct timespec pause = {0, 2000000};
    const pid_t child = run_start("%s %s", sweep_runs_line, words);
    double since = 0;

    while (!has_ended(child)) {
        if (since == 0 && sweep_runs_size(part) >= size)
            since = contensou__clock_seconds();
        if (since > 0 && contensou__clock_seconds() - since >= seconds)
            break;
        nanosleep(&pause, NULL);
    }
    kill(child, signal);
    return run_wait(child);
}

int sweep_runs_kept(const struct run_result *result)
{
    const char *has = strstr(result->err, ".part has ");

    return has ? atoi(has + strlen(".part has ")) : 0;
}
