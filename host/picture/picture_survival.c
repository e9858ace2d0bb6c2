/* picture_survival.c: lanes that are still on their way, against time. SPDX-License-Identifier: MIT */
#include "picture/picture_work.h"

#include "base/setting.h"

#include <stdio.h>
#include <string.h>

enum { most_curves = 8 };

/* Row `from` of the survival table belongs to these parameters. */
static enum contensou_status name_curve(struct contensou__picture *w, size_t from,
                                        char to[contensou__picture_label_size])
{
    enum contensou_status status = CONTENSOU_OK;
    size_t used = 0;

    *to = '\0';
    for (size_t c = 0; c < w->points->columns && !status; ++c) {
        const char *const name = w->points->column[c].name;
        const double *value;

        if (strcmp(name, "time") == 0 || strncmp(name, "alive", 5) == 0)
            continue;
        status = contensou_result_read(w->file, w->points, c, &value, w->err);
        if (!status && used < contensou__picture_label_size)
            used += (size_t)snprintf(to + used, contensou__picture_label_size - used, "%s%s = %.6g",
                                     used ? ", " : "", name, value[from]);
    }
    return status;
}

/* Steps that go down at the times: alive + sign error of rows from to end. */
static enum contensou_status put_steps(struct contensou__picture *w, const double *const column[3],
                                       double sign, size_t from, size_t end,
                                       struct contensou_plot_trace *trace)
{
    double *const x = contensou__picture_work_numbers(w, 2 * (end - from)),
                  *const y = contensou__picture_work_numbers(w, 2 * (end - from));
    size_t n = 0;

    if (!x || !y)
        return contensou__picture_work_no_memory(w->err);
    for (size_t i = from; i < end; ++i) {
        if (i > from) {
            x[n] = column[0][i];
            y[n] = y[n - 1];
            ++n;
        }
        x[n] = column[0][i];
        y[n++] = column[1][i] + sign * column[2][i];
    }
    trace->x = x;
    trace->y = y;
    trace->count = n;
    return CONTENSOU_OK;
}

enum contensou_status contensou__picture_survival(struct contensou__picture *w, const char *path)
{
    static const char *const names[3] = {"time", "alive", "alive.error"};
    const double *column[3] = {NULL, NULL, NULL};
    size_t start[most_curves + 1], curves_found = 0, count;
    struct contensou_plot_trace trace[most_curves] = {{0}};
    char time[contensou__picture_label_size];
    struct contensou_plot_grid_panel panel = {
        .x_label = time, .y_label = "share not on an attractor (-)", .traces = trace};
    const struct contensou_plot_grid_column all = {
        .panels = &panel, .count = 1, .width = 1, .joined = 1};
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k < 3 && !status; ++k) {
        int at;

        status = contensou__picture_work_find_column(w, names[k], &at);
        if (!status)
            status = contensou_result_read(w->file, w->points, (size_t)at, &column[k], w->err);
        if (!status && k == 0)
            contensou__picture_work_write_label(time, &w->points->column[at]);
    }
    for (size_t i = 0; !status && i < w->points->rows; ++i) {
        if (i && column[0][i] >= column[0][i - 1])
            continue;
        if (curves_found == most_curves)
            return contensou_fail(
                w->err, CONTENSOU_EARGUMENT,
                SETTING("kind") " survival draws at most %d curves; the file has one for "
                                "each of more sets of parameters",
                (int)most_curves);
        start[curves_found++] = i;
    }
    if (status)
        return status;
    start[curves_found] = w->points->rows;
    count = curves_found == 1 ? 3 : curves_found;
    for (size_t k = 0; k < count && !status; ++k) {
        const size_t curve = curves_found == 1 ? 0 : k;
        const double sign = curves_found > 1 || k == 0 ? 0 : k == 1 ? -1 : 1;

        trace[k].style = sign == 0 ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED;
        trace[k].colour = sign == 0 ? (int)k % contensou__picture_colours : 0;
        status = put_steps(w, column, sign, start[curve], start[curve + 1], &trace[k]);
        if (!status && curves_found > 1)
            status = name_curve(w, start[k], w->label[k]);
        trace[k].title = curves_found > 1 ? w->label[k]
                         : k == 0         ? "share"
                         : k == 1         ? "its standard error"
                                          : NULL;
    }
    panel.count = count;
    if (!status && curves_found == 0)
        status = contensou_fail(w->err, CONTENSOU_EARGUMENT, "the table /survival has no rows");
    return status ? status : contensou_plot_grid(path, &w->look, w->title.data, &all, 1, w->err);
}
