/* report_page.h: the parts that a page of a result is made of, as HTML that is well-formed XML too. Every text is escaped
 * here, as it may come from a file: names, units, captions and headlines are given as they are.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_REPORT_PAGE_H
#define CONTENSOU_PICTURE_REPORT_PAGE_H

#include "base/text.h"

/* All before the first section: `kind` says what the file is, `facts` what is most worth knowing. */
void contensou__report_page_begin(struct contensou__text *t, const char *kind, const char *title,
                                  const char *facts);
void contensou__report_page_end(struct contensou__text *t, const char *about);

/* Section k of the page, from 1 on, with its headline; it ends where the next one or the end of the page begins. */
void contensou__report_page_open(struct contensou__text *t, int k, const char *title);

/* A table that can be sorted: first its columns, then cells row by row. `names` are those of its first columns, with commas, and
 * # before those that have numbers. A unit of "" or "-" is none; a cell of NULL or "" is empty. */
struct contensou__report_page_table {
    struct contensou__text *to;
    size_t columns, at;
};
void contensou__report_page_table_begin(struct contensou__report_page_table *table,
                                        struct contensou__text *t, const char *caption,
                                        const char *names);
void contensou__report_page_column(struct contensou__report_page_table *table, const char *name,
                                   const char *unit, int numbers);
void contensou__report_page_cell(struct contensou__report_page_table *table, const char *text);
void contensou__report_page_number(struct contensou__report_page_table *table, double value);
void contensou__report_page_table_end(struct contensou__report_page_table *table);

/* How often what occurs among all; `words` are the things that were counted. */
void contensou__report_page_tally(struct contensou__text *t, const char *name,
                                  const char *const *words, const size_t *counts, size_t count);

/* The file of a picture as part of the page, number k of them. */
void contensou__report_page_picture(struct contensou__text *t, const struct contensou__text *svg,
                                    int k, const char *caption);

#endif
