/* plot_trace.h: what the scripts of panels share: ranges, labels, data and styles of traces.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PICTURE_PLOT_TRACE_H
#define CONTENSOU_PICTURE_PLOT_TRACE_H

#include "base/text.h"
#include "io/digits.h"

#include <contensou/plot.h>

struct contensou__plot_trace_range {
    double low, high;
};

/* The look of axes and grid, and the palette of values. */
void contensou__plot_trace_style(struct contensou__text *s);

/* 1 if gnuplot can draw the value: finite, and small enough for its own arithmetic. */
int contensou__plot_trace_drawable(double value);

/* A range of nothing, for widen; widen lets it hold the values that can be drawn; padded gives room
 * at both ends, a share of the whole, and is never empty. */
extern const struct contensou__plot_trace_range contensou__plot_trace_nothing;
void contensou__plot_trace_widen(struct contensou__plot_trace_range *r, const double *value,
                                 size_t count);
struct contensou__plot_trace_range
contensou__plot_trace_padded(struct contensou__plot_trace_range r, double share);

/* 1, 2 or 5 times a power of ten, so that the range has at most so many steps. */
double contensou__plot_trace_step(struct contensou__plot_trace_range r, double most);

/* set <what> '<text>' noenhanced <more> */
void contensou__plot_trace_label(struct contensou__text *s, const char *what, const char *text,
                                 const char *more);

/* The colours of a map and their box: of its range, blue and red about zero where it has both signs, or of its words. */
void contensou__plot_trace_colours(struct contensou__text *s, struct contensou_plot_look *look,
                                   const struct contensou_plot_map *map, size_t values);

/* Maps as a CSV file: its first line, and that of place i. */
void contensou__plot_trace_map_head(struct contensou__text *csv, const char *x_label,
                                    const char *y_label, const struct contensou_plot_map *maps,
                                    size_t count);
void contensou__plot_trace_map_line(struct contensou__text *csv, double x, double y,
                                    const struct contensou_plot_map *maps, size_t count, size_t i);

/* The points as the data block $p<panel>t<index>; those that cannot be drawn become `gap`: "" joins
 * their neighbours, "\n" does not. */
void contensou__plot_trace_data(struct contensou__text *s, const struct contensou__digits *digits,
                                const struct contensou_plot_trace *t, size_t panel, size_t index,
                                const char *gap);

/* The element of a plot command that draws that block. */
void contensou__plot_trace_draw(struct contensou__text *s, const struct contensou_plot_trace *t,
                                size_t panel, size_t index, int last);

#endif
