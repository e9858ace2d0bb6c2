/* figure_files.h: the recipes in host/figures/, as they were when the program was built.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIGURES_FIGURE_FILES_H
#define CONTENSOU_FIGURES_FIGURE_FILES_H

#include "source/embedded.h"

extern const struct contensou__embedded_file contensou__figure_files_all[];
extern const size_t contensou__figure_files_count;

#endif
