/* times.h: when a trajectory ends, from when on it is observed, and at which times its series is kept.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_TIMES_H
#define CONTENSOU_MODEL_TIMES_H

#include "device/ensemble.h"
#include "model/setting_rows.h"

struct contensou__times {
    struct contensou__settings_list time; /* rising; one alone is the end */
    int series;                           /* 1: they are the times of the series, also one alone */
    double transient;
    double samples; /* of the series where there is only the end */
};

extern const struct contensou__settings_row contensou__times_rows[];

struct contensou__settings;

/* Beginning, end, transient and samples of a run, and the times of its series, which are for free(). */
enum contensou_status contensou__times_plan(const struct contensou__settings *asked,
                                            struct contensou__ensemble_settings *set,
                                            double **times, struct contensou_error *err);

#endif
