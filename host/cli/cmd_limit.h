/* cmd_limit.h: the pieces of contensou limit: what was asked, and where rows come from.
 *
 *   cmd_limit.c         the command: opens everything, pumps blocks from input to table and picture
 *   cmd_limit_input.c   loads, one or from a file, or the slips of a surface, a block at a time
 *   cmd_limit_model.c   the law of --model in the place of the exact one
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CMD_LIMIT_H
#define CONTENSOU_CLI_CMD_LIMIT_H

#include "base/csv.h"
#include "cli/options.h"
#include "cli/real_units.h"

#include <contensou/fit.h>
#include <contensou/limit.h>
#include <contensou/table.h>

/* The law of --model: its parameters, some from --set, the others fitted. All zero is none. */
struct contensou__cmd_limit_model {
    struct contensou_fit_options fit; /* model NULL: the exact law */
    struct contensou_fit_bound set[CONTENSOU_FIT_PARAMETERS];
    char *names; /* of --set */
    struct contensou_fit_result *result;
    char *parameters; /* as --set takes them */
};

/* Reads --model and --set. Free it also after a failure. */
enum contensou_status contensou__cmd_limit_model_read(struct contensou__cmd_limit_model *m,
                                                      const struct contensou__options *o,
                                                      struct contensou_error *err);
enum contensou_status contensou__cmd_limit_model_fit(struct contensou__cmd_limit_model *m,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_device *device,
                                                     struct contensou_error *err);
void contensou__cmd_limit_model_free(struct contensou__cmd_limit_model *m);

/* Says which law it was. */
void contensou__cmd_limit_model_say(const struct contensou__cmd_limit_model *m);

/* Says what a law, fitted here or in a file, left open: of `total` loads, or of a surface (0). */
void contensou__cmd_limit_model_warn(const struct contensou_fit_result *law,
                                     const struct contensou_limit *limit, size_t total);

/* What was asked, checked. Texts belong to the command line. */
struct contensou__cmd_limit_setup {
    struct contensou_patch_spec spec;
    struct contensou_eval_options eval;
    struct contensou__cmd_limit_model model;
    const char *file; /* a fit.json as the model, or NULL */
    struct contensou_fit_file fitted;
    struct contensou__real_units units;
    const char *points;        /* the file, or NULL */
    double load[3];            /* of --load */
    size_t surface;            /* the N of --surface, or 0 */
    double eta;                /* 0 where not asked */
    const char *output, *plot; /* NULL where not asked */
    const char *dump, *device; /* the same */
    int table, quiet;          /* table 1: there is one, to a file or standard output */
};

struct contensou__cmd_limit_input {
    const struct contensou__cmd_limit_setup *setup;
    struct contensou__csv *csv;
    size_t column[3]; /* where Tx, Ty, M or load_x, load_y, load_M are in the file */
    int loads;        /* 1: the rows are given as loads, minus the friction that holds them */
    size_t total;     /* 0 where it is not known: a file that cannot be read twice */
    size_t next;
    double radius; /* of the patch: a surface has slips (cos a, sin a/radius) */
    struct contensou__real_units units; /* of the setup, with those of the file */
    double *values;                     /* a block of the file as it was read */
    size_t values_size;
};

/* Checks and opens; a file is read to its end once, so that no wrong line is met later. Close it
 * also after a failure. */
enum contensou_status contensou__cmd_limit_input_open(struct contensou__cmd_limit_input *in,
                                                      const struct contensou__cmd_limit_setup *s,
                                                      double radius, struct contensou_error *err);
void contensou__cmd_limit_input_close(struct contensou__cmd_limit_input *in);

/* The next block of at most `rows`: value[3 * *got] field-major, the friction Tx, Ty, M that holds
 * the loads or (for a surface) slips with their angles theta[*got], phi[*got]. *got is 0 at the end. */
enum contensou_status contensou__cmd_limit_input_read(struct contensou__cmd_limit_input *in,
                                                      size_t rows, double *value, double *theta,
                                                      double *phi, size_t *got,
                                                      struct contensou_error *err);

#endif
