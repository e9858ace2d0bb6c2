/* plot_scatter.h: values at scattered places, as colours. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_IO_PLOT_SCATTER_H
#define CONTENSOU_IO_PLOT_SCATTER_H

#include "io/plot.h"

/* As contensou__plot_maps, but value[i] of each map stands at x[i], y[i]; NaN is left out. */
enum contensou_status contensou__plot_scatter(const char *path, const char *title,
                                              const char *x_label, const char *y_label,
                                              const double *x, const double *y, size_t points,
                                              const struct contensou__plot_map *maps, size_t count,
                                              struct contensou_error *err);

#endif
