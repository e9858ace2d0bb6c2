/* checksum.h: CRC-32C, to find bytes that changed on a disk. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_CHECKSUM_H
#define CONTENSOU_BASE_CHECKSUM_H

#include <contensou/status.h>

#include <stddef.h>
#include <stdint.h>

/* The checksum of bytes[size] behind those whose checksum is `before`; 0 before the first. The second one is what the first
 * does where the processor has no instruction for it. */
uint32_t contensou__checksum_add(uint32_t before, const void *bytes, size_t size);
uint32_t contensou__checksum_by_table(uint32_t before, const void *bytes, size_t size);

/* That of a whole file, with its size. A pipe, which was read before, has none: 0 and 0. */
enum contensou_status contensou__checksum_file(const char *path, uint32_t *sum, size_t *size,
                                               struct contensou_error *err);

#endif
