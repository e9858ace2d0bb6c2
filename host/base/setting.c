/* setting.c: how a message names a setting. SPDX-License-Identifier: MIT */
#include "base/setting.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char mark = SETTING("")[0];

/* Written once at the start of a program, before it has threads (contensou/process.h). */
static struct {
    char prefix[8], joint;
} spelling = {"", '-'};

void contensou__setting_spelling(const char *prefix, char joint)
{
    snprintf(spelling.prefix, sizeof spelling.prefix, "%s", prefix);
    spelling.joint = joint;
}

static int is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

void contensou__setting_spell(char *text, size_t size)
{
    const size_t prefix = strlen(spelling.prefix);

    for (char *at = strchr(text, mark); at; at = strchr(at, mark)) {
        const size_t room =
            size - (size_t)(at - text) - 1; /* behind the mark's place, but for the last 0 */
        const size_t shown = prefix < room ? prefix : room;
        size_t rest = strlen(at + 1);

        rest = rest < room - shown ? rest : room - shown;
        memmove(at + shown, at + 1, rest);
        memcpy(at, spelling.prefix, shown);
        at[shown + rest] = '\0';
        for (at += shown; is_of_name(*at); ++at)
            if (*at == '-')
                *at = spelling.joint;
    }
}

void contensou__setting_spell_text(struct contensou__text *text)
{
    const size_t size = text->size;

    for (const char *at = text->data ? strchr(text->data, mark) : NULL; at && !text->failed;) {
        const size_t next = (size_t)(at - text->data) + 1;

        contensou__text_append(text, spelling.prefix, strlen(spelling.prefix)); /* room */
        at = text->failed ? NULL : strchr(text->data + next, mark);
    }
    if (text->data && !text->failed) {
        text->data[size] = '\0';
        contensou__setting_spell(text->data, text->capacity);
        text->size = strlen(text->data);
    }
}

void contensou__setting_tell_list(void (*note)(void *context, const char *sentence), void *context,
                                  const char *format, va_list arguments)
{
    struct contensou__text text = {0};

    contensou__text_vprintf(&text, format, arguments);
    contensou__setting_spell_text(&text);
    if (!text.failed)
        note(context, text.data);
    contensou__text_free(&text);
}

void contensou__setting_tell(void (*note)(void *context, const char *sentence), void *context,
                             const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    contensou__setting_tell_list(note, context, format, arguments);
    va_end(arguments);
}
