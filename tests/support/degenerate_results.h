/* degenerate_results.h: files of sweeps whose numbers leave nothing to scale an axis by. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_DEGENERATE_RESULTS_H
#define CONTENSOU_TESTS_DEGENERATE_RESULTS_H

#include <stddef.h>

enum degenerate_case {
    degenerate_all_failed,     /* every lane has an outcome that is no success, and no value */
    degenerate_all_unresolved, /* every value is 0, which labels and counts have for "none" */
    degenerate_one_lane,
    degenerate_one_value, /* what varies has one value in all lanes */
    degenerate_constant,
    degenerate_nan,      /* all lanes finished, without a value */
    degenerate_nan_axis, /* what varies is no number in some lanes */
    degenerate_large,    /* +-1e308 and 5e-324 */
    degenerate_cases
};

/* Writes the file of a sweep over one or two numbers with the columns and rows of observers first .. last - 1. */
void degenerate_write(const char *path, enum degenerate_case kind, int axes, size_t first,
                      size_t last);

/* Draws the file and writes its page, in the current folder: each is there, or there is nothing to draw, which is said.
 * Anything else fails the test. */
void degenerate_draw(const char *path, enum degenerate_case kind, int axes, const char *observer,
                     int page);

#endif
