/* cmd_merge.c: contensou merge: the parts of a sweep that shards left become one file.
 * SPDX-License-Identifier: MIT */
#include "base/numbers.h"
#include "cli/command.h"
#include "cli/owned.h"
#include "cli/simulation_command.h"

#include <math.h>

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    OWNED(contensou__owned_trajectories) struct contensou_trajectories *r = NULL;
    double part_size = 0;

    if (o->word_count == 0)
        return WRONG(err, "missing PART arguments: give the files of 'contensou sweep --shard K/N "
                          "-o FILE.part', such as part_*.part");
    TRY(contensou_trajectories_open_some(&r, o->word, o->word_count,
                                         contensou__options_given(o, "allow-missing"), err));
    TRY(contensou__options_number(o, "part-size", &part_size, err));
    if (!(part_size > 0))
        return WRONG(err, "--part-size must be above 0");
    contensou_trajectories_divide(r, (uint64_t)fmax(1, fmin(part_size * 1e6, 1e18)));
    return contensou__simulation_command_write(r, contensou__options_value(o, "output"),
                                               contensou__options_given(o, "quiet"), err);
}

static const struct contensou__option option_rows[] = {
    {"output", 'o', "FILE", NULL,
     "write the lanes to FILE.csv or FILE.h5 (default: CSV to standard output)"},
    {"part-size", 0, "MB", "1000",
     "an HDF5 file that would be larger is divided into FILE.1.h5, FILE.2.h5, .., which FILE.h5 "
     "shows as one"},
    {"allow-missing", 0, NULL, NULL,
     "join the parts that are there and finished, and name the others"},
};

const struct contensou__command contensou__cmd_merge_command = {
    .name = "merge",
    .replaces = "sweep|merge",
    .summary = "join the parts of a sweep that was computed in shards",
    .usage = "PART.. [-o FILE] [--allow-missing]",
    .about =
        "The parts are what 'contensou sweep --shard K/N -o FILE.part' left for K from 1 to N, in "
        "any order. The file is the one that the same sweep without --shard writes, byte by byte. "
        "A part that is missing, given twice, not finished or of another sweep is named; with "
        "--allow-missing the others are joined, without "
        "labels of attractors, which need all lanes. Any number of parts may be given.",
    .examples = "  contensou merge part_*.part -o bif.h5\n"
                "  contensou merge a.part b.part -o out.csv\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = contensou__options_words_max,
    .run = run,
};
