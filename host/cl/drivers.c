/* drivers.c: a driver beside those of the system, such as the one that the Python package brings along.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setenv, symlink */
#include "cl/drivers.h"

#include "base/beside.h"
#include "base/temporary.h"
#include "base/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char folder_variable[] = "OCL_ICD_VENDORS";
static const char system_folder[] = "/etc/OpenCL/vendors";
static struct contensou__temporary shown;

/* Makes FOLDER/NAME, a link to the system's file or, without one, a file that names the library. 0 on success. */
static int show(const char *name, int is_system, const char *library)
{
    struct contensou__text path = {0}, content = {0};
    int result = -1;

    contensou__text_printf(&path, "%s/%s", shown.folder, name);
    if (is_system)
        contensou__text_printf(&content, "%s/%s", system_folder, name);
    else
        contensou__text_printf(&content, "%s\n", library);
    if (!path.failed && !content.failed)
        result = is_system ? symlink(content.data, path.data)
                           : contensou__beside_write(path.data, content.data, content.size);
    contensou__text_free(&path);
    contensou__text_free(&content);
    return result;
}

void contensou__drivers_begin(void)
{
    const char *const library = getenv("CONTENSOU_DRIVER");
    DIR *folder;

    if (!library || !*library || getenv(folder_variable) || getenv("OPENCL_VENDOR_PATH") ||
        contensou__temporary_open(&shown, "drivers", NULL) != CONTENSOU_OK)
        return;
    folder = opendir(system_folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strlen(entry->d_name) > 4 &&
            strcmp(entry->d_name + strlen(entry->d_name) - 4, ".icd") == 0)
            show(entry->d_name, 1, NULL);
    if (folder)
        closedir(folder);
    /* "zz": behind the system's, whose devices come first then */
    if (show("zz-contensou.icd", 0, library) == 0)
        setenv(folder_variable, shown.folder, 1);
    else
        contensou__drivers_end();
}

void contensou__drivers_end(void)
{
    if (!shown.folder)
        return;
    unsetenv(folder_variable);
    contensou__temporary_remove(&shown);
}
