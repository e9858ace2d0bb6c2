/* try.h: a step that ends its function where it fails, and what the function owns until then.
 *
 *     OWNED(contensou__text_free) struct contensou__text text = {0};
 *     OWNED(contensou__try_free) double *row = malloc(n * sizeof *row);
 *
 *     TRY(contensou__try_memory(row, err, "%zu rows", n));
 *     TRY(contensou__text_read_file(&text, path, err));
 *
 * Whichever way the function ends, `row` and then `text` are released: in the reverse order in which they were declared. A
 * function that hands one of them to its caller sets its own variable to NULL. What a step puts into a struct of the caller
 * belongs to the caller, who frees it whether all steps were taken or not. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_TRY_H
#define CONTENSOU_BASE_TRY_H

#include <contensou/status.h>

#define TRY(step)                                            \
    do {                                                     \
        const enum contensou_status status_of_step = (step); \
        if (status_of_step)                                  \
            return status_of_step;                           \
    } while (0)

/* The failure of input that cannot be heeded, with the sentence that says so: return WRONG(err, "--eta %s is below 1", text). */
#define WRONG(err, ...) contensou_fail((err), CONTENSOU_EARGUMENT, __VA_ARGS__)

/* Of a local variable: release(&variable) is called where its scope ends. Declare it before the first step that may fail. */
#define OWNED(release) __attribute__((cleanup(release)))

/* For OWNED: frees the memory that a pointer (whose address is given) points to. */
void contensou__try_free(void *pointer);

/* What is asked about is the pointer alone; compilers need not fear for what it points to, which nobody has set yet. */
#if defined(__GNUC__) && __GNUC__ >= 11
#    define CONTENSOU__TRY_UNREAD(argument) __attribute__((access(none, argument)))
#else
#    define CONTENSOU__TRY_UNREAD(argument)
#endif

/* The failure "no memory for ..." where `made` is NULL. */
enum contensou_status contensou__try_memory(const void *made, struct contensou_error *err,
                                            const char *format, ...)
    __attribute__((format(printf, 3, 4))) CONTENSOU__TRY_UNREAD(1);

#endif
