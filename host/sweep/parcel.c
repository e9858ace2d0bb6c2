/* parcel.c: records of lanes as one piece of bytes: their number, then each as a journal has it.
 * SPDX-License-Identifier: MIT */
#include "sweep/parcel.h"

#include <stdlib.h>
#include <string.h>

void contensou__parcel_pack(struct contensou__text *parcel, const struct contensou__record *record,
                            size_t count, size_t scalars)
{
    const uint64_t records = count;
    struct contensou__checksum checksum;

    contensou__checksum_init(&checksum);
    parcel->size = 0;
    contensou__text_append(parcel, (const char *)&records, sizeof records);
    for (size_t i = 0; i < count; ++i)
        contensou__record_write(parcel, &record[i], scalars, 0, &checksum);
}

enum contensou_status contensou__parcel_open(const void *bytes, size_t size, size_t scalars,
                                             struct contensou__record **record, size_t *count,
                                             struct contensou_error *err)
{
    const char *at = bytes;
    struct contensou__checksum checksum;
    uint64_t records = 0;
    size_t used = 1;

    *record = NULL;
    *count = 0;
    if (size >= sizeof records)
        memcpy(&records, bytes, sizeof records);
    if (size < sizeof records || records > size / sizeof(struct contensou__record_head))
        return contensou_fail(err, CONTENSOU_EINPUT, "%zu bytes are no parcel of records", size);
    *record = malloc(((size_t)records + 1) * sizeof **record);
    if (!*record)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu records", (size_t)records);
    contensou__checksum_init(&checksum);
    at += sizeof records;
    size -= sizeof records;
    for (; *count < records && used; *count += used > 0, at += used, size -= used)
        used = contensou__record_read(*record + *count, at, size, scalars, 0, &checksum);
    if (*count == records && !size)
        return CONTENSOU_OK;
    free(*record);
    *record = NULL;
    return contensou_fail(err, CONTENSOU_EINPUT, "a parcel of %zu records ends in its record %zu",
                          (size_t)records, *count);
}
