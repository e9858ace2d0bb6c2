/* device_choice.c: picks one of the listed devices. SPDX-License-Identifier: MIT */
#include "cl/device_choice.h"
#include "base/kept.h"
#include "base/setting.h"
#include "base/text.h"
#include "base/try.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char variable[] = "CONTENSOU_DEVICE";

static int contains(const char *whole, const char *piece)
{
    for (; *whole; ++whole) {
        size_t i = 0;

        while (piece[i] && tolower((unsigned char)whole[i]) == tolower((unsigned char)piece[i]))
            ++i;
        if (!piece[i])
            return 1;
    }
    return 0;
}

static int fits(const struct contensou_device_info *info, const char *piece)
{
    return contains(info->name, piece) || contains(info->platform, piece);
}

static enum contensou_status fail_with_names(struct contensou_error *err, const char *sentence,
                                             const struct contensou_device_info *list, size_t count)
{
    OWNED(contensou__text_free) struct contensou__text names = {0};

    /* "0: pthread-znver3 (Portable Computing Language), 1: .." */
    for (size_t i = 0; i < count; ++i)
        contensou__text_printf(&names, "%s%d: %s (%s)", i ? ", " : "", list[i].index, list[i].name,
                               list[i].platform);
    return contensou_fail(err, CONTENSOU_ENOTFOUND, "%s; available: %s", sentence,
                          names.data ? names.data : "");
}

static enum contensou_status by_index(struct contensou_device_info *list, size_t count,
                                      const char *choice, const char *from,
                                      struct contensou_error *err)
{
    char sentence[512];
    unsigned long long index;

    errno = 0;
    index = strtoull(choice, NULL, 10);
    if (!errno && index < count) {
        list[index].chosen = 1;
        list[index].why = contensou__kept_text("index %llu was asked for%s", index, from);
        return CONTENSOU_OK;
    }
    snprintf(sentence, sizeof sentence, "no device %.80s%s; the index goes from 0 to %zu", choice,
             from, count - 1);
    return fail_with_names(err, sentence, list, count);
}

static enum contensou_status by_name(struct contensou_device_info *list, size_t count,
                                     const char *choice, const char *from,
                                     struct contensou_error *err)
{
    struct contensou_device_info *first = NULL;
    size_t matches = 0;
    char sentence[512];

    for (size_t i = 0; i < count; ++i)
        if (fits(&list[i], choice)) {
            ++matches;
            if (!first)
                first = &list[i];
        }
    if (!first) {
        snprintf(sentence, sizeof sentence, "no device named '%.256s'%s", choice, from);
        return fail_with_names(err, sentence, list, count);
    }
    first->chosen = 1;
    first->why = matches == 1
                     ? contensou__kept_text("'%.80s' was asked for%s", choice, from)
                     : contensou__kept_text(
                           "'%.80s' was asked for%s; it fits %zu devices and this is the first of "
                           "them",
                           choice, from, matches);
    return CONTENSOU_OK;
}

/* GPUs before accelerators before CPUs, but those that compute in double precision, which every command does by default,
 * before those that do not. */
static enum contensou_status by_type(struct contensou_device_info *list, size_t count)
{
    static const struct {
        const char *type, *why, *passed;
    } order[] = {{"GPU", "the first GPU", "the first GPU that computes in double precision"},
                 {"accelerator", "no GPU is here; the first accelerator",
                  "no GPU here computes in double precision; the first accelerator that does"},
                 {"CPU", "no GPU or accelerator is here; the first CPU",
                  "no GPU or accelerator here computes in double precision; the first CPU that "
                  "does; " SETTING("device") " chooses another"}};
    const size_t types = sizeof order / sizeof *order;
    struct contensou_device_info *found = NULL;
    const char *why = "the only kind of device here";
    char spelled[256];

    for (int fp64 = 1; fp64 >= 0 && !found; --fp64) {
        int passed = 0; /* devices that would come first but for their precision */

        for (size_t k = 0; k < types && !found; ++k)
            for (size_t i = 0; i < count && !found; ++i) {
                if (strcmp(list[i].type, order[k].type) != 0)
                    continue;
                if (list[i].fp64 >= fp64) {
                    found = &list[i];
                    why = passed ? order[k].passed : order[k].why;
                }
                passed = 1;
            }
    }
    if (!found)
        found = &list[0];
    found->chosen = 1;
    snprintf(spelled, sizeof spelled, "%s", why);
    contensou__setting_spell(spelled, sizeof spelled);
    found->why = contensou__kept_text("%s", spelled);
    return CONTENSOU_OK;
}

enum contensou_status contensou__device_choice_apply(struct contensou_device_info *list,
                                                     size_t count, const char *choice,
                                                     struct contensou_error *err)
{
    const char *from = "";

    if (!count)
        return contensou_fail(err, CONTENSOU_EDEVICE, "no OpenCL device is here");
    if (!choice || !*choice) {
        choice = getenv(variable);
        from = " by the environment variable CONTENSOU_DEVICE";
    }
    if (!choice || !*choice)
        return by_type(list, count);
    if (choice[strspn(choice, "0123456789")] == '\0')
        return by_index(list, count, choice, from, err);
    return by_name(list, count, choice, from, err);
}

int contensou__device_choice_is_cpu(const struct contensou_device_info *about)
{
    return strcmp(about->type, "CPU") == 0;
}

int contensou__device_choice_packs(const struct contensou_device_info *about, int single)
{
    return contensou__device_choice_is_cpu(about) &&
           (single ? about->width_float : about->width_double) > 1;
}

int contensou__device_choice_widest(const struct contensou_device_info *about, int single)
{
    const int narrow = strcmp(about->platform, "Portable Computing Language") == 0 &&
                       strncmp(about->driver, "3.0", 3) == 0 && about->width_double > 4 &&
                       strstr(about->name, "AMD") && !strstr(about->version, "avx512");

    return !narrow ? 16 : single ? 8 : 4;
}

int contensou__device_choice_four(const struct contensou_device_info *about)
{
    return contensou__device_choice_packs(about, 0) && about->width_double >= 8 &&
           strcmp(about->platform, "Portable Computing Language") == 0 &&
           strncmp(about->driver, "3.1", 3) == 0;
}

int contensou__device_choice_slips(const struct contensou_device_info *about, int single)
{
    const int widest = contensou__device_choice_widest(about, single), slips = single ? 16 : 8;

    if (!contensou__device_choice_packs(about, single))
        return 1;
    return slips < widest ? slips : widest;
}
