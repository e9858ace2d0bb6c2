/* times.c: the times of a trajectory. SPDX-License-Identifier: MIT */
#include "model/times.h"

#include "base/setting.h"
#include "base/try.h"
#include "model/settings.h"

#include <stdlib.h>
#include <string.h>

static void drop(void *values)
{
    struct contensou__times *const t = values;

    free(t->time.value);
    t->time = (struct contensou__settings_list){NULL, 0};
}

#define AT(field) PLACE(struct contensou__times, field)

const struct contensou__settings_row contensou__times_rows[] = {
    {{"time", LANES, "T", NULL,
      "the end; or t0:t1:n or a list, the times of the observer series (101 times otherwise) "
      "(required)",
      NUMBERS(0)},
     AT(time),
     .drop = drop},
    {{"transient", LANES, "T", "0", "nothing is observed before this time",
      NUMBER(-INFINITY, INFINITY)},
     AT(transient)},
    {{"samples", WORK, "N", "101", "how many times the series has where {time} is only the end",
      WHOLE(2, 1e9)},
     AT(samples)},
    {.at = 0}};

/* The times must be finite and rise, and begin at 0, where the initial values are, or before it. */
static enum contensou_status check(const struct contensou__times *t, const char *shown,
                                   struct contensou_error *err)
{
    const double *const time = t->time.value;
    const size_t last = t->time.count - 1;

    for (size_t i = 0; i <= last; ++i)
        if (!isfinite(time[i]) || (i && !(time[i] > time[i - 1])))
            return WRONG(err, SETTING("time") " %s runs backwards or repeats: %g comes after %g",
                         shown, time[i], time[i ? i - 1 : 0]);
    if (!(time[last] > fmin(time[0], 0)))
        return WRONG(err,
                     SETTING("time") " %s runs backwards: the initial values are those at "
                                     "time 0",
                     shown);
    return CONTENSOU_OK;
}

enum contensou_status contensou__times_plan(const struct contensou__settings *asked,
                                            struct contensou__ensemble_settings *set,
                                            double **times, struct contensou_error *err)
{
    const struct contensou__times *const t = &asked->times;
    const char *const shown = contensou__settings_value(asked, "time");
    const int end_only = t->time.count == 1 && !t->series;
    const size_t count = end_only ? (size_t)t->samples : t->time.count;
    if (!t->time.count)
        return WRONG(err, "missing end of the simulation: give " SETTING(
                              "time") " T, the end, or t0:t1:n, the times of its series");
    TRY(check(t, shown ? shown : "of the program", err));
    *times = malloc(count * sizeof **times);
    TRY(contensou__try_memory(*times, err, "%zu times", count));
    set->t_begin = fmin(t->time.value[0], 0);
    set->t_end = t->time.value[t->time.count - 1];
    set->t_observe = contensou__settings_given(asked, "transient") ? t->transient : set->t_begin;
    set->samples = (double)count;
    if (!end_only)
        memcpy(*times, t->time.value, count * sizeof **times);
    for (size_t i = 0; i < count && end_only; ++i) /* evenly from 0 on */
        (*times)[i] = i + 1 < count ? set->t_end * (double)i / (double)(count - 1) : set->t_end;
    if (!(set->t_observe >= set->t_begin && set->t_observe < set->t_end))
        return WRONG(err,
                     SETTING("transient") " %g does not lie between the start %g and the "
                                          "end %g",
                     set->t_observe, set->t_begin, set->t_end);
    return CONTENSOU_OK;
}
