/* fit_json.c: a file of 'contensou fit' as the law of a simulation. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "model/friction_law.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct contensou_fit_file file = {0};
    struct contensou__friction friction = {0};
    struct contensou_error err = {0};
    char *const text = fuzz_text(data, size);
    enum contensou_status status;

    /* No files of others, and no tables that take seconds to make. */
    if (!strchr(text, '/') && !strchr(text, '\\') && !strstr(text, "table")) {
        status =
            contensou__friction_law_read(&file, fuzz_file(0, data, size), CONTENSOU_FRAME_BODY,
                                         contensou__system_find("free_disk"), 0, &friction, &err);
        fuzz_require_sentence(status, err);
        contensou__friction_free(&friction);
        contensou_fit_file_free(&file);
    }
    free(text);
    return 0;
}
