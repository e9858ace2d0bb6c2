/* threads.c: loops over many rows on all cores. SPDX-License-Identifier: MIT */
#include "base/threads.h"

#include <pthread.h>
#include <unistd.h>

struct crew {
    pthread_mutex_t lock;
    size_t n, parts, next;
    contensou__threads_work *work;
    void *context;
};

/* The parts that are left, one after the other. */
static void *member(void *context)
{
    struct crew *c = context;

    for (;;) {
        size_t part;

        pthread_mutex_lock(&c->lock);
        part = c->next < c->parts ? c->next++ : c->parts;
        pthread_mutex_unlock(&c->lock);
        if (part == c->parts)
            return NULL;
        c->work(c->context, part, c->n * part / c->parts, c->n * (part + 1) / c->parts);
    }
}

size_t contensou__threads_run(size_t n, size_t least, contensou__threads_work *work, void *context)
{
    const size_t whole = least ? n / least : n;
    const size_t parts = whole < 1                          ? 1
                         : whole < contensou__threads_parts ? whole
                                                            : contensou__threads_parts;
    const long cores = parts > 1 ? sysconf(_SC_NPROCESSORS_ONLN) : 1; /* which reads a file */
    struct crew c = {PTHREAD_MUTEX_INITIALIZER, n, parts, 0, work, context};
    pthread_t thread[contensou__threads_parts];
    size_t count = 0;

    while (count + 1 < parts && (long)count + 1 < cores &&
           pthread_create(&thread[count], NULL, member, &c) == 0)
        ++count;
    member(&c);
    for (size_t i = 0; i < count; ++i)
        pthread_join(thread[i], NULL);
    return parts;
}
