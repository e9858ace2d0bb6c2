/* picture_maps.c: numbers over two others: images where every pair of the two is there once, coloured points otherwise.
 * SPDX-License-Identifier: MIT */
#include "analysis/attractors.h"
#include "picture/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers by their size, then what is none: an order of all doubles, which qsort and bsearch need. */
static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return isnan(x) || isnan(y) ? (isnan(x) != 0) - (isnan(y) != 0) : (x > y) - (x < y);
}

/* The different members of value[rows], rising. */
static size_t members(const double *value, size_t rows, double *to)
{
    size_t n = 0;

    memcpy(to, value, rows * sizeof *to);
    qsort(to, rows, sizeof *to, rising);
    for (size_t i = 0; i < rows; ++i)
        if (n == 0 || rising(&to[i], &to[n - 1]) != 0)
            to[n++] = to[i];
    return n;
}

static size_t place_of(const double *value, const double *sorted, size_t count)
{
    return (size_t)((const double *)bsearch(value, sorted, count, sizeof *sorted, rising) - sorted);
}

/* Puts value[n] at the places of x and y on the grid of their members; 0 where two share a place. */
static int put_on_grid(const double *value, const double *x, const double *y, size_t n,
                       const double *xs, size_t across, const double *ys, size_t high,
                       unsigned char *taken, double *to)
{
    memset(taken, 0, n);
    for (size_t i = 0; i < n; ++i) {
        const size_t at = place_of(&y[i], ys, high) * across + place_of(&x[i], xs, across);

        if (taken[at])
            return 0;
        taken[at] = 1;
        to[at] = value[i];
    }
    return 1;
}

/* Maps over two columns: a grid where every pair is there once, points otherwise. */
static enum contensou_status draw_maps(struct contensou__draft *w, const char *path, int across_at,
                                       int up_at, const struct contensou_plot_map *given,
                                       size_t count)
{
    struct contensou_plot_map maps[contensou__draft_columns];
    int wrapped = 0, grid;
    size_t n = 0, across, high;
    const double *const x = contensou__draft_take(w, across_at, &wrapped, &n);
    const double *const y = contensou__draft_take(w, up_at, &wrapped, &n);
    const char *const x_label = contensou__draft_label(w, &w->points->column[across_at], 0),
                      *const y_label = contensou__draft_label(w, &w->points->column[up_at], 0);
    double *const xs = contensou__draft_numbers(w, n), *const ys = contensou__draft_numbers(w, n);
    unsigned char *const taken =
        (unsigned char *)contensou__draft_numbers(w, n / sizeof(double) + 1);

    if (w->status)
        return w->status;
    across = members(x, n, xs);
    high = members(y, n, ys);
    grid = across * high == n && across > 1 && high > 1 && !isnan(xs[across - 1]) &&
           !isnan(ys[high - 1]);
    for (size_t k = 0; k < count && grid; ++k) {
        double *const to = contensou__draft_numbers(w, n);

        if (!to)
            return w->status;
        grid = put_on_grid(given[k].value, x, y, n, xs, across, ys, high, taken, to);
        maps[k] = given[k];
        maps[k].value = to;
    }
    return grid ? contensou_plot_maps(path, &w->look, w->title.data, x_label, y_label, xs, across,
                                      ys, high, maps, count, w->err)
                : contensou_plot_scatter(path, &w->look, w->title.data, x_label, y_label, x, y, n,
                                         given, count, w->err);
}

enum contensou_status contensou__picture_maps_chosen(struct contensou__draft *w, const char *path)
{
    const int up = w->axes > 1 ? contensou_result_find(w->points, w->axis[1])
                               : contensou_result_find(w->points, "theta");
    struct contensou_plot_map maps[contensou__draft_columns] = {{0}};

    for (size_t i = 0; i < w->ys; ++i) {
        int wrapped = 0;
        size_t n;

        maps[i].value = contensou__draft_take(w, w->y[i], &wrapped, &n);
        maps[i].title = contensou__draft_label(w, &w->points->column[w->y[i]], 0);
    }
    return w->status ? w->status : draw_maps(w, path, w->x, up, maps, w->ys);
}

enum { most_labels = 64 };

struct maps {
    const char *word[most_labels]; /* of attractors */
    struct contensou_plot_map map[contensou__draft_panels];
    size_t count;
    int also_constant; /* 1: maps of one value, too */
};

/* The words of labels, "unresolved", "1: rest", ..: what the lanes of a label do stands in the column OBSERVER.kind, in
 * which those that neither rest nor repeat have 0. Gives how many there are, 0 for too many. */
static size_t name_labels(struct contensou__draft *w, struct maps *m, size_t column,
                          const double *label)
{
    const char *const name = w->root->column[column].name;
    char other[contensou__draft_label_size];
    const double *kind;
    size_t kinds[most_labels] = {0}, count = 1;

    snprintf(other, sizeof other, "%.*skind", (int)(strrchr(name, '.') + 1 - name), name);
    kind = contensou__draft_column(w, w->root, other);
    if (!kind)
        return 0;
    m->word[0] = "unresolved";
    for (size_t i = 0; i < w->root->rows; ++i) {
        const size_t k = label[i] >= 1 ? (size_t)fmin(label[i], most_labels) : 0;
        const int settled = kind[i] >= 1 && kind[i] < contensou__attractors_irregular;

        if (k == most_labels)
            return 0;
        if (k && (settled ||
                  !kinds[k])) /* one that has not settled does not say what the attractor is */
            kinds[k] = settled ? (size_t)kind[i] : (size_t)contensou__attractors_irregular;
        count = k >= count ? k + 1 : count;
    }
    for (size_t k = 1; k < count; ++k)
        m->word[k] = kinds[k] ? contensou__pool_print(&w->pool, "%zu: %s", k,
                                                      contensou__attractors_words[kinds[k]])
                              : "";
    return count;
}

/* The values of a column, less those of another one, if there is one; NULL after a failure. */
static double *values_of(struct contensou__draft *w, int column, int minus, int counts)
{
    double *const value = contensou__picture_columns_values(w, column, counts);
    const double *const less = minus >= 0 ? contensou__picture_columns_values(w, minus, 0) : NULL;

    for (size_t i = 0; value && less && i < w->root->rows; ++i)
        value[i] -= less[i];
    return minus >= 0 && !less ? NULL : value;
}

static void add_map(struct contensou__draft *w, struct maps *m,
                    const struct contensou__picture_column *c, int minus)
{
    const struct contensou__observer_column *const about = c->about;
    const int of_state = about->per == contensou__observer_state;
    const int labels = about->draw == contensou__observer_label;
    struct contensou_plot_map *const map = &m->map[m->count];
    double *value;
    char words[contensou__draft_label_size];

    if (m->count == contensou__draft_panels ||
        (about->per == contensou__observer_number && c->item))
        return;
    value = values_of(w, (int)c->at, minus, about->draw == contensou__observer_first_counts);
    if (!value || (!m->also_constant && !labels && !contensou__draft_changes(value, w->root->rows)))
        return;
    snprintf(words, sizeof words, minus >= 0 ? "%.15s - min" : "%.40s", about->words);
    map->title =
        contensou__pool_print(&w->pool, "%.23s%s%.40s (%.40s)", of_state ? w->state[c->item] : "",
                              of_state ? ", " : "", words, w->root->column[c->at].unit);
    map->value = value;
    map->words = labels ? name_labels(w, m, c->at, value) : 0;
    map->word = map->words ? m->word : NULL;
    ++m->count;
}

/* All maps of columns that are drawn in one of two ways. */
static void add_maps(struct contensou__draft *w, struct maps *m, enum contensou__observer_draw one,
                     enum contensou__observer_draw other)
{
    each_picture_column (w, c)
        if (c.about->draw == one || c.about->draw == other)
            add_map(w, m, &c, -1);
}

/* What is most telling first; the rest as far as there is room. */
static void choose_maps(struct contensou__draft *w, struct maps *m)
{
    int chosen[contensou__draft_right];
    const size_t states = contensou__picture_columns_states(w, chosen);

    add_maps(w, m, contensou__observer_label, contensou__observer_label);
    add_maps(w, m, contensou__observer_first, contensou__observer_first_counts);
    for (size_t k = 0; k < states; ++k) {
        const int low =
            contensou__picture_columns_draw(w, chosen[k], contensou__observer_low, NULL);

        each_picture_column (w, c) {
            if (c.about->draw == contensou__observer_high && c.item == chosen[k] && low >= 0)
                add_map(w, m, &c, low);
            if (c.about->draw == contensou__observer_end && c.item == chosen[k])
                add_map(w, m, &c, -1);
        }
        if (k == 0)
            add_maps(w, m, contensou__observer_later, contensou__observer_later);
    }
}

enum contensou_status contensou__picture_maps(struct contensou__draft *w, const char *path)
{
    struct maps m = {0};

    w->points = w->root;
    w->x = contensou_result_find(w->root, w->axis[0]);
    choose_maps(w, &m);
    m.also_constant = m.count == 0;
    if (m.also_constant)
        choose_maps(w, &m);
    if (m.count == 0 || w->status)
        return w->status ? w->status : contensou__draft_nothing(w, "map");
    /* lanes without a value are drawn as gaps, so the axes have all of them */
    return draw_maps(w, path, w->x, contensou_result_find(w->root, w->axis[1]), m.map, m.count);
}
