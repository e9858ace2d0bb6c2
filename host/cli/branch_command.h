/* branch_command.h: what the commands that follow something along a parameter share: their options, the system that these give,
 * and the table. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_BRANCH_COMMAND_H
#define CONTENSOU_CLI_BRANCH_COMMAND_H

#include "cli/contact_options.h"
#include "cli/options.h"
#include <contensou/simulation.h>
#include <contensou/table.h>

// clang-format off
#define CONTENSOU__BRANCH_COMMAND_ROWS \
    CONTENSOU__OPTIONS_SETTING("law"), \
    CONTENSOU__OPTIONS_SETTING("shape"), \
    CONTENSOU__CONTACT_OPTIONS_PRESSURE, \
    CONTENSOU__CONTACT_OPTIONS_FRAME, \
    CONTENSOU__OPTIONS_SETTING("set"), \
    {"system-file", 0, "FILE.h", NULL, "a system of your own instead of SYSTEM"}
// clang-format on

struct contensou__branch_command_row;

/* A command: what it looks for, the table that it makes of that, what it says in the end; then what was asked, all zero at first. */
struct contensou__branch_command {
    void *work; /* its own */
    /* how many rows there are; `of` is ready */
    enum contensou_status (*find)(void *work, struct contensou_progress progress, size_t *rows,
                                  struct contensou_error *err);
    /* row k; where nothing is found yet, or at all, its columns alone count */
    void (*row)(const void *work, size_t k, struct contensou__branch_command_row *to);
    void (*say)(const void *work);

    struct contensou_device *device;
    struct contensou_simulation *chosen; /* system, law, numbers, parameter */
    struct contensou_branch *of;
    const char *line;          /* of the command */
    const char *output, *plot; /* files, or NULL */
    const char *vary;          /* as it was asked; NULL: no parameter */
    int quiet;
};

/* Reads the system, the law, --set, --init, --vary, -o and --plot, and opens a device with double precision. Free it
 * also after a failure. */
enum contensou_status contensou__branch_command_read(struct contensou__branch_command *b,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err);
void contensou__branch_command_free(struct contensou__branch_command *b);

/* A row of the table while it is made: each cell with its column, so that a column is written once. */
enum { contensou__branch_command_columns = 640, contensou__branch_command_name = 96 };
struct contensou__branch_command_row {
    struct contensou_table_column column[contensou__branch_command_columns];
    char name[contensou__branch_command_columns][contensou__branch_command_name];
    double value[contensou__branch_command_columns];
    size_t count;
};

/* One more cell: a number, a whole number, and one that stands for one of words[count]. */
void contensou__branch_command_number(struct contensou__branch_command_row *r, double value,
                                      const char *name, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
void contensou__branch_command_whole(struct contensou__branch_command_row *r, const char *name,
                                     int value);
void contensou__branch_command_word(struct contensou__branch_command_row *r, const char *name,
                                    int value, const char *const *words, size_t count);

/* re.1, im.1, .. of so many numbers. */
void contensou__branch_command_pairs(struct contensou__branch_command_row *r, size_t pairs,
                                     const double *re, const double *im);

/* Finds out whether the file can be written, does the work with a line of progress, writes the table, whose head tells the fixed
 * numbers, the system, the law and who computed it, and draws --plot, as 'contensou plot' draws it from a file. */
enum contensou_status contensou__branch_command_run(struct contensou__branch_command *b,
                                                    struct contensou_error *err);

#endif
