/* versioned.c: structs of options with their size. SPDX-License-Identifier: MIT */
#include "base/versioned.h"

#include "base/try.h"

#include <string.h>

enum contensou_status contensou__versioned_take(void *own, size_t size, const void *given,
                                                const char *name, struct contensou_error *err)
{
    size_t theirs = size;

    if (given)
        memcpy(&theirs, given, sizeof theirs);
    if (theirs < sizeof theirs)
        return WRONG(err,
                     "the member 'size' of struct %s is not set; write {.size = sizeof "
                     "options, ..} or CONTENSOU_INIT(%s)",
                     name, name);
    for (size_t i = size; i < theirs; ++i)
        if (((const unsigned char *)given)[i])
            return WRONG(err,
                         "struct %s has a member that this version of contensou does not "
                         "know: the program was built for a later one",
                         name);
    memset(own, 0, size);
    if (given)
        memcpy(own, given, theirs < size ? theirs : size);
    memcpy(own, &size, sizeof size);
    return CONTENSOU_OK;
}
