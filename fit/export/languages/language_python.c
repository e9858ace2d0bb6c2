/* language_python.c: functions in Python, of numbers and of NumPy arrays alike: nothing
 * branches on a value. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"
#include "fit/export/export_template.h"
#include "fit/export/export_text.h"

/* There is `zero`, 1 or 0: what follows sees a variable of 1 in place of 0. */
static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->locals, " zero fmax fmin");
    contensou__text_printf(&t->body, "    zero = %s == 0.0\n    %s = %s + zero\n", variable,
                           variable, variable);
}

static void begin(const struct contensou__export_text *t, const char *name,
                  struct contensou__text *out)
{
    contensou__text_printf(out,
                           "%s_order = %d  # n of the measure of slip\n"
                           "%s_gradient = %s  # of the power of friction\n\n\n",
                           name, t->order, name, t->gradient ? "True" : "False");
}

static void finish(const struct contensou__export_text *t, const char *name,
                   struct contensou__text *out)
{
    contensou__export_template_put("simulator.py.txt", name, t->gradient, t->with_mu, out);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    contensou__text_printf(out,
                           "def %s_parts(vx, vy, omega, slopes):\n"
                           "    \"\"\"(Tx, Ty, M, measure of slip) and, if asked for, the "
                           "derivatives of each by vx, vy, "
                           "omega.\"\"\"\n"
                           "    if isinstance(vx + vy + omega, (int, float)):\n"
                           "        fmax, fmin = max, min\n"
                           "    else:  # NumPy arrays, element by element\n"
                           "        from numpy import maximum as fmax, minimum as fmin\n",
                           name);
    contensou__export_text_aside(t, name, out);
}

static void tail(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)name;
    contensou__export_arrays_columns(t, "1.0", "0.0", out);
}

const struct contensou__language contensou__language_python = {
    /* keywords, and the functions that the texts call */
    .words =
        " "
        "False None True and as assert async await break class continue def del elif else except "
        "finally for from global if import in is lambda nonlocal not or pass raise return try "
        "while with yield ValueError abs enumerate float int isinstance len list map max min "
        "numpy print range sum tuple zip ",
    CONTENSOU__EXPORT_ARRAYS_LANGUAGE,
    CONTENSOU__EXPORT_ARRAYS_FUNCTIONS,
    .array = {"", "_table = (", ")\n"},
    .table = {"tools.py.txt", "round_table.py.txt", "cube_table.py.txt"},
    .begin = begin,
    .finish = finish,
    .zero = zero,
    .head = head,
    .tail = tail,
};
