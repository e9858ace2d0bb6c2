/* progress.h: a progress bar on a terminal, and a clean stop when the user asks for one.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_PROGRESS_H
#define CONTENSOU_CLI_PROGRESS_H

#include <contensou/progress.h>
#include <contensou/status.h>

#include <stddef.h>

struct contensou__progress {
    const char *unit;   /* what is counted, in the plural */
    double total;       /* 0 where it is not known */
    double start, last; /* seconds: of the beginning, of the last drawing */
    /* Two moments of the last seconds, and the parts of the work that were done then. */
    double seen_before, seen, part_before, part_seen;
    int enabled, drawn;
};

/* Draws on standard error, and only if that is a terminal and quiet is 0. */
void contensou__progress_begin(struct contensou__progress *p, const char *unit, double total,
                               int quiet);

/* Draws at most ten times a second, and nothing in the first second. */
void contensou__progress_update(struct contensou__progress *p, double done);

/* Whether something is drawn about builds: if quiet is 0 and standard error is a terminal. */
void contensou__progress_quiet(int quiet);

/* Whether sentences about results go to standard error: --quiet hides the bar, not these. Only 'figures' mutes the
 * commands that it runs. */
int contensou__progress_speaks(void);
void contensou__progress_mute(int mute);

/* Each line of `sentences` as a warning of the command on standard error. */
void contensou__progress_warn(const char *command, const char *sentences);

/* Clears the bar. */
void contensou__progress_end(struct contensou__progress *p);

/* From now on SIGINT, SIGTERM and SIGHUP (where they are not ignored already) only raise a flag, which long work looks
 * at between its pieces; and builds of device programs that take half a second or more say so on a terminal. */
void contensou__progress_catch_signals(void);

/* The signal that asked to stop, or 0. */
int contensou__progress_signal(void);

/* For the options of long work: draws on the bar p (NULL: on none) and stops at a signal. */
struct contensou_progress contensou__progress_of(struct contensou__progress *p);

/* CONTENSOU_ESTOPPED with its sentence once a signal came, otherwise CONTENSOU_OK. */
enum contensou_status contensou__progress_check(struct contensou_error *err);

#endif
