/* peers.c: the processes that mpirun started share a sweep.
 *
 * The first one answers messages in its main thread. Nobody waits busily: a process that waits looks now and
 * then, so that those that compute have the cores. SPDX-License-Identifier: MIT */
#include "run/peers.h"

#include "base/checksum.h"
#include "base/clock.h"
#include "base/setting.h"
#include "base/try.h"
#include "run/journal.h"

#include <mpi.h>

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* To the first: how it went, for which run, a question for lanes, results, the last word. From it: what
 * all agreed on, a number, lanes, whether to go on, that all is over. */
enum {
    tag_ready,
    tag_run,
    tag_ask,
    tag_records,
    tag_end,
    tag_verdict,
    tag_number,
    tag_lanes,
    tag_go,
    tag_over
};

static const double look_seconds = 0.1, patience = 2;

static int opened, rank, count = 1, ended; /* ended: how many of the others */
static int several = 1;                    /* threads may ask */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t record_scalars;
static struct contensou__text parcel;

/* The rank as the launchers of Open MPI, of PMIx and of MPICH's kind tell it; NULL where none did. */
static const char *launched(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                        "MV2_COMM_WORLD_RANK"};
    const char *value = NULL;

    for (size_t i = 0; i < sizeof names / sizeof *names && !value; ++i)
        value = getenv(names[i]);
    return value;
}

int contensou__peers_rank(void)
{
    return opened ? rank : launched() ? atoi(launched()) : 0;
}

int contensou__peers_count(void)
{
    return count;
}

int contensou__peers_threads(void)
{
    return several;
}

enum contensou_status contensou__peers_open(size_t threads, struct contensou_error *err)
{
    int given = MPI_THREAD_SINGLE;

    if (!launched()) /* half a second is much for a process that is alone */
        return CONTENSOU_OK;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given) != MPI_SUCCESS)
        return contensou_fail(err, CONTENSOU_EDEVICE, "MPI does not start");
    opened = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    several = count == 1 || given >= MPI_THREAD_SERIALIZED;
    if (!several && threads > 1)
        return contensou_fail(err, CONTENSOU_EDEVICE,
                              "this MPI serves one thread of a process only; start one process a "
                              "device instead of " SETTING("device") " all");
    return CONTENSOU_OK;
}

/* Sleeps, and twice as long the next time, up to a millisecond. */
static void sleep_longer(double *pause)
{
    const struct timespec time = {0, (long)(1e9 * *pause)};

    nanosleep(&time, NULL);
    *pause = *pause < 5e-4 ? 2 * *pause : 1e-3;
}

static MPI_Status wait_message(int from, int tag)
{
    MPI_Status about;
    double pause = 2e-5;

    for (int there = 0;; sleep_longer(&pause)) {
        MPI_Iprobe(from, tag, MPI_COMM_WORLD, &there, &about);
        if (there)
            return about;
    }
}

static int size_of(const MPI_Status *about)
{
    int size = 0;

    MPI_Get_count(about, MPI_BYTE, &size);
    return size;
}

static void receive(void *to, int size, int from, int tag)
{
    MPI_Recv(to, size, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_bytes(const void *bytes, size_t size, int to, int tag)
{
    MPI_Send(bytes, (int)size, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

/* How it went with a process, for the others; without a sentence that of the status. */
static struct contensou_error told(enum contensou_status status, const struct contensou_error *err)
{
    struct contensou_error word = {CONTENSOU_OK, ""};

    if (status)
        contensou_fail(&word, status, "%s",
                       err->message[0] ? err->message : contensou_status_text(status));
    return word;
}

/* Takes the head of another's journal and compares it. */
static void compare(int from, const struct contensou__journal_spec *spec,
                    struct contensou_error *verdict)
{
    const MPI_Status about = wait_message(from, tag_run);
    const int size = size_of(&about);
    OWNED(contensou__try_free) char *bytes = malloc((size_t)size + 1);
    OWNED(contensou__try_free) struct contensou__journal_pair *pairs = NULL;
    struct contensou__journal_spec other;
    const struct contensou__journal_head_pair two = {&other, spec, "there", "here"};
    const char *wrong;
    char text[512];
    int damaged;

    if (!bytes)
        MPI_Abort(MPI_COMM_WORLD, 1);
    receive(bytes, size, from, tag_run);
    if (verdict->status || !size)
        return;
    wrong = contensou__journal_head_read(bytes, (size_t)size, &other, &pairs, &damaged);
    if (wrong || contensou__journal_head_differs(&two, text, sizeof text))
        contensou_fail(verdict, CONTENSOU_EARGUMENT,
                       "process %d of %d would give other bits than the first: %s", from, count,
                       wrong ? wrong : text);
}

/* The first: hears all the others, then tells them. */
static enum contensou_status judge(enum contensou_status mine,
                                   const struct contensou__journal_spec *spec,
                                   struct contensou_error *err)
{
    struct contensou_error verdict = told(mine, err);

    for (int from = 1; from < count; ++from) {
        struct contensou_error word;

        wait_message(from, tag_ready);
        receive(&word, sizeof word, from, tag_ready);
        if (word.status && !verdict.status)
            contensou_fail(&verdict, word.status, "process %d of %d: %s", from, count,
                           word.message);
        compare(from, spec, &verdict);
    }
    for (int to = 1; to < count; ++to)
        send_bytes(&verdict, sizeof verdict, to, tag_verdict);
    if (verdict.status && !mine)
        *err = verdict;
    return verdict.status;
}

enum contensou_status contensou__peers_agree(enum contensou_status mine,
                                             const struct contensou__journal_spec *spec,
                                             struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text head = {0};
    const struct contensou_error word = told(mine, err);

    if (!opened || count == 1)
        return mine;
    if (rank == 0) {
        mine = judge(mine, spec, err);
    } else {
        if (!mine)
            contensou__journal_head_write(spec, &head);
        send_bytes(&word, sizeof word, 0, tag_ready);
        send_bytes(head.data ? head.data : "", head.failed ? 0 : head.size, 0, tag_run);
        wait_message(0, tag_verdict);
        receive(err, sizeof *err, 0, tag_verdict);
        mine = err->status;
    }
    if (mine)
        ended = count - 1;
    return mine;
}

uint64_t contensou__peers_share(uint64_t number)
{
    if (count == 1)
        return number;
    for (int to = 1; to < count && rank == 0; ++to)
        send_bytes(&number, sizeof number, to, tag_number);
    if (rank) {
        wait_message(0, tag_number);
        receive(&number, sizeof number, 0, tag_number);
    }
    return number;
}

static size_t ask(void *owner, uint64_t *lane, size_t most)
{
    const uint64_t wanted = most;
    MPI_Status about;

    (void)owner;
    pthread_mutex_lock(&lock);
    send_bytes(&wanted, sizeof wanted, 0, tag_ask);
    about = wait_message(0, tag_lanes);
    receive(lane, (int)(most * sizeof *lane), 0, tag_lanes);
    pthread_mutex_unlock(&lock);
    return (size_t)size_of(&about) / sizeof *lane;
}

static enum contensou_status hand_over(void *owner, const struct contensou__record *record,
                                       size_t records, struct contensou_error *err)
{
    int go_on = CONTENSOU_OK;
    enum contensou_status status = CONTENSOU_OK;

    (void)owner;
    pthread_mutex_lock(&lock);
    contensou__record_parcel_pack(&parcel, record, records, record_scalars);
    if (parcel.failed || parcel.size > INT_MAX) {
        status = contensou_fail(
            err, CONTENSOU_EMEMORY,
            "no memory to send %zu lanes, or too many points for one message; " SETTING(
                "keep") " fewer",
            records);
    } else {
        send_bytes(parcel.data, parcel.size, 0, tag_records);
        wait_message(0, tag_go);
        receive(&go_on, sizeof go_on, 0, tag_go);
    }
    pthread_mutex_unlock(&lock);
    if (go_on)
        status = contensou_fail(err, (enum contensou_status)go_on, "the first process ended it");
    return status;
}

struct contensou__loop_scheduler contensou__peers_scheduler(size_t scalars)
{
    record_scalars = scalars;
    return (struct contensou__loop_scheduler){.assign = ask, .deliver = hand_over};
}

void contensou__peers_end(enum contensou_status status, const struct contensou_error *err)
{
    const struct contensou_error word = told(status, err);

    if (count == 1)
        return;
    send_bytes(&word, sizeof word, 0, tag_end);
    contensou__text_free(&parcel);
}

static void answer_question(const struct contensou__peers_host *host, int from)
{
    OWNED(contensou__try_free) uint64_t *lane = NULL;
    uint64_t most = 0;
    size_t assigned = 0;

    receive(&most, sizeof most, from, tag_ask);
    lane = malloc(((size_t)most + 1) * sizeof *lane);
    if (lane && host)
        assigned = host->scheduler.assign(host->scheduler.owner, lane, (size_t)most);
    send_bytes(lane ? (const void *)lane : "", assigned * sizeof *lane, from, tag_lanes);
}

static void answer_records(const struct contensou__peers_host *host, int from, int size)
{
    OWNED(contensou__try_free) struct contensou__record *record = NULL;
    OWNED(contensou__try_free) char *bytes = malloc((size_t)size + 1);
    struct contensou_error err = {CONTENSOU_OK, ""};
    size_t records = 0;
    int status = host ? CONTENSOU_OK : CONTENSOU_ESTOPPED;

    if (!bytes)
        MPI_Abort(MPI_COMM_WORLD, 1);
    receive(bytes, size, from, tag_records);
    if (!status)
        status = contensou__record_parcel_open(bytes, (size_t)size, host->scalars, &record,
                                               &records, &err);
    if (!status)
        status = host->scheduler.deliver(host->scheduler.owner, record, records, &err);
    else if (host)
        host->fail(host->scheduler.owner, (enum contensou_status)status, err.message);
    send_bytes(&status, sizeof status, from, tag_go);
}

static void hear_end(const struct contensou__peers_host *host, int from)
{
    struct contensou_error word, err;

    receive(&word, sizeof word, from, tag_end);
    ++ended;
    if (word.status && host) {
        contensou_fail(&err, word.status, "process %d of %d: %s", from, count, word.message);
        host->fail(host->scheduler.owner, err.status, err.message);
    }
}

/* Answers one message; 0 if there is none. Without a host the answer is to stop. */
static int answer(const struct contensou__peers_host *host)
{
    int there = 0;
    MPI_Status about;

    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &about);
    if (!there)
        return 0;
    if (about.MPI_TAG == tag_ask)
        answer_question(host, about.MPI_SOURCE);
    else if (about.MPI_TAG == tag_records)
        answer_records(host, about.MPI_SOURCE, size_of(&about));
    else
        hear_end(host, about.MPI_SOURCE);
    return 1;
}

void contensou__peers_serve(const struct contensou__peers_host *host)
{
    double looked = contensou__clock_seconds(), pause = 2e-5;
    struct contensou_error err;
    int stop = 0;

    while (host->working(host->scheduler.owner) || (ended < count - 1 && !stop)) {
        if (answer(host)) {
            pause = 2e-5;
            continue;
        }
        sleep_longer(&pause);
        if (contensou__clock_seconds() - looked < look_seconds)
            continue;
        looked = contensou__clock_seconds();
        stop = host->scheduler.deliver(host->scheduler.owner, NULL, 0, &err) != CONTENSOU_OK;
    }
}

void contensou__peers_close(int code)
{
    const double begin = contensou__clock_seconds();
    double pause = 2e-5;
    char over = 0;

    if (!opened)
        return;
    if (rank > 0) {
        wait_message(0, tag_over);
        receive(&over, 1, 0, tag_over);
    }
    while (rank == 0 && ended < count - 1) {
        if (contensou__clock_seconds() - begin > patience)
            MPI_Abort(MPI_COMM_WORLD, code ? code : 1);
        if (!answer(NULL))
            sleep_longer(&pause);
    }
    for (int to = 1; to < count && rank == 0; ++to)
        send_bytes(&over, 1, to, tag_over);
    MPI_Finalize();
}
