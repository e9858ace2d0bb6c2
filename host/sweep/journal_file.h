/* journal_file.h: the file behind a journal: made, opened, locked, its good records found. For
 * journal.c only. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_JOURNAL_FILE_H
#define CONTENSOU_SWEEP_JOURNAL_FILE_H

#include "base/checksum.h"
#include "base/text.h"
#include "sweep/journal.h"
#include "sweep/journal_records.h"

#include <sys/types.h>

struct contensou__journal {
    char *path; /* how messages name it */
    int descriptor, named, writable;
    struct contensou__checksum checksum;
    struct contensou__text head;
    struct contensou__journal_spec spec; /* points into head and pair */
    struct contensou__journal_pair *pair;
    uint64_t
        *offset;    /* [total] of the records; 0 where there is none; NULL: they are only counted */
    uint64_t start; /* of the records, behind both copies of the head */
    uint64_t total, done, end, dropped;
    char *aside;   /* where a file that could not be read went, or NULL */
    double synced; /* when */
    /* a batch that is written; a record that was read */
    struct contensou__text buffer;
};

/* A journal without its file; NULL without memory. */
struct contensou__journal *contensou__journal_file_make(const char *path,
                                                        struct contensou_error *err);

/* Gives it the file of this run: made, or with `resume` gone on with; or any file, for reading. */
enum contensou_status contensou__journal_file_open(struct contensou__journal *j,
                                                   const struct contensou__journal_spec *spec,
                                                   int resume, struct contensou_error *err);
enum contensou_status contensou__journal_file_load(struct contensou__journal *j,
                                                   struct contensou_error *err);

/* Closes the file and frees all; NULL is fine. */
void contensou__journal_file_free(struct contensou__journal *j);

/* 1 if all was written. The number of bytes that are there, up to size, or -1. */
int contensou__journal_file_write(const struct contensou__journal *j, const char *bytes,
                                  size_t size, uint64_t offset);
ssize_t contensou__journal_file_read(const struct contensou__journal *j, char *bytes, size_t size,
                                     uint64_t offset);

/* What its records must be. */
struct contensou__journal_records contensou__journal_file_scan(struct contensou__journal *j);

/* "cannot <doing> '<path>': <why>" */
enum contensou_status contensou__journal_file_fail(const struct contensou__journal *j,
                                                   const char *doing, struct contensou_error *err);

#endif
