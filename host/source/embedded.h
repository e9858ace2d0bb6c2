/* embedded.h: the files under kernels/, as they were when the library was built.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SOURCE_EMBEDDED_H
#define CONTENSOU_SOURCE_EMBEDDED_H

#include <stddef.h>

struct contensou__embedded_file {
    const char *path, *text; /* text is ended by a zero byte */
    size_t size;             /* without that byte */
};
extern const struct contensou__embedded_file contensou__embedded_files[];
extern const size_t contensou__embedded_count;

#endif
