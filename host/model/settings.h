/* settings.h: what a simulation is asked for: one struct for each thing that is chosen, filled from texts or from numbers by the
 * tables of these things (setting_rows.h). Texts are read when they are set, and never again. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_SETTINGS_H
#define CONTENSOU_MODEL_SETTINGS_H

#include "model/devices.h"
#include "model/lanes_choice.h"
#include "model/observed.h"
#include "model/setting_rows.h"
#include "model/step_control.h"
#include "model/times.h"

#include <contensou/contact.h>
#include <contensou/patch.h>
#include <contensou/progress.h>

/* A system by its name, its file, or its text. */
struct contensou__settings_system {
    const char *name, *file;
    char *text_name, *text;
};

/* How the work is divided and kept. */
struct contensou__settings_work {
    uint64_t shard, shards; /* this one, from 0 on, of how many */
    const char *journal, *command_line;
    double part_size; /* MB */
    int resume;
};

struct contensou__settings {
    char **text; /* [rows]: how a setting was given, for messages and files; NULL: it was not */
    struct contensou__times times;
    struct contensou__lanes_choice lanes;
    struct contensou__observed observed;
    const char *law;
    struct contensou_patch_spec contact;
    const struct contensou_patch *patch; /* of the program: instead of the contact; or NULL */
    struct contensou__step_control steps;
    struct contensou__settings_system system;
    struct contensou__devices devices;
    struct contensou__settings_work work;
    struct contensou_progress progress;
    void (*note)(void *context, const char *sentence);
    void *note_context;
};

/* All defaults. Free it also after a failure. */
enum contensou_status contensou__settings_init(struct contensou__settings *s,
                                               struct contensou_error *err);
void contensou__settings_free(struct contensou__settings *s);

/* Sets a setting from its text, which is copied, or with NULL takes it back; "vary" adds one. After a failure it is not set. */
enum contensou_status contensou__settings_set(struct contensou__settings *s, const char *name,
                                              const char *text, struct contensou_error *err);

/* The same from numbers, without a text between. */
enum contensou_status contensou__settings_set_numbers(struct contensou__settings *s,
                                                      const char *name, const double *number,
                                                      size_t count, struct contensou_error *err);

/* All settings of a contact at once; those that are 0 or NULL in the spec are taken back. */
enum contensou_status contensou__settings_set_contact(struct contensou__settings *s,
                                                      const struct contensou_patch_spec *spec,
                                                      struct contensou_error *err);

/* One number of the system, the law ("law.eps") or the state ("init.phi"), beside those of "set" and "init". */
enum contensou_status contensou__settings_set_parameter(struct contensou__settings *s,
                                                        const char *name, double value,
                                                        struct contensou_error *err);

/* The times of the series, and the text of a system: copied; none: taken back. */
enum contensou_status contensou__settings_set_times(struct contensou__settings *s,
                                                    const double *time, size_t count,
                                                    struct contensou_error *err);
enum contensou_status contensou__settings_set_system(struct contensou__settings *s,
                                                     const char *name, const char *text,
                                                     struct contensou_error *err);

/* Its text as it was given or by default, NULL if there is neither; whether it was given. The name must be in the table. */
const char *contensou__settings_value(const struct contensou__settings *s, const char *name);
int contensou__settings_given(const struct contensou__settings *s, const char *name);

/* The first setting of a contact that was given, or NULL: systems without a patch have no use for one, and a file of a fit has
 * its own, all but the frame. */
const char *contensou__settings_contact_given(const struct contensou__settings *s, int but_frame);

/* Reads a text into the struct of values that the row belongs to. A word is not copied. */
enum contensou_status contensou__settings_read(const struct contensou__settings_row *row,
                                               void *values, const char *text,
                                               struct contensou_error *err);

/* Tells a sentence that is no error. */
void contensou__settings_note(const struct contensou__settings *s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
