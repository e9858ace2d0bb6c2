/* journal.c: a journal read by merge and report, or gone on with by --resume. The first byte chooses, and whether
 * checksums are made right. SPDX-License-Identifier: MIT */
#include "journal.h"

#include "run/journal.h"

static void look(struct contensou__journal *j)
{
    struct contensou_error err = {0};
    uint64_t there = 0;
    double sum = 0;

    fuzz_require(contensou__journal_about(j)->done <= contensou__journal_about(j)->total ||
                 contensou__journal_about(j)->total == 0);
    for (uint64_t lane = 0; lane < contensou__journal_about(j)->spec->lanes && lane < 300; ++lane) {
        struct contensou__record record;

        if (!contensou__journal_has(j, lane))
            continue;
        ++there;
        fuzz_require(contensou__journal_read(j, lane, &record, &err) == CONTENSOU_OK);
        fuzz_require(record.lane == lane);
        for (size_t i = 0; i < contensou__journal_about(j)->spec->scalars; ++i)
            sum += record.scalar[i];
        for (size_t i = 0; i < record.points; ++i)
            sum += record.point[i];
    }
    fuzz_require(there <= contensou__journal_about(j)->done);
    fuzz_require(sum == sum || sum != sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct contensou__journal_pair pair[] = {{"system", "lorenz", 0}};
    const struct contensou__journal_spec spec = {pair, 1, "extra", 5, 4, 0, 1, 2};
    struct contensou__journal *j = NULL;
    struct contensou_error err = {0};
    char *const bytes = fuzz_text(data + (size > 0), size - (size > 0));
    const int choice = size ? data[0] : 0;
    const char *path;
    enum contensou_status status;

    if (choice % 2 == 0)
        journal_mend(bytes, size - (size > 0));
    path = fuzz_file(0, bytes, size - (size > 0));
    status = choice & 2 ? contensou__journal_open(&j, path, &spec, 1, &err)
                        : contensou__journal_load(&j, path, &err);
    fuzz_require_sentence(status, err);
    if (!status && choice & 2) { /* what was kept and what comes to it can be read */
        const double number[2] = {1, 2};
        const struct contensou__record record = {.lane = 3, .steps = 1, .scalar = number};

        fuzz_require(contensou__journal_append(j, &record, 1, &err) == CONTENSOU_OK);
        fuzz_require(contensou__journal_has(j, 3));
    }
    if (!status) {
        look(j);
        fuzz_require(contensou__journal_close(j, &err) == CONTENSOU_OK);
    }
    free(bytes);
    return 0;
}
