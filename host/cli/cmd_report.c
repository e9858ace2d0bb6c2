/* cmd_report.c: contensou report: a page of a result. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "base/try.h"
#include <contensou/report.h>

#include <string.h>

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    struct contensou_report_options options = {.size = sizeof options,
                                               .title = contensou__options_value(o, "title")};
    const char *const page = contensou__options_value(o, "output");
    long rows = 0;

    if (o->word_count == 0)
        return WRONG(err, "missing FILE: the file of a result, FILE.h5 or FILE.json");
    if (!page)
        return WRONG(err, "missing -o PAGE.html");
    TRY(contensou__options_whole(o, "rows", 1, 1000000, &rows, err));
    options.rows = (size_t)rows;
    options.about = strstr(contensou__options_line(o), "contensou report"); /* without a folder */
    return contensou_report_write(o->word[0], page, &options, err);
}

static const struct contensou__option option_rows[] = {
    {"title", 0, "TEXT", NULL, "the headline (default: system, law and what varies)"},
    {"rows", 0, "N", "1000", "show at most so many rows of each table"},
    {"output", 'o', "PAGE.html", NULL, "the page (required)"},
};

const struct contensou__command contensou__cmd_report_command = {
    .name = "report",
    .summary = "a page of a result: pictures, tallies, parameters and tables",
    .usage = "FILE -o PAGE.html [--title TEXT] [--rows N]",
    .about =
        "Writes one HTML file that needs nothing beside it and no network: the command that made "
        "the result, its pictures as 'contensou plot' draws them, how lanes and cases ended, "
        "parameters with their units, and tables that a click on a column sorts. FILE.h5 may be of "
        "run, sweep, merge, eval, limit, eta, fit --vary, transitions, equilibrium and cycle, "
        "FILE.json of fit and transitions.",
    .examples = "  contensou report bif.h5 -o bif.html\n"
                "  contensou report fit.json --title 'A Hertz disk' -o fit.html\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};
