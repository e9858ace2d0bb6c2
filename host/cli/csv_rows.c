/* csv_rows.c: a file of rows is read to its end before any work. SPDX-License-Identifier: MIT */
#include "cli/csv_rows.h"

#include "cli/progress.h"

enum { block_rows = 1 << 14 };

enum contensou_status contensou__csv_rows_check(struct contensou__csv *csv, const char *path,
                                                const char *thing, contensou__csv_rows_read *read,
                                                void *input, size_t *total,
                                                struct contensou_error *err)
{
    size_t got = 0;
    enum contensou_status status;

    *total = 0;
    do {
        status = contensou__progress_check(err);
        if (!status)
            status = read(input, block_rows, &got, err);
        if (status)
            return status;
        *total += got;
    } while (got);
    if (!*total)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "'%s' has a header line but no rows; it needs at least one %s", path,
                              thing);
    return contensou__csv_rewind(csv, err);
}
