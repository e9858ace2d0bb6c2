/* process.h: what a program, rather than a library, decides once for its process. Call these before any other function
 * and before threads start. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PROCESS_H
#define CONTENSOU_PROCESS_H

#include <contensou/progress.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who is asked by work that has no options of its own: the building of device programs, the reading and cutting of
 * patches, the wait for the reader of a pipe. `done` are the seconds since a build began, and its last report has
 * total = done. NULL, the default: nobody, and builds cannot be stopped. After a build that was stopped the process
 * should end by _exit, because the driver's compiler is still at work. */
void contensou_process_set_progress(const struct contensou_progress *progress);

/* What drivers write to standard error while they compile is dropped (PoCL counts its errors there); their words about
 * errors come with CONTENSOU_EBUILD all the same. Everything else that the process writes there meanwhile is dropped too. */
void contensou_process_quiet_drivers(void);

/* How messages name a setting: what stands before its name (at most 7 bytes) and what joins its words. "--", '-' for a command
 * line; "", '_' where settings are keyword arguments; "", '-', the default, as contensou_simulation_set takes them. */
void contensou_process_spell_settings(const char *prefix, char joint);

/* What is wrong with the folder of cached device programs ("the folder '/x' for cached programs cannot be written:
 * Permission denied"), or NULL. Known once a device was opened. */
const char *contensou_process_cache_problem(void);

/* Removes what this process keeps in temporary folders: to be called before _exit; exit does it by itself. */
void contensou_process_leave(void);

#ifdef __cplusplus
}
#endif
#endif
