/* export_arrays.c: functions over arrays in the dialects of Python that differentiate. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"

#include "fit/export/export_template.h"

/* A comparison is a number of the slip's own kind: PyTorch makes single precision of a number times a comparison. */
void contensou__export_arrays_zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->locals, " zero fmax fmin tiny one none");
    contensou__text_printf(&t->body, "    zero = one * (%s == 0.0)\n    %s = %s + zero\n", variable,
                           variable, variable);
}

void contensou__export_arrays_head(const struct contensou__export_text *t, const char *name,
                                   const char *module, struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "def %s_parts(vx, vy, omega, slopes):\n"
        "    \"\"\"(Tx, Ty, M, measure of slip) of arrays and, if asked for, the "
        "derivatives of each by vx, vy, omega.\"\"\"\n"
        "    fmax, fmin, tiny = %s_larger, %s_smaller, %s.finfo(vx.dtype).tiny\n"
        "    one, none = %s.ones_like(vx), %s.zeros_like(vx)\n",
        name, name, name, module, module, module);
    contensou__export_text_aside(t, name, out);
}

void contensou__export_arrays_columns(const struct contensou__export_text *t, const char *one,
                                      const char *none, struct contensou__text *out)
{
    contensou__text_printf(
        out,
        "    part = (Tx, Ty, M, length)\n"
        "    if not slopes:\n"
        "        return part, None\n"
        "    rows = ([], [], [], [])\n"
        "    for d_vx, d_vy, d_omega in ((%s, %s, %s), (%s, %s, %s), (%s, %s, %s)):\n"
        "%s"
        "        for row, d in zip(rows, (d_Tx, d_Ty, d_M, d_length)):\n"
        "            row.append(d)\n"
        "    return %s, rows\n",
        one, none, none, none, one, none, none, none, one, t->slopes.data ? t->slopes.data : "",
        t->aside > 0 ? "plain" : "part");
}

void contensou__export_arrays_tail(const struct contensou__export_text *t, const char *name,
                                   struct contensou__text *out)
{
    (void)name;
    contensou__export_arrays_columns(t, "one", "none", out);
}

void contensou__export_arrays_finish(const struct contensou__export_text *t, const char *name,
                                     const char *text, const char *module, const char *last,
                                     struct contensou__text *out)
{
    const struct contensou__export_word words[] = {
        {"LAW", name},
        {"BOUND", t->with_mu ? "N" : "mu N"},
        {"NOTE", t->gradient ? "The problem is convex, and its solution unique."
                             : "This law is no gradient: the equation of the step may have several "
                               "solutions."},
        {"XP", module},
        {"LAST", last},
    };

    contensou__export_template_fill(text, words, sizeof words / sizeof *words, out);
    contensou__export_template_fill("batch.py.txt", words, sizeof words / sizeof *words, out);
}
