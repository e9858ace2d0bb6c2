/* cmd_gyration.c: contensou gyration: the radius of gyration of a contact's pressure. For graft.sh.
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/owned.h"

#include <math.h>

static const struct contensou__option options[] = {CONTENSOU__CONTACT_OPTIONS_ROWS};

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    OWNED(contensou__owned_patch) struct contensou_patch *patch = NULL;
    struct contensou_patch_spec spec;
    double xx, yy;

    TRY(contensou__contact_options_read(o, &spec, err));
    TRY(contensou_patch_create(&patch, &spec, err));
    TRY(contensou_patch_moment(patch, 2, 0, 0, &xx, err));
    TRY(contensou_patch_moment(patch, 0, 2, 0, &yy, err));
    printf("%.17g\n", sqrt(xx + yy));
    return CONTENSOU_OK;
}

const struct contensou__command contensou__cmd_gyration_command = {
    .name = "gyration",
    .summary = "the radius of gyration of a contact's pressure",
    .usage = "--shape SHAPE [--pressure PRESSURE]",
    .about =
        "Prints the root of the mean of x^2 + y^2 under the pressure, about the reference point.",
    .examples = "  contensou gyration --shape disk\n",
    CONTENSOU__COMMAND_OPTIONS(options),
    .run = run,
};
