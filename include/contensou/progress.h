/* progress.h: how long work tells what it has done and is asked to stop: one kind of callback everywhere.
 *
 * Options of long work have a member `progress`; all zero means that nobody is told and nothing stops it. It is called by
 * the thread that made the call, between pieces of work (some times a second, or once a piece where those are longer), and
 * never again after the call has returned. What it returns other than 0 ends the work with CONTENSOU_ESTOPPED.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PROGRESS_H
#define CONTENSOU_PROGRESS_H

#ifdef __cplusplus
extern "C" {
#endif

struct contensou_progress {
    /* work: what is done, or what is counted in the plural, such as "fits"; done of total, which is 0 where it is not
     * known. NULL: nobody asks. */
    int (*report)(void *context, const char *work, double done, double total);
    void *context;
};

#ifdef __cplusplus
}
#endif
#endif
