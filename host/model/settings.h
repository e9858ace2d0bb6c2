/* settings.h: what a simulation is asked for: named texts from one table, and what a program has in memory instead of
 * texts. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_SETTINGS_H
#define CONTENSOU_MODEL_SETTINGS_H

#include <contensou/device.h>
#include <contensou/patch.h>
#include <contensou/progress.h>
#include <contensou/settings.h>

#include <stddef.h>

enum {
    contensou__settings_most = 96, /* rows of the table */
    contensou__settings_varies = 8,
    contensou__settings_devices = 16
};

/* All zero is nothing. */
struct contensou__settings {
    char *value[contensou__settings_most];
    char *vary[contensou__settings_varies];
    size_t varies;
    struct contensou_device *device[contensou__settings_devices];
    size_t devices;
    const struct contensou_patch *patch;
    double *time; /* [times] */
    size_t times;
    char **name; /* [names] of the lanes that are given */
    size_t names, lanes;
    double *number; /* [names][lanes] */
    char *system_name, *system_text;
    struct contensou_progress progress;
    void (*note)(void *context, const char *sentence);
    void *note_context;
};

void contensou__settings_free(struct contensou__settings *s);

/* Sets a text, which is copied, or with NULL takes it back; "vary" adds one. */
enum contensou_status contensou__settings_set(struct contensou__settings *s, const char *name,
                                              const char *value, struct contensou_error *err);

/* The value, as set or by default; NULL if there is neither. Whether it was set. The name must be in the table. */
const char *contensou__settings_value(const struct contensou__settings *s, const char *name);
int contensou__settings_given(const struct contensou__settings *s, const char *name);

/* What is given in memory: copied. */
enum contensou_status contensou__settings_times(struct contensou__settings *s, const double *time,
                                                size_t count, struct contensou_error *err);
enum contensou_status contensou__settings_numbers(struct contensou__settings *s,
                                                  const char *const *name, size_t names,
                                                  size_t lanes, const double *value,
                                                  struct contensou_error *err);
enum contensou_status contensou__settings_system(struct contensou__settings *s, const char *name,
                                                 const char *text, struct contensou_error *err);

/* Tells a sentence that is no error. */
void contensou__settings_note(const struct contensou__settings *s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
