/* tables_parts.h: the parts of the tables, for one another. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_TABLES_PARTS_H
#define CONTENSOU_FIT_TABLES_PARTS_H

#include "base/text.h"

#include <contensou/tables.h>

/* Fills contact, patch and fit (without results). */
enum contensou_status contensou__tables_catalogue(struct contensou_tables *t,
                                                  const struct contensou_tables_options *options,
                                                  struct contensou_error *err);

/* 1 if the tables compare this model of the registry: all but those that ask for a symmetry which some contacts lack. */
int contensou__tables_catalogue_has(size_t model);

/* The corners x[n], y[n] of triangle and hexagon, and their number n; 0 if the shape is neither. */
enum { contensou__tables_corners = 6 };
size_t contensou__tables_catalogue_polygon(const char *shape, double *corner);

/* Runs all fits on several threads. */
enum contensou_status contensou__tables_threads(struct contensou_tables *t,
                                                struct contensou_device *device,
                                                const struct contensou_tables_options *options,
                                                struct contensou_error *err);

/* eta, eta_prime and piece; then published (after the fits); then speed. */
enum contensou_status contensou__tables_eta(struct contensou_tables *t,
                                            struct contensou_error *err);
enum contensou_status contensou__tables_published(struct contensou_tables *t,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err);
enum contensou_status contensou__tables_speed(struct contensou_tables *t,
                                              struct contensou_device *device,
                                              struct contensou_error *err);

/* The CSV files by number, from 0: the name, or NULL behind the last; and its text. */
const char *contensou__tables_csv_name(size_t file);
void contensou__tables_csv(const struct contensou_tables *t, size_t file,
                           struct contensou__text *text);

/* The pictures likewise; CONTENSOU_OK without a call of draw where the tables have too few contacts
 * for one. */
const char *contensou__tables_pictures_name(size_t file);
enum contensou_status contensou__tables_pictures(const struct contensou_tables *t, size_t file,
                                                 const char *path, contensou_tables_draw *draw,
                                                 void *context, struct contensou_error *err);

/* A parameter of a fit, NaN where it has none of this name that means something. */
double contensou__tables_csv_parameter(const struct contensou_tables_fit *fit, const char *name);

/* 1 where the search is to be believed: its routes end in one place, or the exchange closed. */
int contensou__tables_csv_agreed(const struct contensou_tables_fit *fit);

#endif
