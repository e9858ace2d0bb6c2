/* run_program.h: runs the real program in a scratch folder and keeps what it said.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_RUN_PROGRAM_H
#define CONTENSOU_TESTS_RUN_PROGRAM_H

#include <stddef.h>
#include <sys/types.h>

struct run_result {
    int code;        /* the exit code, or -1 after a signal */
    int signal;      /* the signal that ended it, or 0 */
    char *out, *err; /* all of standard output and standard error, ended by a zero byte */
    size_t out_size, err_size;
    long peak; /* resident memory at its largest, KiB */
    double
        processor; /* seconds of processor time; what the clock says depends on who else computes */
};

/* Runs CONTENSOU_PROGRAM with the words of the formatted line, which are separated by blanks, and
 * waits. It is killed after twenty minutes. run_free releases the texts. */
struct run_result run_program(const char *format, ...) __attribute__((format(printf, 1, 2)));
void run_free(struct run_result *result);

/* The same for a line that must end with code 0; run_finish keeps nothing of what it said. */
struct run_result run_well(const char *format, ...) __attribute__((format(printf, 1, 2)));
void run_finish(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with standard output going to the file `to`. */
struct run_result run_program_to(const char *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same in two halves: the process id, then the result. */
pid_t run_start(const char *format, ...) __attribute__((format(printf, 1, 2)));
struct run_result run_wait(pid_t child);

/* The largest file in bytes that the next programs may write, as if the disk were full then; 0 for
 * no limit. */
extern long run_file_limit;

/* Fixtures of cmocka: a new empty folder becomes the current one; it and all in it are removed. */
int run_enter_folder(void **state);
int run_leave_folder(void **state);

/* Files in the current folder. */
size_t run_count_files(void);

/* Writes a text as a file of the current folder. */
void run_write_file(const char *name, const char *text);

/* Fails the test unless the run ended with code 2, said one line on standard error that has every
 * one of the given pieces (up to a NULL), nothing on standard output, and left `files` files. */
void run_assert_refused(struct run_result *result, size_t files, ...);

/* The line is refused with a sentence that has both pieces; the folder keeps its files. */
void run_refuse(const char *line, const char *culprit, const char *remedy);

/* Fails the test unless both files are there and have the same bytes, more than none. */
void run_same_files(const char *one, const char *other);

#endif
