/* merge_write.h: the journals of a run become its file. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_MERGE_WRITE_H
#define CONTENSOU_CLI_MERGE_WRITE_H

#include "sweep/merge.h"

/* Writes all lanes to path (.csv or .h5; NULL: CSV to standard output). The bytes depend on the run
 * alone, not on who computed which lane when. */
enum contensou_status contensou__merge_write(const struct contensou__merge *m, const char *path,
                                             int quiet, struct contensou_error *err);

/* Only warns on standard error, as writing does, of points that are not kept and of series that end early: for a sweep
 * that is drawn and not written. */
void contensou__merge_write_warn(const struct contensou__merge *m);

/* Asks before the work whether such a file can be written: its place, its names. */
enum contensou_status contensou__merge_write_check(const struct contensou__merge_layout *layout,
                                                   const struct contensou__lanes *lanes,
                                                   const char *path, struct contensou_error *err);

#endif
