/* record.c: what there is of one lane, as bytes. SPDX-License-Identifier: MIT */
#include "simulate/record.h"

#include <limits.h>
#include <string.h>

/* bytes that are rare in numbers */
const uint64_t contensou__record_mark = UINT64_C(0xF7A3C5917E64D28C);

static void put(struct contensou__text *to, const void *bytes, size_t size)
{
    if (size)
        contensou__text_append(to, bytes, size);
}

void contensou__record_write(struct contensou__text *to, const struct contensou__record *record,
                             size_t scalars, uint32_t run,
                             const struct contensou__checksum *checksum)
{
    struct contensou__record_head head = {.mark = contensou__record_mark,
                                          .lane = record->lane,
                                          .steps = record->steps,
                                          .rejections = record->rejections,
                                          .points = record->points,
                                          .outcome = record->outcome,
                                          .run = run};

    head.payload = contensou__checksum_add(checksum, 0, record->scalar, scalars * sizeof(double));
    head.payload = contensou__checksum_add(checksum, head.payload, record->point,
                                           record->points * sizeof(double));
    head.sum =
        contensou__checksum_add(checksum, 0, &head, offsetof(struct contensou__record_head, sum));
    put(to, &head, sizeof head);
    put(to, record->scalar, scalars * sizeof(double));
    put(to, record->point, record->points * sizeof(double));
}

uint64_t contensou__record_size(const struct contensou__record_head *head, uint64_t scalars,
                                uint32_t run, const struct contensou__checksum *checksum)
{
    const uint64_t most = (UINT64_MAX - sizeof *head) / sizeof(double);

    if (head->mark != contensou__record_mark || head->run != run || head->outcome < 0 ||
        scalars > most || head->points > most - scalars ||
        contensou__checksum_add(checksum, 0, head, offsetof(struct contensou__record_head, sum)) !=
            head->sum)
        return 0;
    return sizeof *head + sizeof(double) * (scalars + head->points);
}

size_t contensou__record_read(struct contensou__record *record, const char *bytes, size_t size,
                              size_t scalars, uint32_t run,
                              const struct contensou__checksum *checksum)
{
    const double *const number =
        (const double *)(const void *)(bytes + sizeof(struct contensou__record_head));
    struct contensou__record_head head;
    uint64_t whole;

    if (size < sizeof head)
        return 0;
    memcpy(&head, bytes, sizeof head);
    whole = contensou__record_size(&head, scalars, run, checksum);
    if (!whole || whole > size ||
        contensou__checksum_add(checksum, 0, number, (size_t)whole - sizeof head) != head.payload)
        return 0;
    *record =
        (struct contensou__record){head.lane, head.steps,       head.rejections,    head.outcome,
                                   number,    number + scalars, (size_t)head.points};
    return (size_t)whole;
}
