/* status.c: the fixed texts of the statuses. SPDX-License-Identifier: MIT */
#include <contensou/status.h>

const char *contensou_status_text(enum contensou_status status)
{
    switch (status) {
#define ENTRY(name, value, text) \
    case name:                   \
        return text;
        CONTENSOU_STATUS_LIST(ENTRY)
#undef ENTRY
    }
    return "unknown status";
}
