/* field.c: a field from the row of its table. SPDX-License-Identifier: MIT */
#include "catalogue/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void contensou__field_row(struct contensou__field *f, const char *name, double value,
                          const char *unit, const char *text)
{
    const char *const limit = strstr(unit, " >");
    const size_t size = limit ? (size_t)(limit - unit) : strlen(unit);

    *f = (struct contensou__field){.value = value, .low = -INFINITY};
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->unit, sizeof f->unit, "%.*s", (int)size, unit);
    snprintf(f->text, sizeof f->text, "%s", text);
    if (limit) {
        f->open = limit[2] != '=';
        f->low = strtod(limit + 2 + !f->open, NULL);
    }
}
