/* ensemble_block.h: the numbers of an ensemble, on the host and on the device. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_ENSEMBLE_BLOCK_H
#define CONTENSOU_ENGINE_ENSEMBLE_BLOCK_H

#include "cl/buffer.h"
#include "engine/ensemble.h"

/* Those of lanes are field-major: number[field * capacity + lane]. */
enum {
    block_params,
    block_shared,
    block_settings,
    block_state,
    block_time,
    block_rows,
    block_count
};

/* In single precision the numbers are floats on both sides. All zero is nothing. */
struct contensou__ensemble_blocks {
    const struct contensou__ensemble_setup *setup;
    size_t capacity; /* lanes */
    void *memory[block_count];
    struct contensou__buffer *buffer[block_count];
};

static inline double contensou__ensemble_block_get(const struct contensou__ensemble_blocks *b,
                                                   int block, size_t i)
{
    const void *m = b->memory[block];

    return b->setup->single ? (double)((const float *)m)[i] : ((const double *)m)[i];
}

static inline void contensou__ensemble_block_put(struct contensou__ensemble_blocks *b, int block,
                                                 size_t i, double value)
{
    void *m = b->memory[block];

    if (b->setup->single)
        ((float *)m)[i] = (float)value;
    else
        ((double *)m)[i] = value;
}

/* Numbers that a lane needs in a block; those of a block that all lanes share. */
size_t contensou__ensemble_block_per_lane(const struct contensou__ensemble_setup *setup, int block);
size_t contensou__ensemble_block_shared(const struct contensou__ensemble_setup *setup, int block);

/* Numbers of a lane for the rows of an observer; how many times all lanes share. */
size_t contensou__ensemble_block_rows(const struct contensou__ensemble_setup *setup,
                                      size_t observer);
size_t contensou__ensemble_block_times(const struct contensou__ensemble_setup *setup);

/* Makes all of them; the device uses the host's memory in place where it can. Free it also after a
 * failure. */
enum contensou_status contensou__ensemble_block_make(struct contensou__ensemble_blocks *b,
                                                     struct contensou_device *device,
                                                     struct contensou_error *err);
void contensou__ensemble_block_free(struct contensou__ensemble_blocks *b);

/* Sends a block to the device. */
enum contensou_status contensou__ensemble_block_send(struct contensou__ensemble_blocks *b,
                                                     int block, struct contensou_error *err);

#endif
