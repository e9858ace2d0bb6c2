/* young_processor.c: PoCL 3.0 on processors that are younger than its compiler. SPDX-License-Identifier: MIT */
#include "cl/young_processor.h"

#include "base/kept.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* struct _cl_device_id of PoCL 3.0 on x86-64: ".., const char *llvm_target_triplet; const char *llvm_cpu; ..". */
enum { triplet_at = 632, cpu_at = 640 };

static const char with_avx512[] = "skylake-avx512";

/* The oldest processor with the instructions for which PoCL then chooses its library. */
static const char *older(void)
{
#if defined __x86_64__ && defined __GNUC__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return with_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return "haswell";
    if (__builtin_cpu_supports("avx"))
        return "sandybridge";
    return "x86-64";
#else
    return NULL;
#endif
}

/* 1 if the compiler has no name for the processor, or one without the instructions that the older one has. */
static int is_young(const char *called, const char *name)
{
    return strcmp(called, "generic") == 0 ||
           (strncmp(called, "znver", 5) == 0 && name == with_avx512);
}

/* Copies from an address of which nobody knows whether it is one: the system says so of what it is asked to write. */
static int copy(void *to, const void *from, size_t size)
{
    int end[2], done;

    if (pipe(end) != 0)
        return 0;
    done = write(end[1], from, size) == (ssize_t)size && read(end[0], to, size) == (ssize_t)size;
    close(end[0]);
    close(end[1]);
    return done;
}

/* 1 if the member of the object is this text of `size` characters; it is not read behind the first that differs. */
static int has(const void *device, size_t at, const char *text, size_t size)
{
    const char *member;
    char found;

    if (!copy(&member, (const char *)device + at, sizeof member))
        return 0;
    for (size_t i = 0; i <= size; ++i)
        if (!copy(&found, member + i, 1) || found != (i < size ? text[i] : '\0'))
            return 0;
    return 1;
}

int contensou__young_processor_name(void *device, struct contensou_device_info *about)
{
    const char *const name = older(), *const triplet = strstr(about->version, "x86_64");
    const char *const end = strrchr(about->version, '-');

    if (!name || !triplet || !end || end < triplet || !is_young(end + 1, name) ||
        strcmp(about->platform, "Portable Computing Language") != 0 ||
        strncmp(about->driver, "3.0", 3) != 0 ||
        !has(device, triplet_at, triplet, (size_t)(end - triplet)) ||
        (!has(device, cpu_at, end + 1, strlen(end + 1)) &&
         !has(device, cpu_at, name, strlen(name))))
        return 0; /* the second of them: who asks for devices once more is told of the name that was put there */
    memcpy((char *)device + cpu_at, &name, sizeof name);
    about->version =
        contensou__kept_text("%.*s-%s", (int)(end - about->version), about->version, name);
    return 1;
}
