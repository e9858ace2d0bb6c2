/* run_program.c: runs the real program in a scratch folder and keeps what it said.
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* wait4 */
#include "support/run_program.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { most_words = 512, longest_line = 8192, patience = 1200 };

long run_file_limit;

static char folder[4096], before[4096];
static FILE *heard[2]; /* standard output and error of the child that runs */

static void become_program(const char *line, const char *to)
{
    char *copy = strdup(line), *words[most_words + 1] = {CONTENSOU_PROGRAM, NULL};
    int count = 1;

    for (char *word = strtok(copy, " "); word && count < most_words; word = strtok(NULL, " "))
        words[count++] = word;
    /* A shell's background jobs ignore SIGINT, and that is inherited. */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    alarm(patience); /* for hangs: beside many others a program takes many times as long as alone */
    if (run_file_limit) {
        const struct rlimit limit = {(rlim_t)run_file_limit, (rlim_t)run_file_limit};

        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (dup2(fileno(heard[0]), STDOUT_FILENO) < 0 || dup2(fileno(heard[1]), STDERR_FILENO) < 0 ||
        (to && !freopen(to, "w", stdout)))
        _exit(126);
    execv(words[0], words);
    _exit(127);
}

static pid_t start(const char *to, const char *line)
{
    pid_t child;

    for (int i = 0; i < 2; i++) {
        heard[i] = tmpfile();
        assert_non_null(heard[i]);
    }
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        become_program(line, to);
    return child;
}

static char *read_all(FILE *file, size_t *size)
{
    char *text;
    long end;

    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    end = ftell(file);
    assert_true(end >= 0);
    rewind(file);
    text = malloc((size_t)end + 1);
    assert_non_null(text);
    *size = fread(text, 1, (size_t)end, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

struct run_result run_wait(pid_t child)
{
    struct run_result result = {.code = -1};
    struct rusage used;
    int status;

    assert_int_equal(wait4(child, &status, 0, &used), child);
    if (WIFEXITED(status))
        result.code = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
        result.signal = WTERMSIG(status);
    result.peak = used.ru_maxrss;
    result.processor = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                       1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    result.out = read_all(heard[0], &result.out_size);
    result.err = read_all(heard[1], &result.err_size);
    return result;
}

/* Runs the line; again where LeakSanitizer gave up: its tracer crashes now and then when it meets
 * the threads of the OpenCL driver on their way out, and that says nothing about the program. */
static struct run_result run(const char *to, const char *line)
{
    struct run_result result;

    for (int tries = 0;; tries++) {
        result = run_wait(start(to, line));
        if (tries == 5 || !strstr(result.err, "Tracer caught signal"))
            return result;
        run_free(&result);
    }
}

static void format_line(char *line, size_t size, const char *format, va_list args)
{
    assert_in_range(vsnprintf(line, size, format, args), 0, size - 1);
}

pid_t run_start(const char *format, ...)
{
    char line[longest_line];
    va_list args;

    va_start(args, format);
    format_line(line, sizeof line, format, args);
    va_end(args);
    return start(NULL, line);
}

struct run_result run_program(const char *format, ...)
{
    char line[longest_line];
    va_list args;

    va_start(args, format);
    format_line(line, sizeof line, format, args);
    va_end(args);
    return run(NULL, line);
}

static struct run_result succeed(const char *line)
{
    struct run_result result = run(NULL, line);

    if (result.code)
        fail_msg("%s: code %d, signal %d: %s", line, result.code, result.signal, result.err);
    return result;
}

struct run_result run_well(const char *format, ...)
{
    char line[longest_line];
    va_list args;

    va_start(args, format);
    format_line(line, sizeof line, format, args);
    va_end(args);
    return succeed(line);
}

void run_finish(const char *format, ...)
{
    char line[longest_line];
    struct run_result result;
    va_list args;

    va_start(args, format);
    format_line(line, sizeof line, format, args);
    va_end(args);
    result = succeed(line);
    run_free(&result);
}

struct run_result run_program_to(const char *to, const char *format, ...)
{
    char line[longest_line];
    va_list args;

    va_start(args, format);
    format_line(line, sizeof line, format, args);
    va_end(args);
    return run(to, line);
}

void run_free(struct run_result *result)
{
    free(result->out);
    free(result->err);
    *result = (struct run_result){0};
}

int run_enter_folder(void **state)
{
    const char *base = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof folder, "%s/contensou_XXXXXX", base && *base ? base : "/tmp");
    return !getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder) ? -1 : 0;
}

static int is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
}

/* Removes what is in the current folder, folders included. */
static void remove_entries(void)
{
    DIR *open = opendir(".");
    const struct dirent *entry;

    while (open && (entry = readdir(open)) != NULL) {
        if (!is_entry(entry) || unlink(entry->d_name) == 0)
            continue;
        chmod(entry->d_name, 0700);
        if (chdir(entry->d_name) == 0) {
            remove_entries();
            if (chdir("..") == 0)
                rmdir(entry->d_name);
        }
    }
    if (open)
        closedir(open);
}

int run_leave_folder(void **state)
{
    (void)state;
    if (chdir(folder) == 0)
        remove_entries();
    return chdir(before) || rmdir(folder) ? -1 : 0;
}

size_t run_count_files(void)
{
    DIR *open = opendir(".");
    const struct dirent *entry;
    size_t count = 0;

    assert_non_null(open);
    while ((entry = readdir(open)) != NULL)
        count += is_entry(entry) != 0;
    closedir(open);
    return count;
}

void run_write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

void run_assert_refused(struct run_result *result, size_t files, ...)
{
    const char *piece, *end = strchr(result->err, '\n');
    va_list pieces;

    if (result->code != 2)
        print_error("it said: %s%s\n", result->out, result->err);
    assert_int_equal(result->code, 2);
    assert_non_null(end);
    assert_string_equal(end, "\n");
    assert_int_equal(strncmp(result->err, "contensou", 9), 0);
    va_start(pieces, files);
    while ((piece = va_arg(pieces, const char *)) != NULL)
        if (!strstr(result->err, piece))
            fail_msg("'%s' is not in: %s", piece, result->err);
    va_end(pieces);
    assert_string_equal(result->out, "");
    assert_int_equal(run_count_files(), files);
    run_free(result);
}

void run_refuse(const char *line, const char *culprit, const char *remedy)
{
    const size_t files = run_count_files();
    struct run_result result = run(NULL, line);

    print_message("%s -> %s", line, result.err);
    run_assert_refused(&result, files, culprit, remedy, NULL);
}

void run_same_files(const char *one, const char *other)
{
    FILE *const file[] = {fopen(one, "rb"), fopen(other, "rb")};
    char *bytes[2];
    size_t size[2];

    for (int i = 0; i < 2; i++) {
        assert_non_null(file[i]);
        bytes[i] = read_all(file[i], &size[i]);
    }
    assert_true(size[0] > 0);
    if (size[0] != size[1] || memcmp(bytes[0], bytes[1], size[0]) != 0)
        fail_msg("%s and %s differ", one, other);
    free(bytes[0]);
    free(bytes[1]);
}
