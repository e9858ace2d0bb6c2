/* contact_options.c: the options that commands about one contact share. SPDX-License-Identifier: MIT */
#include "cli/contact_options.h"

#include "base/try.h"
#include <contensou/contact.h>
#include <contensou/version.h>

#include <stdlib.h>
#include <string.h>

enum contensou_status contensou__contact_options_read(const struct contensou__options *o,
                                                      struct contensou_patch_spec *spec,
                                                      struct contensou_error *err)
{
    const struct contensou_setting *row;

    contensou_contact_init(spec);
    if (!contensou__options_value(o, "shape"))
        return WRONG(err, "missing contact: give --shape, such as --shape disk ('contensou list "
                          "contacts' has them all)");
    for (size_t i = 0; (row = contensou_contact_row(i)); ++i)
        if (contensou__options_value(o, row->name))
            TRY(contensou_contact_read(spec, row->name, contensou__options_value(o, row->name),
                                       err));
    return CONTENSOU_OK;
}

void contensou__contact_options_job_places(struct contensou__contact_options_job *j,
                                           const struct contensou__options *o)
{
    const char *const pack = contensou__options_value(o, "pack");

    j->options = o;
    j->output = contensou__options_value(o, "output");
    j->plot = contensou__options_value(o, "plot");
    j->dump = contensou__options_value(o, "dump-program");
    j->device = contensou__options_value(o, "device");
    j->quiet = contensou__options_given(o, "quiet");
    j->table = j->output || !j->plot;
    j->to_file = j->output && strcmp(j->output, "-");
    j->eval.size = sizeof j->eval; /* --precision and --pack are checked */
    j->eval.pack = pack ? (int)strtol(pack, NULL, 10) : 0;
    j->eval.precision = strcmp(contensou__options_value(o, "precision"), "single")
                            ? CONTENSOU_PRECISION_DOUBLE
                            : CONTENSOU_PRECISION_SINGLE;
}

enum contensou_status contensou__contact_options_job_read(struct contensou__contact_options_job *j,
                                                          const struct contensou__options *o,
                                                          struct contensou_error *err)
{
    const char *const model = contensou__options_value(o, "model");

    contensou__contact_options_job_places(j, o);
    j->file = contensou_fit_file_is(model) ? model : NULL;
    if (!j->file)
        TRY(contensou__contact_options_read(o, &j->spec, err));
    TRY(contensou__real_units_read(&j->units, o, &j->spec, err));
    if (!j->file)
        return CONTENSOU_OK;
    TRY(contensou__real_units_fit(&j->units, &j->fit, model, o, err));
    j->spec = j->fit.spec;
    if (!j->spec.shape)
        j->spec.shape = model;
    return CONTENSOU_OK;
}

enum contensou_status contensou__contact_options_job_patch(struct contensou__contact_options_job *j,
                                                           struct contensou_error *err)
{
    if (!j->file)
        TRY(contensou_patch_create(&j->own, &j->spec, err));
    j->patch = j->file ? j->fit.patch : j->own;
    contensou__real_units_contact(&j->units, j->patch, 1);
    return CONTENSOU_OK;
}

void contensou__contact_options_job_free(struct contensou__contact_options_job *j)
{
    contensou_fit_file_free(&j->fit);
    contensou_patch_free(j->own);
}

void contensou__contact_options_attributes(struct contensou_table_attribute *to,
                                           const struct contensou_patch_spec *spec,
                                           const struct contensou__real_units *units,
                                           const char *line,
                                           const struct contensou_device_info *device)
{
    const struct contensou_table_attribute rows[] = {
        {"shape", spec->shape, 0},
        {"pressure", contensou_contact_pressure(spec), 0},
        {"tilt_k", NULL, spec->tilt_k},
        {"tilt_beta", NULL, spec->tilt_beta},
        {"center_x", NULL, spec->center[0]},
        {"center_y", NULL, spec->center[1]},
        {"anisotropy_ratio", NULL, spec->anisotropy[0]},
        {"anisotropy_angle", NULL, spec->anisotropy[1]},
        {"unit", NULL, units->has_size ? units->size : 0},
        {"mu", NULL, units->has_mu ? units->mu : 0},
        {"normal_force", NULL, units->has_normal ? units->normal : 0},
        {"command_line", line, 0},
        {"version", CONTENSOU_VERSION, 0},
        {"device", device->name, 0},
        {"platform", device->platform, 0},
        {"driver", device->driver, 0},
    };
    static const char prefix[] = CONTENSOU_TABLE_UNIT;
    static const char *const columns[] = {
        CONTENSOU_TABLE_UNIT "theta",  CONTENSOU_TABLE_UNIT "phi",   CONTENSOU_TABLE_UNIT "vx",
        CONTENSOU_TABLE_UNIT "vy",     CONTENSOU_TABLE_UNIT "omega", CONTENSOU_TABLE_UNIT "Tx",
        CONTENSOU_TABLE_UNIT "Ty",     CONTENSOU_TABLE_UNIT "M",     CONTENSOU_TABLE_UNIT "load_x",
        CONTENSOU_TABLE_UNIT "load_y", CONTENSOU_TABLE_UNIT "load_M"};
    enum { plain = sizeof rows / sizeof *rows };

    memcpy(to, rows, sizeof rows);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; ++i)
        to[plain + i] = (struct contensou_table_attribute){
            columns[i], contensou__real_units_column(units, columns[i] + sizeof prefix - 1), 0};
}
