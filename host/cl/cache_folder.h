/* cache_folder.h: whether the folder for cached programs can be written, which drivers need too.
 *
 * PoCL has no devices at all where it cannot write its own cache, pocl/kcache below the same folder.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_CACHE_FOLDER_H
#define CONTENSOU_CL_CACHE_FOLDER_H

/* Looks once a process, before the first call of OpenCL. Where PoCL could not write, and POCL_CACHE_DIR
 * does not say where else, that variable is set to a new temporary folder. Unless somebody set
 * POCL_WORK_GROUP_SPECIALIZATION, PoCL is asked to launch the kernels that binaries have: it compiles each once more for
 * the size of its work-groups otherwise, which makes ours no faster. */
void contensou__cache_folder_prepare(void);

/* What is wrong with the folder ("the folder '/x' for cached programs cannot be written: Permission
 * denied"), or NULL. */
const char *contensou__cache_folder_problem(void);

/* Removes the temporary folder; also done when the process exits. */
void contensou__cache_folder_leave(void);

#endif
