/* filmed.c: measured trajectories, as identify --data reads them. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "analysis/identification_data.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct contensou__system *const system = contensou__system_find("free_disk");
    struct contensou__identification_data d = {0};
    struct contensou_error err = {0};
    enum contensou_status status =
        contensou__identification_data_read(&d, fuzz_file(0, data, size), system, "-", &err);

    if (!status)
        status = contensou__identification_data_end(&d, system, &err);
    fuzz_require_sentence(status, err);
    for (size_t r = 0; r < d.runs && !status; ++r)
        for (size_t i = 0; i < d.run[r].count; ++i) {
            const size_t row = d.run[r].first + i;
            double value, rate;

            fuzz_require(row < d.rows && isfinite(d.t[row]) && (!i || d.t[row] > d.t[row - 1]));
            for (size_t c = 0; c < d.columns; ++c)
                if (contensou__identification_data_rate(&d, c, r, i, &value, &rate))
                    fuzz_require(isfinite(value) && isfinite(rate));
        }
    for (size_t c = 0; c < d.columns && !status; ++c)
        fuzz_require(d.scatter[c] > 0 && contensou__identification_data_count(&d, c) <= d.rows);
    contensou__identification_data_free(&d);
    return 0;
}
