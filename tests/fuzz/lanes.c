/* lanes.c: what a sweep varies. The first byte chooses: texts of the command line, one a line, and a CSV
 * file behind an empty line; or the bytes in which a journal keeps it. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "parts/system.h"
#include "model/lanes.h"

#include <math.h>

static void look(const struct contensou__lanes *l)
{
    double *value = malloc((l->names + l->axes + 1) * sizeof *value);
    const uint64_t some[3] = {0, l->count / 2, l->count - 1};

    fuzz_require(value);
    for (int i = 0; i < 3 && l->count; ++i) {
        contensou__lanes_varied(l, some[i], value);
        contensou__lanes_values(l, some[i], value);
    }
    free(value);
}

static void read_texts(const uint8_t *data, size_t size, int random)
{
    const struct contensou__system *const system = contensou__system_find("free_disk");
    const struct contensou__lanes_group group[2] = {
        {"", system->fields, (size_t)system->field_count},
        {contensou__lanes_init, system->states, (size_t)system->dim}};
    char *const text = fuzz_text(data, size), *file = strstr(text, "\n\n"), *piece[8] = {NULL};
    struct contensou__lanes_choice choice = {.varies = 0};
    struct contensou_error err = {0};
    struct contensou__lanes l = {0};
    struct contensou__text about = {0};
    enum contensou_status status;
    size_t count;

    if (file) {
        *file = '\0';
        choice.from = fuzz_file(0, file + 2, strlen(file + 2));
    }
    count = fuzz_split(text, piece, 8);
    status = count > 0 ? contensou__lanes_choice_set(&choice, piece[0], &err) : CONTENSOU_OK;
    if (!status && count > 1)
        status = contensou__lanes_choice_init(&choice, piece[1], &err);
    for (size_t i = 2; i < 4 && i < count && !status; ++i)
        status = contensou__lanes_choice_vary(&choice, piece[i], &err);
    if (!status && random && count > 4)
        status = contensou__lanes_choice_random(&choice, piece[4], &err);
    if (!status)
        status = contensou__lanes_create(&l, group, 2, &choice, &err);
    contensou__lanes_choice_free(&choice);
    fuzz_require_sentence(status, err);
    if (!status) {
        fuzz_require(l.count >= 1 && l.count <= UINT64_C(1) << 40);
        look(&l);
        contensou__lanes_text(&l, &about);
        fuzz_require(!about.failed);
    }
    contensou__text_free(&about);
    contensou__lanes_free(&l);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size && data[0] < 2) {
        struct contensou_error err = {0};
        struct contensou__lanes l = {0};
        size_t used = 0;
        char *const bytes = fuzz_text(data + 1, size - 1);
        const enum contensou_status status =
            contensou__lanes_pack_read(&l, bytes, size - 1, &used, &err);

        fuzz_require_sentence(status, err);
        fuzz_require(status || used <= size - 1);
        if (!status)
            look(&l);
        contensou__lanes_free(&l);
        free(bytes);
    } else if (size)
        read_texts(data + 1, size - 1, data[0] % 2);
    return 0;
}
