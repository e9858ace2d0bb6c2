/* cmd_tables.c: contensou tables: the fitted laws of the catalogue, eta', and published numbers.
 *
 * Everything is computed before the first file is written. SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/owned.h"
#include "cli/progress.h"

#include <contensou/plot.h>
#include <contensou/tables.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What can be known to be wrong before the long work. */
static enum contensou_status check(const struct contensou__options *o, const char *folder,
                                   struct contensou_error *err)
{
    if (!strcmp(contensou__options_value(o, "precision"), "single"))
        return WRONG(err, "--precision single: the digits of the tables need double");
    if (contensou__options_given(o, "quick") && contensou__options_given(o, "thorough"))
        return WRONG(
            err, "--quick and --thorough exclude each other: less or more than the usual tables");
    TRY(contensou_tables_write_check(folder, err));
    if (!contensou__options_given(o, "no-pictures"))
        TRY(contensou_plot_check("tables.png", err));
    return CONTENSOU_OK;
}

static enum contensou_status print(const struct contensou_tables *tables, const char *folder,
                                   struct contensou_error *err)
{
    OWNED(contensou__try_free) char *text = NULL;

    TRY(contensou_tables_markdown(tables, &text, err));
    printf("%s\nwritten to the folder '%s': tables.md, *.csv and pictures\n", text, folder);
    return CONTENSOU_OK;
}

static void release(struct contensou_tables **tables)
{
    contensou_tables_run_free(*tables);
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    const char *folder = contensou__options_value(o, "folder");
    struct contensou__progress progress;
    const struct contensou_tables_options options = {.size = sizeof options,
                                                     .quick = contensou__options_given(o, "quick"),
                                                     .thorough =
                                                         contensou__options_given(o, "thorough"),
                                                     .progress = contensou__progress_of(&progress)};
    OWNED(contensou__owned_device) struct contensou_device *device = NULL;
    OWNED(release) struct contensou_tables *tables = NULL;
    enum contensou_status status;

    TRY(check(o, folder, err));
    TRY(contensou_device_open(&device, contensou__options_value(o, "device"), err));
    contensou__progress_begin(&progress, "fits", 0, contensou__options_given(o, "quiet"));
    status = contensou_tables_run(&tables, device, &options, err);
    contensou__progress_end(&progress);
    TRY(status);
    TRY(contensou_tables_write(tables, folder, !contensou__options_given(o, "no-pictures"), err));
    return print(tables, folder, err);
}

static const struct contensou__option option_rows[] = {
    {"folder", 0, "DIR", "results",
     "where the files go; made if it is not there, and files of the same names are replaced"},
    {"quick", 0, NULL, NULL, "one disk, one annulus and one ellipse with I00 and I11 only"},
    {"thorough", 0, NULL, NULL,
     "the norm max also for potential6 and potential8 of contacts that are not circular, which "
     "takes some minutes more"},
    {"no-pictures", 0, NULL, NULL, "draw nothing (pictures need gnuplot)"},
};

const struct contensou__command contensou__cmd_tables_command = {
    .name = "tables",
    .summary = "fitted laws of the whole catalogue, eta', published numbers beside ours",
    .usage = "[--folder DIR] [--quick | --thorough] [--no-pictures]",
    .about =
        "Fits I00, I11, pade1, pade2, ellipsoid and the potentials to disks (four pressures), "
        "annuli, ellipses, rectangles, a triangle, a hexagon and rolling disks, by least squares "
        "and for the least largest error; adds eta' of eta with cubics for it, the numbers of the "
        "five papers with their misprints, and the speed of the device. Prints tables.md and "
        "writes it with fits.csv, coefficients.csv, eta.csv, eta_cubics.csv, published.csv, "
        "speed.csv, the two polygons and pictures (PNG). All files appear together at the end, or "
        "none.",
    .examples = "  contensou tables                      one to two minutes on two processors\n"
                "  contensou tables --quick --folder try\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .run = run,
};
