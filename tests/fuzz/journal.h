/* journal.h: checksums of a journal made right again, so that inputs get behind them.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_FUZZ_JOURNAL_H
#define CONTENSOU_TESTS_FUZZ_JOURNAL_H

#include "fuzz.h"

#include "base/checksum.h"
#include "run/journal.h"

#include <stddef.h>

/* Writes the right checksum behind a head of this many bytes. */
static inline void journal_mend_head(char *bytes, size_t size)
{
    const uint32_t sum = contensou__checksum_add(0, bytes, size - sizeof sum);

    memcpy(bytes + size - sizeof sum, &sum, sizeof sum);
}

/* Mends all records, as those of this run. */
static inline void journal_mend_records(char *bytes, size_t size, uint64_t scalars, uint32_t run)
{
    struct contensou__record_head record;

    for (size_t at = 0; at + sizeof record <= size; ++at) {
        uint64_t numbers;

        memcpy(&record, bytes + at, sizeof record);
        numbers = record.points;
        if (record.mark != contensou__record_mark || scalars > size || numbers > size ||
            (scalars + numbers) * sizeof(double) > size - at - sizeof record)
            continue;
        numbers = (scalars + numbers) * sizeof(double);
        record.run = run;
        record.payload = contensou__checksum_add(0, bytes + at + sizeof record, (size_t)numbers);
        record.sum =
            contensou__checksum_add(0, &record, offsetof(struct contensou__record_head, sum));
        memcpy(bytes + at, &record, sizeof record);
        at += sizeof record + (size_t)numbers - 1;
    }
}

/* Mends all heads, and all records behind the last one as records of it. */
static inline void journal_mend(char *bytes, size_t size)
{
    uint64_t scalars = 0;
    uint32_t run = 0;

    for (size_t at = 0; at + contensou__journal_head_start <= size;
         at += contensou__journal_head_sector) {
        const uint64_t head = contensou__journal_head_size(bytes + at);

        if (!head || head > size - at)
            continue;
        journal_mend_head(bytes + at, (size_t)head);
        run = contensou__journal_head_sum(bytes + at, (size_t)head);
        memcpy(&scalars, bytes + at + 16 + 4 * sizeof scalars, sizeof scalars);
    }
    journal_mend_records(bytes, size, scalars, run);
}

#endif
