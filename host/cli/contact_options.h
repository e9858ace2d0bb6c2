/* contact_options.h: the options that commands about one contact share, and what their files say of
 * it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CONTACT_OPTIONS_H
#define CONTENSOU_CLI_CONTACT_OPTIONS_H

#include "cli/options.h"
#include "cli/real_units.h"

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/table.h>

/* Rows of a command's table of options: the settings of a contact (contensou/contact.h), one, several or all. */
// clang-format off
#define CONTENSOU__CONTACT_OPTIONS_ANISOTROPY CONTENSOU__OPTIONS_SETTING("anisotropy")
#define CONTENSOU__CONTACT_OPTIONS_UNIT CONTENSOU__OPTIONS_SETTING("unit"), CONTENSOU__OPTIONS_SETTING("cell")
/* Of commands about a body that may turn. */
#define CONTENSOU__CONTACT_OPTIONS_FRAME CONTENSOU__OPTIONS_SETTING("frame")
/* All but the shape. */
#define CONTENSOU__CONTACT_OPTIONS_PRESSURE \
    CONTENSOU__OPTIONS_SETTING("pressure"), \
    CONTENSOU__OPTIONS_SETTING("tilt"), \
    CONTENSOU__OPTIONS_SETTING("center"), \
    CONTENSOU__CONTACT_OPTIONS_ANISOTROPY, \
    CONTENSOU__CONTACT_OPTIONS_UNIT
#define CONTENSOU__CONTACT_OPTIONS_ROWS \
    CONTENSOU__OPTIONS_REQUIRED("shape"), \
    CONTENSOU__CONTACT_OPTIONS_PRESSURE
// clang-format on

/* The contact; its texts belong to the command line. */
enum contensou_status contensou__contact_options_read(const struct contensou__options *o,
                                                      struct contensou_patch_spec *spec,
                                                      struct contensou_error *err);

/* What a command that writes a table about one contact is asked for. Texts belong to the command line; all zero is nothing. */
struct contensou__contact_options_job {
    const struct contensou__options *options;
    struct contensou_patch_spec spec;
    struct contensou_eval_options eval;
    struct contensou__real_units units;
    const char *file;              /* of 'contensou fit', with the contact and its law, or NULL */
    struct contensou_fit_file fit; /* what it has */
    struct contensou_patch *own, *patch; /* the patch is our own, or that of the file */
    const char *output, *plot, *dump;    /* NULL where not asked */
    const char *device;                  /* the choice, or NULL */
    int table, to_file;                  /* there is a table, to standard output or to a file */
    int quiet;
};

/* Where its results go and what computes them: --output, --plot, --dump-program, --device, --quiet and the
 * arithmetic. */
void contensou__contact_options_job_places(struct contensou__contact_options_job *j,
                                           const struct contensou__options *o);

/* Reads it; where --model names a file, the contact and the law are those there. Free it also after a failure. */
enum contensou_status contensou__contact_options_job_read(struct contensou__contact_options_job *j,
                                                          const struct contensou__options *o,
                                                          struct contensou_error *err);
enum contensou_status contensou__contact_options_job_patch(struct contensou__contact_options_job *j,
                                                           struct contensou_error *err);
void contensou__contact_options_job_free(struct contensou__contact_options_job *j);

/* The attributes that every table about a contact has: the contact, its unit of length in metres, mu and the normal force in
 * newtons (0 where they are not given), the command line, version and device. They point into what is given. */
enum { contensou__contact_options_attribute_count = 27 };
void contensou__contact_options_attributes(struct contensou_table_attribute *to,
                                           const struct contensou_patch_spec *spec,
                                           const struct contensou__real_units *units,
                                           const char *line,
                                           const struct contensou_device_info *device);

#endif
