/* report.c: a page of a result. SPDX-License-Identifier: MIT */
#include "base/try.h"

#include <contensou/report.h>

#include "base/beside.h"
#include "base/temporary.h"
#include "base/versioned.h"
#include "picture/report.h"
#include "picture/report_page.h"

#include <contensou/plot.h>
#include <contensou/tool.h>

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int ends_in(const char *path, const char *ending)
{
    const size_t size = strlen(path), tail = strlen(ending);

    return size > tail && strcasecmp(path + size - tail, ending) == 0;
}

void contensou__report_begin(struct contensou__report *r, const char *command_line,
                             const char *title, const char *facts)
{
    const char *const shown = r->title ? r->title : title;
    char kind[64];

    contensou__text_command(command_line, kind, sizeof kind);
    contensou__report_page_begin(&r->to, kind, shown && *shown ? shown : kind, facts);
}

void contensou__report_section(struct contensou__report *r, const char *title)
{
    contensou__report_page_open(&r->to, ++r->sections, title);
}

enum contensou_status contensou__report_show(struct contensou__report *r,
                                             enum contensou_status drawn, const char *caption)
{
    OWNED(contensou__text_free) struct contensou__text svg = {0};
    OWNED(contensou__text_free) struct contensou__text text = {0};

    if (drawn == CONTENSOU_EPICTURE)
        snprintf(r->undrawn, sizeof r->undrawn, "%.500s", r->err->message);
    if (drawn == CONTENSOU_EARGUMENT || drawn == CONTENSOU_EPICTURE) {
        contensou__text_between(&r->to, "<p class=\"note\">No picture: ", r->err->message,
                                ".</p>\n");
        return CONTENSOU_OK;
    }
    TRY(drawn);
    TRY(contensou__text_read_file(&svg, r->path, r->err));
    contensou__text_printf(&text, "Figure %d. %s", ++r->pictures, caption);
    contensou__report_page_picture(&r->to, &svg, r->pictures, text.data);
    return CONTENSOU_OK;
}

static void release(struct contensou__report *r)
{
    contensou__text_free(&r->to);
}

enum contensou_status contensou_report_write(const char *file, const char *page,
                                             const struct contensou_report_options *options,
                                             struct contensou_error *err)
{
    struct contensou_error own = {CONTENSOU_OK, ""};
    struct contensou_report_options asked;
    OWNED(release) struct contensou__report r = {.file = file, .err = err ? err : &own};
    OWNED(contensou__temporary_remove) struct contensou__temporary picture = {0};

    TRY(contensou__versioned_take(&asked, sizeof asked, options, "contensou_report_options",
                                  r.err));
    if (!ends_in(page, ".html"))
        return WRONG(r.err, "'%s' does not end in .html, as a page does", page);
    r.title = asked.title;
    r.rows = asked.rows ? asked.rows : 1000;
    TRY(contensou_table_guard_text(page, r.err));
    TRY(contensou__temporary_open(&picture, "picture.svg", r.err));
    r.path = picture.path;
    TRY(contensou_plot_check(r.path, r.err));
    TRY(ends_in(file, ".json") ? contensou__report_json(&r) : contensou__report_result(&r));
    contensou__report_page_end(&r.to, asked.about);
    TRY(contensou__beside_text(page, &r.to, r.err));
    if (*r.undrawn)
        return contensou_fail(r.err, CONTENSOU_EPICTURE, "'%s' is written without a picture: %s",
                              page, r.undrawn);
    return CONTENSOU_OK;
}
