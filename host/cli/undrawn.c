/* undrawn.c: a picture that could not be drawn. SPDX-License-Identifier: MIT */
#include "cli/undrawn.h"

#include <stdio.h>

static int any;

enum contensou_status contensou__undrawn_warn(enum contensou_status drawn,
                                              const struct contensou_error *err)
{
    if (!drawn || drawn == CONTENSOU_ESTOPPED || drawn == CONTENSOU_EMEMORY)
        return drawn;
    any = 1;
    fprintf(stderr, "contensou: warning: %s; the results are written without the picture\n",
            err->message);
    return CONTENSOU_OK;
}

int contensou__undrawn_any(void)
{
    return any;
}
