/* cmd_examples.c: contensou examples: the tutorials as notebooks, and the example files, in a folder of one's own.
 *
 * The notebooks are made of the pages of the documents, which the program has in it as it has the examples: so they are there
 * in a build, an installation and a wheel alike. SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/notebook.h"
#include "cli/text_file.h"

#include "base/text.h"
#include "base/try.h"
#include "figures/example_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where a file goes: DIR/tutorial.ipynb for docs/tutorial.md, DIR/slider.h for bench/examples/slider.h. 1: it is a page. */
static int place_of(const char *folder, const char *path, struct contensou__text *place)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    const int page = dot && strcmp(dot, ".md") == 0;

    place->size = 0;
    if (page)
        contensou__text_printf(place, "%s/%.*s.ipynb", folder, (int)(dot - name), name);
    else
        contensou__text_printf(place, "%s/%s", folder, name);
    return page;
}

/* None of the files is there yet: a notebook that somebody worked in is not lost. */
static enum contensou_status check_places(const char *folder, struct contensou_error *err)
{
    struct contensou__text place = {0};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < contensou__example_files_count && !status; ++i) {
        place_of(folder, contensou__example_files_all[i].path, &place);
        if (!place.failed && access(place.data, F_OK) == 0)
            status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                    "'%s' is there already; give another folder, or --force to "
                                    "overwrite it",
                                    place.data);
    }
    contensou__text_free(&place);
    return status;
}

static enum contensou_status write_one(const char *folder,
                                       const struct contensou__embedded_file *file,
                                       struct contensou_error *err)
{
    struct contensou__text place = {0}, notebook = {0};
    struct contensou__text_file to = {0};
    const int page = place_of(folder, file->path, &place);
    enum contensou_status status = CONTENSOU_OK;

    if (page)
        contensou__notebook_write(file->text, &notebook);
    if (place.failed || notebook.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an example");
    if (!status)
        status = contensou__text_file_open(&to, place.data, err);
    if (!status)
        status = contensou__text_file_close(&to, page ? notebook.data : file->text, err);
    contensou__text_file_discard(&to);
    contensou__text_free(&place);
    contensou__text_free(&notebook);
    return status;
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    const char *const folder = o->word_count ? o->word[0] : "contensou-examples";

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return contensou_fail(err, CONTENSOU_EIO, "cannot make the folder '%s': %s", folder,
                              strerror(errno));
    if (!contensou__options_given(o, "force"))
        TRY(check_places(folder, err));
    for (size_t i = 0; i < contensou__example_files_count; ++i)
        TRY(write_one(folder, &contensou__example_files_all[i], err));
    if (!contensou__options_given(o, "quiet"))
        printf("%zu files are in %s; begin with 'jupyter lab %s/tutorial.ipynb'\n",
               contensou__example_files_count, folder, folder);
    return CONTENSOU_OK;
}

const struct contensou__command contensou__cmd_examples_command = {
    .name = "examples",
    .summary = "copies the tutorials as notebooks, and the example files, to a folder",
    .usage = "[DIR]",
    .about = "Makes DIR (default: contensou-examples) with the four tutorials as Jupyter "
             "notebooks, scripts in "
             "Python, programs in C, and systems of one's own (van_der_pol.h, slider.h) to start "
             "from. Notebooks "
             "run the commands of this program and need Jupyter, which pip installs. A file that "
             "is there "
             "is not overwritten.",
    .examples = "  contensou examples\n"
                "  contensou examples ~/friction\n",
    .words = 1,
    .run = run,
};
