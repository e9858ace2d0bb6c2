/* every_call.c: a program that refers to every function of the installed headers and fits.
 *
 * every_call.h, which scratch_project.sh writes, includes each installed header and defines EVERY(X), which lists the
 * functions that they declare. SPDX-License-Identifier: MIT */
#include "every_call.h"

#include <stdio.h>

#define ADDRESS(name) (void (*)(void)) name,
static void (*const volatile every[])(void) = {EVERY(ADDRESS)};

int main(void)
{
    const struct contensou_patch_spec disk = {.size = sizeof disk, .shape = "disk"};
    const struct contensou_fit_options options = {.size = sizeof options, .model = "I11"};
    struct contensou_fit_result result = {0};
    struct contensou_error err = {0};
    struct contensou_device *device = NULL;
    struct contensou_patch *patch = NULL;
    size_t there = 0;

    for (size_t i = 0; i < sizeof every / sizeof *every; ++i)
        there += every[i] != NULL;
    printf("%zu functions\n", there);
    if (contensou_device_open(&device, NULL, &err) || contensou_patch_create(&patch, &disk, &err) ||
        contensou_fit(patch, device, &options, &result, &err))
        fprintf(stderr, "every_call: %s\n", err.message);
    for (int i = 0; i < result.count; ++i)
        printf("%s = %.6f\n", result.parameter[i].name, result.parameter[i].value);
    contensou_patch_free(patch);
    contensou_device_close(device);
    return err.status == CONTENSOU_OK ? 0 : 1;
}
