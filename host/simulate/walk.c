/* walk.c: the order of lanes when the attractor is carried along. The lane of value k, of `steps`, is
 * (way * steps + k) * others + rest, way 0 up and 1 down where both are walked.
 * SPDX-License-Identifier: MIT */
#include "simulate/walk.h"

struct contensou__walk contensou__walk_make(const struct contensou__lanes *lanes,
                                            enum contensou__walk_way way)
{
    const size_t axis = way == contensou__walk_both;
    struct contensou__walk w = {.way = way, .others = 1};

    w.steps = lanes->axis[axis].span.count;
    for (size_t a = axis + 1; a < lanes->axes; a++)
        w.others *= lanes->axis[a].span.count;
    return w;
}

uint64_t contensou__walk_stride(const struct contensou__walk *w)
{
    return w->way == contensou__walk_both ? 2 * w->others : w->others;
}

uint64_t contensou__walk_lane(const struct contensou__walk *w, uint64_t i)
{
    const uint64_t stride = contensou__walk_stride(w), step = i / stride;
    const uint64_t way = i % stride / w->others, rest = i % w->others;
    const int down = w->way == contensou__walk_down || way;

    return (way * w->steps + (down ? w->steps - 1 - step : step)) * w->others + rest;
}

int contensou__walk_before(const struct contensou__walk *w, uint64_t lane, uint64_t *before)
{
    const uint64_t way = lane / (w->steps * w->others), value = lane / w->others % w->steps;

    if (w->way == contensou__walk_down || way) {
        *before = lane + w->others;
        return value + 1 < w->steps;
    }
    *before = lane - w->others;
    return value > 0;
}
