/* stop.c: whether the caller asked to stop. SPDX-License-Identifier: MIT */
#include "base/stop.h"

#include <stddef.h>

static struct contensou_progress of_process;

int contensou__stop_asked(const struct contensou_progress *progress, const char *work, double done,
                          double total)
{
    return progress->report ? progress->report(progress->context, work, done, total) : 0;
}

void contensou__stop_by(const struct contensou_progress *progress)
{
    of_process = progress ? *progress : (struct contensou_progress){NULL, NULL};
}

const struct contensou_progress *contensou__stop_process(void)
{
    return &of_process;
}

enum contensou_status contensou__stop_check(const char *work, struct contensou_error *err)
{
    if (!contensou__stop_asked(&of_process, work, 0, 0))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped during %s; nothing is written", work);
}
