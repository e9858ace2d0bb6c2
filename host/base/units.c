/* units.c: units by their names. SPDX-License-Identifier: MIT */
#include "base/units.h"

#include "base/names.h"

#include <stdio.h>
#include <string.h>

enum kind { length, angle, force, time_, kinds };

enum { count = 14 };
static const char *const names[count] = {"m",   "mm", "cm", "um", "in",  "rad", "deg",
                                         "rev", "N",  "mN", "kN", "lbf", "s",   "ms"};
static const struct {
    enum kind kind;
    double value;
} rows[count] = {{length, 1},
                 {length, 1e-3},
                 {length, 1e-2},
                 {length, 1e-6},
                 {length, 0.0254},
                 {angle, 1},
                 {angle, 0.017453292519943295},
                 {angle, 6.283185307179586},
                 {force, 1},
                 {force, 1e-3},
                 {force, 1e3},
                 {force, 4.4482216152605},
                 {time_, 1},
                 {time_, 1e-3}};

enum contensou_status contensou__units_read(struct contensou__units *u, const char *list,
                                            const char *where, struct contensou_error *err)
{
    double value[kinds] = {1, 1, 1, 1};
    int seen[kinds] = {0};

    for (const char *at = list ? list : ""; *at; at += strspn(at, " ,;\t")) {
        const size_t size = strcspn(at, " ,;\t");
        char name[24], what[300];
        int k;

        snprintf(name, sizeof name, "%.*s", (int)(size < 20 ? size : 20), at);
        at += size;
        if (!size)
            continue;
        k = contensou__names_find(name, names, count);
        snprintf(what, sizeof what, "unit (in %.250s)", where);
        if (k < 0)
            return contensou__names_fail(err, what, name, names, count);
        if (seen[rows[k].kind]++)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: '%s' is a second unit of the same kind; a table has one of "
                                  "each",
                                  where, name);
        value[rows[k].kind] = rows[k].value;
    }
    *u = (struct contensou__units){value[length], value[angle], value[force], value[time_]};
    return CONTENSOU_OK;
}
