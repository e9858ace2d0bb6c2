/* picture_survival.c: the share of lanes that have not settled yet, over time. SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include "base/setting.h"

#include "base/try.h"

#include <stdio.h>
#include <string.h>

enum { most_curves = 8 };

/* What row `from` of the survival table belongs to: "mu = 0.3, c = 1". */
static const char *name_curve(struct contensou__draft *w, size_t from)
{
    const char *list = NULL;

    for (size_t c = 0; c < w->points->columns; ++c) {
        const char *const name = w->points->column[c].name;
        const double *const value = strcmp(name, "time") == 0 || strncmp(name, "alive", 5) == 0
                                        ? NULL
                                        : contensou__draft_read(w, w->points, (int)c);

        if (value)
            list = contensou__pool_print(&w->pool, "%s%s%s = %.6g", list ? list : "",
                                         list ? ", " : "", name, value[from]);
    }
    return list;
}

/* Steps that go down at the times: alive + sign error of rows from to end. */
static void add_steps(struct contensou__draft *w, const double *const column[3], double sign,
                      size_t from, size_t end, struct contensou__draft_curve *to)
{
    for (size_t i = from; i < end; ++i) {
        if (i > from)
            contensou__draft_add(w, to, column[0][i], column[1][i - 1] + sign * column[2][i - 1]);
        contensou__draft_add(w, to, column[0][i], column[1][i] + sign * column[2][i]);
    }
}

void contensou__picture_survival(struct contensou__draft *w)
{
    static const char *const names[3] = {"time", "alive", "alive.error"};
    static const char *const titles[3] = {"share", "its standard error", NULL};
    const double *column[3];
    size_t start[most_curves + 1], curves = 0;
    struct contensou__draft_panel *const panel =
        contensou__draft_panel(w, 0, "", "share not on an attractor (-)");

    for (int k = 0; k < 3; ++k)
        column[k] = contensou__draft_read(w, w->points, contensou__draft_find_column(w, names[k]));
    if (w->status)
        return;
    panel->x_label = contensou__draft_label(
        w, &w->points->column[contensou_result_find(w->points, names[0])], 0);
    for (size_t i = 0; i < w->points->rows; ++i) {
        if (i && column[0][i] >= column[0][i - 1])
            continue;
        if (curves == most_curves) {
            w->status = WRONG(w->err,
                              "%s survival draws at most %d curves; the file has one for each of "
                              "more sets of parameters",
                              SETTING("kind"), (int)most_curves);
            return;
        }
        start[curves++] = i;
    }
    start[curves] = w->points->rows;
    for (int k = 0; k < 3 && curves == 1; ++k) /* the share, and less and more its error */
        add_steps(w, column,
                  k == 0   ? 0
                  : k == 1 ? -1
                           : 1,
                  0, start[1],
                  contensou__draft_curve(panel, titles[k],
                                         k ? CONTENSOU_PLOT_DASHED : CONTENSOU_PLOT_LINE, 0));
    for (size_t k = 0; k < curves && curves > 1; ++k)
        add_steps(w, column, 0, start[k], start[k + 1],
                  contensou__draft_curve(panel, name_curve(w, start[k]), CONTENSOU_PLOT_LINE,
                                         (int)k % contensou__draft_colours));
    if (curves == 0)
        w->status = WRONG(w->err, "the table /survival has no rows");
}
