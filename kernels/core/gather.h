/* gather.h: numbers of a table at places that differ from lane to lane. A lane whose place is no number reads the
 * beginning of the table: it must not end the run of its neighbours. SPDX-License-Identifier: MIT */
#ifndef CORE_GATHER_H
#define CORE_GATHER_H

#include "core/real.h"

enum { gather_most = 6 };

/* x between 0 and most, and 0 where x is no number. */
static inline real gather_within(real x, real most)
{
    return fmin(fmax(x, (real)0.0), most);
}

#if PACK == 1
typedef int whole;
#    define whole_of(x) ((int)(x))

/* out[k] = from[at + k], k = 0 .. count - 1 */
static inline void gather(number_table from, whole at, int count, real out[gather_most])
{
    for (int k = 0; k < count; ++k)
        out[k] = from[at + k];
}
#else
typedef pack_name(int, PACK) whole;
#    define whole_of(x) pack_name(convert_int, PACK)(x)

static inline merged void gather(number_table from, whole at, int count, real out[gather_most])
{
    int place[PACK];
    number lane[gather_most][PACK];

    store_pack(at, 0, place);
    unrolled
    for (int i = 0; i < PACK; ++i)
        unrolled
    for (int k = 0; k < count; ++k)
        lane[k][i] = from[place[i] + k];
    unrolled
    for (int k = 0; k < count; ++k)
        out[k] = load_pack(0, lane[k]);
}
#endif

#endif
