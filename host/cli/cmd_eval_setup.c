/* cmd_eval_setup.c: what contensou eval was asked for, and how its output says so.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_eval.h"

#include "base/names.h"
#include "base/numbers.h"

#include <contensou/version.h>

#include <stdlib.h>
#include <string.h>

static const char *const methods[3] = {"auto", "cells", "exact"};
const char *const contensou__cmd_eval_setup_kinds[contensou__cmd_eval_kinds] = {"auto", "curves",
                                                                                "maps", "surface"};

static enum contensou_status read_patch(struct contensou__cmd_eval_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *tilt = contensou__options_value(o, "tilt");
    double pair[2];
    enum contensou_status status;

    s->spec.shape = contensou__options_value(o, "shape");
    s->spec.pressure = contensou__options_value(o, "pressure");
    if (!s->spec.shape)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "which contact? give --shape, such as --shape disk ('contensou list "
                              "contacts' has them all)");
    if (tilt) {
        status = contensou__numbers_list(tilt, "--tilt k,beta", pair, 2, err);
        if (status)
            return status;
        s->spec.tilt_k = pair[0];
        s->spec.tilt_beta = pair[1];
    }
    return contensou__numbers_list(contensou__options_value(o, "center"), "--center x,y",
                                   s->spec.center, 2, err);
}

static enum contensou_status read_method(struct contensou__cmd_eval_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    int method = 0, precision = 0;
    long cells = 0;
    const char *lanes = contensou__options_value(o, "lanes");
    enum contensou_status status = contensou__options_choice(o, "method", methods, 3, &method, err);

    if (!status)
        status = contensou__options_choice(o, "precision", contensou__options_precisions, 2,
                                           &precision, err);
    if (!status)
        status = contensou__numbers_whole(contensou__options_value(o, "cells"), "--cells", 1, 20000,
                                          &cells, err);
    s->eval.method = (enum contensou_method)method;
    s->eval.precision = (enum contensou_precision)precision;
    s->eval.cells = (int)cells;
    s->eval.jacobian = contensou__options_given(o, "jacobian");
    s->eval.pack = lanes ? (int)strtol(lanes, NULL, 10) : 0;
    return status;
}

static enum contensou_status read_slips(struct contensou__cmd_eval_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    s->theta = contensou__options_value(o, "theta");
    s->phi = contensou__options_value(o, "phi");
    s->points = contensou__options_value(o, "points");
    if (!s->theta && !s->points)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "which slips? give --theta R, such as --theta 0:pi/2:91, or --points "
                              "FILE.csv");
    if (s->points && (s->theta || contensou__options_given(o, "phi")))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--points and --%s exclude each other; give one of them",
                              s->theta ? "theta" : "phi");
    return CONTENSOU_OK;
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
    s->quiet = contensou__options_given(o, "quiet");
    s->table = s->output || !s->plot;
    status = read_patch(s, o, err);
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

/* The command line as a shell would take it. */
static void join(struct contensou__text *text, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *arg = argv[i];
        const int plain = *arg && strspn(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_-+=:,./@%") == strlen(arg);

        contensou__text_printf(text, "%s%s", i ? " " : "", plain ? "" : "'");
        for (; *arg; arg++)
            if (*arg == '\'')
                contensou__text_append(text, "'\\''", 4);
            else
                contensou__text_append(text, arg, 1);
        if (!plain)
            contensou__text_append(text, "'", 1);
    }
}

static const char *pressure_text(const struct contensou_patch_spec *spec)
{
    if (spec->pressure)
        return spec->pressure;
    return strncmp(spec->shape, "map:", 4) && strncmp(spec->shape, "cells:", 6) ? "uniform"
                                                                                : "of the file";
}

enum contensou_status contensou__cmd_eval_setup_table(struct contensou__table **out,
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
    const int exact = s->eval.method == CONTENSOU_EXACT ||
                      (s->eval.method == CONTENSOU_AUTO && contensou_patch_has_exact(patch));
    struct contensou__text line = {0};
    const char *names[15];
    const size_t columns = key_count + (s->eval.jacobian ? 12 : 3);
    enum contensou_status status;

    join(&line, o->argc, o->argv);
    const struct contensou__attribute attributes[] = {
        {"shape", s->spec.shape, 0},
        {"pressure", pressure_text(&s->spec), 0},
        {"tilt_k", NULL, s->spec.tilt_k},
        {"tilt_beta", NULL, s->spec.tilt_beta},
        {"center_x", NULL, s->spec.center[0]},
        {"center_y", NULL, s->spec.center[1]},
        {"method", exact ? "exact" : "cells", 0},
        {"cells", NULL, s->eval.cells},
        {"precision", contensou__options_precisions[s->eval.precision], 0},
        {"lanes", NULL, s->eval.pack},
        {"jacobian", NULL, s->eval.jacobian},
        {"command_line", line.data ? line.data : "", 0},
        {"version", CONTENSOU_VERSION, 0},
        {"device", device->name, 0},
        {"platform", device->platform, 0},
        {"driver", device->driver, 0},
        {s->points ? "points" : "theta", s->points ? s->points : s->theta, 0},
        {"phi", s->phi, 0}, /* last: a file of points has none */
    };
    const size_t count = sizeof attributes / sizeof attributes[0] - (s->points ? 1 : 0);

    for (size_t c = 0; c < columns; c++)
        names[c] = c < key_count ? keys[c] : results[c - key_count];
    status = contensou__table_open(out, s->output, names, columns, attributes, count, err);
    contensou__text_free(&line);
    return status;
}
