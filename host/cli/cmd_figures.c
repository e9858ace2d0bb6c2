/* cmd_figures.c: contensou figures: the figures of the papers, computed again by our own commands.
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/progress.h"

#include "base/clock.h"
#include "base/names.h"
#include "base/try.h"
#include "figures/figure.h"
#include "figures/page.h"

#include <contensou/plot.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { most = 64 };

/* The figures that were asked for, in the order of the list; all where none was named. */
static enum contensou_status choose(const struct contensou__options *o, char chosen[most],
                                    struct contensou_error *err)
{
    const size_t count = contensou__figure_count();
    static char name[most][64];
    const char *names[most];

    for (size_t i = 0; i < count; i++) {
        snprintf(name[i], sizeof name[i], "%s", contensou__figure_name(i));
        names[i] = name[i];
        chosen[i] = o->word_count == 0;
    }
    for (size_t k = 0; k < o->word_count; k++) {
        const int i = contensou__names_find(o->word[k], names, count);

        if (i < 0)
            return contensou__names_fail(err, "figure", o->word[k], names, count);
        chosen[i] = 1;
    }
    return CONTENSOU_OK;
}

static enum contensou_status list(struct contensou_error *err)
{
    for (size_t i = 0; i < contensou__figure_count(); i++) {
        OWNED(contensou__figure_free) struct contensou__figure f = {.runs = 0};

        TRY(contensou__figure_read(&f, i, err));
        printf("%-20s %s\n", f.name, f.title.data);
    }
    return CONTENSOU_OK;
}

/* Makes the folder with those above it. */
static enum contensou_status make_folder(const char *folder, struct contensou_error *err)
{
    struct stat about;
    char *path = strdup(folder);
    int wrong = !path;

    for (char *at = path; path && *at; at++)
        if (*at == '/' && at > path) {
            *at = '\0';
            mkdir(path, 0777);
            *at = '/';
        }
    if (path)
        mkdir(path, 0777);
    free(path);
    if (!wrong && stat(folder, &about) == 0 && S_ISDIR(about.st_mode))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EIO, "cannot make the folder '%s': %s", folder,
                          strerror(errno));
}

/* One command of a recipe, by this program itself. */
static enum contensou_status run_command(const struct contensou__figure *f, const char *folder,
                                         const char *device, const char *text,
                                         struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text line = {0};
    const int points = strncmp(text, "points ", 7) == 0;
    struct contensou_error why = {0};
    enum contensou_status status;

    contensou__figure_paths(f, folder, points ? "" : "contensou ", &line);
    contensou__figure_paths(f, folder, text, &line);
    contensou__text_printf(&line, points ? "" : " --quiet --force");
    if (device && !points)
        contensou__text_printf(&line, " --device '%s'", device);
    TRY(contensou__try_memory(line.failed ? NULL : f, err, "a command"));
    status = (points ? contensou__figure_points : contensou__main_line)(line.data, &why);
    if (status == CONTENSOU_EOUTCOME && strncmp(text, "sweep ", 6) == 0) {
        fprintf(stderr, "warning: figure %s: %.600s\n", f->name, why.message);
        return CONTENSOU_OK; /* what it has is drawn */
    }
    return status ? contensou_fail(err, status, "figure %s, 'contensou %.200s': %.600s", f->name,
                                   text, why.message)
                  : CONTENSOU_OK;
}

static enum contensou_status draw(const struct contensou__figure *f, const char *folder,
                                  struct contensou_error *err)
{
    static const char style[] =
        "set datafile separator ','\nset key noenhanced\nset tics out nomirror\nset border 3\n"
        "do for [k = 1:6] {\n"
        "    shade = word('#1f77b4 #d62728 #2ca02c #9467bd #ff7f0e #444444', k)\n"
        "    set style line k lc rgb shade lw 2\n    set linetype k lc rgb shade lw 2\n}\n";
    OWNED(contensou__text_free) struct contensou__text script = {0};
    OWNED(contensou__text_free) struct contensou__text path = {0};

    contensou__text_printf(&script, "%s", style);
    contensou__figure_paths(f, folder, f->plot.data, &script);
    contensou__text_printf(&script, "\n");
    contensou__figure_paths(f, folder, "@.png", &path);
    TRY(contensou__try_memory(path.failed || script.failed ? NULL : f, err, "a picture"));
    return contensou_plot_script(path.data, f->width, f->height, script.data, err);
}

static enum contensou_status make(size_t i, const struct contensou__options *o, const char *folder,
                                  struct contensou__progress *progress, double *done,
                                  struct contensou_error *err)
{
    OWNED(contensou__figure_free) struct contensou__figure f = {.runs = 0};
    const double start = contensou__clock_seconds();

    TRY(contensou__figure_read(&f, i, err));
    for (size_t k = 0; k < f.runs; k++) {
        TRY(run_command(&f, folder, contensou__options_value(o, "device"), f.run[k].data, err));
        contensou__progress_update(progress, ++*done);
        TRY(contensou__progress_check(err));
    }
    if (f.plot.size)
        TRY(draw(&f, folder, err));
    if (!contensou__options_given(o, "quiet"))
        fprintf(stderr, "%s: %.1f s\n", f.name, contensou__clock_seconds() - start);
    return CONTENSOU_OK;
}

/* The commands of all chosen recipes. */
static enum contensou_status count_runs(const char chosen[most], double *total,
                                        struct contensou_error *err)
{
    *total = 0;
    for (size_t i = 0; i < contensou__figure_count(); i++) {
        OWNED(contensou__figure_free) struct contensou__figure f = {.runs = 0};

        TRY(contensou__figure_read(&f, i, err));
        *total += chosen[i] ? (double)f.runs : 0;
    }
    return CONTENSOU_OK;
}

static enum contensou_status make_all(const struct contensou__options *o, const char *folder,
                                      const char chosen[most], struct contensou_error *err)
{
    OWNED(contensou__progress_end) struct contensou__progress progress = {0};
    double total = 0, done = 0;

    TRY(count_runs(chosen, &total, err));
    contensou__progress_begin(&progress, "commands", total, contensou__options_given(o, "quiet"));
    for (size_t i = 0; i < contensou__figure_count(); i++)
        if (chosen[i])
            TRY(make(i, o, folder, &progress, &done, err));
    return CONTENSOU_OK;
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    const char *folder = contensou__options_value(o, "folder");
    char chosen[most] = {0};

    TRY(choose(o, chosen, err));
    if (contensou__options_given(o, "list"))
        return list(err);
    TRY(contensou_plot_check("figure.png", err));
    TRY(make_folder(folder, err));
    TRY(make_all(o, folder, chosen, err));
    TRY(contensou__page_write(folder, err));
    printf("written to the folder '%s': pictures, tables, index.html and index.md\n", folder);
    return CONTENSOU_OK;
}

static const struct contensou__option option_rows[] = {
    {"list", 0, NULL, NULL, "list the figures and make none"},
    {"folder", 0, "DIR", "results/figures",
     "where the files go; made if it is not there, and files of the same names are replaced"},
};

const struct contensou__command contensou__cmd_figures_command = {
    .name = "figures",
    .summary = "the figures of the five papers, computed again and compared",
    .usage = "[NAME ..] [--list] [--folder DIR]",
    .about =
        "Computes the figures of the papers with the parameters that they state, and some of ours, "
        "as pictures (NAME.png) with the tables they are drawn from (NAME.*.csv), and writes a "
        "page (index.html, index.md) that shows each beside what the paper states, what we find, "
        "and where both differ and why. Every figure is a list of commands of this program, which "
        "the page shows. Captions read their numbers from the tables; a statement that the tables "
        "do not bear out is marked on the page, and the exit code is 3 then. A table at the end "
        "lists every figure and claim of the papers: reproduced, partly, or drawing only.",
    .examples = "  contensou figures --list\n"
                "  contensou figures 1-4 4-5        figure 4 of [1] and figure 5 of [4]\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = most,
    .run = run,
};
