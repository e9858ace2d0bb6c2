/* run_plot.c: the picture of a trajectory. SPDX-License-Identifier: MIT */
#include "cli/run_plot.h"

#include "io/plot.h"

#include <stdio.h>

enum contensou_status contensou__run_plot_draw(const char *path,
                                               const struct contensou__system *system,
                                               const char *title, const double *const *value,
                                               size_t rows, struct contensou_error *err)
{
    struct contensou__plot_trace trace[16];
    struct contensou__plot_panel panel[16];
    char label[16][64];

    for (int i = 0; i < system->dim; ++i) {
        snprintf(label[i], sizeof label[i], "%s (%s)", system->states[i].name,
                 system->states[i].unit);
        trace[i] = (struct contensou__plot_trace){
            NULL, value[0], value[i + 1], rows, contensou__plot_line, i};
        panel[i] = (struct contensou__plot_panel){label[i], &trace[i], 1};
    }
    return contensou__plot_panels(path, title, "t", panel, (size_t)system->dim, err);
}
