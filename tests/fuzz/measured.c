/* measured.c: measured slips and loads, as fit --data reads them, with units in its first line where that does not begin
 * the table; few rows go through the identification of a pressure, for some evaluations. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <contensou/fit.h>
#include <contensou/identify.h>

#include <math.h>

static int some(void *context, const char *work, double done, double total)
{
    (void)work;
    (void)done;
    (void)total;
    return --*(int *)context < 0;
}

static void identify(const struct contensou_fit_rows *rows, int how)
{
    static struct contensou_patch *patch;
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "disk", .pressure = "uniform"};
    int left = 3;
    struct contensou_identify_options options = {.size = sizeof options,
                                                 .data = &rows->data,
                                                 .cells = 2,
                                                 .smoothing = -1,
                                                 .fixed = how & 1,
                                                 .anisotropy = how >> 1 & 1,
                                                 .free_a = how >> 2 & 1,
                                                 .free_center = how >> 3 & 1,
                                                 .free_tilt = how >> 4 & 1,
                                                 .normalise = how >> 5 & 1,
                                                 .progress = {some, &left}};
    struct contensou_identify_result result = {0};
    struct contensou_error err = {0};
    enum contensou_status status;

    if (!patch)
        fuzz_require(contensou_patch_create(&patch, &spec, NULL) == CONTENSOU_OK);
    status = contensou_identify(patch, &options, &result, &err);
    fuzz_require_sentence(status, err);
    for (size_t i = 0; i < result.count && !status; ++i)
        fuzz_require(result.cell[i].load >= 0);
    contensou_identify_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct contensou_fit_rows rows = {0};
    const struct contensou_fit_units units = {.size = sizeof units};
    struct contensou_error err = {0};
    enum contensou_status status;

    if (!size)
        return 0;
    status = contensou_fit_rows_read(&rows, fuzz_file(0, data + 1, size - 1), &units, &err);
    fuzz_require_sentence(status, err);
    for (size_t i = 0; !status && i < 3 * rows.data.n; ++i)
        fuzz_require(isfinite(rows.data.slip[i]));
    if (!status && rows.data.n <= 6 && rows.measured[0] && rows.measured[1] && rows.measured[2])
        identify(&rows, data[0]);
    contensou_fit_rows_free(&rows);
    return 0;
}
