/* identification_result.h: an identification as it is kept: what is asked for, and what was found. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_IDENTIFICATION_RESULT_H
#define CONTENSOU_ANALYSIS_IDENTIFICATION_RESULT_H

#include "analysis/identification.h"

/* Rows of a program. */
struct contensou__identification_block {
    char **name;
    size_t names, rows;
    double *value;
};

struct contensou_identification {
    struct contensou__settings asked;
    struct contensou__identification_choice choice;
    struct contensou__identification_block *block;
    size_t blocks;
    struct contensou_progress progress;
    /* of the last run */
    struct contensou__plan plan;
    struct contensou__identification_data data;
    struct contensou__identification_attempt best;
    struct contensou__identification_verdict verdict;
    struct contensou_identification_parameter parameter[contensou__identification_shared];
    struct contensou_identification_run_info *run;
    const char *state[contensou__identification_states];
    struct contensou__text warning;
    int done;
};

/* Appends what is not as it should be to the warning, in sentences (identification_text.c). */
void contensou__identification_text_warn(struct contensou_identification *id);

#endif
