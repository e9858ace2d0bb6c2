/* polygon.c: polygons as patches: what is accepted has an area and a finite wrench table.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "contact/patch.h"
#include "contact/patch_data.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct contensou_error err = {0};
    struct contensou_patch *patch = NULL;
    char shape[64];
    const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = shape};
    enum contensou_status status;

    snprintf(shape, sizeof shape, "polygon:%s", fuzz_file(0, data, size));
    status = contensou_patch_create(&patch, &spec, &err);
    fuzz_require_sentence(status, err);
    if (!status) {
        struct contensou__patch_data t = {0};
        double mean = NAN;

        fuzz_require(contensou_patch_radius(patch) > 0);
        status = contensou_patch_moment(patch, 1, 0, 0, &mean, &err);
        fuzz_require_sentence(status, err);
        fuzz_require(status || isfinite(mean));
        if (patch->outline.count < 64) { /* the series takes its time */
            status = contensou__patch_make_data(patch, 1, &t, &err);
            fuzz_require_sentence(status, err);
            for (size_t i = 0; i < t.count && !status; ++i)
                fuzz_require(isfinite(t.table[i]));
            contensou__patch_data_free(&t);
        }
    }
    contensou_patch_free(patch);
    return 0;
}
