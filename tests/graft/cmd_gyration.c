/* cmd_gyration.c: contensou gyration: the radius of gyration of a contact's pressure. For graft.sh.
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/contact_options.h"

#include <math.h>

static const struct contensou__option options[] = {CONTENSOU__CONTACT_OPTIONS_ROWS};

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    struct contensou_patch_spec spec;
    struct contensou_patch *patch = NULL;
    double xx = 0, yy = 0;
    enum contensou_status status = contensou__contact_options_read(o, &spec, err);

    if (!status)
        status = contensou_patch_create(&patch, &spec, err);
    if (!status)
        status = contensou_patch_moment(patch, 2, 0, 0, &xx, err);
    if (!status)
        status = contensou_patch_moment(patch, 0, 2, 0, &yy, err);
    if (!status)
        printf("%.17g\n", sqrt(xx + yy));
    contensou_patch_free(patch);
    return status;
}

const struct contensou__command contensou__cmd_gyration_command = {
    .name = "gyration",
    .summary = "the radius of gyration of a contact's pressure",
    .usage = "--shape SHAPE [--pressure PRESSURE]",
    .about =
        "Prints the root of the mean of x^2 + y^2 under the pressure, about the reference point.",
    .examples = "  contensou gyration --shape disk\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
