/* user_source.c: the text of a user's file with the files that it includes. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "source/user_source.h"

#include "base/checksum.h"
#include "base/try.h"
#include "source/directive.h"
#include "source/embedded.h"
#include "source/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { deepest = 32, most_places = 2000 };
static const size_t largest = (size_t)16 << 20; /* of all together */

struct reader {
    struct contensou__user_source *source;
    char *folder; /* of the user's file, without links, ended by a slash; NULL: it is no file */
    char *open[deepest];
    int depth, places; /* includes that were followed */
    struct contensou_error *err;
};

static enum contensou_status need(const struct reader *r, const void *made, const char *path)
{
    return contensou__try_memory(made, r->err, "%s", path);
}

/* Notes a file that was read; one that was read before stays as it is. */
static enum contensou_status note(struct reader *r, const char *path, const char *bytes,
                                  size_t size)
{
    struct contensou__user_source *const s = r->source;
    struct contensou__user_source_file *file;

    for (size_t i = 0; i < s->files; ++i)
        if (strcmp(s->file[i].path, path) == 0)
            return CONTENSOU_OK;
    file = realloc(s->file, (s->files + 1) * sizeof *file);
    TRY(need(r, file, path));
    s->file = file;
    file[s->files].path = strdup(path);
    TRY(need(r, file[s->files].path, path));
    file[s->files].sum = contensou__checksum_add(0, bytes, size);
    file[s->files++].size = size;
    return CONTENSOU_OK;
}

/* "folder of `from`" + "/" + name, for free(), or NULL. */
static char *beside(const char *from, const char *name, size_t size)
{
    const char *const slash = name[0] == '/' ? NULL : strrchr(from, '/');
    struct contensou__text path = {0};

    contensou__text_append(&path, from, slash ? (size_t)(slash + 1 - from) : 0);
    contensou__text_append(&path, name, size);
    if (!path.failed)
        return path.data;
    contensou__text_free(&path);
    return NULL;
}

static int is_open(const struct reader *r, const char *real)
{
    for (int i = 0; i < r->depth; ++i)
        if (strcmp(r->open[i], real) == 0)
            return 1;
    return 0;
}

static enum contensou_status expand(struct reader *r, const char *path, const char *text);

/* Puts a file into its place; `real` is its path without links. */
static enum contensou_status put_file(struct reader *r, const char *path, char *real)
{
    OWNED(contensou__text_free) struct contensou__text text = {0};

    if (is_open(r, real))
        return CONTENSOU_OK; /* a circle: its guard would leave it out */
    if (r->depth == deepest)
        return contensou_fail(r->err, CONTENSOU_EINPUT, "%s: includes go more than %d files deep",
                              path, (int)deepest);
    TRY(contensou__text_read_file(&text, path, r->err));
    if (text.size && memchr(text.data, '\0', text.size))
        return contensou_fail(r->err, CONTENSOU_EINPUT, "'%s' is no text: it has zero bytes", path);
    TRY(note(r, path, text.data ? text.data : "", text.size));
    if (++r->places > most_places)
        return contensou_fail(r->err, CONTENSOU_EINPUT,
                              "%s has, with what it includes, more than %d includes",
                              r->source->file[0].path, (int)most_places);
    r->open[r->depth++] = real;
    TRY(expand(r, path, text.data ? text.data : ""));
    --r->depth;
    return CONTENSOU_OK;
}

/* A line of a file. */
struct place {
    const char *path;
    long line;
    int conditional; /* 1: under a condition on OpenCL's own macros, so the line may not count */
};

/* An include that is not possible: an error, or where the line may not count one of the compiler. */
static enum contensou_status refuse(const struct reader *r, const struct place *at,
                                    const char *name, size_t size, const char *why)
{
    const int shown = (int)(size < 200 ? size : 200);

    if (!at->conditional)
        return contensou_fail(r->err, CONTENSOU_EINPUT, "%s:%ld includes '%.*s', which %s",
                              at->path, at->line, shown, name, why);
    contensou__text_printf(&r->source->text, "#error it includes '%.*s', which %s\n", shown, name,
                           why);
    return CONTENSOU_OK;
}

/* 1 if a file that said so was put in before. */
static int once_only(const struct reader *r, const char *path)
{
    OWNED(contensou__text_free) struct contensou__text text = {0};
    int before = 0;

    for (size_t i = 0; i < r->source->files; ++i)
        before |= strcmp(r->source->file[i].path, path) == 0;
    if (!before || contensou__text_read_file(&text, path, NULL))
        return 0;
    for (const char *line = text.data; line && *line;) {
        const char *const end = line + strcspn(line, "\n"), *name;
        size_t size;

        if (contensou__directive_kind(line, end, &name, &size) == contensou__directive_once)
            return 1;
        line = *end ? end + 1 : NULL;
    }
    return 0;
}

/* The file that a line names, put into its place. */
static enum contensou_status include(struct reader *r, const struct place *at, const char *name,
                                     size_t size)
{
    OWNED(contensou__try_free) char *path = NULL;
    OWNED(contensou__try_free) char *real = NULL;

    if (!r->folder)
        return refuse(
            r, at, name, size,
            "is no file of kernels/; a system that is given as a text includes no others");
    path = beside(at->path, name, size);
    TRY(need(r, path, at->path));
    real = realpath(path, NULL);
    if (!real) { /* as a compiler does: beside the user's own file too */
        free(path);
        path = beside(r->source->file[0].path, name, size);
        TRY(need(r, path, at->path));
        real = realpath(path, NULL);
    }
    if (!real)
        return refuse(r, at, name, size, "is neither a file in its folder nor one of kernels/");
    if (strncmp(real, r->folder, strlen(r->folder)) != 0)
        return refuse(r, at, name, size,
                      "is not in the folder of the system; a system includes files of its own "
                      "folder only, as they belong to what is run");
    return once_only(r, path) ? CONTENSOU_OK : put_file(r, path, real);
}

/* How many conditions are open, and which was the first on OpenCL's own macros (0: none). */
struct conditions {
    int depth, special;
};

static void follow(struct conditions *c, const char *line, const char *end)
{
    static const char macros[] = "__OPENCL";
    const char *at = line + strspn(line, " \t");

    if (at >= end || *at != '#')
        return;
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, "if", 2) == 0) {
        const char *const found = strstr(at, macros);

        ++c->depth;
        if (!c->special && found && found < end)
            c->special = c->depth;
    } else if (strncmp(at, "endif", 5) == 0) {
        if (c->special == c->depth)
            c->special = 0;
        --c->depth;
    }
}

static enum contensou_status expand(struct reader *r, const char *path, const char *text)
{
    struct contensou__text *const out = &r->source->text;
    struct conditions conditions = {0};
    struct place at = {path, 1, 0};
    int comment = 0;

    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) /* a byte order mark */
        text += 3;
    contensou__directive_put_mark(out, path, 1);
    for (const char *end; *text; text = end, ++at.line) {
        const char *const newline = strchr(text, '\n');
        const char *name = NULL, *behind = text;
        enum contensou__directive_kind kind = contensou__directive_none;
        size_t size = 0;

        end = newline ? newline + 1 : text + strlen(text);
        if (!comment) {
            kind = contensou__directive_kind(text, end, &name, &size);
            follow(&conditions, text, end);
        }
        at.conditional = conditions.special > 0;
        if (kind == contensou__directive_once) {
            behind = newline ? newline : end;
        } else if (kind == contensou__directive_other) {
            size = strcspn(text, "\r\n");
            TRY(refuse(r, &at, text, size, "must name its file in quotes"));
            behind = text + size;
        } else if (name) {
            behind = name + size + 1;
            if (contensou__words_embedded(name, size) < contensou__embedded_count) {
                contensou__text_printf(out, "#include \"%.*s\"", (int)size, name);
            } else {
                TRY(include(r, &at, name, size));
                contensou__directive_put_mark(out, path, at.line);
            }
        }
        contensou__text_append(out, behind, (size_t)(end - behind));
        comment = contensou__directive_in_comment(behind, end, comment);
        TRY(need(r, out->failed ? NULL : out, path));
        if (out->size > largest)
            return contensou_fail(r->err, CONTENSOU_EINPUT,
                                  "%s and what it includes have more than %zu MiB",
                                  r->source->file[0].path, largest >> 20);
    }
    contensou__text_append(out, "\n", 1);
    return CONTENSOU_OK;
}

enum contensou_status contensou__user_source_read(struct contensou__user_source *s,
                                                  const char *path, struct contensou_error *err)
{
    OWNED(contensou__try_free) char *real = realpath(path, NULL);
    OWNED(contensou__try_free)
    char *folder = real ? strndup(real, (size_t)(strrchr(real, '/') + 1 - real)) : NULL;
    struct reader r = {.source = s, .folder = folder, .err = err};

    *s = (struct contensou__user_source){0};
    if (!real)
        return contensou_fail(err, CONTENSOU_EIO, "cannot read '%s': %s", path, strerror(errno));
    TRY(need(&r, folder, path));
    return put_file(&r, path, real);
}

enum contensou_status contensou__user_source_take(struct contensou__user_source *s,
                                                  const char *name, const char *text,
                                                  struct contensou_error *err)
{
    struct reader r = {.source = s, .err = err};

    *s = (struct contensou__user_source){0};
    TRY(note(&r, name, text, strlen(text)));
    return expand(&r, name, text);
}

void contensou__user_source_free(struct contensou__user_source *s)
{
    for (size_t i = 0; i < s->files; ++i)
        free(s->file[i].path);
    free(s->file);
    contensou__text_free(&s->text);
    *s = (struct contensou__user_source){0};
}
