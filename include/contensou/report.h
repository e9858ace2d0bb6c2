/* report.h: a page of a result: what 'contensou report' writes.
 *
 * One HTML file that needs nothing beside it and no network: the command that made the result, tallies, pictures as SVG,
 * parameters with their units, and tables that can be sorted. Of every file that the program writes with -o FILE.h5, and of
 * the JSON of fit and transitions. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_REPORT_H
#define CONTENSOU_REPORT_H

#include <contensou/status.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All zero but the size is the default. */
struct contensou_report_options {
    size_t size;       /* of this struct: see status.h */
    const char *title; /* NULL: system, law and what varies */
    const char *about; /* what made the page, said at its end; NULL: nothing */
    size_t rows;       /* at most so many of each table; 0: 1000 */
};

/* Writes PAGE.html, which appears when it is whole. CONTENSOU_EPICTURE: it is there, but gnuplot failed at a picture, which
 * the page says in its place. A file that is no result and a page that does not end in .html are
 * errors that say so. Threads: HDF5 files are for one thread at a time. */
enum contensou_status contensou_report_write(const char *file, const char *page,
                                             const struct contensou_report_options *options,
                                             struct contensou_error *err);

#ifdef __cplusplus
}
#endif
#endif
