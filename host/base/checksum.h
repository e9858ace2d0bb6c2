/* checksum.h: CRC-32C, to find bytes that changed on a disk. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_CHECKSUM_H
#define CONTENSOU_BASE_CHECKSUM_H

#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

/* The tables of eight bytes at once; 1 where the processor has an instruction for that. */
struct contensou__checksum {
    uint32_t table[8][256];
    int instruction;
};

void contensou__checksum_init(struct contensou__checksum *c);

/* The checksum of bytes[size] behind those whose checksum is `before`; 0 before the first. */
uint32_t contensou__checksum_add(const struct contensou__checksum *c, uint32_t before,
                                 const void *bytes, size_t size);

/* That of a whole file, with its size. A pipe, which was read before, has none: 0 and 0. */
enum contensou_status contensou__checksum_file(const struct contensou__checksum *c,
                                               const char *path, uint32_t *sum, size_t *size,
                                               struct contensou_error *err);

#endif
