/* parts.c: the parts of the library by name. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/parts.h"
#include "cli/options.h"

#include "base/try.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum contensou_status contensou__parts_open(struct contensou__parts *p,
                                            enum contensou_catalogue_kind kind,
                                            const char *property, const char *text,
                                            struct contensou_error *err)
{
    size_t count;

    *p = (struct contensou__parts){0};
    TRY(contensou_catalogue_create(&p->catalogue, kind, err));
    count = contensou_catalogue_count(p->catalogue);
    p->name = malloc((count + 1) * sizeof *p->name);
    TRY(contensou__try_memory(p->name, err, "the names of a list"));
    for (size_t i = 0; i < count; i++) {
        const struct contensou_catalogue_part *part = contensou_catalogue_part(p->catalogue, i);

        if (!property || !strcmp(contensou_catalogue_property(part, property), text))
            p->name[p->count++] = part->name;
    }
    return CONTENSOU_OK;
}

void contensou__parts_free(struct contensou__parts *p)
{
    contensou_catalogue_free(p->catalogue);
    free(p->name);
    *p = (struct contensou__parts){0};
}

/* From the folder of the program, where the build does not say otherwise. */
#ifndef CONTENSOU_EXAMPLES
#    define CONTENSOU_EXAMPLES "../share/contensou/examples"
#endif

/* What stands for which names. */
static const struct {
    const char *word;
    enum contensou_catalogue_kind kind;
    const char *property, *text;
} words[] = {
    {"{laws}", CONTENSOU_CATALOGUE_LAWS, NULL, NULL},
    {"{contact laws}", CONTENSOU_CATALOGUE_LAWS, "friction", "contact"},
    {"{models}", CONTENSOU_CATALOGUE_MODELS, NULL, NULL},
    {"{engines}", CONTENSOU_CATALOGUE_ENGINES, NULL, NULL},
    {"{languages}", CONTENSOU_CATALOGUE_LANGUAGES, NULL, NULL},
};
enum { word_count = sizeof words / sizeof words[0] };

static void put_names(size_t word, struct contensou__text *out)
{
    struct contensou__parts p;
    struct contensou_error err;

    if (contensou__parts_open(&p, words[word].kind, words[word].property, words[word].text, &err))
        out->failed = 1;
    for (size_t i = 0; i < p.count; i++)
        contensou__text_printf(out, "%s%s", i ? ", " : "", p.name[i]);
    contensou__parts_free(&p);
}

/* The folder of examples beside the program, as it is installed. */
static void put_examples(struct contensou__text *out)
{
    static const char beside[] = "/" CONTENSOU_EXAMPLES;
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof beside);
    char *slash, *whole = NULL;

    path[length > 0 ? length : 0] = '\0';
    slash = strrchr(path, '/');
    if (slash) {
        strcpy(slash, beside);
        whole = realpath(path, NULL);
    }
    contensou__text_printf(
        out, "%s", whole ? whole : "share/contensou/examples (in the source: bench/examples)");
    free(whole);
}

/* A setting, as a command line writes it; 0 where there is none of that name. */
static int put_setting(const char *name, size_t length, struct contensou__text *out)
{
    char word[64];

    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), name);
    if (!contensou__options_is_setting(word))
        return 0;
    contensou__text_printf(out, "--%s", word);
    return 1;
}

/* What stands for a word in braces, {word}; 0 where nothing does. */
static int put_word(const char *brace, size_t length, struct contensou__text *out)
{
    static const char examples[] = "{examples}";

    if (length == strlen(examples) && !strncmp(brace, examples, length)) {
        put_examples(out);
        return 1;
    }
    for (size_t word = 0; word < word_count; word++)
        if (strlen(words[word].word) == length && !strncmp(brace, words[word].word, length)) {
            put_names(word, out);
            return 1;
        }
    return put_setting(brace + 1, length - 2, out);
}

void contensou__parts_expand(const char *text, struct contensou__text *out)
{
    while (*text) {
        const size_t plain = strcspn(text, "{");
        const char *const brace = text + plain, *const end = strchr(brace, '}');

        contensou__text_append(out, text, plain);
        if (!end) {
            contensou__text_printf(out, "%s", brace);
            return;
        }
        if (!put_word(brace, (size_t)(end + 1 - brace), out))
            contensou__text_append(out, brace, (size_t)(end + 1 - brace));
        text = end + 1;
    }
}
