/* report_json.c: the page of a JSON of fit or transitions. SPDX-License-Identifier: MIT */
#include "drawing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const path = fuzz_path("result.json");
    char *const text = fuzz_text(data, size);
    FILE *file;

    /* No files of others, and no contacts of many cells, which take seconds. */
    if (!strchr(text, '/') && !strchr(text, '\\')) {
        fuzz_require((file = fopen(path, "wb")));
        fuzz_require(fwrite(data, 1, size, file) == size && fclose(file) == 0);
        fuzz_report(path);
    }
    free(text);
    return 0;
}
