/* fit_rows.h: what measured rows say before any fit. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_FIT_ROWS_H
#define CONTENSOU_FIT_FIT_ROWS_H

#include <contensou/fit.h>

#include <stddef.h>

/* Rows that a program gives: numbers, a slip and, where all three are measured, a load that have directions. */
enum contensou_status contensou__fit_rows_directions(const struct contensou_fit_data *rows,
                                                     struct contensou_error *err);

/* A sentence if the wrench points against the slip in most rows, as friction on the body does; otherwise "". */
void contensou__fit_rows_signs(const struct contensou_fit_data *rows, char *sentence, size_t size);

#endif
