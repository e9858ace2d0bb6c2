/* observer.h: what observers say of themselves. Everything here is made from their tables
 * (kernels/observers/describe.h), none of it names an observer. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_PARTS_OBSERVER_H
#define CONTENSOU_PARTS_OBSERVER_H

#ifndef observers_tables_only
#    define observers_tables_only
#endif
#include "base/slope_error.h"
#include "drivers/run_fields.h"
#include "observers/list.h"
#include "observers/tables.h"

#include <stddef.h>

#define OBSERVER_FLAG(name)                       int name;
#define OBSERVER_NUMBER(name, init, key, text)    double name;
#define OBSERVER_NUMBERS(name)                    name##_SETTING(OBSERVER_NUMBER) name##_CONSTANT(OBSERVER_NUMBER)
#define OBSERVER_ONE(name)                        +1
#define OBSERVER_ONE_FIELD(name, init, key, text) +1

/* What is observed, 0 or 1 each. */
struct contensou__ensemble_observers {
    ALL_OBSERVERS(OBSERVER_FLAG)
};

/* One value for all lanes: those of every run (kernels/drivers/run_fields.h), then those of the observers. */
struct contensou__ensemble_settings {
    RUN_FIELDS(OBSERVER_NUMBER)
    ALL_OBSERVERS(OBSERVER_NUMBERS)
};

enum {
    contensou__observer_count = 0 ALL_OBSERVERS(OBSERVER_ONE),
    contensou__observer_run_fields = 0 RUN_FIELDS(OBSERVER_ONE_FIELD)
};

/* How a column or cell repeats, and how a picture shows it: see table.h. */
enum contensou__observer_per {
    contensou__observer_once,
    contensou__observer_state,
    contensou__observer_number,
    contensou__observer_by,
    contensou__observer_parameter
};

enum contensou__observer_draw {
    contensou__observer_never,
    contensou__observer_first,
    contensou__observer_first_counts, /* as first; 0 means that there is none */
    contensou__observer_later,
    contensou__observer_low,
    contensou__observer_high,
    contensou__observer_middle,
    contensou__observer_end,
    contensou__observer_label /* made by the host when all lanes are there: a map of colours */
};

enum contensou__observer_times {
    contensou__observer_rowless,
    contensou__observer_stored,
    contensou__observer_aside, /* as stored, but only where the results go to a file */
    contensou__observer_given
};

enum contensou__observer_kind {
    contensou__observer_whole,
    contensou__observer_real,
    contensou__observer_upto_dim,
    contensou__observer_section,
    contensou__observer_parameters
};

struct contensou__observer_setting {
    const char *name, *key, *text; /* key "": not worth writing down */
    double value;
    size_t at;    /* its place in struct contensou__ensemble_settings, in numbers */
    int constant; /* part of the program */
};

struct contensou__observer_option {
    enum contensou__observer_kind kind;
    const char *name;
    size_t at; /* the setting's place */
    double low, high;
};

struct contensou__observer_column {
    enum contensou__observer_per per;
    const char *name, *unit, *words;
    enum contensou__observer_draw draw;
};

struct contensou__observer_cell {
    enum contensou__observer_per per;
    const char *name, *words;
};

/* What sizes depend on. */
struct contensou__observer_shape {
    int dim;
    const struct contensou__ensemble_settings *set;
};

/* What the value of a column depends on: what the lane keeps for the observer, its state, its rows where they stand aside, the time
 * observed. */
struct contensou__observer_view {
    struct contensou__observer_shape shape;
    const double *kept, *state, *row; /* row: [rows][cells], the time first */
    size_t rows;
    double seen;
};

struct contensou__observer {
    const char *name, *file, *columns_text, *about;
    const char *needs;      /* the observer whose points it is told, "contact", or NULL */
    const char *smooth;     /* why it needs a law without jumps, or NULL */
    int ends_only, follows; /* traits */
    const struct contensou__observer_setting *setting;
    const struct contensou__observer_option *option;
    const struct contensou__observer_column *column;
    const struct contensou__observer_cell *cell;
    const char *const *place; /* names of what a lane keeps */
    size_t settings, options, columns, cells, places;
    size_t
        rare; /* of the places, the last ones: those of numbers that it needs now and then only */
    enum contensou__observer_times times; /* of its rows */
    /* Numbers that a lane keeps at place k; how often a column, or a cell of a row, repeats. */
    int (*keeps)(const struct contensou__observer_shape *s, size_t place);
    int (*repeats)(const struct contensou__observer_shape *s, size_t column);
    int (*cell_repeats)(const struct contensou__observer_shape *s, size_t cell);
    double (*value)(const struct contensou__observer_view *v, size_t column, int i);
    double (*rows)(const struct contensou__observer_view *v);  /* that there are */
    double (*most)(const struct contensou__observer_shape *s); /* rows that fit */
};

/* The observers in the order of their list, which is that of struct contensou__ensemble_observers. */
extern const struct contensou__observer contensou__observer_all[contensou__observer_count];
extern const char *const contensou__observer_names[contensou__observer_count];
extern const char *const contensou__observer_keys[contensou__observer_count]; /* observe.NAME */

/* The settings of every run, in the order of RUN_FIELDS. */
extern const struct contensou__observer_setting
    contensou__observer_run_settings[contensou__observer_run_fields];

/* The flag of an observer; a setting by its place. */
int *contensou__observer_flag(struct contensou__ensemble_observers *o, size_t observer);
int contensou__observer_shown(const struct contensou__ensemble_observers *o, size_t observer);
double *contensou__observer_number_at(struct contensou__ensemble_settings *set, size_t at);
double contensou__observer_number_of(const struct contensou__ensemble_settings *set, size_t at);

/* 1 if the program has it: it is shown and keeps something, or another one needs it. */
int contensou__observer_used(const struct contensou__ensemble_observers *o, size_t observer);

/* 1 if its table has NEEDS(what): points of that observer, or "contact". */
int contensou__observer_needs(size_t observer, const char *what);

/* All numbers that a lane keeps for an observer; numbers of one of its rows, with or without the time. */
size_t contensou__observer_kept(const struct contensou__observer *o,
                                const struct contensou__observer_shape *s);
size_t contensou__observer_cells(const struct contensou__observer *o,
                                 const struct contensou__observer_shape *s);

/* 1 if its numbers are what one row a lane is for: some column of it can be drawn. */
int contensou__observer_rows_of_lanes(const struct contensou__observer *o);

/* The default of every setting of the observers. */
void contensou__observer_defaults(struct contensou__ensemble_settings *set);

#endif
