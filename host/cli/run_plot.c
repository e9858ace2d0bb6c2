/* run_plot.c: the picture of a trajectory: its states against time on the left, phase portraits on
 * the right. SPDX-License-Identifier: MIT */
#include "cli/run_plot.h"

#include "cli/plot_labels.h"

#include <contensou/plot.h>

#include <stdio.h>
#include <string.h>

enum { most_left = 6, most_right = 3, most_states = 32, most_shared = 4, colours = 4 };

/* One block of the words and traces of a picture. */
struct picture {
    const struct contensou__system *system;
    const double *const *value;
    size_t rows;
    char time[contensou__plot_labels_size], unit[contensou__plot_labels_size];
    char label[most_states][contensou__plot_labels_size];
    char group[most_left][contensou__plot_labels_size];
    struct contensou_plot_trace over_time[most_states], portrait[most_right];
    struct contensou_plot_grid_panel left[most_left], right[most_right];
    size_t lefts, rights, traces;
};

/* A place and its velocity have one colour. */
static int colour_of(const struct contensou__system *s, int i)
{
    return (s->second && i >= s->dim / 2 ? i - s->dim / 2 : i) % colours;
}

/* The states from i on that share a panel with it: one, or, where there are too many for a panel each,
 * those that follow and have its unit. */
static int shared_by(const struct contensou__system *s, int i)
{
    int n = 1;

    if (s->dim <= most_left)
        return 1;
    while (i + n < s->dim && n < most_shared &&
           strcmp(s->states[i + n].unit, s->states[i].unit) == 0)
        ++n;
    return n;
}

static void add_over_time(struct picture *p, int first, int count)
{
    struct contensou_plot_grid_panel *panel = &p->left[p->lefts];
    char *group = p->group[p->lefts++];
    size_t size = 0;

    *panel =
        (struct contensou_plot_grid_panel){p->time, group, &p->over_time[p->traces], (size_t)count};
    for (int i = first; i < first + count; ++i) {
        const int n = snprintf(group + size, contensou__plot_labels_size - size, "%s%s",
                               i > first ? ", " : "", p->system->states[i].name);

        size += (size_t)n < contensou__plot_labels_size - size ? (size_t)n : 0;
        p->over_time[p->traces++] =
            (struct contensou_plot_trace){count > 1 ? p->system->states[i].name : NULL,
                                          p->value[0],
                                          p->value[i + 1],
                                          p->rows,
                                          CONTENSOU_PLOT_LINE,
                                          count > 1 ? i - first : colour_of(p->system, i)};
    }
    snprintf(group + size, contensou__plot_labels_size - size, " (%s)",
             *p->system->states[first].unit ? p->system->states[first].unit : "-");
}

static void add_portrait(struct picture *p, int x, int y)
{
    p->portrait[p->rights] =
        (struct contensou_plot_trace){NULL,    p->value[x + 1],     p->value[y + 1],
                                      p->rows, CONTENSOU_PLOT_LINE, colour_of(p->system, x)};
    p->right[p->rights] =
        (struct contensou_plot_grid_panel){p->label[x], p->label[y], &p->portrait[p->rights], 1};
    ++p->rights;
}

/* Places against their velocities; of other systems the first two states, of three also the first and
 * the last. */
static void add_portraits(struct picture *p)
{
    const int dim = p->system->dim, half = dim / 2;

    for (int i = 0; i < half && i < most_right && p->system->second; ++i)
        add_portrait(p, i, i + half);
    if (!p->system->second && dim > 1)
        add_portrait(p, 0, 1);
    if (!p->system->second && dim == 3)
        add_portrait(p, 0, 2);
}

enum contensou_status contensou__run_plot_draw(const char *path,
                                               const struct contensou__system *system,
                                               const char *title, const double *const *value,
                                               size_t rows, struct contensou_error *err)
{
    struct picture p = {.system = system, .value = value, .rows = rows};
    struct contensou_plot_grid_column columns[2];
    struct contensou__text heading = {0};
    enum contensou_status status;

    contensou__plot_labels_title(title ? title : system->name, &heading);
    contensou__plot_labels_time(system, p.unit);
    snprintf(p.time, sizeof p.time, "t (%.80s)", p.unit);
    for (int i = 0; i < system->dim && i < most_states; ++i)
        contensou__plot_labels_field(&system->states[i], p.label[i]);
    for (int i = 0; i < system->dim && i < most_states && p.lefts < most_left;) {
        const int n = shared_by(system, i);

        add_over_time(&p, i, i + n <= most_states ? n : most_states - i);
        i += n;
    }
    add_portraits(&p);
    columns[0] = (struct contensou_plot_grid_column){
        .panels = p.left, .count = p.lefts, .width = 1.6, .joined = 1};
    columns[1] =
        (struct contensou_plot_grid_column){.panels = p.right, .count = p.rights, .width = 1};
    status = heading.failed
                 ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path)
                 : contensou_plot_grid(path, heading.data, columns, p.rights ? 2 : 1, err);
    contensou__text_free(&heading);
    return status;
}
