/* lyapunov.h: Lyapunov exponents: how fast small differences grow along the trajectory.
 *
 * As many vectors as there are exponents are carried over each step by the stepper (steppers/tangent.h) and made
 * orthonormal again (modified Gram-Schmidt) before they have grown too unlike: as soon as h |J|, summed over the steps
 * since, exceeds lyapunov_growth. The logarithms of their lengths, summed, over the time are the exponents.
 * G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn, Meccanica 15 (1980) 9 and 21. In a step too long for the decay of
 * a vector (stiff steppers) no length is right; there the exponent is counted by q'Jq, whose mean is the same number.
 *
 * A state whose derivative depends on no state but others of this kind (the phase of a force) has the exponent
 * zero, exactly: such vectors come last and stay what they are.
 * The first lyapunov_warm-th part of the observation turns the vectors and does not count; the rest has lyapunov_marks
 * parts. The sum at their ends, and its mean over each, tell how it wanders about a straight line, which gives the error
 * (base/slope_error.h). SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_LYAPUNOV_H
#define OBSERVERS_LYAPUNOV_H

// clang-format off
#define lyapunov_table                                                                                \
    ABOUT("lyapunov.1 .1.error .. .dimension", "Lyapunov exponents, largest first")                  \
    SMOOTH("Lyapunov exponents need its derivative")                                                 \
    CONSTANT(lyapunov_count, 1, "exponents", "vectors")                                              \
    OPTION(upto_dim, lyapunov_count, "exponents", "K", NULL, 1, 64,                                  \
           "Lyapunov exponents to compute, the largest ones (default: all, as many as states)")      \
    KEEP(lane_lyapunov_v, dim * lyapunov_count)                                                      \
    KEEP(lane_lyapunov_sum, lyapunov_count) /* logarithms of lengths */                              \
    KEEP(lane_lyapunov_area, lyapunov_count) /* their integral over the time since the last mark */  \
    KEEP(lane_lyapunov_time, 1) /* that counts */                                                    \
    KEEP(lane_lyapunov_known, 1) /* of it, the time of the last sums */                              \
    KEEP(lane_lyapunov_span, 1) /* since the last mark */                                            \
    KEEP(lane_lyapunov_grown, 1) /* h |J| since the vectors were orthonormal */                      \
    KEEP(lane_lyapunov_marks, 1) /* marks of time that were passed */                                \
    KEEP(lane_lyapunov_rows, 1)                                                                      \
    KEEP(lane_lyapunov_phases, 1) /* states with the exponent zero, */                               \
    KEEP(lane_lyapunov_moving, 1) /* those of them that move and drive something */                  \
    COLUMN(number, lyapunov_count, "", "1/time", "Lyapunov exponents", first, lyapunov_column(0))    \
    COLUMN(number, lyapunov_count, "error", "1/time", "error", never, lyapunov_column(1))            \
    COLUMN(once, 1, "dimension", "-", "Kaplan-Yorke dimension", later, lyapunov_column(2))           \
    ROWS(at(lane_lyapunov_rows), 64, aside)                                                          \
    CELL(number, lyapunov_count, "lyapunov", "")                                                     \
    CELL(number, lyapunov_count, "mean", "")
// clang-format on

/* The columns, for the host: exponents in falling order, those of phases last. */
#define lyapunov_column(what)                                                                  \
    lyapunov_of(what, i, lyapunov_count, dim, &at(lane_lyapunov_sum), &at(lane_lyapunov_time), \
                row_of_lane, rows_of_lane)

#ifdef observers_tables_only
#    ifndef __OPENCL_C_VERSION__

#        include <math.h>

/* The error of vector j from the rows t, lyapunov.1 .., mean.1 ..; time: that counts up to the last of them. */
static inline double lyapunov_error(int j, int count, double time, const double *row, size_t rows)
{
    struct contensou__slope_error_part part[64];
    const size_t wide = 1 + 2 * (size_t)count, most = rows < 64 ? rows : 64;

    for (size_t r = 0; r < most; ++r) {
        const double *const at = row + r * wide, t = at[0] - row[(most - 1) * wide] + time;

        part[r] = (struct contensou__slope_error_part){t, at[1 + j] * t, at[1 + count + j]};
    }
    return contensou__slope_error(part, most);
}

/* tail: time, known, span, grown, marks, rows, phases, moving, as they are kept. */
static inline double lyapunov_of(int what, int i, int count, int dim, const double *sum,
                                 const double *tail, const double *row, size_t rows)
{
    const double time = tail[0];
    const int own = dim - (int)tail[6], n = count < own ? count : own;
    double value[64], error[64], before = 0, most = 0;
    int k = 0, vector[64];

    if (!(time > 0))
        return NAN;
    for (int j = 0; j < n; ++j) {
        const double here = sum[j] / time;
        int at = j;

        for (; at > 0 && value[at - 1] < here; --at) {
            value[at] = value[at - 1];
            vector[at] = vector[at - 1];
        }
        value[at] = here;
        vector[at] = j;
    }
    if (what == 1 && i < n)
        return lyapunov_error(vector[i], count, time - tail[2], row, rows);
    if (what < 2)
        return i >= n ? (i < count ? 0.0 : (double)NAN) : value[i];
    for (int j = 0; j < n; ++j) {
        error[j] = lyapunov_error(vector[j], count, time - tail[2], row, rows);
        most = isinf(value[j]) ? most : fmax(most, fabs(value[j]));
    }
    for (; k < n; ++k) { /* a zero exponent counts as zero, on whichever side of it it came out */
        const int zero = fabs(value[k]) <= fmax(3 * error[k], 1e-9 * most);
        const double next = before + (zero ? 0 : value[k]);

        if (next < 0)
            return tail[7] + k + (isinf(value[k]) ? 0 : before / fabs(value[k]));
        before = next;
    }
    return n == own ? tail[7] + n : (double)NAN; /* more exponents would be needed */
}

#    endif
#else

#    include "observers/step.h"
#    include "steppers/tangent.h"

enum { lyapunov_warm = 16, lyapunov_marks = 64, lyapunov_growth = 3, lyapunov_decay = 4 };

/* Makes the vectors orthonormal; the lengths that they had, each less what stood along those before it. A length that
 * is lost in rounding is none. */
static inline void lyapunov_orthonormal(real lane[lane_count], mask which,
                                        real length[lyapunov_count])
{
    const number least = sizeof(number) == 4 ? 1e-6 : 1e-12;

    for (int k = 0; k < lyapunov_count; ++k) {
        real *v = lane + lane_lyapunov_v + k * system_dim;
        real whole = 0.0, left = 0.0, over;

        for (int i = 0; i < system_dim; ++i)
            whole += v[i] * v[i];
        for (int j = 0; j < k; ++j) {
            const real *u = lane + lane_lyapunov_v + j * system_dim;
            real along = 0.0;

            for (int i = 0; i < system_dim; ++i)
                along += u[i] * v[i];
            for (int i = 0; i < system_dim; ++i)
                v[i] = pick(which, v[i] - along * u[i], v[i]);
        }
        for (int i = 0; i < system_dim; ++i)
            left += v[i] * v[i];
        length[k] = pick(left <= least * least * whole, (real)0.0, sqrt(left));
        over = pick(length[k] > 0.0, 1.0 / length[k], (real)0.0);
        for (int i = 0; i < system_dim; ++i)
            v[i] = pick(which, over * v[i], v[i]);
    }
}

/* 1 for states whose derivative depends on no state, or on such states only, judged at y and near it, in slip: where a
 * contact sticks, velocities depend on nothing. */
static inline void lyapunov_find_phases(const struct problem *q, real t, const real y[system_dim],
                                        real phase[system_dim])
{
    struct problem slips = *q;
    real J[tangent_rows][system_dim], near[tangent_rows][system_dim], there[system_dim];

    slips.sticks = 0.0;
    for (int i = 0; i < system_dim; ++i) {
        there[i] = y[i] + 1e-3 * ((number)(1 + i) + fabs(y[i]));
        phase[i] = 0.0;
    }
    tangent_jacobian(&slips, t, y, J);
    tangent_jacobian(&slips, t, there, near);
    for (int turn = 0; turn < system_dim; ++turn)
        for (int i = 0; i < system_dim; ++i) {
            real sum = 0.0;

            for (int j = 0; j < system_dim; ++j)
                sum +=
                    (1.0 - phase[j]) * (fabs(tangent_at(J, i, j)) + fabs(tangent_at(near, i, j)));
            phase[i] = pick(sum == 0.0, (real)1.0, phase[i]);
        }
}

/* The vectors at the beginning: turned against the states, so that none stays in a part of the space; phases last and
 * alone. */
static inline void lyapunov_begin(real lane[lane_count], const struct problem *q,
                                  const struct run_settings *run, mask which)
{
    real phase[system_dim], rank[system_dim], length[lyapunov_count], own = 0.0, phases = 0.0;
    real moving = 0.0;

    lyapunov_find_phases(q, lane[lane_t], lane + lane_y, phase);
    for (int i = 0; i < system_dim; ++i) {
        rank[i] = own;
        own += 1.0 - phase[i];
        moving +=
            pick(lane[lane_f + i] != 0.0, phase[i] * system_state_counts(&q->p, i), (real)0.0);
    }
    for (int i = 0; i < system_dim; ++i) {
        rank[i] = pick(phase[i] > 0.5, own + phases, rank[i]);
        phases += phase[i];
    }
    for (int k = 0; k < lyapunov_count; ++k)
        for (int i = 0; i < system_dim; ++i) {
            const int at = lane_lyapunov_v + k * system_dim + i;
            const number turned = 0.08 * (number)((5 * i + 3 * k) % 7 - 3);
            const mask both = (phase[i] < 0.5) & (own > (number)k + 0.5);
            const real unit = pick(rank[i] == (number)k, (real)1.0, (real)0.0);

            lane[at] = pick(which, unit + pick(both, (real)turned, (real)0.0), lane[at]);
        }
    lyapunov_orthonormal(lane, which, length);
    step_clear(lane, which, lane_lyapunov_sum, lane_lyapunov_phases);
    lane[lane_lyapunov_phases] = pick(which, phases, lane[lane_lyapunov_phases]);
    lane[lane_lyapunov_moving] = pick(which, moving, lane[lane_lyapunov_moving]);
}

/* Vectors are carried by the stages, not by the dense output. */
static inline mask lyapunov_wants(const real lane[lane_count], const struct watch_step *step,
                                  real *note)
{
    return step->taken & !step->taken;
}

/* h q'Jq of each vector. */
static inline void lyapunov_rates(const real lane[lane_count], real h,
                                  real J[tangent_rows][system_dim], real rate[lyapunov_count])
{
    for (int k = 0; k < lyapunov_count; ++k) {
        const real *v = lane + lane_lyapunov_v + k * system_dim;
        real dv[system_dim], sum = 0.0;

        tangent_apply(J, v, dv);
        for (int i = 0; i < system_dim; ++i)
            sum += v[i] * dv[i];
        rate[k] = h * sum;
    }
}

/* Adds what the vectors have grown by; since the last sums these have grown evenly. */
static inline void lyapunov_add(real lane[lane_count], mask which, const real grown[lyapunov_count])
{
    const real known = lane[lane_lyapunov_known], now = lane[lane_lyapunov_time];

    for (int k = 0; k < lyapunov_count; ++k) {
        const int sum = lane_lyapunov_sum + k, area = lane_lyapunov_area + k;

        lane[area] +=
            pick(which & (now > known), (now - known) * (lane[sum] + 0.5 * grown[k]), (real)0.0);
        lane[sum] = pick(which, lane[sum] + grown[k], lane[sum]);
    }
    lane[lane_lyapunov_known] = pick(which, now, known);
    lane[lane_lyapunov_grown] = pick(which, (real)0.0, lane[lane_lyapunov_grown]);
}

/* The same with lengths alone, at the beginning of a step. */
static inline void lyapunov_renew(real lane[lane_count], mask which)
{
    real length[lyapunov_count];

    lyapunov_orthonormal(lane, which, length);
    for (int k = 0; k < lyapunov_count; ++k)
        length[k] = log(length[k]);
    lyapunov_add(lane, which, length);
}

/* Behind a switch, which the last step ended with: the saltation matrix, and what is left of the lengths. Directions that are
 * lost altogether have the length zero from here on, and the exponent minus infinity. */
static inline void lyapunov_switch(real lane[lane_count], const struct problem *q, mask which)
{
    lyapunov_renew(lane, which);
    for (int k = 0; k < lyapunov_count; ++k) {
        real v[system_dim];

        for (int i = 0; i < system_dim; ++i)
            v[i] = lane[lane_lyapunov_v + k * system_dim + i];
        stepper_saltation(q, lane[lane_t], lane + lane_y, lane + lane_f, lane + lane_stepper,
                     which & !which, tangent_none, v);
        for (int i = 0; i < system_dim; ++i) {
            const int at = lane_lyapunov_v + k * system_dim + i;

            lane[at] = pick(which, v[i], lane[at]);
        }
    }
    lyapunov_renew(lane, which);
}

/* At the end of a step that began with orthonormal vectors and the rates `before`: a vector that decays by more than
 * exp(-lyapunov_decay) at both ends is counted by its rates. */
static inline void lyapunov_close(real lane[lane_count], const struct watch_step *step, mask which,
                                  const real before[lyapunov_count])
{
    real grown[lyapunov_count], after[lyapunov_count], J[tangent_rows][system_dim];
    mask fast = which & (before[0] < -(number)lyapunov_decay);

    lyapunov_orthonormal(lane, which, grown);
    for (int k = 0; k < lyapunov_count; ++k) {
        grown[k] = log(grown[k]);
        fast |= which & (before[k] < -(number)lyapunov_decay);
    }
    if (any_lane(fast)) {
        tangent_jacobian(step->q, lane[lane_t] + step->h, step->y1, J);
        lyapunov_rates(lane, step->h, J, after);
        for (int k = 0; k < lyapunov_count; ++k)
            grown[k] =
                pick((before[k] < -(number)lyapunov_decay) & (after[k] < -(number)lyapunov_decay),
                     0.5 * (before[k] + after[k]), grown[k]);
    }
    lyapunov_add(lane, which, grown);
}

/* Lanes that pass a mark of time, the last of which is the end: a row. The first mark is that from which on they count. */
static inline void lyapunov_mark(real lane[lane_count], const struct watch_step *step, mask which,
                                 real mark)
{
    const struct watch *w = step->w;
    const mask begins = which & (lane[lane_lyapunov_marks] == 0.0), counts = which & !begins;
    const real row = lane[lane_lyapunov_rows], put = pick(counts, (real)1.0, (real)0.0);
    const int columns = 2 + 2 * lyapunov_count;
    global number *rows = watch_rows(w, lyapunov);

    lanes_put(put, lane[lane_t], row, columns, 0, w->n, rows, w->slot);
    lanes_put(put, lane[lane_t_low] + step->h, row, columns, 1, w->n, rows, w->slot);
    for (int k = 0; k < lyapunov_count; ++k) {
        const int sum = lane_lyapunov_sum + k, area = lane_lyapunov_area + k;

        lanes_put(put, lane[sum] / lane[lane_lyapunov_time], row, columns, 2 + k, w->n, rows,
                  w->slot);
        lanes_put(put, lane[area] / lane[lane_lyapunov_span], row, columns, 2 + lyapunov_count + k,
                  w->n, rows, w->slot);
        lane[sum] = pick(begins, (real)0.0, lane[sum]);
        lane[area] = pick(which, (real)0.0, lane[area]);
    }
    lane[lane_lyapunov_time] = pick(begins, (real)0.0, lane[lane_lyapunov_time]);
    lane[lane_lyapunov_known] = pick(begins, (real)0.0, lane[lane_lyapunov_known]);
    lane[lane_lyapunov_span] = pick(which, (real)0.0, lane[lane_lyapunov_span]);
    lane[lane_lyapunov_rows] = row + put;
    lane[lane_lyapunov_marks] = pick(which, mark, lane[lane_lyapunov_marks]);
}

/* Carries the vectors over the step, makes them orthonormal where they have grown, and marks the time. */
static inline void lyapunov_observe(real lane[lane_count], const struct watch_step *step,
                                    mask wanted, real note)
{
    const mask which = step->seen;
    const number span = step->run->t_end - step->run->t_observe, warm = span / lyapunov_warm;
    const real h = step->h;
    const real after = (span - warm) - (lane_until(lane, (real)step->run->t_end) - h);
    /* marks passed at the end of this step: 1 at the end of the warming, one more each part of the rest */
    const real mark = floor(after / (span - warm) * (number)lyapunov_marks + 1e-9) + 1.0;
    real before[lyapunov_count];
    struct stepper_slopes l;
    mask again, passes;
    real grows;

    if (!any_lane(which))
        return;
    if (any_lane(which & (stepper_last_switch(lane) > 0.5)))
        lyapunov_switch(lane, step->q, which & (stepper_last_switch(lane) > 0.5));
    stepper_linearise(step->q, lane[lane_t], pick(which, h, (real)1.0), lane + lane_y,
                      lane + lane_f, step->k, step->y1, step->f1, 0, &l);
    grows = h * tangent_norm(l.J[0]);
    again = which & (grows + lane[lane_lyapunov_grown] > (number)lyapunov_growth) &
            (lane[lane_lyapunov_grown] > 0.0);
    if (any_lane(again))
        lyapunov_renew(lane, again);
    lyapunov_rates(lane, h, l.J[0], before);
    for (int k = 0; k < lyapunov_count;
         ++k) /* of vectors that are not orthonormal they say nothing */
        before[k] = pick(lane[lane_lyapunov_grown] > 0.0, (real)0.0, before[k]);
    for (int k = 0; k < lyapunov_count; ++k) {
        real v[system_dim];

        for (int i = 0; i < system_dim; ++i)
            v[i] = lane[lane_lyapunov_v + k * system_dim + i];
        stepper_carry(step->q, &l, pick(which, h, (real)1.0), tangent_none, v, 0, 0);
        for (int i = 0; i < system_dim; ++i) {
            const int at = lane_lyapunov_v + k * system_dim + i;

            lane[at] = pick(which, v[i], lane[at]);
        }
    }
    lane[lane_lyapunov_grown] += pick(which, grows, (real)0.0);
    lane[lane_lyapunov_time] += pick(which, h, (real)0.0);
    lane[lane_lyapunov_span] += pick(which, h, (real)0.0);
    passes = which & (mark > lane[lane_lyapunov_marks]) & (mark > 0.0);
    again = which & ((lane[lane_lyapunov_grown] > (number)lyapunov_growth) | passes);
    if (any_lane(again))
        lyapunov_close(lane, step, again, before);
    if (any_lane(passes))
        lyapunov_mark(lane, step, passes, mark);
}

#endif
#endif
