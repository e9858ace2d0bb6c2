/* patch_program.c: what every device program about a patch has in common.
 * SPDX-License-Identifier: MIT */
#include "device/patch_program.h"

#include "base/try.h"
#include "cl/device_choice.h"
#include "contact/patch.h"
#include "device/build.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static enum contensou_status check_options(const struct contensou_patch *patch,
                                           const struct contensou_device_info *about,
                                           const struct contensou_eval_options *o,
                                           struct contensou_error *err)
{
    if (o->pack < 0 || o->pack > 16 || (o->pack & (o->pack - 1)))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a pack of %d %s is not possible; 1, 2, 4, 8 and 16 are", o->pack,
                              patch ? "slips" : "cases");
    if (o->precision == CONTENSOU_PRECISION_DOUBLE && !about->fp64)
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "the device '%s' does not compute in double precision; use single "
                              "precision or another device",
                              about->name);
    if (patch && o->method == CONTENSOU_METHOD_EXACT && !contensou_patch_has_exact(patch))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the method exact does not exist for %s; use the method cells",
                              patch->shape);
    if (patch && o->precision == CONTENSOU_PRECISION_SINGLE &&
        !(contensou_patch_radius(patch) < 1e15 && contensou_patch_radius(patch) > 1e-15))
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "single precision needs a patch between 1e-15 and 1e15 in size; scale "
            "it, or use double precision");
    return CONTENSOU_OK;
}

/* A disk takes few operations, each of which waits for the one before: two registers of slips at once. */
static int best_pack(const struct contensou_patch *patch, const struct contensou_device_info *about,
                     int single)
{
    const int disk =
        patch && patch->kind == contensou__patch_round && patch->round.a == patch->round.b;
    const int pack = contensou__device_choice_slips(about, single);

    return pack > 4 && !single && disk && about->width_double >= 8 ? 16 : pack;
}

enum contensou_status contensou__patch_program_begin(struct contensou__patch_program *p,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_device *device,
                                                     const struct contensou_eval_options *options,
                                                     struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(device);
    const int single = options->precision == CONTENSOU_PRECISION_SINGLE;

    *p = (struct contensou__patch_program){
        .device = device,
        .pack = options->pack ? options->pack : best_pack(patch, about, single),
        .single = single,
        .word = single ? sizeof(float) : sizeof(double),
    };
    return check_options(patch, about, options, err);
}

void contensou__patch_program_end(struct contensou__patch_program *p)
{
    contensou__patch_data_free(&p->data);
    contensou__buffer_free(p->table);
    contensou__buffer_free(p->params);
    contensou__program_free(p->program);
    contensou__text_free(&p->text);
}

enum contensou_status contensou__patch_program_upload(const struct contensou__patch_program *p,
                                                      struct contensou__buffer **out,
                                                      const double *from, size_t count,
                                                      struct contensou_error *err)
{
    return contensou__build_numbers(out, p->device, p->single, from, count, err);
}

enum contensou_status contensou__patch_program_exact(struct contensou__patch_program *p,
                                                     const struct contensou_patch *patch,
                                                     struct contensou__bundle *b,
                                                     struct contensou_error *err)
{
    OWNED(contensou__patch_data_free) struct contensou__patch_data t = {0};

    TRY(contensou__patch_make_data(patch, p->single, &t, err));
    contensou__patch_data_bind(&t, b);
    TRY(contensou__patch_program_upload(p, &p->params, t.params, (size_t)t.param_count, err));
    TRY(contensou__patch_program_upload(p, &p->table, t.table, t.count, err));
    t.stretch = (struct contensou__stretch){0};
    if (!p->single) {
        p->data = t;
        t.table = NULL;
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__patch_program_build(struct contensou__patch_program *p,
                                                     const struct contensou__bundle *b,
                                                     struct contensou_error *err)
{
    const struct contensou__build how = {.pack = p->pack, .single = p->single};

    TRY(contensou__bundle_write(b, &p->text, err));
    return contensou__build_text(&p->program, p->device, how, p->text.data, err);
}

enum contensou_status
contensou__patch_program_begin_pass(const struct contensou__patch_program *p,
                                    struct contensou__patch_program_pass *pass,
                                    struct contensou_error *err)
{
    const size_t field = pass->capacity * p->word;

    TRY(contensou__buffer_create(&pass->from, p->device, pass->in * field, NULL, err));
    TRY(contensou__buffer_create(&pass->to, p->device, pass->out * field, NULL, err));
    pass->staging = malloc((pass->in > pass->out ? pass->in : pass->out) * field);
    return contensou__try_memory(pass->staging, err, "%zu %s", pass->capacity, pass->members);
}

void contensou__patch_program_end_pass(struct contensou__patch_program_pass *pass)
{
    free(pass->staging);
    contensou__buffer_free(pass->to);
    contensou__buffer_free(pass->from);
}

enum contensou_status
contensou__patch_program_run_pass(const struct contensou__patch_program *p,
                                  const struct contensou__patch_program_pass *pass, size_t padded,
                                  struct contensou_error *err)
{
    const uint64_t n = padded;
    const struct contensou__arg args[] = {BY_VALUE(n), IN_BUFFER(pass->from), IN_BUFFER(pass->to),
                                          IN_BUFFER(p->params), IN_BUFFER(p->table)};

    TRY(contensou__buffer_write(pass->from, 0, pass->in * padded * p->word, pass->staging, err));
    TRY(contensou__program_run(p->program, pass->kernel, padded / (size_t)p->pack, pass->local,
                               args, p->table ? 5 : 3, NULL, err));
    return contensou__buffer_read(pass->to, 0, pass->out * padded * p->word, pass->staging, err);
}

size_t contensou__patch_program_capacity(const struct contensou__patch_program *p, size_t fields)
{
    const struct contensou_device_info *about = contensou_device_about(p->device);
    const uint64_t most = about->max_buffer / (fields * p->word);
    size_t room = strcmp(about->type, "GPU") == 0 ? (size_t)1 << 21 : (size_t)1 << 16;

    while (room > 1024 && room > most)
        room /= 2;
    return room;
}

size_t contensou__patch_program_group(const struct contensou_device *device, int pack,
                                      size_t grouped)
{
    if (!contensou__device_choice_is_cpu(contensou_device_about(device)))
        return grouped;
    return pack > 1 ? 1 : 0;
}

int contensou__patch_program_grouped(const struct contensou__patch_program *p)
{
    return !contensou__device_choice_is_cpu(contensou_device_about(p->device));
}
