/* cmd_eval.h: the pieces of contensou eval: what was asked, where slips come from, the picture.
 *
 *   cmd_eval.c         the command: opens everything, pumps blocks from input to table and picture
 *   cmd_eval_input.c   slips from a grid or a file, a block at a time
 *   cmd_eval_plot.c    keeps what the picture needs and draws it
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CMD_EVAL_H
#define CONTENSOU_CLI_CMD_EVAL_H

#include "base/csv.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/real_units.h"

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/table.h>

/* What was asked, checked. Texts belong to the command line. */
struct contensou__cmd_eval_setup {
    struct contensou_patch_spec spec;
    struct contensou_eval_options eval;
    const char *theta, *phi, *points; /* theta or points is NULL */
    const char *output, *plot, *dump; /* NULL where not asked */
    const char *device;               /* the choice, or NULL */
    const char *law, *set; /* a law of simulations and its numbers; NULL: the exact wrench */
    const char *model;     /* a fit.json, or NULL */
    struct contensou_fit_file fit;
    struct contensou__real_units units;
    int table; /* 1: there is a table, to a file or standard output */
    int plot_kind, quiet;
    int any_theta; /* 1: theta may lie beyond pi/2 */
};

enum { contensou__cmd_eval_kinds = 4 };
enum contensou__cmd_eval_kind { KIND_AUTO, KIND_CURVES, KIND_MAPS, KIND_SURFACE };
extern const char *const contensou__cmd_eval_kind_names[contensou__cmd_eval_kinds];

/* One direction of the grid: a list, or (too long to keep) a range that is computed as needed. */
struct contensou__cmd_eval_axis {
    size_t count;
    double lo, hi;
    double *list, *cosine, *sine; /* NULL for a long range */
};

struct contensou__cmd_eval_input {
    struct contensou__cmd_eval_axis theta, phi;
    struct contensou__csv *csv; /* NULL for a grid */
    const char *path;
    size_t column[3];    /* where the keys are in the file */
    size_t key_count;    /* 2: theta, phi; 3: vx, vy, omega */
    const char *keys[3]; /* their names */
    size_t total;        /* 0 where it is not known: a file that cannot be read twice */
    size_t next;         /* the row that the next block starts with */
    double *values;      /* a block of the file as it was read */
    size_t values_size;
    int any_theta;                      /* as in the setup */
    struct contensou__real_units units; /* of the setup, with those of the file */
};

/* Checks and opens; a file is read to its end once, so that no wrong line is met later. Close it
 * also after a failure. */
enum contensou_status contensou__cmd_eval_input_open(struct contensou__cmd_eval_input *in,
                                                     const struct contensou__cmd_eval_setup *s,
                                                     struct contensou_error *err);
void contensou__cmd_eval_input_close(struct contensou__cmd_eval_input *in);

/* The next block of at most `rows` slips: slip[3 * *got] field-major, key[k][*got] with room for
 * `rows` each. *got is 0 at the end. */
enum contensou_status contensou__cmd_eval_input_read(struct contensou__cmd_eval_input *in,
                                                     size_t rows, double *slip, double *const *key,
                                                     size_t *got, struct contensou_error *err);

struct contensou__cmd_eval_plot {
    int kind;         /* never KIND_AUTO after the opening */
    double *value[3]; /* Tx, Ty, M of every slip so far */
    size_t count, capacity, limit;
};

/* Decides what is drawn, and refuses what cannot be. Close it also after a failure. */
enum contensou_status contensou__cmd_eval_plot_open(struct contensou__cmd_eval_plot *p,
                                                    const struct contensou__cmd_eval_setup *s,
                                                    const struct contensou__cmd_eval_input *in,
                                                    struct contensou_error *err);
enum contensou_status contensou__cmd_eval_plot_keep(struct contensou__cmd_eval_plot *p, size_t n,
                                                    const double *wrench,
                                                    struct contensou_error *err);
enum contensou_status contensou__cmd_eval_plot_draw(const struct contensou__cmd_eval_plot *p,
                                                    const struct contensou__cmd_eval_setup *s,
                                                    const struct contensou__cmd_eval_input *in,
                                                    struct contensou_error *err);
void contensou__cmd_eval_plot_close(struct contensou__cmd_eval_plot *p);

/* Member i of an axis. */
double contensou__cmd_eval_input_member(const struct contensou__cmd_eval_axis *axis, size_t i);

#endif
