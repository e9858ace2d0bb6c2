/* variation.h: what a lane and its stepper know of the observer of orbit_event.cl, which carries a variation over every
 * step. It keeps its numbers in global memory. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_VARIATION_H
#define DRIVERS_VARIATION_H

#define control_irregular           0 /* switches are located */
#define lane_observed_count     0
#define OBSERVERS(CALL)         CALL(variation)
#define OBSERVER_SETTINGS(CALL) CALL(orbit_samples) CALL(orbit_room)
#define RARE_OBSERVERS(CALL)
#define observers_inside 1
#define scratch_used     1 /* schedule/scratch.h */

#endif
