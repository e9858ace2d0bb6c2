/* contact_options.h: the options that commands about one contact share, and what their files say of
 * it. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_CONTACT_OPTIONS_H
#define CONTENSOU_CLI_CONTACT_OPTIONS_H

#include "cli/options.h"

#include <contensou/device.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/table.h>

/* The rows of --shape, --pressure, --tilt, --center and --anisotropy, for a command's table of options. */
// clang-format off
#define CONTENSOU__CONTACT_OPTIONS_ANISOTROPY \
    {"anisotropy", 0, "RATIO,ANGLE", NULL, \
     "friction depends on the direction of sliding: RATIO times as much along ANGLE (from x, rad or as 30deg) as " \
     "across it, an ellipse between; mu is the geometric mean of the two (default: the same in all directions)"}
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
    CONTENSOU__CONTACT_OPTIONS_ANISOTROPY
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

/* The attributes that every table about a contact has: the contact, the command line, version and
 * device. They point into what is given. */
enum { contensou__contact_options_attribute_count = 24 };
void contensou__contact_options_attributes(struct contensou_table_attribute *to,
                                           const struct contensou_patch_spec *spec,
                                           const struct contensou__text *line,
                                           const struct contensou_device_info *device);

#endif
