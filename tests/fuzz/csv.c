/* csv.c: the reader of tables, and the maps and cells that are read with it. The first byte chooses.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "base/csv.h"
#include "contact/outline.h"
#include "contact/points.h"

#include <math.h>

static void read_table(const char *path, size_t rows, int rewidth)
{
    struct contensou_error err = {0};
    struct contensou__csv *csv = NULL;
    enum contensou_status status = contensou__csv_open(&csv, path, &err);
    size_t got = 1;

    if (!status && rewidth)
        status = contensou__csv_set_columns(csv, 0, &err);
    while (!status && got) {
        const size_t columns = contensou__csv_columns(csv);
        double *value = malloc((rows * columns + 1) * sizeof *value);

        fuzz_require(value);
        status = contensou__csv_read(csv, rows, value, &got, &err);
        for (size_t i = 0; !status && i < got; ++i) {
            fuzz_require(contensou__csv_line(csv, i) > 0);
            (void)contensou__csv_gap_before(csv, i);
            for (size_t k = 0; k < columns; ++k)
                fuzz_require(isfinite(value[i * columns + k]));
        }
        free(value);
    }
    for (size_t i = 0; csv && i < contensou__csv_columns(csv); ++i)
        fuzz_require(rewidth || contensou__csv_name(csv, i) != NULL);
    fuzz_require_sentence(status, err);
    contensou__csv_close(csv);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct contensou_error err = {0};
    struct contensou__units units;
    const int kind = size ? data[0] : 0;
    const char *path = fuzz_file(0, data + (size > 0), size - (size > 0));
    const double side = kind >= 128 ? 0.5 : 0, cell[2] = {side, side};

    if (kind % 4 == 0) {
        read_table(path, 1 + (size_t)(kind / 4) % 7, 0);
    } else if (kind % 4 == 1) {
        read_table(path, 1 + (size_t)(kind / 4) % 7, 1);
    } else if (kind % 4 == 2) {
        struct contensou__outline o = {0};
        const enum contensou_status status = contensou__outline_map(&o, path, cell, &units, &err);

        fuzz_require_sentence(status, err);
        contensou__outline_free(&o);
    } else {
        double *point = NULL;
        size_t count = 0;
        const enum contensou_status status =
            contensou__points_read(&point, &count, path, &units, &err);

        fuzz_require_sentence(status, err);
        fuzz_require(status || count > 0);
        free(point);
    }
    return 0;
}
