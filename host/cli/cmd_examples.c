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
    OWNED(contensou__text_free) struct contensou__text place = {0};

    for (size_t i = 0; i < contensou__example_files_count; ++i) {
        place_of(folder, contensou__example_files_all[i].path, &place);
        if (!place.failed && access(place.data, F_OK) == 0)
            return WRONG(err,
                         "'%s' is there already; give another folder, or --force to overwrite it",
                         place.data);
    }
    return CONTENSOU_OK;
}

static enum contensou_status write_one(const char *folder,
                                       const struct contensou__embedded_file *file,
                                       struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text place = {0};
    OWNED(contensou__text_free) struct contensou__text notebook = {0};
    const int page = place_of(folder, file->path, &place);

    if (page)
        contensou__notebook_write(file->text, &notebook);
    TRY(contensou__try_memory(place.failed || notebook.failed ? NULL : file, err, "an example"));
    return contensou__text_file_write(place.data, page ? notebook.data : file->text, err);
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
