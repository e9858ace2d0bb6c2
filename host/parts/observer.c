/* observer.c: the tables of the observers, as arrays and functions (observer_rows.h.in). SPDX-License-Identifier: MIT */
#include "parts/observer.h"

#include <math.h>
#include <string.h>

#define PLACE_OF(field) (offsetof(struct contensou__ensemble_settings, field) / sizeof(double))

/* What expressions in tables speak of: dim, the settings by their names, places from 0 on. */
#define LOCAL_SETTING(name, init, key, text) \
    const double name = s->set->name;        \
    (void)name;
#define LOCAL_CONSTANT(name, init, key, text) \
    const int name = (int)s->set->name;       \
    (void)name;
#define LOCALS(name)        \
    const int dim = s->dim; \
    (void)dim;              \
    name##_SETTING(LOCAL_SETTING) name##_CONSTANT(LOCAL_CONSTANT)
#define LOCAL_PLACE(place, count) \
    const int place = next;       \
    next += (count);              \
    (void)place;

#define at(place)    (v->kept[place])
#define state(i)     (v->state[i])
#define row_of_lane  (v->row)
#define rows_of_lane (v->rows)

/* Of every observer: the arrays that its table gives. An empty one has a first element that does not count. */
#define SETTING_ROW(name, init, key, text)  {#name, key, text, init, PLACE_OF(name), 0},
#define CONSTANT_ROW(name, init, key, text) {#name, key, text, init, PLACE_OF(name), 1},
#define OPTION_ROW(kind, field, option, argument, fallback, low, high, help) \
    {contensou__observer_##kind, option, PLACE_OF(field), low, high},
#define COLUMN_ROW(per, count, name, unit, words, draw, value) \
    {contensou__observer_##per, name, unit, words, contensou__observer_##draw},
#define CELL_ROW(per, count, name, words) {contensou__observer_##per, name, words},
#define PLACE_ROW(place, count)           #place,

const struct contensou__observer_setting
    contensou__observer_run_settings[contensou__observer_run_fields] = {RUN_FIELDS(SETTING_ROW)};

/* Its functions: each row of the table is a case. */
#define COUNT_KEEP(place, count) \
    if (k-- == 0)                \
        return (count);
#define COUNT_COLUMN(per, count, ...) \
    if (k-- == 0)                     \
        return (count);
#define VALUE_COLUMN(per, count, name, unit, words, draw, value) \
    if (k-- == 0)                                                \
        return (value);
#define ROWS_COUNT(count, most, times) return (count);
#define ROWS_MOST(count, most, times)  return (most);

/* The arrays and functions of every observer. */
#include "observers/rows.h"

#define ABOUT_ROW(columns, text)       .columns_text = columns, .about = text,
#define NEEDS_ROW(other)               .needs = #other,
#define SMOOTH_ROW(why)                .smooth = why,
#define TIMES_ROW(count, most, times_) .times = contensou__observer_##times_,
#define IS_ROW(trait)                  .trait = 1,
#define ONE_RARE(place, count)         +1
#define LENGTH(array)                  (sizeof array / sizeof array[0] - 1)

#define OBSERVER_ROW(name_)                                                       \
    {.name = #name_,                                                              \
     .file = "observers/" #name_ ".h",                                            \
     name_##_ABOUT(ABOUT_ROW) name_##_NEEDS(NEEDS_ROW) name_##_SMOOTH(SMOOTH_ROW) \
         name_##_IS(IS_ROW) name_##_ROWS(TIMES_ROW)                               \
             .setting = name_##_setting + 1,                                      \
     .option = name_##_option + 1,                                                \
     .column = name_##_column + 1,                                                \
     .cell = name_##_cell + 1,                                                    \
     .place = name_##_place + 1,                                                  \
     .settings = LENGTH(name_##_setting),                                         \
     .options = LENGTH(name_##_option),                                           \
     .columns = LENGTH(name_##_column),                                           \
     .cells = LENGTH(name_##_cell),                                               \
     .places = LENGTH(name_##_place),                                             \
     .rare = 0 name_##_RARE(ONE_RARE),                                            \
     .keeps = name_##_keeps,                                                      \
     .repeats = name_##_repeats,                                                  \
     .cell_repeats = name_##_cell_repeats,                                        \
     .value = name_##_value,                                                      \
     .rows = name_##_rows,                                                        \
     .most = name_##_most},

const struct contensou__observer contensou__observer_all[contensou__observer_count] = {
    ALL_OBSERVERS(OBSERVER_ROW)};

#define NAME_ROW(name) #name,
const char *const contensou__observer_names[contensou__observer_count] = {ALL_OBSERVERS(NAME_ROW)};

#define KEY_ROW(name) "observe." #name,
const char *const contensou__observer_keys[contensou__observer_count] = {ALL_OBSERVERS(KEY_ROW)};

int *contensou__observer_flag(struct contensou__ensemble_observers *o, size_t observer)
{
    return (int *)(void *)o + observer;
}

int contensou__observer_shown(const struct contensou__ensemble_observers *o, size_t observer)
{
    return ((const int *)(const void *)o)[observer];
}

double *contensou__observer_number_at(struct contensou__ensemble_settings *set, size_t place)
{
    return (double *)(void *)set + place;
}

double contensou__observer_number_of(const struct contensou__ensemble_settings *set, size_t place)
{
    return ((const double *)(const void *)set)[place];
}

int contensou__observer_needs(size_t observer, const char *what)
{
    const char *const needs = contensou__observer_all[observer].needs;

    return needs && strcmp(needs, what) == 0;
}

int contensou__observer_used(const struct contensou__ensemble_observers *o, size_t observer)
{
    const struct contensou__observer *all = contensou__observer_all;

    if (contensou__observer_shown(o, observer))
        return all[observer].places > 0;
    for (size_t i = 0; i < contensou__observer_count; ++i)
        if (contensou__observer_shown(o, i) && contensou__observer_needs(i, all[observer].name))
            return 1;
    return 0;
}

size_t contensou__observer_kept(const struct contensou__observer *o,
                                const struct contensou__observer_shape *s)
{
    size_t sum = 0;

    for (size_t k = 0; k < o->places; ++k)
        sum += (size_t)o->keeps(s, k);
    return sum;
}

size_t contensou__observer_cells(const struct contensou__observer *o,
                                 const struct contensou__observer_shape *s)
{
    size_t sum = 0;

    for (size_t k = 0; k < o->cells; ++k)
        sum += (size_t)o->cell_repeats(s, k);
    return sum;
}

int contensou__observer_rows_of_lanes(const struct contensou__observer *o)
{
    for (size_t c = 0; c < o->columns; ++c)
        if (o->column[c].draw != contensou__observer_never)
            return 1;
    return 0;
}

void contensou__observer_defaults(struct contensou__ensemble_settings *set)
{
    for (size_t i = 0; i < contensou__observer_count; ++i)
        for (size_t k = 0; k < contensou__observer_all[i].settings; ++k)
            *contensou__observer_number_at(set, contensou__observer_all[i].setting[k].at) =
                contensou__observer_all[i].setting[k].value;
}
