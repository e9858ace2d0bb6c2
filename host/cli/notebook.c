/* notebook.c: a page of Markdown as a Jupyter notebook. SPDX-License-Identifier: MIT */
#include "cli/notebook.h"

#include "base/json.h"

#include <string.h>

static const char fence[] = "```";

static void put_cell(struct contensou__json *j, const char *type,
                     const struct contensou__text *text)
{
    size_t size = text->size;
    struct contensou__text source = {0};

    while (size && text->data[size - 1] == '\n')
        --size;
    if (!size)
        return;
    contensou__text_append(&source, text->data, size);
    contensou__json_object(j, NULL);
    contensou__json_string(j, "cell_type", type);
    if (strcmp(type, "code") == 0) {
        contensou__json_string(j, "execution_count", NULL);
        contensou__json_array(j, "outputs");
        contensou__json_end(j);
    }
    contensou__json_object(j, "metadata");
    contensou__json_end(j);
    contensou__json_string(j, "source", source.data);
    contensou__json_end(j);
    j->text.failed |= source.failed;
    contensou__text_free(&source);
}

/* Ends a cell of the page's text, which begins anew. */
static void end_text(struct contensou__json *j, struct contensou__text *text)
{
    put_cell(j, "markdown", text);
    contensou__text_free(text);
}

static void put_code(struct contensou__json *j, const char *first, const char *bytes, size_t size)
{
    struct contensou__text code = {0};

    contensou__text_printf(&code, "%s", first);
    contensou__text_append(&code, bytes, size);
    put_cell(j, "code", &code);
    contensou__text_free(&code);
}

/* A line of text, with [text](page) as text and without ![pictures](file), which are not beside the notebook. */
static void put_line(struct contensou__text *text, const char *line, size_t size)
{
    const char *const end = line + size;

    while (line < end) {
        const char *const open = memchr(line, '[', (size_t)(end - line));
        const char *const close = open ? memchr(open, ']', (size_t)(end - open)) : NULL;
        const int link = close && close + 1 < end && close[1] == '(';
        const char *const last = link ? memchr(close, ')', (size_t)(end - close)) : NULL;
        const int picture = open && open > line && open[-1] == '!';

        if (!close || (link && !last)) {
            contensou__text_append(text, line, (size_t)(end - line));
            return;
        }
        contensou__text_append(text, line, (size_t)(open - line) - (size_t)(last && picture));
        if (!last)
            contensou__text_append(text, open, (size_t)(close + 1 - open));
        else if (!picture)
            contensou__text_append(text, open + 1, (size_t)(close - open - 1));
        line = last ? last + 1 : close + 1;
    }
}

/* Shows the pictures that commands draw. */
static void show_pictures(struct contensou__json *j, const char *commands, size_t size)
{
    static const char ending[] = ".png", ends[] = " \t\n";
    struct contensou__text code = {0};

    for (const char *at = commands; at < commands + size;) {
        const size_t length = strcspn(at, ends);

        if (length > strlen(ending) &&
            strncmp(at + length - strlen(ending), ending, strlen(ending)) == 0)
            contensou__text_printf(&code, "%sdisplay(Image(\"%.*s\"))\n",
                                   code.size ? "" : "from IPython.display import Image, display\n",
                                   (int)length, at);
        at += length + 1;
    }
    put_cell(j, "code", &code);
    contensou__text_free(&code);
}

/* A block between fences, which the words behind the first one tell: "sh", "sh slow", "python", "csv pad.csv". */
static void put_block(struct contensou__json *j, struct contensou__text *text, const char *kind,
                      size_t kind_size, const char *bytes, size_t size)
{
    const char *const blank = memchr(kind, ' ', kind_size);
    struct contensou__text first = {0};

    if (strncmp(kind, "sh", 2) == 0) {
        end_text(j, text);
        put_code(j, "%%bash -e\n", bytes, size);
        show_pictures(j, bytes, size);
    } else if (strncmp(kind, "python", 6) == 0) {
        end_text(j, text);
        put_code(j, "", bytes, size);
    } else if (blank) {
        end_text(j, text);
        contensou__text_printf(&first, "%%%%writefile %.*s\n", (int)(kind + kind_size - blank - 1),
                               blank + 1);
        put_code(j, first.data, bytes, size);
    } else {
        contensou__text_printf(text, "%s%.*s\n%.*s%s\n", fence, (int)kind_size, kind, (int)size,
                               bytes, fence);
    }
    contensou__text_free(&first);
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

void contensou__notebook_write(const char *page, struct contensou__text *out)
{
    static const char path[] =
        "import os, sys  # commands are those of this Python, where it has them\n"
        "os.environ[\"PATH\"] = os.path.dirname(sys.executable) + os.pathsep + "
        "os.environ[\"PATH\"]\n";
    struct contensou__json j = {0};
    struct contensou__text text = {0};
    int begun = 0; /* the first block was there, before which the cell of the path stands */

    contensou__json_object(&j, NULL);
    contensou__json_array(&j, "cells");
    for (const char *line = page; *line;) {
        const char *const next = next_line(line), *end = next;

        if (strncmp(line, fence, strlen(fence)) == 0) {
            while (*end && strncmp(end, fence, strlen(fence)) != 0)
                end = next_line(end);
            if (!begun)
                end_text(&j, &text);
            if (!begun)
                put_code(&j, "", path, sizeof path - 1);
            begun = 1;
            put_block(&j, &text, line + strlen(fence), (size_t)(next - line) - strlen(fence) - 1,
                      next, (size_t)(end - next));
            line = next_line(end);
            continue;
        }
        put_line(&text, line, (size_t)(next - line));
        line = next;
    }
    end_text(&j, &text);
    contensou__json_end(&j);
    contensou__json_object(&j, "metadata");
    contensou__json_object(&j, "kernelspec");
    contensou__json_string(&j, "display_name", "Python 3");
    contensou__json_string(&j, "language", "python");
    contensou__json_string(&j, "name", "python3");
    contensou__json_end(&j);
    contensou__json_end(&j);
    contensou__json_whole(&j, "nbformat", 4);
    contensou__json_whole(&j, "nbformat_minor", 4);
    contensou__json_end(&j);
    out->failed |= j.text.failed;
    if (j.text.data)
        contensou__text_append(out, j.text.data, j.text.size);
    contensou__text_free(&j.text);
}
