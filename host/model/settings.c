/* settings.c: the table of settings and their values. SPDX-License-Identifier: MIT */
#include "model/settings.h"

#include "base/names.h"
#include "base/setting.h"
#include "parts/observer.h"
#include "model/plan.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL CONTENSOU_SETTING_MODEL
#define LANES CONTENSOU_SETTING_LANES
#define WORK  CONTENSOU_SETTING_WORK

/* Settings and help of the observers, from their tables. */
#define ABOUT_HELP(columns, text) text
#define OBSERVER_HELP(name) \
    "\n" #name ": " observer_head(name, ABOUT_HELP, observer_none, observer_none)
#define OPTION_ROW(kind, field, option, argument, fallback, low, high, help) \
    {option, LANES, argument, fallback, help},
#define OBSERVER_OPTIONS(name) observer_options(name, OPTION_ROW)

static const struct contensou_setting rows[] = {
    {"time", LANES, "T", NULL,
     "the end; or t0:t1:n or a list, the times of the observer series (101 times otherwise) "
     "(required)"},
    {"transient", LANES, "T", "0", "nothing is observed before this time"},
    {"vary", LANES, "NAME=R...", NULL,
     "a number that differs from lane to lane: R is a range lo:hi:n or a list; names as for --set, "
     "init.STATE for initial values. Several make a grid, the first one slowest"},
    {"lanes-from", LANES, "FILE.csv", NULL, "one row a lane, columns named as for --vary"},
    {"random", LANES, "SEED,N", NULL,
     "N lanes, uniformly random within the ends of each --vary lo:hi"},
    {"starts", LANES, "N[,SEED]", NULL,
     "N lanes for each set of numbers, with initial values at random within each --vary "
     "init.STATE=lo:hi"},
    {"continue", LANES, "WAY", "no",
     "up, down or both: each lane starts where the lane of the value before it of the first --vary "
     "ended, so that an attractor is followed; both walks twice, with the column continue 1 (up) "
     "and -1 (down)"},
    {"observe", LANES, "LIST", "final",
     "what is kept of each lane, several with commas:" ALL_OBSERVERS(OBSERVER_HELP)},
    ALL_OBSERVERS(OBSERVER_OPTIONS){"samples", WORK, "N", "101",
                                    "how many times the series has where --time is only the end"},
    {"system", WORK, "SYSTEM", NULL, "a system by its name ('contensou list systems')"},
    {"law", MODEL, "LAW", NULL,
     "the friction law: {laws}, or a fit.json; 'contensou list laws' has their numbers and the "
     "systems that they are for (default: the system's)"},
    {"shape", MODEL, "SHAPE", "disk",
     "the contact of the law, lengths in units of its size; 'contensou list contacts' has them "
     "all"},
    {"pressure", MODEL, "PRESSURE", NULL, "such as uniform, hertz or power:0.5 (default: uniform)"},
    {"tilt", MODEL, "K,BETA", NULL, "multiply the pressure by 1 + k (x cos beta - y sin beta)"},
    {"center", MODEL, "X,Y", "0,0", "the reference point, in the shape's own coordinates"},
    {"anisotropy", MODEL, "RATIO,ANGLE[,WHOSE]", NULL,
     "friction depends on the direction of sliding: RATIO times as much along ANGLE (from x, rad "
     "or as 30deg) as across it, an ellipse between; mu is the geometric mean of the two. The "
     "pattern is that of the body or that of the ground (WHOSE: body or ground, default: as "
     "--frame; default: the same in all directions)"},
    {"unit", MODEL, "UNIT", NULL,
     "the unit of length that the contact is given in: m, mm, cm, um, in, or such as 50mm; a line "
     "'# units mm' in its file says the same. It is then the field of the system that is the "
     "contact's unit of length, such as R of pendulum (default: that field)"},
    {"cell", MODEL, "DX,DY", NULL,
     "the size of a cell of map:FILE where the file is a bare grid of pressures"},
    {"frame", MODEL, "WHOSE", "body",
     "whose shape, pressure and tilt are: body, whose contact turns with it, or ground, in whose "
     "axes they stay; 'contensou list systems' has the angle"},
    {"set", MODEL, "NAME=X,..", NULL,
     "fields of the system by their names and of the law with law., such as "
     "omega_0=40,law.eps=1e-3"},
    {"init", MODEL, "STATE=X,..", NULL,
     "initial values by the names of the states (default: those listed)"},
    {"stepper", MODEL, "NAME", "auto",
     "auto (each lane begins explicitly and changes when it turns stiff; event for exact "
     "laws)" CONTENSOU__STEPPER_TEXT "; 'contensou list steppers' explains them"},
    {"rtol", MODEL, "X", NULL, "relative tolerance (default: " CONTENSOU__PLAN_RTOL ")"},
    {"atol", MODEL, "X", NULL,
     "absolute tolerance, in the unit of each state (default: " CONTENSOU__PLAN_ATOL ")"},
    {"step", MODEL, "H", NULL,
     "the step of a stepper with steps of one size, otherwise the first one (default: chosen)"},
    {"h-min", MODEL, "H", NULL,
     "the smallest step; laws that jump, and steppers that say so, take it whatever its error "
     "(default: none; for laws that jump 1e-5)"},
    {"h-max", MODEL, "H", NULL, "the largest step (default: none, or the stepper's own)"},
    {"max-steps", MODEL, "N", "1e7",
     "a lane that needs more steps ends with the outcome 'step limit'"},
    {"max-events", MODEL, "N", "1e6",
     "a lane that switches more often between stick and slip ends with the outcome 'event storm'"},
    {"slice-limit", MODEL, "S", "60",
     "seconds that the device may take for a slice of the work, usually 0.1 s; if it takes longer "
     "(an endless loop in a system of your own), lanes that are not finished end with the outcome "
     "'stopped'"},
    {"check-jacobian", MODEL, NULL, NULL,
     "compare the Jacobian with differences of the right-hand side first, and refuse to run where "
     "it is wrong; for a system of your own with slopes of its own this is done in any case, with "
     "a "
     "warning"},
    {"system-file", MODEL, "FILE.h", NULL,
     "a system of your own instead of SYSTEM: a header with its states, fields and rhs, as "
     "van_der_pol.h in {examples}"},
    {"precision", WORK, "P", "double", "of the device: double or single"},
    {"pack", WORK, "N", NULL,
     "trajectories per work-item: 1, 2, 4, 8 or 16 (default: what suits the device)"},
    {"device", WORK, "D", NULL,
     "a device by its number or a part of its name, or all: every one of the kind that is chosen "
     "otherwise (default: the best one)"},
    {"shard", WORK, "K/N", NULL,
     "compute only every N-th lane, beginning with the K-th, and leave the part -o FILE.part for "
     "'contensou merge'"},
    {"journal", WORK, "FILE", NULL,
     "the file that keeps finished lanes (default: one that nobody sees)"},
    {"resume", WORK, NULL, NULL, "go on with the lanes that the journal does not have yet"},
    {"command-line", WORK, "TEXT", NULL, "how the run was asked for, for its files"},
};

enum { count = sizeof rows / sizeof *rows };
_Static_assert((int)count <= (int)contensou__settings_most,
               "more rows than a set of settings has room for");

const struct contensou_setting *contensou_settings_row(size_t i)
{
    return i < count ? &rows[i] : NULL;
}

static int find(const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

static void clear_varies(struct contensou__settings *s)
{
    while (s->varies)
        free(s->vary[--s->varies]);
}

static void clear_numbers(struct contensou__settings *s)
{
    while (s->names)
        free(s->name[--s->names]);
    free(s->name);
    free(s->number);
    s->name = NULL;
    s->number = NULL;
    s->lanes = 0;
}

void contensou__settings_free(struct contensou__settings *s)
{
    for (int i = 0; i < count; ++i)
        free(s->value[i]);
    clear_varies(s);
    clear_numbers(s);
    free(s->time);
    free(s->system_name);
    free(s->system_text);
    *s = (struct contensou__settings){0};
}

static enum contensou_status no_memory(struct contensou_error *err, const char *what)
{
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the setting '%s'", what);
}

enum contensou_status contensou__settings_set(struct contensou__settings *s, const char *name,
                                              const char *value, struct contensou_error *err)
{
    const int at = find(name);
    const int vary = strcmp(name, "vary") == 0;
    char *copy = NULL;

    if (at < 0) {
        const char *names[count];

        for (int i = 0; i < count; ++i)
            names[i] = rows[i].name;
        return contensou__names_fail(err, "setting", name, names, count);
    }
    if (vary && !value) {
        clear_varies(s);
        return CONTENSOU_OK;
    }
    if (vary && s->varies == contensou__settings_varies)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "at most %d numbers can vary",
                              (int)contensou__settings_varies);
    if (value && !(copy = strdup(value)))
        return no_memory(err, name);
    if (vary) {
        s->vary[s->varies++] = copy;
    } else {
        free(s->value[at]);
        s->value[at] = copy;
    }
    return CONTENSOU_OK;
}

const char *contensou__settings_value(const struct contensou__settings *s, const char *name)
{
    const int at = find(name);

    return at < 0 ? NULL : s->value[at] ? s->value[at] : rows[at].fallback;
}

int contensou__settings_given(const struct contensou__settings *s, const char *name)
{
    const int at = find(name);

    return strcmp(name, "vary") == 0 ? s->varies > 0 : at >= 0 && s->value[at] != NULL;
}

enum contensou_status contensou__settings_times(struct contensou__settings *s, const double *time,
                                                size_t times, struct contensou_error *err)
{
    double *copy = malloc((times + 1) * sizeof *copy);

    if (!copy)
        return no_memory(err, "time");
    memcpy(copy, times ? time : copy, times * sizeof *copy);
    free(s->time);
    s->time = copy;
    s->times = times;
    return CONTENSOU_OK;
}

enum contensou_status contensou__settings_numbers(struct contensou__settings *s,
                                                  const char *const *name, size_t names,
                                                  size_t members, const double *value,
                                                  struct contensou_error *err)
{
    clear_numbers(s);
    if (!names)
        return CONTENSOU_OK;
    if (!members || members > SIZE_MAX / names / sizeof *value)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "%zu lanes of %zu numbers are none",
                              members, names);
    s->name = calloc(names, sizeof *s->name);
    s->number = malloc(names * members * sizeof *s->number);
    for (; s->name && s->number && s->names < names; ++s->names)
        if (!(s->name[s->names] = strdup(name[s->names])))
            break;
    if (s->names < names) {
        clear_numbers(s);
        return no_memory(err, "lanes");
    }
    memcpy(s->number, value, names * members * sizeof *s->number);
    s->lanes = members;
    return CONTENSOU_OK;
}

enum contensou_status contensou__settings_system(struct contensou__settings *s, const char *name,
                                                 const char *text, struct contensou_error *err)
{
    char *copy = text ? strdup(text) : NULL, *other = text ? strdup(name) : NULL;

    if (text && (!copy || !other)) {
        free(copy);
        free(other);
        return no_memory(err, "system");
    }
    free(s->system_text);
    free(s->system_name);
    s->system_text = copy;
    s->system_name = other;
    return CONTENSOU_OK;
}

void contensou__settings_note(const struct contensou__settings *s, const char *format, ...)
{
    char text[2048];
    va_list arguments;

    if (!s->note)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    contensou__setting_spell(text, sizeof text);
    s->note(s->note_context, text);
}
