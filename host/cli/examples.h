/* examples.h: the pages of the tutorials and the files of bench/examples, as they were when the program was built.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_EXAMPLES_H
#define CONTENSOU_CLI_EXAMPLES_H

#include "source/embedded.h"

extern const struct contensou__embedded_file contensou__examples_all[];
extern const size_t contensou__examples_count;

#endif
