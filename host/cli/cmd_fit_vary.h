/* cmd_fit_vary.h: contensou fit --vary: the contacts of a scan over numbers of the contact.
 *
 * A number is shape.q, shape.a, shape.b (what the shape has behind its colon), pressure.q, tilt.k,
 * tilt.beta, center.x or center.y; several make a grid, the last one fastest.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CMD_FIT_VARY_H
#define CONTENSOU_CLI_CMD_FIT_VARY_H

#include "cli/options.h"

#include <contensou/patch.h>

struct contensou__cmd_fit_vary_axis {
    char name[16];
    double *value; /* [count] */
    size_t count;
};

struct contensou__cmd_fit_vary {
    struct contensou_patch_spec spec; /* the template */
    struct contensou__cmd_fit_vary_axis axis[contensou__options_repeats_max];
    size_t axes, total;
    struct contensou_patch **patch; /* [total] */
};

/* Reads every --vary and makes the contacts; one that is not possible is named with its values.
 * Release it also after a failure. */
enum contensou_status contensou__cmd_fit_vary_open(struct contensou__cmd_fit_vary *v,
                                                   const struct contensou__options *o,
                                                   const struct contensou_patch_spec *spec,
                                                   struct contensou_error *err);
void contensou__cmd_fit_vary_close(struct contensou__cmd_fit_vary *v);

/* The value of an axis for one contact. */
double contensou__cmd_fit_vary_value(const struct contensou__cmd_fit_vary *v, size_t axis,
                                     size_t contact);

/* "shape.q=0.5, tilt.k=0.1" for one contact. */
void contensou__cmd_fit_vary_text(const struct contensou__cmd_fit_vary *v, size_t contact,
                                  char *text, size_t size);

#endif
