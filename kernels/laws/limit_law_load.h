/* limit_law_load.h: from a load to xi and the angles of its slip under a law, by the steps of limit_law.h
 * from one or several starts. SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_LAW_LOAD_H
#define LAWS_LIMIT_LAW_LOAD_H

#include "core/sincos.h"
#include "laws/limit_law.h"

struct limit_law_root {
    struct slip slip;
    real power, det, count; /* u'.f and the determinant there; wrenches that it took */
    mask found;
};

/* Follows Newton's steps from the slip `at`, in the lanes that ask. */
static inline struct limit_law_root limit_law_follow(const struct limit_law_params *p,
                                                     number_table t, number radius, struct slip at,
                                                     struct slip u, mask active)
{
    const struct limit_law_frame a = limit_law_across(u);
    struct slip step;
    struct limit_law_root r;
    real square = real_large, reach = 1.0, gain = 0.0;

    r.power = r.det = r.count = 0.0;
    r.found = r.count > 0.0;
    step.vx = step.vy = step.w = 0.0;
    for (int i = 0; i < limit_law_most && any_lane(active); ++i) {
        const struct slip here = limit_law_ahead(at, reach, step);
        const struct limit_law_place q = limit_law_look(p, t, radius, here, u, a);
        const mask better = active & (q.square < square * (1.0 - 1e-4 * reach));
        const mask exact = better & (q.square <= limit_law_zero * limit_law_zero);
        const mask small = slip_dot(q.step, q.step) <= limit_law_last * limit_law_last;
        const mask stuck = active & !better & (reach < 1e-3);
        const mask done =
            exact | (better & small) | (stuck & (square <= limit_law_noise * limit_law_noise));

        r.count = pick(active, r.count + 1.0, r.count);
        at = slip_pick(better, here, at);
        step = slip_pick(better, q.step, step);
        gain = pick(better, q.gain, gain);
        square = pick(better, q.square, square);
        r.power = pick(better, q.power, r.power);
        r.det = pick(better, q.det, r.det);
        /* at a pure spin a law may have no slope: where h is zero no step is taken */
        step.vx = pick(exact, (real)0.0, step.vx);
        step.vy = pick(exact, (real)0.0, step.vy);
        step.w = pick(exact, (real)0.0, step.w);
        gain = pick(exact, (real)0.0, gain);
        reach = pick(better, (real)1.0, 0.3 * reach);
        r.found = r.found | done;
        active &= !(done | stuck);
    }
    r.slip = limit_law_ahead(at, pick(square <= limit_law_last, (real)1.0, (real)0.0), step);
    r.power += pick(square <= limit_law_last, gain, (real)0.0);
    return r;
}

/* Start k: the answer of the ellipsoid with M = 0.63 in pure spin; then slips all around the load. */
static inline struct slip limit_law_start(struct slip u, int k)
{
    const real v = sqrt(u.vx * u.vx + u.vy * u.vy), iv = 1.0 / fmax(v, (real)real_tiny);
    const mask moves = v > 0.0;
    const real c = pick(moves, u.vx * iv, (real)1.0), s = pick(moves, u.vy * iv, (real)0.0);
    const real up = ((number)((k - 1) / 4) + 0.5) * 0.5236 - 1.5708; /* six angles, four turns */
    const number turn_c = (k - 1) % 4 == 0   ? (number)1.0
                          : (k - 1) % 4 == 2 ? (number)-1.0
                                             : (number)0.02;
    const number turn_s = (k - 1) % 4 == 1 ? (number)1.0 : (k - 1) % 4 == 3 ? (number)-1.0 : 0.02;
    struct slip at = u;

    if (k == 0) {
        at.w *= 2.5;
    } else {
        at.vx = sincos_cos(up) * (c * turn_c - s * turn_s);
        at.vy = sincos_cos(up) * (s * turn_c + c * turn_s);
        at.w = sincos_sin(up);
    }
    return limit_law_unit(at);
}

/* Loads of any size. */
static inline struct limit_result limit_law_of_load(const struct limit_law_params *p,
                                                    number_table t, number radius, real Tx, real Ty,
                                                    real M)
{
    const real z = M / radius;
    const struct limit_question q = limit_ask(Tx, Ty, z);
    struct slip u;
    struct limit_law_root root;
    real length, count = 0.0;
    mask many = count < 0.0;

    u.vx = pick(q.valid, -Tx / q.unit, (real)1.0);
    u.vy = pick(q.valid, -Ty / q.unit, (real)0.0);
    u.w = pick(q.valid, -z / q.unit, (real)0.0);
    length = sqrt(u.vx * u.vx + u.vy * u.vy + u.w * u.w);
    u = limit_law_unit(u);
    root.slip = u;
    root.power = 1.0;
    root.found = many;
    /* one call, which becomes part of the kernel: else a GPU passes its vectors through memory */
    for (int k = 0; k < limit_law_starts && any_lane(q.valid & (limit_folds | !root.found)); ++k) {
        const mask asks = q.valid & (limit_folds | !root.found);
        const struct limit_law_root next =
            limit_law_follow(p, t, radius, limit_law_start(u, k), u, asks);
        const struct slip apart = slip_along(next.slip, -1.0, root.slip);
        const mask first = next.found & !root.found;

        many |= next.found & root.found & (slip_dot(apart, apart) > 1e-6);
        many |=
            first & (limit_folds & (next.det < 0.0)); /* there a fold lies behind: limit_law.h */
        root.slip = slip_pick(first, next.slip, root.slip);
        root.power = pick(first, next.power, root.power);
        root.found |= first;
        count += pick(asks, next.count, (real)0.0);
    }
    root.slip.vy =
        pick(fabs(root.slip.vy) <= limit_law_zero * fabs(root.slip.vx), (real)0.0, root.slip.vy);
    return limit_tell(q, root.found & !many, limit_angles(root.slip, 0.0, 0.0, radius),
                      length / root.power,
                      pick(many, (real)-2.0, pick(root.found, count, (real)-1.0)));
}

#endif
