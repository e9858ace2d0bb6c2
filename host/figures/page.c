/* page.c: the page of figures, as HTML that needs nothing beside it and as Markdown.
 * SPDX-License-Identifier: MIT */
#include "figures/page.h"

#include "base/beside.h"
#include "base/try.h"
#include "figures/figure.h"
#include "figures/figure_files.h"

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
    "nav{columns:2}nav a{display:block}td,th{text-align:left;vertical-align:top;padding:.2rem "
    ".6rem .2rem 0}\n</style>\n</head>\n<body>\n"
    "<h1>Figures of five papers, computed again</h1>\n"
    "<p>Each figure stands beside what the paper states, what we find with the paper's parameters, "
    "and where the two differ and why. Numbers are those of this run. Papers are cited as [1] to "
    "[5], as in the README.</p>\n";

/* The page while it is made: its head with links, its figures, the same as Markdown, and what does not hold. */
struct page {
    const char *folder;
    struct contensou__text html, body, markdown, untrue;
};

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

/* A paragraph of one figure, in both forms. */
static void put_paragraph(struct page *p, const char *what, const char *text)
{
    if (!text || !*text)
        return;
    contensou__text_printf(&p->body, "<dt>%s</dt>\n", what);
    contensou__text_between(&p->body, "<dd>", text, "</dd>\n");
    contensou__text_printf(&p->markdown, "**%s.** %s\n\n", what, text);
}

static void put_commands(struct page *p, const struct contensou__figure *f)
{
    contensou__text_printf(&p->body, "<details><summary>commands</summary>\n<pre>");
    contensou__text_printf(&p->markdown, "```\n");
    for (size_t i = 0; i < f->runs; i++) {
        OWNED(contensou__text_free) struct contensou__text line = {0};
        const char *program;

        contensou__figure_paths(f, p->folder, f->run[i].data, &line);
        program = line.data && strncmp(line.data, "points ", 7) != 0 ? "contensou " : "";
        contensou__text_between(&p->body, program, line.data, "\n");
        contensou__text_printf(&p->markdown, "%s%s\n", program, line.data ? line.data : "");
    }
    contensou__text_printf(&p->body, "</pre></details>\n");
    contensou__text_printf(&p->markdown, "```\n\n");
}

/* The checks of a caption that the numbers of this run do not pass, as a paragraph. */
static enum contensou_status put_checks(struct page *p, const struct contensou__figure *f,
                                        struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text failed = {0};

    for (size_t k = 0; k < f->checks; k++) {
        int holds = 0;

        TRY(contensou__figure_check(f, p->folder, k, &holds, err));
        if (holds)
            continue;
        contensou__text_printf(&failed, "%s%s, that is ", failed.size ? "; " : "",
                               f->check[k].data);
        TRY(contensou__figure_values(f, p->folder, f->check[k].data, &failed, err));
    }
    if (failed.size) {
        put_paragraph(p, "Not so in this run", failed.data);
        contensou__text_printf(&p->untrue, "%s%s: %s", p->untrue.size ? "; " : "", f->name,
                               failed.data);
    }
    return CONTENSOU_OK;
}

static enum contensou_status put_figure(struct page *p, const struct contensou__figure *f,
                                        const char *picture, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text find = {0};
    OWNED(contensou__text_free) struct contensou__text differ = {0};
    OWNED(contensou__text_free) struct contensou__text bytes = {0};

    TRY(contensou__figure_values(f, p->folder, f->find.data, &find, err));
    TRY(contensou__figure_values(f, p->folder, f->differ.data, &differ, err));
    TRY(contensou__text_read_file(&bytes, picture, err));
    contensou__text_printf(&p->body, "<article id=\"%s\">\n", f->name);
    contensou__text_between(&p->body, "<h2>", f->title.data, "</h2>\n");
    contensou__text_printf(&p->body, "<img alt=\"%s\" src=\"data:image/png;base64,", f->name);
    put_base64(&p->body, bytes.data, bytes.size);
    contensou__text_printf(&p->body, "\">\n<dl>\n");
    contensou__text_printf(&p->markdown, "## %s\n\n![%s](%s.png)\n\n", f->title.data, f->name,
                           f->name);
    put_paragraph(p, "The paper", f->paper.data);
    put_paragraph(p, "We find", find.data);
    put_paragraph(p, "Differences", differ.data);
    TRY(put_checks(p, f, err));
    contensou__text_printf(&p->body, "</dl>\n");
    put_commands(p, f);
    contensou__text_printf(&p->body, "</article>\n");
    return CONTENSOU_OK;
}

/* The next field of a row of claims, which ends before " | " or at the end of the line. */
static void take_field(const char **at, struct contensou__text *field)
{
    const size_t line = strcspn(*at, "\n");
    size_t size = 0;

    while (size < line && strncmp(*at + size, " | ", 3) != 0)
        size++;
    contensou__text_append(field, *at, size);
    *at += size < line ? size + 3 : line;
}

/* Where a claim is answered: a figure of the page, which is linked, or a command. */
static void put_where(struct page *p, const char *where)
{
    int figure = 0;

    for (size_t i = 0; where && i < contensou__figure_count() && !figure; i++)
        figure = !strcmp(contensou__figure_name(i), where);
    if (figure)
        contensou__text_printf(&p->body, "<td><a href=\"#%s\">%s</a></td></tr>\n", where, where);
    else
        contensou__text_between(&p->body, "<td>", where, "</td></tr>\n");
    contensou__text_printf(&p->markdown, " | %s |\n", where ? where : "");
}

/* Every figure, table and claim of the papers, with what became of it here (papers.claims). */
static void put_claims(struct page *p)
{
    static const char title
        [] = "What the papers show and claim",
   intro[] =
        "Reproduced: our numbers show it. Partly: they show some of it, or something else, and "
        "the last column names where to read why. Drawing only: a sketch, with nothing to compute.";

    contensou__text_printf(&p->body,
                           "<article id=\"claims\">\n<h2>%s</h2>\n<p>%s</p>\n<table>\n"
                           "<tr><th>paper</th><th>what</th><th>here</th><th>where</th></tr>\n",
                           title, intro);
    contensou__text_printf(&p->markdown,
                           "## %s\n\n%s\n\n| paper | what | here | where |\n|---|---|---|---|\n",
                           title, intro);
    for (const char *at = contensou__claim_files_all[0].text; *at; at += *at == '\n')
        for (int column = 0; column < 4; column++) {
            OWNED(contensou__text_free) struct contensou__text field = {0};

            take_field(&at, &field);
            if (column == 3) {
                put_where(p, field.data);
                continue;
            }
            contensou__text_between(&p->body, column ? "<td>" : "<tr><td>", field.data, "</td>");
            contensou__text_printf(&p->markdown, "%s%s", column ? " | " : "| ",
                                   field.data ? field.data : "");
        }
    contensou__text_printf(&p->body, "</table>\n</article>\n");
}

static enum contensou_status write_text(const char *folder, const char *name,
                                        const struct contensou__text *text,
                                        struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text path = {0};

    contensou__text_printf(&path, "%s/%s", folder, name);
    TRY(contensou__try_memory(path.failed ? NULL : text, err, "the page of figures"));
    return contensou__beside_text(path.data, text, err);
}

/* The figures whose picture is there, with links to them. */
static enum contensou_status put_figures(struct page *p, struct contensou_error *err)
{
    for (size_t i = 0; i < contensou__figure_count(); i++) {
        OWNED(contensou__figure_free) struct contensou__figure f = {.runs = 0};
        OWNED(contensou__text_free) struct contensou__text picture = {0};

        TRY(contensou__figure_read(&f, i, err));
        contensou__figure_paths(&f, p->folder, "@.png", &picture);
        if (!picture.data || access(picture.data, R_OK) != 0)
            continue;
        contensou__text_printf(&p->html, "<a href=\"#%s\"", f.name);
        contensou__text_between(&p->html, ">", f.title.data, "</a>\n");
        TRY(put_figure(p, &f, picture.data, err));
    }
    return CONTENSOU_OK;
}

static void release(struct page *p)
{
    contensou__text_free(&p->html);
    contensou__text_free(&p->body);
    contensou__text_free(&p->markdown);
    contensou__text_free(&p->untrue);
}

enum contensou_status contensou__page_write(const char *folder, struct contensou_error *err)
{
    OWNED(release) struct page p = {.folder = folder};

    contensou__text_printf(&p.html, "%s<nav>\n", head);
    contensou__text_printf(&p.markdown, "# Figures of five papers, computed again\n\n");
    TRY(put_figures(&p, err));
    contensou__text_printf(&p.html,
                           "<a href=\"#claims\">What the papers show and claim</a>\n</nav>\n");
    put_claims(&p);
    contensou__text_append(&p.html, p.body.data, p.body.size);
    contensou__text_printf(&p.html, "</body>\n</html>\n");
    p.html.failed |= p.body.failed;
    TRY(write_text(folder, "index.html", &p.html, err));
    TRY(write_text(folder, "index.md", &p.markdown, err));
    if (p.untrue.size)
        return contensou_fail(err, CONTENSOU_EOUTCOME,
                              "captions that the numbers of this run do not bear out, which the "
                              "page names: %.1500s",
                              p.untrue.data);
    return CONTENSOU_OK;
}
