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
#    define whole_of(x)           ((int)(x))
#    define whole_where(which, n) ((which) ? (n) : 0) /* n where the mask holds, else 0 */

/* out[k] = from[at + k], k = 0 .. count - 1 */
static inline void gather(number_table from, whole at, int count, real out[gather_most])
{
    for (int k = 0; k < count; ++k)
        out[k] = from[at + k];
}

/* The same for the eight numbers of a row. */
static inline void gather_row(number_table from, whole at, real out[8])
{
    for (int k = 0; k < 8; ++k)
        out[k] = from[at + k];
}
#else
typedef pack_name(int, PACK) whole;
#    define whole_of(x)           pack_name(convert_int, PACK)(x)
#    define whole_where(which, n) (whole_of(which) & (n))

static inline merged void gather(number_table from, whole at, int count, real out[gather_most])
{
    int place[PACK];
    number lane[gather_most][PACK];

    store_pack(at, 0, place);
    unrolled_for (i, PACK)
        unrolled_for (k, count)
            lane[k][i] = from[place[i] + k];
    unrolled_for (k, count)
        out[k] = load_pack(0, lane[k]);
}

/* Eight numbers of each lane: rows are loaded whole, and eight of them are turned into columns by shuffles of pairs, of
 * fours and of eights. */
typedef pack_name(pack_base, 8) gather_eight;
#    if PACK == 2
#        define gather_first(x) ((x).s01)
#    elif PACK == 4
#        define gather_first(x) ((x).lo)
#    endif

static inline merged void gather_turn(const gather_eight r[8], gather_eight out[8])
{
    gather_eight a[8], b[8];

    unrolled
    for (int i = 0; i < 8; i += 2) {
        a[i] = (gather_eight)(r[i].s0, r[i + 1].s0, r[i].s2, r[i + 1].s2, r[i].s4, r[i + 1].s4,
                              r[i].s6, r[i + 1].s6);
        a[i + 1] = (gather_eight)(r[i].s1, r[i + 1].s1, r[i].s3, r[i + 1].s3, r[i].s5, r[i + 1].s5,
                                  r[i].s7, r[i + 1].s7);
    }
    unrolled
    for (int i = 0; i < 8; i += 4)
        unrolled_for (k, 2) {
            b[i + k] =
                (gather_eight)(a[i + k].s01, a[i + k + 2].s01, a[i + k].s45, a[i + k + 2].s45);
            b[i + k + 2] =
                (gather_eight)(a[i + k].s23, a[i + k + 2].s23, a[i + k].s67, a[i + k + 2].s67);
        }
    unrolled_for (k, 4) {
        out[k] = (gather_eight)(b[k].lo, b[k + 4].lo);
        out[k + 4] = (gather_eight)(b[k].hi, b[k + 4].hi);
    }
}

static inline merged void gather_row(number_table from, whole at, real out[8])
{
    gather_eight row[PACK < 8 ? 8 : PACK], column[8];
    int place[PACK];

    store_pack(at, 0, place);
    unrolled_for (i, (PACK < 8 ? 8 : PACK))
        row[i] = vload8(0, from + place[i < PACK ? i : 0]);
    gather_turn(row, column);
#    if PACK == 16
    gather_eight more[8];

    gather_turn(row + 8, more);
    unrolled_for (k, 8)
        out[k] = (real)(column[k], more[k]);
#    elif PACK == 8
    unrolled_for (k, 8)
        out[k] = column[k];
#    else
    unrolled_for (k, 8)
        out[k] = gather_first(column[k]);
#    endif
}
#endif

#endif
