/* eval.cl: the exact wrench of a patch for slips in any order.
 *
 * A patch has several rules of quadrature, and which of them serves depends on the slip. Lanes that compute together
 * (those of a pack, or the work-items of a wave) wait for all rules that any of them takes: slips in random order would
 * take two to four times as long as sorted ones. So the slips of a block are sorted by their rule first. The sum over a
 * slip's nodes does not depend on its neighbours, and neither do the bits of its wrench.
 *
 * Arrays are field-major with n members: slip is vx, vy, w; out is Tx, Ty, M and, with the Jacobian, xx xy yy xw yw ww.
 * Roles: patch_params, patch_wrench, patch_rule (the number of the rule, below patch_rules) and the constants
 * patch_twice, patch_tilted, patch_jacobian; eval_block, the most slips of a block, and eval_group, the work-items that
 * share one, 1 for packs. SPDX-License-Identifier: MIT */
#include "core/gather.h"
#include "drivers/slips.h"

/* The slips of one pack, and their wrenches. */
struct eval_pack {
    slips_real vx, vy, w;
};

static inline merged void eval_wrenches(struct eval_pack s, number reach,
                                        const struct patch_params *params, number_table table,
                                        real out[slips_most])
{
    const struct slips_load in = slips_scaled(s.vx, s.vy, s.w, reach);

    slips_results(patch_wrench(params, table, in.slip, patch_twice, patch_tilted, patch_jacobian),
                  in, patch_jacobian, out);
}

static inline real eval_rule(const struct patch_params *params, struct eval_pack s)
{
    struct slip narrow;

    narrow.vx = slips_narrow(s.vx);
    narrow.vy = slips_narrow(s.vy);
    narrow.w = slips_narrow(s.w);
    return patch_rule(params, narrow);
}

enum { eval_fields = patch_jacobian ? 9 : 3 };

#if eval_group == 1
/* Slips of one rule at order[count], in packs; the last of them fills up the last pack. */
static seldom void eval_sorted(const ushort *order, int count, size_t n,
                               global const slips_number *slip, global slips_number *out,
                               number reach, const struct patch_params *params, number_table table)
{
    for (int i = 0; i < count; i += PACK) {
        slips_number in[3][PACK];
        number lane[PACK];
        int place[PACK];
        struct eval_pack s;
        real f[slips_most];

        unrolled_for (j, PACK)
            place[j] = order[min(i + j, count - 1)];
        unrolled_for (k, 3)
            unrolled_for (j, PACK)
                in[k][j] = slip[k * n + place[j]];
        s.vx = slips_get(0, in[0]);
        s.vy = slips_get(0, in[1]);
        s.w = slips_get(0, in[2]);
        eval_wrenches(s, reach, params, table, f);
        unrolled_for (k, eval_fields) {
            store_pack(f[k], 0, lane);
            unrolled_for (j, PACK)
                out[k * n + place[j]] = lane[j];
        }
    }
}

/* A block of one work-item. Packs whose slips agree are computed where they are; the slips of the others, and those behind the
 * last whole pack, are put off until the block is read: rule by rule the branches between the rules are foreseen, too. */
static inline void eval_all(int count, size_t n, global const slips_number *slip,
                            global slips_number *out, number reach,
                            const struct patch_params *params, number_table table)
{
    ushort late[patch_rules][eval_block];
    int lates[patch_rules], i = 0;

    for (int r = 0; r < patch_rules; ++r)
        lates[r] = 0;
    for (; i + PACK <= count; i += PACK) {
        struct eval_pack s;
        real rules;

        s.vx = slips_get(0, slip + i);
        s.vy = slips_get(0, slip + n + i);
        s.w = slips_get(0, slip + 2 * n + i);
        rules = eval_rule(params, s);
        if (!any_lane(rules != (real)first_lane(rules))) {
            real f[slips_most];

            eval_wrenches(s, reach, params, table, f);
            unrolled_for (k, eval_fields)
                slips_put(f[k], 0, out + k * n + i);
        } else {
            int rule[PACK];

            store_pack(whole_of(rules), 0, rule);
            /* each list takes each slip, and keeps those of its rule: no place waits for a count in memory */
            unrolled_for (r, patch_rules) {
                int end = lates[r];

                unrolled_for (j, PACK) {
                    late[r][end] = (ushort)(i + j);
                    end += rule[j] == r;
                }
                lates[r] = end;
            }
        }
    }
    for (; i < count; ++i)
        late[0][lates[0]++] = (ushort)i; /* fewer than a pack: they may take several rules */
    for (int r = 0; r < patch_rules; ++r)
        eval_sorted(late[r], lates[r], n, slip, out, reach, params, table);
}
#else
static inline struct eval_pack eval_take(int i, size_t n, global const slips_number *slip)
{
    struct eval_pack s;

    s.vx = slip[i];
    s.vy = slip[n + i];
    s.w = slip[2 * n + i];
    return s;
}

/* The numbers of the block's slips by their rule. The order within a rule is whichever work-item came first, which changes no
 * bit of the results. */
static inline void eval_sort(int count, size_t n, global const slips_number *slip,
                             const struct patch_params *params, local int *end, local int *order)
{
    const int me = (int)get_local_id(0);

    for (int r = me; r < patch_rules; r += eval_group)
        end[r] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = me; i < count; i += eval_group)
        atomic_inc(&end[(int)eval_rule(params, eval_take(i, n, slip))]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 1; me == 0 && r < patch_rules; ++r)
        end[r] += end[r - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = me; i < count; i += eval_group)
        order[atomic_dec(&end[(int)eval_rule(params, eval_take(i, n, slip))]) - 1] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* A block of a work-group, sorted in local memory where it takes several rules. */
static inline void eval_shared(int count, size_t n, global const slips_number *slip,
                               global slips_number *out, number reach,
                               const struct patch_params *params, number_table table,
                               local int *end, local int *order)
{
    const int me = (int)get_local_id(0);

    if (patch_rules > 1)
        eval_sort(count, n, slip, params, end, order);
    for (int i = me; i < count; i += eval_group) {
        const int place = patch_rules > 1 ? order[i] : i;
        real f[slips_most];

        eval_wrenches(eval_take(place, n, slip), reach, params, table, f);
        for (int k = 0; k < eval_fields; ++k)
            out[k * n + place] = f[k];
    }
}
#endif

kernel void eval(const ulong n, global const slips_number *slip, global slips_number *out,
                 const number reach, global const number *params_in, global const number *table,
                 const uint block)
{
    const size_t first = get_global_id(0) / eval_group * (size_t)block;
    const int count = first < n ? (int)min((ulong)block, n - first) : 0;
    union {
        struct patch_params p;
        number field[patch_params_count];
    } params;
#if eval_group > 1
    local int end[patch_rules], order[eval_block];
#endif

    for (int k = 0; k < patch_params_count; ++k)
        params.field[k] = params_in[k];
#if eval_group > 1
    eval_shared(count, n, slip + first, out + first, reach, &params.p, table, end, order);
#else
    eval_all(count, n, slip + first, out + first, reach, &params.p, table);
#endif
}
