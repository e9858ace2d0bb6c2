/* parcel.h: records of lanes as one piece of bytes, to send them to another process of the same kind of
 * machine. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_PARCEL_H
#define CONTENSOU_SWEEP_PARCEL_H

#include "base/text.h"
#include "sweep/journal.h"

/* Writes the records, of `scalars` numbers each, over what the parcel had. */
void contensou__parcel_pack(struct contensou__text *parcel, const struct contensou__record *record,
                            size_t count, size_t scalars);

/* The records of a parcel: *record is for free(), its numbers stay in the bytes, which must be aligned
 * for them. Bytes that are no parcel of such records are CONTENSOU_EINPUT. */
enum contensou_status contensou__parcel_open(const void *bytes, size_t size, size_t scalars,
                                             struct contensou__record **record, size_t *count,
                                             struct contensou_error *err);

#endif
