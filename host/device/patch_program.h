/* patch_program.h: what every device program over many slips, loads or cases has in common, most of them about a patch: its
 * options, its tables on the device, the roles of the patch, the build, numbers in its precision. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_PATCH_PROGRAM_H
#define CONTENSOU_DEVICE_PATCH_PROGRAM_H

#include "base/text.h"
#include "cl/buffer.h"
#include "cl/program.h"
#include "contact/patch_data.h"
#include "source/bundle.h"

#include <contensou/eval.h>

/* A program and the tables it reads; all zero but the first four is a beginning. */
struct contensou__patch_program {
    struct contensou_device *device;
    int pack, single;
    size_t word; /* bytes of a number on the device */
    struct contensou__text text;
    struct contensou__program *program;
    struct contensou__buffer *params, *table;
    struct contensou__patch_data
        data; /* of the exact method in double precision: what these two hold, without a stretch */
};

/* Checks the options against patch and device, and sets the first four members. patch NULL: it is about cases without one. */
enum contensou_status contensou__patch_program_begin(struct contensou__patch_program *p,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_device *device,
                                                     const struct contensou_eval_options *options,
                                                     struct contensou_error *err);
void contensou__patch_program_end(struct contensou__patch_program *p);

/* Number i of the host's memory in the precision of the device. */
static inline void contensou__patch_program_put(const struct contensou__patch_program *p,
                                                void *memory, size_t i, double value)
{
    if (p->single)
        ((float *)memory)[i] = (float)value;
    else
        ((double *)memory)[i] = value;
}

static inline double contensou__patch_program_get(const struct contensou__patch_program *p,
                                                  const void *memory, size_t i)
{
    return p->single ? ((const float *)memory)[i] : ((const double *)memory)[i];
}

/* A table of doubles, to the device in its precision. */
enum contensou_status contensou__patch_program_upload(const struct contensou__patch_program *p,
                                                      struct contensou__buffer **out,
                                                      const double *from, size_t count,
                                                      struct contensou_error *err);

/* Binds the roles of the exact method (patch_params, patch_params_count, patch_wrench, patch_twice,
 * patch_tilted) and uploads params and table. */
enum contensou_status contensou__patch_program_exact(struct contensou__patch_program *p,
                                                     const struct contensou_patch *patch,
                                                     struct contensou__bundle *b,
                                                     struct contensou_error *err);

enum contensou_status contensou__patch_program_build(struct contensou__patch_program *p,
                                                     const struct contensou__bundle *b,
                                                     struct contensou_error *err);

/* One kernel over many members, a part of them at a time: `in` numbers of each go to the device, `out` come back. Both are staged
 * in the host's memory field by field, number k of member i at k * padded + i, by the two functions above. The kernel's arguments
 * are how many members there are, these two arrays, and params and table of a program that has them. */
struct contensou__patch_program_pass {
    const char *kernel, *members; /* members: what messages call them */
    size_t in, out, local;        /* local: work-items of a group */
    size_t capacity;              /* members of a part */
    struct contensou__buffer *from, *to;
    void *staging;
};

/* Makes the memory of a pass whose first members are set; for contensou__patch_program_end_pass, after a failure too. */
enum contensou_status
contensou__patch_program_begin_pass(const struct contensou__patch_program *p,
                                    struct contensou__patch_program_pass *pass,
                                    struct contensou_error *err);
void contensou__patch_program_end_pass(struct contensou__patch_program_pass *pass);

/* The kernel over `padded` members that are staged, whole packs; their results are staged then. */
enum contensou_status
contensou__patch_program_run_pass(const struct contensou__patch_program *p,
                                  const struct contensou__patch_program_pass *pass, size_t padded,
                                  struct contensou_error *err);

/* How many members one launch takes: enough to keep any device busy, little enough to stay in a
 * CPU's cache. fields: numbers of one member in the largest buffer. */
size_t contensou__patch_program_capacity(const struct contensou__patch_program *p, size_t fields);

/* The group size of a launch of packs: `grouped` on everything but CPUs. There it is 1, since a group of packs gains
 * nothing and PoCL 7.1 writes past the ends of buffers when it joins the packs of a group; 0, the driver's choice, for
 * packs of one member. */
size_t contensou__patch_program_group(const struct contensou_device *device, int pack,
                                      size_t grouped);

/* 1 where work-items come in groups, as on everything but CPUs. */
int contensou__patch_program_grouped(const struct contensou__patch_program *p);

#endif
