/* build.h: device programs from the text of kernels/, with the options that all of them have.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_BUILD_H
#define CONTENSOU_DEVICE_BUILD_H

#include "cl/program.h"
#include "source/bundle.h"

/* The most lanes in a group of a GPU, which have local memory side by side (kernels/schedule/spill_lane.h). */
enum { contensou__build_grouped = 64 };

struct contensou__build {
    int pack, single;
    const char *more; /* options beside; NULL: none */
};

/* *out is for contensou__program_free. */
enum contensou_status contensou__build_text(struct contensou__program **out,
                                            struct contensou_device *device,
                                            struct contensou__build how, const char *text,
                                            struct contensou_error *err);

/* A buffer of these numbers in the precision of a program. */
enum contensou_status contensou__build_numbers(struct contensou__buffer **out,
                                               struct contensou_device *device, int single,
                                               const double *number, size_t count,
                                               struct contensou_error *err);

/* The same program from what it is put together of. */
enum contensou_status contensou__build_bundle(struct contensou__program **out,
                                              struct contensou_device *device,
                                              struct contensou__build how,
                                              const struct contensou__bundle *bundle,
                                              struct contensou_error *err);

#endif
