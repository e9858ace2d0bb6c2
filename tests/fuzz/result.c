/* result.c: any bytes as an HDF5 file of results: opened, read, drawn and reported. A file whose checksum is not that of
 * its bytes never reaches HDF5. SPDX-License-Identifier: MIT */
#include "drawing.h"

#include <contensou/picture.h>
#include <contensou/result.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct contensou_picture_options options = {.size = sizeof options};
    const char *const file = fuzz_file(0, data, size);
    struct contensou_error err = {0};
    struct contensou_result *f = NULL;
    const struct contensou_result_table *t;
    enum contensou_status status;

    fuzz_forget();
    status = contensou_result_open(&f, file, &err);
    fuzz_require_sentence(status, err);
    for (size_t k = 0; !status && (t = contensou_result_table_at(f, k)); ++k)
        for (size_t c = 0; c < t->columns; ++c) {
            const double *value = NULL;

            fuzz_require_sentence(contensou_result_read(f, t, c, &value, &err), err);
        }
    contensou_result_close(f);
    fuzz_require_sentence(contensou_picture_draw(file, fuzz_path("picture.svg"), &options, &err),
                          err);
    return 0;
}
