/* plot_grid.h: panels in columns, each with its own axes. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_PLOT_GRID_H
#define CONTENSOU_IO_PLOT_GRID_H

#include "io/plot.h"

/* Traces with titles have a key in their panel; NaN is a gap. */
struct contensou__plot_grid_panel {
    const char *x_label, *y_label; /* with units */
    const struct contensou__plot_trace *traces;
    size_t count;
};

struct contensou__plot_grid_column {
    const struct contensou__plot_grid_panel *panels; /* from above */
    size_t count;
    double width;     /* its share of the picture */
    int joined;       /* 1: one x axis for all its panels, at the lowest */
    double low, high; /* what the x axis has at least; equal: as its traces need */
};

/* Draws the columns side by side, the title wrapped above them. Traces of any length make pictures of
 * bounded size. The file appears only when it is whole. */
enum contensou_status contensou__plot_grid_draw(const char *path, const char *title,
                                                const struct contensou__plot_grid_column *columns,
                                                size_t count, struct contensou_error *err);

#endif
