/* lane_store.cl: which lanes of a store still run, and the numbers of some of them, found and gathered on the device.
 * Lanes lie field by field, number[field * n + slot]; slots[0..live-1] names those that ran. Three launches keep those that
 * go on, those of the first program before those of the second, each in their order: count, offsets (one group), sort. Of each
 * program count[] has one number a group and behind them their sum. SPDX-License-Identifier: MIT */
#include "core/real.h"

enum { lane_store_group = 64 }; /* work-items: host/device/lane_store.c */

#define in_groups __attribute__((reqd_work_group_size(lane_store_group, 1, 1)))

/* The sum over the work-items of a group before this one; *all: over all of them. */
static inline uint sum_before(local uint *part, uint value, uint *all)
{
    const uint i = (uint)get_local_id(0);

    part[i] = value;
    for (uint reach = 1; reach < lane_store_group; reach *= 2) {
        uint more;

        barrier(CLK_LOCAL_MEM_FENCE);
        more = i >= reach ? part[i - reach] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[i] += more;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    *all = part[lane_store_group - 1];
    return part[i] - value;
}

static inline number sum_of_all(local number *part, number value)
{
    const uint i = (uint)get_local_id(0);

    part[i] = value;
    for (uint reach = lane_store_group / 2; reach > 0; reach /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < reach)
            part[i] += part[i + reach];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0];
}

enum { lane_store_programs = 2 };

/* Where a lane says whether it runs, and in which program: in the second where the number of its changes is odd. way_field 0:
 * there is one program. */
struct lane_store_places {
    uint time, outcome, way;
};

/* Where this work-item's lane lies, and in which program it runs: 1, 2, or 0 where it does not. */
static inline uint runs(ulong n, uint live, struct lane_store_places at, global const int *slots,
                        global const number *state, int *slot)
{
    const size_t i = get_global_id(0);

    *slot = i < live ? slots[i] : -1;
    if (*slot < 0 || !(state[at.outcome * n + (ulong)*slot] < 0.0))
        return 0;
    return at.way > 0 && ((uint)state[at.way * n + (ulong)*slot] & 1) ? 2 : 1;
}

/* Of each group: the lanes that run, and the sum of their times. */
in_groups kernel void lane_store_count(const ulong n, const uint live,
                                       const struct lane_store_places at, global const int *slots,
                                       global const number *state, global uint *count,
                                       global number *time)
{
    local uint part[lane_store_group];
    local number sum[lane_store_group];
    int slot;
    const uint here = runs(n, live, at, slots, state, &slot);
    const number t = sum_of_all(sum, here ? state[at.time * n + (ulong)slot] : (number)0.0);

    if (get_local_id(0) == 0)
        time[get_group_id(0)] = t;
    for (uint program = 1; program <= lane_store_programs; ++program) {
        uint all;

        sum_before(part, here == program, &all);
        if (get_local_id(0) == 0)
            count[(program - 1) * (get_num_groups(0) + 1) + get_group_id(0)] = all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* From the lanes of each group to those before it; how many run in a program is count[groups] of it, their time is
 * time[groups]. */
in_groups kernel void lane_store_offsets(const uint groups, global uint *count, global number *time)
{
    local uint part[lane_store_group];
    local number sum[lane_store_group];
    const uint each = (groups + lane_store_group - 1) / lane_store_group;
    const uint first = min((uint)get_local_id(0) * each, groups), last = min(first + each, groups);
    number t = 0.0;

    for (uint k = first; k < last; ++k)
        t += time[k];
    t = sum_of_all(sum, t);
    if (get_local_id(0) == 0)
        time[groups] = t;
    for (uint program = 0; program < lane_store_programs; ++program, count += groups + 1) {
        uint mine = 0, before, all;

        for (uint k = first; k < last; ++k)
            mine += count[k];
        before = sum_before(part, mine, &all);
        for (uint k = first; k < last; ++k) {
            const uint own = count[k];

            count[k] = before;
            before += own;
        }
        if (get_local_id(0) == 0)
            count[groups] = all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* Lanes that run go on in next[], those that do not into ended[]. */
in_groups kernel void lane_store_sort(const ulong n, const uint live,
                                      const struct lane_store_places at, global const int *slots,
                                      global const number *state, global const uint *count,
                                      global int *next, global int *ended)
{
    local uint part[lane_store_group];
    int slot;
    const uint here = runs(n, live, at, slots, state, &slot);
    const uint groups = (uint)get_num_groups(0);
    uint before = 0, first = 0;

    for (uint program = 1; program <= lane_store_programs; ++program, count += groups + 1) {
        uint all;
        const uint mine = count[get_group_id(0)] + sum_before(part, here == program, &all);

        if (here == program)
            next[first + mine] = slot;
        before += mine;
        first += count[groups];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (!here && slot >= 0)
        ended[(uint)get_global_id(0) - before] = slot;
}

/* Fields first.. of some lanes, lane by lane; list has twice the slot of each, plus 1 for those in the second block. */
kernel void lane_store_gather(const ulong n, const uint lanes, const uint fields, const uint first,
                              global const int *list, global const number *one,
                              global const number *two, global number *to)
{
    const ulong i = get_global_id(0), lane = i / fields, field = i % fields;

    if (lane < lanes) {
        global const number *const from = list[lane] % 2 ? two : one;

        to[i] = from[(first + field) * n + (ulong)(list[lane] / 2)];
    }
}
