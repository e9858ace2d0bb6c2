/* cmd_fit_scan.h: contensou fit --vary: one model fitted to many contacts, as a table.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CMD_FIT_SCAN_H
#define CONTENSOU_CLI_CMD_FIT_SCAN_H

#include "cli/cmd_fit.h"
#include "cli/cmd_fit_vary.h"

/* A column of the table: a varied number, a parameter, an error. */
struct contensou__cmd_fit_scan_column {
    char name[16];
    double *value; /* [contacts] */
    int shown;
};

enum { contensou__cmd_fit_scan_errors = 7 };

struct contensou__cmd_fit_scan {
    struct contensou__cmd_fit_setup setup;
    struct contensou__cmd_fit_vary vary;
    struct contensou__cmd_fit_scan_column varied[contensou__options_repeats_max],
        parameter[CONTENSOU_FIT_PARAMETERS], error[contensou__cmd_fit_scan_errors];
    size_t parameters;
    size_t warned;     /* contacts with a warning */
    char warning[800]; /* of the first of them, with its values */
};

/* Fits, writes the table and draws, as the options ask. */
enum contensou_status contensou__cmd_fit_scan_run(const struct contensou__options *o,
                                                  struct contensou_error *err);

/* The picture of a scan over one number: the parameters, and the error below. */
enum contensou_status contensou__cmd_fit_scan_plot_check(const struct contensou__cmd_fit_scan *s,
                                                         struct contensou_error *err);
enum contensou_status contensou__cmd_fit_scan_plot_draw(const struct contensou__cmd_fit_scan *s,
                                                        struct contensou_error *err);

#endif
