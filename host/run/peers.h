/* peers.h: the processes that share a sweep: this one alone (alone/peers.c), or those that mpirun started
 * (mpi/peers.c, with -DCONTENSOU_MPI=ON).
 *
 * The first, of rank 0, has journal, output and signals. The others ask it for lanes and send results.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_RUN_PEERS_H
#define CONTENSOU_RUN_PEERS_H

#include "run/loop.h"
#include "run/journal.h"

/* Which process this is; before peers_open as the launcher says. How many there are, once open. */
int contensou__peers_rank(void);
int contensou__peers_count(void);

/* Joins the others; `threads` of this process must be able to ask. Whether several may. */
enum contensou_status contensou__peers_open(size_t threads, struct contensou_error *err);
int contensou__peers_threads(void);

/* Leaves them, last of all; harmless where nothing was opened. If some are not at their end soon, they
 * are ended with this exit code. */
void contensou__peers_close(int code);

/* All of them say how it went so far and which run they were asked for. If one failed, or has another run
 * than the first, all get a status, and the first one its sentence. */
enum contensou_status contensou__peers_agree(enum contensou_status mine,
                                             const struct contensou__journal_spec *spec,
                                             struct contensou_error *err);

/* A number of the first process for all. */
uint64_t contensou__peers_share(uint64_t number);

/* What the first one does for the others. */
struct contensou__peers_host {
    struct contensou__loop_scheduler scheduler;
    size_t scalars;              /* of a record */
    int (*working)(void *owner); /* 1 while this process computes itself */
    void (*fail)(void *owner, enum contensou_status status, const char *sentence);
};

/* Serves the others until no process works any more; after a failure only until this one does not. */
void contensou__peers_serve(const struct contensou__peers_host *host);

/* For the others: a scheduler that asks the first, for records of `scalars` numbers; and how they ended, their last message. */
struct contensou__loop_scheduler contensou__peers_scheduler(size_t scalars);
void contensou__peers_end(enum contensou_status status, const struct contensou_error *err);

#endif
