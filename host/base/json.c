/* json.c: writes JSON into a text. SPDX-License-Identifier: MIT */
#include "base/json.h"

#include "base/decimal.h"

#include <math.h>
#include <string.h>

static void put(struct contensou__json *j, const char *text)
{
    contensou__text_append(&j->text, text, strlen(text));
}

static void new_line(struct contensou__json *j)
{
    put(j, "\n");
    for (int i = 0; i < j->depth; ++i)
        put(j, "  ");
}

static void put_string(struct contensou__json *j, const char *text)
{
    put(j, "\"");
    while (*text) {
        const size_t size = contensou__text_character(text);

        if (size == 0)
            put(j, "\xEF\xBF\xBD");
        else if (*text == '"' || *text == '\\')
            contensou__text_printf(&j->text, "\\%c", *text);
        else if (*text == '\n')
            put(j, "\\n");
        else if ((unsigned char)*text < 0x20)
            contensou__text_printf(&j->text, "\\u%04x", (unsigned)*text);
        else
            contensou__text_append(&j->text, text, size);
        text += size ? size : 1;
    }
    put(j, "\"");
}

/* What stands before a value: the comma behind the last one, the line, the key. */
static void begin_value(struct contensou__json *j, const char *key, int nested)
{
    const size_t before = j->level[j->depth].count++;

    if (j->depth == 0)
        return;
    if (before)
        put(j, ",");
    if (!j->level[j->depth].is_array || nested)
        new_line(j);
    else if (before)
        put(j, " ");
    if (nested)
        j->level[j->depth].has_nested = 1;
    if (key) {
        put_string(j, key);
        put(j, ": ");
    }
}

static void begin(struct contensou__json *j, const char *key, int is_array)
{
    begin_value(j, key, 1);
    put(j, is_array ? "[" : "{");
    if (j->depth == contensou__json_deepest) {
        j->text.failed = 1;
        return;
    }
    ++j->depth;
    j->level[j->depth].is_array = (char)is_array;
    j->level[j->depth].has_nested = 0;
    j->level[j->depth].count = 0;
}

void contensou__json_object(struct contensou__json *j, const char *key)
{
    begin(j, key, 0);
}

void contensou__json_array(struct contensou__json *j, const char *key)
{
    begin(j, key, 1);
}

void contensou__json_end(struct contensou__json *j)
{
    const int is_array = j->level[j->depth].is_array;
    const int on_lines = is_array ? j->level[j->depth].has_nested : j->level[j->depth].count > 0;

    if (j->depth == 0)
        return;
    --j->depth;
    if (on_lines)
        new_line(j);
    put(j, is_array ? "]" : "}");
    if (j->depth == 0)
        put(j, "\n");
}

void contensou__json_string(struct contensou__json *j, const char *key, const char *value)
{
    begin_value(j, key, 0);
    if (value)
        put_string(j, value);
    else
        put(j, "null");
}

void contensou__json_number(struct contensou__json *j, const char *key, double value)
{
    char digits[32] = "null";

    begin_value(j, key, 0);
    if (isfinite(value))
        contensou__decimal_write(value, digits);
    put(j, digits);
}

void contensou__json_whole(struct contensou__json *j, const char *key, long value)
{
    begin_value(j, key, 0);
    contensou__text_printf(&j->text, "%ld", value);
}

void contensou__json_flag(struct contensou__json *j, const char *key, int value)
{
    begin_value(j, key, 0);
    put(j, value ? "true" : "false");
}

void contensou__json_numbers(struct contensou__json *j, const char *key, const double *value,
                             size_t count)
{
    contensou__json_array(j, key);
    for (size_t i = 0; i < count; ++i)
        contensou__json_number(j, NULL, value[i]);
    contensou__json_end(j);
}

void contensou__json_pair(struct contensou__json *j, const char *key, double a, double b)
{
    contensou__json_numbers(j, key, (const double[]){a, b}, 2);
}
