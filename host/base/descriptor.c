/* descriptor.c: reads and writes of whole blocks of bytes. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* pread, pwrite */
#include "base/descriptor.h"

#include <errno.h>
#include <unistd.h>

/* place NULL: where the file stands. */
static int write_all(int descriptor, const char *at, size_t size, uint64_t *place)
{
    while (size > 0) {
        const ssize_t wrote =
            place ? pwrite(descriptor, at, size, (off_t)*place) : write(descriptor, at, size);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return errno;
        at += wrote;
        size -= (size_t)wrote;
        if (place)
            *place += (uint64_t)wrote;
    }
    return 0;
}

int contensou__descriptor_write(int descriptor, const void *bytes, size_t size, uint64_t place)
{
    return write_all(descriptor, bytes, size, &place);
}

int contensou__descriptor_write_on(int descriptor, const void *bytes, size_t size)
{
    return write_all(descriptor, bytes, size, NULL);
}

ssize_t contensou__descriptor_read(int descriptor, void *bytes, size_t size, uint64_t place)
{
    size_t done = 0;

    while (done < size) {
        const ssize_t got =
            pread(descriptor, (char *)bytes + done, size - done, (off_t)(place + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

void contensou__descriptor_close(const int *descriptor)
{
    const int number = errno;

    if (*descriptor >= 0)
        close(*descriptor);
    errno = number;
}
