/* progress.c: a progress bar on a terminal, and a clean stop when the user asks for one.
 * SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "base/clock.h"

#include <contensou/process.h>

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static int talks;         /* 1: standard error is a terminal and --quiet is not given */
static int terminal = -1; /* a second descriptor of it */
static double built;      /* when the last build ended */

/* Says how many seconds work of the process lasts by now; its end, which has a total, clears the line. */
static int report_process(void *context, const char *work, double done, double total)
{
    static int drawn;

    (void)context;
    if (total > 0)
        built = contensou__clock_seconds();
    if (total > 0 && drawn) {
        dprintf(terminal, "\r\033[K");
        drawn = 0;
    } else if (!(total > 0) && done >= 0.5 && talks && terminal >= 0) {
        dprintf(terminal, "\r%s: %.0f s\033[K", work, done);
        drawn = 1;
    }
    return caught;
}

/* The first signal asks for a clean stop. A second one ends the process where it is, as it may hang in a library that
 * does not ask: journals and files beside their places stand that. One that comes within a fifth of a second is the
 * first again: `timeout` sends it to the process and then to its group. */
static void on_signal(int number)
{
    static struct timespec first;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (caught &&
        (double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec) > 0.2)
        _exit(128 + number);
    if (!caught)
        first = now;
    caught = number;
}

void contensou__progress_catch_signals(void)
{
    static const struct contensou_progress of_process = {report_process, NULL};
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action, before;

        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        /* nohup and background jobs ignore a signal on purpose. */
        if (!sigaction(numbers[i], NULL, &before) && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    contensou_process_set_progress(&of_process);
}

int contensou__progress_signal(void)
{
    return caught;
}

enum contensou_status contensou__progress_check(struct contensou_error *err)
{
    if (!caught)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped before the end; the output is dropped");
}

void contensou__progress_begin(struct contensou__progress *p, const char *unit, double total,
                               int quiet)
{
    *p = (struct contensou__progress){.unit = unit, .total = total};
    p->enabled = !quiet && isatty(STDERR_FILENO);
    p->start = p->last = contensou__clock_seconds();
}

/* "1.23 M" for 1230000. */
static void short_number(char *text, size_t size, double value)
{
    static const char *const scale[] = {"", " k", " M", " G", " T"};
    size_t i = 0;

    for (; value >= 1000 && i < 4; i++)
        value /= 1000;
    snprintf(text, size,
             value < 10    ? "%.2f%s"
             : value < 100 ? "%.1f%s"
                           : "%.0f%s",
             value, scale[i]);
}

static void short_time(char *text, size_t size, double seconds)
{
    const double s = seconds < 0 ? 0 : seconds > 8e8 ? 8e8 : seconds;
    const long whole = (long)(s + 0.5);

    if (whole > 10000000)
        snprintf(text, size, "more than 100 days");
    else if (whole < 60)
        snprintf(text, size, "%ld s", whole);
    else if (whole < 3600)
        snprintf(text, size, "%ld min %02ld s", whole / 60, whole % 60);
    else
        snprintf(text, size, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
}

static int muted;

int contensou__progress_speaks(void)
{
    return !muted;
}

void contensou__progress_mute(int mute)
{
    muted = mute;
}

void contensou__progress_quiet(int quiet)
{
    talks = !quiet && isatty(STDERR_FILENO);
    if (talks && terminal < 0) /* what a compiler says on standard error is turned away */
        terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/* Seconds to the end by the mean pace so far, or by that of the last seconds where it is slower: what comes last may take
 * longer, and then the time grows. */
static double time_left(struct contensou__progress *p, double now, double elapsed, double part)
{
    static const double window = 3;
    const double mean = elapsed * (1 - part) / part;
    double recent;

    if (now - p->seen > 2 * window || part < p->part_before) { /* begin anew */
        p->seen_before = p->seen = now;
        p->part_before = p->part_seen = part;
    }
    if (now - p->seen > window) {
        p->seen_before = p->seen;
        p->part_before = p->part_seen;
        p->seen = now;
        p->part_seen = part;
    }
    if (now - p->seen_before < window)
        return mean;
    recent = (now - p->seen_before) * (1 - part) / fmax(part - p->part_before, 1e-9);
    return fmax(mean, recent);
}

void contensou__progress_update(struct contensou__progress *p, double done)
{
    enum { cells = 30 };
    char bar[cells + 1], rate[32], left[48], count[32];
    const double now = contensou__clock_seconds();
    const double elapsed =
        now - (built > p->start ? built : p->start); /* builds say their own time */

    if (!p->enabled || elapsed < 1 || (p->drawn && now - p->last < 0.1))
        return;
    p->last = now;
    p->drawn = 1;
    short_number(rate, sizeof rate, done / elapsed);
    if (p->total > 0 && done > 0) {
        const double part = done < p->total ? done / p->total : 1;

        for (int i = 0; i < cells; i++)
            bar[i] = i < (int)(part * cells) ? '#' : '.';
        bar[cells] = '\0';
        short_time(left, sizeof left, time_left(p, now, elapsed, part));
        fprintf(stderr, "\r[%s] %3.0f %%  %s %s/s  %s left\033[K", bar, 100 * part, rate, p->unit,
                left);
    } else {
        short_number(count, sizeof count, done);
        fprintf(stderr, "\r%s %s  %s %s/s\033[K", count, p->unit, rate, p->unit);
    }
    fflush(stderr);
}

static int report(void *context, const char *work, double done, double total)
{
    struct contensou__progress *p = context;

    if (p && work && (!p->unit || strcmp(p->unit, work) != 0)) { /* other work */
        p->unit = work;
        p->start = contensou__clock_seconds();
        p->seen = 0;
    }
    if (p) {
        p->total = total;
        contensou__progress_update(p, done);
    }
    return caught;
}

struct contensou_progress contensou__progress_of(struct contensou__progress *p)
{
    return (struct contensou_progress){report, p};
}

void contensou__progress_warn(const char *command, const char *sentences)
{
    for (const char *at = sentences; *at; at += strspn(at, "\n")) {
        const size_t length = strcspn(at, "\n");

        fprintf(stderr, "contensou %s: warning: %.*s\n", command, (int)length, at);
        at += length;
    }
}

void contensou__progress_end(struct contensou__progress *p)
{
    if (p->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->drawn = 0;
    }
}
