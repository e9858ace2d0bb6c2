/* observer.c: the tables of the observers, expanded. SPDX-License-Identifier: MIT */
#include "parts/observer.h"

#include "source/words.h"

#include <math.h>
#include <stdio.h>
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
    observer_settings(name, LOCAL_SETTING, LOCAL_CONSTANT)
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

#define ARRAYS(name)                                                     \
    static const struct contensou__observer_setting name##_setting[] = { \
        {0}, observer_settings(name, SETTING_ROW, CONSTANT_ROW)};        \
    static const struct contensou__observer_option name##_option[] = {   \
        {0}, observer_options(name, OPTION_ROW)};                        \
    static const struct contensou__observer_column name##_column[] = {   \
        {0}, observer_columns(name, COLUMN_ROW)};                        \
    static const struct contensou__observer_cell name##_cell[] = {       \
        {0}, observer_rows(name, observer_none, CELL_ROW)};              \
    static const char *const name##_place[] = {NULL, observer_keeps(name, PLACE_ROW)};
ALL_OBSERVERS(ARRAYS)

/* Its functions: each row of the table is a case. */
#define COUNT_KEEP(place, count) \
    if (k-- == 0)                \
        return (count);
#define COUNT_COLUMN(per, count, name, unit, words, draw, value) \
    if (k-- == 0)                                                \
        return (count);
#define COUNT_CELL(per, count, name, words) \
    if (k-- == 0)                           \
        return (count);
#define VALUE_COLUMN(per, count, name, unit, words, draw, value) \
    if (k-- == 0)                                                \
        return (value);
#define ROWS_COUNT(count, most, times) return (count);
#define ROWS_MOST(count, most, times)  return (most);

#define FUNCTIONS(name)                                                                   \
    static int name##_keeps(const struct contensou__observer_shape *s, size_t k)          \
    {                                                                                     \
        LOCALS(name)                                                                      \
        observer_keeps(name, COUNT_KEEP) return (int)(k & 0);                             \
    }                                                                                     \
    static int name##_repeats(const struct contensou__observer_shape *s, size_t k)        \
    {                                                                                     \
        LOCALS(name)                                                                      \
        observer_columns(name, COUNT_COLUMN) return (int)(k & 0);                         \
    }                                                                                     \
    static int name##_cell_repeats(const struct contensou__observer_shape *s, size_t k)   \
    {                                                                                     \
        LOCALS(name)                                                                      \
        observer_rows(name, observer_none, COUNT_CELL) return (int)(k & 0);               \
    }                                                                                     \
    static double name##_value(const struct contensou__observer_view *v, size_t k, int i) \
    {                                                                                     \
        const struct contensou__observer_shape *s = &v->shape;                            \
        const double seen = v->seen, span = seen > 0 ? seen : NAN;                        \
        int next = 0;                                                                     \
        LOCALS(name)                                                                      \
        observer_keeps(name, LOCAL_PLACE)(void) i;                                        \
        (void)next;                                                                       \
        (void)span;                                                                       \
        observer_columns(name, VALUE_COLUMN) return k ? NAN : NAN;                        \
    }                                                                                     \
    static double name##_rows(const struct contensou__observer_view *v)                   \
    {                                                                                     \
        const struct contensou__observer_shape *s = &v->shape;                            \
        int next = 0;                                                                     \
        LOCALS(name)                                                                      \
        observer_keeps(name, LOCAL_PLACE)(void) next;                                     \
        observer_rows(name, ROWS_COUNT, observer_none) return 0;                          \
    }                                                                                     \
    static double name##_most(const struct contensou__observer_shape *s)                  \
    {                                                                                     \
        LOCALS(name)                                                                      \
        observer_rows(name, ROWS_MOST, observer_none) return 0;                           \
    }
ALL_OBSERVERS(FUNCTIONS)

#define ABOUT_ROW(columns, text)       .columns_text = columns, .about = text,
#define NEEDS_ROW(other)               .needs = #other,
#define SMOOTH_ROW(why)                .smooth = why,
#define TIMES_ROW(count, most, times_) .times = contensou__observer_##times_,
#define LENGTH(array)                  (sizeof array / sizeof array[0] - 1)

#define OBSERVER_ROW(name_)                                 \
    {.name = #name_,                                        \
     .file = "observers/" #name_ ".h",                      \
     observer_head(name_, ABOUT_ROW, NEEDS_ROW, SMOOTH_ROW) \
         observer_rows(name_, TIMES_ROW, observer_none)     \
             .setting = name_##_setting + 1,                \
     .option = name_##_option + 1,                          \
     .column = name_##_column + 1,                          \
     .cell = name_##_cell + 1,                              \
     .place = name_##_place + 1,                            \
     .settings = LENGTH(name_##_setting),                   \
     .options = LENGTH(name_##_option),                     \
     .columns = LENGTH(name_##_column),                     \
     .cells = LENGTH(name_##_cell),                         \
     .places = LENGTH(name_##_place),                       \
     .keeps = name_##_keeps,                                \
     .repeats = name_##_repeats,                            \
     .cell_repeats = name_##_cell_repeats,                  \
     .value = name_##_value,                                \
     .rows = name_##_rows,                                  \
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

int contensou__observer_says(size_t observer, const char *word)
{
    const struct contensou__observer *o = &contensou__observer_all[observer];
    const char *const text = contensou__words_kernel(o->file);
    struct contensou__text code = {0};
    char name[64];
    int found;

    snprintf(name, sizeof name, "%s_%s", o->name, word);
    contensou__words_strip(text ? text : "", &code);
    found = code.data && contensou__words_find(code.data, name);
    contensou__text_free(&code);
    return found;
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
