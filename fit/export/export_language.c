/* export_language.c: the languages by name, and what a function may be called in them. SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

#include "base/names.h"
#include "base/try.h"

#include <string.h>

#define LANGUAGE(name) &contensou__language_##name,
static const struct contensou__language *const languages[] = {ALL_LANGUAGES(LANGUAGE)};

#define NAME(name) #name,
const char *const contensou__export_language_names[] = {ALL_LANGUAGES(NAME)};

/* Whether the list has the word: its first `length` letters between blanks or at its end, or a beginning of it before a
 * star. */
static int listed(const char *list, const char *word, size_t length)
{
    while (*(list += strspn(list, " "))) {
        const size_t size = strcspn(list, " "), star = list[size - 1] == '*';

        if ((star ? length >= size : length == size) && strncmp(list, word, size - star) == 0)
            return 1;
        list += size;
    }
    return 0;
}

static int has_meaning(const struct contensou__language *l, const char *name)
{
    const size_t length = strlen(name);

    return listed(l->words, name, length) ||
           (l->variants && strchr(l->variants, name[length - 1]) &&
            listed(l->words, name, length - 1)) ||
           (l->base && has_meaning(l->base, name));
}

static int letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

enum contensou_status contensou__export_language_find(const char *name,
                                                      const struct contensou__language **language,
                                                      struct contensou_error *err)
{
    const char *const *names = contensou__export_language_names;
    const size_t count = contensou__export_language_count;
    const int found = contensou__names_find(name ? name : "", names, count);

    if (found < 0)
        return contensou__names_fail(err, "language", name ? name : "", names, count);
    *language = languages[found];
    return CONTENSOU_OK;
}

enum contensou_status contensou__export_language_check(const char *name, const char *language,
                                                       const char *locals,
                                                       struct contensou_error *err)
{
    const struct contensou__language *l;
    const size_t most = 63, length = strlen(name); /* MATLAB's namelengthmax; C99's too */
    int good;

    TRY(contensou__export_language_find(language, &l, err));
    good = letter(name[0]) || (!(l->base ? l->base : l)->begins_with_letter && name[0] == '_');
    for (size_t i = 1; i < length && good; ++i)
        good = letter(name[i]) || name[i] == '_' || (name[i] >= '0' && name[i] <= '9');
    if (!good || length > most)
        return WRONG(err,
                     "'%.200s' is no identifier of %s; a function's name is letters, "
                     "digits and _, at most %d, and begins with a letter",
                     name, language, (int)most);
    if (has_meaning(l, name))
        return WRONG(err,
                     "'%s' has a meaning in %s already; choose another name for the "
                     "function",
                     name, language);
    if (listed(" vx vy omega Tx Ty M wrench part slopes column length rows plain ", name, length) ||
        listed(locals, name, length))
        return WRONG(err,
                     "'%s' is a variable inside the function; choose another name for the "
                     "function",
                     name);
    return CONTENSOU_OK;
}
