/* journal_records.h: finds the good records of a journal. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_JOURNAL_RECORDS_H
#define CONTENSOU_SWEEP_JOURNAL_RECORDS_H

#include "simulate/record.h"

#include <contensou/status.h>

#include <stdint.h>

/* What the records must be, and where they are told. */
struct contensou__journal_records {
    const struct contensou__checksum *checksum;
    int descriptor;
    const char *path; /* for messages */
    uint64_t scalars, lanes, shard, shards;
    uint32_t run;
    void (*found)(void *data, const struct contensou__record_head *head, uint64_t offset,
                  uint64_t size);
    void *data;
};

/* 1 if this is the head of a record that the scan is for; *size is of the whole record. */
int contensou__journal_records_good(const struct contensou__journal_records *s,
                                    const struct contensou__record_head *head, uint64_t *size);

/* Tells every good record of the file from `start` to `end`. Behind bytes that are none it looks
 * for the next mark. */
enum contensou_status contensou__journal_records(const struct contensou__journal_records *s,
                                                 uint64_t start, uint64_t end,
                                                 struct contensou_error *err);

#endif
