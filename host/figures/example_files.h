/* example_files.h: the pages of the tutorials and the files of bench/examples, as they were when the program was built.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIGURES_EXAMPLE_FILES_H
#define CONTENSOU_FIGURES_EXAMPLE_FILES_H

#include "source/embedded.h"

extern const struct contensou__embedded_file contensou__example_files_all[];
extern const size_t contensou__example_files_count;

#endif
