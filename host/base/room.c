/* room.c: memory for as many things as a file says that it has. SPDX-License-Identifier: MIT */
#include "base/room.h"

#include <stdlib.h>

void *contensou__room_for(uint64_t count, uint64_t most, size_t each)
{
    if (count > most || count >= SIZE_MAX)
        return NULL;
    return calloc((size_t)count + 1,
                  each); /* calloc tests the product (C11 7.22.3.2, glibc 2.26) */
}
