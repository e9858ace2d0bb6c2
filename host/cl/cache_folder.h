/* cache_folder.h: the folders for cached programs, ours and the driver's.
 *
 * What is in them is machine code that we will run. So nobody but this user and the owner of the system may be able to put
 * anything there: a folder belongs to this user and others cannot write it; those above it and the links on the way belong
 * to this user or to root, and others cannot write them, or cannot rename there what is not theirs (as in /tmp).
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_CACHE_FOLDER_H
#define CONTENSOU_CL_CACHE_FOLDER_H

#include <stddef.h>

/* The folder of our programs, contensou in $XDG_CACHE_HOME or ~/.cache, made if it is not there, and without links in its
 * path: for free(). NULL: none can be used; `why` gets a sentence without its period, "" if CONTENSOU_CACHE=off. */
char *contensou__cache_folder_own(char *why, size_t size);

/* Looks once a process, before the first call of OpenCL, and tells PoCL where to keep its programs: where POCL_CACHE_DIR
 * says, or in `pocl` of our folder, or, if others can write there or we cannot, in a new temporary folder. By itself PoCL
 * asks nobody whose programs it loads, takes relative paths, and has no devices where it cannot write. Unless somebody set
 * POCL_WORK_GROUP_SPECIALIZATION, it is asked to launch the kernels that binaries have: it compiles each once more for
 * the size of its work-groups otherwise, which makes ours no faster. */
void contensou__cache_folder_prepare(void);

/* What is wrong with the folder ("the folder '/x' for cached programs cannot be written: Permission
 * denied"), or NULL. */
const char *contensou__cache_folder_problem(void);

/* Removes the temporary folder; also done when the process exits. */
void contensou__cache_folder_leave(void);

#endif
