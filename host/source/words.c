/* words.c: words of a C text. SPDX-License-Identifier: MIT */
#include "source/words.h"

#include "source/embedded.h"

#include <string.h>

/* Where the comment at `from` ends, or `from` itself. */
static const char *behind_comment(const char *from)
{
    const char *end;

    if (from[0] == '/' && from[1] == '/')
        return from + strcspn(from, "\n");
    if (from[0] != '/' || from[1] != '*')
        return from;
    end = strstr(from + 2, "*/");
    return end ? end + 2 : from + strlen(from);
}

void contensou__words_strip(const char *text, struct contensou__text *code)
{
    int quoted = 0;

    while (*text) {
        const char *const next = quoted ? text : behind_comment(text);

        if (next != text) {
            contensou__text_append(code, " ", 1);
            text = next;
            continue;
        }
        if (*text == '"' || *text == '\n')
            quoted = *text == '"' && !quoted;
        contensou__text_append(code, text++, 1);
    }
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const char *contensou__words_find(const char *code, const char *word)
{
    const size_t size = strlen(word);

    for (const char *at = strstr(code, word); at; at = strstr(at + size, word))
        if ((at == code || !is_letter(at[-1])) && !is_letter(at[size]))
            return at;
    return NULL;
}

const char *contensou__words_defines(const char *code, const char *word)
{
    static const char define[] = "define";
    const size_t size = sizeof define - 1;

    for (const char *at = contensou__words_find(code, define); at;
         at = contensou__words_find(at + size, define)) {
        const char *const name = at + size + strspn(at + size, " \t");
        const size_t length = strlen(word);

        if (strncmp(name, word, length) == 0 && !is_letter(name[length]))
            return name + length;
    }
    return NULL;
}

size_t contensou__words_embedded(const char *path, size_t size)
{
    size_t i = 0;

    while (i < contensou__embedded_count &&
           (strlen(contensou__embedded_files[i].path) != size ||
            memcmp(contensou__embedded_files[i].path, path, size) != 0))
        ++i;
    return i;
}

const char *contensou__words_kernel(const char *path)
{
    const size_t i = contensou__words_embedded(path, strlen(path));

    return i < contensou__embedded_count ? contensou__embedded_files[i].text : NULL;
}
