/* language_jax.c: functions of JAX, over arrays of slips: the statements of Python, and the texts that make them
 * differentiable. SPDX-License-Identifier: MIT */
#include "fit/export/export_arrays.h"

static void begin(const struct contensou__export_text *t, const char *name,
                  struct contensou__text *out)
{
    contensou__text_printf(out, "import jax\nimport jax.numpy as jnp\n\n");
    contensou__language_python.begin(t, name, out);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    contensou__export_arrays_head(t, name, "jnp", out);
}

static void finish(const struct contensou__export_text *t, const char *name,
                   struct contensou__text *out)
{
    contensou__export_arrays_finish(t, name, "jax.py.txt", "jnp", "", out);
}

const struct contensou__language contensou__language_jax = {
    .words = CONTENSOU__EXPORT_ARRAYS_WORDS "jax jnp np ",
    CONTENSOU__EXPORT_ARRAYS_LANGUAGE,
    CONTENSOU__EXPORT_ARRAYS_FUNCTIONS,
    .least = "tiny",
    .begin = begin,
    .finish = finish,
    .zero = contensou__export_arrays_zero,
    .head = head,
    .tail = contensou__export_arrays_tail,
    .array = {"import numpy as np\n\n", "_table = np.array((", "))\n"},
    .table = {"tools_jax.py.txt", "round_table.py.txt", "cube_table.py.txt"},
};
