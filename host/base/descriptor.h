/* descriptor.h: reads and writes of whole blocks of bytes: the system may do a part of what was asked, or none because a
 * signal came, and these go on. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_DESCRIPTOR_H
#define CONTENSOU_BASE_DESCRIPTOR_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Writes all bytes at a place of the file, or (write_on) where it stands: 0, or an errno, with errno set. */
int contensou__descriptor_write(int descriptor, const void *bytes, size_t size, uint64_t place);
int contensou__descriptor_write_on(int descriptor, const void *bytes, size_t size);

/* Reads up to size bytes from a place of the file: how many there were, fewer at its end only; -1 with errno on failure. */
ssize_t contensou__descriptor_read(int descriptor, void *bytes, size_t size, uint64_t place);

/* For OWNED (base/try.h): closes it, unless it is below 0, and leaves errno alone. */
void contensou__descriptor_close(const int *descriptor);

#endif
