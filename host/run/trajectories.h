/* trajectories.h: what came out of a simulation, from its journals. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_TRAJECTORIES_H
#define CONTENSOU_RUN_TRAJECTORIES_H

#include "run/merge.h"

#include <contensou/table.h>
#include <contensou/trajectories.h>

/* What came out of a sweep, as a file: one row a lane, and lists of one row a point, such as those of
 * sections and series.
 *
 * CSV: lane, the varied names, outcome, steps, rejections, the observed columns. The points go to
 * NAME.LIST.csv (lane, varied names, k where they are numbered, t, states or what else they have) beside NAME.csv;
 * where there are no observed columns and only one list, they are NAME.csv itself. HDF5: the same as datasets of the
 * root, outcome_code too, and of a group /LIST each. A varied name that one of these columns or a state has too, such as k, becomes
 * vary.k. Equal rows make equal files, byte by byte. */

/* What the file has; all of it must outlive the results. */
struct contensou__trajectories_file_spec {
    const char *path;          /* NULL or "-": standard output */
    const char *const *varied; /* names of what varies */
    size_t varied_count;
    const struct contensou__merge_layout *layout;
    const struct contensou_table_attribute *attribute; /* of an HDF5 file */
    size_t attributes;
};

struct contensou__trajectories_file;

/* Fails on names that cannot stand together and on places that cannot be written, as
 * contensou_table_open does. */
enum contensou_status
contensou__trajectories_file_open(struct contensou__trajectories_file **out,
                                  const struct contensou__trajectories_file_spec *spec,
                                  struct contensou_error *err);

/* The same, but leaves nothing: to be asked before the work. Pipes and devices are not opened. */
enum contensou_status
contensou__trajectories_file_check(const struct contensou__trajectories_file_spec *spec,
                                   struct contensou_error *err);

/* Lanes come in ascending order; varied[varied_count]: what varies. */
enum contensou_status
contensou__trajectories_file_append(struct contensou__trajectories_file *r,
                                    const struct contensou__loop_record *record,
                                    const double *varied, struct contensou_error *err);

/* NAME appears last: where it is, all files are whole. Frees either way. */
enum contensou_status contensou__trajectories_file_close(struct contensou__trajectories_file *r,
                                                         struct contensou_error *err);

/* Takes over the journal of a run, or of one shard of it, all lanes of which are there; closes it on failure. */
enum contensou_status contensou__trajectories_of(struct contensou_trajectories **out,
                                                 struct contensou__journal *journal,
                                                 struct contensou_error *err);

#endif
