/* results.h: what came out of a sweep, as a file: one row a lane, and lists of one row a point, such as those of
 * sections and series.
 *
 * CSV: lane, the varied names, outcome, steps, rejections, the observed columns. The points go to
 * NAME.LIST.csv (lane, varied names, k where they are numbered, t, states or what else they have) beside NAME.csv;
 * where there are no observed columns and only one list, they are NAME.csv itself. HDF5: the same as datasets of the
 * root, outcome_code too, and of a group /LIST each. A varied name that one of these columns or a state has too, such as k, becomes
 * vary.k. Equal rows make equal files, byte by byte. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_RESULTS_H
#define CONTENSOU_SWEEP_RESULTS_H

#include "sweep/merge.h"

#include <contensou/table.h>

/* What the file has; all of it must outlive the results. */
struct contensou__results_spec {
    const char *path;          /* NULL or "-": standard output */
    const char *const *varied; /* names of what varies */
    size_t varied_count;
    const struct contensou__merge_layout *layout;
    const struct contensou_table_attribute *attribute; /* of an HDF5 file */
    size_t attributes;
};

struct contensou__results;

/* Fails on names that cannot stand together and on places that cannot be written, as
 * contensou_table_open does. */
enum contensou_status contensou__results_open(struct contensou__results **out,
                                              const struct contensou__results_spec *spec,
                                              struct contensou_error *err);

/* The same, but leaves nothing: to be asked before the work. Pipes and devices are not opened. */
enum contensou_status contensou__results_check(const struct contensou__results_spec *spec,
                                               struct contensou_error *err);

/* Lanes come in ascending order; varied[varied_count]: what varies. */
enum contensou_status contensou__results_append(struct contensou__results *r,
                                                const struct contensou__record *record,
                                                const double *varied, struct contensou_error *err);

/* The name of the column of what varies, for free(), or NULL without memory. */
char *contensou__results_varied(const struct contensou__merge_layout *layout, const char *name);

/* A table beside the lanes, as contensou_table_open_beside: close or discard it before the results. */
enum contensou_status contensou__results_beside(struct contensou__results *r, const char *name,
                                                const struct contensou_table_column *column,
                                                size_t columns, struct contensou_table **table,
                                                struct contensou_error *err);

/* What is known only after the last lane: one more attribute of an HDF5 file. */
enum contensou_status contensou__results_note(struct contensou__results *r,
                                              const struct contensou_table_attribute *attribute,
                                              struct contensou_error *err);

/* NAME appears last: where it is, all files are whole. Frees either way. */
enum contensou_status contensou__results_close(struct contensou__results *r,
                                               struct contensou_error *err);
void contensou__results_discard(struct contensou__results *r);

#endif
