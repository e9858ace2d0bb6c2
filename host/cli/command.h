/* command.h: a subcommand of the program: its name, its options, its help and what it does.
 *
 * A command is a file cmd_NAME.c that exports one row, and its name in the list below.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_COMMAND_H
#define CONTENSOU_CLI_COMMAND_H

#include "cli/options.h"

#include <contensou/status.h>

struct contensou__command {
    const char *name;
    const char *summary;                     /* one line, for the list of commands */
    const char *usage;                       /* what follows "contensou NAME" */
    const char *about;                       /* what it does, for its --help */
    const char *examples;                    /* whole lines */
    const struct contensou__option *options; /* its own, without the common ones */
    size_t option_count;
    size_t words;         /* how many words without dashes it takes at most */
    const char *replaces; /* whose results it may overwrite, as "sweep|merge"; NULL: its own */
    enum contensou_status (*run)(const struct contensou__options *options,
                                 struct contensou_error *err);
};

/* In a command: its table of options, an array. */
#define CONTENSOU__COMMAND_OPTIONS(rows) \
    .options = (rows), .option_count = sizeof(rows) / sizeof *(rows)

/* In a table of options: the output of commands that write one table. */
// clang-format off
#define CONTENSOU__COMMAND_OUTPUT \
    {"output", 'o', "FILE", NULL, \
     "write the table to FILE.csv or FILE.h5 (default: CSV to standard output, unless there is --plot)"}
// clang-format on

/* Every command, in the order of the list that --help prints; its row is contensou__cmd_NAME_command of cmd_NAME.c. */
// clang-format off
#define CONTENSOU__COMMANDS(ROW) \
    ROW(devices) \
    ROW(list) \
    ROW(eval) \
    ROW(fit) \
    ROW(limit) \
    ROW(eta) \
    ROW(tables) \
    ROW(run) \
    ROW(sweep) \
    ROW(merge) \
    ROW(plot) \
    ROW(report) \
    ROW(figures) \
    ROW(transitions) \
    ROW(equilibrium) \
    ROW(cycle) \
    ROW(identify) \
    ROW(warm) \
    ROW(examples)
// clang-format on

#define CONTENSOU__COMMAND_EXTERN(name) \
    extern const struct contensou__command contensou__cmd_##name##_command;
CONTENSOU__COMMANDS(CONTENSOU__COMMAND_EXTERN)

/* Does what a line of this program says, "contensou sweep ..", in silence; the line is cut up. */
enum contensou_status contensou__main_line(char *line, struct contensou_error *err);

#endif
