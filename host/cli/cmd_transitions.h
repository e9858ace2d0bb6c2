/* cmd_transitions.h: the pieces of contensou transitions.
 *
 *   cmd_transitions.c        the command, its options, one case: JSON, a table, text
 *   cmd_transitions_many.c   --vary and --random: many cases on the device, a row each, and maps
 *   cmd_transitions_plot.c   the flow on a projection of the sphere
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CMD_TRANSITIONS_H
#define CONTENSOU_CLI_CMD_TRANSITIONS_H

#include "cli/options.h"

#include <contensou/cases.h>
#include <contensou/transitions.h>

/* What was asked. Texts belong to the command line. */
struct contensou__cmd_transitions_setup {
    struct contensou_cases *cases;
    struct contensou_patch_spec spec;            /* of the law */
    const struct contensou_transitions_law *law; /* NULL: that of [3] */
    size_t axes;                                 /* of --vary */
    int random;
    const char *output, *plot, *dump, *device;
    int quiet;
};

enum contensou_status
contensou__cmd_transitions_many_run(struct contensou__cmd_transitions_setup *s,
                                    const struct contensou__options *o,
                                    struct contensou_error *err);

/* Draws the flow, its nullclines and its fixed points; law NULL: that of [3]. */
enum contensou_status contensou__cmd_transitions_plot_draw(
    const char *path, const char *title, const struct contensou_transitions_case *one,
    const struct contensou_transitions_law *law, const struct contensou_transitions_result *r,
    struct contensou_error *err);

#endif
