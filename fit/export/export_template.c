/* export_template.c: texts with words in capitals that are replaced. SPDX-License-Identifier: MIT */
#include "fit/export/export_template.h"

#include "source/embedded.h"

#include <string.h>

extern const struct contensou__embedded_file contensou__export_texts_files[];
extern const size_t contensou__export_texts_count;

void contensou__export_template_fill(const char *file, const struct contensou__export_word *words,
                                     size_t count, struct contensou__text *out)
{
    const char *at = NULL;

    for (size_t i = 0; i < contensou__export_texts_count && !at; ++i)
        if (strcmp(contensou__export_texts_files[i].path, file) == 0)
            at = contensou__export_texts_files[i].text;
    out->failed |= !at;
    while (at && *at) {
        const char *next = at + 1;
        size_t found = count;

        for (size_t i = 0; i < count && found == count; ++i)
            if (strncmp(at, words[i].word, strlen(words[i].word)) == 0)
                found = i;
        if (found < count) {
            next = at + strlen(words[found].word);
            contensou__text_printf(out, "%s", words[found].value);
        } else
            contensou__text_append(out, at, 1);
        at = next;
    }
}

void contensou__export_template_put(const char *file, const char *name, int gradient, int with_mu,
                                    struct contensou__text *out)
{
    const struct contensou__export_word words[] = {
        {"LAW", name},
        {"BOUND", with_mu ? "N" : "mu N"},
        {"NOTE", gradient ? "The problem is convex, and its solution unique."
                          : "This law is no gradient: the step solves u = slip - inverse_mass "
                            "impulse, which may have several solutions."},
    };

    contensou__export_template_fill(file, words, sizeof words / sizeof *words, out);
}

void contensou__export_template_c_head(const char *name, int order, int gradient,
                                       struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "#ifndef %s_H\n#define %s_H\n\n#include <math.h>\n\n"
        "#ifndef %s_API /* define it as nothing for functions that are linked */\n"
        "#define %s_API static inline\n#endif\n\n"
        "/* n of the law's measure of slip; whether it is the gradient of its power */\n"
        "enum { %s_order = %d, %s_gradient = %d };\n\n",
        name, name, name, name, name, order, name, gradient);
}
