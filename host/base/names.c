/* names.c: finds a name in a list, and the nearest one when it is not there.
 *
 * Nearness is the number of insertions, deletions, exchanges of a letter and swaps of neighbours
 * (optimal string alignment, R. A. Wagner and M. J. Fischer 1974), letter case aside.
 * SPDX-License-Identifier: MIT */
#include "base/names.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 }; /* longer names are never near another */

const char *const contensou__names_frames[2] = {"body", "ground"};

int contensou__names_find(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return (int)i;
    return -1;
}

size_t contensou__names_next(const char **list, char *name, size_t size)
{
    const size_t length = strcspn(*list, ",");

    snprintf(name, size, "%.*s", (int)(length < size ? length : size - 1), *list);
    *list = (*list)[length] ? *list + length + 1 : NULL;
    return length;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The number of edits between a[n] and b[m], both at most LONGEST. */
static int edits(const char *a, size_t n, const char *b, size_t m)
{
    int rows[3][LONGEST + 1];
    int *older = rows[0], *old = rows[1], *now = rows[2];

    for (size_t j = 0; j <= m; j++)
        now[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int *const spare = older;

        older = old;
        old = now;
        now = spare;
        now[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            const char x = lower(a[i - 1]), y = lower(b[j - 1]);

            now[j] = least(old[j - 1] + (x != y), least(old[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
                now[j] = least(now[j], older[j - 2] + 1);
        }
    }
    return now[m];
}

static int begins_with(const char *whole, const char *part)
{
    while (*part && lower(*whole) == lower(*part))
        whole++, part++;
    return !*part;
}

const char *contensou__names_nearest(const char *name, const char *const *names, size_t count)
{
    const size_t size = strlen(name);
    const char *nearest = NULL, *longer = NULL;
    int best = LONGEST + 1, begun = 0;

    if (size == 0 || size > LONGEST)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const size_t other = strlen(names[i]);
        int distance;

        if (other == 0 || other > LONGEST)
            continue;
        distance = edits(name, size, names[i], other);
        /* A third of the letters may be wrong; of one or two, none but their case. */
        if (distance < best && distance <= (int)(size < other ? other : size) / 3) {
            best = distance;
            nearest = names[i];
        }
        if (size > 1 && begins_with(names[i], name)) {
            longer = names[i];
            begun++;
        }
    }
    return nearest ? nearest : begun == 1 ? longer : NULL;
}

enum contensou_status contensou__names_fail(struct contensou_error *err, const char *what,
                                            const char *name, const char *const *names,
                                            size_t count)
{
    const char *nearest = contensou__names_nearest(name, names, count);
    struct contensou__text text = {0};

    contensou__text_printf(&text, "no %s named '%.80s'; ", what, name);
    if (nearest)
        contensou__text_printf(&text, "did you mean '%s'? ", nearest);
    contensou__text_printf(&text, "available: %s", count ? "" : "none");
    for (size_t i = 0; i < count; i++)
        contensou__text_printf(&text, "%s%s", i ? ", " : "", names[i]);
    if (text.failed)
        contensou_fail(err, CONTENSOU_ENOTFOUND, "no %s named '%.80s'", what, name);
    else
        contensou_fail(err, CONTENSOU_ENOTFOUND, "%s", text.data);
    contensou__text_free(&text);
    return CONTENSOU_ENOTFOUND;
}
