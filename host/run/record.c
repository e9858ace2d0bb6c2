/* record.c: what there is of one lane, as bytes. SPDX-License-Identifier: MIT */
#include "run/record.h"

#include "base/checksum.h"
#include "base/bytes.h"
#include "base/try.h"

#include <stdlib.h>
#include <string.h>

/* bytes that are rare in numbers */
const uint64_t contensou__record_mark = UINT64_C(0xF7A3C5917E64D28C);

static void put(struct contensou__text *to, const void *bytes, size_t size)
{
    if (size)
        contensou__text_append(to, bytes, size);
}

void contensou__record_write(struct contensou__text *to, const struct contensou__record *record,
                             size_t scalars, uint32_t run)
{
    struct contensou__record_head head = {.mark = contensou__record_mark,
                                          .lane = record->lane,
                                          .steps = record->steps,
                                          .rejections = record->rejections,
                                          .points = record->points,
                                          .outcome = record->outcome,
                                          .run = run};

    head.payload = contensou__checksum_add(0, record->scalar, scalars * sizeof(double));
    head.payload =
        contensou__checksum_add(head.payload, record->point, record->points * sizeof(double));
    head.sum = contensou__checksum_add(0, &head, offsetof(struct contensou__record_head, sum));
    put(to, &head, sizeof head);
    put(to, record->scalar, scalars * sizeof(double));
    put(to, record->point, record->points * sizeof(double));
}

uint64_t contensou__record_size(const struct contensou__record_head *head, uint64_t scalars,
                                uint32_t run)
{
    const uint64_t most = (UINT64_MAX - sizeof *head) / sizeof(double);

    if (head->mark != contensou__record_mark || head->run != run || head->outcome < 0 ||
        scalars > most || head->points > most - scalars ||
        contensou__checksum_add(0, head, offsetof(struct contensou__record_head, sum)) != head->sum)
        return 0;
    return sizeof *head + sizeof(double) * (scalars + head->points);
}

size_t contensou__record_read(struct contensou__record *record, const char *bytes, size_t size,
                              size_t scalars, uint32_t run)
{
    const double *const number =
        (const double *)(const void *)(bytes + sizeof(struct contensou__record_head));
    struct contensou__record_head head;
    uint64_t whole;

    if (size < sizeof head)
        return 0;
    memcpy(&head, bytes, sizeof head);
    whole = contensou__record_size(&head, scalars, run);
    if (!whole || whole > size ||
        contensou__checksum_add(0, number, (size_t)whole - sizeof head) != head.payload)
        return 0;
    *record =
        (struct contensou__record){head.lane, head.steps,       head.rejections,    head.outcome,
                                   number,    number + scalars, (size_t)head.points};
    return (size_t)whole;
}

/* A parcel is the number of its records, then each as a journal has it. */
void contensou__record_parcel_pack(struct contensou__text *parcel,
                                   const struct contensou__record *record, size_t count,
                                   size_t scalars)
{
    const uint64_t records = count;

    parcel->size = 0;
    contensou__text_append(parcel, (const char *)&records, sizeof records);
    for (size_t i = 0; i < count; ++i)
        contensou__record_write(parcel, &record[i], scalars, 0);
}

enum contensou_status contensou__record_parcel_open(const void *bytes, size_t size, size_t scalars,
                                                    struct contensou__record **record,
                                                    size_t *count, struct contensou_error *err)
{
    OWNED(contensou__try_free) struct contensou__record *made = NULL;
    struct contensou__bytes left = {bytes, size};
    uint64_t records = 0;
    size_t used = 1;

    *record = NULL;
    *count = 0;
    contensou__bytes_take(&left, &records, 1, sizeof records);
    if (!left.at || records > size / sizeof(struct contensou__record_head))
        return contensou_fail(err, CONTENSOU_EINPUT, "%zu bytes are no parcel of records", size);
    made = contensou__bytes_room(records, size, sizeof *made);
    TRY(contensou__try_memory(made, err, "%zu records", (size_t)records));
    for (; *count < records && used; *count += used > 0, left.at += used, left.left -= used)
        used = contensou__record_read(made + *count, left.at, left.left, scalars, 0);
    if (*count < records || left.left)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "a parcel of %zu records ends in its record %zu", (size_t)records,
                              *count);
    *record = made;
    made = NULL;
    return CONTENSOU_OK;
}
