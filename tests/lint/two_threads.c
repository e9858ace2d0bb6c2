/* two_threads.c: two threads use the library at once, for ThreadSanitizer (threads.sh): contacts, the reference wrench,
 * moments, eta', versions, errors and tables, which need no device. A patch is shared, everything else is a thread's own.
 * SPDX-License-Identifier: MIT */
#include <contensou/eta.h>
#include <contensou/eval.h>
#include <contensou/patch.h>
#include <contensou/progress.h>
#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>

enum { rounds = 20 };

/* lgamma of the C library writes its sign to the global signgam, which we never read. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void)
{
    return "race:lgamma\n";
}

struct work {
    const struct contensou_patch *shared;
    const char *path;
    double sum;
    struct contensou_error err;
};

static int one_round(struct work *w)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "ellipse:1,0.5", .pressure = "hertz"};
    const struct contensou_patch_spec wrong = {.size = sizeof wrong, .shape = "elipse:1,0.5"};
    const double slip[6] = {1, 0.2, 0, -0.3, 0.5, 0.7}, feet[8] = {1, -1, 0, 0, 1, 1, 1, 1};
    static const char *const names[] = {"Tx", "M"};
    const double *const column[] = {&slip[0], &slip[4]};
    double wrench[6], moment, prime;
    struct contensou_patch *own = NULL, *cells = NULL, *none = NULL;
    struct contensou_table *table = NULL;
    int failed = contensou_patch_create(&own, &spec, &w->err) ||
                 contensou_patch_create_cells(&cells, NULL, feet, 2, &w->err) ||
                 contensou_eval_reference(own, NULL, 2, slip, wrench, NULL, &w->err) ||
                 contensou_eval_reference(w->shared, NULL, 2, slip, wrench, NULL, &w->err) ||
                 contensou_patch_moment(w->shared, 0, 0, -1, &moment, &w->err) ||
                 contensou_eta_prime(1.5, &prime, &w->err) ||
                 contensou_table_open(&table, w->path, names, 2, NULL, 0, &w->err) ||
                 contensou_table_append(table, 1, column, &w->err) ||
                 contensou_table_close(table, &w->err);

    if (!failed && !contensou_patch_create(&none, &wrong, &w->err))
        failed = 1; /* the nearest name is looked for */
    w->sum += wrench[0] + moment + prime + contensou_version()[0];
    contensou_patch_free(own);
    contensou_patch_free(cells);
    return failed;
}

static void *run(void *data)
{
    struct work *w = data;

    for (int i = 0; i < rounds; ++i)
        if (one_round(w)) {
            fprintf(stderr, "two_threads: %s\n", w->err.message);
            w->sum = NAN;
        }
    return NULL;
}

int main(int argc, char **argv)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = "rectangle:1,0.5"};
    struct contensou_patch *shared = NULL;
    struct work work[2] = {{.path = argc > 1 ? argv[1] : NULL},
                           {.path = argc > 2 ? argv[2] : NULL}};
    pthread_t thread[2];

    if (argc != 3 || contensou_patch_create(&shared, &spec, &work[0].err))
        return 1;
    for (int i = 0; i < 2; ++i) {
        work[i].shared = shared;
        if (pthread_create(&thread[i], NULL, run, &work[i]))
            return 1;
    }
    for (int i = 0; i < 2; ++i)
        pthread_join(thread[i], NULL);
    contensou_patch_free(shared);
    return work[0].sum == work[1].sum ? 0 : 1;
}
