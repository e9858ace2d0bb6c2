/* orbit.c: trajectories of a system with their variations, on a device. SPDX-License-Identifier: MIT */
#include "engine/orbit.h"

#include "cl/device_choice.h"

#include <string.h>

enum contensou_status contensou__orbit_open(struct contensou__members **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            struct contensou_error *err)
{
    const int pack = contensou__device_choice_is_cpu(contensou_device_about(device)) ? 4 : 1;

    return contensou__members_open(out, device, setup, "drivers/orbit.cl", pack, err);
}

enum contensou_status contensou__orbit_run(struct contensou__members *o, size_t n, size_t steps,
                                           const double *span, const double *all, size_t names,
                                           const double *v, double *out, size_t every, double *path,
                                           struct contensou_error *err)
{
    const size_t dim = (size_t)contensou__members_system(o)->dim;
    const uint32_t word[2] = {(uint32_t)steps, path ? (uint32_t)every : 0};
    const struct contensou__members_call call = {.kernel = "orbit",
                                                 .count = n,
                                                 .names = names,
                                                 .all = all,
                                                 .time = span,
                                                 .more = v,
                                                 .extra = dim,
                                                 .columns = 3 * dim,
                                                 .out = out,
                                                 .word = word,
                                                 .words = 2,
                                                 .path = path,
                                                 .path_count = path ? steps / every * dim : 0};

    return contensou__members_run(o, &call, err);
}
