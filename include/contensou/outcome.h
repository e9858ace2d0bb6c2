/* outcome.h: how a lane ended. A lane that fails is a result, not an error of the run. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_OUTCOME_H
#define CONTENSOU_OUTCOME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Name, code, word, 1 if the lane reached its end and its numbers are results. */
// clang-format off
#define CONTENSOU_OUTCOME_LIST(ENTRY)                        \
    ENTRY(CONTENSOU_OUTCOME_FINISHED,       0, "finished",       1)  \
    ENTRY(CONTENSOU_OUTCOME_STEP_LIMIT,     1, "step limit",     0)  \
    ENTRY(CONTENSOU_OUTCOME_STEP_UNDERFLOW, 2, "step underflow", 0)  \
    ENTRY(CONTENSOU_OUTCOME_NOT_FINITE,     3, "not finite",     0)  \
    ENTRY(CONTENSOU_OUTCOME_EVENT_STORM,    4, "event storm",    0)  \
    ENTRY(CONTENSOU_OUTCOME_STOPPED,        5, "stopped",        0)  \
    ENTRY(CONTENSOU_OUTCOME_AMBIGUOUS,      6, "ambiguous",      1) /* at a switch stick or slip had another answer too */ \
    ENTRY(CONTENSOU_OUTCOME_GRADIENT,       7, "gradient lost",  0) /* explicit steps were too long for it; NaN */
// clang-format on

enum contensou_outcome {
#define CONTENSOU_OUTCOME_ENTRY(name, code, word, reached) name = code,
    CONTENSOU_OUTCOME_LIST(CONTENSOU_OUTCOME_ENTRY)
#undef CONTENSOU_OUTCOME_ENTRY
        CONTENSOU_OUTCOME_COUNT /* how many there are */
};

/* The word of an outcome, never NULL. 1 if the lane reached its end. */
const char *contensou_outcome_word(enum contensou_outcome outcome);
int contensou_outcome_reached(enum contensou_outcome outcome);

/* Of so many lanes with each outcome, those that did not reach their end. */
uint64_t contensou_outcome_failed(const uint64_t count[CONTENSOU_OUTCOME_COUNT]);

#ifdef __cplusplus
}
#endif

#endif
