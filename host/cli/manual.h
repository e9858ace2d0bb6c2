/* manual.h: manual pages and the completion of bash, from the tables of commands and options.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_MANUAL_H
#define CONTENSOU_CLI_MANUAL_H

#include "cli/command.h"

struct contensou__manual {
    const struct contensou__command *const *command;
    size_t count;
    const char *values; /* how numbers, ranges and lists are written, for the page of the program */
};

/* Writes contensou.1 and one page a command, contensou-NAME.1, into the folder, which is made. */
enum contensou_status contensou__manual_pages(const struct contensou__manual *m, const char *folder,
                                              struct contensou_error *err);

/* Prints a script for bash that completes commands, options and the names that options take. */
enum contensou_status contensou__manual_completion(const struct contensou__manual *m, FILE *to,
                                                   struct contensou_error *err);

#endif
