/* branch_command.c: a system, its law, its numbers and a parameter, from the command line. SPDX-License-Identifier: MIT */
#include "cli/branch_command.h"

#include <contensou/plot.h>
#include <contensou/version.h>

#include <stdlib.h>
#include <string.h>

static int contact_given(const struct contensou__options *o)
{
    static const char *const names[] = {"shape", "pressure", "tilt", "center", "anisotropy"};
    int given = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        given |= contensou__options_given(o, names[i]);
    return given;
}

static enum contensou_status check(const struct contensou__branch_command *b,
                                   const struct contensou__options *o, struct contensou_error *err)
{
    if (strcmp(contensou__options_value(o, "precision"), "double") != 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "this is computed in double precision; leave --precision out");
    if (o->repeat_count > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary is given %zu times; there is one parameter to "
                              "follow: give it once",
                              o->repeat_count);
    if (b->plot && !o->repeat_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws against a parameter; give --vary NAME=lo:hi:n");
    return b->plot ? contensou_plot_check(b->plot, err) : CONTENSOU_OK;
}

enum contensou_status contensou__branch_command_read(struct contensou__branch_command *b,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err)
{
    struct contensou_patch_spec contact = {0};
    const struct contensou_branch_options options = {.system = o->word_count ? o->word[0] : NULL,
                                                     .system_file =
                                                         contensou__options_value(o, "system-file"),
                                                     .law = contensou__options_value(o, "law"),
                                                     .contact = contact_given(o) ? &contact : NULL,
                                                     .set = contensou__options_value(o, "set"),
                                                     .init = contensou__options_value(o, "init"),
                                                     .vary = o->repeat_count ? o->repeat[0] : NULL};
    enum contensou_status status;

    contensou__options_line(o, &b->line);
    b->output = contensou__options_value(o, "output");
    b->plot = contensou__options_value(o, "plot");
    b->quiet = contensou__options_given(o, "quiet");
    status = check(b, o, err);
    if (!status)
        status = contensou__contact_options_read(o, &contact, err);
    if (!status)
        status = contensou_device_open(&b->device, contensou__options_value(o, "device"), err);
    return status ? status : contensou_branch_create(&b->of, b->device, &options, err);
}

void contensou__branch_command_free(struct contensou__branch_command *b)
{
    contensou_branch_free(b->of);
    contensou_device_close(b->device);
    contensou__text_free(&b->line);
}

enum contensou_status contensou__branch_command_table(const struct contensou__branch_command *b,
                                                      const struct contensou_table_column *column,
                                                      size_t count, struct contensou_table **table,
                                                      struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(b->device);
    const struct contensou_table_attribute last[] = {{"system", contensou_branch_system(b->of), 0},
                                                     {"law", contensou_branch_law(b->of), 0},
                                                     {"command_line", b->line.data, 0},
                                                     {"version", CONTENSOU_VERSION, 0},
                                                     {"device", about->name, 0},
                                                     {"driver", about->driver, 0}};
    enum { lasts = sizeof last / sizeof *last };
    const char *parameter = contensou_branch_parameter(b->of), *name;
    struct contensou_table_attribute *attribute;
    size_t numbers = 0, attributes = 0;
    double value;
    enum contensou_status status;

    while (contensou_branch_number(b->of, numbers, &value))
        ++numbers;
    attribute = malloc((numbers + lasts) * sizeof *attribute);
    if (!attribute)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the head of a table");
    for (size_t i = 0; i < numbers; ++i) {
        name = contensou_branch_number(b->of, i, &value);
        if (name != parameter)
            attribute[attributes++] = (struct contensou_table_attribute){name, NULL, value};
    }
    memcpy(attribute + attributes, last, sizeof last);
    status = contensou_table_open_columns(table, b->output, column, count, attribute,
                                          attributes + lasts, err);
    free(attribute);
    return status;
}
