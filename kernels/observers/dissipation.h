/* dissipation.h: the energy that friction takes from the motion, the integral of its power over the slip,
 *
 *     E = mu N L int (Tx vx + Ty vy + M w) dt,
 *
 * with mu N and L, the unit of length of the slip, as the system states them (NAME_force, NAME_length; 1 where it
 * does not). The integral over a step is Gauss's of four nodes on the dense output, of order 8, so that it errs no
 * more than the trajectory; steps end on the corners of laws that have some. In stick of the stepper event the slip
 * is zero. SPDX-License-Identifier: MIT */
#ifndef OBSERVERS_DISSIPATION_H
#define OBSERVERS_DISSIPATION_H

// clang-format off
#define dissipation_table                                                                                            \
    ABOUT("dissipation.energy, dissipation.power", "lost to friction: in all, mean over time")                       \
    NEEDS(contact)                                                                                                   \
    KEEP(lane_dissipation, 2) /* the energy, as a sum of two numbers */                                              \
    COLUMN(once, 1, "energy", "force length",      "energy lost to friction", first,                                 \
           seen > 0 ? at(lane_dissipation) + at(lane_dissipation + 1) : NAN)                                         \
    COLUMN(once, 1, "power",  "force length/time", "mean power lost to friction", later,                             \
           (at(lane_dissipation) + at(lane_dissipation + 1)) / span)
// clang-format on

#include "observers/step.h"

enum { dissipation_nodes = 4 };

/* Gauss's nodes and weights over [0, 1]. */
program_constant number dissipation_node[dissipation_nodes] = {
    0.06943184420297371, 0.33000947820757187, 0.66999052179242813, 0.93056815579702629};
program_constant number dissipation_weight[dissipation_nodes] = {
    0.17392742256872693, 0.32607257743127307, 0.32607257743127307, 0.17392742256872693};

static inline void dissipation_begin(real lane[lane_count], const struct problem *q,
                                     const struct run_settings *run, mask which)
{
    for (int k = 0; k < 2; ++k)
        lane[lane_dissipation + k] = pick(which, (real)0.0, lane[lane_dissipation + k]);
}

static inline mask dissipation_wants(const real lane[lane_count], const struct watch_step *step,
                                     real *note)
{
    *note = 0.0;
    return step->seen;
}

static inline void dissipation_observe(real lane[lane_count], const struct watch_step *step,
                                       mask wanted, real note)
{
    real power = 0.0, sum, low;

    if (!any_lane(wanted))
        return;
    spill_reload_step(step, lane);
    rolled
    for (int k = 0; k < dissipation_nodes; ++k) {
        const struct contact_state c = step_contact(lane, step, dissipation_node[k]);

        power += dissipation_weight[k] * c.force * c.length * contact_power(&c);
    }
    sum = lane[lane_dissipation];
    low = lane[lane_dissipation + 1];
    lane_add(&sum, &low, step->h * power);
    lane[lane_dissipation] = pick(wanted, sum, lane[lane_dissipation]);
    lane[lane_dissipation + 1] = pick(wanted, low, lane[lane_dissipation + 1]);
}

#endif
