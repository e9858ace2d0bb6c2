/* threads.h: loops over many rows on all cores. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_THREADS_H
#define CONTENSOU_BASE_THREADS_H

#include <stddef.h>

enum { contensou__threads_parts = 32 };

/* Does the rows from..to, which are part number `part`. */
typedef void contensou__threads_work(void *context, size_t part, size_t from, size_t to);

/* Divides n rows into parts of `least` rows or more, at most contensou__threads_parts of them, and has each done once,
 * by as many threads as there are cores. Returns the number of parts. The division depends on n and least alone, so that
 * sums of parts are the same on every machine. Where no thread can be started the caller does the work. */
size_t contensou__threads_run(size_t n, size_t least, contensou__threads_work *work, void *context);

#endif
