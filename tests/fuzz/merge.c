/* merge.c: the parts of a sweep, as `contensou merge` reads them. The first byte says whether checksums are made
 * right, the next two how long the first part is. SPDX-License-Identifier: MIT */
#include "journal.h"

#include <contensou/trajectories.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path[2];
    struct contensou_error err = {0};
    struct contensou_trajectories *r = NULL;
    enum contensou_status status;
    size_t first, count;

    if (size < 3)
        return 0;
    first = data[1] + 256u * data[2];
    data += 3;
    size -= 3;
    first = first < size ? first : size;
    count = first < size ? 2 : 1;
    for (size_t i = 0; i < count; ++i) {
        const size_t length = i ? size - first : first;
        char *const bytes = fuzz_text(data + (i ? first : 0), length);

        if (data[-3] % 2 == 0)
            journal_mend(bytes, length);
        path[i] = fuzz_file((int)i, bytes, length);
        free(bytes);
    }
    status = contensou_trajectories_open(&r, path, count, &err);
    fuzz_require_sentence(status, err);
    if (!status) {
        const uint64_t lanes = contensou_trajectories_lane_count(r);
        const char *name;
        double value;

        for (size_t c = 0; contensou_trajectories_column(r, NULL, c); ++c)
            fuzz_require(contensou_trajectories_unit(
                             r, NULL, contensou_trajectories_column(r, NULL, c)) != NULL);
        for (uint64_t lane = 0; lane < lanes && lane < 100; ++lane) {
            struct contensou_trajectories_lane_end end;

            fuzz_require(contensou_trajectories_end(r, lane, &end, &err) == CONTENSOU_OK);
            contensou_trajectories_varied(r, lane, 0, &name, &value);
        }
    }
    contensou_trajectories_free(r);
    return 0;
}
