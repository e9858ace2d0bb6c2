/* parcel.c: records of lanes as one piece of bytes.
 *
 * A parcel is the number of its records, then each as a struct head, its scalars and its points.
 * SPDX-License-Identifier: MIT */
#include "sweep/parcel.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct head {
    uint64_t lane, steps, rejections;
    int64_t outcome;
    uint64_t points[contensou__journal_lists];
};

static void put(struct contensou__text *parcel, const void *bytes, size_t size)
{
    if (size)
        contensou__text_append(parcel, bytes, size);
}

void contensou__parcel_pack(struct contensou__text *parcel,
                            const struct contensou__journal_record *record, size_t count,
                            size_t scalars)
{
    const uint64_t records = count;

    parcel->size = 0;
    put(parcel, &records, sizeof records);
    for (size_t i = 0; i < count; ++i) {
        const struct contensou__journal_record *r = &record[i];
        const struct head h = {
            r->lane, r->steps, r->rejections, r->outcome, {r->points[0], r->points[1]}};

        put(parcel, &h, sizeof h);
        put(parcel, r->scalar, scalars * sizeof(double));
        for (int k = 0; k < contensou__journal_lists; ++k)
            put(parcel, r->point[k], r->points[k] * sizeof(double));
    }
}

/* Takes one record off the front; 0 where the bytes end before it. */
static int take(const char **at, size_t *left, size_t scalars, struct contensou__journal_record *r)
{
    const double *number = (const double *)(const void *)(*at + sizeof(struct head));
    struct head h;
    size_t numbers;

    if (*left < sizeof h)
        return 0;
    memcpy(&h, *at, sizeof h);
    numbers = (*left - sizeof h) / sizeof(double);
    if (h.outcome < 0 || h.outcome > INT_MAX || scalars > numbers ||
        h.points[0] > numbers - scalars || h.points[1] > numbers - scalars - h.points[0])
        return 0;
    *r = (struct contensou__journal_record){h.lane,
                                            h.steps,
                                            h.rejections,
                                            (int)h.outcome,
                                            number,
                                            {number + scalars, number + scalars + h.points[0]},
                                            {h.points[0], h.points[1]}};
    numbers = scalars + h.points[0] + h.points[1];
    *at += sizeof h + numbers * sizeof(double);
    *left -= sizeof h + numbers * sizeof(double);
    return 1;
}

enum contensou_status contensou__parcel_open(const void *bytes, size_t size, size_t scalars,
                                             struct contensou__journal_record **record,
                                             size_t *count, struct contensou_error *err)
{
    const char *at = bytes;
    uint64_t records = 0;

    *record = NULL;
    *count = 0;
    if (size >= sizeof records)
        memcpy(&records, bytes, sizeof records);
    if (size < sizeof records || records > size / sizeof(struct head))
        return contensou_fail(err, CONTENSOU_EINPUT, "%zu bytes are no parcel of records", size);
    *record = malloc(((size_t)records + 1) * sizeof **record);
    if (!*record)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu records", (size_t)records);
    at += sizeof records;
    size -= sizeof records;
    while (*count < records && take(&at, &size, scalars, *record + *count))
        ++*count;
    if (*count == records && !size)
        return CONTENSOU_OK;
    free(*record);
    *record = NULL;
    return contensou_fail(err, CONTENSOU_EINPUT, "a parcel of %zu records ends in its record %zu",
                          (size_t)records, *count);
}
