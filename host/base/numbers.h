/* numbers.h: numbers, ranges and lists as people write them on a command line.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_NUMBERS_H
#define CONTENSOU_BASE_NUMBERS_H

#include <contensou/status.h>

#include <stddef.h>

/* One number: "0.5", "-1e-3", "pi", "pi/2", "2pi", "-3*pi/4", "30deg" (in radians), "8/3". The
 * whole text must be a finite number; `what` names it in the error (SETTING("theta"), "the annulus"). */
enum contensou_status contensou__numbers_parse(const char *text, const char *what, double *value,
                                               struct contensou_error *err);

/* A range "lo:hi:count" (ends included; a count from 1 to 1e9; 1 needs lo = hi), a list "a,b,c", or
 * one number. *values is for free(), with *count members; member i of a range is
 * lo + (hi - lo) * i / (count - 1), and the last is hi exactly. */
enum contensou_status contensou__numbers_range(const char *text, const char *what, double **values,
                                               size_t *count, struct contensou_error *err);

/* The same range without its members in memory. The text must have the form lo:hi:count. */
struct contensou__numbers_span {
    double lo, hi;
    size_t count;
};

enum contensou_status contensou__numbers_span(const char *text, const char *what,
                                              struct contensou__numbers_span *span,
                                              struct contensou_error *err);
double contensou__numbers_member(const struct contensou__numbers_span *span, size_t i);

/* A section as --section has it: STATE=VALUE[,up|down|both], or period=T with the state "period"; `period` alone has the value 0, for the period of what drives the system. */
struct contensou__numbers_section {
    char state[64];
    double value;
    int direction; /* 1: up, -1: down, 0: both */
};
enum contensou_status contensou__numbers_section(const char *text,
                                                 struct contensou__numbers_section *s,
                                                 struct contensou_error *err);

/* Exactly `count` numbers separated by commas into values[]. */
enum contensou_status contensou__numbers_list(const char *text, const char *what, double *values,
                                              size_t count, struct contensou_error *err);

/* The same, behind which one of `words` may stand: *word is its index, or -1. */
enum contensou_status contensou__numbers_list_word(const char *text, const char *what,
                                                   double *values, size_t count,
                                                   const char *const *words, size_t word_count,
                                                   int *word, struct contensou_error *err);

/* A whole number in [low, high], also written as 1e6. */
enum contensou_status contensou__numbers_whole(const char *text, const char *what, long low,
                                               long high, long *value, struct contensou_error *err);

#endif
