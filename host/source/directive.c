/* directive.c: what a line of program text is to the preprocessor. SPDX-License-Identifier: MIT */
#include "source/directive.h"

#include <string.h>

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        ++at;
    return at;
}

/* What follows the directive of this name, or NULL. */
static const char *behind(const char *line, const char *end, const char *word)
{
    const size_t size = strlen(word);

    line = skip_blanks(line, end);
    if (line == end || *line != '#')
        return NULL;
    line = skip_blanks(line + 1, end);
    if ((size_t)(end - line) < size || memcmp(line, word, size) != 0)
        return NULL;
    line += size;
    if (line < end && ((*line >= 'a' && *line <= 'z') || *line == '_'))
        return NULL; /* a longer word */
    return skip_blanks(line, end);
}

enum contensou__directive_kind contensou__directive_kind(const char *line, const char *end,
                                                         const char **path, size_t *size)
{
    static const char once[] = "once";
    const char *at = behind(line, end, "include");
    const char *close;

    if (!at && (behind(line, end, "include_next") || behind(line, end, "import")))
        return contensou__directive_other;
    if (!at) {
        at = behind(line, end, "pragma");
        return at && (size_t)(end - at) >= sizeof once - 1 && memcmp(at, once, sizeof once - 1) == 0
                   ? contensou__directive_once
                   : contensou__directive_none;
    }
    close = at < end && (*at == '"' || *at == '<')
                ? memchr(at + 1, *at == '"' ? '"' : '>', (size_t)(end - at - 1))
                : NULL;
    if (!close)
        return contensou__directive_other;
    *path = at + 1;
    *size = (size_t)(close - at - 1);
    return *at == '"' ? contensou__directive_quoted : contensou__directive_angled;
}

int contensou__directive_in_comment(const char *line, const char *end, int inside)
{
    for (const char *c = line; c < end; ++c) {
        if (inside) {
            if (c[0] == '*' && c[1] == '/') {
                inside = 0;
                ++c;
            }
        } else if (*c == '"' || *c == '\'') {
            const char quote = *c;

            for (++c; c < end && *c != quote; ++c)
                if (*c == '\\' && c + 1 < end)
                    ++c;
        } else if (c[0] == '/' && c[1] == '/') {
            return 0;
        } else if (c[0] == '/' && c[1] == '*') {
            inside = 1;
            ++c;
        }
    }
    return inside;
}

void contensou__directive_put_mark(struct contensou__text *to, const char *file, long line)
{
    contensou__text_printf(to, "#line %ld \"", line);
    for (const char *c = file; *c; ++c) {
        if (*c == '"' || *c == '\\')
            contensou__text_append(to, "\\", 1);
        contensou__text_append(to, *c == '\n' ? " " : c, 1);
    }
    contensou__text_append(to, "\"\n", 2);
}

long contensou__directive_mark(const char *line, const char *end, const char **file, size_t *size)
{
    const char *at = behind(line, end, "line");
    const char *close;
    long number = 0;

    for (; at && at < end && *at >= '0' && *at <= '9' && number < 100000000; ++at)
        number = 10 * number + (*at - '0');
    at = at ? skip_blanks(at, end) : NULL;
    if (!at || at == end || *at != '"' || !(close = memchr(at + 1, '"', (size_t)(end - at - 1))))
        return 0;
    *file = at + 1;
    *size = (size_t)(close - at - 1);
    return number;
}
