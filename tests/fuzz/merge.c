/* merge.c: the parts of a sweep, as `contensou merge` reads them. The first byte says whether checksums are made
 * right, the next two how long the first part is. SPDX-License-Identifier: MIT */
#include "journal.h"

#include "run/merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path[2];
    struct contensou_error err = {0};
    struct contensou__merge m;
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
    status = contensou__merge_open(&m, path, count, &err);
    fuzz_require_sentence(status, err);
    if (!status) {
        const uint64_t lanes = contensou__merge_spec(&m)->lanes;
        double *const varied = calloc(m.lanes.axes + 1, sizeof *varied);

        fuzz_require(varied && m.layout.columns <= contensou__merge_spec(&m)->scalars);
        for (size_t c = 0; c < m.layout.columns; ++c)
            fuzz_require(m.layout.column[c] != NULL);
        for (uint64_t lane = 0; lane < lanes && lane < 100; ++lane) {
            struct contensou__loop_record record;

            fuzz_require(contensou__merge_read(&m, lane, &record, varied, &err) == CONTENSOU_OK);
        }
        free(varied);
    }
    contensou__merge_free(&m);
    return 0;
}
