/* bundle.c: writes the one device program that a run needs. SPDX-License-Identifier: MIT */
#include "source/bundle.h"
#include "source/directive.h"
#include "source/embedded.h"
#include "source/words.h"
#include "base/names.h"
#include "base/try.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The files a program may include: the embedded ones by their index, then the user's. */
struct writer {
    const struct contensou__bundle *bundle;
    struct contensou__text *out;
    unsigned char *seen;
    struct contensou_error *err;
};

struct place {
    const char *file;
    int line;
};

static struct contensou__bundle_entry *add_entry(struct contensou__bundle *b, const char *what)
{
    if (b->count < contensou__bundle_max)
        return &b->entry[b->count++];
    if (!b->problem[0])
        snprintf(b->problem, sizeof b->problem,
                 "a program has at most %d defines and includes; '%.90s' is one too many",
                 contensou__bundle_max, what);
    return NULL;
}

static void copy_word(struct contensou__bundle *b, char *to, size_t size, const char *from)
{
    const int length = snprintf(to, size, "%s", from);

    if ((length < 0 || (size_t)length >= size) && !b->problem[0])
        snprintf(b->problem, sizeof b->problem,
                 "'%.90s..' is longer than the %zu characters allowed", from, size - 1);
}

void contensou__bundle_define(struct contensou__bundle *b, const char *name, const char *value)
{
    struct contensou__bundle_entry *entry = add_entry(b, name);

    if (!entry)
        return;
    copy_word(b, entry->name, sizeof entry->name, name);
    copy_word(b, entry->value, sizeof entry->value, value);
}

void contensou__bundle_number(struct contensou__bundle *b, const char *name, int value)
{
    char text[16];

    snprintf(text, sizeof text, "%d", value);
    contensou__bundle_define(b, name, text);
}

void contensou__bundle_role(struct contensou__bundle *b, const char *role, const char *prefix,
                            const char *end)
{
    char name[64];

    snprintf(name, sizeof name, "%s%s", prefix, end);
    contensou__bundle_define(b, role, name);
}

void contensou__bundle_include(struct contensou__bundle *b, const char *path)
{
    struct contensou__bundle_entry *entry = add_entry(b, path);

    if (!entry)
        return;
    entry->user = b->user_path && strcmp(path, b->user_path) == 0;
    if (!entry->user)
        copy_word(b, entry->include, sizeof entry->include, path);
}

/* The line that follows is the given one of the file. */
static void mark(struct writer *w, struct place at)
{
    contensou__directive_put_mark(w->out, at.file, at.line);
}

static enum contensou_status unknown(const struct writer *w, struct place at, const char *path,
                                     size_t size)
{
    OWNED(contensou__try_free)
    const char **names = malloc((contensou__embedded_count + 1) * sizeof *names);
    const char *near = NULL;
    char asked[256];

    snprintf(asked, sizeof asked, "%.*s", (int)(size < 255 ? size : 255), path);
    for (size_t i = 0; names && i < contensou__embedded_count; ++i)
        names[i] = contensou__embedded_files[i].path;
    if (names)
        near = contensou__names_nearest(asked, names, contensou__embedded_count);
    return contensou_fail(w->err, CONTENSOU_ENOTFOUND,
                          "%s:%d includes '%s', which is not a file under kernels/%s%s%s", at.file,
                          at.line, asked, near ? "; did you mean '" : "", near ? near : "",
                          near ? "'?" : "");
}

static enum contensou_status include_file(struct writer *w, const char *path, size_t size,
                                          struct place at);

/* A mark of the text itself, as a user's file has them around what it includes: the next line is that of
 * another file. named[] is for its name. */
static void follow_mark(struct place *at, const char *line, const char *end, char named[1024])
{
    const char *file;
    size_t size, k = 0;
    const long number = contensou__directive_mark(line, end, &file, &size);

    if (!number || size >= 1024)
        return;
    for (size_t i = 0; i < size; ++i)
        if (file[i] != '\\' || i + 1 == size || ++i < size)
            named[k++] = file[i];
    named[k] = '\0';
    *at = (struct place){named, (int)number - 1};
}

static enum contensou_status expand(struct writer *w, const char *text, const char *file)
{
    struct place at = {file, 1};
    char named[1024];
    int comment = 0;

    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) /* a byte order mark is legal only at the start */
        text += 3;
    mark(w, at);
    for (; *text; ++at.line) {
        const char *newline = strchr(text, '\n');
        const char *end = newline ? newline + 1 : text + strlen(text), *path = NULL;
        size_t size = 0;

        if (!comment &&
            contensou__directive_kind(text, end, &path, &size) == contensou__directive_quoted) {
            TRY(include_file(w, path, size, at));
            text = path + size + 1;
            mark(w, at);
        } else if (!comment) {
            follow_mark(&at, text, end, named);
        }
        contensou__text_append(w->out, text, (size_t)(end - text));
        comment = contensou__directive_in_comment(text, end, comment);
        text = end;
    }
    contensou__text_append(w->out, "\n", 1);
    return CONTENSOU_OK;
}

static enum contensou_status include_user(struct writer *w)
{
    unsigned char *seen = &w->seen[contensou__embedded_count];

    if (*seen)
        return CONTENSOU_OK;
    *seen = 1;
    return expand(w, w->bundle->user_text, w->bundle->user_path);
}

static enum contensou_status include_file(struct writer *w, const char *path, size_t size,
                                          struct place at)
{
    const struct contensou__bundle *b = w->bundle;
    const size_t i = contensou__words_embedded(path, size);

    if (i < contensou__embedded_count) {
        if (w->seen[i])
            return CONTENSOU_OK;
        w->seen[i] = 1;
        return expand(w, contensou__embedded_files[i].text, contensou__embedded_files[i].path);
    }
    return b->user_path && strlen(b->user_path) == size && memcmp(b->user_path, path, size) == 0
               ? include_user(w)
               : unknown(w, at, path, size);
}

static enum contensou_status write_entries(struct writer *w)
{
    struct place at = {"program", 1};

    mark(w, at);
    for (int i = 0; i < w->bundle->count; ++i, ++at.line) {
        const struct contensou__bundle_entry *entry = &w->bundle->entry[i];

        if (!entry->user && !entry->include[0]) {
            contensou__text_printf(w->out, "#define %s %s\n", entry->name, entry->value);
            continue;
        }
        TRY(entry->user ? include_user(w)
                        : include_file(w, entry->include, strlen(entry->include), at));
        mark(w, (struct place){at.file, at.line + 1});
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__bundle_write(const struct contensou__bundle *b,
                                              struct contensou__text *out,
                                              struct contensou_error *err)
{
    OWNED(contensou__try_free) unsigned char *seen = calloc(contensou__embedded_count + 1, 1);
    struct writer w = {.bundle = b, .out = out, .seen = seen, .err = err};

    if (b->problem[0])
        return WRONG(err, "%s", b->problem);
    if (!b->user_path != !b->user_text)
        return WRONG(err, "a user's file needs its path and its text");
    TRY(contensou__try_memory(seen, err, "the program text"));
    TRY(write_entries(&w));
    return contensou__try_memory(out->failed ? NULL : out, err, "the program text");
}
