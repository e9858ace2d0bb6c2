/* figure.h: a figure as a recipe: the commands that compute it, the gnuplot lines that draw it, what the
 * paper says and what we find. A recipe is a text file in host/figures/, embedded when the program is built:
 *
 *     title: [1] figure 2: friction near rest
 *     paper: what the paper states
 *     run: points @p.csv vx=0:5:201 vy=0 omega=0.1
 *     run: sweep disk_belt .. -o @a.csv
 *     plot: 1200x600
 *         plot '@a.csv' using 't':'x' with lines
 *     find: what we find: the largest is {max a.csv x}
 *     differ: where both differ, and why
 *
 *     check: {max a.csv x} < 0.2
 *
 * A line that begins with a blank goes on with the entry above it; `run` and `check` may stand several times; the
 * command `points` writes a table of which one column varies, for contensou eval --points. '@' begins the name of
 * a file of this figure; a recipe without plot has a command with --plot @.png. {OPERATION FILE COLUMN} is a
 * number of a table that the commands wrote: first, last, least, max, size (the largest modulus), mean, count,
 * values (all of them, with the errors in COLUMN.error as in 0.0219(21)); {OPERATION:DIGITS FILE COLUMN - FILE
 * COLUMN where NAME=WORD} has other digits than six, is about the difference of two columns, row by row, and
 * of the rows that have this word in column NAME. What a caption says
 * in words is a check: numbers and {..} compared by <, > or =, in a chain if need be; a page says which checks do
 * not hold. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIGURES_FIGURE_H
#define CONTENSOU_FIGURES_FIGURE_H

#include "base/text.h"

enum { contensou__figure_runs = 48, contensou__figure_words = 64 };

/* All zero is nothing. Texts are owned and zero-ended. */
struct contensou__figure {
    char name[32];
    struct contensou__text title, paper, find, differ, plot;
    struct contensou__text run[contensou__figure_runs];   /* commands, in order */
    struct contensou__text check[contensou__figure_runs]; /* what must be true of their numbers */
    size_t runs, checks;
    int width, height; /* of the picture, in pixels */
};

/* How many recipes there are, and their names in the order of the papers. */
size_t contensou__figure_count(void);
const char *contensou__figure_name(size_t i);

/* Reads recipe i, or the given text. *f is for contensou__figure_free, also after a failure. */
enum contensou_status contensou__figure_read(struct contensou__figure *f, size_t i,
                                             struct contensou_error *err);
enum contensou_status contensou__figure_parse(struct contensou__figure *f, const char *name,
                                              const char *text, struct contensou_error *err);
void contensou__figure_free(struct contensou__figure *f);

/* Appends text with every '@' replaced by the beginning of the names of the figure's files in `folder`. */
void contensou__figure_paths(const struct contensou__figure *f, const char *folder,
                             const char *text, struct contensou__text *out);

/* Writes the table of a command "points FILE NAME=range ..", which is cut up. */
enum contensou_status contensou__figure_points(char *line, struct contensou_error *err);

/* The words of a command, cut at blanks; 'a b' is one word. Changes line; word[] points into it. */
enum contensou_status contensou__figure_split(char *line, char *word[contensou__figure_words],
                                              int *count, struct contensou_error *err);

/* Whether check k of the figure holds for the tables in `folder`. */
enum contensou_status contensou__figure_check(const struct contensou__figure *f, const char *folder,
                                              size_t k, int *holds, struct contensou_error *err);

/* Appends text with every {..} replaced by its number. */
enum contensou_status contensou__figure_values(const struct contensou__figure *f,
                                               const char *folder, const char *text,
                                               struct contensou__text *out,
                                               struct contensou_error *err);

#endif
