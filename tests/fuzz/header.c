/* header.c: the text of a user's system before a compiler sees it, with what it includes, its place in a device
 * program, and a compiler's messages about it. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "parts/system.h"
#include "device/user_system.h"
#include "source/user_source.h"

static void check(const char *text)
{
    enum contensou__system_friction friction = contensou__system_none;
    struct contensou_error err = {0};
    struct contensou__bundle *b = calloc(1, sizeof *b);
    struct contensou__text program = {0};
    enum contensou_status status = contensou__user_system_check("my.h", text, &friction, &err);

    fuzz_require(b);
    fuzz_require_sentence(status, err);
    b->user_path = "my.h";
    b->user_text = text;
    contensou__system_bind(&(struct contensou__system){.friction = friction},
                           contensou__system_body_axes, b);
    err = (struct contensou_error){0};
    status = contensou__bundle_write(b, &program, &err);
    fuzz_require_sentence(status, err);
    fuzz_require(status || program.size > strlen(text));
    contensou__text_free(&program);
    free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size);
    struct contensou__user_source source = {0};
    struct contensou_error err = {0};
    enum contensou_status status =
        contensou__user_source_read(&source, fuzz_file(0, data, size), &err);

    fuzz_require_sentence(status, err);
    if (!status)
        check(source.text.data ? source.text.data : "");
    contensou__user_source_free(&source);
    snprintf(err.message, sizeof err.message, "%s", text);
    status = contensou__user_system_errors("my.h", &err);
    fuzz_require(status && err.message[0]);
    free(text);
    return 0;
}
