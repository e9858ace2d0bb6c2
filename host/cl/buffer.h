/* buffer.h: memory on the device. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_BUFFER_H
#define CONTENSOU_CL_BUFFER_H

#include <contensou/device.h>

struct contensou__buffer;

/* Makes a buffer of size bytes (at least one word is allocated) and fills it from `from` unless
 * that is NULL. More than the device allows in one piece is CONTENSOU_EDEVICE with both numbers. */
enum contensou_status contensou__buffer_create(struct contensou__buffer **out,
                                               struct contensou_device *device, size_t size,
                                               const void *from, struct contensou_error *err);
void contensou__buffer_free(struct contensou__buffer *buffer);

/* Makes a buffer of the caller's own memory, which must outlive it. Where the device computes in the host's memory nothing is
 * copied; elsewhere it is a buffer on the device that begins as a copy, since drivers leave memory of the host where it is and
 * fetch it over the bus at every access. What the host changes goes there by contensou__buffer_write, what the device wrote is
 * in the caller's memory after contensou__buffer_sync. */
enum contensou_status contensou__buffer_wrap(struct contensou__buffer **out,
                                             struct contensou_device *device, size_t size,
                                             void *memory, struct contensou_error *err);
enum contensou_status contensou__buffer_sync(struct contensou__buffer *buffer,
                                             struct contensou_error *err);

/* Blocking copies of size bytes from or to the given offset in bytes. */
enum contensou_status contensou__buffer_write(struct contensou__buffer *buffer, size_t offset,
                                              size_t size, const void *from,
                                              struct contensou_error *err);
enum contensou_status contensou__buffer_read(struct contensou__buffer *buffer, size_t offset,
                                             size_t size, void *to, struct contensou_error *err);

#endif
