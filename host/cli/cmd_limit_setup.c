/* cmd_limit_setup.c: what contensou limit was asked for, and how its output says so.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_limit.h"

#include "base/numbers.h"
#include "cli/contact_options.h"

#include <string.h>

enum { largest_surface = 10000 };

static enum contensou_status read_loads(struct contensou__cmd_limit_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *load = contensou__options_value(o, "load");
    const char *surface = contensou__options_value(o, "surface");
    long count = 0;
    enum contensou_status status = CONTENSOU_OK;

    s->points = contensou__options_value(o, "points");
    if (!load && !s->points && !surface)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing loads: give --load X,Y,M, --points FILE.csv or --surface N, "
                              "such as --load 0.5,0,0.1");
    if ((load != NULL) + (s->points != NULL) + (surface != NULL) > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--%s and --%s exclude each other; give one of them",
                              load ? "load" : "points", surface ? "surface" : "points");
    if (load)
        status = contensou__numbers_list(load, "--load X,Y,M", s->load, 3, err);
    if (surface)
        status = contensou__numbers_whole(surface, "--surface", 2, largest_surface, &count, err);
    s->surface = (size_t)count;
    return status;
}

static enum contensou_status read_eta(struct contensou__cmd_limit_setup *s,
                                      const struct contensou__options *o,
                                      struct contensou_error *err)
{
    const char *eta = contensou__options_value(o, "eta");
    enum contensou_status status;

    if (!eta)
        return CONTENSOU_OK;
    if (s->surface)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "--eta judges loads, and --surface has none; give --load or --points");
    status = contensou__numbers_parse(eta, "--eta", &s->eta, err);
    if (!status && s->eta < 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--eta %s is below 1: friction in stick is at least that of slip; "
                              "give 1 or more",
                              eta);
    return status;
}

/* The law and its contact from a file of 'contensou fit'. */
static enum contensou_status read_file(struct contensou__cmd_limit_setup *s,
                                       const struct contensou__options *o,
                                       struct contensou_error *err)
{
    enum contensou_status status;

    s->file = contensou__options_value(o, "model");
    if (contensou__options_given(o, "set"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--set cannot be used with --model %s: the file has the parameters",
                              s->file);
    status = contensou__real_units_fit(&s->units, &s->fitted, s->file, o, err);
    s->spec = s->fitted.spec;
    if (!s->spec.shape)
        s->spec.shape = s->file;
    return status;
}

enum contensou_status contensou__cmd_limit_setup_read(struct contensou__cmd_limit_setup *s,
                                                      const struct contensou__options *o,
                                                      struct contensou_error *err)
{
    enum contensou_status status;

    *s = (struct contensou__cmd_limit_setup){0};
    s->output = contensou__options_value(o, "output");
    s->plot = contensou__options_value(o, "plot");
    s->dump = contensou__options_value(o, "dump-program");
    s->device = contensou__options_value(o, "device");
    s->quiet = contensou__options_given(o, "quiet");
    s->table = s->output || !s->plot;
    contensou__contact_options_arithmetic(o, &s->eval);
    status = contensou__real_units_read(&s->units, o, err);
    if (!status && contensou_fit_file_is(contensou__options_value(o, "model")))
        status = read_file(s, o, err);
    else if (!status)
        status = contensou__contact_options_read(o, &s->spec, err);
    if (!status && !s->file)
        status = contensou__cmd_limit_model_read(&s->model, o, err);
    if (!status)
        status = read_loads(s, o, err);
    if (!status)
        status = read_eta(s, o, err);
    if (!status && s->plot && !s->surface)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "--plot draws the limit surface and not loads; give --surface N, such "
            "as --surface 40");
    return status;
}

enum contensou_status contensou__cmd_limit_setup_table(struct contensou_table **out,
                                                       const struct contensou__cmd_limit_setup *s,
                                                       const struct contensou__options *o,
                                                       const struct contensou_device_info *device,
                                                       int loads, struct contensou_error *err)
{
    static const char *const all[13] = {"Tx",  "Ty",     "M",      "xi",     "theta",
                                        "phi", "inside", "load_x", "load_y", "load_M",
                                        "vx",  "vy",     "omega"};
    const int slips = contensou__real_units_any(&s->units);
    const char *names[13];
    size_t columns = 0;
    const char *rows = s->points ? "points" : s->surface ? "surface" : "load";
    struct contensou__text line = {0};
    enum contensou_status status;

    const struct contensou_table_attribute own[] = {
        {"precision", contensou__options_precisions[s->eval.precision], 0},
        {"pack", NULL, s->eval.pack},
        {rows, contensou__options_value(o, rows), 0},
        {"model",
         s->file              ? s->fitted.result.model
         : s->model.fit.model ? s->model.fit.model
                              : "exact",
         0},
        {"parameters", s->model.parameters ? s->model.parameters : "", 0},
        {"eta", NULL, s->eta}, /* last: only where it was asked for */
    };
    enum { shared = contensou__contact_options_attribute_count };
    struct contensou_table_attribute attributes[shared + 1 + sizeof own / sizeof own[0]];
    const size_t count = sizeof attributes / sizeof attributes[0] - (s->eta > 0 ? 0 : 1);
    char units[200];

    contensou__options_line(o, &line);
    contensou__contact_options_attributes(attributes, &s->spec, &line, device);
    contensou__real_units_name(&s->units, attributes, shared, &attributes[shared], units);
    memcpy(attributes + shared + 1, own, sizeof own);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (k < 6 || (k == 6 && s->eta > 0) || (k > 6 && k < 10 && loads) || (k > 9 && slips))
            names[columns++] = all[k];
    status = contensou_table_open(out, s->output, names, columns, attributes, count, err);
    contensou__text_free(&line);
    return status;
}
