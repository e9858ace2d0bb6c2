/* header.c: the text of a user's system before a compiler sees it, its place in a device program, and a
 * compiler's messages about it. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "engine/own_code.h"
#include "source/bundle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size);
    enum contensou__system_friction friction = contensou__system_none;
    struct contensou_error err = {0};
    struct contensou__bundle *b = calloc(1, sizeof *b);
    struct contensou__text program = {0};
    enum contensou_status status = contensou__own_code_check("my.h", text, &friction, &err);

    fuzz_require(b);
    fuzz_require_sentence(status, err);
    b->user_path = "my.h";
    b->user_text = text;
    contensou__bundle_include(b, "systems/own_before.h");
    contensou__bundle_include(b, "my.h");
    err = (struct contensou_error){0};
    status = contensou__bundle_write(b, &program, &err);
    fuzz_require_sentence(status, err);
    contensou__text_free(&program);
    snprintf(err.message, sizeof err.message, "%s", text);
    status = contensou__own_code_errors("my.h", &err);
    fuzz_require(status && err.message[0]);
    free(b);
    free(text);
    return 0;
}
