/* ensemble_names.c: reference problems in the names of the catalogue, for ensemble_run.h.
 * SPDX-License-Identifier: MIT */
#include "support/ensemble_run.h"

#include "laws/friction.h"

#include <stdio.h>
#include <string.h>

static const char *const laws[] = {"none", "I00", "I11", "pade2", "continuous", "tanh"};

const char *ensemble_run_system(const struct reference_problem *p)
{
    return contensou__system_names[p->system]; /* the order is that of the enum */
}

const char *ensemble_run_law(const struct reference_problem *p)
{
    return laws[p->law.kind];
}

static void add(char *text, const char *prefix, const char *name, double value)
{
    const size_t used = strlen(text);

    snprintf(text + used, ensemble_run_text_size - used, "%s%s%s=%.17g", used ? "," : "", prefix,
             name, value);
}

void ensemble_run_text(const struct reference_problem *p, const double *start,
                       char text[ensemble_run_text_size])
{
    const struct contensou__system *s = contensou__system_find(ensemble_run_system(p));
    const struct reference_law *law = &p->law;

    text[0] = 0;
    for (int i = 0; i < s->field_count; ++i)
        add(text, "", s->fields[i].name, p->field[i]);
    for (int i = 0; i < s->dim; ++i)
        add(text, "init.", s->states[i].name, start[i]);
    switch (law->kind) {
    case reference_I00:
    case reference_I11:
        add(text, "law.", "b", law->b);
        add(text, "law.", "m", law->m);
        /* fall through */
    case reference_pade2:
        add(text, "law.", "eps", law->eps);
        add(text, "law.", "eta_prime", law->eta_prime);
        break;
    case reference_continuous:
    case reference_tanh:
        add(text, "law.", "eps", law->eps);
        add(text, "law.", "F_s", law->F_s);
        add(text, "law.", "delta", law->delta);
        break;
    case reference_none:
        break;
    }
}
