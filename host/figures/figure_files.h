/* figure_files.h: the recipes and the list of claims in host/figures/, as they were when the program was built.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIGURES_FIGURE_FILES_H
#define CONTENSOU_FIGURES_FIGURE_FILES_H

#include "source/embedded.h"

extern const struct contensou__embedded_file contensou__figure_files_all[];
extern const size_t contensou__figure_files_count;

/* One file of lines PAPER | WHAT | reproduced, partly or drawing only | FIGURE OR COMMAND. */
extern const struct contensou__embedded_file contensou__claim_files_all[];
extern const size_t contensou__claim_files_count;

#endif
