/* fail.c: records the sentence of a failure. SPDX-License-Identifier: MIT */
#include "base/setting.h"

#include <contensou/status.h>

#include <stdarg.h>
#include <stdio.h>

enum contensou_status contensou_fail(struct contensou_error *err, enum contensou_status status,
                                     const char *format, ...)
{
    if (err) {
        va_list args;

        err->status = status;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        contensou__setting_spell(err->message, sizeof err->message);
    }
    return status;
}
