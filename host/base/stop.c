/* stop.c: whether somebody asked the program to stop. SPDX-License-Identifier: MIT */
#include "base/stop.h"

#include <stddef.h>

static int (*stop_asked)(void);

void contensou__stop_when(int (*asked)(void))
{
    stop_asked = asked;
}

enum contensou_status contensou__stop_check(const char *work, struct contensou_error *err)
{
    if (!stop_asked || !stop_asked())
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped during %s; nothing is written", work);
}
