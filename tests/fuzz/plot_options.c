/* plot_options.c: options of a picture, one a line, for three files that are made once: a trajectory, a sweep over one
 * number and one over two. The first byte chooses the file. SPDX-License-Identifier: MIT */
#include "drawing.h"

#include <contensou/picture.h>

static const char *const name[] = {"run.h5", "line.h5", "map.h5"};

/* 12 rows: time, or one or two numbers that vary, and two states. */
static const char *made(int which)
{
    static char path[3][64];
    static const struct contensou_table_column run[] = {
        {.name = "t"}, {.name = "x"}, {.name = "v"}};
    static const struct contensou_table_column sweep[] = {
        {.name = "lane", .kind = CONTENSOU_TABLE_WHOLE},
        {.name = "a"},
        {.name = "b"},
        {.name = "final.x"},
        {.name = "final.v"}};
    const struct contensou_table_attribute attribute[] = {
        {"command_line", which ? "contensou sweep own" : "contensou run own", 0},
        {"run/states", "x,v", 0},
        {"run/vary", which == 2 ? "a=0:1:4,b=0:1:3" : "a=0:1:12", 0}};
    const double *value[5];
    double cell[5][12];
    struct contensou_table *table = NULL;

    if (*path[which])
        return path[which];
    for (int i = 0; i < 12; ++i) {
        cell[0][i] = i;
        cell[1][i] = which == 2 ? i / 3 : 0.5 * i;
        cell[2][i] = which == 2 ? i % 3 : 0.25 * i * i;
        cell[3][i] = i * (11 - i);
        cell[4][i] = i % 5;
    }
    for (int c = 0; c < 5; ++c)
        value[c] = cell[c];
    snprintf(path[which], sizeof path[which], "%s", fuzz_path(name[which]));
    fuzz_require(!contensou_table_open_columns(&table, path[which], which ? sweep : run,
                                               which ? 5 : 3, attribute, which ? 3 : 2, NULL));
    fuzz_require(!contensou_table_append(table, 12, value, NULL));
    fuzz_require(!contensou_table_close(table, NULL));
    return path[which];
}

static void leave(void)
{
    char path[64];

    for (int i = 0; i < 3; ++i) {
        snprintf(path, sizeof path, "%s/%s", fuzz_folder, name[i]);
        unlink(path);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int registered;
    char *const text = fuzz_text(data + (size > 0), size - (size > 0)), *line[11] = {NULL};
    const char *const file = made(size ? data[0] % 3 : 0);
    struct contensou_picture_options options = {.size = sizeof options};
    struct contensou_error err = {0};
    const char **const to[] = {&options.kind,  &options.x,       &options.y,      &options.lane,
                               &options.title, &options.range,   &options.canvas, &options.font,
                               &options.style, &options.section, &options.label};

    if (!registered++)
        atexit(leave); /* before the folder goes */
    fuzz_split(text, line, 11);
    for (size_t i = 0; i < 11; ++i)
        *to[i] = line[i] && *line[i] ? line[i] : NULL;
    options.overlay = &file;
    options.overlays = options.label != NULL;
    options.data = fuzz_path("data.csv");
    fuzz_require_sentence(contensou_picture_draw(file, fuzz_path("picture.svg"), &options, &err),
                          err);
    free(text);
    return 0;
}
