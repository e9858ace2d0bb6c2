/* tables_parts.h: the parts of the tables, for one another. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_TABLES_PARTS_H
#define CONTENSOU_FIT_TABLES_PARTS_H

#include <contensou/tables.h>

/* How much of each there is at most, for which there is room before it is filled. */
enum { contensou__tables_contacts = 64, contensou__tables_published_most = 40 };

/* Fills contact, patch and fit (without results). */
enum contensou_status contensou__tables_catalogue(struct contensou_tables *t,
                                                  const struct contensou_tables_options *options,
                                                  struct contensou_error *err);

/* 1 if the tables compare this model of the registry: all but those that ask for a symmetry which some contacts lack. */
int contensou__tables_catalogue_has(size_t model);

/* The corners x[n], y[n] of triangle and hexagon, and their number n; 0 if the shape is neither. */
enum { contensou__tables_corners = 6 };
size_t contensou__tables_catalogue_polygon(const char *shape, double *corner);

/* The numbers of the papers, after the fits and eta. */
enum contensou_status contensou__tables_published(struct contensou_tables *t,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err);

#endif
