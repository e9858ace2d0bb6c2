/* room.h: memory for as many things as a file says that it has.
 *
 * A size that stands in a file may be damaged or meant to harm: count + 1 and count * each wrap around for numbers near
 * 2^64, and the block is then smaller than what is read into it. Every such size goes through this one function.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_ROOM_H
#define CONTENSOU_BASE_ROOM_H

#include <stddef.h>
#include <stdint.h>

/* Cleared room for `count` members of `each` bytes and for one more, which ends a text and keeps a pointer of its own for
 * count = 0; for free(). NULL where count is above `most`, the largest one that what is stored can mean, where the bytes
 * are no size_t, and where there is no memory. */
void *contensou__room_for(uint64_t count, uint64_t most, size_t each);

#endif
