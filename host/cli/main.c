/* main.c: the program: finds the command, reads its options, runs it, says what went wrong.
 *
 * Exit codes: 0 success; 2 wrong input, a file that cannot be read or written, no such device;
 * 3 trajectories that failed, 4 a picture that could not be drawn (all is written); 1 a failure inside (OpenCL, memory,
 * a program that does not build); 128 + signal when stopped.
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/undrawn.h"
#include "cli/manual.h"
#include "cli/progress.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "figures/figure.h"

#include <contensou/process.h>
#include <contensou/tool.h>
#include <contensou/version.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COMMAND(name) &contensou__cmd_##name##_command,
static const struct contensou__command *const commands[] = {CONTENSOU__COMMANDS(COMMAND)};
enum { command_count = sizeof commands / sizeof commands[0] };

static const char values[] = "Values: a range is lo:hi:count with both ends included, a list is "
                             "a,b,c, and a number may be 0.5, -1e-3, pi/2, 2pi, 8/3 or 30deg. "
                             "Angles are in radians unless they end in deg. Lengths are in the "
                             "contact's own unit, which --unit mm, or a line '# units mm' in its "
                             "file, names.";

static void print_help(void)
{
    puts("contensou: finite-contact dry friction (the Coulomb-Contensou model)\n\n"
         "usage: contensou COMMAND [options]\n"
         "       contensou help [COMMAND] | version\n\n"
         "commands:");
    for (size_t i = 0; i < command_count; i++)
        printf("  %-13s%s\n", commands[i]->name, commands[i]->summary);
    puts("");
    contensou__options_wrap(values, 0, 0, stdout);
    puts("Exit code: 0 success, 2 wrong input, 3 trajectories that failed, 4 a picture that\n"
         "could not be drawn (results are written), 1 failure inside, 130 interrupted.\n\n"
         "Try first:\n"
         "  contensou devices\n"
         "  contensou eval --shape disk --pressure hertz --theta 0:pi/2:91 -o hertz.csv");
}

static void print_command_help(const struct contensou__command *command,
                               const struct contensou__options *options)
{
    printf("contensou %s: %s\n\nusage: contensou %s %s\n\n", command->name, command->summary,
           command->name, command->usage);
    contensou__options_wrap(command->about, 0, 0, stdout);
    puts("\noptions:");
    contensou__options_help(options, stdout);
    printf("\nexamples:\n%s", command->examples);
}

/* 1 if --help stands anywhere, even among options that are wrong. */
static int asks_for_help(int argc, char **argv)
{
    for (int i = 2; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return 1;
    return 0;
}

static enum contensou_status find(const char *name, const struct contensou__command **command,
                                  struct contensou_error *err)
{
    static const char *const flags[] = {"--help", "--version"};
    const char *names[command_count + 2];
    int at;

    for (size_t i = 0; i < command_count; i++)
        names[i] = commands[i]->name;
    names[command_count] = "help";
    names[command_count + 1] = "version";
    at = contensou__names_find(name, names, command_count);
    if (at >= 0) {
        *command = commands[at];
        return CONTENSOU_OK;
    }
    if (name[0] == '-')
        return contensou__names_fail(err, "option before the command", name, flags, 2);
    return contensou__names_fail(err, "command", name, names, command_count + 2);
}

/* contensou help [COMMAND] */
static enum contensou_status help(int argc, char **argv, struct contensou_error *err)
{
    const struct contensou__command *command;
    struct contensou__options options;

    if (argc > 3)
        return WRONG(err, "help explains one command; '%s' is a second", argv[3]);
    if (argc == 2 || !strcmp(argv[2], "help") || !strcmp(argv[2], "version") ||
        !strcmp(argv[2], "--help") || !strcmp(argv[2], "-h")) {
        print_help();
        return CONTENSOU_OK;
    }
    TRY(find(argv[2], &command, err));
    contensou__options_init(&options, command->options, command->option_count, command->words);
    print_command_help(command, &options);
    return CONTENSOU_OK;
}

/* For those who install the program: --manual FOLDER, --completion. */
static enum contensou_status print_manual(int argc, char **argv, struct contensou_error *err)
{
    const struct contensou__manual m = {commands, command_count, values};

    if (!strcmp(argv[1], "--completion") && argc == 2)
        return contensou__manual_completion(&m, stdout, err);
    if (strcmp(argv[1], "--manual") || argc != 3)
        return WRONG(err, "--completion takes nothing behind it, --manual the folder that the "
                          "pages are written to");
    return contensou__manual_pages(&m, argv[2], err);
}

/* Does what the command line says; *command is the one it names, once that is known. */
static enum contensou_status do_line(int argc, char **argv,
                                     const struct contensou__command **command,
                                     struct contensou_error *err)
{
    OWNED(contensou__options_free) struct contensou__options options = {.count = 0};

    if (argc < 2)
        return WRONG(err, "missing COMMAND argument; 'contensou --help' lists the commands");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        print_help();
        return CONTENSOU_OK;
    }
    if (!strcmp(argv[1], "help"))
        return help(argc, argv, err);
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "version")) {
        printf("contensou %s\n", contensou_version());
        return CONTENSOU_OK;
    }
    if (!strcmp(argv[1], "--manual") || !strcmp(argv[1], "--completion"))
        return print_manual(argc, argv, err);
    TRY(find(argv[1], command, err));
    contensou__options_init(&options, (*command)->options, (*command)->option_count,
                            (*command)->words);
    if (asks_for_help(argc, argv)) {
        print_command_help(*command, &options);
        return CONTENSOU_OK;
    }
    TRY(contensou__options_parse(&options, argc, argv, 2, err));
    contensou__progress_quiet(contensou__options_given(&options, "quiet"));
    if (!contensou__options_given(&options, "force"))
        contensou_table_guard((*command)->replaces ? (*command)->replaces : (*command)->name);
    return (*command)->run(&options, err);
}

enum contensou_status contensou__main_line(char *line, struct contensou_error *err)
{
    const struct contensou__command *command = NULL;
    char *word[contensou__figure_words];
    int count = 0;
    enum contensou_status status;

    TRY(contensou__figure_split(line, word, &count, err));
    contensou__progress_mute(1);
    status = do_line(count, word, &command, err);
    contensou__progress_mute(0);
    return status;
}

/* 1 for work that several processes share; of anything else the first one does all. */
static int shares(int argc, char **argv)
{
    return argc > 1 && !strcmp(argv[1], contensou__cmd_sweep_command.name) &&
           !asks_for_help(argc, argv);
}

static int exit_code(enum contensou_status status)
{
    switch (status) {
    case CONTENSOU_OK:
        return 0;
    case CONTENSOU_EARGUMENT:
    case CONTENSOU_ENOTFOUND:
    case CONTENSOU_EINPUT:
    case CONTENSOU_EIO:
    case CONTENSOU_EDEVICE:
        return 2;
    case CONTENSOU_ESTOPPED:
        return 128 + contensou__progress_signal();
    case CONTENSOU_EBUILD:
    case CONTENSOU_EOPENCL:
    case CONTENSOU_EMEMORY:
    case CONTENSOU_ETIMEOUT:
        break;
    case CONTENSOU_EOUTCOME:
        return 3;
    case CONTENSOU_EPICTURE:
        return 4;
    }
    return 1;
}

/* A closed standard stream would give its number to the next file that is opened, and what is meant for
 * the stream would go into that file. Writing to standard output still fails; what is said on a closed
 * standard error is lost. */
static void open_standard_streams(void)
{
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0)
            (void)!open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

/* How a command ended, where that is no success, and what no command tells. */
static void tell(const struct contensou__command *command, enum contensou_status status,
                 const struct contensou_error *err)
{
    if (status)
        fprintf(stderr, "contensou%s%s: %s\n", command ? " " : "", command ? command->name : "",
                err->message[0] ? err->message : contensou_status_text(status));
    else if (contensou_process_cache_problem())
        fprintf(stderr,
                "contensou: warning: %s; programs for devices were built for this run only (set "
                "XDG_CACHE_HOME to another folder to keep them)\n",
                contensou_process_cache_problem());
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    const struct contensou__command *command = NULL;
    struct contensou_error err = {CONTENSOU_OK, ""};
    enum contensou_status status;
    int code;

    open_standard_streams();
    /* One flush at the end tells why the texts could not be written. */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    contensou__progress_catch_signals();
    contensou_process_quiet_drivers();
    contensou_process_spell_settings("--", '-');
    contensou__setting_spelling("--",
                                '-'); /* of the base that is in this program, not in the library */
    if (contensou_simulation_rank() > 0 && !shares(argc, argv))
        return 0;
    status = do_line(argc, argv, &command, &err);
    errno = 0;
    if ((fflush(stdout) || ferror(stdout)) && !status)
        status = contensou_fail(&err, CONTENSOU_EIO, "cannot write to standard output: %s",
                                errno ? strerror(errno) : "a write failed");
    if (contensou_simulation_rank() == 0)
        tell(command, status, &err);
    fflush(stderr);
    code = !status && contensou__undrawn_any() ? exit_code(CONTENSOU_EPICTURE) : exit_code(status);
    contensou_simulation_leave(code);
    code = contensou_simulation_rank() > 0 ? 0 : code; /* the first one has told */
    /* After a write that failed, HDF5's own handler at exit stumbles over the file; a device that did not
     * come back would be waited for, as would a compiler that was stopped. */
    if (status == CONTENSOU_EIO || status == CONTENSOU_ETIMEOUT || status == CONTENSOU_ESTOPPED) {
        fflush(NULL);
        contensou_process_leave();
        _exit(code);
    }
    return code;
}
