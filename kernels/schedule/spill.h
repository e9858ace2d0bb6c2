/* spill.h: memory into which a lane spills numbers, so that a formula has their registers.
 *
 * Graphics processors have few registers, and what a compiler spills by itself goes to slow memory, at the worst
 * place in the loop. What a step does not need for a while is known here: it is stored in local memory before the
 * step and loaded again behind it. This folder is the only place that knows which numbers those are and where they
 * lie. A number has a slot; slot s of the lanes of a work-group lie side by side, so that a wave reads one row of
 * local memory. The pointers are volatile, or a compiler would remember what it stored and keep the register. On
 * CPUs, where spill_group is 0, nothing moves: each count of slots is 0 and every loop over them is empty.
 *
 *   stages.h      the stages of a step, while a right-hand side is computed
 *   spill_lane.h  the numbers of a lane that a step does not need; the ends of a step that is searched
 *   scratch.h     states and Jacobians of all stages, which exceed local memory, in global memory
 *   interleave.h  on CPUs: several packs that take steps in turn, so that instructions of one fill the waits of another
 *   inlined.h     which functions become part of a kernel
 *
 * SPDX-License-Identifier: MIT */
#ifndef SCHEDULE_SPILL_H
#define SCHEDULE_SPILL_H

#include "core/traits.h" /* what roles leave unused */
#include "core/real.h"

#ifndef spill_group
#    define spill_group 0 /* lanes of a work-group; device/build.c says how many */
#endif
#ifndef scratch_used
#    define scratch_used 0 /* 1 in programs that have global scratch memory: scratch.h */
#endif
#define scratch_on (spill_group * scratch_used)

/* Where the slots of one lane begin. */
struct spill {
    local_space volatile real *slot;
    table_space volatile real *scratch;
};

/* How many numbers of a lane have room in local memory, if it is to hold a quarter of the waves that a compute unit
 * can have (8 in 64 kB), or an eighth; on NVIDIA's, which have fewer registers, 16 or 8 in 164 kB, of which each
 * group takes 1 kB for itself. */
#if defined(__NVPTX__) || defined(__NV_CL_C_VERSION)
enum { spill_quarter = 39, spill_eighth = 79, spill_nvidia = 1 };
#else
enum { spill_quarter = 16, spill_eighth = 32, spill_nvidia = 0 };
#endif

static inline void spill_put(struct spill m, int slot, real x)
{
#if spill_group
    m.slot[slot * spill_group] = x;
#endif
}

/* What is in a slot; x where nothing is spilled. */
static inline real spill_get(struct spill m, int slot, real x)
{
#if spill_group
    x = m.slot[slot * spill_group];
#endif
    return x;
}

#endif
