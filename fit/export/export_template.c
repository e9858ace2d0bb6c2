/* export_template.c: texts with words in capitals that are replaced. SPDX-License-Identifier: MIT */
#include "fit/export/export_template.h"

#include "source/embedded.h"

#include <string.h>

extern const struct contensou__embedded_file contensou__export_texts_files[];
extern const size_t contensou__export_texts_count;

const char *contensou__export_template_file(const char *file, struct contensou__text *out)
{
    for (size_t i = 0; i < contensou__export_texts_count && file; ++i)
        if (strcmp(contensou__export_texts_files[i].path, file) == 0)
            return contensou__export_texts_files[i].text;
    out->failed |= file != NULL;
    return NULL;
}

void contensou__export_template_fill(const char *text, const struct contensou__export_word *words,
                                     struct contensou__text *out)
{
    for (const char *at = text; at && *at;) {
        const struct contensou__export_word *w = words;

        while (w->word && strncmp(at, w->word, strlen(w->word)) != 0)
            ++w;
        if (w->word)
            contensou__text_printf(out, "%s", w->value);
        else
            contensou__text_append(out, at, 1);
        at += w->word ? strlen(w->word) : 1;
    }
}
