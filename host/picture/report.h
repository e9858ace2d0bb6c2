/* report.h: a page of a result while it is written. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_REPORT_H
#define CONTENSOU_PICTURE_REPORT_H

#include "base/text.h"

struct contensou__report {
    struct contensou__text to;
    const char *file;
    const char *title; /* NULL: by the file */
    size_t rows;       /* of a table, at most */
    const char *path;  /* FILE.svg, where pictures are drawn before they are shown */
    int pictures, sections;
    char undrawn[512]; /* why a picture could not be drawn; "": there is none such */
    struct contensou_error *err;
};

/* All before the first section, of a result of this command line: the title that was asked for, or that one, or the command. */
void contensou__report_begin(struct contensou__report *r, const char *command_line,
                             const char *title, const char *facts);

/* Begins the next section. */
void contensou__report_section(struct contensou__report *r, const char *title);

/* Shows the picture that was drawn to r->path; one that there was nothing to draw for (CONTENSOU_EARGUMENT) is a sentence,
 * and so is one that gnuplot failed at, which is kept in r->undrawn too; other failures are given back. */
enum contensou_status contensou__report_show(struct contensou__report *r,
                                             enum contensou_status drawn, const char *caption);

/* The page of an HDF5 file, and of JSON. */
enum contensou_status contensou__report_result(struct contensou__report *r);
enum contensou_status contensou__report_json(struct contensou__report *r);

#endif
