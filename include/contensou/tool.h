/* tool.h: what the program `contensou` needs beside the library. These calls, and those of plot.h, process.h and tables.h, are
 * outside the promise of contensou.h: they may change with any version. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TOOL_H
#define CONTENSOU_TOOL_H

#include <contensou/plot.h>
#include <contensou/process.h>
#include <contensou/status.h>
#include <contensou/tables.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on and in the whole process, only results of these commands are replaced, named as "sweep|merge": an input,
 * somebody's notes or the result of another command are refused with CONTENSOU_EARGUMENT and what the file is. HDF5 files
 * tell their command by themselves; a CSV file counts as of the same kind if it has a column of the new one's name, and both
 * or neither have lanes; a text is ours if it names the program. NULL, the default: any file is replaced. The names must
 * outlive all. */
void contensou_table_guard(const char *commands);

/* The same question for a text that the caller writes himself. */
enum contensou_status contensou_table_guard_text(const char *path, struct contensou_error *err);

/* Which of the processes that share the work this is: 0 for the first, and for a process that is alone. Known before
 * the first run where a launcher of MPI tells it. */
int contensou_simulation_rank(void);

/* Leaves the other processes, last of all; harmless where there are none. If some are not at their end soon, they are
 * ended with this exit code. */
void contensou_simulation_leave(int code);

#ifdef __cplusplus
}
#endif
#endif
