/* lanes_choice.h: which lanes are asked for: numbers by their names, and what varies from lane to lane. Whether there are such names
 * is known when the system and its law are (lanes.h). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_LANES_CHOICE_H
#define CONTENSOU_MODEL_LANES_CHOICE_H

#include "base/numbers.h"
#include "base/text.h"
#include "model/setting_rows.h"

#include <stdint.h>

enum { contensou__lanes_choice_name = 64, contensou__lanes_choice_varies = 8 };

struct contensou__lanes_choice_number {
    char name[contensou__lanes_choice_name];
    double value;
};

struct contensou__lanes_choice_numbers {
    struct contensou__lanes_choice_number *number;
    size_t count;
};

/* The values of a number: a list, or a range; a range without a count has only its ends, between which lanes are drawn. */
struct contensou__lanes_choice_range {
    char name[contensou__lanes_choice_name];
    struct contensou__numbers_span span; /* count 0: only the ends */
    double *list;                        /* [span.count], or NULL for a range */
};

/* Lanes at random; count 0: not asked for. */
struct contensou__lanes_choice_draw {
    uint64_t seed, count;
};

/* All zero is one lane with the numbers that are listed. */
struct contensou__lanes_choice {
    struct contensou__lanes_choice_numbers set, init; /* of the system and "law.eps"; of states */
    struct contensou__lanes_choice_range
        vary[contensou__lanes_choice_varies +
             1]; /* the first one is slowest; room for one of the plan's own */
    size_t varies;
    const char *from; /* a CSV file: one row a lane, columns named as in vary */
    struct contensou__lanes_choice_draw
        random; /* uniform between the ends of each vary, or one member of its list */
    struct contensou__lanes_choice_draw
        starts; /* lanes for each member of the grid, which differ in those states that have only ends */
    int way; /* of the walk along the first vary, by its word: 1 is none */
    /* the lanes of a program: */
    char **given; /* [givens] names as in vary */
    size_t givens, members;
    double *number; /* [givens][members] */
};

extern const struct contensou__settings_row contensou__lanes_choice_rows[]; /* what varies */
extern const struct contensou__settings_row
    contensou__lanes_choice_number_rows[]; /* set and init */

/* The words of "continue", in the order of enum contensou__lanes_walk_way. */
extern const char *const contensou__lanes_choice_ways[4];

void contensou__lanes_choice_free(struct contensou__lanes_choice *c);

/* "a=1,b=2" behind those that are there; option: for messages. */
enum contensou_status
contensou__lanes_choice_numbers_read(struct contensou__lanes_choice_numbers *n, const char *option,
                                     const char *text, struct contensou_error *err);

/* From texts: "a=1,law.eps=2", "x=1,y=2", "a=lo:hi:n" or "init.x=1,2,5" (one more that varies), "seed,n" and "n,seed". */
enum contensou_status contensou__lanes_choice_set(void *choice, const char *text,
                                                  struct contensou_error *err);
enum contensou_status contensou__lanes_choice_init(void *choice, const char *text,
                                                   struct contensou_error *err);
enum contensou_status contensou__lanes_choice_vary(void *choice, const char *text,
                                                   struct contensou_error *err);
enum contensou_status contensou__lanes_choice_random(void *choice, const char *text,
                                                     struct contensou_error *err);

/* From numbers: one of set or, with the prefix "init.", of init; the values of one that varies; all lanes. */
enum contensou_status contensou__lanes_choice_parameter(struct contensou__lanes_choice *c,
                                                        const char *name, double value,
                                                        struct contensou_error *err);
enum contensou_status contensou__lanes_choice_values(struct contensou__lanes_choice *c,
                                                     const char *name, const double *value,
                                                     size_t count, struct contensou_error *err);
enum contensou_status contensou__lanes_choice_give(struct contensou__lanes_choice *c,
                                                   const char *const *name, size_t names,
                                                   size_t lanes, const double *value,
                                                   struct contensou_error *err);

/* Appends the values of a number as a text has them: "a=0:1:5". */
void contensou__lanes_choice_print(const struct contensou__lanes_choice_range *r,
                                   struct contensou__text *to);

#endif
