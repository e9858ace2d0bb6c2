/* cmd_plot.c: contensou plot: a picture of a result, drawn from its file, or of a contact. SPDX-License-Identifier: MIT */
#include "base/numbers.h"
#include "base/try.h"
#include "cli/command.h"
#include "cli/contact_options.h"

#include <contensou/picture.h>

#include <string.h>

/* What belongs to pictures of results only, and of contacts only. */
static enum contensou_status check_shape(const struct contensou__options *o,
                                         struct contensou_error *err)
{
    static const char *const results[] = {"kind", "x", "y", "lane", "section", "overlay", "label"};

    TRY(contensou__options_refuse(o, results, sizeof results / sizeof *results,
                                  "is for results, --shape draws a contact: give one of them",
                                  err));
    if (contensou__options_given(o, "anisotropy"))
        return WRONG(err, "--anisotropy is of the friction, and --shape draws the contact and its "
                          "pressure: leave it out");
    if (o->word_count)
        return WRONG(err, "'%s' is the file of a result, --shape draws a contact: give one of them",
                     o->word[0]);
    return CONTENSOU_OK;
}

static enum contensou_status draw_patch(const struct contensou__options *o, const char *path,
                                        const struct contensou_picture_options *options,
                                        struct contensou_error *err)
{
    const char *const slip = contensou__options_value(o, "slip");
    struct contensou_patch_spec spec = {.size = sizeof spec};
    double velocity[3];

    TRY(check_shape(o, err));
    TRY(contensou__contact_options_read(o, &spec, err));
    if (slip)
        TRY(contensou__numbers_list(slip, "--slip vx,vy,omega", velocity, 3, err));
    return contensou_picture_patch(&spec, slip ? velocity : NULL, path, options, err);
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    struct contensou_picture_options options = {.size = sizeof options,
                                                .kind = contensou__options_value(o, "kind"),
                                                .x = contensou__options_value(o, "x"),
                                                .y = contensou__options_value(o, "y"),
                                                .lane = contensou__options_value(o, "lane"),
                                                .title = contensou__options_value(o, "title"),
                                                .range = contensou__options_value(o, "range"),
                                                .canvas = contensou__options_value(o, "size"),
                                                .font = contensou__options_value(o, "font"),
                                                .style = contensou__options_value(o, "style"),
                                                .data = contensou__options_value(o, "data"),
                                                .overlay = o->repeat,
                                                .overlays = o->repeat_count,
                                                .label = contensou__options_value(o, "label"),
                                                .section = contensou__options_value(o, "section")};
    const char *path = contensou__options_value(o, "output");

    if (o->word_count == 0 && !contensou__options_given(o, "shape"))
        return WRONG(
            err,
            "missing FILE.h5: the file of a result, made by -o FILE.h5; or --shape, for a contact");
    if (!path)
        return WRONG(err, "missing -o PICTURE: FILE.png, FILE.svg or FILE.pdf");
    options.about = strstr(contensou__options_line(o), "contensou plot"); /* without a folder */
    return contensou__options_given(o, "shape")
               ? draw_patch(o, path, &options, err)
               : contensou_picture_draw(o->word[0], path, &options, err);
}

static const struct contensou__option option_rows[] = {
    {"kind", 0, "KIND", NULL,
     "series (columns over time), portrait (columns over another one), section (points of "
     "--observe section), bifurcation (those points over the number that varies), diagram (columns "
     "over the number that varies), map (columns over two numbers), curves (columns over another "
     "one), branch (equilibria and periodic orbits over the parameter), survival (the share of "
     "lanes that --observe basin has not seen arrive, over time); default: by what the file has"},
    {"x", 0, "COLUMN", NULL, "what lies along the x axis (default: by the kind)"},
    {"y", 0, "COLUMN,..", NULL, "what is drawn, a panel each (default: by the kind)"},
    {"section", 0, "WHAT", NULL,
     "points of this section, STATE=VALUE[,up|down|both] or period=T: those of --observe section, "
     "or cut from the series of the file by cubics between its times"},
    {"lane", 0, "N", NULL,
     "only this lane (default: all; of series and portraits the first one of the file)"},
    {"overlay", 0, "FILE.h5...", NULL,
     "another result, drawn upon it in another colour; may be given several times; not on maps"},
    {"label", 0, "TEXT,..", NULL,
     "names of the file and of those of --overlay in the key (default: the names of the files)"},
    {"range", 0, "NAME=LOW:HIGH,..", NULL,
     "ranges of axes, or of the colours of a map, by the first word of their labels (default: by "
     "what is drawn)"},
    {"title", 0, "TEXT", NULL,
     "the title (default: system, law and what varies); the commands that made result and picture "
     "are in the picture's file: as text of PNG, description of SVG, subject of PDF"},
    {"style", 0, "STYLE", NULL,
     "paper (16 cm, 9 points, PNG with 300 pixels to the inch) or slide (25.4x14.29 cm, 14 points, "
     "heavier lines)"},
    {"size", 0, "WxH", NULL,
     "width and height in cm; a width alone keeps the proportions (default: by what is drawn)"},
    {"font", 0, "N", NULL, "the size of letters in points (default: 8.5)"},
    {"data", 0, "FILE.csv", NULL, "write what is drawn as a table, too"},
    {"shape", 0, "SHAPE", NULL,
     "instead of a result, draw this contact in its own coordinates: outline, pressure and "
     "reference point; 'contensou list contacts' has them all"},
    CONTENSOU__CONTACT_OPTIONS_PRESSURE,
    {"slip", 0, "VX,VY,OMEGA", NULL,
     "with --shape: show the velocities of this slip at the reference point, and its centre of "
     "rotation"},
    {"output", 'o', "FILE", NULL, "the picture: FILE.png, FILE.svg or FILE.pdf (required)"},
};

const struct contensou__command contensou__cmd_plot_command = {
    .name = "plot",
    .summary = "a picture of a result, drawn from its HDF5 file, or of a contact",
    .usage = "FILE.h5 -o PICTURE [--kind KIND] [--x COLUMN] [--y COLUMN,..] [--lane N] "
             "[--section WHAT] [--overlay FILE.h5] [--range NAME=LOW:HIGH] [--style STYLE] [--size "
             "WxH] [--font N] [--title TEXT] [--data FILE.csv]\n"
             "       contensou plot --shape SHAPE -o PICTURE [--pressure PRESSURE] [--tilt K,BETA] "
             "[--center X,Y] [--slip VX,VY,OMEGA]",
    .about =
        "Draws files that run, sweep, merge, eval, eta, limit, fit --vary, transitions, "
        "equilibrium and cycle wrote with -o FILE.h5. "
        "Columns go by their names in the file; columns that do not change, and lanes that failed, "
        "are left out. Angles that turn round and round are shown modulo 2 pi.",
    .examples =
        "  contensou plot bif.h5 -o bif.png\n"
        "  contensou plot bif.h5 -o section.svg --kind section --lane 7 --x phi --y X_A\n"
        "  contensou plot run.h5 -o portrait.pdf --kind portrait --x phi --y phidot\n"
        "  contensou plot run.h5 -o points.png --section phidot=0,down --x phi --y X_A\n"
        "  contensou plot a.h5 --overlay b.h5 --label 'mu 0.3,mu 0.4' --style slide -o ab.png\n"
        "  contensou plot map.h5 --size 8x6 --font 8 --range omega_0=1:3 --data map.csv -o "
        "map.pdf\n"
        "  contensou plot --shape ellipse:1,0.5 --pressure hertz --slip 0.2,0,1 -o patch.png\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};
