/* outcome.h: how a lane ended. A lane that fails is a result, not an error of the run.
 * SPDX-License-Identifier: MIT */
#ifndef CORE_OUTCOME_H
#define CORE_OUTCOME_H

enum outcome {
    outcome_running_ambiguous = -2, /* it has met a switch that had another answer too */
    outcome_running = -1,
    outcome_finished = 0,       /* reached its end */
    outcome_step_limit = 1,     /* the largest number of steps was not enough */
    outcome_step_underflow = 2, /* the tolerance asks for a step below the smallest */
    outcome_not_finite = 3,     /* the state left the finite numbers */
    outcome_event_storm = 4,    /* more crossings in one step than can be told apart */
    outcome_stopped = 5,     /* by the user, or by the watch over a device that does not answer */
    outcome_ambiguous = 6,   /* reached its end, by one of the answers that a switch had */
    outcome_gradient = 7,    /* its gradient grew by the stepper alone (observers/gradient.h) */
    outcome_handed_over = 99 /* within a launch: goes on in another program (drivers/handover.h) */
};

#endif
