/* command.h: a subcommand of the program: its name, its options, its help and what it does.
 *
 * main.c holds the table of commands; each cmd_*.c exports one row of it.
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
    size_t words; /* how many words without dashes it takes at most */
    enum contensou_status (*run)(const struct contensou__options *options,
                                 struct contensou_error *err);
};

extern const struct contensou__command contensou__cmd_devices_command;
extern const struct contensou__command contensou__cmd_list_command;
extern const struct contensou__command contensou__cmd_eval_command;
extern const struct contensou__command contensou__cmd_fit_command;
extern const struct contensou__command contensou__cmd_limit_command;
extern const struct contensou__command contensou__cmd_eta_command;
extern const struct contensou__command contensou__cmd_tables_command;
extern const struct contensou__command contensou__cmd_run_command;
extern const struct contensou__command contensou__cmd_sweep_command;
extern const struct contensou__command contensou__cmd_merge_command;
extern const struct contensou__command contensou__cmd_plot_command;
extern const struct contensou__command contensou__cmd_figures_command;

/* Does what the command line argv says; *command is the one it names, once that is known. */
enum contensou_status contensou__main_command(int argc, char **argv,
                                              const struct contensou__command **command,
                                              struct contensou_error *err);
extern const struct contensou__command contensou__cmd_transitions_command;
extern const struct contensou__command contensou__cmd_equilibrium_command;
extern const struct contensou__command contensou__cmd_cycle_command;

#endif
