/* lockstep.c: many searches with NLopt side by side. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* stacks of our own: ucontext.h */
#include "fit/lockstep.h"

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

/* Rounds of asking and answering until all searches have ended. */
static enum contensou_status rounds(size_t count, struct search *list, int *asks, ucontext_t *back,
                                    double (*x)[unknowns_most], double *value,
                                    double (*gradient)[unknowns_most],
                                    contensou__lockstep_answer *answer, void *data, long *calls,
                                    struct contensou_error *err)
{
    for (;;) {
        size_t live = 0;
        enum contensou_status status;

        for (size_t i = 0; i < count; ++i) {
            if (!list[i].done)
                swapcontext(back, &list[i].own);
            asks[i] = !list[i].done;
            live += !list[i].done;
        }
        if (!live)
            return CONTENSOU_OK;
        status = answer(data, count, asks, x, value, gradient, err);
        ++*calls;
        if (status)
            return status;
    }
}

enum contensou_status contensou__lockstep_minimise(size_t count, int unknowns, const double *low,
                                                   const double *high,
                                                   double (*x)[contensou__lockstep_unknowns],
                                                   double *value,
                                                   contensou__lockstep_answer *answer, void *data,
                                                   long *calls, struct contensou_error *err)
{
    struct search *list = calloc(count ? count : 1, sizeof *list);
    double(*gradient)[unknowns_most] = calloc(count ? count : 1, sizeof *gradient);
    int *asks = calloc(count ? count : 1, sizeof *asks);
    ucontext_t back;
    enum contensou_status status = CONTENSOU_OK;

    if (!list || !gradient || !asks)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu searches", count);
    for (size_t i = 0; i < count && !status; ++i) {
        list[i] = (struct search){.unknowns = unknowns,
                                  .low = low,
                                  .high = high,
                                  .x = x[i],
                                  .value = &value[i],
                                  .gradient = gradient[i],
                                  .done = unknowns == 0};
        status = prepare(&list[i], &back, err);
    }
    if (!status)
        status = rounds(count, list, asks, &back, x, value, gradient, answer, data, calls, err);
    for (size_t i = 0; i < count && list; ++i)
        free(list[i].stack);
    free(list);
    free(gradient);
    free(asks);
    return status;
}
