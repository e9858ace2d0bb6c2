/* plot_labels.h: the words in pictures of simulations. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_PLOT_LABELS_H
#define CONTENSOU_CLI_PLOT_LABELS_H

#include "base/text.h"
#include "catalogue/system.h"

#include <stddef.h>

enum { contensou__plot_labels_size = 96 };

/* "name (unit)". */
void contensou__plot_labels_field(const struct contensou__field *field,
                                  char label[contensou__plot_labels_size]);

/* The unit of time, which is that by which a state is divided to give its velocity's: "s" where there
 * are m and m/s, otherwise "-". */
void contensou__plot_labels_time(const struct contensou__system *system,
                                 char unit[contensou__plot_labels_size]);

/* The unit of what is over time: "1/s", or "-". */
void contensou__plot_labels_rate(const char *time, char unit[contensou__plot_labels_size]);

/* Appends the command line without the words that only say where its results go; where lines are
 * broken, options stay with their values. */
void contensou__plot_labels_title(const char *line, struct contensou__text *title);

#endif
