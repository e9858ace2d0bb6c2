/* outcome.c: the words of outcomes, and which of them are results. SPDX-License-Identifier: MIT */
#include <contensou/outcome.h>

#include "core/outcome.h"

_Static_assert((int)CONTENSOU_OUTCOME_FINISHED == (int)outcome_finished &&
                   (int)CONTENSOU_OUTCOME_STEP_LIMIT == (int)outcome_step_limit &&
                   (int)CONTENSOU_OUTCOME_STEP_UNDERFLOW == (int)outcome_step_underflow &&
                   (int)CONTENSOU_OUTCOME_NOT_FINITE == (int)outcome_not_finite &&
                   (int)CONTENSOU_OUTCOME_EVENT_STORM == (int)outcome_event_storm &&
                   (int)CONTENSOU_OUTCOME_STOPPED == (int)outcome_stopped &&
                   (int)CONTENSOU_OUTCOME_AMBIGUOUS == (int)outcome_ambiguous &&
                   (int)CONTENSOU_OUTCOME_GRADIENT == (int)outcome_gradient,
               "the outcomes are those of core/outcome.h");

static const struct {
    const char *word;
    int reached;
} outcomes[] = {
#define ENTRY(name, code, word, reached) {word, reached},
    CONTENSOU_OUTCOME_LIST(ENTRY)};

const char *contensou_outcome_word(enum contensou_outcome outcome)
{
    return (unsigned)outcome < CONTENSOU_OUTCOME_COUNT ? outcomes[outcome].word : "unknown";
}

int contensou_outcome_reached(enum contensou_outcome outcome)
{
    return (unsigned)outcome < CONTENSOU_OUTCOME_COUNT && outcomes[outcome].reached;
}

uint64_t contensou_outcome_failed(const uint64_t count[CONTENSOU_OUTCOME_COUNT])
{
    uint64_t failed = 0;

    for (int i = 0; i < CONTENSOU_OUTCOME_COUNT; ++i)
        failed += outcomes[i].reached ? 0 : count[i];
    return failed;
}
