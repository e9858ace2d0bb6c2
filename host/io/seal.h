/* seal.h: a checksum over all metadata of an HDF5 file, behind its end.
 *
 * HDF5 trusts what it reads: a changed byte in the tables that say where things are makes it crash or search for ever. So
 * the writer adds up every byte of the file that is not a row of a column, and the reader compares before HDF5 sees the
 * file. Rows have checksums of their own (Fletcher32), which are tested as they are read: a large file is opened as fast
 * as a small one, and one bad block does not take the others away.
 *
 *   [HDF5, `size` bytes][span: start, end]*[size][spans][version][CRC-32C]["contensou's seal"]
 *
 * Spans are the rows, in rising order; all numbers are little-endian. Other readers of HDF5 do not look behind the end of
 * what the file says it has; other writers cut it off, which is told. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_SEAL_H
#define CONTENSOU_IO_SEAL_H

#include <stddef.h>
#include <stdint.h>

struct contensou__seal_span {
    uint64_t start, end;
};

/* What was written so far; all zero at first. */
struct contensou__seal {
    struct contensou__seal_span *rows; /* rising and apart */
    size_t count, room;
    int failed; /* no memory */
};

/* Bytes were written: rows of columns, or anything else, which then is no rows any more. */
void contensou__seal_wrote(struct contensou__seal *s, uint64_t start, uint64_t size, int rows);

/* Seals a whole file of `size` bytes that can be read and written; 0, or an errno. */
int contensou__seal_put(const struct contensou__seal *s, int descriptor, uint64_t size);

void contensou__seal_free(struct contensou__seal *s);

/* What is wrong with a file, as the end of a sentence; NULL for one that is as its writer left it. */
const char *contensou__seal_problem(const char *path);

#endif
