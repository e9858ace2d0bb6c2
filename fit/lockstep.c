/* lockstep.c: many searches with NLopt side by side. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* stacks of our own: ucontext.h */
#include "fit/lockstep.h"

#include "base/try.h"

#include <nlopt.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { stack_bytes = 128 * 1024, unknowns_most = contensou__lockstep_unknowns, most_calls = 120 };

struct search {
    ucontext_t own, *back;
    char *stack;
    int unknowns, done;
    const double *low, *high;
    double *x, *value, *gradient; /* what is asked, and the answer */
};

/* NLopt's objective: ask, let the others go on, come back with the answer. */
static double ask(unsigned n, const double *x, double *gradient, void *data)
{
    struct search *s = data;

    memcpy(s->x, x, n * sizeof *x);
    swapcontext(&s->own, s->back);
    if (gradient)
        memcpy(gradient, s->gradient, n * sizeof *gradient);
    return *s->value;
}

static void search(struct search *s)
{
    nlopt_opt opt = nlopt_create(NLOPT_LD_SLSQP, (unsigned)s->unknowns);
    double x[unknowns_most], value;

    memcpy(x, s->x, sizeof x);
    if (opt) {
        nlopt_set_lower_bounds(opt, s->low);
        nlopt_set_upper_bounds(opt, s->high);
        nlopt_set_min_objective(opt, ask, s);
        nlopt_set_xtol_rel(opt, 1e-11);
        nlopt_set_ftol_rel(opt, 1e-17);
        nlopt_set_maxeval(opt, most_calls);
        nlopt_optimize(opt, x, &value);
        nlopt_destroy(opt);
    }
    memcpy(s->x, x, sizeof x);
    s->done = 1;
}

/* makecontext passes whole numbers only: the pointer comes in two halves. */
static void enter(unsigned high, unsigned low)
{
    search((struct search *)(uintptr_t)((uint64_t)high << 32 | low));
}

static enum contensou_status prepare(struct search *s, ucontext_t *back,
                                     struct contensou_error *err)
{
    const uint64_t place = (uint64_t)(uintptr_t)s;

    s->stack = malloc(stack_bytes);
    if (!s->stack || getcontext(&s->own))
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a search of its own");
    s->back = back;
    s->own.uc_stack.ss_sp = s->stack;
    s->own.uc_stack.ss_size = stack_bytes;
    s->own.uc_link = back;
    makecontext(&s->own, (void (*)(void))enter, 2, (unsigned)(place >> 32), (unsigned)place);
    return CONTENSOU_OK;
}

/* A list that ends with a search that has no stack yet. */
static void free_searches(struct search **list)
{
    for (struct search *s = *list; s && s->stack; ++s)
        free(s->stack);
    free(*list);
}

/* Rounds of asking and answering until all searches have ended. */
static enum contensou_status rounds(size_t count, struct search *list, int *asks, ucontext_t *back,
                                    double (*x)[unknowns_most], double *value,
                                    double (*gradient)[unknowns_most],
                                    contensou__lockstep_answer *answer, void *data, long *calls,
                                    struct contensou_error *err)
{
    for (;;) {
        size_t live = 0;

        for (size_t i = 0; i < count; ++i) {
            if (!list[i].done)
                swapcontext(back, &list[i].own);
            asks[i] = !list[i].done;
            live += !list[i].done;
        }
        if (!live)
            return CONTENSOU_OK;
        ++*calls;
        TRY(answer(data, count, asks, x, value, gradient, err));
    }
}

enum contensou_status contensou__lockstep_minimise(size_t count, int unknowns, const double *low,
                                                   const double *high,
                                                   double (*x)[contensou__lockstep_unknowns],
                                                   double *value,
                                                   contensou__lockstep_answer *answer, void *data,
                                                   long *calls, struct contensou_error *err)
{
    OWNED(free_searches) struct search *list = calloc(count + 1, sizeof *list);
    OWNED(contensou__try_free)
    double(*gradient)[unknowns_most] = calloc(count + 1, sizeof *gradient);
    OWNED(contensou__try_free) int *asks = calloc(count + 1, sizeof *asks);
    ucontext_t back;

    TRY(contensou__try_memory(list && gradient ? asks : NULL, err, "%zu searches", count));
    for (size_t i = 0; i < count; ++i) {
        list[i] = (struct search){.unknowns = unknowns,
                                  .low = low,
                                  .high = high,
                                  .x = x[i],
                                  .value = &value[i],
                                  .gradient = gradient[i],
                                  .done = unknowns == 0};
        TRY(prepare(&list[i], &back, err));
    }
    return rounds(count, list, asks, &back, x, value, gradient, answer, data, calls, err);
}
