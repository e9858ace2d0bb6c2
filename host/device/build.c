/* build.c: device programs from the text of kernels/. SPDX-License-Identifier: MIT */
#include "device/build.h"

#include "base/text.h"
#include "base/try.h"
#include "cl/device_choice.h"

#include <stdio.h>
#include <stdlib.h>

enum contensou_status contensou__build_text(struct contensou__program **out,
                                            struct contensou_device *device,
                                            struct contensou__build how, const char *text,
                                            struct contensou_error *err)
{
    const int cpu = contensou__device_choice_is_cpu(contensou_device_about(device));
    char options[200];

    /* Fused multiply-adds round less, not more; nothing relies on their absence. */
    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -cl-mad-enable -D PACK=%d %s%s -D spill_group=%d%s%s", how.pack,
             how.single ? "-cl-single-precision-constant" : "-D REAL_IS_DOUBLE",
             cpu ? " -D ON_CPU" : "", cpu ? 0 : contensou__build_grouped, how.more ? " " : "",
             how.more ? how.more : "");
    return contensou__program_build(out, device, text, options, err);
}

enum contensou_status contensou__build_bundle(struct contensou__program **out,
                                              struct contensou_device *device,
                                              struct contensou__build how,
                                              const struct contensou__bundle *bundle,
                                              struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text text = {0};

    TRY(contensou__bundle_write(bundle, &text, err));
    return contensou__build_text(out, device, how, text.data, err);
}

enum contensou_status contensou__build_numbers(struct contensou__buffer **out,
                                               struct contensou_device *device, int single,
                                               const double *number, size_t count,
                                               struct contensou_error *err)
{
    OWNED(contensou__try_free) float *narrow = NULL;

    if (!single)
        return contensou__buffer_create(out, device, count * sizeof *number, number, err);
    narrow = malloc((count ? count : 1) * sizeof *narrow);
    TRY(contensou__try_memory(narrow, err, "%zu numbers", count));
    for (size_t i = 0; i < count; ++i)
        narrow[i] = (float)number[i];
    return contensou__buffer_create(out, device, count * sizeof *narrow, narrow, err);
}
