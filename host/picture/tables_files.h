/* tables_files.h: the files of the tables, for one another. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_TABLES_FILES_H
#define CONTENSOU_PICTURE_TABLES_FILES_H

#include "base/text.h"

#include <contensou/tables.h>

/* The CSV files by number, from 0: the name, or NULL behind the last; and its text. */
const char *contensou__tables_csv_name(size_t file);
void contensou__tables_csv(const struct contensou_tables *t, size_t file,
                           struct contensou__text *text);

/* The pictures likewise; nothing is drawn, and that is CONTENSOU_OK, where the tables have too few contacts
 * for one. */
const char *contensou__tables_pictures_name(size_t file);
enum contensou_status contensou__tables_pictures(const struct contensou_tables *t, size_t file,
                                                 const char *path, struct contensou_error *err);

/* A parameter of a fit, NaN where it has none of this name that means something. */
double contensou__tables_csv_parameter(const struct contensou_tables_fit *fit, const char *name);

/* 1 where the search is to be believed: its routes end in one place, or the exchange closed. */
int contensou__tables_csv_agreed(const struct contensou_tables_fit *fit);

#endif
