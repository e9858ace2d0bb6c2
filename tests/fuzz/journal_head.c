/* journal_head.c: the head of a journal as bytes, its length and checksum made right unless the first byte is odd.
 * SPDX-License-Identifier: MIT */
#include "journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct contensou__journal_pair pair[] = {{"system", "lorenz", 0},
                                                          {"rtol", NULL, 1e-9}};
    const struct contensou__journal_spec here = {pair, 2, "extra", 5, 10, 0, 1, 3};
    struct contensou__journal_spec spec = {0};
    struct contensou__journal_pair *pairs = NULL;
    const char *wrong;
    char *bytes, text[640];
    int damaged = 0;

    if (size < 1 + contensou__journal_head_start)
        return 0;
    bytes = fuzz_text(data + 1, size - 1);
    if (data[0] % 2 == 0) {
        const uint64_t length = size - 1;

        memcpy(bytes + 16, &length, sizeof length);
    }
    if (contensou__journal_head_size(bytes) == size - 1) {
        if (data[0] % 2 == 0)
            journal_mend_head(bytes, size - 1);
        wrong = contensou__journal_head_read(bytes, size - 1, &spec, &pairs, &damaged);
        if (!wrong) {
            const struct contensou__journal_head_pair two = {&spec, &here, "there", "here"};
            const struct contensou__journal_head_pair back = {&here, &spec, "there", "here"};
            struct contensou__text again = {0};

            fuzz_require(spec.shards > 0 && spec.shard < spec.shards);
            fuzz_require(contensou__journal_head_differs(&two, text, sizeof text) ==
                         contensou__journal_head_differs(&back, text, sizeof text));
            contensou__journal_head_write(&spec, &again);
            fuzz_require(!again.failed);
            contensou__text_free(&again);
        }
        free(pairs);
    }
    free(bytes);
    return 0;
}
