/* cmd_devices.c: contensou devices: the OpenCL devices of this machine and which would be used.
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include <contensou/device.h>

#include <stdio.h>
#include <string.h>

enum { columns = 8 };

static const char *const titles[columns] = {
    "index", "name", "driver", "type", "fp64", "compute units", "width (double/float)", "memory"};

struct line {
    char cell[columns][260];
};

static void bytes_text(char *text, size_t size, uint64_t bytes)
{
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    size_t i = 0;

    for (; value >= 1024 && i < 6; i++)
        value /= 1024;
    snprintf(text, size, i && value < 10 ? "%.1f %s" : "%.0f %s", value, unit[i]);
}

static void fill(struct line *line, const struct contensou_device_info *d)
{
    const size_t size = sizeof line->cell[0];

    snprintf(line->cell[0], size, "%d", d->index);
    snprintf(line->cell[1], size, "%s", d->name);
    snprintf(line->cell[2], size, "%s", d->driver);
    snprintf(line->cell[3], size, "%s", d->type);
    snprintf(line->cell[4], size, "%s", d->fp64 ? "yes" : "no");
    snprintf(line->cell[5], size, "%u", d->units);
    snprintf(line->cell[6], size, "%u/%u", d->width_double, d->width_float);
    bytes_text(line->cell[7], size, d->memory);
}

static void print_row(const char *const *cell, const size_t *width)
{
    for (int c = 0; c < columns; c++)
        if (c == columns - 1)
            printf("%s\n", cell[c]);
        else
            printf("%-*s  ", (int)width[c], cell[c]);
}

static void print_table(const struct contensou_device_info *list, size_t count)
{
    size_t width[columns];
    struct line line;
    const char *cell[columns];

    for (int c = 0; c < columns; c++)
        width[c] = strlen(titles[c]);
    for (size_t i = 0; i < count; i++) {
        fill(&line, &list[i]);
        for (int c = 0; c < columns; c++)
            if (strlen(line.cell[c]) > width[c])
                width[c] = strlen(line.cell[c]);
    }
    print_row(titles, width);
    for (size_t i = 0; i < count; i++) {
        fill(&line, &list[i]);
        for (int c = 0; c < columns; c++)
            cell[c] = line.cell[c];
        print_row(cell, width);
    }
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    struct contensou_device_info *list = NULL;
    size_t count = 0;
    const enum contensou_status status =
        contensou_device_list(&list, &count, contensou__options_value(options, "device"), err);

    if (status)
        return status;
    print_table(list, count);
    for (size_t i = 0; i < count; i++)
        if (list[i].chosen)
            printf("\nused: %d (%s, %s): %s\n", list[i].index, list[i].name, list[i].platform,
                   list[i].why);
    contensou_device_list_free(list);
    return CONTENSOU_OK;
}

const struct contensou__command contensou__cmd_devices_command = {
    .name = "devices",
    .summary = "list the OpenCL devices and say which one would be used, and why",
    .usage = "[--device CHOICE]",
    .about = "Prints one line per device: its index and name (either picks it in --device), the "
             "version of its driver, GPU or CPU, whether it computes in double precision (fp64), "
             "its compute units, its native vector width (how many doubles and floats one register "
             "holds) and its memory. The last line names the device that a command with the same "
             "--device would use.",
    .examples = "  contensou devices\n"
                "  contensou devices --device pocl     which one 'pocl' would pick\n"
                "  CONTENSOU_DEVICE=1 contensou devices\n",
    .run = run,
};
