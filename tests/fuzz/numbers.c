/* numbers.c: numbers, ranges and lists of the command line. SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "base/decimal.h"
#include "base/numbers.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size), written[32];
    struct contensou_error err = {0};
    struct contensou__numbers_span span = {0};
    double value = 0, three[3], again, *members = NULL;
    size_t count = 0;
    long whole = 0;
    const char *rest = contensou__decimal_read(text, &value);
    enum contensou_status status;

    fuzz_require(!rest || (rest > text && rest <= text + size));
    if (rest && isfinite(value)) { /* what is written reads back as the same number */
        contensou__decimal_write(value, written);
        fuzz_require(contensou__decimal_read(written, &again) && again == value);
        contensou__decimal_short(value, written);
        fuzz_require(contensou__decimal_read(written, &again) && again == value);
    }
    status = contensou__numbers_parse(text, "--number", &value, &err);
    fuzz_require_sentence(status, err);
    fuzz_require(status || isfinite(value));
    status = contensou__numbers_whole(text, "--count", -5, 1000000, &whole, &err);
    fuzz_require(status || (whole >= -5 && whole <= 1000000));
    status = contensou__numbers_list(text, "--three", three, 3, &err);
    for (int i = 0; i < 3 && !status; ++i)
        fuzz_require(isfinite(three[i]));
    status = contensou__numbers_span(text, "--span", &span, &err);
    if (!status) {
        fuzz_require(span.count >= 1 && isfinite(span.lo) && isfinite(span.hi));
        fuzz_require(contensou__numbers_member(&span, 0) == span.lo);
        fuzz_require(contensou__numbers_member(&span, span.count - 1) == span.hi);
        fuzz_require(isfinite(contensou__numbers_member(&span, span.count / 2)));
    }
    if (status || span.count < 10000) { /* a range of 1e9 is right, and 8 GB */
        status = contensou__numbers_range(text, "--range", &members, &count, &err);
        fuzz_require_sentence(status, err);
        for (size_t i = 0; i < count && !status; ++i)
            fuzz_require(isfinite(members[i]));
        free(members);
    }
    free(text);
    return 0;
}
