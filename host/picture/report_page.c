/* report_page.c: the HTML of a page of a result. SPDX-License-Identifier: MIT */
#include "picture/report_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:76rem;padding:2.5rem 2rem 4rem;color:#1c2024;background:#fff;"
    "font:16px/1.55 system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif}\n"
    "h1{font-size:1.9rem;line-height:1.2;margin:.15rem 0 .5rem;font-weight:650;"
    "letter-spacing:-.01em;overflow-wrap:anywhere}\n"
    "h2{font-size:1.25rem;margin:0 0 .9rem;font-weight:620}\n"
    "h3{font-size:1rem;margin:1.4rem 0 .5rem;font-weight:600}\n"
    ".kind{margin:0;color:#0b5cad;font-weight:600}\n"
    ".facts{margin:0;color:#545d66}\n"
    "nav{margin:1.3rem 0 0;padding:.6rem 0;border-top:1px solid #d9dee3;"
    "border-bottom:1px solid #d9dee3;display:flex;flex-wrap:wrap;gap:.2rem 1.5rem}\n"
    "a{color:#0b5cad;text-decoration:none}a:hover{text-decoration:underline}\n"
    "section{margin:2.4rem 0 0}\n"
    "pre{margin:0;padding:.8rem 1rem;background:#f4f6f8;border-radius:6px;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font:13.5px/1.5 ui-monospace,'DejaVu Sans Mono',Menlo,monospace}\n"
    "figure{margin:0 0 1.8rem}\n"
    "figure svg{display:block;max-width:100%;height:auto;margin:0 auto;border:1px solid #e3e7eb;"
    "border-radius:6px}\n"
    "figure image{image-rendering:pixelated}\n"
    "figcaption,.note{margin:.5rem 0 0;color:#545d66;font-size:.9rem}\n"
    ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));"
    "gap:1.6rem 2.2rem;align-items:start}\n"
    ".cards>div{min-width:0}.cards h3{margin-top:0}\n"
    ".scroll{overflow:auto;max-height:32rem;border:1px solid #d9dee3;border-radius:6px}\n"
    ".cards .scroll{max-height:none}\n"
    "table{border-collapse:separate;border-spacing:0;font-size:.9rem;"
    "font-variant-numeric:tabular-nums}\n"
    ".cards table,.wide{width:100%}\n"
    "th,td{padding:.28rem .8rem;text-align:left;white-space:nowrap;vertical-align:top;"
    "border-bottom:1px solid #eceff2}\n"
    "tbody tr:last-child td{border-bottom:0}\n"
    "td.n,th.n{text-align:right}td.w{white-space:normal;overflow-wrap:break-word;min-width:11rem}\n"
    "thead th{position:sticky;top:0;background:#f4f6f8;font-weight:600;cursor:pointer;"
    "user-select:none;border-bottom:1px solid #d9dee3}\n"
    "th small{display:block;font-weight:400;color:#545d66}\n"
    "th[aria-sort=ascending]::after{content:' \\2191'}\n"
    "th[aria-sort=descending]::after{content:' \\2193'}\n"
    "tbody tr:hover td{background:#f7fafd}\n"
    "progress{width:7rem;height:.6rem;accent-color:#0b5cad;vertical-align:middle}\n"
    "details{margin:1.2rem 0}summary{cursor:pointer;font-weight:600}\n"
    "details .scroll,details pre{margin-top:.6rem}\n"
    "footer{margin-top:3rem;padding-top:.9rem;border-top:1px solid #d9dee3;color:#545d66;"
    "font-size:.85rem}\n"
    "@media print{.scroll{max-height:none;overflow:visible}nav{display:none}"
    "figure,.cards>div{break-inside:avoid}}\n";

/* Columns sort by a click or a key: numbers as numbers, what has none last. Without < and &, so that the page is XML as well. */
static const char script[] =
    "function sort(th){\n"
    "  const body = th.closest('table').tBodies[0], at = th.cellIndex;\n"
    "  const down = th.getAttribute('aria-sort') === 'ascending', sign = down ? -1 : 1;\n"
    "  const key = row => { const s = row.cells[at].textContent.replace('\\u2212', '-');\n"
    "    return s === '' ? null : isNaN(s) ? s : Number(s); };\n"
    "  const order = (a, b) => typeof a === typeof b ? (a > b ? 1 : b > a ? -1 : 0)\n"
    "    : typeof a === 'number' ? -1 : 1;\n"
    "  const rows = Array.from(body.rows, row => [key(row), row]);\n"
    "  rows.sort((a, b) => a[0] === null ? (b[0] === null ? 0 : 1) : b[0] === null ? -1\n"
    "    : sign * order(a[0], b[0]));\n"
    "  body.append(...rows.map(pair => pair[1]));\n"
    "  for (const other of th.parentNode.cells) other.removeAttribute('aria-sort');\n"
    "  th.setAttribute('aria-sort', down ? 'descending' : 'ascending');\n"
    "}\n"
    "for (const th of document.querySelectorAll('thead th')) {\n"
    "  th.tabIndex = 0;\n"
    "  th.addEventListener('click', () => sort(th));\n"
    "  th.addEventListener('keydown', e => { if (e.key === 'Enter' || e.key === ' ') {\n"
    "    e.preventDefault(); sort(th); } });\n"
    "}\n"
    "for (const a of document.querySelectorAll('section[id]')) {\n"
    "  const link = document.createElement('a');\n"
    "  link.href = '#' + a.id;\n"
    "  link.textContent = a.querySelector('h2').textContent;\n"
    "  document.querySelector('nav').append(link);\n"
    "}\n";

/* Of what stands between <script> and </script>: a browser runs this script and no other, whatever is on the page.
 * cli.report_command compares it with the page. */
static const char script_hash[] = "sha256-j8QlOvK2qqp1hHBMTZTUtIt8c+zWG8zaMoh/qxYiR44=";

void contensou__report_page_begin(struct contensou__text *t, const char *kind, const char *title,
                                  const char *facts)
{
    contensou__text_printf(
        t,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; script-src '%s'; img-src data:\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"generator\" content=\"contensou\"/>\n",
        script_hash);
    contensou__text_between(t, "<title>", title, "</title>\n<style>\n");
    contensou__text_printf(t, "%s</style>\n</head>\n<body>\n<header>\n", style);
    contensou__text_between(t, "<p class=\"kind\">contensou ", kind, "</p>\n");
    contensou__text_between(t, "<h1>", title, "</h1>\n");
    contensou__text_between(t, "<p class=\"facts\">", facts, "</p>\n</header>\n<nav></nav>\n");
}

void contensou__report_page_end(struct contensou__text *t, const char *about)
{
    contensou__text_between(t, "</section>\n<footer>", about, "</footer>\n");
    contensou__text_printf(t, "<script>\n%s</script>\n</body>\n</html>\n", script);
}

void contensou__report_page_open(struct contensou__text *t, int k, const char *title)
{
    contensou__text_printf(t, "%s<section id=\"s%d\">\n", k > 1 ? "</section>\n" : "", k);
    contensou__text_between(t, "<h2>", title, "</h2>\n");
}

void contensou__report_page_table_begin(struct contensou__report_page_table *table,
                                        struct contensou__text *t, const char *caption,
                                        const char *names)
{
    *table = (struct contensou__report_page_table){.to = t};
    contensou__text_between(t, "<div class=\"scroll\"><table aria-label=\"", caption,
                            "\"><thead><tr>");
    for (size_t size; *names; names += size + (names[size] == ',')) {
        const int numbers = *names == '#';
        char name[64];

        size = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)size - numbers, names + numbers);
        contensou__report_page_column(table, name, NULL, numbers);
    }
}

void contensou__report_page_column(struct contensou__report_page_table *table, const char *name,
                                   const char *unit, int numbers)
{
    ++table->columns;
    contensou__text_printf(table->to, "<th scope=\"col\"%s>", numbers ? " class=\"n\"" : "");
    contensou__text_markup(table->to, name);
    if (unit && *unit && strcmp(unit, "-") != 0)
        contensou__text_between(table->to, "<small>", unit, "</small>");
    contensou__text_printf(table->to, "</th>");
}

static void put_cell(struct contensou__report_page_table *table, const char *text, const char *look)
{
    if (table->at % table->columns == 0)
        contensou__text_printf(table->to, table->at ? "</tr>\n<tr>" : "</tr></thead>\n<tbody><tr>");
    ++table->at;
    contensou__text_printf(table->to, "<td%s", look);
    contensou__text_between(table->to, ">", text, "</td>");
}

void contensou__report_page_cell(struct contensou__report_page_table *table, const char *text)
{
    put_cell(table, text, text && strlen(text) > 24 ? " class=\"w\"" : "");
}

void contensou__report_page_number(struct contensou__report_page_table *table, double value)
{
    char text[40] = "";

    if (!isnan(value))
        snprintf(text, sizeof text, "%.7g", value);
    put_cell(table, text, " class=\"n\"");
}

void contensou__report_page_table_end(struct contensou__report_page_table *table)
{
    contensou__text_printf(table->to, table->at ? "</tr></tbody>" : "</tr></thead><tbody></tbody>");
    contensou__text_printf(table->to, "</table></div>\n");
}

void contensou__report_page_tally(struct contensou__text *t, const char *name,
                                  const char *const *words, const size_t *counts, size_t count)
{
    size_t all = 0;

    for (size_t i = 0; i < count; ++i)
        all += counts[i];
    contensou__text_between(t, "<div><h3>", name,
                            "</h3>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">");
    contensou__text_printf(t, "value</th><th scope=\"col\" class=\"n\">rows</th>"
                              "<th scope=\"col\" class=\"n\">%%</th><th></th></tr></thead><tbody>");
    for (size_t i = 0; i < count; ++i) {
        const double share = all ? 100.0 * (double)counts[i] / (double)all : 0;

        contensou__text_between(t, "<tr><td>", words[i], "</td>");
        contensou__text_printf(t,
                               "<td class=\"n\">%zu</td><td class=\"n\">%.4g</td>"
                               "<td><progress max=\"100\" value=\"%.4g\"></progress></td></tr>\n",
                               counts[i], share, share);
    }
    contensou__text_printf(t, "</tbody></table></div></div>\n");
}

/* Names in several pictures of a page must differ: those that are defined, and where they are used. */
static size_t name_at(const char *at)
{
    static const char *const before[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};

    for (size_t i = 0; i < sizeof before / sizeof *before; ++i)
        if (strncmp(at, before[i], strlen(before[i])) == 0)
            return strlen(before[i]);
    return 0;
}

void contensou__report_page_picture(struct contensou__text *t, const struct contensou__text *svg,
                                    int k, const char *caption)
{
    const char *at = svg->data ? strstr(svg->data, "<svg") : NULL;
    const char *const title = at ? strstr(at, "<title>") : NULL;
    const char *const after = title ? strstr(title, "</title>") : NULL;

    contensou__text_printf(t, "<figure>\n");
    while (at && *at) {
        const char *next = at + strcspn(at + 1, " hu<") + 1;
        size_t size;

        if (at == title && after) { /* it would be shown as a hint: "Gnuplot" */
            at = after + strlen("</title>");
            continue;
        }
        size = name_at(at);
        if (size) {
            contensou__text_append(t, at, size);
            contensou__text_printf(t, "p%d-", k);
            at += size;
            continue;
        }
        contensou__text_append(t, at, (size_t)(next - at));
        at = next;
    }
    contensou__text_between(t, "<figcaption>", caption, "</figcaption>\n</figure>\n");
}
