/* ensemble_block.c: the numbers of an ensemble, on the host and on the device. SPDX-License-Identifier: MIT */
#include "engine/ensemble_block.h"

#include "engine/ensemble_program.h"

#include <stdlib.h>
#include <string.h>

size_t contensou__ensemble_block_rows(const struct contensou__ensemble_setup *setup,
                                      size_t observer)
{
    const int stored = contensou__observer_all[observer].times != contensou__observer_given;

    /* of a time that is stored with the row there are two parts */
    return contensou__ensemble_columns_most(setup, observer) *
           (contensou__ensemble_columns_wide(setup, observer) - 1 + (stored ? 2 : 0));
}

size_t contensou__ensemble_block_per_lane(const struct contensou__ensemble_setup *setup, int block)
{
    size_t sum = 0;

    switch (block) {
    case block_params:
        return (size_t)(setup->system->field_count + setup->friction->lane_fields);
    case block_state:
        return (size_t)contensou__ensemble_program_layout(setup).count;
    case block_rows:
        for (size_t k = 0; k < contensou__observer_count; ++k)
            sum += contensou__ensemble_block_rows(setup, k);
        return sum;
    default:
        return 0;
    }
}

size_t contensou__ensemble_block_shared(const struct contensou__ensemble_setup *setup, int block)
{
    switch (block) {
    case block_shared:
        return setup->friction->shared_count;
    case block_settings:
        return sizeof setup->set / sizeof(double);
    case block_time:
        return 2 * contensou__ensemble_block_times(setup);
    default:
        return 0;
    }
}

size_t contensou__ensemble_block_times(const struct contensou__ensemble_setup *setup)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_all[k].times == contensou__observer_given &&
            contensou__ensemble_columns_most(setup, k))
            return contensou__ensemble_columns_most(setup, k);
    return 0;
}

static size_t size_of(const struct contensou__ensemble_blocks *b, int block)
{
    return (contensou__ensemble_block_per_lane(b->setup, block) * b->capacity +
            contensou__ensemble_block_shared(b->setup, block)) *
           (b->setup->single ? sizeof(float) : sizeof(double));
}

enum contensou_status contensou__ensemble_block_make(struct contensou__ensemble_blocks *b,
                                                     struct contensou_device *device,
                                                     struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k < block_count && !status; ++k) {
        const size_t bytes = size_of(b, k), size = ((bytes ? bytes : 8) + 4095) / 4096 * 4096;

        b->memory[k] = aligned_alloc(4096, size);
        if (!b->memory[k])
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu lanes", b->capacity);
        memset(b->memory[k], 0, size);
        status = contensou__buffer_wrap(&b->buffer[k], device, size, b->memory[k], err);
    }
    return status;
}

void contensou__ensemble_block_free(struct contensou__ensemble_blocks *b)
{
    for (int k = 0; k < block_count; ++k) {
        contensou__buffer_free(b->buffer[k]);
        free(b->memory[k]);
    }
}

enum contensou_status contensou__ensemble_block_send(struct contensou__ensemble_blocks *b,
                                                     int block, struct contensou_error *err)
{
    return contensou__buffer_write(b->buffer[block], 0, size_of(b, block), b->memory[block], err);
}
