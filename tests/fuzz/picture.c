/* picture.c: files of results that say anything, read, drawn and reported. The first line has the kind of the picture and
 * its columns, kind|x|y|lane|section|range|size|font|style|title; the others the file (result_text.h).
 * SPDX-License-Identifier: MIT */
#include "result_text.h"

#include <contensou/picture.h>
#include <contensou/result.h>

static void look(const char *file)
{
    struct contensou_result *f = NULL;
    const struct contensou_result_table *t;
    struct contensou_error err = {0};
    enum contensou_status status = contensou_result_open(&f, file, &err);

    if (status)
        fprintf(stderr, "%s\n", err.message);
    fuzz_require(!status); /* what table.h writes can be read */
    for (size_t k = 0; (t = contensou_result_table_at(f, k)); ++k) {
        for (size_t c = 0; c < t->columns; ++c) {
            const double *value;

            fuzz_require(contensou_result_read(f, t, c, &value, &err) == CONTENSOU_OK);
        }
        for (size_t c = 0; c < t->words; ++c) {
            const char *text;

            fuzz_require(contensou_result_read_words(f, t, c, &text, &err) == CONTENSOU_OK);
            for (size_t i = 0; i < t->rows; ++i)
                fuzz_require(memchr(text + i * t->word[c].size, 0, t->word[c].size));
        }
    }
    contensou_result_close(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size), *line[result_lines] = {NULL}, *word[10] = {NULL};
    const size_t lines = fuzz_split(text, line, result_lines);
    const char *const file = lines > 1 ? result_write(line + 1, lines - 1) : NULL;

    if (file) {
        struct contensou_picture_options options = {.size = sizeof options};
        struct contensou_error err = {0};
        char *at = line[0];

        look(file);
        for (size_t i = 0; i < 10 && at; ++i) {
            char *const end = strchr(at, '|');

            word[i] = *at && *at != '|' ? at : NULL;
            if (end)
                *end = '\0';
            at = end ? end + 1 : NULL;
        }
        options.kind = word[0];
        options.x = word[1];
        options.y = word[2];
        options.lane = word[3];
        options.section = word[4];
        options.range = word[5];
        options.canvas = word[6];
        options.font = word[7];
        options.style = word[8];
        options.title = word[9];
        options.data = fuzz_path("data.csv");
        fuzz_require_sentence(
            contensou_picture_draw(file, fuzz_path("picture.svg"), &options, &err), err);
        fuzz_report(file);
    }
    free(text);
    return 0;
}
