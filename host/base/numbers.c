/* numbers.c: numbers, ranges and lists as people write them on a command line.
 *
 * number  sign? (decimal | decimal? "*"? "pi") ("/" decimal)? "deg"?
 * range   number ":" number ":" count
 * list    number ("," number)*
 * SPDX-License-Identifier: MIT */
#include "base/numbers.h"

#include "base/names.h"
#include "base/pi.h"
#include "base/setting.h"
#include "base/decimal.h"
#include "base/try.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most = 1e9; /* members of a range or a list */

static const char *skip_spaces(const char *s)
{
    return s + strspn(s, " \t");
}

/* Reads one number; returns what follows it, or NULL where there is none. */
static const char *read_number(const char *text, double *value)
{
    const char *s = skip_spaces(text), *next;
    double sign = 1.0, over;
    int turns = 0; /* pi was written */

    if (*s == '-' || *s == '+')
        sign = *s++ == '-' ? -1.0 : 1.0;
    if (*s == '-' || *s == '+')
        return NULL;
    *value = 1.0;
    next = contensou__decimal_read(s, value);
    s = next ? next : s;
    if (next && s[0] == '*' && strncmp(s + 1, "pi", 2) == 0)
        s++;
    if (strncmp(s, "pi", 2) == 0) {
        turns = 1;
        *value *= pi;
        s += 2;
    } else if (!next)
        return NULL;
    *value *= sign;
    if (*s == '/') {
        s++;
        next = *s == '-' || *s == '+' ? NULL : contensou__decimal_read(s, &over);
        if (!next)
            return NULL;
        *value /= over;
        s = next;
    }
    if (!turns && strncmp(s, "deg", 3) == 0) {
        *value = *value * pi / 180.0;
        s += 3;
    }
    return skip_spaces(s);
}

/* text[0..size) must be one finite number. */
static enum contensou_status parse_part(const char *text, size_t size, const char *what,
                                        double *value, struct contensou_error *err)
{
    const int shown = size < 60 ? (int)size : 60;
    const char *const dots = size > 60 ? "..." : "";
    char part[512];
    const char *end;
    double read;

    if (strspn(text, " \t") >= size)
        return WRONG(err, "%s: a number is missing (write 0.5, -1e-3, pi/2, 30deg or 8/3)", what);
    if (size >= sizeof part)
        return WRONG(err, "%s: '%.*s%s' is too long for a number", what, shown, text, dots);
    memcpy(part, text, size);
    part[size] = '\0';
    end = read_number(part, &read);
    if (!end || end != part + size)
        return WRONG(err, "%s: '%.*s%s' is not a number (write 0.5, -1e-3, pi/2, 30deg or 8/3)",
                     what, shown, text, dots);
    if (!isfinite(read))
        return WRONG(err, "%s: '%.*s%s' is not a finite number in double precision", what, shown,
                     text, dots);
    *value = read;
    return CONTENSOU_OK;
}

enum contensou_status contensou__numbers_parse(const char *text, const char *what, double *value,
                                               struct contensou_error *err)
{
    return parse_part(text, strlen(text), what, value, err);
}

enum contensou_status contensou__numbers_whole(const char *text, const char *what, long low,
                                               long high, long *value, struct contensou_error *err)
{
    const char *const start = skip_spaces(text);
    char *end = NULL;
    const char *stop;
    double number = 0.0;
    int outside;
    long read;

    errno = 0;
    read = strtol(start, &end, 10);
    outside = errno == ERANGE || read < low || read > high;
    if (end == start || *skip_spaces(end)) {
        /* 1e6 is a whole number too, as far as a double tells the whole numbers apart. */
        stop = contensou__decimal_read(start, &number);
        if (!stop || *skip_spaces(stop) || number != floor(number))
            return WRONG(err, "%s: '%.60s' is not a whole number (from %ld to %ld)", what, text,
                         low, high);
        outside =
            fabs(number) > 9007199254740992.0 || number < (double)low || number > (double)high;
        read = outside ? 0 : (long)number;
    }
    if (outside)
        return WRONG(err, "%s: %.60s is not in the range from %ld to %ld", what, text, low, high);
    *value = read;
    return CONTENSOU_OK;
}

/* The count of a range, and the rule that one point has no room for two ends. */
static enum contensou_status parse_count(const char *text, const char *what, double lo, double hi,
                                         size_t *count, struct contensou_error *err)
{
    double number = 0.0;
    const char *end = contensou__decimal_read(skip_spaces(text), &number);

    if (!end || *skip_spaces(end) || number != floor(number) || isinf(number))
        return WRONG(err, "%s: the count '%.60s' of the range lo:hi:count is not a whole number",
                     what, text);
    if (number < 1.0 || number > most)
        return WRONG(err,
                     "%s: the count %.60s of the range lo:hi:count must be at least 1 and "
                     "at most 1e9",
                     what, text);
    if (number == 1.0 && lo != hi)
        return WRONG(err, "%s: a range of one point needs lo = hi, but they are %.17g and %.17g",
                     what, lo, hi);
    *count = (size_t)number;
    return CONTENSOU_OK;
}

static enum contensou_status allocate(size_t count, const char *what, double **values,
                                      struct contensou_error *err)
{
    *values = malloc(count * sizeof **values);
    return contensou__try_memory(*values, err, "%s: %zu numbers", what, count);
}

enum contensou_status contensou__numbers_span(const char *text, const char *what,
                                              struct contensou__numbers_span *span,
                                              struct contensou_error *err)
{
    const char *const first = strchr(text, ':');
    const char *const second = first ? strchr(first + 1, ':') : NULL;

    if (!second || strchr(second + 1, ':'))
        return WRONG(err, "%s: '%.60s' is not a range; write lo:hi:count, as in 0:pi:181", what,
                     text);
    TRY(parse_part(text, (size_t)(first - text), what, &span->lo, err));
    TRY(parse_part(first + 1, (size_t)(second - first - 1), what, &span->hi, err));
    return parse_count(second + 1, what, span->lo, span->hi, &span->count, err);
}

double contensou__numbers_member(const struct contensou__numbers_span *span, size_t i)
{
    const double lo = span->lo, hi = span->hi, last = (double)(span->count - 1);

    if (i == 0)
        return lo;
    if (i + 1 == span->count)
        return hi;
    if (isfinite((hi - lo) * last))
        return lo + (hi - lo) * (double)i / last;
    /* the ends are too far apart for their difference */
    return lo * (1.0 - (double)i / last) + hi * ((double)i / last);
}

/* Reads the parts between commas into values[count], which has room for all of them. */
static enum contensou_status parse_list(const char *text, const char *what, double *values,
                                        size_t count, struct contensou_error *err)
{
    for (size_t i = 0; i < count; i++) {
        const size_t size = strcspn(text, ",");

        TRY(parse_part(text, size, what, &values[i], err));
        text += size + (text[size] == ',');
    }
    return CONTENSOU_OK;
}

static size_t count_parts(const char *text)
{
    size_t count = 1;

    for (; *text; text++)
        count += *text == ',';
    return count;
}

enum contensou_status contensou__numbers_range(const char *text, const char *what, double **values,
                                               size_t *count, struct contensou_error *err)
{
    OWNED(contensou__try_free) double *made = NULL;
    struct contensou__numbers_span span = {.count = count_parts(text)};

    *values = NULL;
    *count = 0;
    if (strchr(text, ':'))
        TRY(contensou__numbers_span(text, what, &span, err));
    TRY(allocate(span.count, what, &made, err));
    if (strchr(text, ':'))
        for (size_t i = 0; i < span.count; i++)
            made[i] = contensou__numbers_member(&span, i);
    else
        TRY(parse_list(text, what, made, span.count, err));
    *values = made;
    *count = span.count;
    made = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__numbers_list(const char *text, const char *what, double *values,
                                              size_t count, struct contensou_error *err)
{
    const size_t parts = count_parts(text);

    if (parts != count)
        return WRONG(err, "%s: '%.60s' has %zu number%s; it needs %zu%s", what, text, parts,
                     parts == 1 ? "" : "s", count, count > 1 ? ", separated by commas" : "");
    return parse_list(text, what, values, count, err);
}

enum contensou_status contensou__numbers_list_word(const char *text, const char *what,
                                                   double *values, size_t count,
                                                   const char *const *words, size_t word_count,
                                                   int *word, struct contensou_error *err)
{
    const char *const last = strrchr(text, ',');
    char head[256];

    *word = -1;
    if (count_parts(text) != count + 1 || (size_t)(last - text) >= sizeof head)
        return contensou__numbers_list(text, what, values, count, err);
    *word = contensou__names_find(last + 1, words, word_count);
    if (*word < 0) {
        char kind[96];

        snprintf(kind, sizeof kind, "last word of %.60s", what);
        return contensou__names_fail(err, kind, last + 1, words, word_count);
    }
    snprintf(head, sizeof head, "%.*s", (int)(last - text), text);
    return contensou__numbers_list(head, what, values, count, err);
}

enum contensou_status contensou__numbers_section(const char *text,
                                                 struct contensou__numbers_section *s,
                                                 struct contensou_error *err)
{
    static const char *const ways[] = {"down", "both", "up"};
    const char *const equals = strchr(text, '='), *const comma = strchr(text, ',');
    char value[64];
    int way = 1;

    if (strcmp(text, "period") == 0) {
        *s = (struct contensou__numbers_section){.state = "period"};
        return CONTENSOU_OK;
    }
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof s->state ||
        (comma && comma < equals))
        return WRONG(
            err,
            SETTING("section") " %s is neither period, period=T nor STATE=VALUE[,up|down|both]",
            text);
    snprintf(s->state, sizeof s->state, "%.*s", (int)(equals - text), text);
    snprintf(value, sizeof value, "%.*s", comma ? (int)(comma - equals - 1) : 63, equals + 1);
    TRY(contensou__numbers_parse(value, SETTING("section"), &s->value, err));
    if (strcmp(s->state, "period") == 0 && (comma || !(s->value > 0)))
        return WRONG(err, SETTING("section") " %s: the period is one positive number", text);
    if (comma && (way = contensou__names_find(comma + 1, ways, 3)) < 0)
        return contensou__names_fail(err, "direction of the section", comma + 1, ways, 3);
    s->direction = way - 1;
    return CONTENSOU_OK;
}
