/* friction_table.c: the exact wrench of a patch, tabulated: more and more intervals until fresh directions at random
 * find it right to 1e-6, or an error that says how far it came. Tables of patches that are not circular are kept in the cache of
 * device programs. SPDX-License-Identifier: MIT */
#include "laws/friction_parts.h"

#include "base/pi.h"
#include "base/text.h"
#include "base/try.h"
#include "cl/cache.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double contensou__friction_table_goal(const struct contensou__friction *f)
{
    return f->single ? 3e-6 : 1e-6;
}

/* FNV-1a over words of eight bytes; two of them with different beginnings make 128 bits. */
static uint64_t add(uint64_t h, const double *number, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint64_t word;

        memcpy(&word, &number[i], sizeof word);
        for (int k = 0; k < 64; k += 8)
            h = (h ^ (word >> k & 0xff)) * UINT64_C(1099511628211);
    }
    return h;
}

/* Everything that a table depends on: the numbers of the patch, its size and place, the precision. */
static void write_key(const struct contensou__friction *f, const struct contensou_patch *patch,
                      struct contensou__text *key)
{
    const struct contensou__patch_data *t = &f->patch;
    const double place[3] = {contensou_patch_radius(patch), patch->center[0], patch->center[1]};
    uint64_t sum[2] = {UINT64_C(14695981039346656037), UINT64_C(7809847782465536322)};

    for (int k = 0; k < 2; ++k)
        sum[k] =
            add(add(add(sum[k], t->table, t->count), t->params, (size_t)t->param_count), place, 3);
    contensou__text_printf(
        key,
        "table 1, error %g, %s, formulas %d %d %d, %zu and %d numbers, %016" PRIx64 "%016" PRIx64,
        contensou__friction_table_goal(f), f->single ? "single" : "double", (int)t->kind, t->twice,
        t->tilted, t->count, t->param_count, sum[0], sum[1]);
}

/* A file of the cache holds the error, then the numbers that lanes share. */
static int load(struct contensou__friction *f, const struct contensou__cache_file *file)
{
    size_t size = 0;
    double *number = (double *)contensou__cache_load(file, &size);
    const int good = number && size > 2 * sizeof *number && size % sizeof *number == 0 &&
                     number[0] < contensou__friction_table_goal(f);

    if (good) {
        free(f->shared);
        f->table_error = number[0];
        f->shared_count = size / sizeof *number - 1;
        memmove(number, number + 1, f->shared_count * sizeof *number);
        f->shared = number;
    } else {
        free(number);
    }
    return good;
}

static void store(const struct contensou__friction *f, const struct contensou__cache_file *file)
{
    double *number = malloc((f->shared_count + 1) * sizeof *number);

    if (!number)
        return;
    number[0] = f->table_error;
    memcpy(number + 1, f->shared, f->shared_count * sizeof *number);
    contensou__cache_store(file, (const unsigned char *)number,
                           (f->shared_count + 1) * sizeof *number);
    free(number);
}

static enum contensou_status check_error(const struct contensou__friction *f,
                                         const struct contensou_patch *patch,
                                         struct contensou_error *err)
{
    if (f->table_error < contensou__friction_table_goal(f))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "the law table of %s would err by %.2g, and it promises %g%s; use the "
                          "law integral, which is exact",
                          patch->shape, f->table_error, contensou__friction_table_goal(f),
                          f->single ? " in single precision" : "");
}

/* A table of three faces: from the cache, or made and stored there. */
static enum contensou_status cube_table(struct contensou__friction *f,
                                        const struct contensou_patch *patch,
                                        const struct contensou__friction_source *source,
                                        struct contensou_error *err)
{
    OWNED(contensou__cache_free) struct contensou__cache_file file = {0};
    OWNED(contensou__text_free) struct contensou__text key = {0};

    if (source && source->like)
        return contensou__friction_cube_table(f, patch, source, err);
    if (source && source->device) {
        write_key(f, patch, &key);
        if (!key.failed)
            contensou__cache_init(&file, source->device, key.data, "table");
    }
    if (load(f, &file))
        return CONTENSOU_OK;
    TRY(contensou__friction_cube_table(f, patch, source, err));
    TRY(check_error(f, patch, err));
    store(f, &file);
    return CONTENSOU_OK;
}

enum contensou_status contensou__friction_table(struct contensou__friction *f,
                                                const struct contensou_patch *patch, int circular,
                                                const struct contensou__friction_source *source,
                                                struct contensou_error *err)
{
    TRY(contensou__patch_make_data(patch, 0, &f->patch, err));
    if (!circular)
        return cube_table(f, patch, source, err);
    TRY(contensou__friction_round_table(f, patch, source ? source->like : NULL, err));
    return source && source->like ? CONTENSOU_OK : check_error(f, patch, err);
}

enum contensou_status
contensou__friction_table_exact(const struct contensou__friction_source *source,
                                const struct contensou__patch_data *patch, size_t n,
                                const double *slip, double *wrench, struct contensou_error *err)
{
    if (source && source->wrench)
        return source->wrench(source->context, patch, n, slip, wrench, err);
    for (size_t i = 0; i < n; ++i) {
        double out[9];

        contensou__patch_data_wrench(patch, slip + 3 * i, 0, out);
        memcpy(wrench + 3 * i, out, 3 * sizeof *out);
    }
    return CONTENSOU_OK;
}

double contensou__friction_table_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

void contensou__friction_table_slips(double a, double *slip)
{
    uint64_t seed = 20260101;

    for (int i = 0; i < contensou__friction_table_tried; ++i, slip += 3) {
        const double near = pow(10, -6 * contensou__friction_table_random(&seed));
        const double share = contensou__friction_table_random(&seed);
        const double theta = i % 10 == 0   ? 0.25 * pi * (1 + near)
                             : i % 10 == 1 ? 0.25 * pi * (1 - near)
                                           : 0.5 * pi * (2 * share - 1);
        const double phi = 2 * pi * contensou__friction_table_random(&seed);

        slip[0] = cos(theta) * cos(phi);
        slip[1] = cos(theta) * sin(phi);
        slip[2] = sin(theta) / a;
    }
}

double contensou__friction_table_difference(const double got[3], const double exact[3], double a)
{
    return fmax(hypot(got[0] - exact[0], got[1] - exact[1]), fabs(got[2] - exact[2]) / a);
}
