/* law_run.c: the wrench of a law for many slips on a device. SPDX-License-Identifier: MIT */
#include "engine/law_run.h"

#include "engine/patch_program.h"

#include <math.h>
#include <stdlib.h>

static void bind(const struct contensou__law *law, int jacobian, struct contensou__bundle *b)
{
    contensou__law_bind(law, b);
    contensou__bundle_number(b, "patch_jacobian", jacobian);
    contensou__bundle_include(b, "drivers/law.cl");
}

/* Fields of n members, in the device's precision, padded with the last member. */
static enum contensou_status send(const struct contensou__patch_program *p, size_t n, size_t padded,
                                  const double *slip, struct contensou__buffer **out,
                                  struct contensou_error *err)
{
    double *wide = malloc(3 * padded * sizeof *wide);
    enum contensou_status status;

    if (!wide)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu slips", n);
    for (size_t k = 0; k < 3; ++k)
        for (size_t i = 0; i < padded; ++i)
            wide[k * padded + i] = slip[k * n + (i < n ? i : n - 1)];
    status = contensou__patch_program_upload(p, out, wide, 3 * padded, err);
    free(wide);
    return status;
}

static enum contensou_status receive(const struct contensou__patch_program *p, size_t n,
                                     size_t padded, struct contensou__buffer *from, size_t field,
                                     double *to, struct contensou_error *err)
{
    float *narrow = p->single ? malloc(n * sizeof *narrow) : NULL;
    enum contensou_status status;

    if (p->single && !narrow)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu wrenches", n);
    status = contensou__buffer_read(from, field * padded * p->word, n * p->word,
                                    p->single ? (void *)narrow : (void *)to, err);
    for (size_t i = 0; i < n && p->single && !status; ++i)
        to[i] = narrow[i];
    free(narrow);
    return status;
}

static enum contensou_status launch(const struct contensou__patch_program *p, size_t padded,
                                    double reach, struct contensou__buffer *in,
                                    struct contensou__buffer *out, struct contensou_error *err)
{
    const uint64_t n = padded;
    const float reach_single = (float)reach;
    const struct contensou__arg args[6] = {
        {.value = &n, .size = sizeof n},
        {.buffer = in},
        {.buffer = out},
        {.value = p->single ? (const void *)&reach_single : (const void *)&reach, .size = p->word},
        {.buffer = p->params},
        {.buffer = p->table}};

    return contensou__program_run(p->program, "law", padded / (size_t)p->pack,
                                  contensou__patch_program_group(p->device, p->pack, 0), args, 6,
                                  NULL, err);
}

enum contensou_status contensou__law_run(const struct contensou__law *law,
                                         const struct contensou_patch *patch,
                                         struct contensou_device *device,
                                         const struct contensou_eval_options *options, size_t n,
                                         const double *slip, double *wrench, double *symmetric,
                                         struct contensou_error *err)
{
    const size_t fields = symmetric ? 9 : 3;
    struct contensou__patch_program p = {0};
    struct contensou__bundle bundle = {0};
    struct contensou__buffer *in = NULL, *out = NULL;
    size_t padded = 0;
    enum contensou_status status = contensou__patch_program_begin(&p, patch, device, options, err);

    if (status || !n)
        goto done;
    padded = (n + (size_t)p.pack - 1) / (size_t)p.pack * (size_t)p.pack;
    bind(law, symmetric != NULL, &bundle);
    status =
        contensou__patch_program_upload(&p, &p.params, law->value, (size_t)law->field_count, err);
    if (!status)
        status = contensou__patch_program_upload(&p, &p.table, law->table, law->count, err);
    if (!status)
        status = contensou__patch_program_build(&p, &bundle, err);
    if (!status)
        status = send(&p, n, padded, slip, &in, err);
    if (!status)
        status = contensou__buffer_create(&out, device, fields * padded * p.word, NULL, err);
    if (!status)
        status = launch(&p, padded, fmax(contensou_patch_radius(patch), 1e-100), in, out, err);
    for (size_t k = 0; k < fields && !status; ++k)
        status =
            receive(&p, n, padded, out, k, k < 3 ? wrench + k * n : symmetric + (k - 3) * n, err);

done:
    contensou__buffer_free(out);
    contensou__buffer_free(in);
    contensou__patch_program_end(&p);
    return status;
}
