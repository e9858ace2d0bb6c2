/* fit_json.c: a file of 'contensou fit' as the law of a simulation. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "cli/simulation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct contensou__option rows[] = {{"shape", 0, "SHAPE", NULL, ""},
                                                    {"pressure", 0, "PRESSURE", NULL, ""},
                                                    {"tilt", 0, "k,beta", NULL, ""},
                                                    {"center", 0, "x,y", NULL, ""}};
    static struct contensou__options o;
    struct contensou__simulation s = {.system = contensou__system_find("free_disk")};
    struct contensou_error err = {0};
    char *const text = fuzz_text(data, size);
    enum contensou_status status;

    contensou__options_init(&o, rows, sizeof rows / sizeof *rows, 0);
    /* No files of others, and no tables that take seconds to make. */
    if (!strchr(text, '/') && !strchr(text, '\\') && !strstr(text, "table")) {
        status = contensou__simulation_fit_read(&s, &o, fuzz_file(0, data, size), &err);
        fuzz_require_sentence(status, err);
        contensou__simulation_free(&s);
    }
    free(text);
    return 0;
}
