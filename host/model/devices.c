/* devices.c: the devices of a run. SPDX-License-Identifier: MIT */
#include "model/devices.h"

#include "base/setting.h"
#include "base/try.h"

#include <stdio.h>
#include <string.h>

static const char *const precisions[] = {"double", "single"};
static const char *const packs[] = {"1", "2", "4", "8", "16"};

#define AT(field) PLACE(struct contensou__devices, field)

const struct contensou__settings_row contensou__devices_rows[] = {
    {{"precision", WORK, "P", "double", "of the device: double or single", CHOICE(precisions)},
     AT(precision)},
    {{"pack", WORK, "N", NULL,
      "trajectories per work-item: 1, 2, 4, 8 or 16 (default: what suits the device)",
      CHOICE(packs)},
     AT(pack)},
    {{"device", WORK, "D", NULL,
      "a device by its number or a part of its name, or all: every one of the kind that is chosen "
      "otherwise (default: the best one)",
      WORD},
     AT(name)},
    {.at = 0}};

static void free_list(struct contensou_device_info **list)
{
    contensou_device_list_free(*list);
}

enum contensou_status contensou__devices_open(const struct contensou__devices *d,
                                              struct contensou_device **device, size_t *count,
                                              int *own, struct contensou_error *err)
{
    OWNED(free_list) struct contensou_device_info *list = NULL;
    size_t listed = 0;
    const char *kind = NULL;

    *own = !d->given_count;
    *count = d->given_count;
    memcpy(device, d->given, *count * sizeof *device);
    if (!*own)
        return CONTENSOU_OK;
    if (!d->name || strcmp(d->name, "all") != 0) {
        TRY(contensou_device_open(device, d->name, err));
        *count = 1;
        return CONTENSOU_OK;
    }
    TRY(contensou_device_list(&list, &listed, NULL, err));
    for (size_t i = 0; i < listed; ++i)
        if (list[i].chosen)
            kind = list[i].type;
    for (size_t i = 0; i < listed && *count < contensou__devices_most; ++i) {
        char index[16];

        if (kind && strcmp(list[i].type, kind) != 0)
            continue;
        snprintf(index, sizeof index, "%d", list[i].index);
        TRY(contensou_device_open(&device[*count], index, err));
        ++*count;
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__devices_check(const struct contensou__devices *d,
                                               struct contensou_device *const *device, size_t count,
                                               struct contensou_error *err)
{
    for (size_t i = 0; i < count && d->precision == 1; ++i)
        if (!contensou_device_about(device[i])->fp64)
            return contensou_fail(
                err, CONTENSOU_EDEVICE,
                "the device '%s' does not compute in double precision; use " SETTING(
                    "precision") " single or another device",
                contensou_device_about(device[i])->name);
    return CONTENSOU_OK;
}
