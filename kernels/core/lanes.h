/* lanes.h: lanes of a pack that lie anywhere in global memory, by their slots, which ascend; a slot below 0 is no lane:
 * it reads as slot 0 and is never written. SPDX-License-Identifier: MIT */
#ifndef CORE_LANES_H
#define CORE_LANES_H

#include "core/real.h"

/* A pack, and its numbers one by one. */
union lanes {
    real pack;
    number one[PACK];
};

/* 1 if the lanes lie side by side. */
static inline int lanes_touch(const int slot[PACK])
{
    return PACK > 1 && slot[0] >= 0 && slot[PACK - 1] - slot[0] == PACK - 1;
}

static seldom real lanes_load(global const number *from, const int slot[PACK])
{
    union lanes r;

    if (lanes_touch(slot))
        return load_pack(0, from + slot[0]);
    for (int l = 0; l < PACK; ++l)
        r.one[l] = from[slot[l] < 0 ? 0 : slot[l]];
    return r.pack;
}

static seldom void lanes_store(real value, global number *to, const int slot[PACK])
{
    union lanes r;

    if (lanes_touch(slot)) {
        store_pack(value, 0, to + slot[0]);
        return;
    }
    r.pack = value;
    for (int l = 0; l < PACK; ++l)
        if (slot[l] >= 0)
            to[slot[l]] = r.one[l];
}

/* Where `which` is 1: value into to[(row * columns + column) * stride + slot]; the row is another one in each
 * lane, a whole number up to 2^24. The product is one of integers: in single precision numbers above 2^24
 * are not whole any more. */
static seldom void lanes_put(real which, real value, real row, ulong columns, ulong column,
                             ulong stride, global number *to, const int slot[PACK])
{
    union lanes w, v, r;

    w.pack = which;
    v.pack = value;
    r.pack = row;
    for (int l = 0; l < PACK; ++l)
        if (slot[l] >= 0 && w.one[l] > 0.5)
            to[((ulong)r.one[l] * columns + column) * stride + (ulong)slot[l]] = v.one[l];
}

#endif
