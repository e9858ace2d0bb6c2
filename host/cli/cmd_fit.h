/* cmd_fit.h: the pieces of contensou fit: what was asked, measured data, what is said of the result.
 *
 *   cmd_fit.c           the command: options to settings, the fit, its JSON, what a reader is told, its picture
 *   cmd_fit_identify.c  the model exact: the pressure of a contact from measurements
 *   cmd_fit_scan.c      --vary: the contacts of a scan, their table and its picture
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CMD_FIT_H
#define CONTENSOU_CLI_CMD_FIT_H

#include "base/json.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/real_units.h"

#include <contensou/device.h>
#include <contensou/fit.h>
#include <contensou/patch.h>

/* What was asked, checked. Texts belong to the command line. */
struct contensou__cmd_fit_setup {
    struct contensou_patch_spec spec;
    struct contensou_fit_options fit; /* model NULL: an engine's parameters alone */
    struct contensou_fit_bound bounds[CONTENSOU_FIT_PARAMETERS];
    char *names[2];   /* of the parameters of --fix and --bounds */
    const char *data; /* the file of measurements, or NULL */
    struct contensou__real_units units;
    const char *language;      /* of --export; NULL or "json" for the JSON */
    char endings[32];          /* of its files, with blanks between them */
    const char *name, *engine; /* NULL where not asked */
    double mu;                 /* for the engine */
    int feet;                  /* for the engine; 0: its own law */
    const char *output, *plot, *device;
    int quiet;
};

/* Release it also after a failure. */
enum contensou_status contensou__cmd_fit_setup_read(struct contensou__cmd_fit_setup *s,
                                                    const struct contensou__options *o,
                                                    struct contensou_error *err);
void contensou__cmd_fit_setup_free(struct contensou__cmd_fit_setup *s);

/* Reads the text of --fix, of --bounds or of limit's --set, or NULL, into bounds[CONTENSOU_FIT_PARAMETERS]
 * behind those that `fit` counts already. *names, for free() also after a failure, has their names. */
enum contensou__cmd_fit_bound {
    contensou__cmd_fit_fix,
    contensou__cmd_fit_range,
    contensou__cmd_fit_set
};
enum contensou_status contensou__cmd_fit_bounds(const char *text,
                                                enum contensou__cmd_fit_bound kind,
                                                struct contensou_fit_options *fit,
                                                struct contensou_fit_bound *bounds, char **names,
                                                struct contensou_error *err);

/* contensou fit --vary: fits, writes the table and draws, as the options ask. */
enum contensou_status contensou__cmd_fit_scan_run(const struct contensou__options *o,
                                                  struct contensou_error *err);

/* contensou fit --model exact --data. */
enum contensou_status contensou__cmd_fit_identify_run(const struct contensou__options *o,
                                                      struct contensou_error *err);

/* 0 where the law has no finite wrench somewhere: a law is at most a few units large, and fixed
 * parameters can put a pole into it. */
int contensou__cmd_fit_finite(const struct contensou_fit_result *r);

#endif
