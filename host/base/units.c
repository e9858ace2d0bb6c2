/* units.c: units by their names. SPDX-License-Identifier: MIT */
#include "base/units.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { count = 19 };
static const char *const names[count] = {"m",   "mm",  "cm",  "um",  "in",  "rad", "deg",
                                         "rev", "N",   "mN",  "kN",  "lbf", "s",   "ms",
                                         "Pa",  "kPa", "MPa", "bar", "psi"};
static const struct {
    enum contensou__units_kind kind;
    double value;
} rows[count] = {{contensou__units_length, 1},
                 {contensou__units_length, 1e-3},
                 {contensou__units_length, 1e-2},
                 {contensou__units_length, 1e-6},
                 {contensou__units_length, 0.0254},
                 {contensou__units_angle, 1},
                 {contensou__units_angle, 0.017453292519943295},
                 {contensou__units_angle, 6.283185307179586},
                 {contensou__units_force, 1},
                 {contensou__units_force, 1e-3},
                 {contensou__units_force, 1e3},
                 {contensou__units_force, 4.4482216152605},
                 {contensou__units_time, 1},
                 {contensou__units_time, 1e-3},
                 {contensou__units_pressure, 1},
                 {contensou__units_pressure, 1e3},
                 {contensou__units_pressure, 1e6},
                 {contensou__units_pressure, 1e5},
                 {contensou__units_pressure, 6894.757293168361}};

int contensou__units_same(double one, double other)
{
    return fabs(one - other) <= 1e-12 * fmax(fabs(one), fabs(other));
}

/* The value of a kind inside the struct. */
static double *member(struct contensou__units *u, enum contensou__units_kind kind)
{
    double *const at[contensou__units_kinds] = {&u->length, &u->angle, &u->force, &u->time,
                                                &u->pressure};

    return at[kind];
}

enum contensou_status contensou__units_read(struct contensou__units *u, const char *list,
                                            const char *where, struct contensou_error *err)
{
    *u = (struct contensou__units){1, 1, 1, 1, 1, {0}};
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
        if (u->named[rows[k].kind]++)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s: '%s' is a second unit of the same kind; a table has one of "
                                  "each",
                                  where, name);
        *member(u, rows[k].kind) = rows[k].value;
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__units_of_file(struct contensou__units *u, const char *list,
                                               const char *line, const char *path,
                                               struct contensou_error *err)
{
    struct contensou__units own;
    char where[300];
    snprintf(where, sizeof where, "'# units' of %.250s", path);
    TRY(contensou__units_read(u, list, "the units that are given for the file", err));
    TRY(contensou__units_read(&own, line, where, err));
    for (int k = 0; k < contensou__units_kinds; ++k) {
        if (u->named[k] && own.named[k] && !contensou__units_same(*member(u, k), *member(&own, k)))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s says '# units %s', but the units are given as %s: leave one "
                                  "of the two out",
                                  path, line, list);
        if (own.named[k])
            *member(u, k) = *member(&own, k);
        u->named[k] |= own.named[k];
    }
    return CONTENSOU_OK;
}

/* A number, or nothing, with this name behind it. */
static int ends_with(const char *text, const char *name, double *value)
{
    const size_t size = strlen(text), tail = strlen(name);
    char head[64];

    if (size < tail || size - tail >= sizeof head || strcmp(text + size - tail, name) != 0)
        return 0;
    snprintf(head, sizeof head, "%.*s", (int)(size - tail), text);
    *value = 1;
    return !head[strspn(head, " ")] || !contensou__numbers_parse(head, "", value, NULL);
}

enum contensou_status contensou__units_number(const char *text, enum contensou__units_kind kind,
                                              const char *what, double *value,
                                              struct contensou_error *err)
{
    char known[80] = "";
    enum contensou_status status;

    for (int k = 0; k < count; ++k) {
        const size_t used = strlen(known);

        if (rows[k].kind != kind)
            continue;
        if (ends_with(text, names[k], value)) {
            *value *= rows[k].value;
            break;
        }
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", names[k]);
        *value = NAN;
    }
    if (!isnan(*value))
        status = CONTENSOU_OK;
    else if ((status = contensou__numbers_parse(text, what, value, NULL)) != CONTENSOU_OK)
        return WRONG(err, "%s: '%.60s' is no number, with or without one of the units %s", what,
                     text, known);
    if (!(*value > 0) || !isfinite(*value))
        return WRONG(err, "%s %.60s: it is a number above 0", what, text);
    return status;
}

enum contensou_status contensou__units_contact(const char *text, const char *what, double *length,
                                               double *pressure, struct contensou_error *err)
{
    *length = *pressure = 0;
    for (const char *at = text && *text ? text : NULL; at;
         at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char part[64];
        double value;
        enum contensou_status status;

        snprintf(part, sizeof part, "%.*s", (int)(strcspn(at, ",") < 60 ? strcspn(at, ",") : 60),
                 at);
        if (at != text && !*pressure &&
            !contensou__units_number(part, contensou__units_pressure, what, pressure, NULL))
            continue;
        status = contensou__units_number(part, contensou__units_length, what, &value, err);
        if (status || *length > 0)
            return WRONG(err,
                         "%s %.60s: it is the unit of length of the contact, one of m, mm, "
                         "cm, um, in or such as 50mm, and behind a comma that of its "
                         "pressures, one of Pa, kPa, MPa, bar, psi",
                         what, text);
        *length = value;
    }
    return CONTENSOU_OK;
}

struct contensou__units_text contensou__units_length_text(double metres)
{
    struct contensou__units_text out;

    for (int k = 0; k < count; ++k)
        if (rows[k].kind == contensou__units_length &&
            contensou__units_same(metres, rows[k].value)) {
            snprintf(out.text, sizeof out.text, "%s", names[k]);
            return out;
        }
    snprintf(out.text, sizeof out.text, "%.17gm", metres);
    return out;
}
