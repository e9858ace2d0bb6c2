/* program_text.c: see program_text.h. SPDX-License-Identifier: MIT */
#include "cl/program_text.h"

#include "base/checksum.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The driver is the last file that the bundle put into the text. */
static void name_driver(const char *text, char *name, size_t size)
{
    static const char mark[] = "#line 1 \"drivers/";
    const char *at = text;
    size_t n = 0;

    snprintf(name, size, "program");
    while ((at = strstr(at, mark)) != NULL) {
        at += strlen(mark);
        n = strcspn(at, "\"");
        if (n > 3 && n < size && strncmp(at + n - 3, ".cl", 3) == 0)
            snprintf(name, size, "%.*s", (int)n - 3, at);
    }
}

enum contensou_status contensou__program_text_keep(const char *text, const char *options,
                                                   struct contensou_error *err)
{
    const char *const folder = getenv("CONTENSOU_PROGRAMS");
    char driver[64], path[4096];
    uint32_t mark;
    FILE *file;
    int bad;

    if (!folder || !*folder)
        return CONTENSOU_OK;
    mark = contensou__checksum_add(0, text, strlen(text));
    mark = contensou__checksum_add(mark, options, strlen(options));
    name_driver(text, driver, sizeof driver);
    snprintf(path, sizeof path, "%.4000s/%s-%08x.cl", folder, driver, (unsigned)mark);
    file = fopen(path, "w");
    bad = !file || fprintf(file, "/* options: %s */\n%s", options, text) < 0;
    if (file)
        bad |= fclose(file) != 0;
    return bad ? contensou_fail(err, CONTENSOU_EIO, "cannot write '%s' (CONTENSOU_PROGRAMS): %s",
                                path, strerror(errno))
               : CONTENSOU_OK;
}
