/* cmd_eval_setup.c: what contensou eval was asked for, and how its output says so.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_eval.h"

#include "base/numbers.h"
#include "cli/contact_options.h"

#include <string.h>

static const char *const methods[3] = {"auto", "cells", "exact"};
const char *const contensou__cmd_eval_setup_kinds[contensou__cmd_eval_kinds] = {"auto", "curves",
                                                                                "maps", "surface"};

static enum contensou_status read_method(struct contensou__cmd_eval_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    int method = 0;
    long cells = 0;
    enum contensou_status status = contensou__options_choice(o, "method", methods, 3, &method, err);

    if (!status)
        status = contensou__numbers_whole(contensou__options_value(o, "cells"), "--cells", 1,
                                          CONTENSOU_PATCH_CELLS, &cells, err);
    s->eval.method = (enum contensou_method)method;
    contensou__contact_options_arithmetic(o, &s->eval);
    s->eval.cells = (int)cells;
    s->eval.jacobian = contensou__options_given(o, "jacobian");
    return status;
}

static enum contensou_status read_slips(struct contensou__cmd_eval_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    s->theta = contensou__options_value(o, "theta");
    s->phi = contensou__options_value(o, "phi");
    s->points = contensou__options_value(o, "points");
    s->any_theta = contensou__options_given(o, "any-theta");
    if (!s->theta && !s->points)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "missing slips: give --theta R, such as --theta 0:pi/2:91, or --points "
            "FILE.csv");
    if (s->points && (s->theta || contensou__options_given(o, "phi")))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--points and --%s exclude each other; give one of them",
                              s->theta ? "theta" : "phi");
    return CONTENSOU_OK;
}

/* The law and its contact from a file. */
static enum contensou_status read_fit(struct contensou__cmd_eval_setup *s,
                                      const struct contensou__options *o,
                                      struct contensou_error *err)
{
    enum contensou_status status;

    if (!contensou_fit_file_is(s->model))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--model %s: it takes a file of 'contensou fit', FILE.json; a law by "
                              "its name is --law",
                              s->model);
    if (s->law)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--model and --law exclude each other; give one of them");
    status = contensou__real_units_fit(&s->units, &s->fit, s->model, o, err);
    s->spec = s->fit.spec;
    if (!s->spec.shape)
        s->spec.shape = s->model;
    if (!status && contensou__options_given(o, "jacobian") && s->fit.result.count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--jacobian is that of the exact wrench; %s has the law %s", s->model,
                              s->fit.result.model);
    return status;
}

enum contensou_status contensou__cmd_eval_setup_read(struct contensou__cmd_eval_setup *s,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err)
{
    enum contensou_status status;

    *s = (struct contensou__cmd_eval_setup){0};
    s->output = contensou__options_value(o, "output");
    s->plot = contensou__options_value(o, "plot");
    s->dump = contensou__options_value(o, "dump-program");
    s->device = contensou__options_value(o, "device");
    s->law = contensou__options_value(o, "law");
    s->set = contensou__options_value(o, "set");
    s->model = contensou__options_value(o, "model");
    s->quiet = contensou__options_given(o, "quiet");
    s->table = s->output || !s->plot;
    if (s->set && !s->law)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--set gives numbers of a law; it needs --law");
    if (s->law && (contensou__options_given(o, "method") || contensou__options_given(o, "cells")))
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "--method and --cells are about the exact wrench; they cannot be used "
            "with --law");
    status = contensou__real_units_read(&s->units, o, err);
    if (!status)
        status = s->model ? read_fit(s, o, err) : contensou__contact_options_read(o, &s->spec, err);
    if (!status)
        status = read_method(s, o, err);
    if (!status)
        status = read_slips(s, o, err);
    if (!status)
        status = contensou__options_choice(o, "plot-kind", contensou__cmd_eval_setup_kinds,
                                           contensou__cmd_eval_kinds, &s->plot_kind, err);
    if (!status && contensou__options_given(o, "plot-kind") && !s->plot)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot-kind needs --plot FILE.png, .svg or .pdf");
    return status;
}

enum contensou_status contensou__cmd_eval_setup_table(struct contensou_table **out,
                                                      const struct contensou__cmd_eval_setup *s,
                                                      const struct contensou__options *o,
                                                      const char *const *keys, size_t key_count,
                                                      const struct contensou_patch *patch,
                                                      const struct contensou_device_info *device,
                                                      struct contensou_error *err)
{
    static const char *const results[12] = {"Tx",         "Ty",         "M",       "dTx_dvx",
                                            "dTx_dvy",    "dTx_domega", "dTy_dvx", "dTy_dvy",
                                            "dTy_domega", "dM_dvx",     "dM_dvy",  "dM_domega"};
    const int exact = s->eval.method == CONTENSOU_METHOD_EXACT ||
                      (s->eval.method == CONTENSOU_METHOD_AUTO && contensou_patch_has_exact(patch));
    struct contensou__text line = {0};
    const char *names[15];
    const size_t columns = key_count + (s->eval.jacobian ? 12 : 3);
    enum contensou_status status;

    const struct contensou_table_attribute own[] = {
        {"method",
         s->law                ? s->law
         : s->fit.result.count ? s->fit.result.model
         : exact               ? "exact"
                               : "cells",
         0},
        {"set", s->set ? s->set : "", 0},
        {"cells", NULL, s->eval.cells},
        {"precision", contensou__options_precisions[s->eval.precision], 0},
        {"pack", NULL, s->eval.pack},
        {"jacobian", NULL, s->eval.jacobian},
        {s->points ? "points" : "theta", s->points ? s->points : s->theta, 0},
        {"phi", s->phi, 0}, /* last: a file of points has none */
    };
    enum { shared = contensou__contact_options_attribute_count };
    struct contensou_table_attribute attributes[shared + 1 + sizeof own / sizeof own[0]];
    const size_t count = sizeof attributes / sizeof attributes[0] - (s->points ? 1 : 0);
    char units[200];

    contensou__options_line(o, &line);
    contensou__contact_options_attributes(attributes, &s->spec, &line, device);
    contensou__real_units_name(&s->units, attributes, shared, &attributes[shared], units);
    memcpy(attributes + shared + 1, own, sizeof own);
    for (size_t c = 0; c < columns; c++)
        names[c] = c < key_count ? keys[c] : results[c - key_count];
    status = contensou_table_open(out, s->output, names, columns, attributes, count, err);
    contensou__text_free(&line);
    return status;
}
