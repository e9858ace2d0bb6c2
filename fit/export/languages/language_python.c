/* language_python.c: functions in Python, of numbers and of NumPy arrays alike: nothing
 * branches on a value. SPDX-License-Identifier: MIT */
#include "fit/export/export_text.h"

/* There is `zero`, 1 or 0: what follows sees a variable of 1 in place of 0. */
static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->locals, " zero fmax fmin");
    contensou__text_printf(&t->body, "    zero = %s == 0.0\n    %s = %s + zero\n", variable,
                           variable, variable);
}

static void choose(struct contensou__export_text *t, const char *name, const char *condition,
                   const char *yes, const char *no, const char *same)
{
    (void)condition;
    (void)yes;
    (void)no;
    contensou__export_text_let(t, name, "%s", same);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)t;
    contensou__text_printf(out,
                           "def %s(vx, vy, omega):\n"
                           "    if isinstance(vx + vy + omega, (int, float)):\n"
                           "        fmax, fmin = max, min\n"
                           "    else:  # NumPy arrays, element by element\n"
                           "        from numpy import maximum as fmax, minimum as fmin\n",
                           name);
}

static void tail(const char *name, struct contensou__text *out)
{
    (void)name;
    contensou__text_printf(out, "    return Tx, Ty, M\n");
}

const struct contensou__language contensou__language_python = {
    .ending = {".py"},
    .words =
        " False None True and as assert async await break class continue def del elif else except "
        "finally for from global if import in is lambda nonlocal not or pass raise return try "
        "while "
        "with yield numpy isinstance int float abs max min ",
    .first = "# ",
    .next = "# ",
    .last = "",
    .declare = "",
    .assign = " = ",
    .end = "\n",
    .abs = "abs",
    .max = "fmax",
    .min = "fmin",
    .power = {"", " ** ", ""},
    .group = {"(", ")"},
    .result = {"Tx", "Ty", "M"},
    .masks = 1,
    .choose = choose,
    .zero = zero,
    .head = head,
    .tail = tail,
};
