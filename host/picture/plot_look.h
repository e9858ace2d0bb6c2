/* plot_look.h: sizes, ranges and the data file of a picture that was given a look. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PLOT_LOOK_H
#define CONTENSOU_PICTURE_PLOT_LOOK_H

#include "base/text.h"
#include "picture/plot_trace.h"

#include <contensou/plot.h>

/* The canvas on which a picture of so many pixels by default is laid out: larger letters have a smaller one, which is then
 * magnified by contensou__plot_look_scale. */
void contensou__plot_look_canvas(const struct contensou_plot_look *look, int *width, int *height);
double contensou__plot_look_scale(const struct contensou_plot_look *look);

/* The range that was asked for the axis of this label; otherwise that one. */
struct contensou__plot_trace_range
contensou__plot_look_range(struct contensou_plot_look *look, const char *label,
                           struct contensou__plot_trace_range otherwise);

/* Fails if a range names no axis of the picture. */
enum contensou_status contensou__plot_look_check(const struct contensou_plot_look *look,
                                                 struct contensou_error *err);

/* Appends a cell of a CSV file, quoted, and what follows it. */
void contensou__plot_look_cell(struct contensou__text *csv, const char *text, const char *after);

/* Writes the data file, if one was asked for. */
enum contensou_status contensou__plot_look_save(const struct contensou_plot_look *look,
                                                const struct contensou__text *csv,
                                                struct contensou_error *err);

#endif
