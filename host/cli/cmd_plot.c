/* cmd_plot.c: contensou plot: a picture of a result, drawn from its file. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <contensou/picture.h>

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    const struct contensou_picture_options options = {.size = sizeof options,
                                                      .kind = contensou__options_value(o, "kind"),
                                                      .x = contensou__options_value(o, "x"),
                                                      .y = contensou__options_value(o, "y"),
                                                      .lane = contensou__options_value(o, "lane"),
                                                      .title =
                                                          contensou__options_value(o, "title")};
    const char *path = contensou__options_value(o, "output");

    if (o->word_count == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing FILE.h5: the file of a result, made by -o FILE.h5");
    if (!path)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing -o PICTURE: FILE.png, FILE.svg or FILE.pdf");
    return contensou_picture_draw(o->word[0], path, &options, err);
}

static const struct contensou__option option_rows[] = {
    {"kind", 0, "KIND", NULL,
     "series (columns over time), portrait (columns over another one), section (points of "
     "--observe section), bifurcation (those points over the number that varies), diagram "
     "(columns over the number that varies), map (columns over two numbers), curves (columns over "
     "another one); default: by what the file has"},
    {"x", 0, "COLUMN", NULL, "what lies along the x axis (default: by the kind)"},
    {"y", 0, "COLUMN,..", NULL, "what is drawn, a panel each (default: by the kind)"},
    {"lane", 0, "N", NULL,
     "only this lane (default: all; of series and portraits the first one of the file)"},
    {"title", 0, "TEXT", NULL, "the title (default: system, law and what varies)"},
    {"output", 'o', "FILE", NULL, "the picture: FILE.png, FILE.svg or FILE.pdf (required)"},
};

const struct contensou__command contensou__cmd_plot_command = {
    .name = "plot",
    .summary = "a picture of a result, drawn from its HDF5 file",
    .usage = "FILE.h5 -o PICTURE [--kind KIND] [--x COLUMN] [--y COLUMN,..] [--lane N] "
             "[--title TEXT]",
    .about =
        "Draws files that run, sweep, merge, eval, eta, limit and fit --vary wrote with -o "
        "FILE.h5. "
        "Columns go by their names in the file; columns that do not change, and lanes that failed, "
        "are left out. Angles of sections that turn round and round are shown modulo 2 pi.",
    .examples = "  contensou plot bif.h5 -o bif.png\n"
                "  contensou plot bif.h5 -o section.svg --kind section --lane 7 --x phi --y X_A\n"
                "  contensou plot run.h5 -o portrait.pdf --kind portrait --x phi --y phidot\n",
    .options = option_rows,
    .option_count = sizeof option_rows / sizeof option_rows[0],
    .words = 1,
    .run = run,
};
