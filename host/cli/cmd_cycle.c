/* cmd_cycle.c: contensou cycle: a periodic orbit, along a parameter, and whether it attracts.
 * SPDX-License-Identifier: MIT */
#include "cli/branch_command.h"
#include "base/names.h"
#include "base/try.h"
#include "cli/command.h"
#include "cli/progress.h"

#include <contensou/cycle.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_states = 16 };

/* in the order of enum contensou_cycle_kind */
static const char *const kinds[] = {"regular",
                                    "fold",
                                    "flip",
                                    "torus",
                                    "branch",
                                    "hopf",
                                    "grazing",
                                    "grazing-sliding",
                                    "adding-sliding",
                                    "crossing-sliding",
                                    "switching-sliding"};
enum { kind_count = sizeof kinds / sizeof *kinds };

/* All zero is nothing. */
struct work {
    struct contensou__branch_command b;
    struct contensou_cycle_list list;
    double transient, period;
    long periods;
    int branches;
    const char *by;
};

static void row(const void *work, size_t k, struct contensou__branch_command_row *to)
{
    static double zero[most_states + 1];
    static const struct contensou_cycle_point none = {
        .y = zero, .low = zero, .high = zero, .re = zero, .im = zero};
    const struct work *const w = work;
    const struct contensou_cycle_point *const p = k < w->list.count ? &w->list.point[k] : &none;
    const char *const parameter = contensou_branch_parameter(w->b.of);
    const size_t dim = contensou_branch_state_count(w->b.of);
    size_t j = 0;

    contensou__branch_command_whole(to, "branch", p->branch + 1);
    contensou__branch_command_word(to, "point", (int)p->kind, kinds, kind_count);
    if (parameter)
        contensou__branch_command_number(to, p->p, "%s", parameter);
    contensou__branch_command_number(to, p->period, "period");
    for (size_t i = 0; i < dim; ++i)
        contensou__branch_command_number(to, p->y[i], "%s", contensou_branch_state(w->b.of, i));
    for (size_t i = 0; i < dim; ++i) {
        contensou__branch_command_number(to, p->low[i], "%s.min",
                                         contensou_branch_state(w->b.of, i));
        contensou__branch_command_number(to, p->high[i], "%s.max",
                                         contensou_branch_state(w->b.of, i));
    }
    contensou__branch_command_whole(to, "stable", p->unstable == 0);
    contensou__branch_command_whole(to, "unstable", p->unstable);
    contensou__branch_command_whole(to, "sticks", p->sticks);
    contensou__branch_command_pairs(to, w->list.multipliers, p->re, p->im);
    for (const char *next = w->by; next; ++j) {
        const double *const by = p->by ? p->by + j * (1 + dim) : zero;
        char name[64];

        contensou__names_next(&next, name, sizeof name);
        contensou__branch_command_number(to, by[0], "gradient.period.%s", name);
        for (size_t i = 0; i < dim; ++i)
            contensou__branch_command_number(to, by[1 + i], "gradient.%s.%s",
                                             contensou_branch_state(w->b.of, i), name);
    }
}

/* What happens at a bifurcation, behind its place. */
static const char *words_of(const struct work *w, size_t k)
{
    const struct contensou_cycle_point *p = &w->list.point[k];
    const int ends = k + 1 == w->list.count || w->list.point[k + 1].branch != p->branch;
    const double before = k > 0 && w->list.point[k - 1].branch == p->branch
                              ? w->list.point[k - 1].period / p->period
                              : 1;

    if (p->kind == CONTENSOU_CYCLE_FLIP)
        return before > 1.5  ? ": the branch of twice the period ends"
               : w->branches ? ": a branch of twice the period is born"
                             : ": a branch of twice the period is born, which --branches follows";
    if (p->kind < CONTENSOU_CYCLE_GRAZING)
        return "";
    return ends                                      ? ": the branch ends"
           : w->list.point[k + 1].sticks > p->sticks ? ": a stick phase is born"
           : w->list.point[k + 1].sticks < p->sticks ? ": a stick phase dies"
                                                     : "";
}

static void say(const void *work)
{
    const struct work *const w = work;
    const char *name = contensou_branch_parameter(w->b.of);

    for (size_t k = 0; k < w->list.count && contensou__progress_speaks(); ++k) {
        const struct contensou_cycle_point *p = &w->list.point[k];

        if (p->kind != CONTENSOU_CYCLE_REGULAR)
            fprintf(stderr, "%s at %s = %.12g, period %.9g%s\n", kinds[p->kind], name, p->p,
                    p->period, words_of(w, k));
    }
    if (contensou__progress_speaks() && !w->list.covered && w->list.count)
        fprintf(stderr, "the range of %s was not covered: %s\n", name,
                w->list.why ? w->list.why : "it was stopped");
    if (contensou__progress_speaks() && w->list.step > 0)
        fprintf(stderr, "%zu orbits in steps of %.3g; they close to %.1e of their size\n",
                w->list.count, w->list.step, w->list.residual);
    else if (contensou__progress_speaks())
        fprintf(stderr, "%zu orbits; they close to %.1e of their size\n", w->list.count,
                w->list.residual);
}

static enum contensou_status read_setup(struct work *w, const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const int period = contensou__options_given(o, "period");
    double periods = 0;

    TRY(contensou__options_number(o, "transient", &w->transient, err));
    TRY(contensou__options_number(o, "period", &w->period, err));
    TRY(contensou__options_number(o, "periods", &periods, err));
    w->periods = (long)periods;
    w->branches = contensou__options_given(o, "branches");
    w->by = contensou__options_given(o, "by") ? contensou__options_value(o, "by") : NULL;
    if (!(periods >= 1 && periods <= 1000 && periods == floor(periods)))
        return WRONG(err, "--periods is a whole number between 1 and 1000");
    if (!(w->transient > 0) || (period && !(w->period > 0)))
        return WRONG(err, "--%s must be above 0", w->transient > 0 ? "period" : "transient");
    TRY(contensou__branch_command_read(&w->b, o, err));
    if (contensou_branch_state_count(w->b.of) > most_states)
        return WRONG(err, "%s has %zu states; at most %d", contensou_branch_system(w->b.of),
                     contensou_branch_state_count(w->b.of), (int)most_states);
    return CONTENSOU_OK;
}

static enum contensou_status find(void *work, struct contensou_progress progress, size_t *rows,
                                  struct contensou_error *err)
{
    struct work *const w = work;
    const struct contensou_cycle_options request = {.size = sizeof request,
                                                    .transient = w->transient,
                                                    .period = w->period,
                                                    .periods = (int)w->periods,
                                                    .branches = w->branches,
                                                    .by = w->by,
                                                    .progress = progress};
    const enum contensou_status status = contensou_cycle_find(w->b.of, &request, &w->list, err);

    *rows = w->list.count;
    return status;
}

static void release(struct work *w)
{
    contensou_cycle_free(&w->list);
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
     "the parameter that the orbit is followed along, from its first value on: R is a range "
     "lo:hi:n or a list that rises or falls; a row is written at each of its values"},
    CONTENSOU__BRANCH_COMMAND_ROWS,
    {"stepper", 0, "event", NULL,
     "event: exact stick-slip, law.eps = 0 (default: equal explicit steps)"},
    {"init", 0, "STATE=X,..", NULL, "the start of the trajectory that leads to the orbit"},
    {"transient", 0, "T", "100",
     "length of that trajectory; the orbit is looked for in its second half"},
    {"period", 0, "T", NULL,
     "the period, roughly: --init is then near the orbit, stable or not, and no trajectory is "
     "needed"},
    {"periods", 0, "K", "16",
     "where something drives the system: an orbit takes at most so many periods of the forcing"},
    {"branches", 0, NULL, NULL,
     "follow the branches of twice the period that are born at flips, and both sides of a simple "
     "orbit that such a branch ends on"},
    {"by", 0, "NAME,..", NULL,
     "fields of the system and numbers of the law, by which the period and the state of each orbit "
     "are differentiated: columns gradient.period.NAME and gradient.STATE.NAME"},
    CONTENSOU__COMMAND_OUTPUT,
    {"plot", 0, "FILE", NULL,
     "draw extremes of the states and the period against the parameter, lines where stable, dashed "
     "where not: FILE.png, FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_cycle_command = {
    .name = "cycle",
    .summary = "periodic orbits along a parameter: stability, folds, flips, tori",
    .usage = "SYSTEM [--law LAW] [--set NAME=X,..] [--vary NAME=lo:hi:n]\n"
             "                       [--stepper event] [--init STATE=X,..] [--transient T | "
             "--period T]\n"
             "                       [--periods K] [--branches] [--by NAME,..] [-o FILE] [--plot "
             "FILE] [options]",
    .about =
        "Finds a periodic orbit by shooting, with variations beside the trajectory, and follows it "
        "along the parameter, past folds, by arclength, until the parameter leaves its range or "
        "the orbit shrinks to an equilibrium. Orbits have their smallest period. Where something "
        "drives the system (system_period of your own, the phases of block_belt) the period is "
        "that of the forcing, K times, and the multipliers are those of the stroboscopic map. "
        "Columns: branch (1, 2, ..), point (regular: at a value of --vary; fold; flip: a "
        "multiplier crosses -1, and a branch of twice the period is born or ends, behind which the "
        "simple orbit is followed; torus: a pair crosses the unit circle; branch: one crosses 1 "
        "without a fold; hopf: the orbit shrinks to an equilibrium), the parameter, period, a "
        "state of the orbit, the smallest and largest of each state (NAME.min, NAME.max), stable "
        "(1 or 0), unstable (how many multipliers lie beyond the unit circle), sticks (stick "
        "phases in a period), and the Floquet multipliers re.1,im.1, .. sorted by modulus, the "
        "largest first, without the trivial one.\n"
        "\n"
        "Trajectories are taken in equal explicit steps of order 8, so that the law must be smooth "
        "along the orbit: regularised laws with a large law.eps, or orbits that always slip. With "
        "--stepper event the law is taken as it is, law.eps = 0, and the orbit may stick: "
        "multipliers that a stick takes are 0. Where the sequence of sticks and slips changes, "
        "point is grazing, grazing-sliding, adding-sliding, crossing-sliding or switching-sliding; "
        "the branch goes on behind it if there is an orbit next to it.",
    .examples =
        "  [4]: the large cycle of the pendulum, down to its fold:\n"
        "    contensou cycle pendulum --law I11 --vary omega_0=40:36:9 --init phi=1 -o cycle.csv\n"
        "  a block on a belt under Coulomb's law: stick and slip, a flip, a fold:\n"
        "    contensou cycle block_belt --law signum --stepper event --set Omega0_sq=0,F0=0.5 \\\n"
        "        --vary V_dr=0.1:0.2:11 --transient 400 -o cycle.csv\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .words = 1,
    .run = run,
};
