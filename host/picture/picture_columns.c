/* picture_columns.c: which column of a sweep's table comes from which observer.
 *
 * Columns are named OBSERVER.STATE.WHAT, OBSERVER.NUMBER or OBSERVER.WHAT, and the observer's own table (kernels/observers) says how
 * each is drawn: so pictures of sweeps know no observer by name. SPDX-License-Identifier: MIT */
#include "picture/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 1 if the rest of a name is that of a column of the table: "", ".cycle", ".phi.max", ".1.error". */
static int fits_name(const struct contensou__draft *w,
                     const struct contensou__observer_column *about, const char *rest, int *item)
{
    char middle[contensou__draft_label_size] = "";
    const char *name = rest;

    *item = 0;
    if (about->per != contensou__observer_once) {
        const size_t tail = *about->name ? strlen(about->name) + 1 : 0, size = strlen(rest);

        if (size <= tail || size - tail >= sizeof middle)
            return 0;
        snprintf(middle, sizeof middle, "%.*s", (int)(size - tail), rest);
        *item = about->per == contensou__observer_state ? contensou__draft_state_of(w, middle)
                                                        : (int)strtol(middle, NULL, 10) - 1;
        name = tail ? rest + size - tail : "";
        if (*item < 0 || (tail && *name++ != '.') ||
            (about->per == contensou__observer_number && strchr(middle, '.')))
            return 0;
    }
    return strcmp(name, about->name) == 0;
}

int contensou__picture_columns_next(const struct contensou__draft *w,
                                    struct contensou__picture_column *c)
{
    for (; c->at < w->root->columns; ++c->at) {
        const char *const name = w->root->column[c->at].name, *const dot = strchr(name, '.');

        for (size_t k = 0; dot && k < contensou__observer_count; ++k) {
            const struct contensou__observer *const o = &contensou__observer_all[k];

            if (strlen(o->name) != (size_t)(dot - name) ||
                strncmp(o->name, name, (size_t)(dot - name)) != 0 ||
                contensou__draft_is_varied(w, name))
                continue;
            for (size_t i = 0; i < o->columns; ++i)
                if (fits_name(w, &o->column[i], dot + 1, &c->item)) {
                    c->about = &o->column[i];
                    return 1;
                }
        }
    }
    return 0;
}

int contensou__picture_columns_draw(const struct contensou__draft *w, int state,
                                    enum contensou__observer_draw draw, const char **words)
{
    each_picture_column (w, c)
        if (c.about->draw == draw && (state < 0 || c.item == state)) {
            if (words)
                *words = c.about->words;
            return (int)c.at;
        }
    return -1;
}

const struct contensou_result_table *
contensou__picture_columns_points(const struct contensou__draft *w)
{
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const struct contensou__observer *const o = &contensou__observer_all[k];

        for (size_t c = 0; c < o->cells && o->times == contensou__observer_stored; ++c)
            if (o->cell[c].per == contensou__observer_state && contensou__draft_filled(w, o->name))
                return contensou_result_table(w->file, o->name);
    }
    return NULL;
}

size_t contensou__picture_columns_states(const struct contensou__draft *w,
                                         int chosen[contensou__draft_right])
{
    const char *const section = contensou__result_text(w->file, "run", "section.state");
    const int constant =
        contensou_result_table(w->file, "section") ? contensou__draft_state_of(w, section) : -1;
    const int first = w->states > 3 && w->positions ? w->positions : w->states;
    size_t count = 0;

    for (int i = 0; i < w->states; ++i)
        if (i != constant && count < contensou__draft_right && (i < first || count == 0))
            chosen[count++] = i;
    return count;
}

double *contensou__picture_columns_values(struct contensou__draft *w, int column, int counts)
{
    const double *const value = contensou__draft_read(w, w->root, column);
    double *const copy = contensou__draft_numbers(w, w->root->rows);

    for (size_t i = 0; i < w->root->rows && copy; ++i)
        copy[i] = contensou__draft_has_failed(w, w->root, i) || (counts && value[i] == 0)
                      ? (double)NAN
                      : value[i];
    return copy;
}
