/* page.c: the page of figures, as HTML that needs nothing beside it and as Markdown.
 * SPDX-License-Identifier: MIT */
#include "figures/page.h"

#include "base/beside.h"
#include "figures/figure.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Figures of five papers on finite-contact friction, computed again</title>\n<style>\n"
    "body{font:16px/1.5 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#222}\n"
    "article{border-top:1px solid #ccc;padding:1rem 0 1.5rem}\n"
    "img{max-width:100%;height:auto;border:1px solid #ddd}\n"
    "dt{font-weight:bold;margin-top:.6rem}dd{margin:0 0 0 1.2rem}\n"
    "pre{background:#f6f6f6;padding:.6rem;overflow-x:auto;font-size:13px}\n"
    "nav{columns:2}nav a{display:block}\n</style>\n</head>\n<body>\n"
    "<h1>Figures of five papers, computed again</h1>\n"
    "<p>Each figure stands beside what the paper states, what we find with the paper's parameters, "
    "and where the two differ and why. Numbers are those of this run. Papers are cited as [1] to "
    "[5], as in the README.</p>\n";

static void put_base64(struct contensou__text *out, const char *bytes, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        const unsigned a = (unsigned char)bytes[i];
        const unsigned b = i + 1 < size ? (unsigned char)bytes[i + 1] : 0;
        const unsigned c = i + 2 < size ? (unsigned char)bytes[i + 2] : 0;
        const char four[4] = {digit[a >> 2], digit[(a & 3) << 4 | b >> 4],
                              i + 1 < size ? digit[(b & 15) << 2 | c >> 6] : '=',
                              i + 2 < size ? digit[c & 63] : '='};

        contensou__text_append(out, four, 4);
    }
}

/* The paragraphs of one figure, in both forms. */
static void put_paragraph(struct contensou__text *html, struct contensou__text *markdown,
                          const char *what, const char *text)
{
    if (!text || !*text)
        return;
    contensou__text_printf(html, "<dt>%s</dt>\n<dd>", what);
    contensou__text_markup(html, text);
    contensou__text_printf(html, "</dd>\n");
    contensou__text_printf(markdown, "**%s.** %s\n\n", what, text);
}

static void put_commands(struct contensou__text *html, struct contensou__text *markdown,
                         const struct contensou__figure *f, const char *folder)
{
    contensou__text_printf(html, "<details><summary>commands</summary>\n<pre>");
    contensou__text_printf(markdown, "```\n");
    for (size_t i = 0; i < f->runs; i++) {
        struct contensou__text line = {0};

        contensou__figure_paths(f, folder, f->run[i].data, &line);
        if (line.data && strncmp(line.data, "points ", 7) != 0)
            contensou__text_printf(html, "contensou ");
        contensou__text_markup(html, line.data);
        contensou__text_printf(html, "\n");
        contensou__text_printf(markdown, "%s%s\n",
                               line.data && strncmp(line.data, "points ", 7) != 0 ? "contensou "
                                                                                  : "",
                               line.data ? line.data : "");
        contensou__text_free(&line);
    }
    contensou__text_printf(html, "</pre></details>\n");
    contensou__text_printf(markdown, "```\n\n");
}

static enum contensou_status put_figure(struct contensou__text *html,
                                        struct contensou__text *markdown,
                                        const struct contensou__figure *f, const char *folder,
                                        const char *picture, struct contensou_error *err)
{
    struct contensou__text find = {0}, differ = {0}, bytes = {0};
    enum contensou_status status = contensou__figure_values(f, folder, f->find.data, &find, err);

    if (!status)
        status = contensou__figure_values(f, folder, f->differ.data, &differ, err);
    if (!status)
        status = contensou__text_read_file(&bytes, picture, err);
    if (!status) {
        contensou__text_printf(html, "<article id=\"%s\">\n<h2>", f->name);
        contensou__text_markup(html, f->title.data);
        contensou__text_printf(html, "</h2>\n<img alt=\"%s\" src=\"data:image/png;base64,",
                               f->name);
        put_base64(html, bytes.data, bytes.size);
        contensou__text_printf(html, "\">\n<dl>\n");
        contensou__text_printf(markdown, "## %s\n\n![%s](%s.png)\n\n", f->title.data, f->name,
                               f->name);
        put_paragraph(html, markdown, "The paper", f->paper.data);
        put_paragraph(html, markdown, "We find", find.data);
        put_paragraph(html, markdown, "Differences", differ.data);
        contensou__text_printf(html, "</dl>\n");
        put_commands(html, markdown, f, folder);
        contensou__text_printf(html, "</article>\n");
    }
    contensou__text_free(&bytes);
    contensou__text_free(&differ);
    contensou__text_free(&find);
    return status;
}

static enum contensou_status write_text(const char *folder, const char *name,
                                        const struct contensou__text *text,
                                        struct contensou_error *err)
{
    struct contensou__text path = {0};
    enum contensou_status status = CONTENSOU_OK;

    contensou__text_printf(&path, "%s/%s", folder, name);
    if (text->failed || path.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the page of figures");
    else if (contensou__beside_write(path.data, text->data, text->size) != 0)
        status =
            contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", path.data, strerror(errno));
    contensou__text_free(&path);
    return status;
}

enum contensou_status contensou__page_write(const char *folder, struct contensou_error *err)
{
    struct contensou__text html = {0}, markdown = {0}, body = {0};
    enum contensou_status status = CONTENSOU_OK;

    contensou__text_printf(&html, "%s<nav>\n", head);
    contensou__text_printf(&markdown, "# Figures of five papers, computed again\n\n");
    for (size_t i = 0; i < contensou__figure_count() && !status; i++) {
        struct contensou__figure f;
        struct contensou__text picture = {0};

        status = contensou__figure_read(&f, i, err);
        contensou__figure_paths(&f, folder, "@.png", &picture);
        if (!status && picture.data && access(picture.data, R_OK) == 0) {
            contensou__text_printf(&html, "<a href=\"#%s\">", f.name);
            contensou__text_markup(&html, f.title.data);
            contensou__text_printf(&html, "</a>\n");
            status = put_figure(&body, &markdown, &f, folder, picture.data, err);
        }
        contensou__text_free(&picture);
        contensou__figure_free(&f);
    }
    contensou__text_printf(&html, "</nav>\n");
    contensou__text_append(&html, body.data, body.size);
    contensou__text_printf(&html, "</body>\n</html>\n");
    html.failed |= body.failed;
    if (!status)
        status = write_text(folder, "index.html", &html, err);
    if (!status)
        status = write_text(folder, "index.md", &markdown, err);
    contensou__text_free(&body);
    contensou__text_free(&markdown);
    contensou__text_free(&html);
    return status;
}
