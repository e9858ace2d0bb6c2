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
/* 1 where nothing is copied. */
int contensou__buffer_in_place(const struct contensou_device *device);

/* Memory of the host that the device copies from and to at the full speed of its bus; *memory is there until the buffer is freed. */
enum contensou_status contensou__buffer_pin(struct contensou__buffer **out,
                                            struct contensou_device *device, size_t size,
                                            void **memory, struct contensou_error *err);

/* Writes a pattern of 4 or 8 bytes again and again. */
enum contensou_status contensou__buffer_fill(struct contensou__buffer *buffer, size_t offset,
                                             size_t size, const void *pattern, size_t width,
                                             struct contensou_error *err);

/* A blocking copy of `rows` rows of size bytes, which begin so many bytes after each other here and there. */
enum contensou_status contensou__buffer_write_rows(struct contensou__buffer *buffer, size_t offset,
                                                   size_t pitch, size_t rows, size_t size,
                                                   const void *from, size_t from_pitch,
                                                   struct contensou_error *err);

/* Blocking copies of size bytes from or to the given offset in bytes. */
enum contensou_status contensou__buffer_write(struct contensou__buffer *buffer, size_t offset,
                                              size_t size, const void *from,
                                              struct contensou_error *err);
enum contensou_status contensou__buffer_read(struct contensou__buffer *buffer, size_t offset,
                                             size_t size, void *to, struct contensou_error *err);

#endif
