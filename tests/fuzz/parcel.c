/* parcel.c: records of lanes that another process sent. SPDX-License-Identifier: MIT */
#include "journal.h"

#include "run/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t scalars = size ? data[0] % 5 : 0, count = size - (size > 0);
    struct contensou__record *record = NULL;
    struct contensou_error err = {0};
    size_t records = 0;
    double sum = 0;
    char *const bytes = malloc(count + 1);
    enum contensou_status status;

    fuzz_require(bytes);
    if (count)
        memcpy(bytes, data + 1, count);
    journal_mend_records(bytes, count, scalars, 0);
    status = contensou__record_parcel_open(bytes, count, scalars, &record, &records, &err);
    fuzz_require_sentence(status, err);
    for (size_t r = 0; r < records && !status; ++r) { /* all that it names is there */
        for (size_t i = 0; i < scalars; ++i)
            sum += record[r].scalar[i];
        for (size_t i = 0; i < record[r].points; ++i)
            sum += record[r].point[i];
    }
    if (!status) { /* and packs into the same bytes */
        struct contensou__text again = {0};

        contensou__record_parcel_pack(&again, record, records, scalars);
        fuzz_require(!again.failed && again.size == count && !memcmp(again.data, bytes, count));
        contensou__text_free(&again);
    }
    fuzz_require(sum == sum || sum != sum);
    free(record);
    free(bytes);
    return 0;
}
