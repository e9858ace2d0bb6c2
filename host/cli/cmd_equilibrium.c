/* cmd_equilibrium.c: contensou equilibrium: where a system rests, along a parameter, and whether it stays there.
 * SPDX-License-Identifier: MIT */
#include "cli/branch_command.h"
#include "base/try.h"
#include "cli/command.h"
#include "cli/progress.h"

#include <contensou/equilibrium.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const kinds[] = {"regular", "fold", "hopf", "branch"};

/* All zero is nothing. */
struct work {
    struct contensou__branch_command b;
    struct contensou_equilibrium_list list;
    long starts;
};

static void row(const void *work, size_t k, struct contensou__branch_command_row *to)
{
    static double zero[contensou__branch_command_columns];
    static const struct contensou_equilibrium_point none = {.y = zero, .re = zero, .im = zero};
    const struct work *const w = work;
    const struct contensou_equilibrium_point *const p =
        k < w->list.count ? &w->list.point[k] : &none;
    const char *const parameter = contensou_branch_parameter(w->b.of);
    const size_t dim = contensou_branch_state_count(w->b.of);

    contensou__branch_command_whole(to, "branch", p->branch + 1);
    contensou__branch_command_word(to, "point", (int)p->kind, kinds, sizeof kinds / sizeof *kinds);
    if (parameter)
        contensou__branch_command_number(to, p->p, "%s", parameter);
    for (size_t i = 0; i < dim; ++i)
        contensou__branch_command_number(to, p->y[i], "%s", contensou_branch_state(w->b.of, i));
    contensou__branch_command_whole(to, "stable", p->unstable == 0);
    contensou__branch_command_whole(to, "unstable", p->unstable);
    contensou__branch_command_pairs(to, dim, p->re, p->im);
}

static void say(const void *work)
{
    const struct work *const w = work;
    const char *name = contensou_branch_parameter(w->b.of);

    if (w->list.count == 0)
        fprintf(stderr, "contensou equilibrium: warning: no equilibrium was found; give a state "
                        "near one by --init, or more --starts\n");
    for (size_t k = 0; k < w->list.count && contensou__progress_speaks(); ++k) {
        const struct contensou_equilibrium_point *p = &w->list.point[k];
        double frequency = 0, best = INFINITY;

        for (size_t i = 0; i < contensou_branch_state_count(w->b.of); ++i)
            if (p->im[i] > 0 && fabs(p->re[i]) < best) {
                best = fabs(p->re[i]);
                frequency = p->im[i];
            }
        if (p->kind == CONTENSOU_EQUILIBRIUM_HOPF)
            fprintf(stderr, "hopf at %s = %.12g, angular frequency %.9g\n", name, p->p, frequency);
        else if (p->kind != CONTENSOU_EQUILIBRIUM_REGULAR)
            fprintf(stderr, "%s at %s = %.12g\n", kinds[p->kind], name, p->p);
    }
}

static enum contensou_status read_setup(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    TRY(contensou__options_whole(o, "starts", 0, 100000, &w->starts, err));
    TRY(contensou__branch_command_read(&w->b, o, err));
    if (5 + 3 * contensou_branch_state_count(w->b.of) > contensou__branch_command_columns)
        return WRONG(err, "%s has too many states", contensou_branch_system(w->b.of));
    return CONTENSOU_OK;
}

static enum contensou_status find(void *work, struct contensou_progress progress, size_t *rows,
                                  struct contensou_error *err)
{
    struct work *const w = work;
    const struct contensou_equilibrium_options request = {
        .size = sizeof request, .starts = (int)w->starts, .progress = progress};
    const enum contensou_status status =
        contensou_equilibrium_find(w->b.of, &request, &w->list, err);

    *rows = w->list.count;
    return status;
}

static void release(struct work *w)
{
    contensou_equilibrium_free(&w->list);
    contensou__branch_command_free(&w->b);
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    OWNED(release) struct work w = {.b = {&w, find, row, say}};

    TRY(read_setup(&w, options, err));
    return contensou__branch_command_run(&w.b, err);
}

static const struct contensou__option option_rows[] = {
    {"vary", 0, "NAME=R...", NULL,
     "the parameter that equilibria are followed along, a field of the system or with law. of the "
     "law: R is a range lo:hi:n or a list that rises or falls; a row is written at each of its "
     "values"},
    CONTENSOU__BRANCH_COMMAND_ROWS,
    {"init", 0, "STATE=X,..", NULL, "the first guess, by the names of the states"},
    {"starts", 0, "N", "16", "random guesses beside it, at both ends and in the middle of --vary"},
    CONTENSOU__COMMAND_OUTPUT,
    {"plot", 0, "FILE", NULL,
     "draw the states against the parameter, lines where stable, dashed where not: FILE.png, "
     "FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_equilibrium_command = {
    .name = "equilibrium",
    .summary = "where a system rests, along a parameter: stability, folds, Hopf points",
    .usage = "SYSTEM [--law LAW] [--set NAME=X,..] [--vary NAME=lo:hi:n]\n"
             "                             [-o FILE] [--plot FILE] [options]",
    .about =
        "Finds equilibria by Newton's method with the analytic Jacobian, from a guess and from "
        "random ones, and follows each along the parameter, past folds, by arclength. Columns: "
        "branch (1, 2, ..), point (regular: at a value of --vary; fold; hopf; branch: a real "
        "eigenvalue crosses zero without a fold), the parameter, the states, stable (1 or 0), "
        "unstable (how many eigenvalues have a positive real part), and the eigenvalues re.1,im.1, "
        "re.2,im.2, .. by falling real part. Folds and Hopf points are located to 1e-10 of the "
        "range; their places go to standard error too. States that change nothing, "
        "such as the phase of a forcing that is off, stay at their initial values.\n\n"
        "Regularised laws have equilibria in stick too, which creep; law.eps = 0 has them in slip "
        "only.",
    .examples =
        "  [4]: the pendulum loses its stability:\n"
        "    contensou equilibrium pendulum --law I11 --vary omega_0=30:65:71 -o eq.csv\n"
        "  The same with a picture:\n"
        "    contensou equilibrium pendulum --law I11 --vary omega_0=30:65:71 --plot eq.png\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};
