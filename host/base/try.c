/* try.c: memory that a function has until it ends. SPDX-License-Identifier: MIT */
#include "base/try.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void contensou__try_free(void *pointer)
{
    void *memory; /* by its bytes: a variable of another pointer type is no void * */

    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

enum contensou_status contensou__try_memory(const void *made, struct contensou_error *err,
                                            const char *format, ...)
{
    char what[512];
    va_list args;

    if (made)
        return CONTENSOU_OK;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %s", what);
}
