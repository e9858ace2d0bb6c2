/* test_manual.c: manual pages and the completion of bash have every command and every option that --help has.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *read_all(FILE *file)
{
    size_t size = 0, got = 1;
    char *text = malloc(1);

    assert_non_null(file);
    while (got) {
        text = realloc(text, size + 4096 + 1);
        got = fread(text + size, 1, 4096, file);
        size += got;
    }
    text[size] = '\0';
    return text;
}

static char *page(const char *command)
{
    char path[64];
    FILE *file;
    char *text;

    snprintf(path, sizeof path, "man/contensou%s%s.1", *command ? "-" : "", command);
    file = fopen(path, "r");
    text = read_all(file);
    fclose(file);
    return text;
}

/* "--h-min" as a page writes it. */
static void spelled(const char *option, size_t size, char *out)
{
    for (size_t i = 0; i < size; i++) {
        if (option[i] == '-')
            *out++ = '\\';
        *out++ = option[i];
    }
    *out = '\0';
}

/* Asks the help of a command for its options and looks for them on its page. */
static int check_options(const char *command)
{
    struct run_result help = run_program("%s --help", command);
    char *const text = page(command), name[128];
    int count = 0;

    assert_int_equal(help.code, 0);
    for (char *line = strstr(help.out, "\noptions:\n"); line && (line = strstr(line, "\n  -"));) {
        const char *const option = strstr(line, "--");

        line += 4;
        spelled(option, strcspn(option, " \n"), name);
        if (!strstr(text, name))
            fail_msg("the page of %s has no %s", command, name);
        count++;
    }
    assert_non_null(strstr(text, ".SH EXAMPLES"));
    assert_non_null(strstr(text, ".SH SYNOPSIS"));
    run_free(&help);
    free(text);
    return count;
}

static void pages_have_all_commands_and_options(void **state)
{
    struct run_result r = run_program("--manual man"), help = run_program("--help");
    char *const program = page("");
    int commands = 0, options = 0;

    (void)state;
    assert_int_equal(r.code, 0);
    for (char *line = strstr(help.out, "commands:\n"); line && (line = strstr(line, "\n  "));) {
        char name[32], listed[64];

        if (line[1] == '\n' || sscanf(line, " %31s", name) != 1 || strchr(name, ':'))
            break;
        line += 3;
        if (strcmp(name, "contensou") == 0)
            break;
        snprintf(listed, sizeof listed, "contensou\\-%s\\fR(1)", name);
        assert_non_null(strstr(program, listed));
        options += check_options(name);
        commands++;
    }
    print_message("%d commands, %d options\n", commands, options);
    assert_true(commands >= 10 && options >= 100);
    free(program);
    run_free(&r);
    run_free(&help);
}

/* What bash offers behind these words. */
static char *offers(const char *words, int at)
{
    char line[512];
    FILE *pipe;
    char *text;

    snprintf(line, sizeof line,
             "bash -c 'source ./completion; COMP_WORDS=(%s); COMP_CWORD=%d; _contensou; "
             "echo \" ${COMPREPLY[*]} \"'",
             words, at);
    pipe = popen(line, "r");
    text = read_all(pipe);
    pclose(pipe);
    return text;
}

static void bash_completes_commands_options_and_names(void **state)
{
    static const struct {
        const char *words;
        int at;
        const char *offer;
    } cases[] = {
        {"contensou sw", 1, " sweep \n"},
        {"contensou sweep pend", 2, " pendulum \n"},
        {"contensou sweep pendulum --va", 3, " --vary \n"},
        {"contensou sweep pendulum --stepper rod", 4, " rodas43 rodas54 \n"},
        {"contensou fit --model potential", 3, " potential4 potential6 potential8 \n"},
        {"contensou eval --pressure her", 3, " hertz \n"},
        {"contensou eval --vary", 2, "  \n"},
    };
    struct run_result r = run_program_to("completion", "--completion");

    (void)state;
    assert_int_equal(r.code, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *const text = offers(cases[i].words, cases[i].at);

        assert_string_equal(text, cases[i].offer);
        free(text);
    }
    run_free(&r);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pages_have_all_commands_and_options, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(bash_completes_commands_options_and_names, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
