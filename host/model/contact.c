/* contact.c: a contact: shape, pressure, tilt, reference point, anisotropy, unit and frame. SPDX-License-Identifier: MIT */
#include "model/contact.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/setting.h"
#include "base/try.h"
#include "contact/patch.h"
#include "model/settings.h"

#include <string.h>

static void drop_anisotropy(void *values)
{
    struct contensou_patch_spec *const spec = values;

    spec->anisotropy[0] = 1;
    spec->anisotropy[1] = 0;
    spec->anisotropy_frame = CONTENSOU_FRAME_DEFAULT;
}

static enum contensou_status take_anisotropy(void *values, const double *number, size_t count,
                                             struct contensou_error *err)
{
    struct contensou_patch_spec *const spec = values;

    if (count != 2)
        return WRONG(err,
                     SETTING("anisotropy") " has %zu numbers; it needs a ratio and an "
                                           "angle",
                     count);
    if (!(number[0] > 0))
        return WRONG(err,
                     SETTING("anisotropy") " %g,%g: the ratio of the two frictions is "
                                           "above 0",
                     number[0], number[1]);
    memcpy(spec->anisotropy, number, sizeof spec->anisotropy);
    return CONTENSOU_OK;
}

static enum contensou_status read_anisotropy(void *values, const char *text,
                                             struct contensou_error *err)
{
    struct contensou_patch_spec *const spec = values;
    double number[2];
    int frame;

    TRY(contensou__numbers_list_word(text, SETTING("anisotropy") " RATIO,ANGLE[,WHOSE]", number, 2,
                                     contensou__names_frames, 2, &frame, err));
    TRY(take_anisotropy(spec, number, 2, err));
    /* -1 is the default, that of the contact */
    spec->anisotropy_frame = (enum contensou_frame)(CONTENSOU_FRAME_BODY + frame);
    return CONTENSOU_OK;
}

#define AT(field) PLACE(struct contensou_patch_spec, field)
_Static_assert(offsetof(struct contensou_patch_spec, tilt_beta) ==
                   offsetof(struct contensou_patch_spec, tilt_k) + sizeof(double),
               "the two numbers of a tilt are neighbours");

const struct contensou__settings_row contensou__contact_rows[] = {
    {{"shape", MODEL, "SHAPE", "disk",
      "the contact area, such as disk, disk:0.8, annulus:0.5, ellipse:1,0.5, rectangle:1,0.5 "
      "(semi-axes, half sides) or polygon:FILE; 'contensou list contacts' has them all",
      WORD},
     AT(shape)},
    {{"pressure", MODEL, "PRESSURE", NULL,
      "such as uniform, hertz or power:0.5; normalised to total 1 (default: uniform; some shapes "
      "bring their own)",
      WORD},
     AT(pressure)},
    {{"tilt", MODEL, "K,BETA", NULL,
      "multiply the pressure by 1 + k (x cos beta - y sin beta); k in 1/length, beta in rad or as "
      "30deg (default: no tilt)",
      NUMBERS(2)},
     .at = offsetof(struct contensou_patch_spec, tilt_k),
     .size = 2 * sizeof(double)},
    {{"center", MODEL, "X,Y", "0,0",
      "the reference point, in the shape's own coordinates: slips are given there and the torque "
      "is taken about it",
      NUMBERS(2)},
     AT(center)},
    {{"anisotropy", MODEL, "RATIO,ANGLE[,WHOSE]", NULL,
      "friction depends on the direction of sliding: RATIO times as much along ANGLE (from x, rad "
      "or as 30deg) as across it, an ellipse between; mu is the geometric mean of the two. Where a "
      "body turns, the pattern is that of the body or that of the ground (WHOSE: body or ground, "
      "default: as {frame}; default: the same in all directions)",
      FORM},
     AT(anisotropy),
     .read = read_anisotropy,
     .take = take_anisotropy,
     .drop = drop_anisotropy},
    {{"unit", MODEL, "UNIT", NULL,
      "the unit of length that the contact is given in: m, mm, cm, um, in, or such as 50mm; with "
      "MPa behind a comma (Pa, kPa, bar, psi) also that of the pressures of a map. A line '# units "
      "mm,MPa' in the contact's file says the same. In a simulation it is the field of the system "
      "that is the contact's unit of length, such as R of pendulum (default: not known, or that "
      "field; lengths are in the contact's own unit)",
      WORD},
     AT(unit)},
    {{"cell", MODEL, "DX,DY", NULL,
      "the size of a cell of map:FILE where the file is a bare grid of pressures, whose middle is "
      "then at 0,0",
      NUMBERS(2)},
     AT(cell)},
    {{"frame", MODEL, "WHOSE", "body",
      "whose shape, pressure and tilt are: body, whose contact turns with it, or ground, in whose "
      "axes they stay; 'contensou list systems' has the angle",
      CHOICE(contensou__names_frames)},
     AT(frame)},
    {.at = 0}};

const struct contensou_setting *contensou_contact_row(size_t i)
{
    return i + 1 < sizeof contensou__contact_rows / sizeof *contensou__contact_rows
               ? &contensou__contact_rows[i].about
               : NULL;
}

void contensou_contact_init(struct contensou_patch_spec *spec)
{
    *spec = (struct contensou_patch_spec){.size = sizeof(struct contensou_patch_spec),
                                          .shape = "disk",
                                          .frame = CONTENSOU_FRAME_BODY};
    drop_anisotropy(spec);
}

enum contensou_status contensou_contact_read(struct contensou_patch_spec *spec, const char *name,
                                             const char *text, struct contensou_error *err)
{
    const struct contensou__settings_row *row = contensou__contact_rows;

    while (row->about.name && strcmp(row->about.name, name) != 0)
        ++row;
    return row->about.name
               ? contensou__settings_read(row, spec, text, err)
               : contensou_fail(err, CONTENSOU_ENOTFOUND, "a contact has no setting '%s'", name);
}

const char *contensou_contact_pressure(const struct contensou_patch_spec *spec)
{
    return contensou__patch_pressure_shown(spec);
}
