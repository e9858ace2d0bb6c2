/* peers.c: a process that has its sweep for itself. SPDX-License-Identifier: MIT */
#include "run/peers.h"

int contensou__peers_rank(void)
{
    return 0;
}

int contensou__peers_count(void)
{
    return 1;
}

int contensou__peers_threads(void)
{
    return 1;
}

enum contensou_status contensou__peers_open(size_t threads, struct contensou_error *err)
{
    (void)threads;
    (void)err;
    return CONTENSOU_OK;
}

void contensou__peers_close(int code)
{
    (void)code;
}

enum contensou_status contensou__peers_agree(enum contensou_status mine,
                                             const struct contensou__journal_spec *spec,
                                             struct contensou_error *err)
{
    (void)spec;
    (void)err;
    return mine;
}

uint64_t contensou__peers_share(uint64_t number)
{
    return number;
}

void contensou__peers_serve(const struct contensou__peers_host *host)
{
    (void)host;
}

struct contensou__loop_scheduler contensou__peers_scheduler(size_t scalars)
{
    (void)scalars;
    return (struct contensou__loop_scheduler){0};
}

void contensou__peers_end(enum contensou_status status, const struct contensou_error *err)
{
    (void)status;
    (void)err;
}
