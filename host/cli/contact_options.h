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

/* The rows of --shape, --pressure, --tilt, --center, --anisotropy, --unit and --cell, for a command's table of options. */
// clang-format off
#define CONTENSOU__CONTACT_OPTIONS_ANISOTROPY \
    {"anisotropy", 0, "RATIO,ANGLE[,WHOSE]", NULL, \
     "friction depends on the direction of sliding: RATIO times as much along ANGLE (from x, rad or as 30deg) as " \
     "across it, an ellipse between; mu is the geometric mean of the two. WHOSE, body or ground, is for simulations " \
     "of a body that turns (default: the same in all directions)"}
#define CONTENSOU__CONTACT_OPTIONS_UNIT \
    {"unit", 0, "UNIT", NULL, \
     "the unit of length that the contact is given in: m, mm, cm, um, in, or such as 50mm; with MPa behind a comma (Pa, kPa, " \
     "bar, psi) also that of the pressures of a map. A line '# units mm,MPa' in the contact's file says the same (default: " \
     "not known; lengths are in the contact's own unit)"}, \
    {"cell", 0, "DX,DY", NULL, \
     "the size of a cell of map:FILE where the file is a bare grid of pressures, whose middle is then at 0,0"}
/* Of commands about a body that may turn. */
#define CONTENSOU__CONTACT_OPTIONS_FRAME \
    {"frame", 0, "WHOSE", "body", \
     "whose shape, pressure and tilt are: body, whose contact turns with it, or ground, in whose axes they stay; " \
     "'contensou list systems' has the angle"}
/* All but the shape. */
#define CONTENSOU__CONTACT_OPTIONS_PRESSURE \
    {"pressure", 0, "PRESSURE", NULL, \
     "such as uniform, hertz or power:0.5; normalised to total 1 (default: uniform; some shapes bring " \
     "their own)"}, \
    {"tilt", 0, "K,BETA", NULL, \
     "multiply the pressure by 1 + k (x cos beta - y sin beta); k in 1/length, beta in rad or as " \
     "30deg (default: no tilt)"}, \
    {"center", 0, "X,Y", "0,0", \
     "the reference point, in the shape's own coordinates: slips are given there and the torque is " \
     "taken about it"}, \
    CONTENSOU__CONTACT_OPTIONS_ANISOTROPY, \
    CONTENSOU__CONTACT_OPTIONS_UNIT
#define CONTENSOU__CONTACT_OPTIONS_ROWS \
    {"shape", 0, "SHAPE", NULL, \
     "the contact area, such as disk, annulus:0.5, ellipse:1,0.5, rectangle:1,0.5 (semi-axes, half " \
     "sides) or polygon:FILE; 'contensou list contacts' has them all (required)"}, \
    CONTENSOU__CONTACT_OPTIONS_PRESSURE
// clang-format on

/* The contact; its texts belong to the command line. */
enum contensou_status contensou__contact_options_read(const struct contensou__options *o,
                                                      struct contensou_patch_spec *spec,
                                                      struct contensou_error *err);

/* --precision and --pack, which the options have checked. */
void contensou__contact_options_arithmetic(const struct contensou__options *o,
                                           struct contensou_eval_options *eval);

/* The pressure as it is shown: the option, or what stands for it. */
const char *contensou__contact_options_pressure(const struct contensou_patch_spec *spec);

/* What a command that writes a table about one contact is asked for. Texts belong to the command line; all zero is nothing. */
struct contensou__contact_options_job {
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
                                           const struct contensou__text *line,
                                           const struct contensou_device_info *device);

/* Opens the table of a job: these columns, the attributes above with the units in effect, and `count` of the
 * command's own, at most 16. */
enum contensou_status contensou__contact_options_table(
    struct contensou_table **out, const struct contensou__contact_options_job *j,
    const struct contensou__options *o, const struct contensou_device_info *device,
    const char *const *names, size_t columns, const struct contensou_table_attribute *own,
    size_t count, struct contensou_error *err);

#endif
